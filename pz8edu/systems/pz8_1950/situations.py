"""What the questions of Pz8 1950/1975 ask beyond those of Pz8 WW2."""

from __future__ import annotations

from typing import Annotated, Literal

from pz8edu.core import Help, Items, Situation, Whole
from pz8edu.systems.pz8_ww2 import chains
from pz8edu.systems.pz8_ww2 import situations as ww2
from pz8edu.systems.pz8_ww2.situations import OverHalfRange, Shooter, ShooterDisorganized
from pz8edu.systems.pz8_ww2.words import Quality

Guided = Annotated[bool, Help("the shot is an ATGW or a SAM: +1")]
FromFlyer = Annotated[bool, Help("the shooter is a helicopter: halves the Defence of an armoured target")]


class Aim(ww2.Aim):
    """A direct shot, perhaps with a guided missile."""

    guided: Guided = False


class Hit(ww2.Hit):
    """A target that is hit from the ground or by a helicopter."""

    from_flyer: FromFlyer = False

    @property
    def halved(self) -> bool:
        """Is its Defence halved (section 9)?"""
        return super().halved or (self.armoured and self.from_flyer)


class Shot(ww2.Shot, Hit, Aim):
    """One direct shot at one target."""


class LoadedTransport(ww2.LoadedTransport, Hit, Aim):
    """A direct shot at a transport with what it carries."""


class AirAim(ww2.AirAim):
    """An aircraft before its roll to hit."""

    sam_teams: Annotated[int, Whole(0), Help("SAM teams within 40 inches of the target: -1 each")] = 0


class AirAttack(ww2.AirAttack, AirAim):
    """An aircraft that attacks one target."""


class FiringUnit(ww2.FiringUnit):
    """One shooter of a Fire phase."""

    guided: Guided = False
    from_flyer: FromFlyer = False


class FirePhase(ww2.FirePhase):
    """Several shooters at one target."""

    shots: Annotated[
        tuple[FiringUnit, ...],
        Items(1),
        Help("the shots in firing order, each with its own shooter's inputs as in `direct-fire`"),
    ]


class HelicopterTarget(Situation):
    """A shot at a helicopter."""

    over_half_range: OverHalfRange = False
    quality: Shooter = Quality.AVERAGE
    disorganized: ShooterDisorganized = False
    attack: Annotated[
        int, Whole(0, 6), Help("Attack Factor in the soft column; ignored for weapon sam (as is defence)")
    ] = 3
    defence: Annotated[int, Whole(0, 7), Help("Defence Factor of the helicopter, never halved")] = 3
    weapon: Annotated[
        Literal["small-arms", "sam"],
        Help(
            "small-arms = Infantry, HMG or AA gun (hit, then damage); sam = a hit removes the target without a "
            "damage roll"
        ),
    ] = "small-arms"
    guided: Annotated[
        bool,
        Help(
            "true with weapon sam, false with small-arms; a SAM has its +1 to hit in any case and small arms never, "
            "so this input adds nothing of its own"
        ),
    ] = False


# --- turn after turn
class RepeatedShot(chains.RepeatedShot, Shot):
    """The same shot again and again."""


class FireAndRally(chains.FireAndRally, Shot):
    """One target of some equal shots each turn, which then rolls to rally."""


class Fights(chains.Fights):
    """One unit of a duel, as a target and as a shooter."""

    guided: Guided = False


class Duellist(chains.Duellist, Fights):
    """One unit of a duel."""


class Duel(chains.Duel):
    """Two units that fight until one is destroyed."""

    A: Annotated[Duellist, Help("unit A (fires second): what it is as a target and as a shooter")]
    B: Annotated[Duellist, Help("unit B (fires first): what it is as a target and as a shooter")]
