"""The board asks the calculator: every table of every system, and the shot of the first lesson."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from pz8edu import BadInput, ids, system
from pz8edu.asking.ask import answer
from pz8edu.systems.pz8_aerial_1935.words import Fate
from pz8edu.systems.pz8_ww2.words import Condition
from pz8widgets import Tabletop
from pz8widgets.boards.tabletop import laid_out

TABLES = [(name, table) for name in ids() for table in system(name).tabletops]


@pytest.mark.whole_domain(16)
@pytest.mark.parametrize(("name", "table"), TABLES, ids=[f"{name}/{table}" for name, table in TABLES])
def test_every_table_can_be_played_on_and_cuts_no_base_on_a_phone(name: str, table: str) -> None:
    found = Tabletop(name, table)
    board = found.board
    board.resized("inner_width", None, 330)
    assert board.view == board.whole or not [base.name for base in board.scene.bases if board.view.cuts(base)]
    board.resized("inner_width", None, 700)
    bases = list(board.places)
    assert bases
    for shooter in bases[:3]:
        for target in bases[:3]:
            if shooter != target:
                found.board.choose(shooter=shooter, target=target)
                if found.asked is not None and found.odds is not None:
                    question = system(name).calculators[found.asked.calculator]
                    assert found.odds == answer(question, found.asked.inputs, found.rules)
                    assert "pz8-bar" in found.bars.value
    assert found._repr_mimebundle_()["text/plain"]


def test_tiny_bases_are_shown_where_they_stand_until_a_hand_wants_all_of_the_board() -> None:
    board = Tabletop("pz8-divisional", "ridge-1941").board
    board.resized("inner_width", None, 704)
    view = board.view
    assert view != board.whole
    assert all(view.holds(*map(float, base.at)) and not view.cuts(base) for base in board.scene.bases)
    assert board.unnamed == "", "there is room for every name"
    board.fit()
    board.choose(shooter="I./Panzer")
    assert board.view == board.whole
    large = Tabletop("pz8-ww2", "first-shot").board
    large.resized("inner_width", None, 704)
    assert large.view == large.whole


def test_moving_nearer_takes_the_penalty_away() -> None:
    table = Tabletop("pz8-ww2", "first-shot")
    assert table.odds is not None
    assert table.odds.fraction("destroyed") == Fraction(5, 54)
    table.board.move("T-34", 7.0, 2.6)
    assert table.odds.fraction("destroyed") == Fraction(5, 36)
    assert table.asked is not None
    assert table.asked.inputs["over_half_range"] is False


def test_behind_a_veil_no_chance_is_in_the_page() -> None:
    table = Tabletop("pz8-ww2", "first-shot")
    table.veil(True)
    table.board.move("T-34", 7.0, 2.6)
    assert table.bars.value == ""
    assert not [fact for fact in table.facts(table.board.state) if "Chance" in fact.name]
    table.veil(False)
    assert "pz8-bar" in table.bars.value


def test_a_blocked_shot_says_why_and_cannot_be_taken() -> None:
    table = Tabletop("pz8-ww2", "first-shot")
    table.board.choose(target="Rifles")
    assert table.asked is not None
    assert "the wood" in table.asked.why_not
    assert table.take.disabled
    assert "Not as it stands" in table.bars.value


def test_in_contact_it_is_close_combat() -> None:
    table = Tabletop("pz8-ww2", "first-shot")
    table.board.move("T-34", 3.2, 3.1)
    assert table.asked is not None
    assert table.asked.calculator == "close-combat"


def test_the_calculator_opens_filled_in_and_follows_the_board() -> None:
    table = Tabletop("pz8-ww2", "first-shot")
    table.take.click()
    assert table.calculator is not None
    assert table.calculator.odds == table.odds
    table.board.move("T-34", 7.0, 2.6)
    assert table.calculator.odds == table.odds
    table.board.move("T-34", 3.2, 3.1)
    assert table.calculator.question.id == "close-combat"
    assert len(table.children) == 3, "the one calculator stands under the board"


def test_other_rules_show_at_once() -> None:
    odds = Tabletop("pz8-ww2", "first-shot", rules=system("pz8-ww2").rules.variant(over_half_range=0)).odds
    assert odds is not None
    assert odds.fraction("destroyed") == Fraction(5, 36)


@pytest.mark.parametrize(
    ("name", "table", "more", "says"),
    [
        ("pz8-ww2", "nowhere", {}, "nowhere"),
        ("pz9", "first-shot", {}, "pz9"),
        ("pz8-ww2", "first-shot", {"reading": "R1=z"}, "R1"),
    ],
)
def test_a_table_that_is_not_there_gets_one_sentence(
    name: str, table: str, more: dict[str, str], says: str
) -> None:
    with pytest.raises(BadInput, match=says):
        Tabletop(name, table, **more)


def test_aircraft_are_raised_and_lowered_and_the_calculator_follows():
    table = Tabletop("pz8-aerial-1935", "rear-gunner")
    board, controls = table.board, table.board.controls
    assert table.asked.why_not == ""
    table.step_through()
    assert controls.higher.disabled
    board.chosen = "Stuka 2"
    assert controls.higher.disabled, "the Stuka is as high as it can fly"
    assert not controls.lower.disabled
    controls.lower.click()
    assert board.places["Stuka 2"].altitude == 1
    assert controls.lower.disabled
    assert "at level 1" in table.asked.why_not
    assert "level 1" in table.bars.value
    board.key_pressed("PageUp", False)
    assert board.places["Stuka 2"].altitude == 2
    board.chosen = "Spitfire 2"
    controls.higher.click()
    assert board.places["Spitfire 2"].altitude == 3
    assert "Spitfire 2" in board.pane.news
    assert controls.higher.tooltip == "Raise Spitfire 2 to level 4"
    assert {"PageUp", "PageDown"} <= set(board.pane.hot_keys)


def test_ground_targets_and_other_boards_have_no_altitude():
    table = Tabletop("pz8-aerial-1935", "stuka-over-the-bridge")
    before = dict(table.board.places)
    table.board.chosen = "Bridge"
    assert table.board.controls.higher.disabled
    table.board.key_pressed("PageUp", False)
    assert table.board.places == before
    ground = Tabletop("pz8-ww2", "first-shot").board
    assert not ground.flies
    assert "PageUp" not in ground.pane.hot_keys
    assert ground.controls.higher not in [
        control for group in ground.controls.tools.children for control in group.children
    ]


def test_the_state_of_the_base_in_hand_is_changed_by_hand() -> None:
    table = Tabletop("pz8-naval", "broadsides")
    assert table.state.lists == {}
    table.board.chosen = "Bismarck"
    assert table.state.name.value == "State of Bismarck:"
    assert table.state.lists["h"].value == 0
    table.state.lists["smoke"].value = True
    assert table.board.position.units["Bismarck"].smoke
    assert "behind smoke" in table.bars.value
    table.board.position = table.board.position.with_unit("Bismarck", h=4, smoke=False)
    assert table.state.lists["h"].value == 4
    assert [text for text, _ in table.state.lists["smoke"].options] == ["no"]
    table.board.chosen = ""
    assert table.state.lists == {}


def test_an_event_befalls_the_base_in_hand() -> None:
    table = Tabletop("pz8-colonial", "mission-station")
    name = next(iter(table.board.position.units))
    table.board.chosen = name
    assert "Rally" not in table.state.events.options  # nobody routs
    table.state.events.value = "Panic"
    assert table.board.position.units[name].routing
    assert table.state.events.value == "–"
    table.state.events.value = "Rally"
    assert not table.board.position.units[name].routing
    table.state.lists["lost"].value = 2
    table.state.events.value = "Reinforcements"
    assert f"{name} again" in table.board.position.units


def test_a_tank_of_panzertroops_fires_its_machine_gun_at_men() -> None:
    table = Tabletop("panzertroops", "tank-duel")
    table.board.shooter, table.board.target = "Panther", "Bazooka"
    assert table.asked is not None
    assert table.asked.counted[0].startswith("at-super-velocity")
    table.board.chosen = "Panther"
    table.state.lists["fires"].value = "mmg"
    assert table.asked.counted[0].startswith("mmg")
    assert table.asked.inputs["firepower"] == table.rules.weapons["mmg"].soft
    table.board.target = "Sherman 76"
    assert "no firepower against armour" in table.asked.why_not


@pytest.mark.parametrize(
    ("system_id", "name", "word", "value"),
    [
        ("pz8-aerial-1965", "dead-zone", "fate", Fate.DESTROYED),
        ("pz8-naval", "denmark-strait", "sunk", True),
    ],
)
def test_a_unit_that_is_out_of_the_game_can_be_brought_back(
    system_id: str, name: str, word: str, value: object
) -> None:
    table = Tabletop(system_id, name)
    board = table.board
    board.chosen = board.shooter
    before = getattr(board.position.units[board.chosen], word)
    table.state.lists[word].value = value
    assert board.chosen not in {base.name for base in board.scene.bases}
    assert (f"{board.chosen} (not on the board)", board.chosen) in board.controls.units.options
    table.state.lists[word].value = before
    assert board.chosen in {base.name for base in board.scene.bases}


def test_a_lesson_lays_a_table_its_own_way() -> None:
    table = system("pz8-space").tabletop("distance-is-a-shield", system("pz8-space").rules)
    as_it_is = table.opening()
    assert laid_out(table, {}) == as_it_is
    laid: dict[str, Any] = {"only": ["Lyra", "Draco"], "places": {"Draco": [5.5, -4.33, 270]}, "near": True}
    few = laid_out(table, laid)
    assert set(few.places) == set(few.units) == {"Lyra", "Draco"}
    assert few.places["Lyra"] == as_it_is.places["Lyra"]
    assert (few.shooter, few.target) == (as_it_is.shooter, as_it_is.target)
    page = Tabletop("pz8-space", "distance-is-a-shield", laid=laid)
    assert page.asked is not None
    assert page.asked.inputs["distance"] == 3
    whole, seen = page.board.whole, page.board.view
    assert seen.right - seen.left < whole.right - whole.left, "near"
    assert laid_out(table, laid | {"target": ""}).target == ""
    hurt = laid_out(table, {"states": {"Draco": {"condition": "damaged"}}})
    assert hurt.units["Draco"].condition == "damaged"


def test_a_lesson_names_bases_changes_parts_of_their_state_and_gives_a_title() -> None:
    states = {"Tiger": {"defence": "heavy", "condition": "suppressed"}}
    laid = {"named": {"T-34": "Tiger"}, "states": states, "title": "A Tiger"}
    page = Tabletop("pz8-ww2", "two-tanks", laid=laid)
    assert page.asked is not None
    assert (page.board.target, page.asked.inputs["defence"]) == ("Tiger", 5)
    assert page.board.position.units["Tiger"].condition is Condition.SUPPRESSED
    assert page.board.scene.title == "A Tiger"
    assert "Tiger" in page.board.scene.describe()
    assert "T-34" not in page.board.scene.describe()
    recruit = {"front_rank": 1, "unit": {"men": 1, "leaders": [], "quality": "green"}}
    page = Tabletop("pz8-colonial", "mission-station", laid={"states": {"1st section": recruit}})
    assert page.asked is not None
    assert (page.asked.inputs["figures"], page.asked.inputs["quality"]) == (1, "green")


def test_the_key_names_the_sides_and_what_is_shown_of_the_shooter() -> None:
    key = Tabletop("pz8-aerial-1935", "on-the-tail").board.controls.sides.value
    assert re.findall(r"</i> ([^<]+)", key) == [
        "British",
        "German",
        "where it can move",
        "where it can fire",
        "both",
    ]
    key = Tabletop("pz8-colonial", "mission-station").board.controls.sides.value
    assert re.findall(r"</i> ([^<]+)", key) == ["European", "Native", "where it can move"]
    key = Tabletop("pz8-coastal", "guns-by-night").board.controls.sides.value
    assert re.findall(r"</i> ([^<]+)", key) == ["Axis", "Allied", "ends of its move"]


def test_a_lesson_shows_only_the_boxes_that_it_uses() -> None:
    spent = "artillery points of the attacker"
    controls = Tabletop("pz8-ww1", "strongpoint", laid={"pack": [spent]}).board.controls
    shown = [each.children[-1] for each in controls.tools.children[:-1]]
    assert [name for name, box in controls.stock.items() if box in shown] == [spent]


def test_a_table_is_laid_with_its_own_bases_only() -> None:
    table = system("pz8-ww2").tabletop("first-shot", system("pz8-ww2").rules)
    wrong: tuple[dict[str, Any], ...] = ({"only": ["Tiger"]}, {"places": {"Tiger": [1, 1]}})
    for laid in wrong:
        with pytest.raises(BadInput, match="unknown base 'Tiger'"):
            laid_out(table, laid)


def test_a_part_of_a_unit_is_changed_only_to_what_goes_together() -> None:
    table = system("pz8-colonial").tabletop("mission-station", system("pz8-colonial").rules)
    alone = {"states": {"Left horn": {"unit": {"men": 1, "leaders": []}}}}
    assert laid_out(table, alone).position.units["Left horn"].ordinary == 1
    with pytest.raises(BadInput, match="has 0 men, but 1 leaders among them"):
        laid_out(table, {"states": {"Left horn": {"unit": {"men": 0}}}})
