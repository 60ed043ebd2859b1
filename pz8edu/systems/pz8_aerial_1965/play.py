"""Whole turns of the Pz8 aerial rules for 1965 to 1975: as before, with cannon or missiles (sections 2 to 5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from pz8edu.systems.pz8_aerial_1935.fire import Exchanged
from pz8edu.systems.pz8_aerial_1935.play import PlayAircraft
from pz8edu.systems.pz8_aerial_1935.words import Condition, Shot
from pz8edu.systems.pz8_aerial_1965.missiles import SECTIONS
from pz8edu.systems.pz8_aerial_1965.ruleset import Aerial1965
from pz8edu.systems.pz8_aerial_1965.tabletop import Fighter, Sky
from pz8edu.systems.pz8_aerial_1965.words import Salvo, Weapon
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import Moment


class PlayJets(PlayAircraft[Fighter, Aerial1965]):
    """A game of jets: after its flight one fires cannon, or missiles of one kind (section 5)."""

    table: Sky
    one_shot: ClassVar = {"cannon-exchange": "cannon-fire"}

    def shots(self, moment: Moment[Fighter], name: str, target: str) -> Iterator[Choice]:
        """Cannon, or a salvo of so many missiles of a kind (section 5)."""
        for words, (weapon, count) in salvos(moment.units[name]).items():
            state = moment.unit(name, fires=weapon, salvo=count).picked(name, target)
            asked = self.table.asked(state, self.rules)
            if asked is not None:
                section = SECTIONS[weapon]
                shot, why_not = self.unanswered(asked), asked.why_not
                yield Choice("fire", name, target, note=words, asked=shot, section=section, why_not=why_not)

    def after_fire(
        self, moment: Moment[Fighter], choice: Choice, outcome: Exchanged | Shot | Salvo
    ) -> Moment[Fighter]:
        """Both after cannon; after missiles the target and what the firer has left (section 5)."""
        if isinstance(outcome, Shot):
            return self.after_shot(moment, choice, outcome)
        if isinstance(outcome, Exchanged):
            return self.after_exchange(moment, choice, outcome)
        fighter = moment.units[choice.unit]
        weapon, count = salvos(fighter)[choice.note]
        moment = moment.settled.unit(choice.unit, **{weapon.value: fighter.left(weapon) - count})
        hit = outcome is Salvo.DESTROYED
        return self.suffers(moment, choice.target, Condition.DESTROYED, choice.unit) if hit else moment


def salvos(fighter: Fighter) -> dict[str, tuple[Weapon, int]]:
    """What a jet can fire, by the words in which it is written: "cannon", "2 hs"."""
    found = {Weapon.CANNON.value: (Weapon.CANNON, 1)}
    for kind in (Weapon.HS, Weapon.RH):
        found |= {f"{count} {kind}": (kind, count) for count in range(1, fighter.left(kind) + 1)}
    return found


def play(table: Sky, rules: Aerial1965) -> PlayJets:
    """A game on a table."""
    return PlayJets(table, rules)
