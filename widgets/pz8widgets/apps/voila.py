"""The lessons as pages without code, each visitor with a progress of their own: Voilà, made fit for a class.

`python -m pz8widgets.apps.voila lessons` serves them; further options are Voilà's. Voilà itself comes with
`pip install voila`. Every visitor has a Python process of about 130 MB, so it is for small classes.
"""

from __future__ import annotations

import argparse
import re
import secrets
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pz8widgets.course.progress import PLACE

COOKIE = "pz8_learner"
"""It holds a random name, by which a browser finds its own progress again."""
NAME = re.compile(r"[0-9a-f]{32}")
DAYS = 365

STAYS_HERE = "style-src 'self' 'unsafe-inline'; font-src 'self' data:"
"""Voilà's pages ask elsewhere for stylesheets of icons that no lesson needs: browsers are told not to."""


def own_progress(folder: Path) -> Callable[..., Any]:
    """A hook for Voilà: before a lesson runs, its progress is put into a folder of its visitor."""

    def prepared(request: Any, notebook: Any, cwd: str) -> Any:
        from nbformat.v4 import new_code_cell

        known = request.get_cookie(COOKIE, "")
        name = known if NAME.fullmatch(known) else secrets.token_hex(16)
        request.set_cookie(COOKIE, name, expires_days=DAYS, httponly=True, samesite="Lax")
        place = str(folder.resolve() / name)
        begin = new_code_cell(f"import os; os.environ[{PLACE!r}] = {place!r}")  # type: ignore[no-untyped-call]
        notebook.cells.insert(0, begin)
        return notebook

    return prepared


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve the lessons; 2 where Voilà is not installed."""
    parser = argparse.ArgumentParser(prog="python -m pz8widgets.apps.voila", description=__doc__)
    parser.add_argument("lessons", type=Path, help="the folder of the lessons, or one of them")
    parser.add_argument(
        "--progress", type=Path, default=Path("progress"), help="keeps every visitor's progress"
    )
    chosen, more = parser.parse_known_args(arguments)
    try:
        from voila.app import Voila  # type: ignore[import-not-found,unused-ignore]
    except ModuleNotFoundError:
        print("voila: it is not installed here: pip install voila", file=sys.stderr)
        return 2
    from traitlets.config import Config

    config = Config()
    config.VoilaConfiguration.prelaunch_hook = own_progress(chosen.progress)
    config.Voila.tornado_settings = {"headers": {"Content-Security-Policy": STAYS_HERE}}
    Voila.launch_instance([str(chosen.lessons), *more], config=config)
    return 0


if __name__ == "__main__":
    sys.exit(main())
