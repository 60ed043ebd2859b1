"""Section 2, Charge: several figures against one, each of whom rolls against him (R19)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pz8edu.core import Help, Roll, Umpire, Whole, together
from pz8edu.core.rulebook.system import Calculator
from pz8edu.systems.pz8_colonial.melee import melee_modifiers
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.situations import Figure, Pairs
from pz8edu.systems.pz8_colonial.words import Melee


class Crowd(Pairs):
    """Pairs of figures, and others who fight beside them, shared out evenly."""

    more: Annotated[int, Whole(1, 23), Help("figures that are left over")]
    more_of: Annotated[Literal["a", "b"], Help("whose they are")]


@dataclass(frozen=True)
class OneAgainst:
    """A figure, and so many of the other side against him; is he one of b?"""

    one: Figure
    other: Figure
    others: int
    of_b: bool


@dataclass(frozen=True)
class Brawl:
    """The figures that both sides have lost, and in how many fights nobody fell."""

    a: int = 0
    b: int = 0
    undecided: int = 0

    def __str__(self) -> str:
        return f"a loses {self.a}, b loses {self.b}"


def brawl(umpire: Umpire, crowd: Crowd, rules: Colonial) -> Roll[Brawl]:
    """Every figure of the smaller side against those in contact with him (pz8-colonial, section 2; R19)."""
    of_b = crowd.more_of == "a"
    one, other = (crowd.b, crowd.a) if of_b else (crowd.a, crowd.b)
    each, over = divmod(crowd.more, crowd.pairs)
    fights = [OneAgainst(one, other, 1 + each + (place < over), of_b) for place in range(crowd.pairs)]
    return umpire.in_turn("fight", fights, one_against_several, Brawl(), rules)


def one_against_several(umpire: Umpire, before: Brawl, fight: OneAgainst, rules: Colonial) -> Roll[Brawl]:
    """He rolls once, and each of the others against that; he may fall to one of them and fell another."""
    score = umpire.settle("the one", umpire.d6("the one").modified(melee_modifiers(fight.one, rules)))
    against = umpire.repeat("against him", fight.others, against_one, fight.other, score, rules)

    def left(felled: int, wins: int) -> Brawl:
        lost = felled, int(wins > 0)
        a, b = lost if fight.of_b else lost[::-1]
        return Brawl(before.a + a, before.b + b, before.undecided + (not any(lost)))

    return together(left, against.count(Melee.A_ELIMINATED), against.count(Melee.B_ELIMINATED))


def against_one(umpire: Umpire, figure: Figure, score: int, rules: Colonial) -> Melee:
    """One of the others against the score of the one."""
    total = umpire.d6("die").modified(melee_modifiers(figure, rules))
    return umpire.look_up("difference", total - score, rules.melee)


BRAWL = Calculator("brawl", "Several figures against one", "2", Crowd, brawl, ranked=False)
