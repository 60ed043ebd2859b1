"""The command that builds the site: `python -m pz8widgets.apps.lite OUTPUT`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from pz8edu.errors import BadInput
from pz8widgets.apps.lite.build import build


def cache_folder() -> Path:
    """Where fetched packages are kept, so that they are fetched once."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pz8edu-lite"


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the site; 2 where that cannot be done, with the reason on standard error."""
    parser = argparse.ArgumentParser(prog="python -m pz8widgets.apps.lite", description=__doc__)
    parser.add_argument("output", type=Path, help="the folder of the site; any web server serves it")
    parser.add_argument("--lessons", type=Path, default=Path("lessons"), help="the folder of the lessons")
    parser.add_argument("--cache", type=Path, default=cache_folder(), help="keeps what has been fetched")
    chosen = parser.parse_args(arguments)
    try:
        site = build(chosen.output, chosen.lessons, chosen.cache)
    except BadInput as fault:
        print(f"lite: {fault}", file=sys.stderr)
        return 2
    print(f"The site lies in {site}; to look at it: python -m http.server --directory {site}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
