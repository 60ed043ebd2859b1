"""What each outcome means for the game, in one sentence: the `outcomes.toml` beside a ruleset."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.system import Question
from pz8edu.pages.beside import filled_in, told_beside
from pz8edu.pages.printed_sections import with_headings

FILE = "outcomes.toml"
ANY = "any"
"""The part of the file that holds for every question; a part with the name of a question goes before it."""


class OutcomeMeaning(NamedTuple):
    """What an outcome means, the section of the book that says so, and how that is cited to people."""

    section: str
    says: str
    place: str

    def __str__(self) -> str:
        return f"{self.says} ({self.place})"


def outcome_meaning(
    question: Question, word: str, rules: Ruleset, *, exactly: bool = False
) -> OutcomeMeaning | None:
    """What an outcome of a question means; None where no book says it.

    The child's sentence goes before its parent's. A key of the file is a word, or a pattern of words; "{1}"
    in its sentence is the first group of that pattern, and "{hit_on}" a number of the ruleset in force. An
    answer on the way to an outcome, such as a hit, is looked up `exactly`: patterns speak of outcomes alone.
    """
    for said in _of_question(question, rules):
        if word in said:
            return _filled(said[word], rules)
        for pattern, meaning in () if exactly else said.items():
            found = re.fullmatch(pattern, word)
            if found:
                return _filled(meaning, rules, found)
    return None


def _of_question(question: Question, rules: Ruleset) -> Iterator[Mapping[str, list[str]]]:
    """The parts of the files that speak of a question, the nearest first."""
    for kind in type(rules).__mro__:
        if issubclass(kind, Ruleset) and kind.system:
            parts = told_beside(kind, FILE)
            yield from (parts[name] for name in (question.id, question.parent_id, ANY) if name in parts)


def _filled(meaning: list[str], rules: Ruleset, found: re.Match[str] | None = None) -> OutcomeMeaning:
    section, says = meaning
    return OutcomeMeaning(section, filled_in(says, rules, found), with_headings(f"§{section}", rules))
