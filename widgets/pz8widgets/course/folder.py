"""Where the course lies."""

from __future__ import annotations

from pathlib import Path

from pz8edu.errors import BadInput

FILE = "course.toml"
"""It lies in the folder of all lessons."""


def course_folder(start: Path | None = None) -> Path:
    """The folder of all lessons: this one, one above it, or `lessons` in one of them.

    Raises BadInput where there is none.
    """
    here = (start or Path.cwd()).resolve()
    for folder in (here, *here.parents):
        for found in (folder, folder / "lessons"):
            if (found / FILE).is_file():
                return found
    raise BadInput(f"no {FILE} in {here} or above it; start in the folder of the lessons")
