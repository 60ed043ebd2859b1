"""Examples in docstrings run as they stand."""

from __future__ import annotations

import doctest
import importlib

import pytest

MODULES = ["pz8edu.core.chance"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 20
    assert result.failed == 0
