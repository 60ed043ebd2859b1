"""A gunnery duel: two ships that fire at each other turn after turn (sections 2 to 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Annotated, Any, NamedTuple, Unpack

from pz8edu.core import (
    Chain,
    Distribution,
    Help,
    Part,
    Parts,
    PlayedWith,
    Roll,
    Situation,
    Umpire,
    Untyped,
    Whole,
    WordDomain,
    together,
)
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_naval.damage import Shot, full_salvo, turrets_out
from pz8edu.systems.pz8_naval.factors import main_battery, sample_ship, secondary_battery, section_of
from pz8edu.systems.pz8_naval.fleets import SHIPS
from pz8edu.systems.pz8_naval.repair import repaired
from pz8edu.systems.pz8_naval.ruleset import Naval
from pz8edu.systems.pz8_naval.ship import Ship
from pz8edu.systems.pz8_naval.situations import PRINTED, Straddle
from pz8edu.systems.pz8_naval.words import Gun, Kind

DUELLISTS = {
    **{name: name for name, ship in SHIPS.items() if ship.guns and secondary_battery(ship) is None},
    **{f"{name} (main only)": name for name, ship in SHIPS.items() if secondary_battery(ship)},
}
"""The sample ships as the duel calls them; one with two batteries fires the main one."""

Duellist = Annotated[str, WordDomain(tuple(DUELLISTS), typed=False)]
EXACT_TURNS = 10
PLACES = 12


class GunneryDuel(Situation):
    """Two ships that fire at each other every turn at a fixed range."""

    x: Annotated[Duellist, Help("first ship, with its printed factors and guns")]
    y: Annotated[
        Duellist, Help("second ship; both from Denmark Strait and Cape Matapan, or both from River Plate")
    ]
    range: Annotated[int, Whole(1, 4), Help("range in zones, fixed")] = 2
    turns: Annotated[int, Whole(1, 400), Help("turns played; 400 stands for the long run")]
    repair_first: Annotated[Kind, Untyped(), Help("kind of hit both ships repair first")] = Kind.H

    def check(self) -> None:
        if len({section_of(DUELLISTS[name], PRINTED) for name in (self.x, self.y)}) > 1:
            raise BadInput(
                "x and y must both be ships of sections 9 (Denmark Strait, Cape Matapan) or both of section 11 "
                f"(River Plate), whose factors are made on another scale; got {self.x} and {self.y}"
            )


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
        ship = sample_ship(DUELLISTS[name], rules)
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

    @property
    def parts(self) -> Parts:
        """Who has won, or both ships and who fires first."""
        if self.winner:
            return (Part("", self.winner),)
        ships = Part("x", str(self.x)), Part("y", str(self.y))
        return (*ships, Part("", "x fires first")) if self.x_first else ships


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


@dataclass(frozen=True)
class Duel:
    """Two ships that fire at each other, both broadside: its methods are the phases of a turn (sections 2 to 6)."""

    x: Fighter
    y: Fighter
    zones: int
    repair_first: Kind
    rules: Naval

    def side_b(self, umpire: Umpire, fight: Fight) -> Roll[Fight]:
        """A die for Side B, who fires first (section 2)."""
        return umpire.roll("Side B", COIN).read("fight", lambda is_x: fight._replace(x_first=is_x))

    def b_fires(self, umpire: Umpire, fight: Fight) -> Fight | Roll[Fight]:
        """Side B fires."""
        return self.fires(umpire, fight, fight.x_first)

    def a_fires(self, umpire: Umpire, fight: Fight) -> Fight | Roll[Fight]:
        """Side A fires."""
        return self.fires(umpire, fight._replace(x_first=False), not fight.x_first)

    def fires(self, umpire: Umpire, fight: Fight, x_fires: bool) -> Fight | Roll[Fight]:
        """One ship fires at the other unless it has lost all its turrets (sections 4 and 5; R8)."""
        firer, target = (fight.x, fight.y) if x_fires else (fight.y, fight.x)
        guns, aimed_at = (self.x, self.y) if x_fires else (self.y, self.x)
        if turrets_out(firer.t, firer.attack, self.rules):
            return fight
        aim = Straddle(gun=guns.gun, range=self.zones, turret_hits=firer.t)
        shot = Shot(aim, guns.attack, aimed_at.hood)

        def after(ship: Ship | None) -> Fight:
            if ship is None:
                return self.start._replace(winner=X_WINS if x_fires else Y_WINS)
            return fight._replace(y=ship) if x_fires else fight._replace(x=ship)

        return umpire.odds("salvo", salvo_in_a_duel, target, shot, self.rules).read("fight", after)

    def repairs(self, umpire: Umpire, fight: Fight) -> Roll[Fight]:
        """Both ships roll for repair (section 6)."""
        x_after = umpire.odds("repair of x", repaired, fight.x, self.repair_first, self.rules)
        y_after = umpire.odds("repair of y", repaired, fight.y, self.repair_first, self.rules)
        return together(Fight, x_after, y_after)

    @cached_property
    def start(self) -> Fight:
        """Both ships undamaged."""
        return Fight(self.x.ship(self.rules), self.y.ship(self.rules))

    def chain(self, **how: Unpack[PlayedWith]) -> Chain[Fight]:
        """Turn after turn until one ship is out."""
        phases = (self.side_b, self.b_fires, self.a_fires, self.repairs)
        how = {"memo": _salvos(self.rules)} | how
        return Chain(*phases, start=self.start, over=is_over, parts=parts_of, **how)


def is_over(fight: Fight) -> bool:
    """Is one of the ships Crippled or Sunk?"""
    return fight.winner != FIGHTING


def parts_of(fight: Fight) -> Parts:
    """Who has won, or both ships and who fires first."""
    return fight.parts


@lru_cache(maxsize=4)
def _salvos(rules: Naval) -> dict[Any, Any]:
    """The salvos that all duels under the same rules share."""
    return {}


_CHAIN = lru_cache(maxsize=32)(Duel.chain)


def gunnery_chain(situation: GunneryDuel, rules: Naval, **how: Unpack[PlayedWith]) -> Chain[Fight]:
    """Turn after turn until one ship is Crippled or Sunk (sections 2 to 6)."""
    x, y = (Fighter.named(name, rules) for name in (situation.x, situation.y))
    duel = Duel(x, y, situation.range, situation.repair_first, rules)
    return duel.chain(**how) if how else _CHAIN(duel)


def gunnery_duel(situation: GunneryDuel, rules: Naval) -> Mapping[str, Any]:
    """Two ships at a fixed range, both broadside, until one is Crippled or Sunk (sections 2 to 6).

    Up to ten turns exact; more turns in decimals.
    """
    chain = gunnery_chain(situation, rules)
    if situation.turns <= EXACT_TURNS:
        after = chain.after(situation.turns).map(lambda fight: fight.winner)
        return {word: after.fraction(winner) for word, winner in _DUEL_RESULTS}
    in_decimals = chain.in_decimals.after(situation.turns).map(lambda fight: fight.winner)
    return {word: round(float(in_decimals[winner]), PLACES) for word, winner in _DUEL_RESULTS}


_DUEL_RESULTS = ((X_WINS, X_WINS), (Y_WINS, Y_WINS), ("still fighting", FIGHTING))
