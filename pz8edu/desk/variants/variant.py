"""A variant: rules that depart from a printed set, with a title and the reason: a small TOML file."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path

import pz8edu
from pz8edu.core.rulebook.ruleset import Ruleset, printed_rules, written
from pz8edu.desk.variants.toml_places import Path as Keys
from pz8edu.desk.variants.toml_places import lines_in_toml, read_lines
from pz8edu.errors import BadInput, all_of, listed, nearest, shown
from pz8edu.pages.differences import Differences, differences
from pz8edu.printing.saving import read_text, save_text
from pz8edu.printing.toml_text import lines as toml_lines
from pz8edu.printing.toml_text import toml_value
from pz8edu.systems import system

MOST_CHANGES = 5_000
"""More changes in a file than this are refused: no book prints so many numbers."""
MOST_FAULTS = 100
"""So many changes that cannot be made are told one by one."""
KEYS = ("base", "title", "why", "version", "beyond_the_book", "changes")


@dataclass(frozen=True)
class Fault:
    """One fault of a file, and the line where it stands; None where it stands in no line."""

    line: int | None
    text: str

    def __str__(self) -> str:
        return self.text if self.line is None else f"line {self.line}: {self.text}"


@dataclass(frozen=True)
class Variant:
    """Rules that depart from a printed set, with a title and the reason for it.

    `as_printed` names the changes that change nothing, because the book has just that.
    """

    title: str
    why: str
    rules: Ruleset
    as_printed: tuple[str, ...] = ()

    @property
    def changes(self) -> Differences:
        """What it says otherwise than the book: names, printed and new values, meanings."""
        return differences(printed_rules(type(self.rules)), self.rules)

    @property
    def options(self) -> str:
        """The options of a command that ask for the same rules: `--reading R3=b --set hit_on=3`."""
        return options_of(self.rules)

    def to_toml(self) -> str:
        """The lines of the variant file, which `read_variant` reads back."""
        return variant_toml(self.rules, self.title, self.why)

    def save(self, path: str | Path, replace: bool = False) -> Path:
        """Write the variant file in one step: a stop in the middle leaves what was there.

        Raises BadInput where a file of that name exists, unless it may be replaced, and for a place that
        cannot be written.
        """
        file = Path(path)
        if file.exists() and not replace:
            raise BadInput(f"{file.name!r} exists already; take another name, or let it be replaced")
        save_text(file, self.to_toml())
        return file

    def __repr__(self) -> str:
        lines = [f"{self.title}: {self.rules}", *([self.why] if self.why else []), repr(self.changes)]
        return "\n".join([*lines, *(f"{name}: as printed" for name in self.as_printed)])


@dataclass(frozen=True)
class Checked:
    """What a look at a variant file has found: the variant, or all its faults; and what is worth a note."""

    name: str
    variant: Variant | None
    faults: tuple[Fault, ...] = ()
    notes: tuple[Fault, ...] = ()

    def __repr__(self) -> str:
        verdict = f"{len(self.faults)} fault{'s' * (len(self.faults) != 1)}" if self.faults else "good"
        rules = f": {self.variant.rules}" if self.variant else ""
        told = [f"{each}" for each in self.faults] + [f"{each} (a note, no fault)" for each in self.notes]
        return "\n".join([f"{self.name}: {verdict}{rules}", *(f"  {each}" for each in told)])


def read_variant(path: str | Path) -> Variant:
    """The variant in a TOML file.

    Raises BadInput with all faults at once, each with its line; nothing in the file is ever executed.
    """
    return _good(check_variant(path))


def _good(checked: Checked) -> Variant:
    if checked.variant is None:
        raise BadInput(f"the variant file {checked.name!r}: {all_of(list(map(str, checked.faults)))}")
    return checked.variant


def check_variant(path: str | Path) -> Checked:
    """The same with its faults told and not raised; raises BadInput where the file cannot be read."""
    file = Path(path)
    return checked_text(read_text(file, f"the variant file {shown(file.name)}", "utf-8-sig"), file.name)


def variant_in(text: str, name: str) -> Variant:
    """The variant in the text of a file of that name; raises BadInput with all faults at once."""
    return _good(checked_text(text, name))


def checked_text(text: str, name: str = "variant.toml") -> Checked:
    """A look at the text of a variant file; `name` is its name."""
    try:
        return _Look(text, read_lines(text)).checked(name)
    except ValueError as fault:
        return Checked(name, None, (Fault(None, f"this is not TOML: {fault}"),))
    except Exception as fault:  # whatever a stranger's file holds
        return Checked(name, None, (Fault(None, f"it cannot be read: {type(fault).__name__}"),))


class _Look:
    """A look at the lines of a variant file that gathers faults and notes."""

    def __init__(self, text: str, given: Mapping[str, object]) -> None:
        self.text, self.given = text, given
        self.faults: list[Fault] = []
        self.notes: list[Fault] = []

    @cached_property
    def places(self) -> dict[Keys, int]:
        """The line of every key."""
        return lines_in_toml(self.text)

    def checked(self, name: str) -> Checked:
        self._keys()
        rules = self._rules()
        if self.faults or rules is None:
            in_order = sorted(self.faults, key=lambda fault: fault.line or 0)
            return Checked(name, None, tuple(in_order), tuple(self.notes))
        title = self._text("title") or Path(name).stem
        as_printed = tuple(note.text.partition(" ")[0] for note in self.notes if note.line is not None)
        variant = Variant(title, self._text("why"), rules, as_printed)
        return Checked(name, variant, (), tuple(self.notes))

    def _fault(self, text: str, *keys: str) -> None:
        self.faults.append(Fault(self.places.get(keys) if keys else None, text))

    def _text(self, key: str) -> str:
        return str(self.given.get(key, ""))

    def _keys(self) -> None:
        """The lines that stand in no table."""
        for key, value in self.given.items():
            if key not in KEYS:
                self._fault(f"unknown line {key!r}{nearest(key, KEYS)} (allowed: {listed(KEYS)})", key)
            elif key in ("base", "title", "why", "version") and not isinstance(value, str):
                self._fault(f"{key} must be a text in quotes; got {shown(value)}", key)
        if not isinstance(self.given.get("beyond_the_book", False), bool):
            self._fault("beyond_the_book must be true or false", "beyond_the_book")
        version = self.given.get("version", pz8edu.__version__)
        if isinstance(version, str) and (why := _version_fault(version)):
            self._fault(why, "version")

    def _rules(self) -> Ruleset | None:
        """The rules that the lines describe."""
        if "base" not in self.given:
            self._fault('it needs a line such as base = "pz8-ww2"')
            return None
        try:
            printed = system(self._text("base")).rules
        except BadInput as fault:
            self._fault(str(fault), "base")
            return None
        changes = self._changes(printed)
        beyond = self.given.get("beyond_the_book") is True
        _, faults = printed.tried({name: value for name, (value, _) in changes.items()}, beyond)
        for name, why in islice(faults.items(), MOST_FAULTS):
            self._fault(str(why), *changes[name][1])
        if len(faults) > MOST_FAULTS:
            self._fault(f"and {len(faults) - MOST_FAULTS:,} more changes that cannot be made")
        good = {name: value for name, (value, _) in changes.items() if name not in faults}
        try:
            rules = printed.variant(good, beyond_the_book=beyond)
        except BadInput as fault:  # good one by one, but not together
            self._fault(str(fault), "changes")
            return None
        for name in good:
            if rules.value(name) == printed.value(name):
                text = f"{name} is as printed: it changes nothing"
                self.notes.append(Fault(self.places.get(changes[name][1]), text))
        return rules

    def _changes(self, printed: Ruleset) -> dict[str, tuple[object, Keys]]:
        """The changes by name (a cell is `table/row/column`), each with its value and keys."""
        given = self.given.get("changes", {})
        if not isinstance(given, Mapping):
            self._fault("changes must be a table of names and values", "changes")
            return {}
        if len(given) > MOST_CHANGES:
            self._fault(f"{len(given):,} changes are too many: at most {MOST_CHANGES:,} in a file")
            return {}
        found: dict[str, tuple[object, Keys]] = {}
        for name, value, keys in _flat(given, printed):
            if name in found and found[name][0] != value:
                other = self.places.get(found[name][1])
                where = "" if other is None else f" in line {other}"
                self._fault(
                    f"{name} contradicts itself: {shown(found[name][0])}{where} and {shown(value)}", *keys
                )
            found[name] = value, keys
        return found


def _flat(changes: Mapping[str, object], printed: Ruleset) -> Iterator[tuple[str, object, Keys]]:
    """Every change: name, value, keys. Tables of rows and columns are taken apart into their cells."""
    for name, value in changes.items():
        if name not in printed.tables() or not isinstance(value, Mapping):
            yield name, value, ("changes", name)
            continue
        for row, line in value.items():
            if not isinstance(line, Mapping):
                yield name, {row: line}, ("changes", name, row)
                continue
            for column, cell in line.items():
                yield f"{name}/{row}/{column}", cell, ("changes", name, row, column)


def _version_fault(version: str) -> str:
    """Why a variant for another version of the kit cannot be read; "" if it can."""
    wanted, ours = (re.findall(r"\d+", text) for text in (version, pz8edu.__version__))
    if not re.fullmatch(r"\d+(\.\d+)*", version):
        return f"version must be that of the kit, such as {pz8edu.__version__}; got {shown(version)}"
    if list(map(int, wanted[:2])) > list(map(int, ours[:2])):
        return f"it is written for version {version} of the kit; this is version {pz8edu.__version__}"
    return ""


# --- writing
def variant_toml(rules: Ruleset, title: str = "", why: str = "") -> str:
    """A ruleset as the text of a variant file, one change a line."""
    changes = [change_line(rules, name, value) for name, value in rules.departures().items()]
    return "\n".join([*variant_head(rules, title, why), *changes]) + "\n"


def variant_head(rules: Ruleset, title: str, why: str) -> list[str]:
    """The lines of a variant file down to its changes; raises BadInput for functions of one's own."""
    if rules.own_rules:
        names = listed(name for name, _ in rules.own_rules)
        raise BadInput(f"a function of one's own cannot stand in a file: {names}")
    about = {"base": rules.system, "title": title, "why": why, "version": pz8edu.__version__}
    beyond = {"beyond_the_book": True} if rules.beyond_the_book() else {}
    return [*toml_lines({**about, **beyond}), "", "[changes]"]


def change_line(rules: Ruleset, name: str, value: object) -> str:
    """One change as a line of a variant file that says what is printed, where, and what it means."""
    about = rules.declared()[name.partition("/")[0]]
    (line,) = toml_lines({name: _plain(value)})
    printed = toml_value(_plain(printed_rules(type(rules)).value(name)))
    return f"{line}  # printed {printed} (section {about.section}): {about.meaning}"


def options_of(rules: Ruleset) -> str:
    """The options of a command that ask for a ruleset: `--reading R3=b --set hit_on=3`; "" as printed."""
    departures = rules.departures()
    readings = [f"{name}={value}" for name, value in departures.items() if name in rules.readings()]
    numbers = [
        f"{name}={written(value)}" for name, value in departures.items() if name not in rules.readings()
    ]
    words = ["--reading", ",".join(readings)] if readings else []
    for each in numbers:
        words += ["--set", each]
    if rules.beyond_the_book():
        words.append("--beyond-the-book")
    return shlex.join(words)


def _plain(value: object) -> bool | int | str:
    """A value as TOML has it; a blank cell and a fraction are texts."""
    return value if isinstance(value, int) else "" if value is None else str(value)
