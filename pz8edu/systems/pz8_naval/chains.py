"""Rules of Pz8 Naval played turn after turn: repairs, gunnery duels, the NPO, closing, nightfall."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple

from pz8edu.chance.chain import Chain
from pz8edu.chance.distribution import Distribution
from pz8edu.chance.roll import Roll, together
from pz8edu.errors import BadInput
from pz8edu.rulebook import Help, Nullable, Situation, Untyped, Whole
from pz8edu.systems.pz8_naval.damage import Shot, full_salvo, turrets_out
from pz8edu.systems.pz8_naval.factors import main_battery, sample_ship, section_of
from pz8edu.systems.pz8_naval.repair import repaired
from pz8edu.systems.pz8_naval.ruleset import Naval
from pz8edu.systems.pz8_naval.scenarios import daylight
from pz8edu.systems.pz8_naval.sea import range_between, sea
from pz8edu.systems.pz8_naval.ship import Ship
from pz8edu.systems.pz8_naval.situations import Straddle
from pz8edu.systems.pz8_naval.solo import moves
from pz8edu.systems.pz8_naval.words import Gun, Kind, Move
from pz8edu.umpire import Growing, Umpire

NEVER = "never"


# --- C1 repair-all
class RepairTurns(Situation):
    """A ship that repairs turn after turn."""

    damage_points: Annotated[int, Whole(1, 12), Help("H and T hits of the ship")]
    turns: Annotated[
        int | None, Nullable(), Whole(1, 50), Help("end-of-turn rolls; null = ask for the expectation")
    ] = None


def repairs_of(situation: RepairTurns, rules: Naval, **how: Any) -> Chain[int]:
    """One repair die a turn until nothing is left to repair (section 6)."""

    def turn(umpire: Umpire, points: int) -> int:
        return points - 1 if umpire.d6("repair") >= rules.repair_on else points

    return Chain(turn, start=situation.damage_points, over=lambda points: points == 0, word=hits_word, **how)


def hits_word(points: int) -> str:
    """How much is left to repair."""
    return f"{points} {'hit' if points == 1 else 'hits'}"


def repair_all(situation: RepairTurns, rules: Naval) -> Mapping[str, Any]:
    """How long it takes until nothing is left to repair (section 6)."""
    chain = repairs_of(situation, rules)
    if situation.turns is None:
        return {"expected turns": or_never(chain.expected_turns())}
    return {"all repaired": chain.after(situation.turns).fraction(0)}


# --- C2 gunnery-duel
Duellist = Literal[
    "Hood",
    "Prince of Wales",
    "Bismarck",
    "Prinz Eugen",
    "Barham",
    "Valiant",
    "Warspite",
    "Vittorio Veneto",
    "Zara",
    "Fiume",
    "Pola",
    "Trieste",
    "Trento",
    "Bolzano",
    "Exeter",
    "Ajax",
    "Achilles",
    "Graf Spee (main only)",
]
EXACT_TURNS = 10
PLACES = 12


class GunneryDuel(Situation):
    """Two ships that fire at each other every turn at a fixed range."""

    x: Annotated[Duellist, Untyped(), Help("first ship, with its printed factors and guns")]
    y: Annotated[Duellist, Untyped(), Help("second ship; both from T8/T9 or both from T10")]
    range: Annotated[int, Whole(1, 4), Help("range in zones, fixed")] = 2
    turns: Annotated[int, Whole(1, 400), Help("turns played; 400 stands for the long run")]
    repair_first: Annotated[Kind, Untyped(), Help("kind of hit both ships repair first")] = Kind.H

    def check(self) -> None:
        if _in_section_11(self.x) != _in_section_11(self.y):
            raise BadInput(
                "x and y must both be ships of sections 9 (Denmark Strait, Cape Matapan) or both of section 11 "
                f"(River Plate), whose factors are made on another scale; got {self.x} and {self.y}"
            )


def _in_section_11(name: str) -> bool:
    return name in ("Exeter", "Ajax", "Achilles", "Graf Spee (main only)")


@dataclass(frozen=True)
class Fighter:
    """A ship of a duel as a firer and as a target: gun row, factors, and whether it is Hood."""

    gun: Gun
    attack: int
    defence: int
    hood: bool

    @classmethod
    def named(cls, name: str, rules: Naval) -> Fighter:
        """A sample ship with its main battery and printed factors (sections 9 and 11)."""
        ship = sample_ship(name.partition(" (")[0], rules)
        battery = main_battery(ship)
        assert ship.defence is not None
        gun = battery.gun(section_of(ship.ship, rules), rules)
        return cls(gun, battery.attack, ship.defence, bool(getattr(ship, "critical", None)))

    def ship(self, rules: Naval) -> Ship:
        """It, undamaged."""
        return Ship(rules.attack_factor(self.attack), self.defence)


class Fight(NamedTuple):
    """Both ships in the middle of a duel, whether x is Side B and fires first, and who has won."""

    x: Ship
    y: Ship
    x_first: bool = False
    winner: str = ""

    def __str__(self) -> str:
        first = ", x fires first" if self.x_first else ""
        return self.winner or f"x {self.x}, y {self.y}{first}"


X_WINS, Y_WINS, FIGHTING = "x wins", "y wins", ""
COIN = Distribution.uniform((True, False))


def salvo_in_a_duel(
    umpire: Umpire, target: Ship, shot: Shot, rules: Naval
) -> Ship | Roll[Ship | None] | None:
    """The target after one salvo, None once it is out: a duel does not ask how (sections 4 and 5)."""
    result = full_salvo(umpire, target, shot, rules)
    return _unless_out(result) if isinstance(result, Ship) else result.read("ship", _unless_out)


def _unless_out(ship: Ship) -> Ship | None:
    return None if ship.out else ship


def duel_chain(x: Fighter, y: Fighter, zones: int, first: Kind, rules: Naval, **how: Any) -> Chain[Fight]:
    """A gunnery duel: a die for Side B, B fires, A fires, both repair, until one ship is out (sections 2 to 6)."""
    start = Fight(x.ship(rules), y.ship(rules))
    x_has_won, y_has_won = start._replace(winner=X_WINS), start._replace(winner=Y_WINS)

    def side_b(umpire: Umpire, fight: Fight) -> Roll[Fight]:
        return umpire.roll("Side B", COIN).read("fight", lambda is_x: fight._replace(x_first=is_x))

    def fires(umpire: Umpire, fight: Fight, x_fires: bool) -> Fight | Roll[Fight]:
        firer, target = (fight.x, fight.y) if x_fires else (fight.y, fight.x)
        guns, aimed_at = (x, y) if x_fires else (y, x)
        if turrets_out(firer.t, firer.attack, rules):
            return fight
        shot = Shot(Straddle(gun=guns.gun, range=zones, turret_hits=firer.t), guns.attack, aimed_at.hood)

        def after(ship: Ship | None) -> Fight:
            if ship is None:
                return x_has_won if x_fires else y_has_won
            return Fight(fight.x, ship, fight.x_first) if x_fires else Fight(ship, fight.y, fight.x_first)

        return umpire.odds("salvo", salvo_in_a_duel, target, shot, rules).read("fight", after)

    def b_fires(umpire: Umpire, fight: Fight) -> Fight | Roll[Fight]:
        return fires(umpire, fight, fight.x_first)

    def a_fires(umpire: Umpire, fight: Fight) -> Fight | Roll[Fight]:
        return fires(umpire, fight._replace(x_first=False), not fight.x_first)

    def repairs(umpire: Umpire, fight: Fight) -> Roll[Fight]:
        x_after = umpire.odds("repair of x", repaired, fight.x, first, rules)
        y_after = umpire.odds("repair of y", repaired, fight.y, first, rules)
        return together(Fight, x_after, y_after)

    phases = (side_b, b_fires, a_fires, repairs)
    how = {"memo": _salvos(rules)} | how
    return Chain(*phases, start=start, over=lambda fight: fight.winner != FIGHTING, **how)


@lru_cache(maxsize=4)
def _salvos(rules: Naval) -> dict[Any, Any]:
    """The salvos that all duels under the same rules share."""
    return {}


_CHAIN = lru_cache(maxsize=32)(duel_chain)


def gunnery_chain(situation: GunneryDuel, rules: Naval, **how: Any) -> Chain[Fight]:
    """Turn after turn until one ship is Crippled or Sunk (sections 2 to 6)."""
    x, y = (Fighter.named(name, rules) for name in (situation.x, situation.y))
    make = duel_chain if how else _CHAIN
    return make(x, y, situation.range, situation.repair_first, rules, **how)


def gunnery_duel(situation: GunneryDuel, rules: Naval) -> Mapping[str, Any]:
    """Two ships at a fixed range, both broadside, until one is Crippled or Sunk (sections 2 to 6).

    Up to ten turns exact; more turns in decimals.
    """
    chain = gunnery_chain(situation, rules)
    if situation.turns <= EXACT_TURNS:
        after = chain.after(situation.turns).map(lambda fight: fight.winner)
        return {word: after.fraction(winner) for word, winner in _DUEL_RESULTS}
    chances = {X_WINS: 0.0, Y_WINS: 0.0, FIGHTING: 0.0}
    for fight, chance in chain.after_as_floats(situation.turns).items():
        chances[fight.winner] += chance
    return {word: round(chances[winner], PLACES) for word, winner in _DUEL_RESULTS}


_DUEL_RESULTS = ((X_WINS, X_WINS), (Y_WINS, Y_WINS), ("still fighting", FIGHTING))


# --- C3 npo-withdraws
class NpoTurns(Situation):
    """The fleet of the NPO, turn after turn."""

    net_modifier: Annotated[int, Whole(-14, 14), Help("sum of the T11 modifiers, the same every turn")] = 0
    start_depth: Annotated[
        int,
        Whole(1, 4),
        Help("zone of the NPO before turn 1, 1 at the central line … 4 rear zone"),
    ] = 4
    by_turn: Annotated[int | None, Nullable(), Whole(1, 100), Help("null = ask for the expectation")] = None


@dataclass(frozen=True)
class Fleet:
    """The NPO fleet before its move: its depth, 0 when it has left, and whether it is turn 1."""

    depth: int
    first_turn: bool = False

    def __str__(self) -> str:
        turn = ", turn 1" if self.first_turn else ""
        return f"zone {self.depth}{turn}" if self.depth else "gone"


_STEP = {Move.ADVANCE: -1, Move.BROADSIDE: 0, Move.WITHDRAW: 1}


def npo_moves(situation: NpoTurns, rules: Naval, **how: Any) -> Chain[Fleet]:
    """The NPO moves every turn until it leaves the table (section 10; R25, R27)."""

    def turn(umpire: Umpire, fleet: Fleet) -> Fleet:
        wanted = umpire.look_up("move", umpire.d6("NPO") + situation.net_modifier, rules.npo_moves)
        move = moves(wanted, fleet.depth, fleet.first_turn, rules)
        return Fleet(0) if move is Move.LEAVE else Fleet(fleet.depth + _STEP[move])

    start = Fleet(situation.start_depth, first_turn=True)
    return Chain(turn, start=start, over=lambda fleet: not fleet.depth, **how)


def npo_withdraws(situation: NpoTurns, rules: Naval) -> Mapping[str, Any]:
    """When the fleet of the NPO leaves the table (section 10; R25, R27)."""
    chain = npo_moves(situation, rules)
    if situation.by_turn is None:
        return {"expected turns until it leaves the table": or_never(chain.expected_turns())}
    return {"gone": chain.after(situation.by_turn).fraction(Fleet(0))}


# --- C4 closing
class Closing(Situation):
    """Two fleets that close."""

    turns: Annotated[int, Whole(1, 3), Help("turns played")] = 3


def closing(situation: Closing, rules: Naval) -> Mapping[str, Any]:
    """The range after every move when both fleets advance every turn from the table edges (section 3; R2)."""
    zones = sea(rules)
    south, north = zones.southern()[0], zones.northern()[-1]
    ranges = []
    for _ in range(situation.turns):
        south = zones.forward(south) or south
        ranges.append(range_between(south, north, rules))
        north = zones.forward(north) or north
        ranges.append(range_between(south, north, rules))
    return {"ranges": ranges}


# --- C5 until-night
class UntilNight(Situation):
    """The daylight at Cape Matapan."""

    turn: Annotated[
        int | None, Nullable(), Whole(1, 13), Help("turn asked for; null = only the expectation")
    ] = None


def until_night(situation: UntilNight, rules: Naval) -> Mapping[str, Any]:
    """Daylight turns left before the game (section 9)."""
    days: Distribution[int] = Growing(draw=False).grow(daylight, rules).distribution
    chances = days.fractions()
    results = {"expected daylight turns": sum((p * day for day, p in chances.items()), Fraction(0))}
    if situation.turn is not None:
        last = situation.turn
        results["night"] = sum((p for day, p in chances.items() if day < last), Fraction(0))
    return results


def or_never(expected: Fraction | None) -> Fraction | str:
    """An expected number, or the word for what never comes."""
    return NEVER if expected is None else expected
