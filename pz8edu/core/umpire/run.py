"""One run of a rule: what is remembered while it is asked, and what it was refused."""

from __future__ import annotations

import random
from collections.abc import Hashable
from functools import cached_property
from typing import NoReturn

from pz8edu.core.present import PresentKeys
from pz8edu.errors import Impure


class Run:
    """From the question about a rule to its answer, with all that is asked of its sub-rules meanwhile.

    `memo` holds what the user's functions came to, by what they are now: they may be others in the next run.
    """

    def __init__(self) -> None:
        self.memo: dict[Hashable, object] = {}
        self.refused: BaseException | None = None

    @cached_property
    def keys(self) -> PresentKeys:
        """The keys of what the user's functions are now."""
        return PresentKeys(of_users=True)

    def refuse(self, fault: BaseException) -> NoReturn:
        """Raise a fault, and keep it in mind for a rule that swallows it."""
        self.refused = self.refused or fault
        raise fault

    def forgive(self, fault: BaseException) -> None:
        """A fault was dealt with."""
        if self.refused is fault:
            self.refused = None

    def check_refused(self) -> None:
        """Raise again what the rule was refused and swallowed."""
        if self.refused is not None:
            raise self.refused


def python_dice(of_users: bool) -> object:
    """What Python's random numbers are now, where a rule of the user may throw them."""
    return random.getstate() if of_users else None


def check_python_dice(before: object) -> None:
    """Raise Impure where a rule has thrown dice of Python's: `before` is what they were (None: not noted)."""
    if before is not None and random.getstate() != before:
        raise impure("this rule throws dice with Python's random numbers, which no umpire sees")


def impure(told: str, kind: type[Impure] = Impure) -> Impure:
    """The fault of a rule that depends on more than it may."""
    return kind(f"{told}: a rule may depend on nothing but its inputs and the dice")
