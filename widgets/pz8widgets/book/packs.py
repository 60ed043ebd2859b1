"""The packs of a book: what can be packed, and the words that its pages tell of each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import prod
from pathlib import Path
from typing import Any

from pz8edu.core.rulebook.system import Calculator, ChainQuestion, System
from pz8edu.errors import BadInput
from pz8edu.packing.axes import Asked, Axis, axes_of, flattened, only_asked, within_reach
from pz8edu.packing.chains import MOST_RESULTS, pack_of_chain, packed_as
from pz8edu.packing.pack import Pack, compact, pack_of, read_pack, text_of, under_readings, version_of
from pz8edu.packing.trees import MOST_ASKED, for_more, text_of_trees, trees_of
from pz8edu.pages.outcome_meanings import outcome_meaning
from pz8edu.pages.printed_sections import with_headings
from pz8edu.printing.saving import save_text
from pz8edu.show.outcomes import outcome_looks, spoken
from pz8widgets.book.kept import Kept, Texts
from pz8widgets.page.form import label_of

LARGEST = 1_250_000
"""Bytes of a pack that a page still loads; a longer one has fewer readings, or fewer situations."""
MOST_TRIED = 50_000_000
"""A calculator with more situations is not tried whole: its laws tell nearly all its inputs apart."""
MOST_REACHED = 6_000
"""Of a calculator with more situations than can be packed, so many are: those that its lessons turn first."""


@dataclass
class Packs:
    """The packs of a site, each made when a page first asks for it, and their trees where there are few.

    `trouble` has, for each calculator that has none, why. `kept` has what was packed before, `live` is the
    folder of the site where JupyterLite is, `turned` has what lessons and tables give a calculator. No clock
    decides what is packed: the same rules give the same bytes. Where not all values can be listed, those that
    are turned are packed.
    """

    site: Path
    kept: Kept = field(default_factory=Kept)
    most_asked: int = MOST_ASKED
    live: str = ""
    turned: Mapping[tuple[str, str], Asked] = field(default_factory=dict)
    made: dict[str, Pack] = field(default_factory=dict)
    trouble: dict[str, str] = field(default_factory=dict)
    trees: set[str] = field(default_factory=set)

    def of(self, home: System, question: Calculator | ChainQuestion) -> str:
        """The name of the pack of a question under the rules of its system; "" where it has none."""
        name = name_of(home, question)
        if name not in self.made and name not in self.trouble:
            try:
                self._make(name, home, question)
            except BadInput as fault:
                self.trouble[name] = str(fault)
        return name if name in self.made else ""

    def texts(self, home: System, question: Calculator | ChainQuestion) -> Texts:
        """The pack of a question and its trees, as they are written; raises BadInput where it has none."""
        axes = self.reached(home, question)
        of = version_of(home.rules), name_of(home, question), question.kind, axes, self.most_asked
        return self.kept.texts(of, lambda: self._texts(home, question, axes))

    def _make(self, name: str, home: System, question: Calculator | ChainQuestion) -> None:
        text, trees = self.texts(home, question)
        file = self.site / file_of(name)
        file.parent.mkdir(parents=True, exist_ok=True)
        pack = self.made[name] = read_pack(text)
        said = f"pz8words({compact(name)},{compact(words_of(pack, home, question))});\n"
        for ending, line in ((".js", text), (".words.js", said), (".tree.js", trees)):
            if line:
                save_text(file.with_name(f"{file.stem}{ending}"), line)
        if trees:
            self.trees.add(name)

    def reached(self, home: System, question: Calculator | ChainQuestion) -> tuple[Axis, ...]:
        """The inputs of a question; of a chain with too many situations those that lessons turn first."""
        turned = self.turned.get((home.id, question.id), {})
        axes = axes_of(question, turned)
        if isinstance(question, ChainQuestion):
            return within_reach(axes, turned, MOST_RESULTS)
        return axes

    def _texts(self, home: System, question: Calculator | ChainQuestion, axes: Sequence[Axis]) -> Texts:
        """The pack and the trees of a question; no trees are "": its page says that Python draws them."""
        if isinstance(question, ChainQuestion):
            rulesets = under_readings(question, home.rules, "one")[1]
            many = prod(len(axis.values) for axis in axes) * len(rulesets) > MOST_RESULTS
            pack = pack_of_chain(home, question, axes, "printed" if many else "one")
            return small(text_of(pack)), ""
        turned = self.turned.get((home.id, question.id), {})
        fewer = within_reach(axes, turned, MOST_REACHED)
        if prod(len(axis.values) for axis in axes) > MOST_TRIED:
            axes = fewer
        try:
            text = small(text_of(pack_of(home, question, "printed", None, axes, LARGEST)))
        except BadInput:
            axes = fewer
            text = small(text_of(pack_of(home, question, "printed", None, axes, LARGEST)))
        with suppress(BadInput):
            text = small(text_of(pack_of(home, question, "one", None, axes, LARGEST)))
        pack = read_pack(text)
        few = (*fewer, *pack.inputs[len(fewer) :]) if pack.has_formulas else pack.inputs
        for inputs in (few, only_asked(pack.inputs, turned)):
            with suppress(BadInput):
                trees = trees_of(home, question, replace(pack, inputs=inputs), self.most_asked)
                return text, small(text_of_trees(for_more(trees, pack)))
        return text, ""

    def scripts_of(self, name: str) -> list[str]:
        """The scripts that a page with this calculator loads."""
        stem = file_of(name).removesuffix(".js")
        trees = [f"{stem}.tree.js"] if name in self.trees else []
        return [f"{stem}.words.js", f"{stem}.js", *trees]


def packable(home: System, name: str, kind: str) -> Calculator | ChainQuestion:
    """A question with numbers that can be packed."""
    found = home.question(name, kind)
    assert isinstance(found, Calculator | ChainQuestion)
    return found


def packed(
    packs: Packs, name: str, question: Calculator | ChainQuestion, inputs: Mapping[str, Any]
) -> dict[str, object] | None:
    """The inputs as a pack names and has them; None where it does not know them or their values."""
    axes = {axis.name: axis for axis in packs.made[name].inputs}
    given = flattened(question.situation.fields(), inputs)
    known = all(each in axes and axes[each].place(value) >= 0 for each, value in given.items())
    return given if known else None


def small(text: str) -> str:
    """The line of a pack. Raises BadInput for one that is too long for a page."""
    if len(text) > LARGEST:
        raise BadInput(f"its pack has {len(text):,} bytes, more than a page should load")
    return text


def name_of(home: System, question: Calculator | ChainQuestion) -> str:
    """A calculator or a chain by its book and its id, with what differs from the printed rules."""
    changed = ", ".join(f"{name}={value}" for name, value in home.rules.departures().items())
    of = packed_as(home, question) if isinstance(question, ChainQuestion) else question.id
    return f"{home.id}/{of}{f'@{changed}' if changed else ''}"


def file_of(name: str) -> str:
    """Where a pack lies in the site."""
    calculator, _, rules = name.partition("@")
    return f"packs/{calculator}{re.sub('[^a-zA-Z0-9]+', '-', f'@{rules}') if rules else ''}.js"


def words_of(pack: Pack, home: System, question: Calculator | ChainQuestion) -> Mapping[str, object]:
    """Title, place, labels of the inputs, and of each outcome in order: look, words, number of its meaning.

    Of a chain what each result means, and with which question it is asked.
    """
    section = with_headings(_sections(question.section), home.rules) if question.section else ""
    under = f", with {pack.rules}" if pack.rules else ""
    told = {
        "title": with_headings(question.title, home.rules),
        "place": f"{home.title}{f', {section}' if section else ''}{under}",
        "labels": {axis.name: axis_label(axis.name) for axis in pack.inputs},
        "values": {"reading": read_otherwise(home, question), **records_in(pack)},
    }
    if isinstance(question, ChainQuestion):
        return {**told, "outcomes": [], "asks": question.id, "results": dict(question.results)}
    outcomes, meanings = [], dict[str, int]()
    for word, style in outcome_looks(pack.words, question.outcomes, question.ranked).items():
        meaning = str(outcome_meaning(question, word, home.rules) or "")
        outcomes.append(
            (word, style.name, spoken(word, meaning), meanings.setdefault(meaning, len(meanings)))
        )
    return {**told, "outcomes": outcomes, "meanings": list(meanings)}


def records_in(pack: Pack) -> dict[str, list[str]]:
    """Lists of records in words, with what is not the same in all of them: "attack 5; attack 4"."""
    found = {}
    for axis in pack.inputs:
        records = [each for several in axis.values if isinstance(several, list) for each in several]
        if records and isinstance(records[0], dict):
            tells = [name for name in records[0] if len({compact(each[name]) for each in records}) > 1]
            found[axis.name] = [
                "; ".join(_in_words(each, tells) for each in several or ()) or "none"
                for several in axis.values
            ]
    return found


def _in_words(record: Mapping[str, object], tells: Sequence[str]) -> str:
    return ", ".join(f"{label_of(name).lower()} {record[name]}" for name in tells or record)


def axis_label(name: str) -> str:
    """An input as a label; one of a record with the record's name: "A: quality"."""
    if name == "reading":
        return "Doubtful places"
    *records, last = name.split(".")
    return ": ".join(
        [*(each.upper() if len(each) == 1 else label_of(each) for each in records), label_of(last)]
    )


def read_otherwise(home: System, question: Calculator | ChainQuestion) -> dict[str, str]:
    """Each answer to a doubtful place that is not taken, in words."""
    doubts = home.rules.readings()
    told = {"": "all read as taken"}
    for name in question.readings:
        if name in doubts:
            answers = doubts[name].answers
            told |= {f"{name}={each}": f"{name} {each}: {said}" for each, said in answers.items()}
    return told


def _sections(listed: str) -> str:
    """The sections of a question in words: "5+6" is "sections 5 and 6"."""
    return f"sections {listed.replace('+', ' and ')}" if "+" in listed else f"section {listed}"
