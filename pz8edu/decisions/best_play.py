"""Best play: what the best policy of an open tree is worth, and what every other option costs, exactly."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational
from typing import Any

from pz8edu.algebra.exact import Exact
from pz8edu.algebra.weight import fraction, whole
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.told_apart import same
from pz8edu.core.tree.closing import closed
from pz8edu.core.tree.decision import Decision, DecisionNode, decisions_below
from pz8edu.core.tree.node import Branch, Node
from pz8edu.core.tree.tree import AnyTree, Tree
from pz8edu.core.tree.wording import sees_words, word_of
from pz8edu.core.umpire.base import AnyRule
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.errors import BadInput, listed, shown, unknown
from pz8edu.printing.html_table import MOST_LETTERS
from pz8edu.printing.percent import percent

Goal = Callable[[Any], object] | Mapping[Any, object] | object
"""What is wanted: a function of the outcome, the worth of each, one outcome, or None: the outcome itself."""
MOST_SHOWN = 12
"""So many decisions are told in a text, those that are come to most often."""


def short(worth: Fraction) -> str:
    """A worth that can be read: exact, or in decimals where it is long."""
    return str(worth) if len(str(worth)) <= MOST_LETTERS else f"≈ {float(worth):.6g}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Point:
    """One decision, with what each option is worth once it is come to; it shows its best options.

    `worths` are those of the whole rule, for the side whose goal it is; `costs` what an option loses against
    the best one, for the side that decides. `best` are all options that cost nothing. `chance` is that of
    coming here under best play, `places` are where it stands in the tree.
    """

    decision: Decision
    worths: Mapping[Any, Exact]
    costs: Mapping[object, Exact]
    best: tuple[object, ...]
    chance: Exact
    places: tuple[DecisionNode, ...]

    @property
    def label(self) -> str:
        """What is decided."""
        return self.decision.label

    @property
    def choice(self) -> object:
        """The option that best play takes: of equally good ones the first."""
        return self.best[0]

    def verdict(self, option: object) -> str:
        """What is to be said of an option: "best", "as good as any" or what it costs."""
        if option not in self.best:
            return f"costs {short(self.costs[option])}"
        return "best" if len(self.best) == 1 else "as good as any"

    @property
    def sees(self) -> str:
        """What is seen here, in words."""
        return sees_words(self.places[0])

    def __repr__(self) -> str:
        return (
            f"{self.label}: {' or '.join(map(word_of, self.best))}, worth {short(self.worths[self.choice])}"
        )

    def _repr_html_(self) -> str:
        from pz8edu.decisions.shown import options_html

        return str(options_html(self))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BestPlay:
    """The best play of a rule for a goal: `worth` is what it is worth, exactly; `points` are its decisions.

    It is a policy: `tree.closed_by(best)` and `Sampling(seed, policy=best)` play by it. `law` are the odds of
    the outcomes under it. The worths are those of `side`; every other side plays against it.
    """

    tree: AnyTree
    worth: Exact
    points: tuple[Point, ...]
    side: str
    by_key: Mapping[Hashable, Point]

    def __call__(self, decision: Decision) -> object:
        """The best option of a decision."""
        return self.at(decision).choice

    def at(self, decision: Decision) -> Point:
        """The point of a decision; raises BadInput for one that is not in the tree."""
        point = self.by_key.get(decision.key)
        if point is None:
            told = shown(decision.seen)
            raise BadInput(f"best play does not know the decision {decision.label!r} that sees {told}")
        return point

    def point(self, label: str) -> Point:
        """The first decision of a label."""
        found = next((point for point in self.points if point.label == label), None)
        if found is None:
            raise unknown("decision", label, dict.fromkeys(point.label for point in self.points))
        return found

    @property
    def closed(self) -> AnyTree:
        """The tree under best play."""
        return closed(self.tree.root, {key: point.choice for key, point in self.by_key.items()})

    @property
    def law(self) -> Distribution[object]:
        """The odds of the outcomes under best play."""
        return self.closed.distribution if self.points else self.tree.distribution

    def likely(self, most: int = MOST_SHOWN) -> list[Point]:
        """The decisions that are come to under best play, the likeliest first; at most so many."""
        met = [point for point in self.points if point.chance]
        return sorted(met, key=lambda point: -point.chance)[:most]

    def __repr__(self) -> str:
        lines = [f"worth {short(self.worth)}" + (f" for {self.side}" if self.side else "")]
        told = self.likely()
        for point in told:
            who = f"{point.decision.side}: " if point.decision.side else ""
            lines.append(f"{who}{point.label}  [sees {point.sees}; come to {percent(point.chance)}]")
            worths = {option: short(worth) for option, worth in point.worths.items()}
            lines += [f"  {word_of(each)}: {worth}, {point.verdict(each)}" for each, worth in worths.items()]
        rest = len(self.points) - len(told)
        return "\n".join([*lines, *([f"decisions come to less often, or never: {rest}"] if rest else [])])

    def _repr_html_(self) -> str:
        from pz8edu.decisions.shown import best_play_html

        return str(best_play_html(self))


MOST_WAYS = 200_000
"""A rule that can go in more ways is refused: its tree would not fit into a small computer."""


def best_play(
    rule: AnyRule | Tree[object],
    *inputs: object,
    goal: Goal = None,
    side: str | None = None,
    least: bool = False,
    most_ways: int = MOST_WAYS,
) -> BestPlay:
    """What the best play of a rule is worth, and what every option costs at each decision, exactly.

    `goal` is what is wanted: one outcome (its chance), the worth of each outcome by its word, a function of
    the outcome, or without it the outcome itself, as a number. `least` wants as little of it as can be. Where
    two sides decide, `side` is the one whose goal it is; the other plays against it. In place of a rule with
    its inputs there may be its tree.

    >>> from pz8edu import best_play
    >>> def last(umpire):  # one die may be thrown once more
    ...     face = umpire.settle("die", umpire.d6("die"))
    ...     if umpire.choose("again", ["stay", "throw"]) == "stay":
    ...         return face
    ...     return umpire.d6("second")
    >>> found = best_play(last)
    >>> found.worth, found.points[0].worths, found.points[0].choice
    (17/4, {'stay': 1, 'throw': 7/2}, 'throw')

    Raises BadInput for more than `most_ways`, for a goal that cannot be reached, and where two sides decide
    and one does not see all: most and least are wrong there.
    """
    tree = rule if isinstance(rule, Tree) else Enumerating(max_leaves=most_ways).tree(rule, *inputs)
    if tree.is_cut:
        told = f"this rule can go in more than {tree.leaves:,} ways"
        raise BadInput(f"{told}: ask for a shorter one, or raise most_ways")
    groups = decisions_below(tree.root)
    side = _side(groups, side)
    if tree.root is None:
        ends = list(tree.distribution)
        if len(ends) > 1:
            raise BadInput("best play needs the tree that is drawn: leave draw=False out")
        return BestPlay(tree, Exact(_worths(goal, ends)[ends[0]]), (), side, {})
    fold = _Fold(tree, goal, groups, side, least)
    worth = Exact(fold.value_of(tree.root), fold.unit)
    points = fold.points(tree.root)
    return BestPlay(tree, worth, tuple(points.values()), side, points)


def _side(groups: Mapping[Hashable, list[DecisionNode]], side: str | None) -> str:
    """Whose goal it is; raises BadInput where that is not said, or where what is hidden forbids it."""
    sides = list(dict.fromkeys(nodes[0].decision.side for nodes in groups.values()))
    if len(sides) > 2:
        raise BadInput(f"{len(sides)} sides decide ({listed(sides)}): best play is known for one or two")
    if len(sides) == 2:
        if "" in sides:
            raise BadInput(f"some decisions are {max(sides)!r}'s and some of no side: say whose each one is")
        hidden = next((nodes for nodes in groups.values() if len(nodes) > 1), None)
        if hidden is not None:
            first = hidden[0].decision
            raise BadInput(
                f"{first.label!r} ({first.side}) does not see all that was rolled and chosen before it, and "
                "two sides decide: the best play may be a mixed one, which max and min do not find"
            )
    if side is None:
        if len(sides) == 2:
            told = f"two sides decide ({listed(sides)})"
            raise BadInput(f"{told}: say whose goal it is, as in side={sides[0]!r}")
        return sides[0] if sides else ""
    if sides and side not in sides:
        raise unknown("side", side, sides)
    return side


def _worths(goal: Goal, outcomes: list[object]) -> dict[object, Fraction]:
    """What each outcome is worth; raises BadInput for a goal never reached, and for inexact worths."""
    if isinstance(goal, Mapping):
        worths = dict.fromkeys(outcomes, Fraction(0))
        for name, worth in goal.items():
            meant = [each for each in outcomes if _is(each, name)]
            if not meant:
                raise unknown("outcome", name, map(str, outcomes))
            worths |= dict.fromkeys(meant, _number(worth, name))
        return worths
    if goal is None or callable(goal):
        return {each: _number(each if goal is None else goal(each), each) for each in outcomes}
    wanted = {each: Fraction(_is(each, goal)) for each in outcomes}
    if not any(wanted.values()):
        raise unknown("outcome", goal, map(str, outcomes))
    return wanted


def _is(outcome: object, name: object) -> bool:
    return same(outcome, name) or str(outcome) == name


def _number(worth: object, outcome: object) -> Fraction:
    if not isinstance(worth, Rational):
        raise BadInput(
            f"the outcome {shown(outcome)} is worth {shown(worth)}: a worth is a whole number or a Fraction; "
            "give a goal that says it"
        )
    return Fraction(int(worth.numerator), int(worth.denominator))


class _Fold:
    """The values of all nodes from the leaves up, in whole numbers of one common unit.

    A decision that stands at several places is made once all its places are known: the values of an option
    are added over them. That is right because a side never forgets its own choices.
    """

    def __init__(
        self,
        tree: AnyTree,
        goal: Goal,
        groups: Mapping[Hashable, list[DecisionNode]],
        side: str,
        least: bool,
    ) -> None:
        self.groups, self.side, self.least = groups, side, least
        ends = [branch for node in tree.nodes() for branch in node.branches if branch.child is None]
        worths = _worths(goal, list(dict.fromkeys(end.outcome for end in ends)))
        if not all(isinstance(each, int) for end in ends for each in (end.weight, end.total)):
            raise BadInput("some chances of this rule are unknown: give numbers for them to ask what is best")
        common = math.lcm(*{whole(end.total) for end in ends})
        scale = math.lcm(*(worth.denominator for worth in worths.values()))
        self.unit, self.common = common * scale, common
        self.ends = {outcome: int(worth * scale) for outcome, worth in worths.items()}
        self.values: dict[int, int] = {}
        self.taken: dict[Hashable, tuple[list[int], int]] = {}
        self.key = {id(node): key for key, nodes in groups.items() for node in nodes}

    def value_of(self, root: Node) -> int:
        """The value of the whole tree."""
        waiting = [root]
        while waiting:
            node = waiting[-1]
            if id(node) in self.values:
                waiting.pop()
                continue
            alike = self.groups[self.key[id(node)]] if isinstance(node, DecisionNode) else [node]
            below = [branch.child for each in alike for branch in each.branches if branch.child is not None]
            open_ones = [child for child in below if id(child) not in self.values]
            if open_ones:
                waiting += open_ones
            elif isinstance(node, DecisionNode):
                self._decide(self.key[id(node)])
            else:
                self.values[id(node)] = sum(map(self._value, node.branches))
        return self.values[id(root)]

    def _value(self, branch: Branch) -> int:
        if branch.child is not None:
            return self.values[id(branch.child)]
        return whole(branch.weight) * (self.common // whole(branch.total)) * self.ends[branch.outcome]

    def _decide(self, key: Hashable) -> None:
        """One decision at all its places: the option whose values add up to most, or to least."""
        nodes = self.groups[key]
        options = zip(*(each.branches for each in nodes), strict=True)
        sums = [sum(map(self._value, branches)) for branches in options]
        most = (nodes[0].decision.side == self.side) is not self.least
        place = sums.index(max(sums) if most else min(sums))
        self.taken[key] = sums, place
        for node in nodes:
            self.values[id(node)] = self._value(node.branches[place])

    def points(self, root: Node) -> dict[Hashable, Point]:
        """Every decision with what its options are worth, in the order in which they come."""
        reached = self._reached(root)
        found = {}
        for key, nodes in self.groups.items():
            decision, (sums, place) = nodes[0].decision, self.taken[key]
            mass = sum((fraction(*node.weight()) for node in nodes), Fraction(0))
            worths = {
                option: Exact(Fraction(value, self.unit) / mass)
                for option, value in zip(decision.options, sums, strict=True)
            }
            most = worths[decision.options[place]]
            costs = {option: Exact(abs(most - worth)) for option, worth in worths.items()}
            ties = tuple(option for option, cost in costs.items() if not cost)
            here = (fraction(*node.weight()) for node in nodes if id(node) in reached)
            found[key] = Point(decision, worths, costs, ties, Exact(sum(here, Fraction(0))), tuple(nodes))
        return found

    def _reached(self, root: Node) -> set[int]:
        """The decisions that best play comes to."""
        reached: set[int] = set()
        waiting = [root]
        while waiting:
            node = waiting.pop()
            branches = node.branches
            if isinstance(node, DecisionNode):
                reached.add(id(node))
                branches = [branches[self.taken[self.key[id(node)]][1]]]
            waiting += [branch.child for branch in branches if branch.child is not None]
        return reached
