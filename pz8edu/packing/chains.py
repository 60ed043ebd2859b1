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
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.system import ChainQuestion, System
from pz8edu.errors import BadInput
from pz8edu.packing.axes import Axis, axes_of, nested
from pz8edu.packing.pack import Pack, PackedLaw, packed_by, under_readings
from pz8edu.packing.walk import levels_of, walk_of

MOST_RESULTS = 2_000
"""Chains have no more situations than this in a pack."""


def pack_of_chain(
    home: System, question: ChainQuestion, inputs: Sequence[Axis] | None = None, readings: str = "printed"
) -> Pack:
    """Every situation of a chain with its results; of some `inputs` only those values.

    `readings` become inputs as those of a calculator do. Raises BadInput where an input has no end of values,
    and for more than MOST_RESULTS situations.
    """
    axes = tuple(inputs or axes_of(question))
    doubts, rulesets = under_readings(question, home.rules, readings)
    if (count := prod(len(axis.values) for axis in axes) * len(rulesets)) > MOST_RESULTS:
        raise BadInput(f"{question.id} has {count:,} situations: at most {MOST_RESULTS:,} are packed")
    words: dict[str, int] = {}
    laws: dict[str | tuple[int, ...], int] = {}
    codes = []
    names = [axis.name for axis in axes]
    for rules, *values in product(rulesets, *(axis.values for axis in axes)):
        found = results_of(question, dict(zip(names, values, strict=True)), rules)
        law = found if isinstance(found, str) else _numbered(found, words)
        codes.append(laws.setdefault(law, len(laws)))
    every: list[PackedLaw] = [law if isinstance(law, str) else list(law) for law in laws]
    sizes = [len(axis.values) for axis in (*doubts, *axes)]
    walk, used = walk_of(levels_of(codes, sizes), codes[0])
    used_laws = map(every.__getitem__, used)
    return packed_by(home, question, packed_as(home, question), axes, doubts, walk, used_laws, words)


def packed_as(home: System, question: ChainQuestion) -> str:
    """The name of a chain's pack: its own, unless a calculator has it too."""
    return f"{question.id}-results" if question.id in home.calculators else question.id


def chain_of(home: System, packed: str) -> ChainQuestion | None:
    """The chain whose pack has this name; None where it is a calculator's."""
    return next((each for each in home.chains.values() if packed_as(home, each) == packed), None)


def results_of(question: ChainQuestion, given: Mapping[str, object], rules: Ruleset) -> str | dict[str, str]:
    """The results of a chain as exact texts, or why the rules refuse."""
    try:
        found = exact_answer(question, nested(given), rules)
    except BadInput as fault:
        return str(fault)
    return {name: figure(value) for name, value in found.items()}


def _numbered(found: Mapping[str, str], words: dict[str, int]) -> tuple[int, ...]:
    return (0, *(words.setdefault(text, len(words)) for pair in found.items() for text in pair))


def figure(value: Any) -> str:
    """A result as exact text: "3/4"; what is inside a mapping or a list, one after the other."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {figure(each)}" for name, each in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(map(figure, value))
    return str(Fraction(value)) if isinstance(value, Fraction) else "none" if value is None else str(value)


def results_in(pack: Pack, inputs: Mapping[str, object]) -> dict[str, str]:
    """The results of a chain's pack by name. Raises BadInput where the rules refuse."""
    places = [axis.values.index(inputs.get(axis.name, axis.values[axis.start])) for axis in pack.inputs]
    law = pack.law(places)
    if isinstance(law, str):
        raise BadInput(law)
    return {pack.words[name]: pack.words[found] for name, found in zip(law[1::2], law[2::2], strict=True)}
