"""The page of a question that is played turn after turn: its numbers, its cards, its answers to bad input."""

from __future__ import annotations

import csv
import io
import json
import re
from base64 import b64decode
from collections.abc import Mapping
from fractions import Fraction
from html import unescape
from typing import Any

import pytest

from pz8edu import BadInput, ask, chain_of, ids, system, what_if
from pz8edu.asking.json_lines import fraction_text
from pz8edu.core.chains.model import LATER
from pz8edu.pages.meanings import meaning
from pz8widgets import TurnByTurn
from pz8widgets.turns.duration import turns_plot
from pz8widgets.turns.play_turns import game
from pz8widgets.turns.trajectory import GOING_ON, styles_of

DUEL = {
    "A": {"attack": 5, "defence": 4, "armoured": True},
    "B": {"attack": 4, "defence": 4, "armoured": True},
}
CHAINS = [(each, name) for each in ids() for name in system(each).chains]


def text_of(html: str) -> str:
    shown = re.sub(r'<span class="pz8-fraction" aria-hidden="true">.*?</span></span>', " ", html)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", shown)).split())


@pytest.fixture
def rally() -> TurnByTurn:
    return TurnByTurn("pz8-ww2", "rally-chain", condition="suppressed", quality="green")


@pytest.fixture
def duel() -> TurnByTurn:
    return TurnByTurn("pz8-ww2", "duel", **DUEL)


# --- every chain question
@pytest.mark.whole_domain(12)
@pytest.mark.parametrize(("system_id", "name"), CHAINS)
def test_every_chain_question_opens_and_agrees_with_ask(system_id: str, name: str) -> None:
    page = TurnByTurn(system_id, name)
    assert page.situation is not None, page.form.problem
    asked = ask(system_id, name, page.situation.plain(), question_kind="chain")
    assert fraction_text(page.results) == fraction_text(as_fractions(asked))
    assert page.told.value
    assert page.system.title in page.heading.value
    question = system(system_id).chains[name]
    assert (page.chain is None) == (
        question.chain is None or question.chain(page.situation, page.rules) is None
    )
    for title in page.switches.options:
        page.show(title)
        assert page.open_panel is page.panels[title]
    still = page._repr_mimebundle_()
    assert question.title in unescape(still["text/html"])


@pytest.mark.whole_domain(12)
@pytest.mark.parametrize(("system_id", "name"), CHAINS)
def test_columns_and_duration_are_those_of_the_chain(system_id: str, name: str) -> None:
    page = TurnByTurn(system_id, name)
    if page.chain is None or page.trajectory is None:
        assert "nothing to follow" in page.told.value
        assert page.turns.layout.display == page.lasting.layout.display == "none"
        return
    assert page.trajectory.duration == page.chain.duration(page.trajectory.last)
    for view in page.views:
        page.look_at(view)
        assert len(page.names) <= 8
        assert len({page.styles[name] for name in page.names}) == len(page.names)
        for turn in (0, page.trajectory.last):
            law = page.chain.after(turn).map(page.chain.word).map(page.view.read)
            shown = page.laws[turn]
            assert sum(shown.fractions().values()) == 1
            told = [name for name in page.names if not name.endswith(" others")]
            assert all(shown.fraction(name) == law.fraction(name) for name in told)
    last = [bar for bar in page.pane.plot.bars if bar.x == page.trajectory.last]
    assert max(bar.top for bar in last) == pytest.approx(1)


def as_fractions(results: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: Fraction(int(value.p), int(value.q)) if hasattr(value, "is_Rational") else value
        for name, value in results.items()
    }


# --- turn after turn
def test_the_turn_that_is_asked_for_is_marked(rally: TurnByTurn) -> None:
    assert rally.turn == 3
    assert rally.pane.plot.at == 3
    assert "After turn 3" in rally.now.value
    chain = chain_of("pz8-ww2", "rally-chain", condition="suppressed", quality="green")
    law = chain.after(3).map(str)
    for name in ("ok", "disorganized", "suppressed"):
        assert str(law.fraction(name)) in text_of(rally.now.value)
    assert "After turn 3: ok 7.41 %, disorganized 34.7 %, suppressed 57.9 %." in rally.pane.label
    assert rally.pane.news.startswith("After turn 3: ok 7.41 %")


def test_buttons_slider_and_plot_move_the_mark(rally: TurnByTurn) -> None:
    rally.on.click()
    assert (rally.turn, rally.slider.value, rally.pane.plot.at) == (4, 4, 4)
    rally.back.click()
    rally.slider.value = 7
    assert rally.turn == 7
    rally._clicked(1.8)
    assert rally.turn == 2
    rally.step(-99)
    assert rally.turn == 0
    assert rally.back.disabled
    assert "before anything has happened" in rally.now.value
    rally.turn = 9999
    assert rally.trajectory is not None
    assert rally.turn == rally.trajectory.last
    assert rally.on.disabled


def test_the_still_picture_has_a_column_for_every_turn(rally: TurnByTurn) -> None:
    assert rally.trajectory is not None
    columns = {bar.x for bar in rally.pane.plot.bars}
    assert columns == set(range(rally.trajectory.last + 1))
    assert len(re.findall(r"M[\d.]+ [\d.]+h", rally.pane.poster)) > rally.trajectory.last
    assert rally.trajectory.going_on[-1] <= Fraction(1, 100) < rally.trajectory.going_on[-2]


def test_an_input_is_followed(rally: TurnByTurn) -> None:
    before = rally.results["expected_rally_phases"]
    rally.fill(quality="elite", turns=5)
    assert rally.results["expected_rally_phases"] < before
    assert rally.turn == 5
    assert rally.results == ask("pz8-ww2", "rally-chain", condition="suppressed", quality="elite", turns=5)
    rally.rules = rally.rules.variant(rally_on=4)
    assert "in force: rally_on=4" in rally.heading.value
    changed = ask("pz8-ww2", "rally-chain", rally.situation.plain(), rules=rally.rules)
    assert rally.results == changed


def test_a_duel_can_be_looked_at_in_several_ways(duel: TurnByTurn) -> None:
    assert list(duel.views) == ["how it ends", "A", "B", "every state"]
    assert duel.names == (GOING_ON, "A destroyed", "B destroyed")
    duel.look_at("A")
    assert duel.names == ("ok", "disorganized", "suppressed", "destroyed")
    assert duel.styles["destroyed"].name == "lost"
    with pytest.raises(BadInput, match="unknown way to look 'C'"):
        duel.look_at("C")


def test_no_end_of_a_duel_looks_harmless() -> None:
    styles = styles_of((GOING_ON, "x wins", "y wins"))
    assert [style.name for style in styles.values()] == ["neutral", "pinned", "shaken"]


# --- how long it takes
def test_the_length_is_told_in_words_and_numbers(rally: TurnByTurn) -> None:
    assert rally.chain is not None
    said = text_of(rally.duration.value)
    assert said.startswith("Half the time it is over by turn 10 , nine times in ten by turn 22.")
    law = rally.chain.duration(22)
    by = [sum((law.fraction(turn) for turn in range(last + 1)), Fraction(0)) for last in range(23)]
    assert by[9] < Fraction(1, 2) <= by[10]
    assert by[21] < Fraction(9, 10) <= by[22]
    assert "On average 12 turns" in said
    assert f"Variance {rally.chain.variance_of_turns()}" in said


def test_play_that_may_never_end_has_no_average() -> None:
    near = {"attack": 0, "defence": 3, "cover": "rough", "in_command": False}
    far = {"attack": 0, "defence": 4, "over_half_range": True, "in_command": False}
    page = TurnByTurn("pz8-ww2", "duel", A=far, B=near)
    assert page.chain is not None
    stalemate = page.results["p_stalemate"]
    assert 0 < stalemate < 1
    said = text_of(page.duration.value)
    assert f"({float(stalemate) * 100:.1f} %) of all cases it never ends" in said
    gun = TurnByTurn("pz8-aerial-1935", "ww1-gun", activations=6)
    assert "This is never over" in gun.duration.value
    assert gun.trajectory is not None
    assert gun.trajectory.last >= 6
    assert gun.chain is not None
    for state, share in gun.chain.long_run().fractions().items():
        assert f"{gun.chain.word(state)} {share}" in text_of(gun.duration.value)


def test_what_comes_later_is_cut_off_but_told() -> None:
    law: dict[Any, Fraction] = {1: Fraction(1, 10), 2: Fraction(1, 10), LATER: Fraction(8, 10)}
    plot = turns_plot(law, 2, "over")
    assert plot.x_title == "over in turn (80.0 % later)"
    assert max(bar.top for bar in plot.bars) <= plot.y_range[1] == 0.1
    assert dict(plot.x_ticks or {})[3.0] == "later"


# --- big chains
def test_a_big_duel_is_solved_only_when_somebody_waits() -> None:
    page = TurnByTurn("pz8-naval", "gunnery-duel", x="Hood", y="Bismarck", turns=12)
    assert not page.solvable
    assert "1,922 states" in page.duration.value
    assert page.wait in page.beside.children[0].children
    page.show("First passage")
    assert "takes some seconds" in page.panels["First passage"].page_words.value  # type: ignore[attr-defined]
    page.show("What if?")
    panel = page.panels["What if?"]
    panel.wait.click()  # type: ignore[attr-defined]
    assert "The odds after turn 12:" in panel.lead.value  # type: ignore[attr-defined]
    exact = page.laws[10].fraction("x wins")
    assert exact == chain_of("pz8-naval", "gunnery-duel", x="Hood", y="Bismarck", turns=12).after(10).map(
        lambda fight: fight.winner
    ).fraction("x wins")


def test_a_course_that_stops_early_says_so() -> None:
    page = TurnByTurn("pz8-naval", "gunnery-duel", x="Hood", y="Bismarck", turns=400)
    assert page.trajectory is not None
    assert 60 < page.turn == page.trajectory.last < 400
    assert f"Followed exactly as far as turn {page.turn}, not to turn 400" in page.now.value
    assert all(isinstance(value, float) for value in page.results.values()), "as the interface has them"
    page.fill(turns=9)
    assert "Followed" not in page.now.value


# --- the cards below
def test_first_passage_to_a_state_by_name(duel: TurnByTurn) -> None:
    duel.show("First passage")
    panel: Any = duel.open_panel
    assert panel.state.options[:2] == ("A destroyed", "B destroyed")
    chain = chain_of("pz8-ww2", "duel", **DUEL)
    panel.state.value = "A suppressed"
    said = text_of(panel.page_words.value)
    assert said.startswith("Play ever comes to “A suppressed” with the chance")
    assert f"{float(chain.chance_of('A suppressed')) * 100:.1f} %" in said
    assert f"on average in turn {float(chain.turns_until('A suppressed') or 0):.3f}" in said
    panel.state.value = "A ok"
    assert "Play begins with “A ok”" in text_of(panel.page_words.value)


def test_what_if_the_chance_is_p(rally: TurnByTurn) -> None:
    rally.show("What if?")
    panel: Any = rally.open_panel
    assert panel.asked.value == "rally"
    assert "always ends “ok”" in text_of(panel.lead.value)
    assert r"E(\text{turns}) = \frac{2}{p}" in unescape(panel.formulas.value)
    assert "<mfrac>" in panel.formulas.value
    assert "at p = 1/2: 4" in panel.length.value
    assert "as printed" in panel.length.value


def test_formulas_that_are_too_long_are_told_by_their_degree(duel: TurnByTurn) -> None:
    duel.show("What if?")
    panel: Any = duel.open_panel
    panel.asked.value = "to hit"
    assert "Too long to be read: P(A destroyed) (a quotient of polynomials" in text_of(panel.formulas.value)
    assert "As printed it is 1/3 or 1/2, as the situation goes." in text_of(panel.lead.value)
    half = {line.name: dict(line.points)[0.5] for line in panel.pane.plot.lines}
    usual = chain_of("pz8-ww2", "duel", **DUEL)
    chain = what_if(usual, chance="to hit").at("1/2")
    assert half["A destroyed"] == pytest.approx(float(chain.chance_of("A destroyed")))


def test_one_game_is_played_with_a_seed(rally: TurnByTurn) -> None:
    rally.show("Play it once")
    panel: Any = rally.open_panel
    assert rally.chain is not None
    states = game(rally.chain, 1)
    assert states == game(rally.chain, 1)
    assert states[0] == rally.chain.start
    assert rally.chain.over(states[-1])
    assert f"Over in turn {len(states) - 1}: ok." in text_of(panel.game.value)
    before = panel.game.value
    panel.next.click()
    assert panel.seed.value == 2
    assert panel.game.value != before


def test_readings_and_printed_numbers_can_be_changed_here() -> None:
    page = TurnByTurn("pz8-ww2", "shots-to-destroy", attack=5, defence=4, armoured=True, over_half_range=True)
    page.show("Readings")
    readings: Any = page.open_panel
    assert set(readings.choices) == set(page.question.readings)
    other = page.rules.variant(R1="b")
    gain = ask("pz8-ww2", "shots-to-destroy", page.situation.plain(), rules=other)
    moved = (
        gain["p_destroyed_within"]
        - ask("pz8-ww2", "shots-to-destroy", page.situation.plain())["p_destroyed_within"]
    )
    if not moved:
        assert "with R1=b: nothing changes here" in text_of(readings.effects["R1"].value)
    page.show("Change the rules")
    changes: Any = page.open_panel
    assert "hit_on" in changes.numbers
    changes.numbers["hit_on"].value = 3
    assert page.rules.hit_on == 3
    assert "expected_shots −" in text_of(changes.effect.value)


def test_files_hold_the_exact_numbers(rally: TurnByTurn) -> None:
    rally.show("Export")
    html = rally.open_panel.lines.value  # type: ignore[union-attr]
    files = {
        kind: b64decode(packed).decode()
        for kind, packed in re.findall(r'download="[^"]*\.(\w+)" href="[^"]*base64,([^"]*)"', html)
    }
    answer = json.loads(files["json"])
    assert answer["results"] == {"expected_rally_phases": "12/1", "p_ok_within": "2/27"}
    rows = list(csv.DictReader(io.StringIO(files["csv"])))
    assert rows[3]["ok"] == "2/27"
    assert rows[3]["not over"] == "25/27"
    shown = text_of(html)
    assert "python -m pz8edu ask pz8-ww2 rally-chain condition=suppressed quality=green" in shown
    assert "chain_of(" in shown


# --- bad input
def test_what_cannot_be_is_answered_in_one_sentence() -> None:
    with pytest.raises(BadInput, match="unknown chain of pz8-ww2 'duell'; did you mean 'duel'"):
        TurnByTurn("pz8-ww2", "duell")
    with pytest.raises(BadInput, match="unknown input 'qualty'"):
        TurnByTurn("pz8-ww2", "rally-chain", qualty="green")
    belt = TurnByTurn("pz8-ww2", "mine-belt", real=1, fake=1, entered=2)
    assert belt.chain is None
    belt.fill(entered=3)
    assert belt.situation is None
    assert text_of(belt.told.value).startswith("entered must be at most real + fake = 2")
    assert belt.results == {}
    ships = TurnByTurn("pz8-naval", "gunnery-duel")
    ships.fill(x="Ajax", y="Hood")
    assert "must both be ships of sections 9" in ships.told.value
    assert ships.turns.layout.display == "none"
    assert "must both be ships" in ships._repr_mimebundle_()["text/html"]
    ships.fill(y="Exeter")
    assert "Crippled or Sunk" in re.sub("<[^>]*>", "", ships.told.value)
    assert ships.turns.layout.display == ""


@pytest.mark.parametrize(("system_id", "name"), CHAINS)
def test_meanings_speak_to_people(system_id: str, name: str) -> None:
    for text in system(system_id).chains[name].results.values():
        said = meaning(text)
        assert "num/den" not in said
        assert "null" not in said
        assert not re.search(r"'0/1'|only these|integer|\bn activations|limit of the share", said.lower())
        assert "key" not in said


def test_a_page_without_a_kernel_reads_well(rally: TurnByTurn) -> None:
    still = rally._repr_mimebundle_()
    assert "p_ok_within  2/27" in still["text/plain"]
    said = text_of(still["text/html"])
    assert "condition: suppressed, quality: green, turns: 3" in said
    assert "Chance to be ok after at most 3 rally phases" in said
    assert "Half the time it is over by turn 10" in said
