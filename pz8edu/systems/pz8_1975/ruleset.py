"""What Pz8 1975/2010 says otherwise than Pz8 1950/1975: laser, stabilised guns, add-on armour, new tables."""

from __future__ import annotations

from fractions import Fraction

from pz8edu.core import Modifiers, Situation, Step, Table, measure, number, reading, table
from pz8edu.systems.pz8_1950.ruleset import Y1950
from pz8edu.systems.pz8_1975 import situations as forms
from pz8edu.systems.pz8_ww2 import situations as ww2
from pz8edu.systems.pz8_ww2.ruleset import Aircraft, Attack, Defence, Move, Range


class Y1975(Y1950):
    """Pz8 1975/2010: as in 1950/1975, with laser rangefinders, stabilised guns and reactive armour."""

    system = "pz8-1975"

    aim = forms.Aim
    firing_unit = forms.FiringUnit
    shot = forms.Shot
    loaded_transport = forms.LoadedTransport
    close_combat = forms.CloseCombat

    laser: int = number(1, "5", "laser rangefinder and computer fire control")
    stabilised_shots: int = number(
        2, "5", "shots of a stabilised MBT in one Fire phase", minimum=1, maximum=6
    )
    laser_range: Fraction = measure(
        Fraction(3, 2), "7", "a laser rangefinder multiplies the range of a gun by this", minimum=0
    )
    add_on_armour: int = number(1, "9", "Defence that reactive or appliqué armour adds to a vehicle")
    add_on_up_to: int = number(
        5, "9", "printed Defence up to which add-on armour helps", minimum=0, maximum=7
    )

    sequence: Table[Step] = table("sequence.csv", Step, "3", "steps of a turn")
    movement: Table[Move] = table("movement.csv", Move, "4", "inches on open ground")
    ranges: Table[Range] = table("ranges.csv", Range, "7", "ranges and minimum ranges in inches")
    attack: Table[Attack] = table("attack.csv", Attack, "8", "Attack Factors")
    defence: Table[Defence] = table("defence.csv", Defence, "9", "Defence Factors")
    aircraft: Table[Aircraft] = table("aircraft.csv", Aircraft, "12", "Attack Factor of aircraft")

    R37: str = reading(
        "9",
        "Does add-on armour count before the halving?",
        a="add-on armour: +1 first, then halve (default)",
        b="halve first, then +1",
    )

    # what only whole turns ask
    T13: str = reading(
        "5",
        "How often does a stabilised gun strike in close combat?",
        a="once: two dice are rolled to hit, and in contact nobody rolls to hit (default)",
        b="twice, as it fires",
        played=True,
    )
    T14: str = reading(
        "5",
        "Must a stabilised gun have moved to fire twice?",
        a="no: nothing is said of a move (default)",
        b="yes: only after a move does it fire twice",
        played=True,
    )
    T15: str = reading(
        "5",
        "May the two shots of a stabilised gun be at two targets?",
        a="no: one target may be hit twice (default; R38)",
        b="yes: the second one is named when the first has been seen, or there is none",
        played=True,
    )

    def of_the_weapon(self, aim: ww2.Aim | ww2.IndirectAim | ww2.AirAim) -> Modifiers:
        """What a guided missile, or laser and computer, adds to the roll to hit (section 5)."""
        told = "laser rangefinder and computer"
        laser = Modifiers((self.laser, told, isinstance(aim, forms.Aim) and aim.laser, "5"))
        return super().of_the_weapon(aim) + laser

    def shots_of(self, shot: ww2.Shot) -> tuple[ww2.Shot, ...]:
        """The shots of one Fire phase (section 5; R38): two of a stabilised MBT."""
        return (shot,) * (self.stabilised_shots if isinstance(shot, forms.Shot) and shot.stabilised else 1)

    def full_range(self, weapon: str, asked: Situation) -> Fraction:
        """The range of a weapon (section 7): half as far again with a laser rangefinder."""
        return super().full_range(weapon, asked) * (self.laser_range if getattr(asked, "laser", False) else 1)

    def add_on(self, defence: int) -> int:
        """What add-on armour adds to a printed Defence (section 9): only to one of 1 to 5."""
        return self.add_on_armour if 0 < defence <= self.add_on_up_to else 0

    def defence_of(self, hit: ww2.OpposedRoll | ww2.Hit | ww2.HitFromAbove) -> int:
        """The Defence that counts (section 9; R37): add-on armour first, then it is halved."""
        more = self.add_on(hit.defence) if isinstance(hit, forms.Fitted) and hit.protected else 0
        before, after = (more, 0) if self.R37 == "a" else (0, more)
        defence = hit.defence + before
        return (self.halved(defence) if hit.halved else defence) + after
