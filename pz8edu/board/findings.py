"""A measured value and the sentence that says it."""

from typing import Generic, TypeVar

from pz8edu.core.records import FrozenRecord

T_co = TypeVar("T_co", covariant=True)


class Finding(FrozenRecord, Generic[T_co]):
    """A measured value and the sentence that says it: 7.3, "7.3 inches of 12: over half range"."""

    value: T_co
    says: str

    def __str__(self) -> str:
        return self.says
