"""Which functions become facts and parts by themselves: those of a book in a package, and no others."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from pz8edu.core.facts.wiring import wire


@pytest.mark.parametrize("a_book", [True, False])
def test_a_file_that_stands_alone_keeps_its_functions(
    a_book: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder, file = ModuleType("of_mine"), ModuleType("of_mine.rules")
    if a_book:
        folder.__file__ = str(tmp_path / "__init__.py")
    exec("def halved(defence): return defence // 2", vars(file))
    printed = file.halved
    monkeypatch.setitem(sys.modules, "of_mine", folder)
    monkeypatch.setitem(sys.modules, "of_mine.rules", file)
    wire("of_mine")
    assert (file.halved is not printed) is a_book
    assert file.halved(5) == printed(5) == 2
