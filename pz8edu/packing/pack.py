"""A pack: every situation of a calculator with its exact answer, as one line that a page can load.

    pz8pack("pz8-ww2/direct-fire", {...});

`v` is the format; `of` names system, question and the version of the rules, `rules` what differs from the
printed ones. `inputs` are the form's, readings behind them, with their values as JSON has them, the place
of the value they start with, and in `only` which values of an endless input are packed, or what those stand
for that stand for others too; `words` are the outcomes. `order`, `classes`, `shape` and `walk` are the walk
from values to laws: a cell has 1, 2 or 4 bytes, little end first, as the rows of the next level need them.
A law is [whole, word, part, ...], a sentence where the rules refuse, or a formula of counts (formula.py);
whole numbers past 2**53 are strings. `sum` is the CRC-32 of walk and laws as written.
"""

from __future__ import annotations

import hashlib
import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm, prod
from pathlib import Path
from random import Random
from sys import modules
from typing import Any
from zlib import crc32

from pz8edu.asking.ask import exact_answer
from pz8edu.asking.diagrams import Codes, Diagrams, LawDiagrams, Level, fields_of, one_diagram
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.facts.fact import KnownLaws, Refused
from pz8edu.core.facts.laws import Laws
from pz8edu.core.rolls.throw import Law
from pz8edu.core.rulebook.domain import JSON
from pz8edu.core.rulebook.own_rules import under
from pz8edu.core.rulebook.ruleset import Ruleset, printed_rules
from pz8edu.core.rulebook.situation import Given
from pz8edu.core.rulebook.system import Calculator, ChainQuestion, System
from pz8edu.desk.tables.answers import check_some, law_in_words
from pz8edu.errors import BadInput, Impure, shown, unknown
from pz8edu.packing.axes import Axis, axes_of, situation_values
from pz8edu.packing.counts import NOT_PACKED, NoFormula, RuleOfCounts, is_count
from pz8edu.packing.formula import law_by
from pz8edu.packing.gaps import UNTOLD, SituationsWithGaps, Undecided, gaps_of, with_gaps
from pz8edu.packing.walk import Walk, levels_of, walk_of

FORMAT = 1
MOST_PARTS = 400_000
"""Situations that differ in more ways than this are not packed."""
MOST_RUN = 110_000
"""A calculator whose rules have to be asked in more situations than this is not packed."""
EXACT = 2**53
"""Whole numbers from here on are strings: a page would round them."""
READINGS = ("printed", "one", "all")
"""Which readings a pack has: those taken as printed, each other answer by itself, or all together."""

PackedLaw = str | list[int]
"""A refusal, or [whole, word, part, word, part, ...]: the parts add up to the whole."""
MANY, FEW = 100_000, 20
"""Of more situations a formula is looked for first: a table may have too many laws. So few are asked then."""


@dataclass(frozen=True)
class Pack:
    """The answers of a calculator to every situation, exactly."""

    system: str
    question: str
    version: str
    rules: str
    title: str
    section: str
    inputs: tuple[Axis, ...]
    words: tuple[str, ...]
    walk: Walk
    laws: tuple[PackedLaw | JSON, ...]

    @property
    def situations(self) -> int:
        """How many there are."""
        return prod(len(axis.values) for axis in self.inputs)

    @property
    def has_formulas(self) -> bool:
        """Are its laws formulas of counts?"""
        return any(isinstance(law, dict) for law in self.laws)

    def fractions(self, inputs: Given) -> dict[str, Fraction]:
        """The chance of each outcome; inputs that are not given are as they start.

        Raises BadInput for unknown inputs and values, and where the rules refuse.
        """
        places = {axis.name: axis.start for axis in self.inputs}
        known = {axis.name: axis for axis in self.inputs}
        for name, value in inputs.items():
            if name not in known:
                raise unknown("input", name, known)
            places[name] = known[name].place(value)
            if places[name] < 0:
                raise BadInput(f"{name} is packed for {shown(list(known[name].values))}; got {shown(value)}")
        law = self.law(tuple(places.values()))
        if isinstance(law, str):
            raise BadInput(self.refusal(law, inputs))
        return {self.words[word]: Fraction(part, law[0]) for word, part in pairs(law)}

    def refusal(self, why: str, inputs: Given) -> str:
        """A refusal with the number that was given, where it stands for all in a gap."""
        (number,) = [inputs[axis.name] for axis in self.inputs if gaps_of(axis)] if UNTOLD in why else ("",)
        return why.replace(UNTOLD, str(number))

    def law(self, places: Sequence[int]) -> PackedLaw:
        """The law of a situation, by the places of its values."""
        law = self.laws[self.walk.code(places)]
        if not isinstance(law, dict):
            return law
        values = (axis.values[place] for axis, place in zip(self.inputs, places, strict=True))
        found = law_by(law, [value if isinstance(value, int) else 0 for value in values])
        words = {word: number for number, word in enumerate(self.words)}
        return found if isinstance(found, str) else _in_whole_numbers(found, words)


def pairs(law: list[int]) -> Iterator[tuple[int, int]]:
    """Each outcome of a law, by the number of its word, with its part of the whole."""
    return zip(law[1::2], law[2::2], strict=True)


# --- made
def pack_of(
    home: System,
    question: Calculator,
    readings: str = "printed",
    told: Callable[[int], object] | None = None,
    inputs: Sequence[Axis] | None = None,
    most: int | None = None,
) -> Pack:
    """Every situation of a calculator, packed; of some `inputs` only those values.

    `readings` says which doubtful places become inputs: none ("printed"), one at a time ("one"), or "all".
    `told` hears how many situations were asked. Raises BadInput where an input has no end of values, where
    more than MOST_RUN would be asked, and where the laws have more than `most` letters.
    """
    inputs = tuple(inputs or axes_of(question))
    if prod(len(axis.values) for axis in inputs) > MANY:
        with suppress(BadInput):
            return pack_of_formulas(home, question, readings, inputs)
    wider = tuple(with_gaps(axis, question.situation) for axis in inputs)
    if wider != inputs:
        with suppress(Undecided, BadInput, TypeError, LookupError):
            return _pack_of(home, question, readings, told, wider, most)
    return _pack_of(home, question, readings, told, inputs, most)


def _pack_of(
    home: System,
    question: Calculator,
    readings: str,
    told: Callable[[int], object] | None,
    inputs: tuple[Axis, ...],
    most: int | None,
) -> Pack:
    doubts, rulesets = under_readings(question, home.rules, readings)
    axes = (*doubts, *inputs)
    diagrams = Diagrams([len(axis.values) for axis in axes], MOST_PARTS)
    situations = SituationsWithGaps(question.situation, situation_values(inputs), inputs)
    known, runs = LimitedLaws(question.id, most), Runs(question.id, told)
    met: dict[Any, int] = {}
    every: list[Distribution[str] | Refused] = []
    roots = []
    for rules in rulesets:
        own = under(question, rules)
        laws = Laws(own.rule, own.situation, rules, known, checked=True)
        names = [axis.name for axis in inputs]
        fields = fields_of(situations.columns(), diagrams, known, names, len(doubts))
        found = LawDiagrams(laws, diagrams, fields, runs).law()
        check_some(own, laws, situations, Codes(diagrams, found))
        under(question, rules)  # refused where the form was found to ask a function that is replaced
        numbers: dict[int, int] = {}
        for number in diagrams.ends(found):
            law = law_in_words(own, known.laws.things[number])
            key = law if isinstance(law, Refused) else (frozenset(law.weights.items()), law.total)
            numbers[number] = met.setdefault(key, len(every))
            every += [law] * (numbers[number] == len(every))
        roots.append(diagrams.renamed(found, numbers.__getitem__))
    root = one_diagram(diagrams, roots, range(len(doubts)))
    words: dict[str, int] = {}

    def law_of(code: int) -> PackedLaw:
        return _packed(every[code], words)

    named = any(isinstance(each, Refused) and UNTOLD in each.why for each in every)
    if named and [axis.in_steps for axis in inputs if gaps_of(axis)] != [True]:
        raise Undecided  # which number is it, or is it only no whole one?
    walk, used = walk_of(diagrams.levels(root), ~root)
    return packed_by(home, question, question.id, inputs, doubts, walk, map(law_of, used), words)


def pack_of_formulas(home: System, question: Calculator, readings: str, inputs: tuple[Axis, ...]) -> Pack:
    """A calculator whose laws are formulas of its counts. Raises BadInput for one that has none."""
    doubts, rulesets = under_readings(question, home.rules, readings)
    counts = [at for at, axis in enumerate(inputs) if is_count(axis)]
    words: dict[str, int] = {}
    numbers: dict[str, int] = {}
    codes: list[int] = []
    while counts and not codes:
        try:
            for rules in rulesets:
                made = RuleOfCounts(under(question, rules), rules, inputs, counts, len(doubts))
                codes += [numbers.setdefault(compact(each), len(numbers)) for each in made]
                for word in made.words:
                    words.setdefault(word, len(words))
        except NoFormula as asked:
            counts = [at for at in counts if at not in asked.places] if asked.places else []
            codes.clear()
    if not codes:
        raise BadInput(f"{question.id} has no formula of its counts")
    axes = (*doubts, *inputs)
    known = [at for at in range(len(axes)) if at - len(doubts) not in counts]
    walk, used = walk_of(levels_of(codes, [len(axes[at].values) for at in known]), codes[0])
    walk = walk._replace(order=tuple(known[at] for at in walk.order))
    laws = map([json.loads(each) for each in numbers].__getitem__, used)
    pack = packed_by(home, question, question.id, inputs, doubts, walk, laws, words)
    check_few(pack, question, home.rules)
    return pack


def check_few(pack: Pack, question: Calculator, rules: Ruleset) -> None:
    """Ask a few situations of a pack one by one. Raises Impure where the rules say something else."""
    source = Random(pack.question)
    names = question.situation.fields()
    for _ in range(FEW):
        given = {axis.name: source.choice(axis.values) for axis in pack.inputs if axis.name in names}
        found: list[object] = []
        for ask in (pack.fractions, lambda given: exact_answer(question, given, rules).fractions()):
            try:
                found.append(ask(given))
            except BadInput as fault:
                found.append(str(fault))
        if found[0] != found[1] and found[0] != NOT_PACKED:
            raise Impure(f"{question.id} has another formula for {shown(given)}: {shown(found)}")


def packed_by(
    home: System,
    question: Calculator | ChainQuestion,
    name: str,
    inputs: Sequence[Axis],
    doubts: Sequence[Axis],
    walk: Walk,
    laws: Iterable[PackedLaw | JSON],
    words: dict[str, int],
) -> Pack:
    """The pack of a walk through the doubtful places and then the inputs, and of its laws."""
    axes = len(doubts) + len(inputs)
    order = tuple((axis - len(doubts)) % axes for axis in walk.order)
    every = tuple(laws)  # words are numbered on the way
    return Pack(
        home.id,
        name,
        version_of(home.rules),
        ", ".join(f"{name}={value}" for name, value in home.rules.departures().items()),
        question.title,
        question.section,
        (*inputs, *doubts),
        tuple(words),
        walk._replace(order=order),
        every,
    )


class LimitedLaws(KnownLaws):
    """Laws whose letters are counted while they are found, so that no clock has to decide."""

    def __init__(self, name: str, most: int | None) -> None:
        super().__init__()
        self.name, self.most, self.left = name, most, most or 0

    def number_of(self, law: Law | Refused) -> int:
        """The number of a law. Raises BadInput where all together would be written with too many letters."""
        before, number = len(self.laws.things), super().number_of(law)
        if self.most is not None and number == before:
            self.left -= written_length(self.laws.things[number])
            if self.left < 0:
                raise BadInput(f"the answers of {self.name} have more than {self.most:,} letters")
        return number


def written_length(law: Law | Refused) -> int:
    """About how long a law is as it is written."""
    return (
        len(law.why) if isinstance(law, Refused) else sum(len(str(each)) + 3 for each in law.weights.values())
    )


class Runs:
    """Counts the situations that are asked; `told` hears it."""

    def __init__(self, name: str, told: Callable[[int], object] | None) -> None:
        self.name, self.told, self.count = name, told, 0

    def __call__(self) -> None:
        """One more. Raises BadInput for too many."""
        self.count += 1
        if self.count > MOST_RUN:
            raise BadInput(f"{self.name} is to be asked in more than {MOST_RUN:,} situations")
        if self.told is not None:
            self.told(self.count)


def under_readings(
    question: Calculator | ChainQuestion, rules: Ruleset, readings: str
) -> tuple[tuple[Axis, ...], list[Ruleset]]:
    """The doubtful places as inputs, and the ruleset under each combination of their answers."""
    if readings not in READINGS:
        raise unknown("choice of readings", readings, READINGS)
    doubts = {name: rules.readings()[name] for name in question.readings}
    taken = {name: (getattr(rules, name), *doubts[name].answers) for name in doubts}
    answered = {name: tuple(dict.fromkeys(found)) for name, found in taken.items()}
    if readings == "printed" or not doubts:
        return (), [rules]
    if readings == "all":
        axes = tuple(Axis(name, doubts[name].question, answered[name], 0) for name in doubts)
        ways = product(*answered.values())
        return axes, [rules.variant(dict(zip(doubts, way, strict=True))) for way in ways]
    others = [(name, answer) for name, found in answered.items() for answer in found[1:]]
    names = ("", *(f"{name}={answer}" for name, answer in others))
    return (
        (Axis("reading", "one doubtful place read otherwise", names, 0),),
        [rules, *(rules.variant({name: answer}) for name, answer in others)],
    )


def _packed(law: Distribution[str] | Refused, words: dict[str, int]) -> PackedLaw:
    """A law in whole numbers; words are numbered by first use."""
    if isinstance(law, Refused):
        return law.why
    return _in_whole_numbers(law.fractions(), words)


def _in_whole_numbers(chances: Mapping[str, Fraction], words: dict[str, int]) -> list[int]:
    """Chances as a law in whole numbers."""
    whole = lcm(*(chance.denominator for chance in chances.values()))
    found = [whole]
    for word, chance in chances.items():
        found += (words.setdefault(word, len(words)), int(chance * whole))
    return found


def version_of(rules: Ruleset) -> str:
    """What a pack was made of: sixteen hexadecimal digits for the rules' source, tables and departures."""
    told = hashlib.sha256(str(rules).encode())
    for kind in type(printed_rules(type(rules))).__mro__:
        file = getattr(modules.get(kind.__module__), "__file__", None)
        if file and ".systems." in kind.__module__:
            for each in sorted(Path(file).parent.rglob("*")):
                if each.suffix in (".py", ".csv", ".toml"):
                    told.update(each.name.encode() + each.read_bytes())
    return told.hexdigest()[:16]


# --- written
def text_of(pack: Pack) -> str:
    """The line of a pack."""
    walk = b64encode(packed_walk(pack.walk, len(pack.laws))).decode()
    laws = compact([list(map(written_whole, each)) if isinstance(each, list) else each for each in pack.laws])
    told = {
        "v": FORMAT,
        "of": [pack.system, pack.question, pack.version],
        "rules": pack.rules,
        "title": pack.title,
        "section": pack.section,
        "inputs": [axis._asdict() for axis in pack.inputs],
        "words": pack.words,
        "order": pack.walk.order,
        "classes": pack.walk.classes,
        "shape": [[len(level), len(level[0])] for level in pack.walk.levels],
        "walk": walk,
        "laws": json.loads(laws),
        "sum": crc32((walk + laws).encode()),
    }
    return f"pz8pack({compact(f'{pack.system}/{pack.question}')},{compact(told)});\n"


def compact(value: object) -> str:
    """JSON without blanks; letters as they are."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def written_whole(number: int) -> int | str:
    """A whole number as a page reads it exactly."""
    return number if number < EXACT else str(number)


def packed_walk(walk: Walk, ends: int) -> bytes:
    """The cells of a walk to so many ends, level by level."""
    sized = zip(walk.levels, widths(walk.levels, ends), strict=True)
    return b"".join(cell.to_bytes(width, "little") for level, width in sized for row in level for cell in row)


def widths(levels: Sequence[Sequence[object]], laws: int) -> list[int]:
    """How many bytes a cell of each level has."""
    rows = [*map(len, levels[1:]), laws] if levels else []
    return [1 if count <= 1 << 8 else 2 if count <= 1 << 16 else 4 for count in rows]


# --- read
def read_pack(text: str) -> Pack:
    """The pack of a line. Raises BadInput for what is none, is of another format, or is damaged."""
    told = in_line(text, "pz8pack")
    try:
        if crc32((told["walk"] + compact(told["laws"])).encode()) != told["sum"]:
            raise BadInput(f"the pack of {'/'.join(told['of'][:2])} is damaged: make it again")
        return _read(told)
    except (KeyError, TypeError, ValueError, IndexError) as fault:
        raise BadInput(f"the pack of {shown(told.get('of'))} cannot be read: {fault}") from None


def in_line(text: str, begins: str, form: int = FORMAT) -> JSON:
    """What stands in a line of this format. Raises BadInput for another one."""
    head, _, rest = text.partition(",")
    try:
        told = json.loads(rest.strip().removesuffix(");"))
    except ValueError:
        told = None
    if not head.startswith(f"{begins}(") or not isinstance(told, dict):
        raise BadInput(f"this is no pack: {shown(text[:40])}")
    if told.get("v") != form:
        raise BadInput(f"this pack has format {shown(told.get('v'))}; this kit reads format {form}")
    return told


def read_walk(told: JSON, ends: int) -> Walk:
    """A walk to so many ends, as it is written."""
    data = b64decode(told["walk"])
    levels: list[Level] = []
    at = 0
    sizes = [range(rows) for rows, _ in told["shape"]]
    for (rows, columns), width in zip(told["shape"], widths(sizes, ends), strict=True):
        end = at + rows * columns * width
        cells = [int.from_bytes(data[place : place + width], "little") for place in range(at, end, width)]
        levels.append(tuple(tuple(cells[row : row + columns]) for row in range(0, len(cells), columns)))
        at = end
    return Walk(tuple(told["order"]), tuple(map(tuple, told["classes"])), tuple(levels))


def _read(told: JSON) -> Pack:
    of_system, question, version = told["of"]
    return Pack(
        of_system,
        question,
        version,
        told["rules"],
        told["title"],
        told["section"],
        tuple(Axis(**each)._replace(values=tuple(each["values"])) for each in told["inputs"]),
        tuple(told["words"]),
        read_walk(told, len(told["laws"])),
        tuple(list(map(int, each)) if isinstance(each, list) else each for each in told["laws"]),
    )
