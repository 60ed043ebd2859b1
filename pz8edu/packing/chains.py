"""The results of a chain in every listed situation, packed as a calculator's laws are.

A law is then [0, name, figure, name, figure, ...]: both are numbers of words, every figure is an exact text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from pz8edu.asking.ask import exact_answer
from pz8edu.core.rulebook.system import ChainQuestion, System
from pz8edu.desk.tables.answers import Progress
from pz8edu.errors import BadInput
from pz8edu.packing.axes import Axis, axes_of, nested
from pz8edu.packing.pack import Pack, PackedLaw, changes_text, version_of
from pz8edu.packing.walk import walk_of

MOST_RESULTS = 2_000
"""Chains have no more situations than this in a pack."""


def pack_of_chain(
    home: System, question: ChainQuestion, inputs: Sequence[Axis] | None = None, told: Progress | None = None
) -> Pack:
    """Every situation of a chain with its results; of some `inputs` only those values.

    Raises BadInput where an input has no end of values, and for more than MOST_RESULTS situations.
    """
    axes = tuple(inputs or axes_of(question))
    count = prod(len(axis.values) for axis in axes)
    if count > MOST_RESULTS:
        raise BadInput(f"{question.id} has {count:,} situations: at most {MOST_RESULTS:,} are packed")
    words: dict[str, int] = {}
    laws: dict[str | tuple[int, ...], int] = {}
    codes = []
    for done, values in enumerate(product(*(axis.values for axis in axes))):
        if told:
            told(done, count)
        given = nested(dict(zip((axis.name for axis in axes), values, strict=True)))
        found = _found(home, question, given, words)
        codes.append(laws.setdefault(found, len(laws)))
    walk, used = walk_of(codes, [len(axis.values) for axis in axes])
    every: list[PackedLaw] = [law if isinstance(law, str) else list(law) for law in laws]
    return Pack(
        home.id,
        packed_as(home, question),
        version_of(home.rules),
        changes_text(home.rules),
        question.title,
        question.section,
        axes,
        tuple(words),
        walk,
        tuple(every[code] for code in used),
    )


def packed_as(home: System, question: ChainQuestion) -> str:
    """The name of a chain's pack: its own, unless a calculator has it too."""
    return f"{question.id}-results" if question.id in home.calculators else question.id


def _found(
    home: System, question: ChainQuestion, given: Mapping[str, Any], words: dict[str, int]
) -> str | tuple[int, ...]:
    try:
        results = exact_answer(question, given, home.rules)
    except BadInput as fault:
        return str(fault)
    texts = (text for name, value in results.items() for text in (name, figure(value)))
    return (0, *(words.setdefault(text, len(words)) for text in texts))


def figure(value: Any) -> str:
    """A result as exact text: "3/4"; what is inside a mapping or a list, one after the other."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {figure(each)}" for name, each in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(map(figure, value))
    return str(Fraction(value)) if isinstance(value, Fraction) else "none" if value is None else str(value)


def results_in(pack: Pack, inputs: Mapping[str, Any]) -> dict[str, str]:
    """The results of a chain's pack by name. Raises BadInput where the rules refuse."""
    places = [axis.values.index(inputs.get(axis.name, axis.values[axis.start])) for axis in pack.inputs]
    law = pack.law(places)
    if isinstance(law, str):
        raise BadInput(law)
    return {pack.words[name]: pack.words[found] for name, found in zip(law[1::2], law[2::2], strict=True)}
