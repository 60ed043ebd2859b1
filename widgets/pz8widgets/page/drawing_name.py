"""A name for each drawing of a page, which no drawing of another kernel has."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextvars import ContextVar
from uuid import uuid4

KERNEL = f"pz8-{uuid4().hex[:8]}"
"""Several lessons are open in one page of JupyterLab, each with a kernel of its own."""

DRAWINGS: ContextVar[Iterator[int]] = ContextVar("DRAWINGS", default=itertools.count(1))  # noqa: B039 - one for all
"""The numbers of drawings; a page for a browser of its own has its own."""


def drawing_name() -> str:
    """The prefix of a drawing's patterns.

    A browser takes the first pattern of a name, and draws nothing where that one lies in a hidden notebook.
    """
    return f"{KERNEL}-{next(DRAWINGS.get())}"
