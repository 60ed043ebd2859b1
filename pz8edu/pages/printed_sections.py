"""A book section by section, for players: the `sections.toml` beside a ruleset.

    [10]
    heading = "Rally"
    rule = ["A Suppressed unit within {command_radius} inches of its HQ rolls one die …"]
    doubts.R8 = "a shell that deviates attacks any unit, friend or foe"

A child's file lists its own sections. What one leaves out, heading or `rule`, is that of its parent's section
of the same number, or of the number that `as` names; `also` adds sentences to the parent's. Its doubts (those
with one sensible answer, which need no reading) join its parent's, but for those that `without` names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from pz8edu.core.records import FrozenRecord
from pz8edu.core.rulebook.own_rules import as_printed
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.pages.beside import filled_in, told_beside

FILE = "sections.toml"
_INVENTED = re.compile(r"(?:§|[Ss]ections? |[Tt]ables? )?\b((?:AS-|PT-|U)\d+[a-z]?|\d+-[a-z\d]+)\b")
ENTRIES = ("as", "heading", "rule", "also", "doubts", "without")


class Sentence(NamedTuple):
    """A sentence, the rule system that says so, and the number of the doubt that it settles."""

    says: str
    owner: str
    doubt: str = ""


class PrintedSection(FrozenRecord):
    """A section of a book: its heading, the sentences of who must, may and may not do what, its doubts."""

    name: str
    heading: str
    rule: tuple[Sentence, ...]
    doubts: tuple[Sentence, ...]


def printed_sections(rules: Ruleset) -> Mapping[str, PrintedSection]:
    """The sections that a book prints, in its order; none where nobody has written them down."""
    return _sections(_book(rules))


def in_force(told: Sentence, rules: Ruleset) -> str:
    """A sentence with the numbers of these rules."""
    return with_headings(filled_in(told.says, rules), rules)


def cite(section: str, rules: Ruleset) -> str:
    """How a section is cited to people.

    "§5"; "Results table (AS-17)" in a book without numbers, whose sections have those of its specification.
    """
    said = with_headings(section, rules)
    return said if said != section or not section[:1].isdigit() else f"§{section}"


def with_headings(text: str, rules: Ruleset) -> str:
    """A text for people, with the headings of the sections whose numbers are no book's.

    "no shot (AS-17)" becomes "no shot (Results table, AS-17)", and "§5-gas" becomes "Poison gas (5)".
    """
    headings = _headings(_book(rules))
    if not headings:
        return text

    def instead(found: re.Match[str]) -> str:
        heading, before = headings.get(found[1]), text[: found.start()]
        if heading is None or before.endswith((f"{heading} (", f"{heading}, ")):
            return found[0]
        inside, printed = before.count("(") > before.count(")"), re.sub(r"^(\d+)-.*", r"\1", found[1])
        return f"{heading}, {printed}" if inside else f"{heading} ({printed})"

    return _INVENTED.sub(instead, text)


def _book(rules: Ruleset) -> object:
    """The class of the printed rules."""
    return as_printed(type(rules))


@cache
def _headings(kind: object) -> Mapping[str, str]:
    """The headings of the sections whose numbers are not printed: those with a letter first, or a hyphen."""
    told = _sections(kind).items()
    return {name: each.heading for name, each in told if name[:1].isupper() or "-" in name}


@cache
def _sections(kind: Any) -> Mapping[str, PrintedSection]:
    parent = next((each for each in kind.__mro__[1:] if issubclass(each, Ruleset) and each.system), None)
    theirs = _sections(parent) if parent else {}
    ours = told_beside(kind, FILE)
    if not ours:
        return theirs
    return {
        name: _section(name, lines, theirs.get(str(lines.get("as", name))), kind.system)
        for name, lines in ours.items()
    }


def _section(
    name: str, lines: Mapping[str, Any], theirs: PrintedSection | None, owner: str
) -> PrintedSection:
    old = theirs or PrintedSection(name, "", (), ())
    rule = tuple(Sentence(says, owner) for says in lines["rule"]) if "rule" in lines else old.rule
    also = tuple(Sentence(says, owner) for says in lines.get("also", ()))
    kept = tuple(each for each in old.doubts if each.doubt not in lines.get("without", ()))
    own = tuple(Sentence(says, owner, doubt) for doubt, says in lines.get("doubts", {}).items())
    return PrintedSection(name, lines.get("heading", old.heading), rule + also, kept + own)
