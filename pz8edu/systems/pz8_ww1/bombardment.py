"""Section 2b, Preliminary bombardment: damage points, field defences removed, craters."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from pz8edu.core import Roll, Umpire
from pz8edu.systems.pz8_ww1.ruleset import Ww1
from pz8edu.systems.pz8_ww1.situations import Bombardment
from pz8edu.systems.pz8_ww1.words import BombardmentView

CRATER, NO_CRATER = "crater", "no crater"


@dataclass(frozen=True)
class Works:
    """Field defences in a square, or some of them."""

    wire: int = 0
    trench: int = 0
    bunker: int = 0

    @property
    def count(self) -> int:
        """How many there are."""
        return self.wire + self.trench + self.bunker

    def cost(self, rules: Ww1) -> int:
        """The damage points that remove them all (section 2b)."""
        damage = rules.defences
        return (
            self.wire * damage["wire"].damage
            + self.trench * damage["trench"].damage
            + self.bunker * damage["bunker"].damage
        )

    def less(self, removed: Works) -> Works:
        """What is left of them."""
        return Works(self.wire - removed.wire, self.trench - removed.trench, self.bunker - removed.bunker)

    def parts(self) -> tuple[Works, ...]:
        """Everything that may be removed of them, from nothing to all."""
        kinds = (range(self.wire + 1), range(self.trench + 1), range(self.bunker + 1))
        return tuple(Works(*counts) for counts in product(*kinds))


@lru_cache(maxsize=4096)
def removed(works: Works, points: int, rules: Ww1) -> Works:
    """The field defences that so many damage points remove (section 2b; R4)."""
    if rules.R4 == "a":
        affordable = [part for part in works.parts() if part.cost(rules) <= points]
        return max(affordable, key=lambda part: part.cost(rules))
    gone = Works()
    singles = (
        [Works(wire=1)] * works.wire + [Works(trench=1)] * works.trench + [Works(bunker=1)] * works.bunker
    )
    for one in sorted(singles, key=lambda single: single.cost(rules), reverse=rules.R4 == "c"):
        if one.cost(rules) <= points:
            points -= one.cost(rules)
            gone = Works(gone.wire + one.wire, gone.trench + one.trench, gone.bunker + one.bunker)
    return gone


@dataclass(frozen=True)
class Shelled:
    """A square after its bombardment: the field defences that are left, and whether there is a crater."""

    left: Works
    crater: bool

    def __str__(self) -> str:
        left = self.left
        return f"wire {left.wire}, trench {left.trench}, bunker {left.bunker}, {CRATER if self.crater else NO_CRATER}"


def shelled(works: Works, points: int, rules: Ww1) -> Shelled:
    """What so many damage points make of a square (section 2b; R3, R4)."""
    gone = removed(works, points, rules)
    left = works.less(gone)
    to_spare = points > gone.cost(rules)
    return Shelled(left, to_spare and (rules.R3 == "a" or not left.count))


@dataclass(frozen=True)
class Damage:
    """What the damage points of a bombardment do to a square, told in one of the views."""

    works: Works
    view: BombardmentView
    rules: Ww1

    def __call__(self, points: int) -> Shelled | str:
        after = shelled(self.works, points, self.rules)
        if self.view is BombardmentView.CRATER:
            return CRATER if after.crater else NO_CRATER
        if self.view is BombardmentView.CLEARED:
            return f"{after.left.count} defences left"
        return after


def damage_points(umpire: Umpire, dice: int, rules: Ww1) -> Roll[int]:
    """The damage points of so many bombardment dice (section 2b; R2)."""
    return umpire.sum_of("bombardment", dice, rules.damage_worth)


def bombardment(umpire: Umpire, situation: Bombardment, rules: Ww1) -> Roll[int] | Shelled | str:
    """Bombardment dice on one square (pz8-ww1, section 2b; R2, R3, R4)."""
    points = damage_points(umpire, situation.pb, rules)
    if situation.view is BombardmentView.DAMAGE:
        return points
    works = Works(situation.wire, situation.trench, situation.bunker)
    return umpire.look_up("damage points", points, Damage(works, situation.view, rules))
