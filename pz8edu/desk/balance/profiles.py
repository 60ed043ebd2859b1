"""Profiles of units: from a system's table of sample units, or from an army list of one's own (CSV)."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from pz8edu.asking.ask import exact_answer
from pz8edu.core.rulebook.domain import JSON, Number, NumberDomain, Whole, WholeDomain
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Given
from pz8edu.core.rulebook.system import System
from pz8edu.desk.backwards.figure import domain_at
from pz8edu.desk.balance.duels import duel_of
from pz8edu.errors import BadInput, all_of, listed, nearest, shown
from pz8edu.printing.saving import read_text

SOFT, ARMOUR = "soft", "armour"
PRICED = ("move", "range", "hover")
"""Columns that only the price depends on, where the rules have a formula."""


@dataclass(frozen=True)
class Profile:
    """A unit: its Attack Factors against soft targets and armour, and what else a duel asks of it.

    None is an Attack Factor that it has not; `points` is its price, None where nobody says it; `count` is how
    many of it there are in the list.
    """

    name: str
    soft: int | None
    armour: int | None
    inputs: Given = field(hash=False)
    points: Fraction | None = None
    count: int = 1

    @property
    def armoured(self) -> bool:
        """Is it an armoured target?"""
        return bool(self.inputs.get("armoured", False))

    def attack_on(self, other: Profile) -> int | None:
        """Its Attack Factor in the column that fits the other."""
        return self.armour if other.armoured else self.soft

    def against(self, other: Profile) -> JSON:
        """It as one side of a duel with the other."""
        return {"attack": self.attack_on(other), **self.inputs}


def sample_profiles(home: System, rules: Ruleset) -> tuple[tuple[Profile, ...], list[str]]:
    """The sample units of a system, with the price that its formula gives them, and who is left out.

    A duel knows no GEV, which ends with any damage. Raises BadInput for a system without such a table.
    """
    if "sample-unit" not in home.boards:
        raise BadInput(f"{home.id} has no table of sample units; give a list of your own")
    found: list[Profile] = []
    left_out: list[str] = []
    for name, row in rules.sample_rows.items():  # type: ignore[attr-defined]
        if row.target == "gev":
            left_out.append(f"{name} (any damage removes it: its fights are no duels)")
            continue
        unit = exact_answer(home.boards["sample-unit"], {"name": name}, rules)
        armoured = rules.defence[row.target].armoured  # type: ignore[attr-defined]
        inputs = {"defence": unit["defence"], "armoured": armoured}
        found.append(Profile(name, unit[SOFT], unit[ARMOUR], inputs, Fraction(unit["points"])))
    return tuple(found), left_out


def read_profiles(path: str | Path, home: System, rules: Ruleset) -> tuple[Profile, ...]:
    """The units of an army list: a line a unit, with the columns name, soft, armour, defence and others.

    Others are the inputs of one side of the system's duel (armoured, quality, ...), `points`, `count`, and
    where the rules have a formula, what that asks for. Raises BadInput with all faults and their lines.
    """
    name = Path(path).name
    text = read_text(Path(path), f"the list {name!r}", "utf-8-sig")
    return profiles_in(text.splitlines(), home, rules, name)


def profiles_in(lines: Iterable[str], home: System, rules: Ruleset, name: str) -> tuple[Profile, ...]:
    """The same from the lines of a list; `name` is that of its file."""
    page = csv.DictReader(lines, skipinitialspace=True)
    columns = _columns(home)
    given = [column or "" for column in page.fieldnames or ()]
    faults = [
        f"unknown column {column!r}{nearest(column, columns)} (allowed: {listed(columns)})"
        for column in given
        if column not in columns
    ]
    faults += [f"the column {column} is missing" for column in ("name", SOFT, ARMOUR) if column not in given]
    if faults:
        raise BadInput(f"the list {name!r}: {all_of(faults)}")
    found: list[Profile] = []
    for line in page:
        try:
            unit = _profile(line, columns, home, rules)
            if unit.name in {each.name for each in found}:
                raise BadInput(f"the name {unit.name!r} stands twice")
            found.append(unit)
        except BadInput as fault:
            faults.append(f"line {page.line_num}: {fault}")
    if faults or not found:
        raise BadInput(f"the list {name!r}: {all_of(faults) or 'there is no unit in it'}")
    return tuple(found)


def _columns(home: System) -> dict[str, object]:
    """The columns that a list may have, with what they may hold."""
    duel = duel_of(home)
    side = domain_at(duel, ["A"])
    attack = domain_at(duel, ["A", "attack"])
    columns: dict[str, object] = {"name": None, SOFT: attack, ARMOUR: attack}
    kind = getattr(side, "kind", None)
    columns |= {key: told.domain for key, told in kind.fields().items() if key != "attack"} if kind else {}
    columns |= {"points": NumberDomain(Number(0)), "count": WholeDomain(Whole(1))}
    if "point-cost" in home.boards:
        fields = home.boards["point-cost"].situation.fields()
        columns |= {key: fields[key].domain for key in PRICED}
    return columns


def _profile(line: Mapping[Any, Any], columns: Given, home: System, rules: Ruleset) -> Profile:
    if None in line:
        raise BadInput(f"there are more cells than columns: {shown(line[None])}")
    cells: JSON = {}
    for column, text in line.items():
        written = (text or "").strip()
        if column == "name":
            if not written:
                raise BadInput("a unit needs a name")
        elif written:
            cells[column] = columns[column].spelled(written, column)
    told = {key: columns[key].plain(value) for key, value in cells.items()}
    own = {key: told.pop(key, None) for key in (SOFT, ARMOUR)}
    priced = {key: told.pop(key) for key in PRICED if key in told}
    points, count = cells.get("points"), told.pop("count", 1)
    told.pop("points", None)
    if points is None and "move" in priced and "point-cost" in home.boards:
        question = home.boards["point-cost"]
        asked = {**told, **own, **priced}
        known = {key: value for key, value in asked.items() if key in question.situation.fields()}
        points = Fraction(exact_answer(question, known, rules))
    return Profile(str(line["name"]).strip(), own[SOFT], own[ARMOUR], told, points, count)
