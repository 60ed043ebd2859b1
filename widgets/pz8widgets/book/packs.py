"""The packs of a book: what can be packed in good time, and the words that its pages tell of each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from pz8edu.core.rulebook.system import Calculator, System
from pz8edu.errors import BadInput
from pz8edu.packing.pack import Pack, compact, pack_of, text_of
from pz8edu.pages.outcome_meanings import outcome_meaning
from pz8edu.pages.printed_sections import with_headings
from pz8edu.printing.saving import save_text
from pz8edu.show.outcomes import outcome_looks, spoken
from pz8widgets.page.form import label_of

SECONDS = 10
"""A calculator that takes longer to pack is left to Python."""
LARGEST = 1_000_000
"""Bytes of a pack that a page still loads."""


@dataclass
class Packs:
    """The packs of a site, each made when a page first asks for it.

    `trouble` has, for each calculator that has none, why. `seconds` is how long making one may take.
    """

    site: Path
    seconds: float = SECONDS
    made: dict[str, Pack] = field(default_factory=dict)
    trouble: dict[str, str] = field(default_factory=dict)

    def of(self, home: System, question: Calculator) -> str:
        """The name of a calculator's pack under the rules of its system; "" where it has none."""
        name = name_of(home, question)
        if name not in self.made and name not in self.trouble:
            try:
                self._make(name, home, question)
            except BadInput as fault:
                self.trouble[name] = str(fault)
        return name if name in self.made else ""

    def _make(self, name: str, home: System, question: Calculator) -> None:
        begun = monotonic()

        def told(_done: int, _of: int) -> None:
            if monotonic() - begun > self.seconds:
                raise BadInput(f"to pack it takes more than {self.seconds:g} seconds")

        pack = pack_of(home, question, told=told)
        text = text_of(pack)
        if len(text) > LARGEST:
            raise BadInput(f"its pack has {len(text):,} bytes, more than a page should load")
        file = self.site / file_of(name)
        file.parent.mkdir(parents=True, exist_ok=True)
        save_text(file, text)
        said = f"pz8words({compact(name)},{compact(words_of(pack, home, question))});\n"
        save_text(file.with_name(f"{file.stem}.words.js"), said)
        self.made[name] = pack


def name_of(home: System, question: Calculator) -> str:
    """A calculator by its book and its id, with what differs from the printed rules."""
    changed = ", ".join(f"{name}={value}" for name, value in home.rules.departures().items())
    return f"{home.id}/{question.id}{f'@{changed}' if changed else ''}"


def file_of(name: str) -> str:
    """Where a pack lies in the site."""
    calculator, _, rules = name.partition("@")
    return f"packs/{calculator}{re.sub('[^a-zA-Z0-9]+', '-', f'@{rules}') if rules else ''}.js"


def scripts_of(name: str) -> tuple[str, str]:
    """The scripts that a page with this calculator loads."""
    file = file_of(name)
    return file.removesuffix(".js") + ".words.js", file


def words_of(pack: Pack, home: System, question: Calculator) -> Mapping[str, object]:
    """Title, place, labels of the inputs, and of each outcome in order: look, words and meaning."""
    looks = outcome_looks(pack.words, question.outcomes, question.ranked)
    outcomes = []
    for word, style in looks.items():
        meaning = str(outcome_meaning(question, word, home.rules) or "")
        outcomes.append((word, style.name, spoken(word, meaning), meaning))
    section = with_headings(_sections(question.section), home.rules) if question.section else ""
    under = f", with {pack.rules}" if pack.rules else ""
    return {
        "title": with_headings(question.title, home.rules),
        "place": f"{home.title}{f', {section}' if section else ''}{under}",
        "labels": {axis.name: label_of(axis.name) for axis in pack.inputs},
        "outcomes": outcomes,
    }


def _sections(listed: str) -> str:
    """The sections of a question in words: "5+6" is "sections 5 and 6"."""
    return f"sections {listed.replace('+', ' and ')}" if "+" in listed else f"section {listed}"
