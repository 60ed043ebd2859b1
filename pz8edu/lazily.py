"""Names that a package imports when they are first used: it lists them, with their homes, in its stub."""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def offer(package: str, file: str) -> tuple[list[str], Callable[[str], object], Callable[[], list[str]]]:
    """`__all__`, `__getattr__` and `__dir__` of a package whose `__init__.pyi` says where each name lives."""
    with open(f"{file.removesuffix('.py')}.pyi", encoding="utf-8") as stub:  # noqa: PTH123 (pathlib takes longer to import than all else here)
        lines = [line.split() for line in stub if line.startswith("from ")]
    homes = {name: home for _, home, _, name, *_ in lines}

    def found(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(homes[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return [*homes], found, lambda: sorted(homes)
