"""Section 10, Solo rules: the fleet of the Not Playing Opponent (NPO) plays itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from pz8edu.board.tabletop import Asked
from pz8edu.systems.pz8_naval.play import MOVES, Now, PlayNaval
from pz8edu.systems.pz8_naval.ruleset import Naval
from pz8edu.systems.pz8_naval.sea import range_between
from pz8edu.systems.pz8_naval.ship import immobilised_at
from pz8edu.systems.pz8_naval.solo import moves
from pz8edu.systems.pz8_naval.tabletop import SeaTable, Vessel, own_zones, zone_of
from pz8edu.systems.pz8_naval.words import Half, Move
from pz8edu.turns.choice import Choice, Ending
from pz8edu.turns.moment import CHANCE, Turn
from pz8edu.turns.solo import Order, Solo

NPO = "NPO {}"
"""What is noted of a ship of the NPO: the move that its die has said."""


class SoloNaval(Solo[Vessel, Naval], PlayNaval):
    """A game of Pz8 Naval against the NPO, which moves by a die and fires at whom T1 says.

    One die moves the fleet, by the ship farthest back that can change its zone (R25). Stopped ships stay, and the
    fleet may leave them behind (R27). It repairs, and sends raids and torpedoes, as the plain opponent does.
    """

    printed: ClassVar = "10"

    # --- its die (section 10c)
    def now(self, moment: Now) -> Turn:
        """Before the NPO moves its die is thrown."""
        now = super().now(moment)
        if now.side == self.solo and now.kind == "move" and self.without_orders(moment):
            return now._replace(side=CHANCE, kind="npo-move")
        return now

    def without_orders(self, moment: Now) -> list[str]:
        """The ships of the NPO whose move no die has said; those that can change their zone first."""
        fleet = self.living(moment, self.solo)
        waiting = [name for name in fleet if NPO.format(name) not in moment.noted]
        return sorted(waiting, key=lambda name: (self.stopped(name, moment), -self.depth(name, moment)))

    def stopped(self, name: str, moment: Now) -> bool:
        """Can a ship not change its zone (section 5)?"""
        vessel = moment.units[name]
        return vessel.h >= immobilised_at(vessel.defence, self.rules)

    def depth(self, name: str, moment: Now) -> int:
        """How far back a ship is: 1 at the central line."""
        half = moment.units[name].half
        zone, own = zone_of(moment.places[name], half), own_zones(half)
        return own[-1] - zone + 1 if half is Half.SOUTH else zone - own[0] + 1

    def do_npo_move(self, moment: Now, name: str) -> Iterator[Choice]:
        """The die for the fleet, or for its next ship (section 10c; R25)."""
        ship = self.without_orders(moment)[0]
        inputs = {
            "first_turn": moment.turn == 1,
            "npo_losses": self.losses(self.solo, moment),
            "your_losses": self.losses(self.other(self.solo), moment),
            "air": moment.noted.get(f"raided {self.solo}") == moment.turn - 1,
            "depth": self.depth(ship, moment),
        }
        one = ship if self.rules.R25 == "b" else ""
        yield Choice("npo-move", target=one, asked=Asked("npo-move", inputs), section="10c")

    def losses(self, side: str, moment: Now) -> int:
        """Ships of a side that are Crippled or Sunk."""
        return sum(vessel.ship(self.rules).out for vessel in self.units_of(moment, side).values())

    def after_npo_move(self, moment: Now, choice: Choice, outcome: Move) -> Now:
        """What each ship does of what the fleet wants: the ends of its half, ships that are stopped (section 10)."""
        wanted = Move.WITHDRAW if outcome is Move.LEAVE else outcome
        for name in [choice.target] if choice.target else self.without_orders(moment):
            does = moves(wanted, self.depth(name, moment), moment.turn == 1, self.rules)
            does = Move.BROADSIDE if self.stopped(name, moment) else does
            moment = moment.note(**{NPO.format(name): does.value})
        return moment

    def ends_step(self, moment: Now) -> Now:
        """What the die has said counts for one move."""
        forgotten = {NPO.format(name): None for name in self.units_of(moment, self.solo)}
        return super().ends_step(moment).note(**forgotten)

    def why_not_leave(self, name: str, moment: Now) -> str:
        """Its own ships may (section 10; T4)."""
        return "" if moment.units[name].side == self.solo else super().why_not_leave(name, moment)

    # --- what it does
    def ordered(self, moment: Now, found: Sequence[Choice]) -> Order | None:
        """Ship by ship it moves as its die says; its guns fire at whom they should (section 10; T1)."""
        name = next((each.unit for each in found if NPO.format(each.unit) in moment.noted), None)
        if name is not None:
            move = Move(moment.noted[NPO.format(name)])
            does = [each for each in found if each.unit == name and (each.kind, each.why) == MOVES[move]]
            return Order(tuple(does), f"the die says {move} for {name}", "10c")
        guns = [each for each in found if each.kind in ("announce", "fire")]
        if not guns or self.rules.T1 == "b":
            return None
        best = {
            name: min(self.prefers(moment, shot) for shot in guns if shot.unit == name)
            for name in {shot.unit for shot in guns}
        }
        aimed = tuple(shot for shot in guns if self.prefers(moment, shot) == best[shot.unit])
        return Order(aimed, "a ship fires at the nearest enemy, then at the weakest", "10")

    def prefers(self, moment: Now, shot: Choice) -> tuple[int, int]:
        """How far away the target of a shot is, and the Defence it has left (T1)."""
        firer, target = moment.units[shot.unit], moment.units[shot.target]
        here, there = moment.places[shot.unit], moment.places[shot.target]
        zones = range_between(zone_of(here, firer.half), zone_of(there, target.half), self.rules)
        return zones, target.defence - target.h

    # --- the end
    def over(self, moment: Now) -> Ending | None:
        """It ends when the NPO has withdrawn off the table: the other side, which stays, has won (section 10)."""
        fleet = self.units_of(moment, self.solo)
        able = [name for name in self.living(moment, self.solo) if not self.stopped(name, moment)]
        if not able and any(vessel.gone for vessel in fleet.values()):
            return Ending(self.other(self.solo), f"{self.solo} has withdrawn off the table", "10")
        return super().over(moment)


def play(table: SeaTable, rules: Naval, side: str) -> SoloNaval:
    """A game against the NPO."""
    return SoloNaval(table, rules, side)
