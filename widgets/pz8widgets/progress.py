"""A learner's answers, kept beside the lesson and never lost."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FILE = ".pz8edu-progress.json"
PLACE = "PZ8EDU_PROGRESS"
"""The environment variable that names another folder to keep it in."""


class Progress:
    """What a learner has answered, by the name of the question.

    The file is written whole under another name and then renamed, so that a stop in the middle leaves the
    old one. A file that cannot be read is kept under a new name, `trouble` says so, and a fresh one begins.
    """

    def __init__(self, folder: str | Path | None = None) -> None:
        self.path = Path(folder or os.environ.get(PLACE) or Path.cwd()) / FILE
        self.trouble = ""
        self.answers: dict[str, dict[str, Any]] = self._read()

    def _read(self) -> dict[str, dict[str, Any]]:
        try:
            text = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return {}
        except (OSError, UnicodeDecodeError) as fault:
            return self._set_aside(str(fault))
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            return self._set_aside("it is not JSON")
        answers = found.get("answers") if isinstance(found, Mapping) else None
        if not isinstance(answers, Mapping) or not all(
            isinstance(each, Mapping) for each in answers.values()
        ):
            return self._set_aside("it does not hold answers")
        return {str(name): dict(each) for name, each in answers.items()}

    def _set_aside(self, why: str) -> dict[str, dict[str, Any]]:
        """Keep a file that cannot be read under a name that is free."""
        number = 1
        while (kept := self.path.with_name(f"{self.path.name}.unreadable-{number}")).exists():
            number += 1
        try:
            self.path.replace(kept)
            self.trouble = f"Your saved answers could not be read ({why}); they are kept as {kept.name}."
        except OSError:
            self.trouble = f"Your saved answers could not be read ({why}) and are left as they are."
        return {}

    def of(self, name: str) -> Mapping[str, Any]:
        """What is known of one question; empty before the first try."""
        return self.answers.get(name, {})

    def keep(self, name: str, given: str, right: bool) -> None:
        """Remember one try; a right answer stays right, and what other pages wrote since stays too."""
        self.answers = {**self._read(), **self.answers} if self.path.exists() else self.answers
        before = self.answers.get(name, {})
        tries = before.get("tries", 0)
        self.answers[name] = {
            "given": given,
            "right": bool(right or before.get("right", False)),
            "tries": (tries if isinstance(tries, int) else 0) + 1,
        }
        self._write()

    def _write(self) -> None:
        text = json.dumps({"answers": self.answers}, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(
                "w", encoding="utf-8", dir=self.path.parent, prefix=FILE, delete=False
            ) as page:
                page.write(text)
            Path(page.name).replace(self.path)
        except OSError as fault:
            self.trouble = (
                f"Your answer could not be saved here ({fault.strerror}); it stands in this page only."
            )
