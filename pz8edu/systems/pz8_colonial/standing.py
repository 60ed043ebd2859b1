"""A unit on the table: its strength, its front, and what has befallen it."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, cos, radians, sin

from pz8edu.board.distances import those_within
from pz8edu.board.position import Place
from pz8edu.systems.pz8_colonial.artillery import can_fire
from pz8edu.systems.pz8_colonial.forces import Unit
from pz8edu.systems.pz8_colonial.movement import GUNS
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.words import Carriage, Leader, Quality, Side, Troop

SPACING = 1.0
"""Inches from a figure to the next one in its rank, and from rank to rank."""


@dataclass(frozen=True)
class Standing:
    """A unit as it stands now.

    `lost` counts ordinary figures, `fallen` names the leaders; `firearms_lost` are those of fallen Natives that
    nobody took up. `reloading` counts the activations that a gun still needs before it fires again; `gone` is
    who has fled from the table (section 7).
    """

    unit: Unit
    side: Side
    front_rank: int
    lost: int = 0
    fallen: tuple[Leader, ...] = ()
    firearms_lost: int = 0
    carriage: Carriage = Carriage.READY
    reloading: int = 0
    jammed: bool = False
    short: bool = False
    routing: bool = False
    steadfast: bool = False
    gone: bool = False

    @property
    def out(self) -> bool:
        """Has it nobody left, or fled from the table?"""
        return self.gone or not self.figures

    @property
    def ordinary(self) -> int:
        """Ordinary figures left."""
        return self.unit.ordinary - self.lost

    @property
    def leaders(self) -> tuple[Leader, ...]:
        """Leaders left."""
        left = list(self.unit.leaders)
        for leader in self.fallen:
            left.remove(leader)
        return tuple(left)

    @property
    def figures(self) -> int:
        """All figures left."""
        return self.ordinary + len(self.leaders)

    @property
    def firing(self) -> int:
        """Figures that fire: a fallen Native's firearm is taken up by another (section 2)."""
        return max(min(self.unit.firing - self.firearms_lost, self.figures), 0)

    @property
    def front(self) -> int:
        """Figures in the front rank."""
        return max(min(self.front_rank, self.figures), 1)

    @property
    def ranks(self) -> int:
        """Ranks, the last of them perhaps not full."""
        return max(ceil(self.figures / self.front), 1)

    @property
    def mounted(self) -> bool:
        """On horse or camel?"""
        return self.unit.troop in (Troop.MOUNTED, Troop.CAMEL)

    @property
    def condition(self) -> str:
        """What has befallen it, in words: "jammed", "in rout, short on munitions"."""
        told = {
            "in rout": self.routing,
            self.carriage.value: self.carriage is not Carriage.READY,
            "jammed": self.jammed,
            f"reloading {self.reloading}": self.reloading,
            "short on munitions": self.short,
            "stands fast": self.steadfast,
        }
        return ", ".join(words for words, so in told.items() if so) or "ok"

    def places(self, at: Place) -> tuple[tuple[float, float], ...]:
        """Where its figures stand, from the right of the front rank; the leaders stand last."""
        turn = radians(at.facing or 0)
        found = []
        for number in range(self.figures):
            rank, file = divmod(number, self.front)
            across = ((self.front - 1) / 2 - file) * SPACING
            ahead = ((self.ranks - 1) / 2 - rank) * SPACING
            x = at.x + across * cos(turn) + ahead * sin(turn)
            y = at.y - across * sin(turn) + ahead * cos(turn)
            found.append((round(x, 6), round(y, 6)))
        return tuple(found)

    def leader(self, number: int) -> Leader | None:
        """The kind of leader that a figure is; None for an ordinary one."""
        place = number - self.ordinary
        return self.leaders[place] if place >= 0 else None

    def tests(self, rules: Colonial) -> bool:
        """Does it test its morale when it is activated (sections 7 and 11)?"""
        if self.steadfast:
            return False
        return self.routing or self.figures <= rules.half_mark(self.unit.men)

    def cannot_fire(self, rules: Colonial) -> str:
        """Why it fires at nobody; empty if it can (sections 3, 4 and 7)."""
        name, troop = self.unit.name, self.unit.troop
        if self.routing:
            return f"{name} is in rout (§7)."
        if troop is Troop.ARTILLERY and not can_fire(self.figures, rules):
            return f"{name} has fewer than {rules.least_gun_crew} men (§4)."
        if troop is Troop.MACHINE_GUN and self.figures < rules.machine_gun_crew:
            return f"{name} has fewer than {rules.machine_gun_crew} men (§3)."
        if troop in GUNS and self.carriage is not Carriage.READY:
            return f"{name} is {self.carriage}; getting ready takes {activations(rules.packing)} (§3, §4)."
        if self.reloading:
            return f"{name} reloads: {activations(self.reloading)} to go (§4)."
        return f"{name} is jammed (§3)." if self.jammed else ""

    def takers(self, at: Place, rules: Colonial) -> int:
        """Natives without a firearm who stand near enough to a man with one to take it up (section 2)."""
        places = self.places(at)
        armed, others = places[: self.firing], places[self.firing :]
        near = {index for man in armed for index in those_within(man, others, rules.takes_firearm)}
        return len(near)

    @property
    def firearms_pass_on(self) -> bool:
        """Have only some of its men firearms, as Natives may (section 2)?"""
        return self.side is Side.NATIVE and 0 < self.unit.firing < self.unit.men

    def must_charge(self) -> bool:
        """Are they Fanatics, who charge whoever is within reach (section 2)?"""
        return self.unit.quality is Quality.FANATIC and self.unit.troop not in GUNS and not self.routing


def activations(number: int) -> str:
    """So many activations, in words."""
    return f"{number} activation{'' if number == 1 else 's'}"
