"""Tables as comma-separated lines."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable


def csv_text(lines: Iterable[Iterable[object]]) -> str:
    r"""Lines of cells as CSV: quoted where a cell needs it, every line ended.

    >>> csv_text([("outcome", "chance"), ("none, yet", "1/2")])
    'outcome,chance\n"none, yet",1/2\n'
    """
    page = io.StringIO()
    csv.writer(page, lineterminator="\n").writerows(lines)
    return page.getvalue()
