"""The oldest versions that the project says it works with: `python -m tests.lowest` prints them for pip.

CI installs these very versions and runs tests with them, so that a lower bound in pyproject.toml is no guess.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

from packaging.requirements import Requirement

PROJECT = Path(__file__).resolve().parent.parent


def requirements() -> list[Requirement]:
    """What the project asks for: to be used, in a lab, and to be tested; without itself."""
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = settings["optional-dependencies"]
    asked = [*settings["dependencies"], *extras["lab"], *extras["test"]]
    return [each for each in map(Requirement, asked) if each.name != settings["name"]]


def lowest(asked: Iterable[Requirement]) -> list[str]:
    """The lowest version of each that is allowed, as pip reads it: "shapely==2.0.4"."""
    return [
        f"{each.name}=={bound.version}"
        for each in asked
        for bound in each.specifier
        if bound.operator == ">="
    ]


if __name__ == "__main__":
    print("\n".join(lowest(requirements())))  # noqa: T201
