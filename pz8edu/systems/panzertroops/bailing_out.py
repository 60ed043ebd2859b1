"""PT-20: who survives a destroyed vehicle."""

from __future__ import annotations

from pz8edu.core import Modifiers, Roll, Umpire, together
from pz8edu.systems.panzertroops import situations
from pz8edu.systems.panzertroops.ruleset import Panzertroops
from pz8edu.systems.panzertroops.words import Aboard


def survivors(umpire: Umpire, label: str, who: Aboard, aboard: int, rules: Panzertroops) -> Roll[int]:
    """How many get out (PT-20; R13)."""
    losses = {
        Aboard.CREW: rules.crew_losses,
        Aboard.HALFTRACK_CREW: rules.halftrack_crew_losses,
        Aboard.RIDERS: rules.rider_losses,
    }[who]
    out = umpire.d6(label).modified(Modifiers((losses, who.value, True, "PT-20"))).at_least(0)
    return out.at_most(aboard) if rules.R13 == "a" else out


def bailout(umpire: Umpire, situation: situations.BailingOut, rules: Panzertroops) -> Roll[int]:
    """Survivors of one kind (panzertroops, PT-20; R13)."""
    return survivors(umpire, "survivors", situation.who, situation.aboard, rules)


def wreck_survivors(umpire: Umpire, wreck: situations.Wreck, rules: Panzertroops) -> Roll[str]:
    """Survivors among crew and riders (panzertroops, PT-20; R13, R14)."""
    as_crew = wreck.crew_kind is Aboard.HALFTRACK_CREW and rules.R14 == "b"
    riders = Aboard.HALFTRACK_CREW if as_crew else Aboard.RIDERS
    return together(
        lambda crew, others: f"crew {crew}, riders {others}",
        survivors(umpire, "crew", wreck.crew_kind, wreck.crew, rules),
        survivors(umpire, "riders", riders, wreck.riders, rules),
    )
