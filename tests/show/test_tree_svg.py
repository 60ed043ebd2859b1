"""The drawing of a tree: every leaf once, the path lit, the same numbers in words."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

import pytest

from pz8edu import Enumerating, Roll, Umpire, ask, system
from pz8edu.asking.playthrough import StepThrough
from pz8edu.show.outcome_styles import GRAVE, LOST
from pz8edu.show.outcomes import spoken
from pz8edu.show.tree_outline import outlined_tree
from pz8edu.show.tree_places import chance_text
from pz8edu.show.tree_svg import draw

SVG = "{http://www.w3.org/2000/svg}"


def drawn(question: str, dice: dict[str, Any], **inputs: Any) -> tuple[ElementTree.Element, StepThrough]:
    asked = system("pz8-ww2").calculators[question]
    play = StepThrough(asked, asked.situation.read(inputs), system("pz8-ww2").rules, dice)
    return ElementTree.fromstring(draw(play.tree, lit=play.lit)), play


def texts(drawing: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in drawing.iter(f"{SVG}text")]


def test_every_leaf_has_a_box_and_its_chance() -> None:
    drawing, play = drawn("direct-fire", {}, attack=5, defence=4, over_half_range=True)
    said = texts(drawing)
    assert {word: said.count(word) for word in play.before} == {
        "ok": 2,
        "disorganized": 1,
        "suppressed": 1,
        "destroyed": 1,
    }
    assert said.count("to hit") == said.count("damage") == 1
    assert {"hit 5+", "miss", "≤ 0", "+1", "+2", "+3 or more"} <= set(said)
    assert "108" in said
    assert len(draw(play.tree)) < 6000


def test_the_path_taken_is_in_heavy_ink() -> None:
    dice = {"to hit": 6, "attack": 4, "defence": 3}
    drawing, _ = drawn("direct-fire", dice, attack=5, defence=4, over_half_range=True)
    light, heavy = (group for group in drawing.iter(f"{SVG}g") if group.get("fill") == "none")
    assert (len(light), len(heavy)) == (4, 2)
    bold = [text.text for text in drawing.iter(f"{SVG}text") if text.get("font-weight") == "700"]
    assert {"hit 5+", "+2", "suppressed"} <= set(bold)
    assert "destroyed" not in bold


def test_the_description_says_the_same_numbers() -> None:
    drawing, play = drawn("direct-fire", {}, attack=5, defence=4, over_half_range=True)
    described = drawing.findtext(f"{SVG}desc") or ""
    assert "to hit: 5 or more (1/3), then damage: +2 (5/36): suppressed, 5/108." in described, described
    for _, _, last in play.tree.paths():
        assert last is not None
        assert f", {last.chance}." in described


def test_no_words_stand_on_each_other() -> None:
    drawing, _ = drawn("direct-fire", {}, attack=5, defence=4, over_half_range=True, hq=True)
    places: set[tuple[float, float]] = set()
    for text in drawing.iter(f"{SVG}text"):
        place = (float(text.get("x", 0)), float(text.get("y", 0)))
        assert place not in places
        places.add(place)


def test_a_rule_without_a_question_is_one_box() -> None:
    drawing, _ = drawn("rally", {}, condition="ok")
    assert texts(drawing) == ["ok", "1"]


def test_what_is_certain_has_a_light_pill() -> None:
    drawing, _ = drawn("air-attack", {}, attack=5, defence=4, aa_guns=3)
    assert texts(drawing) == ["certain", "to hit", "ok", "1"]
    assert next(rect.get("stroke") for rect in drawing.findall(f"{SVG}rect")) == "#1f2933"


def test_outcomes_take_the_styles_that_are_given() -> None:
    tree = ask("pz8-ww2", "rally", condition="suppressed").tree
    drawing = draw(tree, looks={"disorganized": GRAVE, "suppressed": LOST}, prefix="mine")
    assert drawing.count('fill="url(#mine-grave)"') == 1
    assert drawing.count("<pattern") == 1


def test_a_tree_by_itself_has_the_looks_of_its_outcomes_on_paper_of_its_own() -> None:
    drawing = ask("pz8-ww2", "direct-fire", attack=5, defence=4).tree._repr_svg_()
    assert [drawing.count(f'fill="url(#pz8-{name})"') for name in ("harmless", "shaken", "pinned")] == [
        2,
        1,
        1,
    ]
    assert drawing.count('fill="#7a1f3d"') == 1
    assert "background:#fff" in drawing, "it is read on a dark page too"


def test_on_a_narrow_page_every_outcome_stands_in_a_list() -> None:
    _, play = drawn("direct-fire", {"to hit": 6, "attack": 4, "defence": 3}, attack=5, defence=4)
    said = outlined_tree(play.tree, play.lit)
    assert said.count("<li") == play.tree.leaves + 2
    assert said.count('class="pz8-tag ') == play.tree.leaves
    lit = [re.sub("<[^>]*>", " ", part).split()[:3] for part in said.split('<li class="pz8-lit">')[1:]]
    assert lit == [["hit", "4+", "1/2"], ["+2", "5/36", "suppressed"]]


def test_a_big_tree_is_gathered_and_its_lit_path_stays_open() -> None:
    shots = [{"attack": 5}] * 4
    drawing, play = drawn("fire-phase", {}, shots=shots, target={"defence": 4})
    assert play.tree.leaves > 40
    boxes = [word for word in texts(drawing) if word in play.before or word.endswith("ways more")]
    assert len(boxes) <= 40
    counted = sum(int(re.sub(r"\D", "", word)) if word.endswith("more") else 1 for word in boxes)
    assert counted == play.tree.leaves
    dice = {f"shot {place}: to hit": 1 for place in (1, 2, 3, 4)}
    drawing, play = drawn("fire-phase", dice, shots=shots, target={"defence": 4})
    assert play.outcome == "ok"
    heavy = [group for group in drawing.iter(f"{SVG}g") if group.get("stroke-width") == "3"]
    assert len(heavy[0]) == 4


def test_very_many_answers_are_gathered() -> None:
    def strengths(umpire: Umpire) -> Roll[int]:
        return umpire.sum_of("strength", 12)

    drawing = ElementTree.fromstring(draw(Enumerating().tree(strengths)))
    said = texts(drawing)
    assert "22 others" in said
    assert "12" not in said, "the least likely totals are gathered"
    assert "42" in said


@pytest.mark.parametrize("name", system("pz8-ww2").calculators)
def test_every_calculator_can_be_drawn(name: str) -> None:
    inputs = {
        "damage": {"attack": 3, "defence": 3},
        "direct-fire": {"attack": 3, "defence": 3},
        "indirect-fire": {"attack": 3, "defence": 3},
        "deviation": {"units": [{"name": "a & b", "x": 0, "y": 3}]},
        "close-combat": {"attack": 3, "defence": 3},
        "rally": {"condition": "suppressed"},
        "air-attack": {"attack": 3, "defence": 3},
        "transport-fire": {"attack": 3, "defence": 3},
        "fire-phase": {"shots": [{"attack": 5}, {"attack": 4}], "target": {"defence": 4}},
        "hq-save": {"result": "suppressed"},
        "minefield": {"defence": 3},
        "smoke": {"mode": "indirect"},
    }.get(name, {})
    drawing, play = drawn(name, {}, **inputs)
    said = texts(drawing)
    assert all(spoken(word) in said for word in play.before)


def test_a_long_fraction_is_told_about_in_percent() -> None:
    assert chance_text(Fraction(5, 36)) == "5/36"
    assert chance_text(Fraction(3177428419081, 152339935002624)) == "≈ 2.09 %"
    assert chance_text("p") == "p"
