"""Whatever a ruleset declares is read (or marked as an agreement); whatever is cited is declared."""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from pathlib import Path

import pytest

from pz8edu.core import Ruleset
from pz8edu.core.rulebook.ruleset import printed_rules
from pz8edu.pages.printed_sections import printed_sections
from pz8edu.systems import ids, system

RULES = {"rules", "self", "PRINTED", "book"}
"""The names under which a rule, a board check or a table has its ruleset."""

NO_READINGS = {("pz8-ww2", "R35")}
"""The R35 is a tank of Renault's."""


def folders(rules: Ruleset) -> list[Path]:
    """The folder of a system and those of its parents."""
    modules = [kind.__module__ for kind in type(rules).__mro__ if ".systems." in kind.__module__]
    packages = dict.fromkeys(".".join(module.split(".")[:3]) for module in modules)
    return [Path(str(sys.modules[package].__file__)).parent for package in packages]


@cache
def looked_at(folder: Path, *, played: bool = True) -> frozenset[str]:
    """Every attribute of a ruleset that the modules of a folder look at, those of whole turns too or not."""
    found = set()
    for file in folder.rglob("*.py"):
        if file.stem.partition("_")[0] == "play" and not played:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                owner = node.value
                name = owner.id if isinstance(owner, ast.Name) else getattr(owner, "attr", "")
                if name in RULES:
                    found.add(node.attr)
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "RowOf":
                found.add(str(ast.literal_eval(node.args[0])))
    return frozenset(found)


@cache
def cites(folder: Path) -> frozenset[str]:
    """Every reading that a folder names, in its code, its tables, its scenarios and its texts."""
    files = [file for ending in ("py", "csv", "toml") for file in folder.rglob(f"*.{ending}")]
    return frozenset(
        name for file in files for name in re.findall(r"\bR\d+\b", file.read_text(encoding="utf-8"))
    )


@pytest.mark.parametrize("system_id", ids())
def test_what_is_declared_is_read_or_is_an_agreement_for_the_table(system_id: str) -> None:
    rules = system(system_id).rules
    read = frozenset[str]().union(*map(looked_at, folders(rules)))
    agreed = {
        name for told in (rules.numbers(), rules.readings()) for name, one in told.items() if one.agreement
    }
    declared = {*rules.numbers(), *rules.readings()}
    assert sorted(declared - read - agreed) == [], "declared and read by nothing"
    asked = frozenset[str]().union(*(looked_at(folder, played=False) for folder in folders(rules)))
    assert sorted(agreed & asked) == [], "marked as an agreement, but a question reads it"


@pytest.mark.parametrize("system_id", ids())
def test_what_is_cited_is_declared(system_id: str) -> None:
    rules = system(system_id).rules
    tanks = {name for owner, name in NO_READINGS if owner == system_id}
    books = [kind for kind in type(rules).__mro__ if issubclass(kind, Ruleset) and kind.system]
    pages = [page for book in books for page in printed_sections(printed_rules(book)).values()]
    settled = {each.doubt for page in pages for each in page.doubts}
    known = {*rules.readings(), *settled, *rules.left_out(), *tanks}
    assert sorted(cites(folders(rules)[0]) - known) == [], "cited and declared nowhere"
