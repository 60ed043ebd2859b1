"""Stepping through every calculator: the path, the odds that are known, undo, and what is said."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from pz8edu import D6, BadInput, Distribution, Umpire, ids, system
from pz8edu.asking.odds import drawn_tree
from pz8edu.asking.playthrough import StepThrough
from pz8edu.core import Calculator, Situation
from pz8edu.core.rulebook.domain import (
    Domain,
    EitherDomain,
    FlagDomain,
    ListDomain,
    NullableDomain,
    NumberDomain,
    PlacesDomain,
    RecordDomain,
    WholeDomain,
    WordDomain,
)

PLAYS = 12
"""Random situations of each calculator."""


def random_value(domain: Domain, source: random.Random) -> Any:
    """A value that the domain allows."""
    if isinstance(domain, FlagDomain):
        return source.random() < 0.5
    if isinstance(domain, WholeDomain):
        low = domain.limits.minimum or 0
        return source.randint(low, min(low + 3, domain.limits.maximum or low + 3))
    if isinstance(domain, NumberDomain):
        low = Fraction(domain.limits.minimum or domain.limits.above or 0)
        high = Fraction(domain.limits.maximum) if domain.limits.maximum is not None else low + 6
        return low + (high - low) * Fraction(source.randint(1, 8), 8)
    if isinstance(domain, WordDomain):
        return source.choice(domain.options)
    if isinstance(domain, ListDomain):
        least = domain.limits.minimum or 0
        count = source.randint(least, min(least + 2, domain.limits.maximum or least + 2))
        return [random_value(domain.item, source) for _ in range(count)]
    if isinstance(domain, PlacesDomain):
        return [random_value(place, source) for place in domain.places]
    if isinstance(domain, RecordDomain):
        return random_inputs(domain.kind, source)
    if isinstance(domain, EitherDomain):
        return random_value(source.choice(domain.options), source)
    if isinstance(domain, NullableDomain):
        return None if source.random() < 0.2 else random_value(domain.inner, source)
    return f"unit {source.randint(1, 10**6)}"


def random_inputs(kind: type[Situation], source: random.Random) -> dict[str, Any]:
    """Inputs by name; those that need not be given are sometimes left out."""
    return {
        name: random_value(known.domain, source)
        for name, known in kind.fields().items()
        if known.required or source.random() < 0.7
    }


def plays(question: Calculator, rules: Any, count: int) -> Iterator[StepThrough]:
    """Random situations of a calculator, also under other readings."""
    source = random.Random(question.id)
    made = 0
    while made < count:
        taken = {name: source.choice(list(rules.readings()[name].answers)) for name in question.readings}
        try:
            situation = question.situation.read(random_inputs(question.situation, source))
            play = StepThrough(question, situation, rules.variant({} if made % 2 else taken))
        except BadInput:
            continue
        made += 1
        yield play


WW2 = system("pz8-ww2")


@pytest.mark.parametrize("name", WW2.calculators)
def test_every_calculator_steps_to_an_outcome_of_its_tree(name: str) -> None:
    question = WW2.calculators[name]
    source = random.Random(7)
    for play in plays(question, WW2.rules, PLAYS):
        assert play.chance == 1
        before_last = play.before
        while play.outcome is None:
            assert play.waiting is not None
            assert play.waiting.missing
            before_last = play.now
            play.roll(source)
        assert play.waiting is None
        assert play.outcome in play.before
        assert before_last.fraction(play.outcome) > 0
        assert play.now == Distribution.certain(play.outcome)
        assert play.before == drawn_tree(question, play.situation, play.rules).distribution.map(question.word)


@pytest.mark.parametrize("name", WW2.calculators)
def test_the_steps_multiply_to_the_chance_of_the_lit_path(name: str) -> None:
    question = WW2.calculators[name]
    source = random.Random(8)
    for play in plays(question, WW2.rules, PLAYS):
        to_the_end(play, source)
        chance = Fraction(1)
        for step in play.steps:
            assert step.given is not None
            assert sum(answer.chance for answer in step.answers) == 1
            chance *= step.chance
        assert chance == play.chance
        if play.tree.root is None:
            assert play.lit == ()
        elif {answered.label for answered in play._answered} <= {node.label for node in play.tree.nodes()}:
            assert play.lit[-1].fraction() == chance
            assert question.word(play.lit[-1].outcome) == play.outcome


@pytest.mark.parametrize("name", WW2.calculators)
def test_now_is_the_mean_of_what_each_face_would_make_it(name: str) -> None:
    question = WW2.calculators[name]
    source = random.Random(9)
    for play in plays(question, WW2.rules, 6):
        while play.waiting is not None:
            die = play.waiting.missing[0]
            law = play._waiting.dice[0].law  # type: ignore[union-attr]
            now, mean = play.now, dict.fromkeys(play.before, Fraction(0))
            for value in die.values:
                play.throw(die.label, value)
                for word, share in play.now.fractions().items():
                    mean[word] += share * law.fraction(value)
                play.undo()
            assert {word: share for word, share in mean.items() if share} == now.fractions()
            play.throw(die.label, source.choice(die.values))


@pytest.mark.parametrize("name", WW2.calculators)
def test_undo_restores_exactly(name: str) -> None:
    question = WW2.calculators[name]
    source = random.Random(10)
    for play in plays(question, WW2.rules, 6):
        seen = []
        while play.outcome is None:
            seen.append((play.dice, str(play.waiting), list(map(str, play.steps)), play.now, play.lit))
            play.roll(source)
        for dice, waiting, steps, now, lit in reversed(seen):
            play.undo()
            assert (play.dice, str(play.waiting), list(map(str, play.steps))) == (dice, waiting, steps)
            assert (play.now, play.lit) == (now, lit)
        play.undo()
        to_the_end(play, source)
        play.restart()
        assert play.dice == {}
        assert play.now == play.before


def to_the_end(play: StepThrough, source: random.Random) -> str:
    """Roll whatever is called for; the outcome."""
    while play.outcome is None:
        play.roll(source)
    return play.outcome


def shot(**inputs: Any) -> StepThrough:
    question = WW2.calculators["direct-fire"]
    given = {"attack": 5, "defence": 4, "over_half_range": True} | inputs
    return StepThrough(question, question.situation.read(given), WW2.rules)


def test_a_shot_as_the_book_says_it() -> None:
    play = shot()
    assert play.waiting is not None
    assert play.waiting.title == "to hit: 5 or more on a D6"
    assert play.waiting.why == "4 or more, −1 target over half range"
    assert play.waiting.section == "5"
    play.throw("to hit", 6)
    assert [dice.name for dice in play.waiting.missing] == ["attack", "defence"]
    assert play.waiting.title == "damage: D6 + 5 against D6 + 4"
    assert play.waiting.from_table
    play.throw("attack", 4)
    assert [dice.name for dice in play.waiting.missing] == ["defence"]
    assert play.now.fractions()["destroyed"] == Fraction(1, 3)
    play.throw("defence", 3)
    assert play.outcome == "suppressed"
    hit, damage = play.steps
    assert (hit.given.word, hit.chance) == ("hit", Fraction(1, 3))  # type: ignore[union-attr]
    assert [(side.makes, side.plus) for side in damage.sides] == [(9, 5), (7, 4)]
    assert (damage.total, damage.section) == (2, "6")
    assert damage.given.word == "suppressed"  # type: ignore[union-attr]
    assert damage.given.throws == "5 of 36"  # type: ignore[union-attr]
    assert play.chance == Fraction(5, 108)
    assert hit.citation is not None
    assert "def hits(" in hit.citation.source


def test_dice_that_cannot_matter_are_never_called_for() -> None:
    never = shot(cover="bunker", quality="green")
    assert never.outcome == "ok"
    assert [step.settled for step in never.steps] == [True]
    assert never.dice == {}
    one = shot(attack=3, defence=3, over_half_range=False)
    one.throw("to hit", 6)
    one.throw("attack", 1)
    assert one.outcome == "ok", "4 never beats 3 and a die: the other die cannot matter"


def test_dice_that_are_not_called_for_and_faces_that_do_not_exist_are_refused() -> None:
    play = shot()
    with pytest.raises(BadInput, match="'attack' are not called for now; called for: to hit"):
        play.throw("attack", 3)
    with pytest.raises(BadInput, match="'to hit' cannot be 7; it can be 1, 2, 3, 4, 5, 6"):
        play.throw("to hit", 7)
    assert (play.dice, play.outcome) == ({}, None)
    play.throw("to hit", 1)
    with pytest.raises(BadInput, match="nothing is left to roll"):
        play.throw("to hit", 1)


def test_the_same_dice_in_another_situation() -> None:
    play = shot()
    play.throw("to hit", 4)
    assert play.outcome == "ok"
    nearer = shot(over_half_range=False)
    assert nearer.lay(play.dice) == {"to hit": 4}
    assert nearer.waiting is not None
    assert nearer.waiting.label == "damage"


def test_a_handful_is_given_by_its_faces_or_by_what_they_count_for() -> None:
    def volley(umpire: Umpire, situation: Any, rules: Any) -> str:
        hits = umpire.pool("volley", 4, on=5)
        return "broken" if hits >= 3 else "shaken" if hits == 2 else "holds"

    question = Calculator("volley", "Volley", "2", WW2.calculators["side-roll"].situation, volley)
    for thrown in ((6, 5, 1, 5), 3):
        play = StepThrough(question, question.situation.read({}), WW2.rules)
        assert play.waiting is not None
        (dice,) = play.waiting.missing
        assert (dice.count, dice.faces, dice.values) == (4, (1, 2, 3, 4, 5, 6), (0, 1, 2, 3, 4))
        with pytest.raises(BadInput, match="a throw of 4 dice"):
            play.throw("volley", (6, 5))
        play.throw("volley", thrown)
        assert play.outcome == "broken"
        assert play.chance == Fraction(1, 9)
        (step,) = play.steps
        assert step.dice[0].shows == 3
        assert step.dice[0].fell == (thrown if isinstance(thrown, tuple) else ())
    play.restart()
    play.roll(random.Random(4))
    assert len(play.dice["volley"]) == 4


def test_cards_are_drawn_without_replacement() -> None:
    def two_cards(umpire: Umpire, situation: Any, rules: Any) -> str:
        deck = umpire.deck({"red": 1, "black": 2})
        first = umpire.settle("first", deck.draw("first card"))
        second = umpire.settle("second", deck.draw("second card"))
        return f"{first}, {second}"

    question = Calculator("cards", "Cards", "1", WW2.calculators["side-roll"].situation, two_cards)
    for seed in range(8):
        play = StepThrough(question, question.situation.read({}), WW2.rules)
        assert to_the_end(play, random.Random(seed)) != "red, red"
        assert play.chance == Fraction(1, 3)


def test_a_die_that_is_asked_again_keeps_the_chances_of_the_tree() -> None:
    def twice(umpire: Umpire, situation: Any, rules: Any) -> str:
        die = umpire.roll("die", D6)
        return "high" if die >= 4 else "one" if die == 1 else "low"

    question = Calculator("twice", "Twice", "1", WW2.calculators["side-roll"].situation, twice)
    play = StepThrough(question, question.situation.read({}), WW2.rules)
    play.throw("die", 1)
    assert [step.chance for step in play.steps] == [Fraction(1, 2), Fraction(1, 3)]
    assert [step.settled for step in play.steps] == [False, False]
    assert play.chance == play.lit[-1].fraction() == Fraction(1, 6)


@pytest.mark.parametrize("system_id", ids())
def test_every_system_steps_to_its_end(system_id: str) -> None:
    asked = system(system_id)
    for question in asked.calculators.values():
        for play in plays(question, asked.rules, 2):
            assert to_the_end(play, random.Random(1)) in play.before


@pytest.mark.parametrize("name", WW2.calculators)
def test_dice_that_were_rolled_together_are_laid_together(name: str) -> None:
    """Of two dice of one question the second may not matter once the first lies."""
    question = WW2.calculators[name]
    source = random.Random(11)
    for play in plays(question, WW2.rules, 3 * PLAYS):
        to_the_end(play, source)
        again = StepThrough(question, play.situation, play.rules)
        assert again.lay(play.dice) == play.dice
        assert (again.outcome, again.dice) == (play.outcome, play.dice)
