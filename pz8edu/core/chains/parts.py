"""What a state says, as data: every part has a name and a value, and a phrase that says both."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias, TypeVar

S = TypeVar("S")


class Part(NamedTuple):
    """One thing that a state says, such as `Part("A", "destroyed")`.

    Its phrase is name and value, unless another one is given: `Part("gun", "jammed", "jammed")`. A part
    without a name, such as `Part("", "fortified")`, is a remark that some states have and others not.
    """

    name: str
    value: str
    phrase: str = ""

    def __str__(self) -> str:
        return self.phrase or f"{self.name} {self.value}".strip()


Parts: TypeAlias = tuple[Part, ...]


def parts_in_words(parts: Iterable[Part]) -> str:
    """All parts as one phrase: "A destroyed, B ok"."""
    return ", ".join(map(str, parts))


def one_part(word: Callable[[S], str]) -> Callable[[S], Parts]:
    """States that are said by one phrase as states of one part."""
    return lambda state: (Part("", word(state)),)
