"""A name for each drawing of a page, which no drawing of another kernel has."""

from __future__ import annotations

import itertools
from uuid import uuid4

KERNEL = f"pz8-{uuid4().hex[:8]}"
"""Several lessons are open in one page of JupyterLab, each with a kernel of its own."""

_drawings = itertools.count(1)


def drawing_name() -> str:
    """The prefix of a drawing's patterns.

    A browser takes the first pattern of a name, and draws nothing where that one lies in a hidden notebook.
    """
    return f"{KERNEL}-{next(_drawings)}"
