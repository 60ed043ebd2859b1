"""Dice as they are written in the record of a game: "to hit 5", "hits 6 6 4", "card red"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from pz8edu.asking.playthrough import StepThrough
from pz8edu.asking.step import Dice
from pz8edu.core.tree.wording import word_of
from pz8edu.errors import BadInput, listed, shown


def words_of(dice: Mapping[str, object]) -> tuple[str, ...]:
    """Dice that have fallen, each as it is written."""
    return tuple(f"{label} {faces_of(value)}" for label, value in dice.items())


def faces_of(value: object) -> str:
    """What lies there: one face, or those of a handful."""
    return " ".join(map(word_of, value)) if isinstance(value, (tuple, list)) else word_of(value)


def roll_all(through: StepThrough, source: Random) -> None:
    """Throw whatever is called for until the question is answered."""
    while through.waiting is not None:
        through.roll(source)


def lay_all(through: StepThrough, written: Iterable[str]) -> None:
    """Lay dice as they are written until the question is answered.

    Raises BadInput for a die that is missing, that nothing calls for, or that cannot show this.
    """
    left = list(written)
    while through.waiting is not None:
        asked = [each for each in through.waiting.dice if each.shows is None]
        called = {}
        for die in asked:
            found = next((each for each in left if each.startswith(f"{die.label} ")), None)
            if found is not None:
                left.remove(found)
                called[die.label] = value_of(die, found.removeprefix(f"{die.label} "))
        if not called:
            raise BadInput(f"the die {asked[0].label!r} is called for; given: {listed(left)}")
        if len(through.lay(called)) < len(called):
            raise BadInput(f"the dice {listed(called)} cannot fall so")
    if left:
        raise BadInput(f"nothing calls for the dice {listed(left)}")


def value_of(die: Dice, written: str) -> object:
    """What a die shows, from what is written: the faces of a handful, or what they count for.

    Raises BadInput for what it cannot show.
    """
    faces = {word_of(face): face for face in die.faces}
    values = {faces_of(value): value for value in die.values}
    several = written.split(" ")
    if die.faces != die.values and len(several) == die.count and all(each in faces for each in several):
        return tuple(faces[each] for each in several)
    if written in values:
        return values[written]
    raise BadInput(f"{die.label} shows {die.count} of {listed(faces)}; got {shown(written)}")
