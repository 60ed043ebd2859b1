"""A decision: what is worth most on average."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, NamedTuple, TypeVar

from pz8edu.algebra.exact import Exact
from pz8edu.core.chance.distribution import Distribution
from pz8edu.errors import BadInput, BadValue, shown

C = TypeVar("C")
T = TypeVar("T")


class Best(NamedTuple, Generic[C]):
    """What to choose, and what it is worth on average."""

    choice: C
    worth: Exact


def best(choices: Mapping[C, Distribution[T]], worth: Callable[[T], object] | None = None) -> Best[C]:
    """The choice whose outcomes are worth most on average; of equal ones the first.

    `choices` has a distribution for every choice; an outcome is worth itself where `worth` does not say so.
    It may be worth what the next decision is: so a whole play is decided from its end.

    >>> from pz8edu import D6, Distribution, best
    >>> def last(now):  # one die may be thrown once more
    ...     return best({"stay": Distribution.certain(now), "throw": D6})
    >>> last(3), D6.expectation(lambda face: last(face).worth)
    (Best(choice='throw', worth=7/2), 17/4)

    Raises BadInput for no choice, and for chances that are unknown.
    """
    given: object = choices
    if not isinstance(given, Mapping) or not given:
        raise BadValue("the choices", shown(choices), "a distribution for every choice, at least one")
    found: Best[C] | None = None
    for choice, law in choices.items():
        value = law.expectation(worth)
        if not isinstance(value, Exact):
            raise BadInput(f"what {shown(choice)} is worth is {value}: give numbers for what is unknown")
        if found is None or value > found.worth:
            found = Best(choice, value)
    assert found is not None
    return found
