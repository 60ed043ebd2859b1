"""The calculator without a browser: buttons pressed, traits set, what it shows against what the rules say."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from fractions import Fraction
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest

from pz8edu import BadInput, ask, ids, system
from pz8edu.show.outcome_styles import GRAVE, HARMLESS
from pz8edu.show.outcomes import spoken
from pz8widgets.calculators.calculator import Calculator
from pz8widgets.calculators.export import command, export, python_line
from pz8widgets.calculators.play_many import told as told_of_games
from pz8widgets.calculators.rule_text import RuleText
from pz8widgets.page.drawing_name import KERNEL

WW2 = system("pz8-ww2")
SHOT: dict[str, Any] = {"attack": 5, "defence": 4, "over_half_range": True}


@pytest.fixture
def shot() -> Calculator:
    return Calculator("pz8-ww2", "direct-fire", **SHOT, seed=3)


def text_of(html: str) -> str:
    """What a screen reader reads of some HTML."""
    shown = re.sub(r"<svg.*?</svg>", " ", html, flags=re.DOTALL)
    shown = re.sub(r'<span class="pz8-fraction" aria-hidden="true">.*?</span></span>', " ", shown)
    shown = re.sub(r"</?abbr[^>]*>", "", shown)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", shown)).split())


def rows_of(calculator: Calculator) -> dict[str, list[str]]:
    """The bars as words: outcome -> its fractions, before and now."""
    rows = re.findall(r"<tr.*?</tr>", calculator.knowing.value)
    return {
        text_of(re.findall(r"<th.*?</th>", row)[0]): re.findall(r'class="pz8-(?:unseen|whole)">([^<]*)<', row)
        for row in rows
    }


# --- what it shows
def test_the_odds_on_the_page_are_those_of_the_rules(shot: Calculator) -> None:
    exact = ask("pz8-ww2", "direct-fire", SHOT).fractions()
    assert rows_of(shot) == {word: [str(chance)] for word, chance in exact.items()}
    assert shot.odds == ask("pz8-ww2", "direct-fire", SHOT)


def test_a_shot_step_by_step(shot: Calculator) -> None:
    assert text_of(shot.asked.value) == (
        "1 To hit: 5 or more on a D6 4 or more, −1 target over half range (§5) hit 1/3 33.3 %"
    )
    (die,) = shot.picking.children
    assert die is shot.pickers[0].box
    assert set(shot.pickers[0].buttons._dom_classes) >= {"pz8-pips", "pz8-want-5", "pz8-want-6"}
    shot.pickers[0].buttons.value = "to hit 6"
    assert text_of(shot.told.value) == (
        "1 To hit: 5 or more on a D6 4 or more, −1 target over half range (§5) 1 2 3 4 5 6 hit 1/3 33.3 % "
        "you rolled 6"
    )
    assert rows_of(shot)["ok"] == ["29/36", "5/12"]
    assert [picker.buttons.description for picker in shot.pickers] == ["attack", "defence"]
    shot.pickers[0].buttons.value = "attack 4"
    assert "attack" in text_of(shot.asked.value)
    assert "+ 5 = 9" in text_of(shot.asked.value)
    assert rows_of(shot)["destroyed"] == ["5/54", "1/3"]
    shot.pickers[0].buttons.value = "defence 3"
    assert "margin +2" in text_of(shot.told.value)
    assert text_of(shot.end.value) == (
        "Suppressed This path: 1/3 × 5/36 = 5/108 4.63 % It may neither move nor fire until it rallies; "
        "a second such result, or close combat, destroys it. (§6)"
    )
    assert rows_of(shot)["suppressed"] == ["5/108", "1"]
    assert shot.picking.children == ()


def test_undo_again_and_roll_again(shot: Calculator) -> None:
    pages = []
    assert shot.undo_button.disabled
    while shot.end.value == "":
        pages.append((shot.told.value, shot.asked.value, shot.tree.value, shot.knowing.value))
        shot.roll_button.click()
    assert shot.roll_button.description == "Roll again"
    for told, asked, tree, knowing in reversed(pages):
        shot.undo_button.click()
        assert (shot.told.value, shot.asked.value, shot.tree.value, shot.knowing.value) == (
            told,
            asked,
            tree,
            knowing,
        )
    while shot.end.value == "":
        shot.roll_button.click()
    shot.roll_button.click()
    assert shot.play is not None
    assert len(shot.play.dice) == 1, "rolling again begins with the first die"
    shot.again_button.click()
    assert shot.play.dice == {}


def test_the_same_seed_rolls_the_same_dice() -> None:
    fallen = []
    for _ in range(2):
        calculator = Calculator("pz8-ww2", "direct-fire", **SHOT, seed=11)
        for _ in range(4):
            calculator.roll()
        assert calculator.play is not None
        fallen.append(calculator.play.dice)
    assert fallen[0] == fallen[1]


def test_keys_roll_choose_take_back_and_begin_again(shot: Calculator) -> None:
    assert shot.play is not None
    shot.keyboard.heard("6")
    assert shot.play.dice == {"to hit": 6}
    shot.keyboard.heard("9")
    assert shot.play.dice == {"to hit": 6}, "no die has a 9"
    shot.keyboard.heard("u")
    assert shot.play.dice == {}
    shot.keyboard.heard("r")
    assert len(shot.play.dice) == 1
    shot.keyboard.heard("a")
    assert shot.play.dice == {}


def test_what_happens_is_said_to_a_screen_reader(shot: Calculator) -> None:
    assert shot.keyboard.news == "Now to hit: 5 or more on a D6."
    shot.throw("to hit", 6)
    assert shot.keyboard.news == "to hit: 6, hit. Now damage: D6 + 5 against D6 + 4."
    shot.throw("attack", 4)
    shot.throw("defence", 3)
    assert shot.keyboard.news.endswith("Outcome: suppressed. Chance of this path: 5/108.")
    shot.undo()
    assert shot.keyboard.news.startswith("Taken back.")


def test_the_tree_lights_the_path_and_has_the_patterns_of_the_outcomes(shot: Calculator) -> None:
    for label, face in (("to hit", 6), ("attack", 4), ("defence", 3)):
        shot.throw(label, face)
    drawing = ElementTree.fromstring(shot.tree.value.partition(">")[2].partition("</svg>")[0] + "</svg>")
    svg = "{http://www.w3.org/2000/svg}"
    patterns = [pattern.get("id") for pattern in drawing.iter(f"{svg}pattern")]
    fills = {rect.get("fill") for rect in drawing.iter(f"{svg}rect")}
    assert len(patterns) == 3, "ok, disorganized and suppressed; destroyed is plain"
    assert all(f"url(#{name})" in fills for name in patterns)
    other = Calculator("pz8-ww2", "rally")
    assert not set(re.findall(r'id="([^"]+)"', other.tree.value)) & set(patterns), "names are not shared"
    assert all(str(name).startswith(KERNEL) for name in patterns), "nor with another kernel's"
    heavy = [group for group in drawing.iter(f"{svg}g") if group.get("stroke-width") == "3"]
    assert len(heavy[0]) == 2


# --- the situation
def test_the_same_dice_stay_when_the_situation_changes(shot: Calculator) -> None:
    shot.throw("to hit", 4)
    assert "Ok" in text_of(shot.end.value)
    shot.form.fill(over_half_range=False)
    assert "hit 1/2" in text_of(shot.told.value)
    assert "you rolled 4" in text_of(shot.told.value)
    shot.form.fill(cover="bunker")
    assert "miss" in text_of(shot.told.value)
    shot.undo()
    shot.form.fill(cover="open")
    assert shot.play is not None
    assert shot.play.dice == {}


def test_filling_from_outside_begins_again(shot: Calculator) -> None:
    shot.throw("to hit", 6)
    shot.fill(attack=3, facing="side", armoured=True)
    assert shot.play is not None
    assert shot.play.dice == {}
    assert shot.situation.attack == 3
    shot.throw("to hit", 6)
    shot.fill(attack=3)
    assert shot.play.dice == {}, "the same situation is begun again too"
    with pytest.raises(BadInput, match="attack must be a whole number from 0 to 6; got 9"):
        shot.fill(attack=9)


def test_a_situation_that_cannot_be_used_says_why_and_shows_no_numbers() -> None:
    calculator = Calculator("pz8-ww2", "deviation", units=[{"name": "a", "x": 0, "y": 2}])
    calculator.form.fields["units"].editor.entries[0][0].parts["name"].widget.value = "nothing"
    assert calculator.situation is None
    assert calculator.odds is None
    assert 'cannot be called "nothing"' in text_of(calculator.fault.value)
    assert calculator.tree.value == calculator.knowing.value == ""
    assert calculator.roll_button.disabled
    calculator.roll()
    with pytest.raises(BadInput):
        calculator.throw("direction", 1)
    calculator.form.fields["units"].editor.entries[0][0].parts["name"].widget.value = "tank"
    assert calculator.odds is not None
    assert calculator.fault.value == ""


# --- rules and readings
def test_readings_are_switches_with_their_effect(shot: Calculator) -> None:
    shot.form.fill(cover="bunker", quality="green")
    assert rows_of(shot) == {"ok": ["1"]}
    shot.show("Readings")
    panel = shot.panels["Readings"]
    assert list(panel.choices) == list(WW2.calculators["direct-fire"].readings)
    said = text_of(panel.effects["R1"].value)
    odds = ask("pz8-ww2", "direct-fire", SHOT | {"cover": "bunker", "quality": "green"}, reading="R1=b")
    assert f"with R1=b: ok − {1 - odds.fraction('ok')}" in said
    assert f"destroyed + {odds.fraction('destroyed')}" in said
    assert text_of(panel.effects["R2"].value) == "with R2=b: nothing changes here"
    panel.choices["R1"].value = "b"
    assert str(shot.rules) == "pz8-ww2(R1=b)"
    assert "in force: R1=b" in shot.heading.value
    assert rows_of(shot)["destroyed"] == [str(odds.fraction("destroyed"))]
    assert "with R1=a: ok +" in text_of(panel.effects["R1"].value)


def test_numbers_of_the_book_may_be_changed_and_put_back(shot: Calculator) -> None:
    shot.show("Change the rules")
    panel = shot.panels["Change the rules"]
    shown = [field.tooltip for field in panel.fields.children]
    assert shown[:2] == ["hit_on", "over_half_range"]
    assert "destroyed_by" in shown
    panel.numbers["hit_on"].value = 3
    changed = WW2.rules.variant(hit_on=3)
    assert shot.rules == changed
    assert shot.odds == ask("pz8-ww2", "direct-fire", SHOT, rules=changed)
    assert panel.variant.value == "hit_on=3"
    assert "Against the printed rules: " in text_of(panel.effect.value)
    panel.numbers["suppressed_by"].value = 9
    assert "must rise" in text_of(panel.problem.value)
    assert shot.rules == changed
    panel.variant.value = "hit_on=2, R3=b, attack/tank/armour=5"
    assert "row of the attack table" in text_of(panel.problem.value)
    panel.variant.value = "hit_on=2, R3=b"
    assert shot.rules == WW2.rules.variant(hit_on=2, R3="b")
    panel.back.click()
    assert shot.rules == WW2.rules
    assert panel.numbers["hit_on"].value == 4
    assert panel.back.disabled


def test_readings_and_variants_may_be_given() -> None:
    bolder = WW2.rules.variant(hit_on=3)
    calculator = Calculator("pz8-ww2", "direct-fire", rules=bolder, reading="R2=b", inputs=SHOT)
    assert str(calculator.rules) == "pz8-ww2(hit_on=3, R2=b)"
    assert calculator.odds == ask("pz8-ww2", "direct-fire", SHOT, rules=bolder, reading="R2=b")
    mine = Calculator(WW2.calculators["rally"], rules=bolder, condition="suppressed")
    assert mine.question.id == "rally"


@pytest.mark.parametrize(
    ("arguments", "more", "sentence"),
    [
        (("pz8-ww3", "rally"), {}, "unknown rule system 'pz8-ww3'"),
        (("pz8-ww2", "direct"), {}, "unknown calculator of pz8-ww2 'direct'; did you mean 'direct-fire'?"),
        (("pz8-ww2",), {}, "a calculator of pz8-ww2 is asked by its name: side-roll,"),
        (("pz8-ww2", "rally"), {"conditon": "ok"}, "unknown input 'conditon'; did you mean 'condition'?"),
        (("pz8-ww2", "rally"), {"reading": "R99=b"}, "unknown reading"),
    ],
)
def test_what_cannot_be_shown_is_refused(
    arguments: tuple[str, ...], more: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(BadInput) as fault:
        Calculator(*arguments, **more)
    assert str(fault.value).startswith(sentence)


# --- the other cards
def test_the_rule_stands_beside_its_section(shot: Calculator) -> None:
    shot.show("The rule")
    panel = shot.open_panel
    assert isinstance(panel, RuleText)
    assert "section 5: Fire In its side's Fire phase a unit that is not Suppressed may fire" in text_of(
        panel.book.value
    )
    said = text_of(panel.text.value)
    assert "To hit: 5 or more on a D6 section 5 −1 target over half range §5" in said
    assert "the rule in Python: opposed_roll def opposed_roll(" in said


def test_the_rule_says_why_a_number_is_what_it_is() -> None:
    shown = Calculator("pz8-ww2", "direct-fire", attack=5, defence=5, facing="side", armoured=True)
    shown.show("The rule")
    panel = shown.open_panel
    assert isinstance(panel, RuleText)
    told = text_of(panel.why.value)
    assert told.startswith("why these numbers: what the rule looked at in this situation")
    assert "facing = side: input" in told
    assert "hit on = 4" in told
    shown.fill(facing="front")
    assert "facing = front: input" in text_of(panel.why.value)


def test_the_rule_of_a_child_stands_whole_with_its_owners() -> None:
    child = Calculator("pz8-1975", "to-hit", guided=True)
    child.show("The rule")
    panel = child.open_panel
    assert isinstance(panel, RuleText)
    told = text_of(panel.whole.value)
    assert "hit_on 4 score that hits with direct fire section 5 as pz8-ww2" in told
    assert "guided 1 shooting an ATGW or SAM section 5 as pz8-1950" in told
    assert "rules.of_the_weapon, section 5, as pz8-1950, instead of pz8-ww2" in told
    assert "def of_the_weapon(self, aim:" in told
    assert "R5 Is a bunker a fortification too? as pz8-ww2" in told
    assert "a (taken) a bunker counts -2 (default)" in told
    child.rules = child.rules.variant(hit_on=3)
    assert "hit_on 3 score that hits" in text_of(panel.whole.value)


def test_the_arithmetic_adds_up(shot: Calculator) -> None:
    shot.show("The arithmetic")
    page = shot.opened.children[0].children[2].value
    namespace = "{http://www.w3.org/1998/Math/MathML}"
    found = {}
    for maths in re.findall(r"<math.*?</math>", page):
        row = ElementTree.fromstring(maths)[0]
        terms, sums = Fraction(1), []
        after_equals = 0
        for part in row:
            if part.tag == f"{namespace}mo" and part.text == "=":
                after_equals += 1
                if after_equals == 2:
                    sums.append(terms)
                    terms = Fraction(1)
            elif part.tag == f"{namespace}mo" and part.text == "+":
                sums.append(terms)
                terms = Fraction(1)
            elif part.tag == f"{namespace}mfrac":
                terms *= Fraction(int(part[0].text or 0), int(part[1].text or 1))
        word = row.findtext(f"{namespace}mtext")
        assert sum(sums) == terms, word
        found[word] = terms
    assert found == shot.odds.fractions()
    assert r"\cdot" in text_of(page)


def test_a_thousand_games_pile_up_against_the_exact_shares(shot: Calculator) -> None:
    shot.show("Play it 1,000 times")
    panel = shot.panels["Play it 1,000 times"]
    pile = panel.pile
    assert pile.frames == []
    panel.button.click()
    assert [row[0] for row in pile.rows] == list(shot.odds)
    assert [row[2] for row in pile.rows] == pytest.approx([29 / 36, 1 / 18, 5 / 108, 5 / 54])
    games = [frame[0] for frame in pile.frames]
    assert games[:26] == list(range(26)), "one by one at first"
    assert games[-1] == 1000
    assert len(games) < 120, "then faster and faster"
    assert all(sum(counts) == played for played, *counts in pile.frames)
    assert "1,000 games with seed 1." in pile.told
    assert "chance alone does not do that" not in pile.told
    first = pile.frames
    panel.button.click()
    assert pile.frames == first, "the same seed plays the same games"
    panel.next.click()
    assert panel.seed.value == 2
    assert pile.frames != first
    shot.form.fill(attack=1)
    assert (pile.frames, pile.told) == ([], ""), "the games of another situation are gone"


def test_the_expected_error_is_said_in_games() -> None:
    rows = [("miss", HARMLESS, Fraction(1, 2)), ("hit", GRAVE, Fraction(1, 2))]
    said = told_of_games(rows, [0] * 60 + [1] * 40, 7)
    assert "“miss”: it came up 60 times, 50 were expected, give or take 5.0." in said
    assert "√(100 × 1/2 × 1/2)" in said
    assert "does not do that" not in said
    assert "This is 6.0 times as far off" in told_of_games(rows, [0] * 80 + [1] * 20, 7)
    assert (
        told_of_games([("ok", HARMLESS, Fraction(1))], [0], 7)
        == "1 game with seed 7. Nothing else can happen."
    )


def test_dice_fall_only_when_they_are_thrown(shot: Calculator) -> None:
    shot.throw("to hit", 6)
    assert shot.told.value.count("pz8-falls") == 1
    assert "--from:80.56%" in shot.knowing.value, "the bars move from what was known"
    shot.form.fill(attack=4)
    assert "pz8-falls" not in shot.told.value
    assert "--from" not in shot.knowing.value


def test_everything_can_be_taken_along(shot: Calculator, tmp_path: Any) -> None:
    shot.form.fill(cover="rough")
    shot.rules = WW2.rules.variant(R3="b", hit_on=3)
    shot.show("Export")
    page = shot.opened.children[0].children[2].value
    assert re.findall(r'download="([^"]+)"', page) == [
        f"pz8-ww2-direct-fire.{kind}" for kind in ("csv", "paths.csv", "svg", "tex", "json")
    ]
    for name in ("odds.csv", "all.paths.csv", "tree.svg", "sums.tex", "answer.json"):
        assert export(shot, tmp_path / name).stat().st_size > 60
    answer = json.loads((tmp_path / "answer.json").read_text(encoding="utf-8"))
    assert answer["changes"] == {"hit_on": 3, "R3": "b"}
    assert answer["outcomes"]["ok"] == str(shot.odds.fraction("ok"))
    with pytest.raises(BadInput, match="unknown kind of file 'pdf'"):
        export(shot, tmp_path / "tree.pdf")


def test_the_command_and_the_python_line_repeat_the_answer(shot: Calculator) -> None:
    shot.rules = WW2.rules.variant(R3="b", hit_on=3)
    words = shlex.split(command(shot))
    assert words[:6] == ["python", "-m", "pz8edu", "ask", "pz8-ww2", "direct-fire"]
    run = [sys.executable, *words[1:-1], "--json"]
    told = subprocess.run(run, capture_output=True, check=True, text=True).stdout
    exact = {word: f"{c.numerator}/{c.denominator}" for word, c in shot.odds.fractions().items()}
    assert json.loads(told)["outcomes"] == exact
    first, *_, last = python_line(shot).splitlines()
    assert first == "from pz8edu import ask, system"
    assert last == 'ask("pz8-ww2", "direct-fire", over_half_range=True, attack=5, defence=4, rules=rules)'


def test_lists_and_records_travel_through_the_command() -> None:
    shots = [{"attack": 5}, {"attack": 4, "over_half_range": True}]
    calculator = Calculator("pz8-ww2", "fire-phase", shots=shots, target={"defence": 4})
    run = [sys.executable, *shlex.split(command(calculator))[1:-1], "--json"]
    told = json.loads(subprocess.run(run, capture_output=True, check=True, text=True).stdout)
    assert told["outcomes"]["destroyed"] == str(calculator.odds.fraction("destroyed"))


def test_only_one_card_is_open_and_it_can_be_closed(shot: Calculator) -> None:
    assert shot.switches.value is None
    for panel in Calculator.PANELS:
        shot.show(panel.title)
        assert shot.switches.value == panel.title
        assert shot.opened.children == (shot.panels[panel.title].card,)
    shot.opened.children[0].children[1].children[1].click()
    assert shot.switches.value is None
    assert shot.opened.children == ()
    with pytest.raises(BadInput, match="unknown card 'Odds'"):
        shot.show("Odds")


# --- all of them
@pytest.mark.whole_domain(4)
@pytest.mark.parametrize("name", WW2.calculators)
def test_every_calculator_of_pz8_ww2_plays_to_its_end(name: str) -> None:
    calculator = Calculator("pz8-ww2", name, seed=5)
    play = calculator.play
    assert play is not None
    assert {word: text[-1] for word, text in rows_of(calculator).items()} == {
        spoken(word): str(chance) for word, chance in play.before.fractions().items()
    }
    for _ in range(20):
        if play.outcome is not None:
            break
        calculator.roll_button.click()
    assert play.outcome is not None
    assert text_of(calculator.end.value).lower().startswith(spoken(play.outcome).lower())
    assert rows_of(calculator)[spoken(play.outcome)][-1] == "1"
    for panel in Calculator.PANELS:
        calculator.show(panel.title)
    still = calculator._repr_mimebundle_()
    assert all(word in still["text/html"] and word in still["text/plain"] for word in play.before)
    ElementTree.fromstring(calculator.drawing())


def test_a_card_that_is_opened_is_filled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calculator = Calculator("pz8-ww2", "direct-fire", attack=5, defence=4)
    for title, panel in calculator.panels.items():
        filled: list[str] = []
        monkeypatch.setattr(panel, "follow", lambda title=title, filled=filled: filled.append(title))
        calculator.show(title)
        assert filled == [title]


@pytest.mark.whole_domain(16)
@pytest.mark.parametrize(
    ("system_id", "question"), [(each, name) for each in ids() for name in system(each).calculators]
)
def test_every_calculator_of_every_system_opens(system_id: str, question: str) -> None:
    calculator = Calculator(system_id, question, seed=5)
    if calculator.play is None:
        assert calculator.fault.value, "it says why it cannot be used"
        return
    calculator.roll()
    assert calculator.told.value or calculator.asked.value or calculator.end.value


def test_a_pool_is_thrown_by_its_faces_or_its_count() -> None:
    from pz8edu import Umpire
    from pz8edu.core import Calculator as Question

    def volley(umpire: Umpire, situation: Any, rules: Any) -> str:
        hits = umpire.pool("volley", 4, on=5)
        return "broken" if hits >= 3 else "holds"

    question = Question("volley", "Volley", "2", WW2.calculators["side-roll"].situation, volley)
    calculator = Calculator(question, rules=WW2.rules)
    picker = calculator.pickers[0]
    assert picker.buttons.options == ("0", "1", "2", "3", "4")
    assert picker.faces is not None
    picker.faces.value = "6 5"
    assert "a throw of 4 dice" in text_of(calculator.fault.value)
    picker.faces.value = "6515"
    assert "Broken" in text_of(calculator.end.value)
    assert text_of(calculator.told.value).count("5") >= 2
    calculator.undo()
    picker.buttons.value = "1"
    assert "Holds" in text_of(calculator.end.value)


def test_cards_and_classes_of_dice_are_offered_in_words() -> None:
    cards = Calculator("pz8-colonial", "card-colours", draws=2)
    assert cards.pickers[0].buttons.options == ("2 plain black", "1 red, 1 plain black", "2 red")
    cards.pickers[0].buttons.value = "1 red, 1 plain black"
    assert "you drew 1 red, 1 plain black" in text_of(cards.told.value)
    burst = Calculator("pz8-colonial", "machine-gun")
    listed = burst.pickers[0].list
    assert listed is not None
    assert listed.options[:3] == ("none of them", "1 × ones", "2 × ones")


def test_a_die_shows_its_own_faces() -> None:
    twenty = Calculator("panzer8-expansion", "communication-test")
    listed = twenty.pickers[0].list
    assert listed is not None
    assert listed.options == tuple(map(str, range(1, 21)))

    from pz8edu import Umpire, die
    from pz8edu.core import Calculator as Question

    def rolled(faces: Any) -> Any:
        def rule(umpire: Umpire, situation: Any, rules: Any) -> str:
            return "high" if umpire.roll("die", faces) >= 2 else "low"

        form = WW2.calculators["side-roll"].situation
        return Calculator(Question("die", "Die", "2", form, rule), rules=WW2.rules).pickers[0].buttons

    assert "pz8-pips" in rolled(die(3))._dom_classes
    shifted = rolled(die(4) - 1)
    assert shifted.options == ("0", "1", "2", "3")
    assert "pz8-faced" in shifted._dom_classes
    assert "pz8-pips" not in shifted._dom_classes


def test_a_die_that_is_read_through_a_table_shows_what_it_comes_to() -> None:
    """A one takes off three points, a four none: no button for three points looks like a three."""
    shells = Calculator("pz8-ww1", "support-fire", ap=1).pickers[0].buttons
    assert shells.options == ("0", "1", "2", "3")
    assert "pz8-pips" not in shells._dom_classes
    assert not [each for each in shells._dom_classes if each.startswith("pz8-want-")]
    assert "pz8-faced" in shells._dom_classes


# --- size
def test_the_saved_state_is_small(shot: Calculator) -> None:
    import ipywidgets

    state: dict[str, Any] = {}

    def gather(widget: Any) -> None:
        if widget.model_id in state:
            return
        state[widget.model_id] = widget.get_state()
        for value in widget.get_state().values():
            for each in value if isinstance(value, (list, tuple)) else [value]:
                if isinstance(each, str) and each.startswith("IPY_MODEL_"):
                    gather(ipywidgets.widgets.widget._instances[each.removeprefix("IPY_MODEL_")])

    gather(shot)
    kinds = [str(part["_model_name"]) for part in state.values()]
    assert sum(not kind.endswith(("LayoutModel", "StyleModel")) for kind in kinds) < 60
    assert sum(len(str(part.get("value", ""))) for part in state.values()) < 12_000


def test_the_bands_of_a_step_look_as_the_outcomes_do_and_other_answers_are_grey() -> None:
    shot = Calculator("asp-ww2", "effect", need=4, grade="C")
    assert "pz8-o-harmless" in shot.asked.value
    assert "pz8-o-neutral" not in shot.asked.value
    salvo = Calculator("pz8-aerial-1965", "hs-missile", missiles=2)
    assert set(re.findall(r"pz8-o-(\w+)", salvo.asked.value)) <= {"plain", "kind"}
