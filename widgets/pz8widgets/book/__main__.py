"""The book as a folder of pages that answer without Python: `python -m pz8widgets.book SITE`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from pz8edu.commands.progress import ProgressLine
from pz8edu.errors import BadInput
from pz8edu.lab import lessons_to_read
from pz8edu.systems import ids
from pz8widgets.book.site import write_site


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the site; 2 for bad input, with the reason on standard error."""
    parser = argparse.ArgumentParser(prog="python -m pz8widgets.book", description=__doc__)
    parser.add_argument("site", type=Path, help="the folder of the site; open its index.html")
    parser.add_argument("--systems", nargs="+", default=list(ids()), help="the books in it (all of them)")
    parser.add_argument("--lessons", type=Path, help="the folder of the lessons")
    parser.add_argument("--kept", type=Path, help="a folder where packs are kept: the next site is quicker")
    parser.add_argument("--live", default="", help="the folder of the site where JupyterLite will be")
    parser.add_argument(
        "--processes", type=int, default=os.cpu_count() or 1, help="so many work together (one for each core)"
    )
    chosen = parser.parse_args(arguments)
    line = ProgressLine("packs and lessons")
    try:
        lessons = chosen.lessons or lessons_to_read()
        made = write_site(
            chosen.site,
            chosen.systems,
            lessons,
            chosen.live,
            chosen.kept,
            processes=chosen.processes,
            told=line,
        )
    except KeyboardInterrupt:
        line.end()
        where = f"what is packed is kept in {chosen.kept}" if chosen.kept else "--kept FOLDER keeps packs"
        print(f"book: stopped; {where}", file=sys.stderr)
        return 130
    except BadInput as fault:
        print(f"book: {fault}", file=sys.stderr)
        return 2
    line.end()
    print(f"{made}: open {chosen.site / 'index.html'} in a browser")
    return 0


if __name__ == "__main__":
    sys.exit(main())
