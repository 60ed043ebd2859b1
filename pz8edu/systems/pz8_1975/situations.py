"""What the questions of Pz8 1975/2010 ask beyond those of Pz8 1950/1975."""

from __future__ import annotations

from typing import Annotated

from pz8edu.core import Help, Items, Situation, Whole
from pz8edu.systems.pz8_1950 import situations as y1950
from pz8edu.systems.pz8_ww2 import chains
from pz8edu.systems.pz8_ww2 import situations as ww2

DefenceFactor = Annotated[
    int,
    Whole(0, 7),
    Help("printed Defence Factor of the target, before halving (this rule set prints 0 to 7)"),
]
Laser = Annotated[bool, Help("the gun has laser rangefinder and computer fire control: +1")]
Reactive = Annotated[
    bool,
    Help(
        "the target has add-on armour that counts against this very attack (the caller has checked the kind of weapon: "
        "ATGW or Infantry, no tandem warhead; where there is an input top_attack, true cancels the bonus): +1 to a "
        "printed Defence of 1 to 5, none to 0, 6 or 7 (R37)"
    ),
]
TopAttack = Annotated[bool, Help("top-attack weapon: halves the Defence of an armoured target")]
Stabilised = Annotated[
    bool,
    Help(
        "stabilised MBT: two complete shots one after the other at the same target, the second against the condition "
        "left by the first"
    ),
]


class Aim(y1950.Aim):
    """A direct shot, perhaps with laser rangefinder and computer."""

    laser: Laser = False


class Fitted(Situation):
    """A target that may be fitted with reactive or appliqué armour."""

    reactive: Reactive = False

    @property
    def protected(self) -> bool:
        """Does its add-on armour count against this attack (section 9)?"""
        return self.reactive


class OpposedRoll(Fitted, ww2.OpposedRoll):
    """Attack against Defence after a hit."""

    defence: DefenceFactor


class Hit(Fitted, y1950.Hit):
    """A target that is hit, perhaps by a top-attack weapon."""

    defence: DefenceFactor
    top_attack: TopAttack = False

    @property
    def halved(self) -> bool:
        """Is its Defence halved (section 9)?"""
        return super().halved or (self.armoured and self.top_attack)

    @property
    def protected(self) -> bool:
        """Does its add-on armour count against this attack (section 9)?"""
        return self.reactive and not self.top_attack


class Shot(y1950.Shot, Hit, Aim):
    """One direct shot at one target; of a stabilised MBT two."""

    stabilised: Stabilised = False


class CloseCombat(Fitted, ww2.CloseCombat):
    """An automatic hit on an enemy in contact."""

    defence: DefenceFactor


class IndirectShot(ww2.IndirectShot):
    """A shell of an off-table battery at one target."""

    defence: DefenceFactor


class AirAttack(y1950.AirAttack):
    """An aircraft that attacks one target."""

    defence: DefenceFactor


class LoadedTransport(y1950.LoadedTransport, Hit, Aim):
    """A direct shot at a transport with what it carries."""


class FiringUnit(y1950.FiringUnit):
    """One shooter of a Fire phase."""

    laser: Laser = False
    top_attack: TopAttack = False
    stabilised: Stabilised = False


class Target(ww2.Target):
    """What a unit is to those that shoot at it."""

    defence: DefenceFactor
    reactive: Reactive = False


class TargetUnit(ww2.TargetUnit, Target):
    """The one target of a Fire phase."""


class FirePhase(y1950.FirePhase):
    """Several shooters at one target."""

    shots: Annotated[
        tuple[FiringUnit, ...],
        Items(1),
        Help("the shots in firing order, each with its own shooter's inputs as in `direct-fire`"),
    ]
    target: Annotated[TargetUnit, Help("the one target of all shots, inputs as in `direct-fire`")]


class MineCounter(ww2.MineCounter):
    """A unit that enters a minefield counter."""

    defence: DefenceFactor


class WireSection(ww2.WireSection):
    """A unit that enters wire."""

    defence: DefenceFactor = 0


# --- turn after turn
class Repeated(chains.Repeated):
    """How often something is done again."""

    shots: Annotated[
        int, Whole(1), Help("number of shots for p_destroyed_within; a stabilised pair counts as one shot")
    ] = 3


class RepeatedShot(Repeated, y1950.RepeatedShot, Shot):
    """The same shot again and again."""


class FireAndRally(y1950.FireAndRally, Shot):
    """One target of some equal shots each turn, which then rolls to rally."""


class Fights(y1950.Fights):
    """One unit of a duel, as a target and as a shooter."""

    defence: DefenceFactor
    laser: Laser = False
    stabilised: Annotated[bool, Help("this unit fires two complete shots; no effect in mode contact")] = False
    reactive: Reactive = False


class Duellist(y1950.Duellist, Fights):
    """One unit of a duel."""


class Duel(y1950.Duel):
    """Two units that fight until one is destroyed."""

    A: Annotated[Duellist, Help("unit A (fires second): what it is as a target and as a shooter")]
    B: Annotated[Duellist, Help("unit B (fires first): what it is as a target and as a shooter")]


class MineBelt(chains.MineBelt):
    """A unit's way through a belt of mine counters."""

    defence: DefenceFactor
