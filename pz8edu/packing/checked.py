"""A pack held against the rules: situations drawn at random are asked one by one, all of a small pack."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import inf
from pathlib import Path
from random import Random
from typing import Any

from pz8edu.asking.ask import exact_answer, rules_for
from pz8edu.core.rulebook.domain import JSON, as_json
from pz8edu.core.rulebook.ruleset import changes_in
from pz8edu.core.rulebook.system import Calculator, ChainQuestion, Question, System
from pz8edu.core.umpire.throws import Memo
from pz8edu.errors import BadInput, reason, shown
from pz8edu.packing.axes import Axis, nested
from pz8edu.packing.chains import chain_of, results_in, results_of
from pz8edu.packing.gaps import gaps_of
from pz8edu.packing.pack import Pack, read_pack, version_of
from pz8edu.packing.trees import check_trees, read_trees
from pz8edu.systems import system

ALL, SOME = 2_000, 1_000
"""A pack of at most so many situations is asked whole; of a larger one so many."""


def check(pack: Pack, home: System) -> int:
    """How many situations were asked.

    Raises BadInput for a pack of other rules, and with the first answer that differs.
    """
    if pack.version != version_of(home.rules):
        raise BadInput(
            f"the pack of {pack.system}/{pack.question} was made of other rules ({pack.version}, not "
            f"{version_of(home.rules)}): make it again"
        )
    memo: Memo = {}
    every = list(drawn(pack))
    chain = chain_of(home, pack.question)
    for places in every:
        given = {axis.name: meant(axis, place) for axis, place in zip(pack.inputs, places, strict=True)}
        wanted = answered(chain or home.question(pack.question, "calculator"), home, given, memo)
        law = pack.law(places)
        found: Any = law
        if not isinstance(law, str):
            found = results_in(pack, given) if chain else pack.fractions(given)
        if found != wanted:
            raise BadInput(
                f"the pack of {pack.system}/{pack.question} says {shown(found)} for {shown(given)}, "
                f"the rules {shown(wanted)}: make it again"
            )
    return len(every)


def meant(axis: Axis, place: int) -> object:
    """The value at a place, or one of those for which it stands, with a fixed seed."""
    value = axis.values[place]
    gaps = gaps_of(axis)
    if not gaps or value not in gaps:
        return value
    gap = gaps[value]
    if gap.high == inf:
        return value + Random(value).randrange(1_000)
    share = Fraction(Random(f"{value}").randrange(1, 1_000), 1_000)
    return as_json(Fraction(gap.low) + share * (Fraction(gap.high) - Fraction(gap.low)))


def drawn(pack: Pack) -> Iterator[tuple[int, ...]]:
    """Places of situations: all of them, or the borders of every input and some with a fixed seed."""
    sizes = [len(axis.values) for axis in pack.inputs]
    if pack.situations <= ALL:
        yield from product(*map(range, sizes))
        return
    start = tuple(axis.start for axis in pack.inputs)
    for place, size in enumerate(sizes):
        for value in (0, size - 1):
            yield (*start[:place], value, *start[place + 1 :])
    source = Random(f"{pack.system}/{pack.question}")
    for _ in range(SOME):
        yield tuple(map(source.randrange, sizes))


def answered(question: Question, home: System, given: JSON, memo: Memo) -> Any:
    """What the rules answer to the inputs of a pack, or why they refuse."""
    names = question.situation.fields()
    own = {name: value for name, value in given.items() if name.partition(".")[0] in names}
    doubts = {name: given[name] for name in given if name not in own}
    one = doubts.pop("reading", "")
    taken = one or ",".join(f"{name}={value}" for name, value in doubts.items())
    rules = rules_for(home, taken or None)
    if isinstance(question, ChainQuestion):
        return results_of(question, own, rules)
    assert isinstance(question, Calculator)
    inputs = {
        name: each for name, each in nested(own).items() if each is not None or not names[name].optional
    }
    try:
        return exact_answer(question, inputs, rules, memo).fractions()
    except BadInput as fault:
        return str(fault)


def check_folder(folder: Path) -> Iterator[tuple[str, int]]:
    """Every pack of a folder with the number of its situations that were asked, of its trees too.

    Raises BadInput for a folder without packs, for the first file that is no pack, and as `check` does.
    """
    other = (".tree.js", ".words.js")
    files = sorted(file for file in folder.rglob("*.js") if not file.name.endswith(other))
    if not files:
        raise BadInput(f"there are no packs in {shown(str(folder))}")
    for file in files:
        try:
            pack = read_pack(file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as fault:
            raise BadInput(f"{file.name} cannot be read: {reason(fault)}") from None
        home = system(pack.system)
        rules = home.rules.variant(changes_in(pack.rules)) if pack.rules else home.rules
        asked = check(pack, home.under(rules))
        if (drawing := file.with_name(f"{file.stem}.tree.js")).exists():
            check_trees(read_trees(drawing.read_text(encoding="utf-8"), pack), drawn(pack))
        yield f"{pack.system}/{pack.question}", asked
