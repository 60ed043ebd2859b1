"""The rule systems: one folder each. A folder that is there is a system that can be asked.

A system of one's own needs no place in the kit: `PZ8EDU_SYSTEMS` names the folders (parted as in `PATH`) that
hold such folders. They are imported as if they stood here: `pz8edu.systems.tin_soldiers`.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from pz8edu.errors import BadInput, unknown

if TYPE_CHECKING:
    from pz8edu.core.rulebook.system import System


OWN = "PZ8EDU_SYSTEMS"
PRINTED = tuple(__path__)


@cache
def ids() -> tuple[str, ...]:
    """The ids of all systems, such as "pz8-ww2"; raises BadInput for a wrong folder in `PZ8EDU_SYSTEMS`."""
    ours = _in_folders(PRINTED)
    own = [folder for folder in os.environ.get(OWN, "").split(os.pathsep) if folder]
    for folder in own:
        if not Path(folder).is_absolute() or not Path(folder).is_dir():
            raise BadInput(f"{OWN} names {folder!r}: it must be the whole path of a folder of rule systems")
        if taken := sorted(_in_folders([folder]) & ours):
            raise BadInput(
                f"{OWN} names {folder!r}, but its {taken[0]!r} is already a rule system of the kit"
            )
    __path__[:] = [*PRINTED, *own]
    return tuple(sorted(_in_folders(__path__)))


def _in_folders(folders: list[str] | tuple[str, ...]) -> set[str]:
    return {each.name.replace("_", "-") for each in pkgutil.iter_modules(folders) if each.ispkg}


@cache
def system(name: str) -> System:
    """A rule system by its id; raises BadInput with the nearest id for an unknown one."""
    if name not in ids():
        raise unknown("rule system", name, ids())
    module = importlib.import_module(f"{__name__}.{name.replace('-', '_')}")
    return cast("System", module.SYSTEM)
