"""Boards are light to import, and their examples in the documentation hold."""

import doctest
import pkgutil
import subprocess
import sys
from importlib import import_module

import pytest

import pz8edu.board

MODULES = sorted(f"pz8edu.board.{module.name}" for module in pkgutil.iter_modules(pz8edu.board.__path__))


def test_importing_boards_imports_nothing_heavy():
    heavy = ("shapely", "numpy", "sympy", "bokeh", "ipywidgets")
    code = f"import sys, {', '.join(MODULES)}; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_the_documentation(name):
    assert doctest.testmod(import_module(name)).failed == 0
