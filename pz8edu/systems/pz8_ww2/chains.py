"""Rules of Pz8 WW2 played turn after turn, until something has become of a unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any, Literal, Unpack

from pz8edu.core import (
    NEVER,
    Chain,
    Enumerating,
    Hand,
    Help,
    Part,
    Parts,
    PlayedWith,
    Roll,
    Situation,
    Umpire,
    Whole,
    WordDomain,
)
from pz8edu.errors import BadInput
from pz8edu.limits import MOST_TURNS
from pz8edu.systems.pz8_ww2.fire import close_combat, indirect_to_hit, next_shot, shots_at
from pz8edu.systems.pz8_ww2.obstacles import minefield
from pz8edu.systems.pz8_ww2.rally import rally
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.situations import Battery, DefenceFactor, Living, MineCounter, Rallying, Shot
from pz8edu.systems.pz8_ww2.words import Condition, Cover, Facing, Quality

NEVER_WORD = "never"


def destroyed(condition: Condition) -> bool:
    """Is the unit gone?"""
    return condition is Condition.DESTROYED


# --- rally-chain
class RallyTurns(Situation):
    """A unit that rallies turn after turn."""

    condition: Annotated[
        Condition,
        WordDomain((Condition.DISORGANIZED, Condition.SUPPRESSED), Condition),
        Help("condition at the start"),
    ]
    quality: Annotated[Quality, Help("quality of the unit that rallies")] = Quality.AVERAGE
    turns: Annotated[int, Whole(1), Help("number of rally phases for p_ok_within")] = 3


def rallies_until_ok(situation: RallyTurns, rules: Ww2, **how: Unpack[PlayedWith]) -> Chain[Condition]:
    """One rally a turn until the unit is ok (section 10)."""

    def turn(umpire: Umpire, condition: Condition) -> Condition:
        return rally(umpire, Rallying(condition=condition, quality=situation.quality), rules)

    return Chain(turn, start=situation.condition, over=lambda condition: condition is Condition.OK, **how)


def rally_chain(situation: RallyTurns, rules: Ww2) -> Mapping[str, Any]:
    """How long it takes until the unit is ok (section 10)."""
    chain = rallies_until_ok(situation, rules)
    return {
        "expected_rally_phases": or_never(chain.solver.expected_turns()),
        "p_ok_within": chain.after(situation.turns).fraction(Condition.OK),
    }


# --- battery-life
class BatteryTurns(Situation):
    """A battery that fires one indirect shell a turn."""

    cover: Annotated[Cover, Help("ground of the target, the same for every shot")] = Cover.OPEN
    quality: Battery = Quality.AVERAGE
    turns: Annotated[int, Whole(1), Help("number of shots for p_still_available_after")] = 3


@dataclass(frozen=True)
class BatteryState:
    """A battery after its last shell: did that hit, is the battery spent?"""

    hit: bool = False
    spent: bool = False

    @property
    def parts(self) -> Parts:
        """The last shell, and the battery."""
        shell, battery = "hit" if self.hit else "no hit", "spent" if self.spent else "available"
        return Part("shell", shell, shell), Part("battery", battery, battery)


def battery_shots(situation: BatteryTurns, rules: Ww2, **how: Unpack[PlayedWith]) -> Chain[BatteryState]:
    """One indirect shot a turn until the battery is spent (section 5; R6)."""
    aim = rules.indirect_aim.of(situation)

    def turn(umpire: Umpire, state: BatteryState) -> Roll[BatteryState]:
        shell = umpire.odds("shell", indirect_to_hit, aim, rules)
        return shell.read("battery", lambda s: BatteryState(s.word == "hit", s.spent))

    return Chain(
        turn, start=BatteryState(), over=lambda state: state.spent, parts=lambda state: state.parts, **how
    )


def battery_life(situation: BatteryTurns, rules: Ww2) -> Mapping[str, Any]:
    """How long a battery lives, and what it hits (section 5; R6)."""
    chain = battery_shots(situation, rules)
    shots = chain.solver.expected_turns()
    first_shot = chain.after(1)
    p_hit = first_shot.map(lambda state: state.hit).fraction(True)
    available = chain.after(situation.turns).map(lambda state: state.spent).fraction(False)
    return {
        "p_spent_per_shot": first_shot.map(lambda state: state.spent).fraction(True),
        "expected_shots": or_never(shots),
        "expected_hits": or_never(None if shots is None else shots * p_hit),
        "p_still_available_after": available,
    }


# --- shots-to-destroy
class Repeated(Situation):
    """How often something is done again."""

    shots: Annotated[int, Whole(1), Help("number of shots for p_destroyed_within")] = 3


class RepeatedShot(Repeated, Shot):
    """The same shot again and again."""


def repeated_shots(situation: RepeatedShot, rules: Ww2, **how: Unpack[PlayedWith]) -> Chain[Condition]:
    """The same shot until the target is destroyed, no rally (sections 5 and 6)."""
    shots = rules.shots_of(rules.shot.of(situation))

    def turn(umpire: Umpire, condition: Condition) -> Condition | Roll[Condition]:
        return shots_at(umpire, condition, shots, rules)

    return Chain(turn, start=situation.target_condition, over=destroyed, **how)


def shots_to_destroy(situation: RepeatedShot, rules: Ww2) -> Mapping[str, Any]:
    """How many shots it takes until the target is destroyed (sections 5 and 6)."""
    chain = repeated_shots(situation, rules)
    return {
        "expected_shots": or_never(chain.solver.expected_turns()),
        "p_destroyed_within": chain.after(situation.shots).fraction(Condition.DESTROYED),
    }


# --- fire-and-rally
class Volleys(Situation):
    """Some equal shots each turn, then one rally roll."""

    shooters: Annotated[int, Whole(1), Help("identical shots fired at the target in each turn")] = 1
    rally_quality: Annotated[Quality, Help("quality of the target when it rallies")] = Quality.AVERAGE
    in_command: Annotated[bool, Help("the target may roll to rally in each turn")] = True
    turns: Annotated[int, Whole(1), Help("number of turns for p_destroyed_within")] = 3


class FireAndRally(Volleys, Shot):
    """One target of some equal shots each turn, which then rolls to rally."""


def turns_of_fire_and_rally(
    situation: FireAndRally, rules: Ww2, **how: Unpack[PlayedWith]
) -> Chain[Condition]:
    """Each turn the shots, then one rally roll, until the target is destroyed (sections 5, 6 and 10)."""
    shots = rules.shots_of(rules.shot.of(situation)) * min(situation.shooters, MOST_TURNS)

    def fire(umpire: Umpire, condition: Condition) -> Roll[Condition]:
        return umpire.in_turn("shot", shots, next_shot, condition, rules)

    def recover(umpire: Umpire, condition: Condition) -> Condition:
        unit = Rallying(condition=condition, quality=situation.rally_quality, in_command=situation.in_command)
        return rally(umpire, unit, rules)

    return Chain(fire, recover, start=situation.target_condition, over=destroyed, **how)


def fire_and_rally(situation: FireAndRally, rules: Ww2) -> Mapping[str, Any]:
    """How long a target lives that is fired at and rallies (sections 5, 6 and 10)."""
    chain = turns_of_fire_and_rally(situation, rules)
    return {
        "expected_turns": or_never(chain.solver.expected_turns()),
        "p_destroyed_within": chain.after(situation.turns).fraction(Condition.DESTROYED),
    }


# --- duel
class Fights(Situation):
    """One unit of a duel, as a target and as a shooter."""

    attack: Annotated[
        int, Whole(0, 6), Help("Attack Factor of this unit in the column that fits the other one")
    ]
    defence: DefenceFactor
    armoured: Annotated[bool, Help("this unit is an armoured vehicle")] = False
    facing: Annotated[Facing, Help("face of this unit that the other one hits")] = Facing.FRONT
    cover: Annotated[Cover, Help("ground this unit is in, as a target")] = Cover.OPEN
    quality: Annotated[Quality, Help("quality of this unit, when it fires and when it rallies")] = (
        Quality.AVERAGE
    )
    over_half_range: Annotated[bool, Help("this unit fires at over half its range: -1")] = False


class Lasts(Situation):
    """One unit of a duel in the course of the turns."""

    in_command: Annotated[bool, Help("this unit may roll to rally in each turn")] = True
    condition: Annotated[Living, Help("condition of this unit at the start")] = Condition.OK


class Duellist(Lasts, Fights):
    """One unit of a duel."""


class Duel(Situation):
    """Two units that fight until one is destroyed."""

    A: Annotated[Duellist, Help("unit A (fires second): what it is as a target and as a shooter")]
    B: Annotated[Duellist, Help("unit B (fires first): what it is as a target and as a shooter")]
    mode: Annotated[
        Literal["fire", "contact"],
        Help(
            "fire = direct fire; contact = close combat, automatic hits, a Suppressed unit struck is destroyed"
        ),
    ] = "fire"


@dataclass(frozen=True)
class Pair:
    """The conditions of both units of a duel."""

    a: Condition
    b: Condition

    @property
    def parts(self) -> Parts:
        """Both units."""
        return Part("A", str(self.a)), Part("B", str(self.b))


def over(pair: Pair) -> bool:
    """Is one of the two destroyed?"""
    return destroyed(pair.a) or destroyed(pair.b)


def can_strike(condition: Condition) -> bool:
    """A unit that is destroyed or Suppressed neither fires nor strikes (section 6)."""
    return condition in (Condition.OK, Condition.DISORGANIZED)


def strike(
    umpire: Umpire,
    striker: Duellist,
    condition: Condition,
    target: Duellist,
    target_condition: Condition,
    mode: str,
    rules: Ww2,
) -> Condition | Roll[Condition]:
    """What one unit of a duel does to the other."""
    if not can_strike(condition):
        return target_condition
    if mode == "contact":
        contact = rules.close_combat.of(target, attack=striker.attack, target_condition=target_condition)
        return close_combat(umpire, contact, rules)
    firing = rules.firing_unit.of(striker, disorganized=condition is Condition.DISORGANIZED)
    shots = rules.shots_of(rules.shot.of(firing, target))
    return shots_at(umpire, target_condition, shots, rules)


def duel_chain(situation: Duel, rules: Ww2, **how: Unpack[PlayedWith]) -> Chain[Pair]:
    """Each turn B strikes, A strikes, both rally, until one is destroyed (sections 3, 5, 6, 10; R17)."""
    a, b, mode = situation.A, situation.B, situation.mode

    def b_strikes(umpire: Umpire, pair: Pair) -> Pair:
        return replace(pair, a=umpire.resolve("B strikes", strike, b, pair.b, a, pair.a, mode, rules))

    def a_strikes(umpire: Umpire, pair: Pair) -> Pair:
        return replace(pair, b=umpire.resolve("A strikes", strike, a, pair.a, b, pair.b, mode, rules))

    def both_strike(umpire: Umpire, pair: Pair) -> Pair:
        a_after = umpire.resolve("B strikes", strike, b, pair.b, a, pair.a, mode, rules)
        b_after = umpire.resolve("A strikes", strike, a, pair.a, b, pair.b, mode, rules)
        return Pair(a_after, b_after)

    def rallied(umpire: Umpire, unit: Duellist, condition: Condition) -> Condition:
        unit_now = Rallying(condition=condition, quality=unit.quality, in_command=unit.in_command)
        return rally(umpire, unit_now, rules)

    def a_rallies(umpire: Umpire, pair: Pair) -> Pair:
        return replace(pair, a=rallied(umpire, a, pair.a))

    def b_rallies(umpire: Umpire, pair: Pair) -> Pair:
        return replace(pair, b=rallied(umpire, b, pair.b))

    strikes = (both_strike,) if mode == "contact" and rules.R17 == "b" else (b_strikes, a_strikes)
    start = Pair(a.condition, b.condition)
    return Chain(*strikes, a_rallies, b_rallies, start=start, over=over, parts=lambda pair: pair.parts, **how)


def duel(situation: Duel, rules: Ww2) -> Mapping[str, Any]:
    """Who is destroyed, and how long the duel lasts (sections 3, 5, 6, 10; R17)."""
    chain = duel_chain(situation, rules)
    ends = chain.ends().fractions()

    def chance(a_destroyed: bool, b_destroyed: bool) -> Fraction:
        wanted = (a_destroyed, b_destroyed)
        return sum(
            (
                p
                for end, p in ends.items()
                if isinstance(end, Pair) and (destroyed(end.a), destroyed(end.b)) == wanted
            ),
            Fraction(0),
        )

    results: dict[str, Any] = {
        "p_A_destroyed": chance(True, False),
        "p_B_destroyed": chance(False, True),
        "expected_turns": or_never(chain.solver.expected_turns()),
    }
    if both := chance(True, True):
        results["p_both_destroyed"] = both
    if stalemate := ends.get(NEVER):
        results["p_stalemate"] = stalemate
    return results


# --- mine-belt
MOST_COUNTERS = 1000
"""A way over more counters than this has chances that nobody can read."""


class MineBelt(Situation):
    """A unit's way through a belt of mine counters."""

    real: Annotated[int, Whole(0), Help("real counters in the belt")]
    fake: Annotated[int, Whole(0), Help("fake counters in the belt")]
    entered: Annotated[int, Whole(0), Help("counters on the unit's way, one a turn; at most real + fake")]
    defence: DefenceFactor
    armoured: Annotated[bool, Help("the unit is an armoured vehicle (R10)")] = False

    def check(self) -> None:
        if self.entered > self.real + self.fake:
            raise BadInput(
                f"entered must be at most real + fake = {self.real + self.fake}, the counters of the belt (section 11); "
                f"got {self.entered}"
            )
        if self.entered > MOST_COUNTERS:
            raise BadInput(
                f"entered must be at most {MOST_COUNTERS:,} to be worked out; got {self.entered:,}"
            )


def mine_belt(situation: MineBelt, rules: Ww2) -> Mapping[str, Any]:
    """One counter a turn until the unit is hurt or through (section 11; R9, R10).

    The counters on its way are so many cards of a shuffled pack; every real one is a `minefield`.
    """
    mine = MineCounter(known="real", defence=situation.defence, armoured=situation.armoured)
    law = Enumerating(draw=False).tree(minefield, mine, rules).distribution
    unhurt, lost = law.fraction(Condition.OK), law.fraction(Condition.DESTROYED)
    on_the_way = (
        Hand({"real": situation.real, "fake": situation.fake}, situation.entered).counts().fractions()
    )
    through = sum((chance * unhurt**real for (real, _), chance in on_the_way.items()), Fraction(0))
    destroyed_at_last = (1 - through) * lost / (1 - unhurt) if unhurt < 1 else Fraction(0)
    met = sum((chance * real for (real, _), chance in on_the_way.items()), Fraction(0))
    return {
        "p_unhurt": through,
        "p_destroyed": destroyed_at_last,
        "p_stuck": 1 - through - destroyed_at_last,
        "expected_real_met": met,
    }


def or_never(expected: Fraction | None) -> Fraction | str:
    """An expected number, or the word for what never comes."""
    return NEVER_WORD if expected is None else expected
