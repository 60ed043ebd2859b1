"""What became of an answer, in a sentence: "Destroyed rises from 5/36 to 7/24, by 11/72"."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeGuard

from pz8edu.core.rulebook.system import Calculator, ChainQuestion, Question
from pz8edu.desk.compare.figures import figures
from pz8edu.printing.html_table import MOST_LETTERS

LEAST = Fraction(1, 10**9)
"""A smaller change of a figure is told last."""
MOST_TOLD = 4
"""So many figures of one answer are told."""


def change_in_words(question: Question, before: object, after: object) -> str:
    """What an exact answer of a question gains and loses; of ranked outcomes the gravest comes first.

    >>> from pz8edu import odds, system
    >>> rally = system("pz8-ww2").calculators["rally"]
    >>> easier = system("pz8-ww2").rules.variant(rally_on=4)
    >>> before = odds("pz8-ww2", "rally", condition="disorganized")
    >>> after = odds("pz8-ww2", "rally", condition="disorganized", rules=easier)
    >>> change_in_words(rally, before, after)
    'Disorganized falls from 2/3 to 1/2, by 1/6; ok rises from 1/3 to 1/2, by 1/6.'
    """
    old, new = figures(question, before), figures(question, after)
    names = changes_in_order(question, old, new)
    told = [change_of(name, old.get(name), new.get(name)) for name in names]
    if not told:
        return "Nothing changes."
    if len(told) > MOST_TOLD:
        told = [*told[:MOST_TOLD], f"and {len(told) - MOST_TOLD} more"]
    said = "; ".join(told)
    return f"{said[0].upper()}{said[1:]}."


def changes_in_order(question: Question, old: Mapping[str, object], new: Mapping[str, object]) -> list[str]:
    """The figures that change: ranked outcomes from final to harmless, others as they come.

    Results of a chain are told by how much they change for what they are; what hardly changes comes last.
    """
    changed = [name for name in dict.fromkeys((*old, *new)) if old.get(name) != new.get(name)]
    if isinstance(question, Calculator) and question.outcomes and question.ranked:
        place = {word: place for place, word in enumerate(question.outcomes)}
        changed.sort(key=lambda name: -place.get(name, -1))
    elif isinstance(question, ChainQuestion):
        changed.sort(key=lambda name: -weight(old.get(name), new.get(name)))
    return sorted(changed, key=lambda name: not large_enough(old.get(name), new.get(name)))


def weight(old: object, new: object) -> Fraction:
    """How much a figure changes for what it is, from 0 to 1; 1 for words and for what begins or ends."""
    if not (is_number(old) and is_number(new)):
        return Fraction(1)
    was, now = Fraction(old or 0), Fraction(new or 0)
    return abs(now - was) / max(abs(was), abs(now), abs(now - was), Fraction(1, 10**9))


def large_enough(old: object, new: object) -> bool:
    """Is a change large enough to be told first?"""
    return not (is_number(old) and is_number(new)) or abs(Fraction(new or 0) - Fraction(old or 0)) >= LEAST


def change_of(name: str, old: object, new: object) -> str:
    """One figure, before and after; an outcome that has none is one of chance 0."""
    name = f"chance of {name[2:]}" if name.startswith("p_") else name
    name = name.replace("_", " ")
    if not (is_number(old) and is_number(new)):
        was_said, now_said = ("nothing" if each is None else each for each in (old, new))
        return f"{name} changes from {was_said} to {now_said}"
    was, now = Fraction(old or 0), Fraction(new or 0)
    by = brief(abs(now - was))
    if brief(was) == brief(now):
        return f"{name} stays at {brief(was)}: it {'gains' if now > was else 'loses'} {by}"
    return f"{name} {'rises' if now > was else 'falls'} from {brief(was)} to {brief(now)}, by {by}"


def brief(number: Fraction) -> str:
    """An exact number; one too long to be read in decimals, said as such."""
    text = str(number)
    return text if len(text) <= MOST_LETTERS else f"about {float(number):.4g}"


def is_number(value: object) -> TypeGuard[int | Fraction | None]:
    """Is it a number, or nothing, which counts as 0?"""
    return value is None or (isinstance(value, (int, Fraction)) and not isinstance(value, bool))
