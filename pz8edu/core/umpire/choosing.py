"""Decisions on the way that a rule is replayed along, and rules that decide inside rules."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from pz8edu.core.chance.told_apart import same
from pz8edu.core.rolls.conditioning import Conditioning, Partition, PartitionCell
from pz8edu.core.rolls.roll import Asker
from pz8edu.core.tree.decision import (
    CHOOSE,
    EVERYTHING,
    UNROLLED,
    Decision,
    DecisionNode,
)
from pz8edu.core.tree.node import Branch
from pz8edu.core.umpire.path import AskedQuestion, PathSoFar, line_of_rule, too_long
from pz8edu.core.umpire.run import impure
from pz8edu.errors import BadInput
from pz8edu.limits import MOST_QUESTIONS


class Decides(BaseException):
    """A sub-rule that is worked out apart decides something: what is best in it depends on what comes after.

    Not an Exception: `except Exception` in a rule must not swallow it.
    """


@dataclass(slots=True, eq=False)
class Options(Partition):
    """The options of a decision, each with the weight of coming to it: nothing is learnt about dice."""

    def after(self, place: int) -> Conditioning:
        """What was known before."""
        return Conditioning(self._factors, self._rest, self.total)


class Chosen(AskedQuestion):
    """A decision on the path that is being replayed, and the option that is taken."""

    __slots__ = ("decision", "given")

    decision: Decision

    def __init__(self, path: PathSoFar, name: str, given: Decision) -> None:
        known = path.known()
        cells = [PartitionCell(option, {option: 1}, [], 1, option) for option in given.options]
        self.given = given
        partition = Options(cells, known.weight, known.total, known.factors, UNROLLED, None)
        super().__init__(UNROLLED, CHOOSE, partition)
        way = None
        if given.seen is EVERYTHING:
            way = tuple((step.node, step.branch) for step in path.steps if step.node and step.branch)
        told = ((step.node.label, step.says) for step in path.steps if step.node is not None)
        made = ((step.decision, step.says) for step in path.steps if isinstance(step, Chosen))
        self.decision = sees(given, told, made)
        branches = [Branch(each.answer, each.values, known.weight, known.total) for each in cells]
        self.node = DecisionNode(
            name, UNROLLED, 0, CHOOSE, branches, line_of_rule(), partition, self.decision, way
        )

    def asks(self, given: Decision) -> bool:
        """Is this the same decision, asked again?"""
        parts = zip(self.given, given, strict=True)
        return all(first is second or same(first, second) for first, second in parts)

    def text(self) -> str:
        """What was decided, in words."""
        return f"choose {self.decision.label}"


def sees(
    given: Decision, told: Iterable[tuple[str, object]], made: Iterable[tuple[Decision, object]]
) -> Decision:
    """A decision with what is seen in it: all that was `told`, or the own choices among those `made`."""
    if given.seen is EVERYTHING:
        return given._replace(seen=tuple(told))
    return given._replace(earlier=tuple(each.chosen(says) for each, says in made if each.side == given.side))


def choose(path: PathSoFar, asker: Asker, name: str, given: Decision) -> object:
    """The option that is taken on this way; at a new decision it is the first one."""
    place = path.place
    path.place = place + 1
    if place == len(path.steps):
        return decide(path, asker, name, given).says
    step = path.steps[place]
    if not isinstance(step, Chosen) or not step.asks(given):
        asker.refuse(
            impure(f"this rule asked {step.text()!r} the first time and to choose {given.label!r} the second")
        )
    return step.says


def decide(path: PathSoFar, asker: Asker, name: str, given: Decision) -> Chosen:
    """A new decision, now the last step of the way."""
    if len(path.steps) >= MOST_QUESTIONS:
        asker.refuse(too_long())
    step = Chosen(path, name, given)
    assert step.node is not None
    path.hang(step.node)
    path.steps.append(step)
    path.open_at = path.open_at or given.label
    return step


# --- what is said where nobody may choose
class NoOdds(BadInput):
    """Chances were asked for where somebody has to choose."""


def no_odds(label: Hashable) -> NoOdds:
    """The fault of asking for chances where somebody has to choose."""
    return NoOdds(
        f"{label!r} is a decision: this rule has no chances until it is known how that is decided; "
        "ask for best_play(rule, ..., goal=...), or close its tree by a policy"
    )


def averaged(label: str, how: str) -> BadInput:
    """The fault of averaging over a rule that decides."""
    instead = "use umpire.resolve, which plays it where it stands"
    if how in ("repeat", "in_turn", "until"):
        instead = "write the loop out with umpire.resolve, or use a chain of decisions"
    told = f"{label!r} is a decision inside a rule of which umpire.{how} takes the odds"
    return BadInput(f"{told}, and it has none: {instead}")


def no_policy(label: str) -> BadInput:
    """The fault of playing where nobody chooses."""
    return BadInput(f"{label!r} is a decision: say who chooses, as in Sampling(seed, policy=...)")
