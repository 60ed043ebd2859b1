"""Every public name on one page, from its docstring: `python -m tests.api_page` writes API.md."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

PAGE = Path(__file__).resolve().parent.parent / "API.md"

PACKAGES = {
    "pz8edu": "Ask, and write rules, chances and chains of your own.",
    "pz8edu.core": "What a rule is written with.",
    "pz8widgets": "What is seen in a notebook.",
}

HEAD = """# Every public name

Written from the docstrings by `python -m tests.api_page`; a test holds it to them and runs its examples.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(line for name in PACKAGES for line in of_package(name))])


def of_package(name: str) -> Iterator[str]:
    """A package: its names in a row, then each of them."""
    package = importlib.import_module(name)
    names = sorted((each for each in package.__all__ if not each.startswith("_")), key=str.lower)
    links = ", ".join(f"[{each}](#{anchor(name, each)})" for each in names)
    yield f"## {name}\n\n{PACKAGES[name]} {links}.\n"
    for each in names:
        yield f'<a id="{anchor(name, each)}"></a>\n\n### {each}\n'
        yield from of_name(each, getattr(package, each), package)


def anchor(package: str, name: str) -> str:
    """Where a name stands on the page."""
    return f"{package.replace('.', '-')}-{name}"


def of_name(name: str, value: Any, package: ModuleType) -> Iterator[str]:
    """One name: how it is called, what it is, and what it can do."""
    if not (inspect.isclass(value) or inspect.isroutine(value)):
        yield f"A `{type(value).__name__}`.\n"
        return
    if not (inspect.isclass(value) and issubclass(value, BaseException)):
        yield f"```python\n{name}{signature(value)}\n```\n"
    yield markdown(inspect.getdoc(value) or "")
    if inspect.isclass(value):
        methods = [*of_members(value)]
        if methods:
            yield "\n".join(methods) + "\n"


def of_members(kind: type[Any]) -> Iterator[str]:
    """The public methods and properties that a class of ours has, with the first sentence on each."""
    for name in sorted({name for each in kind.__mro__ if ours(each) for name in vars(each)}):
        member = inspect.getattr_static(kind, name)
        if name.startswith("_"):
            continue
        if isinstance(member, property) or type(member).__name__ == "cached_property":
            yield f"- `{name}`: {first_sentence(inspect.getdoc(member))}"
        elif inspect.isroutine(member) or isinstance(member, (classmethod, staticmethod)):
            method = getattr(kind, name)
            yield f"- `{name}{signature(method, bare=True)}`: {first_sentence(inspect.getdoc(method))}"


def ours(kind: type[Any]) -> bool:
    """Does a class belong to this kit?"""
    return kind.__module__.partition(".")[0] in ("pz8edu", "pz8widgets")


class Written:
    """An annotation as it is written."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def signature(value: Any, bare: bool = False) -> str:
    """How something is called; `bare`: without the types of what it takes. A long one has a line for each."""
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return "(…)"
    parameters = [
        each.replace(annotation=each.empty if bare else written(each.annotation), default=short(each.default))
        for each in found.parameters.values()
        if each.name != "self"
    ]
    said = found.replace(parameters=parameters, return_annotation=written(found.return_annotation))
    if bare or len(str(said)) < 100:
        return str(said)
    lines = re.split(r", (?=[\w*/]+(?:: |, |=|$))", str(said.replace(return_annotation=said.empty))[1:-1])
    back = "" if said.return_annotation is said.empty else f" -> {said.return_annotation!r}"
    return "(\n" + "".join(f"    {line},\n" for line in lines) + f"){back}"


def written(annotation: Any) -> Any:
    """An annotation without the quotes of a text."""
    if annotation is inspect.Parameter.empty:
        return annotation
    return Written(annotation if isinstance(annotation, str) else inspect.formatannotation(annotation))


def short(default: Any) -> Any:
    """A default that reads the same on every machine."""
    text = repr(default)
    return Written("…") if " at 0x" in text or "<factory>" in text or len(text) > 60 else default


def first_sentence(text: str | None) -> str:
    """The first sentence of a docstring, in one line."""
    paragraph = (text or "").partition("\n\n")[0].replace("\n", " ")
    return re.split(r"(?<=[.?!])\s", paragraph, maxsplit=1)[0]


def markdown(text: str) -> str:
    """A docstring as Markdown: examples stand in blocks of their own."""
    paragraphs = [f"```pycon\n{each}\n```" if each.startswith(">>>") else each for each in text.split("\n\n")]
    return "\n\n".join(paragraphs) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
