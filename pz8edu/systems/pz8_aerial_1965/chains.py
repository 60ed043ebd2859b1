"""A stock of missiles, fired salvo after salvo (sections 5b and 5c)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple, Unpack

from pz8edu.core import Chain, Part, Parts, PlayedWith, Roll, Umpire
from pz8edu.systems.pz8_aerial_1965.missiles import missiles_hit
from pz8edu.systems.pz8_aerial_1965.ruleset import Aerial1965
from pz8edu.systems.pz8_aerial_1965.situations import MissilePlan, Missiles
from pz8edu.systems.pz8_aerial_1965.words import Salvo


class Fired(NamedTuple):
    """How many salvos were fired, and what became of the target."""

    salvos: int = 0
    target: Salvo = Salvo.EVADED


def salvo_after_salvo(situation: MissilePlan, rules: Aerial1965, **how: Unpack[PlayedWith]) -> Chain[Fired]:
    """One salvo of the plan after another until the kill (sections 5b and 5c; R20, R21, R22)."""

    def salvo(umpire: Umpire, fired: Fired) -> Roll[Fired]:
        missiles = Missiles.of(situation, missiles=situation.plan[fired.salvos])
        result = umpire.odds("salvo", missiles_hit, situation.kind, missiles, rules)
        return result.read("target", lambda target: Fired(fired.salvos + 1, target))

    def over(fired: Fired) -> bool:
        return fired.target is Salvo.DESTROYED or fired.salvos == len(situation.plan)

    return Chain(salvo, start=Fired(), over=over, parts=parts, **how)


def parts(fired: Fired) -> Parts:
    """The salvos, and the target."""
    return Part("salvos", str(fired.salvos), str(fired.salvos)), Part("target", fired.target, fired.target)


def missile_plan(situation: MissilePlan, rules: Aerial1965) -> Mapping[str, Any]:
    """Does a plan kill, and what does it cost (sections 5b and 5c; R20, R21, R22)?"""
    ends = salvo_after_salvo(situation, rules).after(len(situation.plan)).fractions()
    used = ((share, sum(situation.plan[: fired.salvos])) for fired, share in ends.items())
    return {
        "kill": sum((p for fired, p in ends.items() if fired.target is Salvo.DESTROYED), Fraction(0)),
        "expected missiles used": sum((share * missiles for share, missiles in used), Fraction(0)),
    }
