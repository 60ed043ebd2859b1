"""Several units against one enemy on the kilometre map: who attacks together, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pz8edu.board.scene import Base
from pz8edu.board.tabletop import Fact
from pz8edu.core import Enumerating
from pz8edu.printing.percent import short_percent
from pz8edu.systems.pz8_divisional_2010.on_the_map import OnTheMap
from pz8edu.systems.pz8_divisional_2010.ruleset import Fighter
from pz8edu.systems.pz8_divisional_2010.several import attacks
from pz8edu.systems.pz8_divisional_2010.words import End


def may_attack(seen: OnTheMap, base: Base) -> bool:
    """May a unit move into contact of its own will (section 4)?"""
    return seen.units[base.name].kind in seen.attacking


def takes_part(seen: OnTheMap, other: Base, base: Base) -> bool:
    """Does a unit act together with the chosen one, which never holds back itself?"""
    return other.name == base.name or not seen.units[other.name].holds_back


def sides(seen: OnTheMap, base: Base, target: Base) -> tuple[Base, Base]:
    """Who attacks and who defends: a garrison, and who may not move into contact, has been attacked."""
    in_works = seen.section_of(base) is not None and seen.section_of(target) is None
    return (target, base) if in_works or not may_attack(seen, base) else (base, target)


def attackers(seen: OnTheMap, base: Base, target: Base) -> tuple[list[Base], list[Base]]:
    """Who attacks the target with a unit: those that are like it, itself first, and the others.

    Who holds back, or may not attack at all, is none of them.
    """
    mine = seen.units[base.name]
    willing = [base] + [
        other
        for other in seen.enemies_of(target)
        if other.name != base.name and takes_part(seen, other, base) and may_attack(seen, other)
    ]
    alike = [
        other
        for other in willing
        if (seen.units[other.name].kind, seen.units[other.name].fp) == (mine.kind, mine.fp)
    ]
    return alike, [other for other in willing if other not in alike]


def all_attack(seen: OnTheMap, base: Base, target: Base) -> Iterator[Fact]:
    """What `multi-combat` does not ask: units that are not alike, and ways back (sections 6 and 10; R7).

    First come those like the chosen one; the way back of the defender is that from the first.
    """
    base, target = sides(seen, base, target)
    alike, unlike = attackers(seen, base, target)
    if seen.out_of_ammo(target) or not (unlike or (len(alike) > 1 and blocked(seen, alike, target))):
        return
    fighters = tuple(fighter(seen, each, target) for each in (*alike, *unlike))
    fort = seen.section_of(target) is not None
    tree = Enumerating(draw=False).tree(attacks, fighters, fighter(seen, target, base), fort, seen.rules)
    law = tree.distribution.fractions()
    chances = tree.distribution.map(lambda struggle: struggle.end).fractions()
    ends = ", ".join(f"{end} {short_percent(chances[end])}" for end in End if end in chances)
    lost = sum((chance * struggle.lost for struggle, chance in law.items()), start=Fraction(0))
    names = ", then ".join(each.name for each in (*alike, *unlike))
    yield Fact(f"All against {target.name}", names, f"{ends}; {float(lost):.2f} of them lost (§6, R7)")


def blocked(seen: OnTheMap, attackers: Sequence[Base], target: Base) -> bool:
    """Is anybody's way back blocked: the target's, or an attacker's (section 6)?"""
    ways = (seen.way_back(target, attackers[0]), *(seen.way_back(one, target) for one in attackers))
    return any(way is not None for way in ways)


def fighter(seen: OnTheMap, base: Base, enemy: Base) -> Fighter:
    """A unit as it fights an enemy (section 6)."""
    unit, way = seen.units[base.name], seen.way_back(base, enemy)
    free = None if way is None else Fraction(str(way))
    return Fighter(unit.kind, fp=unit.fp, quality=seen.quality(unit), blocked_at=free)
