"""What the questions of Pz8 Sci-Fi ask otherwise than those of Pz8 WW2."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pz8edu.core import Help, Items, Situation, Whole
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_ww2 import chains
from pz8edu.systems.pz8_ww2 import situations as ww2
from pz8edu.systems.pz8_ww2.situations import OverHalfRange, Shooter, ShooterDisorganized
from pz8edu.systems.pz8_ww2.words import Quality

Hitech = Annotated[bool, Help("the shooter has hi-tech fire control: +1")]
FromFlyer = Annotated[bool, Help("the shooter is a GEV: halves the Defence of an armoured target")]
DefenceFactor = Annotated[
    int,
    Whole(0, 7),
    Help("printed Defence Factor of the target, before halving (this rule set prints 0 to 5)"),
]
NO_SAVE = ("hq", "target_quality")
"""What WW2 asks for the save of an HQ: this book has none."""


class Aim(ww2.Aim):
    """A direct shot before the roll to hit."""

    hitech: Hitech = False


class OpposedRoll(ww2.OpposedRoll):
    """Attack against Defence after a hit."""

    defence: DefenceFactor


class Hit(ww2.Hit):
    """A target that is hit from the ground or by a GEV."""

    defence: DefenceFactor
    from_flyer: FromFlyer = False

    @property
    def halved(self) -> bool:
        """Is its Defence halved (section 9)?"""
        return super().halved or (self.armoured and self.from_flyer)


class Shot(ww2.Shot, Hit, Aim):
    """One direct shot at one target."""

    not_asked = NO_SAVE


class CloseCombat(ww2.CloseCombat):
    """An automatic hit on an enemy in contact."""

    defence: DefenceFactor


class LoadedTransport(ww2.LoadedTransport, Hit, Aim):
    """A direct shot at a transport with what it carries."""


class IndirectAim(ww2.IndirectAim):
    """A satellite before its roll to hit."""

    quality: Annotated[Quality, Help("quality of the satellite: elite +1, green -1")] = Quality.AVERAGE
    hitech: Hitech = False


class IndirectShot(ww2.IndirectShot, IndirectAim):
    """A satellite that fires at one target."""

    not_asked = NO_SAVE
    defence: DefenceFactor


class ShellOnTable(ww2.ShellOnTable, IndirectAim):
    """A shell of a satellite, and all who stand around its aiming point."""


class Rallying(ww2.Rallying):
    """A unit in the Rally phase; no HQ is needed (section 10; R50)."""

    not_asked = ("in_command",)


class AirAim(ww2.AirAim):
    """A ground attack before its roll to hit."""

    not_asked: ClassVar[tuple[str, ...]] = ("aa_guns",)
    hitech: Hitech = False


class AirAttack(ww2.AirAttack, AirAim):
    """A ground attack on one target."""

    not_asked = ("aa_guns", *NO_SAVE)
    defence: DefenceFactor


class FiringUnit(ww2.FiringUnit):
    """One shooter of a Fire phase."""

    hitech: Hitech = False
    from_flyer: FromFlyer = False


class TargetUnit(ww2.TargetUnit):
    """The one target of a Fire phase."""

    not_asked = NO_SAVE
    defence: DefenceFactor


class FirePhase(ww2.FirePhase):
    """Several shooters at one target."""

    shots: Annotated[
        tuple[FiringUnit, ...],
        Items(1),
        Help("the shots in firing order, each with its own shooter's inputs as in `direct-fire`"),
    ]
    target: Annotated[TargetUnit, Help("the one target of all shots, inputs as in `direct-fire`")]


class GevTarget(Situation):
    """A shot of a Light gun or Infantry at a GEV."""

    over_half_range: OverHalfRange = False
    quality: Shooter = Quality.AVERAGE
    disorganized: ShooterDisorganized = False
    attack: Annotated[int, Whole(0, 6), Help("Attack Factor in the soft column")] = 3
    defence: Annotated[int, Whole(0, 7), Help("Defence Factor of the GEV, never halved")] = 3
    hitech: Hitech = False


MOST_SUPPORT_DICE = 1000
"""The total of more dice than these has chances that nobody can read."""


class WarName(Situation):
    """A war without a name."""

    tables: Annotated[
        tuple[Literal["organization", "planet", "cause", "war"], ...],
        Items(1, 4, different=True),
        Help("name tables to roll on, in the order in which their entries are joined"),
    ]


class Support(Situation):
    """A player who rolls for ground attacks and satellites."""

    dice: Annotated[int, Whole(1), Help("number of D6 added up")] = 1

    def check(self) -> None:
        if self.dice > MOST_SUPPORT_DICE:
            raise BadInput(f"dice must be at most {MOST_SUPPORT_DICE:,} to be worked out; got {self.dice:,}")


# --- turn after turn
class RepeatedShot(chains.RepeatedShot, Shot):
    """The same shot again and again."""


class FireAndRally(chains.FireAndRally, Shot):
    """One target of some equal shots each turn, which then rolls to rally."""

    in_command: Annotated[
        bool,
        Help(
            "the target may roll to rally in each turn (no HQ is needed in this rule set; false means that it does not rally)"
        ),
    ] = True


class Fights(chains.Fights):
    """One unit of a duel, as a target and as a shooter."""

    defence: DefenceFactor
    hitech: Hitech = False


class Duellist(chains.Duellist, Fights):
    """One unit of a duel."""

    in_command: Annotated[
        bool,
        Help(
            "this unit may roll to rally in each turn (no HQ is needed; false means that it does not rally)"
        ),
    ] = True


class Duel(chains.Duel):
    """Two units that fight until one is destroyed."""

    A: Annotated[Duellist, Help("unit A (fires second): what it is as a target and as a shooter")]
    B: Annotated[Duellist, Help("unit B (fires first): what it is as a target and as a shooter")]
