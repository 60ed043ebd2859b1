"""The card "What if a die is loaded?": its numbers against every face by itself, in every calculator."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping
from fractions import Fraction
from html import unescape
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pz8edu import BadInput, Distribution, Enumerating, ask, ids, system
from pz8widgets import Calculator
from pz8widgets.calculators.loading import LEANS, OWN
from pz8widgets.calculators.sensitivity_html import gain
from pz8widgets.calculators.simplex_sliders import FACES, FAIR, STEPS, shared, turned
from pz8widgets.calculators.unknowns import Unknown, changed, in_p
from pz8widgets.calculators.what_if import WhatIf
from pz8widgets.page.formula_html import LONGEST
from tests.asking.test_ask import EXAMPLES

TITLE = "What if a die is loaded?"
SHOT: dict[str, Any] = {"attack": 5, "defence": 4}
DICE = ("to hit", "attack", "defence")
NO_DICE = ("torpedo-target",)
"""Calculators that draw one of several ships, and throw no dice."""


def opened(calculator: Calculator) -> WhatIf:
    calculator.show(TITLE)
    panel = calculator.panels[TITLE]
    assert isinstance(panel, WhatIf)
    return panel


@pytest.fixture
def card() -> WhatIf:
    return opened(Calculator("pz8-ww2", "direct-fire", **SHOT))


def text_of(html: str) -> str:
    """What a screen reader reads of some HTML."""
    shown = re.sub(r'<span class="pz8-fraction" aria-hidden="true">.*?</span></span>', " ", html)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", shown)).split())


def bars_of(card: WhatIf) -> dict[str, Fraction]:
    """The bars: outcome -> the chance now."""
    rows = re.findall(r"<tr.*?</tr>", card.bars.value)
    return {
        text_of(re.findall(r"<th.*?</th>", row)[0]): Fraction(
            re.findall(r'class="pz8-(?:unseen|whole|long)">([^<]*)<', row)[-1]
        )
        for row in rows
    }


def by_brute_force(chances: dict[str, dict[int, Fraction]]) -> dict[str, Fraction]:
    """All dice of the shot, face by face."""
    asked = system("pz8-ww2")
    question: Any = asked.question("direct-fire")
    situation = question.situation.read(SHOT)
    found: dict[str, Fraction] = {}
    for faces in itertools.product(FACES, repeat=len(DICE)):
        dice = dict(zip(DICE, faces, strict=True))
        mass = math.prod(chances[die][face] for die, face in dice.items())
        if mass:
            law = Enumerating(given=dice).tree(question.rule, situation, asked.rules).distribution
            ((outcome, _),) = law.items()
            word = question.word(outcome)
            found[word] = found.get(word, Fraction(0)) + mass
    return found


def positive(law: dict[str, Fraction]) -> dict[str, Fraction]:
    return {word: chance for word, chance in law.items() if chance}


# --- what it shows
def test_it_begins_with_a_fair_die(card: WhatIf) -> None:
    assert list(card.loading.unknowns) == [
        "every D6 alike",
        "the die “to hit”",
        "the die “attack”",
        "the die “defence”",
        "the chance of “to hit”",
    ]
    assert bars_of(card) == ask("pz8-ww2", "direct-fire", SHOT).fractions()
    assert text_of(card.said.value) == "With p = 1/6 : destroyed 13.9 % , as printed."
    assert card.pane.plot.at == pytest.approx(1 / 6)
    assert card.pane.plot.usual == (pytest.approx(1 / 6), "fair")
    assert "The 6 matters most: one point more sixes" in text_of(card.sensitivity.value)
    assert "+0.194 points destroyed" in text_of(card.sensitivity.value)


@pytest.mark.whole_domain(5)
@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("die", [*DICE, "d6"])
def test_a_die_that_leans_against_every_face_by_itself(card: WhatIf, die: str, face: int) -> None:
    card.loading.unknown.value = Unknown(die=die).name
    card.loading.face.value = face
    fair = dict.fromkeys(FACES, Fraction(1, 6))
    for p in (Fraction(1, 6), Fraction(2, 5), Fraction(1), Fraction(0)):
        card.loading.chance.value = p
        load = {each: p if each == face else (1 - p) / 5 for each in FACES}
        expected = by_brute_force({each: load if die in ("d6", each) else fair for each in DICE})
        assert positive(bars_of(card)) == expected
        assert sum(bars_of(card).values()) == 1
        assert dict(positive(card.odds.fractions())) == expected


def test_simplex_sliders_against_every_face_by_itself(card: WhatIf) -> None:
    card.loading.how.value = OWN
    card.loading.six[5].index = 30
    card.loading.six[0].index = 2
    shares = [each.index for each in card.loading.six]
    assert sum(shares) == STEPS
    assert shares[0] == 2
    load = shared((6, 6, 6, 6, 6, 30), 1, Fraction(2, STEPS))
    assert sum(load.values()) == 1
    assert positive(bars_of(card)) == by_brute_force(dict.fromkeys(DICE, load))
    assert card.loading.six[5].description == f"a 6: p6 = {load[6]} = {float(load[6]):.1%}".replace("%", " %")
    card.loading.fair.click()
    assert [each.index for each in card.loading.six] == list(FAIR)
    assert bars_of(card) == ask("pz8-ww2", "direct-fire", SHOT).fractions()


def test_the_curves_go_through_the_bars(card: WhatIf) -> None:
    for how, unknown in itertools.product((LEANS, OWN), list(card.loading.unknowns)):
        card.loading.how.value, card.loading.unknown.value = how, unknown
        for step in (0, 10, 24, 60):
            if card.loading.owns:
                card.loading.six[3].index = step
            else:
                card.loading.chance.value = Fraction(step, STEPS)
            for line in card.pane.plot.lines:
                chances = dict(line.points)
                assert chances[step / STEPS] == pytest.approx(float(bars_of(card).get(line.name, 0)))


@pytest.mark.parametrize("die", ["d6", "attack"])
@pytest.mark.parametrize("base", [FAIR, (0, 0, 0, 0, 0, 60), (1, 2, 3, 4, 5, 45), (0, 20, 0, 20, 0, 20)])
def test_curves_are_the_odds_worked_out_point_by_point(card: WhatIf, die: str, base: tuple[int, ...]) -> None:
    play = card.page.play
    assert play is not None
    for face, place in itertools.product((2, 6), (Fraction(0), Fraction(1, 7), Fraction(1))):
        exact = changed(play, Unknown(die=die)).at(shared(base, face, place))
        assert in_p(play, Unknown(die=die), base, face).at(place).fractions() == exact.fractions()
    override = in_p(play, Unknown(question="to hit"), FAIR, 6)
    assert override.at("1/7") == changed(play, Unknown(question="to hit")).at(Fraction(1, 7))


def test_a_chance_is_freed(card: WhatIf) -> None:
    card.loading.unknown.value = "the chance of “to hit”"
    assert card.loading.chance.value == Fraction(1, 2)
    assert card.pane.plot.usual == (0.5, "as printed")
    assert card.loading.fair in card.loading.choices.children
    assert card.loading.face not in card.loading.choices.children
    card.loading.chance.value = Fraction(1)
    assert bars_of(card)["destroyed"] == Fraction(5, 18)
    assert (
        text_of(card.sensitivity.value)
        == "One point more of “to hit”: +0.278 points destroyed (sensitivity + 5/18 )."
    )
    assert "P ( destroyed ) =" in text_of(card.written.value)
    assert "destroyed = 5*p/18" in text_of(card.written.value)
    assert r"\frac{5 p}{18}" in card.written.value
    card.loading.fair_again()
    assert card.loading.chance.value == Fraction(1, 2)


def test_formulas_are_short_or_folded_or_told_by_their_length(card: WhatIf) -> None:
    assert card.written.value.count("<summary>") == 1, "only that of text and LaTeX"
    assert "<mo>-</mo>" not in card.written.value
    card.loading.how.value = OWN
    assert "destroyed: a sum of 23 terms" in text_of(card.written.value)
    card = opened(Calculator("pz8-colonial", "sniper-force"))
    card.loading.unknown.value, card.loading.how.value = "every D6 alike", OWN
    lengths = [
        int(each.replace(",", "")) for each in re.findall(r"a formula of ([\d,]+) terms", card.written.value)
    ]
    assert lengths
    assert min(lengths) > LONGEST


@pytest.mark.parametrize(
    ("system_id", "question", "inputs", "said"),
    [
        (
            "pz8-naval",
            "two-ships-one-target",
            {"gun": "18-14", "range": 1, "att": 4, "target_att": 5, "target_def": 5, "concentrate": True},
            "24 dice can matter here: formulas in six unknowns may have 118,755 terms",
        ),
        (
            "pz8-divisional",
            "duel",
            {"attacker_type": "infantry", "defender_type": "infantry"},
            "This rule follows a whole chain",
        ),
    ],
)
def test_where_formulas_are_too_long_it_goes_on_with_numbers(
    system_id: str, question: str, inputs: dict[str, Any], said: str
) -> None:
    card = opened(Calculator(system_id, question, inputs=inputs))
    card.loading.unknown.value = "every D6 alike"
    card.loading.how.value = OWN
    assert said in text_of(card.written.value)
    assert "exact all the same" in text_of(card.written.value)
    card.loading.six[5].index = 30
    load = shared(FAIR, 6, Fraction(1, 2))
    odds = ask(system_id, question, inputs)
    law = Enumerating(
        loaded={"d6": Distribution({face: int(10 * p) for face, p in load.items()})}, draw=False
    )
    expected = law.tree(odds.question.rule, odds.situation, odds.rules).distribution
    assert positive(card.odds.fractions()) == expected.map(odds.question.word).fractions()


def test_what_can_be_clicked_in_the_curves(card: WhatIf) -> None:
    card.pane._receive(card.pane, {"along": 0.334}, [])
    assert card.loading.chance.value == Fraction(1, 3)
    card.loading.how.value = OWN
    card.pane._receive(card.pane, {"along": 0.5}, [])
    assert card.loading.six[5].index == 30
    card.pane._receive(card.pane, {"along": 1.2}, [])
    assert card.loading.six[5].index == 30


def test_another_outcome_another_face(card: WhatIf) -> None:
    card.outcome.value = "ok"
    assert "ok 70.8 %" in text_of(card.said.value)
    card.loading.unknown.value = "the die “to hit”"
    assert card.change is not None
    pulls = card.change.sensitivity("ok", card.loading.at(card.loading.place))
    assert sum(pulls.values()) == 0
    assert gain(next(iter(pulls.values()))) in card.sensitivity.value


# --- following the calculator
def test_it_follows_the_situation_and_keeps_what_was_set(card: WhatIf) -> None:
    card.loading.unknown.value = "the chance of “to hit”"
    card.page.form.fill(over_half_range=True)
    assert card.loading.chance.value == Fraction(1, 3), "nobody had set it: it goes where the book has it"
    card.loading.chance.value = Fraction(3, 4)
    card.page.form.fill(over_half_range=False)
    assert card.loading.chance.value == Fraction(3, 4)
    assert card.loading.unknown.value == "the chance of “to hit”"
    odds = ask("pz8-ww2", "direct-fire", SHOT)
    assert bars_of(card) == odds.what_if(chance="to hit").at("3/4").fractions()
    card.page.rules = card.page.rules.variant(hit_on=3)
    assert card.pane.plot.usual == (pytest.approx(2 / 3), "as printed")


def test_a_throw_does_not_draw_it_anew(card: WhatIf) -> None:
    before = card.odds
    card.page.throw("to hit", 6)
    assert card.odds is before


def test_a_situation_that_cannot_be_used_shows_nothing() -> None:
    calculator = Calculator("pz8-ww2", "fire-phase")
    card = opened(calculator)
    good = calculator.form.value
    assert card.bars.value
    calculator.refuse("no such shot")
    assert card.bars.value == card.written.value == card.sensitivity.value == card.said.value == ""
    assert card.loading.choices.children == ()
    card.loading.fair_again()
    card.loading.go_to(0.5)
    calculator.renew()
    assert calculator.form.value == good
    assert card.bars.value


def test_where_no_die_decides_it_says_so() -> None:
    card = opened(Calculator("pz8-space", "torpedo-target", equally_near=3))
    assert "No six-sided die and no yes-or-no question decides anything here" in card.said.value
    assert card.loading.sliders.children == ()


@pytest.mark.parametrize("name", ["card-draw", "card-colours"])
def test_where_cards_are_drawn_no_die_is_loaded(name: str) -> None:
    calculator = Calculator("pz8-colonial", name, inputs=first_answered("pz8-colonial", name))
    assert TITLE not in calculator.switches.options
    assert calculator.roll_button.description == "Draw"
    assert "before any card is drawn" in calculator.knowing_title.value
    calculator.roll()
    assert calculator.roll_button.description == "Draw again"


def test_a_chance_that_is_not_always_the_same() -> None:
    shots = [{"attack": 5}, {"attack": 5, "over_half_range": True}]
    card = opened(Calculator("pz8-ww2", "fire-phase", shots=shots, target={"defence": 4}))
    card.loading.unknown.value = "the chance of “to hit”"
    assert "Not always the same in the book: 1/2, 1/3." in text_of(card.said.value)
    assert card.loading.fair not in card.loading.choices.children
    assert card.pane.plot.usual is None


def test_where_nothing_is_ever_decided_it_says_so() -> None:
    card = opened(Calculator("pz8-aerial-1935", "initiative"))
    card.loading.unknown.value = "every D6 alike"
    card.loading.chance.value = Fraction(1)
    assert "never decides anything" in text_of(card.said.value)
    assert card.bars.value == ""
    card.outcome.index = 0
    assert card.sensitivity.value == ""
    card.loading.chance.value = Fraction(1, 2)
    assert bars_of(card)
    assert card.pane.plot.lines[0].points[-1][0] < 1, "the curve ends before that"


# --- every calculator
def first_answered(system_id: str, question: str) -> Mapping[str, Any] | None:
    """The inputs of the first worked example of a calculator that is answered."""
    for asked in EXAMPLES.get(system_id.replace("-", "_"), ()):
        if asked.get("calculator") == question and "reading" not in asked:
            try:
                ask(system_id, question, asked.get("inputs") or {}, question_kind="calculator")
            except BadInput:
                continue
            return asked.get("inputs") or {}
    return None


@pytest.mark.whole_domain(16)
@pytest.mark.parametrize(
    ("system_id", "question"), [(each, name) for each in ids() for name in system(each).calculators]
)
def test_every_calculator_has_the_card(system_id: str, question: str) -> None:
    """The first and the last of what can be loaded: mostly every D6, and a question."""
    calculator = Calculator(system_id, question, inputs=first_answered(system_id, question))
    assert calculator.play is not None
    if calculator.of_cards:
        return
    card = opened(calculator)
    fair = positive(calculator.play.before.fractions())
    choices = list(card.loading.unknowns)
    assert choices or len(fair) == 1 or question in NO_DICE, "where nothing can be loaded nothing is thrown"
    for unknown in dict.fromkeys((*choices[:1], *choices[-1:])):
        for how in (LEANS, OWN) if card.loading.unknowns[unknown].die else (LEANS,):
            card.loading.unknown.value, card.loading.how.value = unknown, how
            if card.loading.usual is not None:
                assert positive(card.odds.fractions()) == fair
                assert card.pane.plot.usual is not None
            if card.loading.owns:
                card.loading.six[5].index = 37
            else:
                card.loading.chance.value = Fraction(37, STEPS)
            assert sum(card.odds.fractions().values()) == 1
            card.loading.fair_again()


# --- shares
@given(
    st.lists(st.integers(0, STEPS), min_size=6, max_size=6).filter(any),
    st.sampled_from(FACES),
    st.integers(0, STEPS),
)
def test_simplex_sliders_always_add_up(weights: list[int], face: int, share: int) -> None:
    base = turned(tuple(weights), 1, min(weights[0], STEPS))
    steps = turned(base, face, share)
    exact = shared(base, face, Fraction(share, STEPS))
    assert sum(steps) == STEPS
    assert sum(exact.values()) == 1
    assert min(steps) >= 0
    assert steps[face - 1] == share
    assert exact[face] == Fraction(share, STEPS)
    for each, step in zip(FACES, steps, strict=True):
        assert abs(exact[each] - Fraction(step, STEPS)) < Fraction(1, STEPS)
    assert turned(base, face, base[face - 1]) == base, "what is not moved stays"
