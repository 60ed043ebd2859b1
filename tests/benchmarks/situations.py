"""The problems' inputs that every engine is given: weights of an uneven die, a thousand shots."""

from __future__ import annotations

import random
from collections.abc import Callable

from pz8edu.systems import system
from pz8edu.systems.pz8_ww2.damage import suffer
from pz8edu.systems.pz8_ww2.fire import modifiers_to_hit
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.situations import Shot
from pz8edu.systems.pz8_ww2.words import LIVING, Condition, Cover, Facing, Quality

WEIGHTS = {1: 5, 2: 3, 3: 8, 4: 2, 5: 7, 6: 4}
"""A die whose faces have arbitrary whole weights."""

MODIFIERS = range(-6, 13)
"""The modifiers a and b of D6+a against D6+b."""

RULES: Ww2 = system("pz8-ww2").rules


def shots(count: int) -> list[Shot]:
    """So many random shots at HQs; the same every time."""
    dice = random.Random(1000)
    return [
        Shot(
            over_half_range=dice.random() < 0.5,
            cover=dice.choice(list(Cover)),
            quality=dice.choice(list(Quality)),
            disorganized=dice.random() < 0.25,
            attack=dice.randint(0, 6),
            defence=dice.randint(0, 7),
            armoured=dice.random() < 0.5,
            facing=dice.choice(list(Facing)),
            target_condition=dice.choice(LIVING),
            hq=True,
            target_quality=dice.choice(list(Quality)),
        )
        for _ in range(count)
    ]


SHOTS = shots(1000)
"""The shots of the benchmark: making them is no part of anybody's time."""


def make_shots(count: int) -> None:
    """See to it that there are so many."""
    if len(SHOTS) < count:
        SHOTS[:] = shots(count)


def some_shots(count: int) -> list[Shot]:
    """The first so many."""
    make_shots(count)
    return SHOTS[:count]


def numbers(shot: Shot) -> tuple[int, int, int, int, Condition]:
    """What a peer needs to know of a shot: both to-hit and save modifiers, attack, defence and condition.

    Working these numbers out is part of every engine's time.
    """
    to_hit = modifiers_to_hit(shot, RULES).total
    defence = RULES.defence_of(shot)
    return to_hit, RULES.save_modifier(shot.target_quality), shot.attack, defence, shot.target_condition


def on_the_faces(shot: Shot) -> Callable[[int, int, int, int], Condition]:
    """The rule for a shot as one plain function of four faces: to hit, attack, defence, save."""
    to_hit, to_save, attack, defence, condition = numbers(shot)

    def fire(first: int, attacker: int, defender: int, saver: int) -> Condition:
        if first + to_hit < RULES.hit_on:
            return condition
        result = RULES.damage(attacker + attack - defender - defence)
        if result.can_be_saved and saver + to_save >= RULES.save_on:
            result = result.lowered
        return suffer(condition, result, RULES)

    return fire
