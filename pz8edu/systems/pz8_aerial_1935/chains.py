"""The Pz8 aerial rules played turn after turn: shots, duels, jammed guns, careers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal, Unpack

from pz8edu.core import (
    Chain,
    Help,
    Part,
    Parts,
    PlayedWith,
    Roll,
    Situation,
    Text,
    Umpire,
    Whole,
    printed_rules,
)
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_aerial_1935.campaign import Seat, one_game
from pz8edu.systems.pz8_aerial_1935.fire import Both, Exchanged, condition, exchange, shoot
from pz8edu.systems.pz8_aerial_1935.jams import Gun, clears, next_activation
from pz8edu.systems.pz8_aerial_1935.ruleset import Aerial1935
from pz8edu.systems.pz8_aerial_1935.situations import Aim, Exchange, Fire, JamsOfWW1, TwoAircraft
from pz8edu.systems.pz8_aerial_1935.words import Condition, Skill

PRINTED = printed_rules(Aerial1935)

INFINITE = "inf"


# --- shots-to-kill
class ShotsToKill(Fire):
    """The same shot again and again."""

    not_asked: ClassVar[tuple[str, ...]] = ("return_fire", "target_damaged")

    distance: Annotated[int, Whole(1, 4), Help("distance in hexes, the same for every shot")] = 2
    turns: Annotated[
        int, Whole(1, 60), Help("number of turns (one shot each) for the two results with a limit")
    ] = 6


def repeated_shots(situation: ShotsToKill, rules: Aerial1935, **how: Unpack[PlayedWith]) -> Chain[Condition]:
    """One shot a turn at a target that starts undamaged (section 5; R15)."""
    aim = Aim.of(situation)

    def turn(umpire: Umpire, target: Condition) -> Roll[Condition]:
        shot = umpire.odds("shot", shoot, aim, situation.att, situation.defence, target, rules)
        return shot.read("target", target.after)

    return Chain(turn, start=Condition.OK, over=lambda target: target is Condition.DESTROYED, **how)


def shots_to_kill(situation: ShotsToKill, rules: Aerial1935) -> Mapping[str, Any]:
    """How many shots it takes to destroy a target (section 5; R15)."""
    chain = repeated_shots(situation, rules)
    after, turns = chain.after(situation.turns), situation.turns
    return {
        "expected shots": or_infinite(chain.solver.expected_turns()),
        f"kill within {turns}": after.fraction(Condition.DESTROYED),
        f"damaged after {turns}": after.fraction(Condition.DAMAGED),
    }


# --- duel
class Duel(TwoAircraft):
    """Two aircraft at the same distance, turn after turn."""

    ww1: JamsOfWW1 = False
    pattern: Annotated[
        Literal["chase", "head-on"],
        Help(
            "chase: each turn one exchange, A attacks and T answers; head-on: each turn A attacks and T "
            "answers, then, if both live, T attacks and A answers (T's attack: front weapon, no 180-degree "
            "turn, A may always answer)"
        ),
    ] = "chase"
    turns: Annotated[int, Whole(1, 60), Help("number of turns for the two 'within' results")] = PRINTED.turns


def duel_chain(situation: Duel, rules: Aerial1935, **how: Unpack[PlayedWith]) -> Chain[Both]:
    """Exchange after exchange until one is destroyed (section 5; R13, R14, R15)."""
    a_fires = Exchange.of(situation)
    t_fires = Exchange(
        distance=situation.distance,
        a_att=situation.t_att,
        a_def=situation.t_def,
        t_att=situation.a_att,
        t_def=situation.a_def,
        a_skill=situation.t_skill,
        t_skill=situation.a_skill,
        ww1=situation.ww1,
    )

    def a_attacks(umpire: Umpire, both: Both) -> Both | Roll[Both]:
        after = exchange(umpire, with_states(a_fires, both), rules)
        return after.both if isinstance(after, Exchanged) else after.read("states", lambda each: each.both)

    def t_attacks(umpire: Umpire, both: Both) -> Roll[Both]:
        result = umpire.odds("T attacks", exchange, with_states(t_fires, both.seen_by_t), rules)
        return result.read("states", lambda after: after.both.seen_by_t)

    return Chain(
        *((a_attacks, t_attacks) if situation.pattern == "head-on" else (a_attacks,)),
        start=Both(condition(situation.a_damaged), condition(situation.t_damaged)),
        over=lambda both: both.over,
        parts=lambda both: (Part("A", str(both.a)), Part("T", str(both.t))),
        **how,
    )


def duel(situation: Duel, rules: Aerial1935) -> Mapping[str, Any]:
    """Who wins a duel, and when (section 5; R13, R14, R15)."""
    chain = duel_chain(situation, rules)
    after, turns = chain.after(situation.turns).map(loser), situation.turns
    results: dict[str, Any] = {
        f"T destroyed within {turns}": after.fraction("T"),
        f"A destroyed within {turns}": after.fraction("A"),
    }
    expected = chain.solver.expected_turns()
    if expected is not None:
        ends = chain.ends().map(loser)
        results |= {"A wins": ends.fraction("T"), "T wins": ends.fraction("A")}
    return results | {"expected turns": or_infinite(expected)}


def with_states(both: Exchange, states: Both) -> Exchange:
    """An exchange between aircraft in these states."""
    damaged = Condition.DAMAGED
    return replace(both, a_damaged=states.a is damaged, t_damaged=states.t is damaged)


def loser(both: object) -> str:
    """Who is destroyed; empty for nobody."""
    if not isinstance(both, Both) or not both.over:
        return ""
    return "T" if both.t is Condition.DESTROYED else "A"


# --- ww1-gun
class Ww1Gun(Situation):
    """A machine gun that starts clear."""

    activations: Annotated[int, Whole(1, 60), Help("number of activations n")]


def gun_activations(situation: Ww1Gun, rules: Aerial1935, **how: Unpack[PlayedWith]) -> Chain[Gun]:
    """A gun that wants to fire in every activation, for ever (section 12; R23)."""

    def activation(umpire: Umpire, gun: Gun) -> Gun:
        return next_activation(umpire, gun, rules)

    return Chain(activation, start=Gun(), over=never, parts=gun_parts, **how)


def gun_parts(gun: Gun) -> Parts:
    """The gun, and whether it has just taken a real shot."""
    state, shot = "jammed" if gun.jammed else "clear", "fired" if gun.shot else "not fired"
    return Part("gun", state, state), Part("shot", shot, shot)


def ww1_gun(situation: Ww1Gun, rules: Aerial1935) -> Mapping[str, Any]:
    """How often a gun fires that jams (section 12; R23)."""

    def clearing(umpire: Umpire, jammed: bool) -> bool:
        return not clears(umpire, rules)

    chain = gun_activations(situation, rules)
    course = list(chain.turn_by_turn(situation.activations))
    unjam_rolls = Chain(clearing, start=True, over=lambda jammed: not jammed).solver.expected_turns()
    return {
        "expected real shots": sum((fires(guns.fractions()) for guns in course), Fraction(0)),
        "jammed after": sum(
            (share for gun, share in course[-1].fractions().items() if gun.jammed), Fraction(0)
        ),
        "long-run share of activations with a shot": fires(chain.long_run().fractions()),
        "expected failed+successful unjam rolls per jam": or_infinite(unjam_rolls),
    }


def fires(guns: Mapping[Gun, Fraction]) -> Fraction:
    """The share of guns that have just taken a real shot."""
    return sum((share for gun, share in guns.items() if gun.shot), Fraction(0))


# --- pilot-career
Chance = Annotated[str, Text("^(0|1|[0-9]+/[1-9][0-9]*)$")]


class PilotCareer(Situation):
    """One seat of a squadron."""

    p_down: Annotated[
        Chance,
        Help("chance that his fighter is destroyed in a game, a rational from 0 to 1 as text such as '1/4'"),
    ]
    p_kill: Annotated[Chance, Help("chance that he shoots down at least one enemy in a game, as p_down")]
    games: Annotated[int, Whole(1, 30), Help("number of games")]
    start: Annotated[Skill, Help("class of the pilot in the seat before the first game")] = Skill.GREEN

    def check(self) -> None:
        for name, text in (("p_down", self.p_down), ("p_kill", self.p_kill)):
            if len(text) > LONGEST_CHANCE or Fraction(text) > 1:
                raise BadInput(
                    f"{name} must be a chance from 0 to 1 such as 1/4, in at most {LONGEST_CHANCE} letters; "
                    f"got {text[:LONGEST_CHANCE]}"
                )


LONGEST_CHANCE = 40


def career(situation: PilotCareer, rules: Aerial1935, **how: Unpack[PlayedWith]) -> Chain[Seat]:
    """Game after game, for ever (section 10; R25)."""
    down, kill = Fraction(situation.p_down), Fraction(situation.p_kill)

    def game(umpire: Umpire, seat: Seat) -> Seat:
        return one_game(umpire, seat, down, kill, rules)

    return Chain(game, start=Seat(situation.start), over=never, parts=seat_parts, **how)


def seat_parts(seat: Seat) -> Parts:
    """The class of the pilot, and whether he is the first."""
    pilot = "the first pilot" if seat.original else "another pilot"
    return Part("class", str(seat.skill), str(seat.skill)), Part("pilot", pilot, pilot)


def pilot_career(situation: PilotCareer, rules: Aerial1935) -> Mapping[str, Any]:
    """Who sits in a seat after several games (section 10; R25)."""
    seats = career(situation, rules).after(situation.games)
    skills, original = seats.map(lambda seat: seat.skill), seats.map(lambda seat: seat.original)
    return {
        **{skill.value: skills.fraction(skill) for skill in Skill},
        "original pilot still there": original.fraction(True),
    }


def never(state: object) -> bool:
    """Play goes on in every state."""
    return False


def or_infinite(expected: Fraction | None) -> Fraction | str:
    """An expected number, or the word for one that has no end."""
    return INFINITE if expected is None else expected
