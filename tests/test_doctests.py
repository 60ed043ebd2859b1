"""Examples in docstrings run as they stand."""

from __future__ import annotations

import doctest
import importlib

import pytest

MODULES = {"pz8edu.core": 14, "pz8edu.core.chance": 21}


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted >= MODULES[name]
    assert result.failed == 0
