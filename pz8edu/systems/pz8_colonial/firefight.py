"""A firefight: two units that fire at each other as the cards decide, until one is at half strength."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb, lcm
from operator import add, mul
from typing import Annotated, Any, NamedTuple, Unpack

from pz8edu.algebra.weight import whole
from pz8edu.core import Chain, Enumerating, Help, Part, Parts, PlayedWith, Roll, Situation, Umpire, Whole
from pz8edu.systems.pz8_colonial.fire import fire_of, volley
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.situations import Volley

Weights = list[list[int]]
"""Weights of the strengths above half: a row for each of the Europeans, a place for each of the Natives."""


class Firefight(Situation):
    """One European and one Native unit that stand and fire."""

    e: Annotated[Volley, Help("the European unit and its fire, figures = starting strength")]
    n: Annotated[Volley, Help("the Native unit and its fire, figures = starting strength")]
    red: Annotated[
        int,
        Whole(0, 60),
        Help("red cards in the pack (ignored under R3=b, where each card is red or black with 1/2)"),
    ] = 26
    black: Annotated[int, Whole(0, 60), Help("black cards in the pack")] = 26


class Strengths(NamedTuple):
    """The figures that both units have left, and the cards that are left in the pack."""

    e: int
    n: int
    red: int = 0
    black: int = 0

    @property
    def parts(self) -> Parts:
        """Both units, and the cards that are left, where they are counted."""
        units = Part("Europeans", str(self.e)), Part("Natives", str(self.n))
        pack = f"{self.red} red + {self.black} black"
        return (*units, Part("pack", pack, pack)) if self.red or self.black else units


@dataclass(frozen=True)
class Fighters:
    """Both units with their half marks: neither goes on firing below them."""

    e: Volley
    n: Volley
    e_half: int
    n_half: int

    def over(self, left: Strengths) -> bool:
        """Is one of the two down to its half mark?"""
        return left.e <= self.e_half or left.n <= self.n_half


def fighters(situation: Firefight, rules: Colonial) -> Fighters:
    """The units of a firefight; raises BadInput if one of them is out of range (sections 2 and 7; R14)."""
    e, n = situation.e, situation.n
    for unit in (e, n):
        fire_of(unit, rules)
    return Fighters(e, n, rules.half_mark(e.figures), rules.half_mark(n.figures))


def fire_by_card(
    umpire: Umpire, left: Strengths, red: Fraction, both: Fighters, rules: Colonial
) -> Roll[Strengths]:
    """One card: the side of its colour fires with the figures that it has left (section 2)."""
    return fires(umpire, left, umpire.chance("a red card?", red), both, rules)


def fires(umpire: Umpire, left: Strengths, red: bool, both: Fighters, rules: Colonial) -> Roll[Strengths]:
    """The Europeans fire with a red card, the Natives with a black one (section 2)."""
    if red:
        hits = volley(umpire, replace(both.e, figures=left.e), rules)
        return hits.read("Natives", lambda lost: left._replace(n=max(left.n - lost, both.n_half)))
    hits = volley(umpire, replace(both.n, figures=left.n), rules)
    return hits.read("Europeans", lambda lost: left._replace(e=max(left.e - lost, both.e_half)))


def firefight_chain(situation: Firefight, rules: Colonial, **how: Unpack[PlayedWith]) -> Chain[Strengths]:
    """Card after card until one unit is at half strength, or the pack is exhausted (R3=a)."""
    both = fighters(situation, rules)

    def card(umpire: Umpire, left: Strengths) -> Roll[Strengths]:
        return fire_by_card(umpire, left, Fraction(1, 2), both, rules)

    def card_of_the_pack(umpire: Umpire, left: Strengths) -> Roll[Strengths]:
        red = umpire.chance("a red card?", Fraction(left.red, left.red + left.black))
        rest = left._replace(red=left.red - red, black=left.black - (not red))
        return fires(umpire, rest, red, both, rules)

    if rules.R3 == "b":
        start = Strengths(both.e.figures, both.n.figures)
        return Chain(card, start=start, over=both.over, parts=lambda left: left.parts, **how)
    return Chain(
        card_of_the_pack,
        start=Strengths(both.e.figures, both.n.figures, situation.red, situation.black),
        over=lambda left: both.over(left) or not left.red + left.black,
        parts=lambda left: left.parts,
        **how,
    )


def firefight(situation: Firefight, rules: Colonial) -> Mapping[str, Any]:
    """Who is at half strength first (pz8-colonial, sections 2 and 7; R3, R5, R14)."""
    both = fighters(situation, rules)
    if rules.R3 == "b":
        return with_a_whole_pack(firefight_chain(situation, rules), both)
    return with_one_pack(both, situation.red, situation.black, rules)


def with_a_whole_pack(chain: Chain[Strengths], both: Fighters) -> dict[str, Any]:
    """Every card is red or black with the same chance, for ever (R3=b)."""
    natives_first = chain.ends().map(lambda left: isinstance(left, Strengths) and left.n <= both.n_half)
    return {
        "natives reach half first": natives_first.fraction(True),
        "europeans reach half first": natives_first.fraction(False),
        "expected cards": chain.solver.expected_turns(),
    }


def with_one_pack(both: Fighters, red: int, black: int, rules: Colonial) -> dict[str, Any]:
    """Cards are not put back (R3=a).

    Every order of the colours is equally likely. So the volleys are followed for each number of red and
    black cards, whatever their order, and weighted at the end by the orders in which the rest can come.
    """
    start = Strengths(both.e.figures, both.n.figures)
    if both.over(start):
        natives = Fraction(int(start.n <= both.n_half))
        return results(natives, 1 - natives, Fraction(0), Fraction(0))
    e_hits, e_total = hits_by_strength(both.e, both.e_half, rules)
    n_hits, n_total = hits_by_strength(both.n, both.n_half, rules)
    e_powers: list[int] = [e_total**shots for shots in range(red + 1)]
    n_powers: list[int] = [n_total**shots for shots in range(black + 1)]

    def orders(red_left: int, black_left: int) -> int:
        """The ways in which the rest of the pack can come and be fired."""
        return comb(red_left + black_left, red_left) * e_powers[red_left] * n_powers[black_left]

    nobody = [[0] * len(n_hits) for _ in e_hits]
    everybody = [list(row) for row in nobody]
    everybody[-1][-1] = 1
    natives_first = europeans_first = fighting_on = exhausted = 0
    column = [everybody] + [nobody] * black
    for red_left in range(red, -1, -1):
        for blacks in range(black + 1):
            black_left = black - blacks
            alive = total_of(column[blacks])
            if black_left:
                fired = transposed(volleys(transposed(column[blacks]), n_hits))
                ended = alive * n_total - total_of(fired)
                europeans_first += ended * orders(red_left, black_left - 1)
                column[blacks + 1] = added(column[blacks + 1], fired)
            if red_left:
                fired = volleys(column[blacks], e_hits)
                ended = alive * e_total - total_of(fired)
                natives_first += ended * orders(red_left - 1, black_left)
                column[blacks] = fired
            if red_left or black_left:
                fighting_on += alive * orders(red_left, black_left)
            else:
                exhausted = alive
    whole = orders(red, black)
    return results(
        Fraction(natives_first, whole),
        Fraction(europeans_first, whole),
        Fraction(exhausted, whole),
        Fraction(fighting_on, whole),
    )


def volleys(weights: Weights, hits: list[list[int]]) -> Weights:
    """One volley from every strength: row by row, the target loses as many figures as are hit."""
    return [
        [sum(map(mul, row[left:], law)) for left in range(len(row))]
        for row, law in zip(weights, hits, strict=True)
    ]


def transposed(weights: Weights) -> Weights:
    """Rows and places exchanged."""
    return [list(place) for place in zip(*weights, strict=True)]


def added(first: Weights, second: Weights) -> Weights:
    """Weights added place by place."""
    return [list(map(add, *rows)) for rows in zip(first, second, strict=True)]


def total_of(weights: Weights) -> int:
    """All weights together."""
    return sum(map(sum, weights))


def hits_by_strength(unit: Volley, half: int, rules: Colonial) -> tuple[list[list[int]], int]:
    """The weights of 0, 1, 2 hits of a unit for each strength above half, over one common total."""
    laws = [
        Enumerating(draw=False).tree(volley, replace(unit, figures=figures), rules).distribution
        for figures in range(half + 1, unit.figures + 1)
    ]
    common = lcm(*(whole(law.total) for law in laws))
    return [
        [whole(law.weights.get(hits, 0)) * (common // whole(law.total)) for hits in range(unit.figures + 1)]
        for law in laws
    ], common


def results(
    natives_first: Fraction, europeans_first: Fraction, exhausted: Fraction, cards: Fraction
) -> dict[str, Any]:
    """The results by their names."""
    return {
        "natives reach half first": natives_first,
        "europeans reach half first": europeans_first,
        "deck exhausted": exhausted,
        "expected cards": cards,
    }
