"""The exact probability tree of a rule: every question, every answer, every chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from pz8edu.chance.distribution import Distribution, Weight, as_number, collect, common_total, gather
from pz8edu.chance.roll import Roll

if TYPE_CHECKING:
    import sympy

    from pz8edu.chance.knowledge import Division
    from pz8edu.happened import Happened

T = TypeVar("T")


class Unexplored:
    """The outcome of branches that a budget left unexplored; its chance is exactly what was left."""

    def __repr__(self) -> str:
        return "unexplored"

    __str__ = __repr__


UNEXPLORED = Unexplored()


@dataclass(slots=True, eq=False)
class Branch:
    """One answer to a question.

    `values` are the values of the roll that give the answer, with their weights; `weight` over `total` is
    the chance of the whole path from the root to here. A branch leads to a `child` or ends in `outcome`.
    """

    answer: Any
    values: Mapping[Any, Weight]
    weight: Weight
    total: Weight
    child: Node | None = None
    outcome: Any = None

    @property
    def chance(self) -> sympy.Rational:
        """The chance of the whole path to here."""
        return cast("sympy.Rational", as_number(self.weight, self.total))

    def fraction(self) -> Fraction:
        """The chance of the whole path to here, as a plain fraction."""
        return Fraction(self.weight, self.total)

    def onward(self) -> Branch:
        """Itself, or what comes after questions that no die decides."""
        branch = self
        while branch.child is not None and branch.child.idle:
            branch = branch.child.branches[0]
        return branch


@dataclass(slots=True, eq=False)
class Node:
    """A question about a roll, with its branches; `key` says what is asked, `line` where in the rule.

    `division` knows what the answers say about the dice.
    """

    label: str
    roll: Roll[Any]
    shift: int
    key: Any
    branches: list[Branch]
    line: tuple[str, int] | None = None
    division: Division | None = None

    @property
    def certain(self) -> bool:
        """Is there only one possible answer?"""
        return len(self.branches) == 1

    @property
    def idle(self) -> bool:
        """Does no die decide it: is only the result of a sub-rule passed on?"""
        return self.certain and all(len(die.law) == 1 for die in self.roll.dice())

    def weight(self) -> tuple[Weight, Weight]:
        """The weight and total of coming to this question."""
        from pz8edu.chance.distribution import total_of

        return total_of(branch.weight for branch in self.branches), self.branches[0].total

    def chance_of(self, branch: Branch) -> Any:
        """The chance of a branch once this question is reached."""
        reached, total = self.weight()
        if isinstance(reached, int):
            return as_number(branch.weight * total, branch.total * reached)
        return as_number(branch.weight, 1) / as_number(reached, 1)

    def question(self) -> str:
        """What is asked, in words: "to hit: 5 or more on a D6"."""
        from pz8edu.words import question_words

        return question_words(self)

    def says(self, branch: Branch) -> str:
        """The values of one branch, in words: "5 or more"."""
        from pz8edu.words import branch_words

        return branch_words(self, branch)


class Tree(Generic[T]):
    """Every way a rule can go, with the exact distribution of its outcomes.

    `root` is None when the rule asked nothing. A tree prints as text and shows itself as SVG;
    `to_csv()`, `latex()` and `svg()` export it; `given(...)` conditions on what happened on the way.
    """

    __slots__ = ("distribution", "root", "leaves")

    def __init__(self, distribution: Distribution[T], root: Node | None, leaves: int) -> None:
        self.distribution = distribution
        self.root = root
        self.leaves = leaves

    @property
    def first(self) -> Node | None:
        """The first question that dice decide; None when nothing is rolled."""
        node = self.root
        while node is not None and node.idle:
            node = node.branches[0].child
        return node

    def nodes(self) -> Iterator[Node]:
        """Every question, from the root down."""

        def below(node: Node | None) -> Iterator[Node]:
            if node is not None:
                yield node
                for branch in node.branches:
                    yield from below(branch.child)

        return below(self.root)

    def paths(self) -> Iterator[tuple[tuple[tuple[Node, Branch], ...], T, Branch | None]]:
        """Every way to a leaf: its questions with their branches, the outcome, the last branch."""
        if self.root is None:
            yield (), next(iter(self.distribution)), None
            return

        def below(node: Node, way: tuple[tuple[Node, Branch], ...]) -> Any:
            for branch in node.branches:
                here = (*way, (node, branch))
                if branch.child is None:
                    yield here, branch.outcome, branch
                else:
                    yield from below(branch.child, here)

        yield from below(self.root, ())

    @property
    def unexplored(self) -> sympy.Rational:
        """The exact chance that a budget left unexplored (0 for a whole tree)."""
        return self.distribution.chance(lambda outcome: outcome is UNEXPLORED)

    def given(
        self, happened: Happened = None, *, outcome: Any = None, word: Callable[[T], Any] | None = None
    ) -> Distribution[Any]:
        """The outcome's distribution, once it is known what has happened.

        `happened` holds answers by the label of their question, yes and no as it is spoken, or the words of
        an answer; `outcome` is an outcome or its word:

            tree.given({"to hit": True})                      tree.given({"to hit": "hit"})

        `happened` may also be a function of all answers on a way and its outcome:
        `tree.given(lambda answers, outcome: answers["to hit"] and outcome != "destroyed")`. A label that
        comes again on a way is numbered ("to hit #2"); inside a sub-rule its last words will do ("to hit" for
        "shot 1: to hit"). `word` says outcomes as a calculator does.
        Raises BadInput for labels, answers and outcomes that are not in the tree, and for an event that
        cannot happen.
        """
        from pz8edu.happened import ways_of

        said = _worded(word)
        return _weighed((said(end), last) for _, end, last in ways_of(self, happened, outcome, said))

    def posterior(
        self,
        die: str,
        given: Any = None,
        *,
        outcome: Any = None,
        word: Callable[[T], Any] | None = None,
    ) -> Distribution[Any]:
        """The law of a throw, by its label, once it is known what has happened.

        `given` is an outcome, answers by label, or a function of answers and outcome, as for `given(...)`;
        without it nothing is known. It was destroyed: how likely was the hit a bare 4?

            tree.posterior("to hit", given=Condition.DESTROYED)[4]

        Raises BadInput for a throw that is not in the tree and for an event that cannot happen.
        """
        from pz8edu.chance.knowledge import faces_of
        from pz8edu.happened import full_label, throws_on, ways_of

        given, outcome = _event(given, outcome)
        named = {label: die for way, _, _ in self.paths() for label, (die, _) in throws_on(way).items()}
        label = full_label(die, named, "throw")
        parts: dict[Weight, dict[Any, Weight]] = {}
        for way, _, last in ways_of(self, given, outcome, _worded(word)):
            assert last is not None  # a tree with throws has questions
            law, mass = dict(named[label].law.weights), named[label].law.total
            thrown = throws_on(way).get(label)
            if thrown is not None:
                node, branch = thrown[1]
                assert node.division is not None
                law, mass = faces_of(thrown[0], node.division.knowledge(node.branches.index(branch)))
            weights = parts.setdefault(last.total * mass, {})
            for value, weight in law.items():
                weights[value] = weights.get(value, 0) + last.weight * weight
        joint = collect(parts)
        return Distribution(joint.weights).reduced()

    def answers_to(
        self,
        question: str,
        given: Any = None,
        *,
        outcome: Any = None,
        word: Callable[[T], Any] | None = None,
    ) -> Distribution[Any]:
        """The law of the answers to a question, by its label, once it is known what has happened.

        The answer is None where it is not asked. All else is as for `posterior`.
        """
        from pz8edu.happened import answers_on, full_label, spoken, ways_of

        given, outcome = _event(given, outcome)
        labels = {label: None for way, _, _ in self.paths() for label in answers_on(way)}
        label = full_label(question, labels, "question")
        found = []
        for way, _, last in ways_of(self, given, outcome, _worded(word)):
            step = answers_on(way).get(label)
            found.append((None if step is None else spoken(*step), last))
        return _weighed(found)

    # --- showing it
    def __repr__(self) -> str:
        from pz8edu.tree_views import as_text

        return as_text(self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def svg(self, **how: Any) -> str:
        """The tree as a drawing."""
        from pz8edu.tree_views import as_svg

        return as_svg(self, **how)

    def to_csv(self, word: Callable[[T], str] = str) -> str:
        """A table with one line a path: the answers on the way, the outcome, the chance."""
        from pz8edu.tree_views import as_csv

        return as_csv(self, word)

    def latex(self, word: Callable[[T], str] = str) -> str:
        """The arithmetic of every outcome: the sum over its paths of the products along them."""
        from pz8edu.tree_views import as_latex

        return as_latex(self, word)


def _worded(word: Callable[[Any], Any] | None) -> Callable[[Any], Any]:
    """The word of an outcome, and of what was left unexplored."""
    return lambda end: end if word is None or end is UNEXPLORED else word(end)


def _event(given: Any, outcome: Any) -> tuple[Any, Any]:
    """What is given, as answers (or a function of them) and an outcome."""
    is_event = given is None or callable(given) or isinstance(given, Mapping)
    return (given, outcome) if is_event or outcome is not None else (None, given)


def _weighed(ends: Iterable[tuple[Any, Branch | None]]) -> Distribution[Any]:
    """What is found at the ends of some ways, as a distribution."""
    kept = [(end, 1, 1) if last is None else (end, last.weight, last.total) for end, last in ends]
    common = common_total({id(total): total for _, _, total in kept}.values())
    return Distribution(gather((end, weight * common.share(total)) for end, weight, total in kept)).reduced()
