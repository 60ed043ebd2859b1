"""The rule systems: one folder each. A folder that is there is a system that can be asked."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING, cast

from pz8edu.errors import unknown

if TYPE_CHECKING:
    from pz8edu.core.rulebook.system import System


@cache
def ids() -> tuple[str, ...]:
    """The ids of all systems, such as "pz8-ww2"."""
    return tuple(sorted(each.name.replace("_", "-") for each in pkgutil.iter_modules(__path__) if each.ispkg))


@cache
def system(name: str) -> System:
    """A rule system by its id; raises BadInput with the nearest id for an unknown one."""
    if name not in ids():
        raise unknown("rule system", name, ids())
    module = importlib.import_module(f"{__name__}.{name.replace('-', '_')}")
    return cast("System", module.SYSTEM)
