"""The command that serves a classroom: `python -m pz8widgets.apps.classroom --address 192.168.1.5`."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from pz8edu.errors import BadInput
from pz8widgets.apps.classroom.desk import LINGER
from pz8widgets.apps.classroom.doors import LOOPBACK, Doors, new_code
from pz8widgets.apps.classroom.room import SEATS
from pz8widgets.apps.classroom.server import serve


def parser() -> argparse.ArgumentParser:
    """What can be said to the command."""
    whole = argparse.ArgumentParser(prog="python -m pz8widgets.apps.classroom", description=__doc__)
    option = whole.add_argument
    option("--address", default="127.0.0.1", help="where the class reaches this machine; 0.0.0.0 for all")
    option("--port", type=int, default=5006, help="the port of the server")
    option("--code", help="the code that visitors give; on a network one is made up where none is given")
    option("--allow", action="append", default=[], metavar="HOST", help="a further host name of this machine")
    option("--seats", type=int, default=SEATS, help="so many visitors at most")
    option("--linger", type=float, default=LINGER, help="seconds that a page is kept when its line is lost")
    option("--keep", metavar="FOLDER", help="keep results there, so that a restart goes on with them")
    option("--hour", type=Path, metavar="FILE", help="the hour.json of `python -m pz8widgets.course.hour`")
    option("--no-browser", action="store_true", help="do not open the teacher's console")
    return whole


def planned(path: Path) -> dict[str, Any]:
    """The steps of a planned hour. Raises BadInput for a file that is none."""
    try:
        hour = json.loads(path.read_text(encoding="utf-8"))
        for step in hour["steps"]:
            kind, line, answer = step["pose"]
            if not all(isinstance(each, str) for each in (step["title"], kind, line, answer)):
                raise TypeError
    except OSError as fault:
        raise BadInput(f"{path} cannot be read: {fault.strerror or fault}") from None
    except (ValueError, LookupError, TypeError):
        raise BadInput(f"{path} is no planned hour: give the hour.json that was written") from None
    return dict(hour)


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve a room; 2 where that cannot be done, with the reason on standard error."""
    chosen = parser().parse_args(arguments)
    code = chosen.code if chosen.code is not None else "" if chosen.address in LOOPBACK else new_code()
    doors = Doors(chosen.address, chosen.port, code, tuple(chosen.allow))
    folder = Path(chosen.keep) if chosen.keep else None
    try:
        with suppress(KeyboardInterrupt):
            hour = planned(chosen.hour) if chosen.hour else None
            asyncio.run(serve(doors, folder, chosen.seats, chosen.linger, not chosen.no_browser, hour))
    except BadInput as fault:
        print(f"classroom: {fault}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
