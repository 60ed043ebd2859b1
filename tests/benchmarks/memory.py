"""How much memory this process has had."""

from __future__ import annotations

import resource
from pathlib import Path


def peak_memory() -> int:
    """The most memory that this process has had so far, in kilobytes.

    Where the system tells it of the program itself, that is taken: the other number begins with what the
    process that started this one had.
    """
    status = Path("/proc/self/status")
    if status.exists():
        lines = dict(line.split(":", 1) for line in status.read_text(encoding="ascii").splitlines())
        return int(lines["VmHWM"].split()[0])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
