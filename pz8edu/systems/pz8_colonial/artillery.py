"""Section 4, Artillery: canister, shells, and the crew that reloads."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from pz8edu.board.lengths import in_words, told_apart
from pz8edu.core import Modifiers, Roll, Umpire, together
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_colonial.fire import fire_with, gun_modifiers, ignores_hit, roll_for_hits, unsafe
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.situations import Canister, ShellBurst
from pz8edu.systems.pz8_colonial.words import Leader, Place, Save


def canister(umpire: Umpire, situation: Canister, rules: Colonial) -> Roll[int]:
    """The hits of a gun with canister (pz8-colonial, section 4; R5, R9, R25)."""
    if situation.distance > rules.canister_range:
        raise BadInput(
            f"distance must be at most {in_words(rules.canister_range)} inches, the range of canister (section 4); "
            f"got {told_apart(situation.distance, rules.canister_range)}"
        )
    hit_on = rules.canister_hit_on
    if rules.R9 == "c" and 2 * situation.distance > rules.canister_range:
        hit_on += rules.hit_on_over_half - rules.hit_on
    dice = rules.guns[situation.gun].canister_dice
    modifiers = Modifiers() if rules.R9 == "b" else gun_modifiers(situation, rules)
    return roll_for_hits(umpire, fire_with(dice, hit_on, modifiers, rules), modifiers)


@dataclass(frozen=True)
class Shelled:
    """The figures that a shell eliminates: ordinary ones, and leaders."""

    ordinary: int
    leaders: tuple[Leader, ...] = ()

    def __str__(self) -> str:
        return str(self.ordinary + len(self.leaders))


def shell_burst(umpire: Umpire, situation: ShellBurst, rules: Colonial) -> Roll[Shelled]:
    """The figures that a shell eliminates (pz8-colonial, section 4; R10)."""
    shelter = rules.shelter
    lost = unsafe(umpire, "lost in cover", situation.cover, shelter[Place.COVER].safe_on)
    lost = lost + unsafe(umpire, "lost in the open", situation.open, shelter[Place.OPEN].safe_on)
    who, fallen = [], []
    for (leader, place), count in Counter(situation.leaders).items():
        label = f"{leader.value} in {'cover' if place is Place.COVER else 'the open'}"
        fates = umpire.repeat(label, count, leader_under_shell, leader, place, rules)
        who.append(leader)
        fallen.append(fates.count(Save.ELIMINATED))

    def shelled(ordinary: int, *counts: int) -> Shelled:
        return Shelled(
            ordinary,
            tuple(leader for leader, count in zip(who, counts, strict=True) for _ in range(count)),
        )

    return together(shelled, lost, *fallen)


def leader_under_shell(umpire: Umpire, leader: Leader, place: Place, rules: Colonial) -> Save:
    """A leader under a shell: the save of any figure there, then his own (section 4; R10)."""
    if umpire.d6("under the shell") >= rules.shelter[place].safe_on:
        return Save.IGNORED
    if rules.R10 == "a" and ignores_hit(umpire, leader, rules):
        return Save.IGNORED
    return Save.ELIMINATED


def can_fire(crew: int, rules: Colonial) -> bool:
    """Has a gun enough men to fire (section 4)?"""
    return crew >= rules.least_gun_crew


def reload_activations(crew: int, rules: Colonial) -> int:
    """Activations in which a crew reloads: one more for each missing man (section 4)."""
    return rules.reloading + max(rules.gun_crew - crew, 0)
