"""The inputs of a calculator with all their values; of an endless one a grid, and the words that say so."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, chain, groupby, product, takewhile
from math import ceil, floor, prod
from typing import Any, NamedTuple

from pz8edu.core.rulebook.domain import (
    JSON,
    LARGEST_WHOLE,
    Domain,
    EitherDomain,
    ListDomain,
    NullableDomain,
    NumberDomain,
    PlacesDomain,
    RecordDomain,
    WholeDomain,
    to_fraction,
)
from pz8edu.core.rulebook.draws import listed_values
from pz8edu.core.rulebook.situation import Input
from pz8edu.core.rulebook.system import Calculator, ChainQuestion
from pz8edu.errors import BadInput, unknown

STEPS = (Fraction(1, 2), 1, 5, 10, 50, 100)
"""A number is packed in the first of these steps that makes no more than MOST_STEPS of it."""
MOST_STEPS = 300
STILL = "only this value; Python has the others"
ASKED = "those that lessons and tables ask for; Python has the others"
"""What is told of an input that does not vary, because all of them would be too many situations."""
ALIKE, MORE = "all between two of them alike", "the last for any more"
"""What is told of an endless input of which every value has an answer: in a gap, or past the last count."""
Asked = Mapping[str, Sequence[object]]
"""Values of inputs, as JSON has them, that somebody asks for."""
NOTHING: Asked = {}
MOST_OF_A_RECORD = 50_000
COUNTS = 12
"""A count without end is packed so far from its least."""
MOST_LISTS = 1_000
"""Lists are packed up to the length at which there are no more of them than this."""
MOST_RECORDS = 300
"""Lists of records likewise: what stands beside them varies too."""


class Axis(NamedTuple):
    """An input of a pack: its name, help, values as JSON has them, where it starts, and what it leaves out.

    The inputs of a record inside a situation are named with it: "a.quality".
    """

    name: str
    help: str
    values: tuple[Any, ...]
    start: int
    only: str = ""

    @property
    def in_steps(self) -> bool:
        """Are there numbers between its values?"""
        return self.only.startswith("in steps")

    @property
    def so_far(self) -> bool:
        """Is it a count without end?"""
        return self.only.startswith("up to") and type(self.values[-1]) is int

    @property
    def whole(self) -> bool:
        """Has every value of the input an answer?"""
        return not self.only or self.only.endswith((ALIKE, MORE))

    def place(self, value: object) -> int:
        """Which of the values is given, or stands for it, -1 where none does; yes is not 1."""
        for at, each in enumerate(self.values):
            if each == value and isinstance(each, bool) == isinstance(value, bool):
                return at
        number = None if isinstance(value, str) else to_fraction(value)
        if number is None or not self.only.endswith((ALIKE, MORE)):
            return -1
        if self.only.endswith(MORE):
            more = self.values[-1] < number <= LARGEST_WHOLE and number.denominator == 1
            return len(self.values) - 1 if more else -1
        after = bisect(self.values[::2], number)
        return 2 * after - 1 if 0 < after <= len(self.values) // 2 else -1


def axes_of(question: Calculator | ChainQuestion, asked: Asked = NOTHING) -> tuple[Axis, ...]:
    """The inputs of a calculator or a chain; one whose values cannot be listed has those that are `asked`.

    Raises BadInput where such an input has no value to start with.
    """
    try:
        return tuple(_axes("", question.situation.fields(), asked))
    except BadInput as fault:
        raise BadInput(f"{question.id} cannot be packed: {fault}") from None


def within_reach(axes: Sequence[Axis], wanted: Collection[str], most: int) -> tuple[Axis, ...]:
    """The axes with the others left as they start, so that there are at most so many situations.

    First those that are `wanted` vary, then the others in the form's order.
    """
    varies: set[str] = set()
    count = 1
    for axis in sorted(axes, key=lambda axis: axis.name not in wanted):
        if count * len(axis.values) <= most:
            varies.add(axis.name)
            count *= len(axis.values)
    still = (axis._replace(values=(axis.values[axis.start],), start=0, only=STILL) for axis in axes)
    return tuple(axis if axis.name in varies else fixed for axis, fixed in zip(axes, still, strict=True))


def only_asked(axes: Sequence[Axis], asked: Asked) -> tuple[Axis, ...]:
    """The axes with those values alone that are asked, and with the one at which each starts."""
    found = []
    for axis in axes:
        begins = axis.values[axis.start]
        values = tuple(each for each in axis.values if each == begins or each in asked.get(axis.name, ()))
        found.append(axis._replace(values=values, start=values.index(begins), only=STILL))
    return tuple(found)


def _axes(before: str, inputs: Mapping[str, Input], asked: Asked) -> Iterator[Axis]:
    for name, known in inputs.items():
        if isinstance(known.domain, RecordDomain) and not known.optional:
            yield from _axes(f"{before}{name}.", known.domain.kind.fields(), asked)
        else:
            yield _axis(before + name, known, asked.get(before + name, ()))


def _axis(name: str, known: Input, asked: Sequence[object]) -> Axis:
    inner = known.domain.inner if isinstance(known.domain, NullableDomain) else known.domain
    values, only = packed_values(inner)
    begins = None if known.required else known.default
    if not values and known.required and not asked:
        raise BadInput(f"its input {name} is {known.domain.words()}")
    if not values:
        values, only = () if begins is None else (begins,), ASKED if asked else STILL
    plain = [inner.plain(inner.read(value, name)) for value in values]
    for each in asked if only == ASKED or isinstance(inner, ListDomain) else ():
        if each is not None and each not in plain:
            plain.append(each)
    if known.optional or inner is not known.domain:
        plain.insert(0, None)
    first = int(known.required and plain[0] == [] != plain[-1])
    start = first if begins is None else plain.index(inner.plain(begins))
    return Axis(name, known.help, tuple(plain), start, only)


def packed_values(domain: Domain) -> tuple[Sequence[object], str]:
    """The values of an input that are packed, () where they cannot be listed, and which of them these are."""
    if isinstance(domain, NumberDomain) and domain.limits.maximum is not None:
        low, high = Fraction(domain.limits.minimum or 0), Fraction(domain.limits.maximum)
        step = next((Fraction(step) for step in STEPS if (high - low) / step <= MOST_STEPS), None)
        if step and domain.limits.above is None:
            places = range(ceil(low / step), floor(high / step) + 1)
            return [place * step for place in places], f"in steps of {'½' if step < 1 else step}"
    if isinstance(domain, WholeDomain) and domain.limits.maximum is None:
        least = domain.limits.minimum
        if least is not None:
            return range(least, least + COUNTS + 1), f"up to {least + COUNTS}"
    if isinstance(domain, ListDomain) and (items := _every(domain.item)):
        return _lists(domain, items)
    if isinstance(domain, ListDomain) and (items := _plainest(domain.item)):
        lists, only = _lists(domain, items, MOST_RECORDS)
        return lists, f"{only}, in each what must be given".removeprefix(", ")
    return _every(domain), ""


def _plainest(domain: Domain) -> tuple[object, ...]:
    """Records of which only what must be given varies; () where that cannot be listed."""
    if not isinstance(domain, RecordDomain):
        return ()
    needed = {name: known.domain for name, known in domain.kind.fields().items() if known.required}
    every = product(*(_every(each) for each in needed.values()))
    return tuple(domain.kind.read(dict(zip(needed, each, strict=True)), "") for each in every)


def _every(domain: Domain) -> tuple[object, ...]:
    """The values of a domain that has few, also of one made of several; () where they cannot be listed."""
    if isinstance(domain, EitherDomain):
        listed = [_every(each) for each in domain.options]
        return tuple(chain.from_iterable(listed)) if all(listed) else ()
    if isinstance(domain, PlacesDomain):
        return tuple(product(*map(_every, domain.places)))
    if isinstance(domain, NullableDomain):
        return (None, *inner) if (inner := _every(domain.inner)) else ()
    return listed_values(domain) or ()


def _lists(
    domain: ListDomain, items: tuple[object, ...], most: int = MOST_LISTS
) -> tuple[Sequence[object], str]:
    """The lists of some items up to a length, and up to which; () where one entry is too many already."""
    limits, least = domain.limits, domain.limits.minimum or 0
    lengths = range(least, (limits.maximum or most) + 1)
    sums = accumulate(len(items) ** length for length in lengths)
    few = [length for length, _ in zip(lengths, takewhile(most.__ge__, sums), strict=False)]
    if not any(few):
        return (), ""
    every = (each for length in few for each in product(items, repeat=length))
    found = [each for each in every if not limits.different or len({*each}) == len(each)]
    if few[-1] == limits.maximum:
        return found, ""
    return found, "one entry at most" if few[-1] == 1 else f"up to {few[-1]} entries"


def flattened(inputs: Mapping[str, Input], given: Mapping[str, object]) -> dict[str, object]:
    """Inputs as a pack names and has them: what stands in a record a is "a.quality".

    Raises BadInput for what the situation does not know.
    """
    found: dict[str, object] = {}
    for name, value in given.items():
        if name not in inputs:
            raise unknown("input", name, inputs)
        domain = inputs[name].domain
        if isinstance(domain, RecordDomain) and isinstance(value, Mapping) and not inputs[name].optional:
            inside = flattened(domain.kind.fields(), value)
            found |= {f"{name}.{each}": plain for each, plain in inside.items()}
        else:
            found[name] = None if value is None else domain.plain(domain.read(value, name))
    return found


def nested(given: Mapping[str, object]) -> JSON:
    """Inputs by name as a situation is given them: "a.quality" stands in a record a."""
    found: JSON = {}
    for name, value in given.items():
        *records, last = name.split(".")
        inside = found
        for each in records:
            inside = inside.setdefault(each, {})
        inside[last] = value
    return found


def situation_values(axes: Sequence[Axis]) -> dict[str, tuple[Any, ...]]:
    """The values of the inputs of a situation; of a record every combination, its last input fastest.

    Raises BadInput for a record of more than MOST_OF_A_RECORD.
    """
    found = {}
    for name, grouped in groupby(axes, key=lambda axis: axis.name.partition(".")[0]):
        parts = list(grouped)
        if (count := prod(len(axis.values) for axis in parts)) > MOST_OF_A_RECORD:
            raise BadInput(f"its input {name} has {count:,} values: at most {MOST_OF_A_RECORD:,} are packed")
        names = [axis.name for axis in parts]
        every = product(*(axis.values for axis in parts))
        found[name] = tuple(nested(dict(zip(names, each, strict=True)))[name] for each in every)
    return found
