"""The wrong answers that people really give to a chance, worked out from the tree, each with its mistake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import factorial, prod
from typing import NamedTuple, cast

from pz8edu.asking.odds import Odds
from pz8edu.core.rulebook.domain import to_fraction
from pz8edu.core.tree.node import Branch, Node, Path
from pz8edu.core.tree.wording import answer_words


class Mistake(NamedTuple):
    """A wrong answer and the sentence that names the mistake."""

    answer: Fraction
    says: str
    of_another: bool = False
    """It is right for something else: another outcome, or its not happening."""


class Asked(NamedTuple):
    """A question about a chance, what to know for it, its answer, its wrong answers and its reason."""

    asks: str
    knows: str
    answer: Fraction
    wrong: tuple[Mistake, ...]
    why: str


def wrong_chances(odds: Odds, outcome: str) -> list[Mistake]:
    """What people take the chance of an outcome for: none is the right answer, and no two are alike."""
    right = to_fraction(odds[outcome])
    found: dict[Fraction, Mistake] = {}
    for mistake in _chance_mistakes(odds, outcome):
        if 0 <= mistake.answer <= 1 and mistake.answer != right:
            found.setdefault(mistake.answer, mistake)
    return list(found.values())


def wrong_ways(odds: Odds, outcome: str) -> list[Mistake]:
    """What is worked out wrongly along the ways that lead to an outcome; by chance it may be right."""
    ways = [way for way in odds.tree.paths() if odds.question.word(way.outcome) == outcome]
    ways = [way for way in ways if way.last is not None]
    return list(_of_ways(ways)) if ways else []


def _chance_mistakes(odds: Odds, outcome: str) -> Iterator[Mistake]:
    yield from wrong_ways(odds, outcome)
    right = to_fraction(odds[outcome]) or Fraction(0)
    yield Mistake(1 - right, f"That is the chance that it is *not* {outcome}.", True)
    yield Mistake(
        Fraction(1, max(len(odds), 2)),
        "That counts the outcomes as if all were equally likely; they are not.",
    )
    for other in odds:
        yield Mistake(to_fraction(odds[other]) or Fraction(0), f"That is the chance of *{other}*.", True)


def _of_ways(ways: list[Path]) -> Iterator[Mistake]:
    likeliest = max(ways, key=_chance)
    steps = [(node, branch) for node, branch in likeliest.steps if not node.certain]
    chances = [_step(node, branch) for node, branch in steps]
    if len(chances) > 1:
        first, said = steps[0][0].label, answer_words(*steps[0])
        after = [way for way in ways if steps[0] in way.steps]
        yield Mistake(
            sum(map(_chance, after), Fraction(0)) / chances[0],
            f"That is the chance once it is known: {first}: {said}. It does not always come to that.",
        )
        yield Mistake(
            sum(chances, Fraction(0)), "Those chances were added; along one way they are multiplied."
        )
        yield Mistake(chances[0], f"That is only the first step ({first}: {said}); more must go right.")
    if len(ways) > 1:
        yield Mistake(
            _chance(likeliest), f"That is one way of {len(ways)}; the others lead there too, and are added."
        )
    with_all_cards = sum(
        (prod((_with_all_cards(*step) for step in way.steps), start=Fraction(1)) for way in ways), Fraction(0)
    )
    yield Mistake(with_all_cards, "That puts every card back before the next is drawn; here it stays out.")


def _chance(way: Path) -> Fraction:
    assert way.last is not None
    return way.last.fraction()


def _step(node: Node, branch: Branch) -> Fraction:
    return to_fraction(node.chance_of(branch)) or Fraction(0)


def _with_all_cards(node: Node, branch: Branch) -> Fraction:
    """The chance of an answer, if every card were put back before the next is drawn."""
    cards = node.roll.dice()
    if len(cards) != 1 or not cards[0].throw.what.endswith(("card", "cards")):
        return _step(node, branch)
    drawn = cards[0].throw
    if drawn.pile is not None:
        copies = drawn.pile.cards
        wanted: int = sum(copies.get(value, 0) for value in branch.values)
        return Fraction(wanted, sum(copies.values()))
    hands = cast("dict[tuple[int, ...], Fraction]", drawn.law.fractions())
    size = sum(next(iter(hands)))
    kinds = range(len(next(iter(hands))))
    shares = [
        sum((chance * hand[kind] for hand, chance in hands.items()), Fraction(0)) / size for kind in kinds
    ]
    return sum(
        (
            multinomial(hand) * prod(map(pow, shares, hand), start=Fraction(1))
            for hand in hands
            if node.roll.value({cards[0].number: hand}) in branch.values
        ),
        Fraction(0),
    )


def multinomial(counts: Sequence[int]) -> int:
    """In how many orders so many things of each kind can come."""
    return factorial(sum(counts)) // prod(map(factorial, counts))


def wrong_means(odds: Odds) -> list[Mistake]:
    """What people take a mean for: a chance, the likeliest number, the middle, the half of both ends."""
    law = {
        number: to_fraction(odds[word]) or Fraction(0)
        for word in odds
        if (number := to_fraction(word)) is not None
    }
    mean = sum((number * chance for number, chance in law.items()), Fraction(0))
    likeliest = max(law, key=lambda number: law[number])
    below, middle = Fraction(0), min(law)
    for middle in sorted(law):
        below += law[middle]
        if 2 * below >= 1:
            break
    some = 1 - law.get(Fraction(0), Fraction(0))
    mistakes = (
        Mistake(some, "That is how often anything comes at all. What comes may be more than one."),
        Mistake(mean / (some or 1), "That leaves out the tries in which nothing comes: they count as 0."),
        Mistake(likeliest, "That is the likeliest number. The mean counts every number as it is likely."),
        Mistake(
            middle, "That is the middle: half of all tries reach it. The mean counts how far the others are."
        ),
        Mistake(
            Fraction(min(law) + max(law), 2),
            "That is halfway between the ends, as if all were equally likely.",
        ),
        Mistake(max(law), "That is the most that can happen."),
    )
    found: dict[Fraction, Mistake] = {}
    for mistake in mistakes:
        found.setdefault(mistake.answer, mistake)
    return [mistake for mistake in found.values() if mistake.answer != mean]
