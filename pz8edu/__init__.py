"""Exact odds, readable rules and boards for sets of miniature wargame rules.

`ask("pz8-ww2", "direct-fire", attack=5, defence=4)` asks any question by name; `odds`, `results` and `check`
do so where an editor helps; `system("pz8-ww2")` is a rule system with its rules and questions. All public
names stand with their homes in `__init__.pyi`, the file beside this one, where type checkers read them too.
"""

import re
from importlib import import_module
from pathlib import Path

__version__ = "0.1.0"

_STUB = Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8")
_HOMES = {name: home for home, name in re.findall(r"^from (\S+) import (\w+)", _STUB, re.MULTILINE)}

__all__ = ["__version__", *_HOMES]  # noqa: PLE0604


def __getattr__(name: str) -> object:
    """Names are imported when they are first used, so that `import pz8edu` costs almost nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module 'pz8edu' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
