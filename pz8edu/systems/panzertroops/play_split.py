"""Fire that is split over several targets in a played turn of Panzertroops (PT-16)."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist
from typing import Annotated, Any

from pz8edu.board.tabletop import Asked
from pz8edu.core import Items, Roll, Umpire, Whole
from pz8edu.core.rulebook.situation import Situation
from pz8edu.core.rulebook.system import Calculator
from pz8edu.systems.panzertroops.fire import saved_by_cover, two_dice
from pz8edu.systems.panzertroops.miniatures import Miniature
from pz8edu.systems.panzertroops.play_aboard import GUNNER, Riding
from pz8edu.systems.panzertroops.ruleset import Panzertroops
from pz8edu.systems.panzertroops.words import Cover, Effect, Game, Target
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import Moment, Task

Now = Moment[Miniature]
Part = tuple[int, int, Target, Cover, bool]
"""One part of split fire: net firepower, Defence, kind and cover of its target, and whether it can pin."""
LEAST = 2
"""Points and targets that make a split."""


class SplitShots(Situation):
    """Soft firepower split over several targets, each as the table has measured it."""

    nets: Annotated[tuple[Annotated[int, Whole(-3, 10)], ...], Items(minimum=2)]
    defenses: tuple[Annotated[int, Whole(1, 30)], ...]
    targets: tuple[Target, ...]
    covers: tuple[Cover, ...]
    pins: bool = True


def split_shots(umpire: Umpire, shots: SplitShots, rules: Panzertroops) -> Roll[tuple[Effect, ...]]:
    """What split fire does to each of its targets (panzertroops, PT-14, 16, 18, 19; R1, R3)."""
    pins = [shots.pins] * len(shots.nets)
    parts = tuple(zip(shots.nets, shots.defenses, shots.targets, shots.covers, pins, strict=True))
    start: tuple[Effect, ...] = ()
    if rules.R1 == "a":
        return umpire.in_turn("target", parts, own_roll, start, rules)
    dice = umpire.look_up("to hit", two_dice(umpire, "to hit"), lambda roll: roll)
    return umpire.in_turn("target", tuple((dice, part) for part in parts), one_struck, start, rules)


def own_roll(umpire: Umpire, told: tuple[Effect, ...], part: Part, rules: Panzertroops) -> tuple[Effect, ...]:
    """One part with a roll of its own."""
    dice = umpire.look_up("to hit", two_dice(umpire, "to hit"), lambda roll: roll)
    return one_struck(umpire, told, (dice, part), rules)


def one_struck(
    umpire: Umpire, told: tuple[Effect, ...], shot: tuple[int, Part], rules: Panzertroops
) -> tuple[Effect, ...]:
    """What a roll does to one target of several."""
    dice, (net, defence, target, cover, pins) = shot
    total, man, effect = dice + net, target is Target.MAN, Effect.MISS
    if total > defence:
        with_weapons = man and total >= defence + rules.total_destruction
        effect = Effect.WITH_WEAPONS if with_weapons else Effect.DESTROYED
        if saved_by_cover(umpire, cover, not man, rules):
            effect = Effect.PINNED if man and pins and rules.R3 == "b" else Effect.SAVED
    elif man and pins and total >= defence - rules.pinned_below:
        effect = Effect.PINNED
    return (*told, effect)


def in_words(effects: tuple[Effect, ...]) -> str:
    """What has become of all of them."""
    return ", ".join(map(str, effects))


SPLIT = Calculator(
    "split-shots",
    "Split fire, target by target",
    "PT-16",
    SplitShots,
    split_shots,
    ranked=False,
    readings=("R1", "R3"),
    word=in_words,
)


class Splitting(Riding):
    """Targets are aimed at one by one, each with some of the points, before the dice fall for all of them."""

    def splits(self, moment: Now, name: str, target: str, note: str, asked: Asked) -> Iterator[Choice]:
        """A shot of which a part is aimed at this target, where others are near enough for the rest (PT-16)."""
        if asked.why_not or asked.calculator != "fire" or asked.inputs["target"] is Target.AFV:
            return
        pool = self.pool(asked)
        if pool >= LEAST and any(True for _ in self.near(moment, name, note, (target,))):
            for points in range(1, pool):
                aimed = " ".join(filter(None, (note, str(points))))
                yield Choice("split", name, target, note=aimed, section="PT-16", why=f"{points} of {pool}")

    def pool(self, asked: Asked) -> int:
        """The points that a weapon may split (PT-16, PT-24; R2)."""
        points: int = asked.inputs["firepower"]
        if asked.inputs.get("broken"):
            points += self.rules.broken_firer
        penalty: int = asked.inputs.get("penalty", 0) if self.rules.R2 == "b" else 0
        return points + penalty

    def shot_at(self, moment: Now, name: str, weapon: str, target: str) -> Asked | None:
        """The question of a whole shot of one of its weapons."""
        raise NotImplementedError

    def near(
        self, moment: Now, name: str, weapon: str, aimed: tuple[str, ...]
    ) -> Iterator[tuple[str, Asked]]:
        """Other soft targets near the first one, and the shot at each (PT-16)."""
        first = moment.places[aimed[0]][:2]
        for target in self.living(moment, self.other(moment.units[name].side)):
            if target in aimed or dist(first, moment.places[target][:2]) > self.rules.split_within:
                continue
            asked = self.part_at(moment, name, weapon, target)
            if asked is not None and not asked.why_not:
                yield target, asked

    def part_at(self, moment: Now, name: str, weapon: str, target: str) -> Asked | None:
        """The shot at one of several: armour itself is none of them, but its roof gunner who looks out is (PT-15)."""
        unit = moment.units[target]
        if not unit.vehicle:
            return self.shot_at(moment, name, weapon, target)
        return self.at_gunner(moment, name, weapon, target) if unit.looks_out else None

    def at_gunner(self, moment: Now, name: str, weapon: str, vehicle: str) -> Asked:
        """The shot at the roof gunner of a vehicle (PT-15)."""
        asked = self.shot_at(self.with_gunner(moment, vehicle), name, weapon, GUNNER.format(vehicle))
        assert asked is not None
        return asked

    def after_split(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """The first target has its points; the others are aimed at next."""
        weapon, _, points = choice.note.rpartition(" ")
        about = (choice.unit, weapon, choice.target, int(points))
        return moment.first(Task(moment.units[choice.unit].side, "aim", about))

    def on_aim(self, moment: Now, name: str, weapon: str, *aimed: Any) -> Iterator[Choice]:
        """The rest of the points at others near the first; then the dice fall (PT-16)."""
        targets, points = aimed[::2], aimed[1::2]
        shots = [self.part_at(moment, name, weapon, target) for target in targets]
        asked = [each for each in shots if each is not None]
        left = self.pool(asked[0]) - sum(points)
        if left:
            for target, _ in self.near(moment, name, weapon, targets):
                for more in range(1, left + 1):
                    yield Choice("aim", name, target, note=str(more), section="PT-16")
        if len(targets) >= LEAST:
            penalty = asked[0].inputs.get("penalty", 0) if self.rules.R2 == "a" else 0
            inputs = {
                "nets": [each + penalty for each in points],
                "defenses": [each.inputs["defense"] for each in asked],
                "targets": [each.inputs["target"] for each in asked],
                "covers": [each.inputs["cover"] for each in asked],
                "pins": asked[0].inputs.get("rules") != Game.BASIC,
            }
            hit = [GUNNER.format(each) if moment.units[each].vehicle else each for each in targets]
            why = ", ".join(f"{who} {each}" for who, each in zip(hit, points, strict=True))
            yield Choice("shoot", name, asked=Asked(SPLIT.id, inputs), section="PT-16", why=why)

    def after_aim(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """One target more."""
        task = moment.tasks[-1]
        return moment.settled.first(task._replace(about=(*task.about, choice.target, int(choice.note))))
