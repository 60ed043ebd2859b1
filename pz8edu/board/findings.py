"""A measured value and the sentence that says it."""

from dataclasses import dataclass
from typing import Generic, TypeVar

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Finding(Generic[T_co]):
    """A measured value and the sentence that says it: 7.3, "7.3 inches of 12: over half range"."""

    value: T_co
    says: str

    def __str__(self) -> str:
        return self.says
