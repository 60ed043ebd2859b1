"""A decision inside a rule: who decides, what is seen, what may be chosen, and who answers for it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from pz8edu.algebra.exact import Exact
from pz8edu.algebra.weight import Weight
from pz8edu.core.chance.sentinel import Sentinel
from pz8edu.core.chance.told_apart import check_told_apart, same
from pz8edu.core.frozen import NotFrozen, key_of
from pz8edu.core.rolls.roll import UNSEEN, Roll, Thrown
from pz8edu.core.tree.node import Branch, Node, Step, nodes_below
from pz8edu.errors import BadInput, Unasked, listed, shown

O = TypeVar("O")  # noqa: E741


class Everything(Sentinel):
    """What a decision sees where the rule does not say: every answer that was asked for before it."""

    EVERYTHING = "everything asked so far"


EVERYTHING = Everything.EVERYTHING


class Decision(NamedTuple):
    """What a policy is asked: who decides, what that side sees, and what it may choose.

    `seen` is what the rule says, or every answer so far as (label, answer). `earlier` are the side's own
    choices before it, which a side never forgets: (label, seen, options, chosen). It is empty where
    everything is seen. Decisions of equal keys are one: nobody can choose differently in them.
    """

    label: str
    side: str
    seen: Hashable
    options: tuple[object, ...]
    earlier: tuple[tuple[object, ...], ...] = ()

    @property
    def key(self) -> Hashable:
        """What tells it from every other decision; raises BadInput where what is seen may change."""
        try:
            return key_of(tuple(self))
        except NotFrozen as changing:
            told = f"{self.label!r}: what is seen and chosen must be plain or frozen"
            raise BadInput(f"{told}; got {shown(changing.args[0])}") from None

    def chosen(self, option: object) -> tuple[object, ...]:
        """How it is remembered by the side that has chosen."""
        return self.label, self.seen, self.options, option


Policy = Callable[[Decision], object]
"""Who decides: a function from a decision to one of its options."""


def offered(label: str, options: Iterable[O], side: object, seen: object) -> tuple[O, ...]:
    """The options of a decision in their order; raises BadInput where nobody could choose among them."""
    for each in (options, seen):
        if isinstance(each, Roll):
            raise Unasked(f"{label!r}: '{each.spoken()}' is {UNSEEN}; settle it first")
    if isinstance(options, str | set | frozenset) or not isinstance(options, Iterable):
        raise BadInput(f"{label!r}: options stand in an order, in a list or tuple; got {shown(options)}")
    among = tuple(options)
    if not among:
        raise BadInput(f"{label!r}: there is nothing to choose from")
    if not isinstance(side, str):
        raise BadInput(f"{label!r}: a side is a word; got {shown(side)}")
    try:
        check_told_apart(among)
        if len({*among}) == len(among):
            hash(seen)
            return among
    except TypeError as fault:
        if isinstance(fault, Unasked):
            raise
        raise BadInput(
            f"{label!r}: options and what is seen must be words, numbers, tuples or frozen records: {fault}"
        ) from None
    raise BadInput(f"{label!r}: each option is offered once; got {listed(among)}")


def option_of(label: str, options: Sequence[O], said: object) -> O:
    """The option that is meant by itself or by its word; raises BadInput where it is not offered."""
    for option in options:
        if same(option, said):
            return option
    for option in options:
        if str(option) == said:
            return option
    raise BadInput(f"{label!r} cannot be {shown(said)}; it can be {listed(options)}")


def ruled(policy: Policy | Mapping[str, object], decision: Decision) -> object:
    """The option that a policy chooses: a function, or options by the label of their decisions."""
    if not isinstance(policy, Mapping):
        return option_of(decision.label, decision.options, policy(decision))
    if decision.label not in policy:
        raise BadInput(f"the policy does not say how {decision.label!r} is decided; it says {listed(policy)}")
    return option_of(decision.label, decision.options, policy[decision.label])


class Unrolled(Roll[Any]):
    """Stands for the roll of a decision, where nothing is rolled."""

    __slots__ = ()

    def __init__(self) -> None:
        self.number = 0  # rolls have numbers above 0

    def spoken(self) -> str:
        """What is done in place of a roll."""
        return "a decision"

    def dice(self) -> tuple[Thrown[object], ...]:
        """None."""
        return ()


class Choose:
    """The question of a decision: which option?"""

    lasting = True

    def answer(self, value: O) -> O:
        """The option itself."""
        return value


UNROLLED, CHOOSE = Unrolled(), Choose()


@dataclass(slots=True, eq=False)
class DecisionNode(Node):
    """A decision of a tree, with a branch for every option: each weighs what coming here weighs.

    `way` are the answers on the way here that are seen, where everything is.
    """

    decision: Decision
    way: tuple[Step, ...] | None

    @property
    def certain(self) -> bool:
        """Is there only one way on? Somebody has to choose."""
        return False

    @property
    def idle(self) -> bool:
        """Does nobody decide it?"""
        return False

    def weight(self) -> tuple[Weight, Weight]:
        """The weight and total of coming to this decision."""
        return self.branches[0].weight, self.branches[0].total

    def chance_of(self, branch: Branch) -> Exact:
        """No chance is in a choice: its branch is taken, or not."""
        return Exact(1)


def decisions_below(root: Node | None) -> dict[Hashable, list[DecisionNode]]:
    """The places of each decision by its key, in the order in which they come."""
    found: dict[Hashable, list[DecisionNode]] = {}
    for node in nodes_below(root):
        if isinstance(node, DecisionNode):
            found.setdefault(node.decision.key, []).append(node)
    return found
