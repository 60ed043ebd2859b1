"""The equations of a chain, solved by elimination, group by group in the order of play.

Each state j has an amount y(j), such as its expected visits: what enters it, and what other states pass on.

    y(j) * divisor(j) = entering(j) + sum of y(i) * weight(i, j) over all i

A chain asks for the visits of its states (edges in the order of play) or for what is still to come (the
transposed equations). States that cannot reach each other again are solved one after the other with one
common denominator that is known beforehand, so that every amount is a whole number; states that can
(strongly connected groups) are solved together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias, cast

from pz8edu.algebra.dissection import solved_by_dissection
from pz8edu.algebra.dual import Dual
from pz8edu.algebra.dual import ratio as dual_ratio
from pz8edu.algebra.leaving_out import left_out_in_turn
from pz8edu.algebra.lifting import Group, solved_by_lifting
from pz8edu.algebra.weight import CommonTotal, Weight

Edges: TypeAlias = Sequence[Sequence[tuple[int, Weight]]]
"""For every state the states that its amount is passed on to, with weights; never itself."""

Groups: TypeAlias = list[list[int]]
"""The strongly connected groups of states, first to last."""

FEW = 16
"""Groups of so few states are solved in fractions, larger ones by lifting digits."""


class Amounts(NamedTuple):
    """The amounts of all states over one common denominator."""

    above: list[Weight]
    below: Weight


class Equations(NamedTuple):
    """Edges, divisors and groups of states, ready to be solved for whatever enters."""

    edges: Edges
    divisors: Sequence[Weight]
    groups: Groups

    @property
    def layers(self) -> list[int]:
        """Layers of states, each group below all that lead to it: no way meets a layer twice."""
        layer = [0] * len(self.edges)
        for group in self.groups:
            depth = max(layer[state] for state in group)
            for state in group:
                for after, _ in self.edges[state]:
                    if layer[after] <= depth:
                        layer[after] = depth + 1
            for state in group:  # they lead to each other
                layer[state] = depth
        return layer

    def transposed(self) -> Equations:
        """The same equations with every edge the other way."""
        edges: list[list[tuple[int, Weight]]] = [[] for _ in self.edges]
        for state, row in enumerate(self.edges):
            for after, weight in row:
                edges[after].append((state, weight))
        return Equations(edges, self.divisors, self.groups[::-1])

    def solve(
        self, entering: Mapping[int, Weight], common: Callable[[list[int]], Weight] | None = None
    ) -> Amounts:
        """The amounts y for whole numbers, dual numbers or elements of a SymPy ring.

        There must be a way out of every group. `common` is a common multiple of the divisors of some states;
        the least one where it is left out.
        """
        edges, divisors, layer = self.edges, self.divisors, self.layers
        still_to_come: list[Weight] = [1]
        for states in reversed(single_states(self.groups, layer)):
            multiple = common(states) if common else CommonTotal([divisors[i] for i in states]).value
            still_to_come.insert(0, still_to_come[0] * multiple)
        amounts = Amounts([0] * len(edges), still_to_come[0])
        for state, amount in entering.items():
            amounts.above[state] = amount * amounts.below
        for group in self.groups:
            above = amounts.above
            if len(group) > 1 and any(above[state] for state in group):
                later = still_to_come[1 + max(layer[state] for state in group)]
                amounts = solved_together(self, group, amounts, later)
            elif above[group[0]]:
                (state,) = group
                amount = above[state] = exact_quotient(above[state], divisors[state])
                for after, weight in edges[state]:
                    above[after] += amount * weight
        return amounts


def single_states(groups: Groups, layer: list[int]) -> list[list[int]]:
    """For every layer its states that do not come back: a way divides by one of each layer at most."""
    singles: list[list[int]] = [[] for _ in range(max(layer, default=0) + 1)]
    for group in groups:
        if len(group) == 1:
            singles[layer[group[0]]].append(group[0])
    return singles


def solved_together(equations: Equations, group: list[int], amounts: Amounts, later: Weight) -> Amounts:
    """The amounts after a group of states that lead to each other; `later` states still divide by so much."""
    members = set(group)
    entered = {state: exact_quotient(amounts.above[state], later) for state in group}
    solved = (len(group) > FEW and lifted(group, equations, entered)) or amounts_of(group, equations, entered)
    scale = CommonTotal([below for _, below in solved.values()])
    above = [amount * scale.value if amount else amount for amount in amounts.above]
    for state, (top, below) in solved.items():
        above[state] = top * scale.share(below) * later
        for after, weight in equations.edges[state]:
            if after not in members:
                above[after] += above[state] * weight
    return Amounts(above, amounts.below * scale.value)


def lifted(
    group: list[int], equations: Equations, entering: Mapping[int, Weight]
) -> dict[int, tuple[Weight, Weight]] | None:
    """The same amounts as `eliminated` finds, quicker for many states; None for weights that are formulas."""
    members = set(group)
    leads = {i: [(j, weight) for j, weight in equations.edges[i] if j in members] for i in group}
    divisors = {i: equations.divisors[i] for i in group}
    weights = [
        *divisors.values(),
        *entering.values(),
        *(weight for row in leads.values() for _, weight in row),
    ]
    if {*map(type, weights)} != {int}:
        return None
    numbers = Group(cast(Any, leads), cast(Any, divisors))
    found = solved_by_dissection(numbers, cast(Any, entering))
    found = found or solved_by_lifting(numbers, cast(Any, entering))
    return found and {state: (above, found[1]) for state, above in found[0].items()}


def amounts_of(
    group: list[int], equations: Equations, entering: Mapping[int, Weight]
) -> dict[int, tuple[Weight, Weight]]:
    """The amounts of states that lead to each other, as fractions (above, below).

    One state after the other is left out: its neighbours then lead straight on to what it led to.
    """
    edges, divisors = equations.edges, equations.divisors
    ratio = ratios_of(divisors[group[0]], *(weight for _, weight in edges[group[0]]))
    members = set(group)
    leads = {i: {j: ratio(w, 1) for j, w in edges[i] if j in members} for i in group}
    divisor = {i: ratio(divisors[i], 1) for i in group}
    enters = {i: ratio(entering[i], 1) for i in group}
    left_out: list[tuple[int, dict[int, Any]]] = []
    for out, row, into in left_out_in_turn(leads):
        left_out.append((out, into))
        for j, weight in row.items():
            share = weight / divisor[out]
            enters[j] += enters[out] * share
            for i, first in into.items():
                if i == j:
                    divisor[i] -= first * share
                else:
                    leads[i][j] = leads[i][j] + first * share if j in leads[i] else first * share
    amounts: dict[int, Any] = {}
    for state, into in reversed(left_out):
        amount = sum((amounts[i] * weight for i, weight in into.items()), enters[state])
        amounts[state] = amount / divisor[state]
    return {state: above_and_below(amount) for state, amount in amounts.items()}


# --- numbers: whole ones, dual ones, and elements of rings of polynomials
def exact_quotient(amount: Any, divisor: Any) -> Weight:
    """The quotient where it is known to be exact."""
    if isinstance(amount, Dual) or isinstance(divisor, Dual):
        return dual_ratio(amount, divisor)
    quotient: Weight = amount // divisor
    return quotient


def ratios_of(*weights: Weight) -> Any:
    """The function that makes an exact fraction of two weights such as these."""
    if any(isinstance(weight, Dual) for weight in weights):
        return dual_ratio
    ring = next((weight.ring for weight in weights if hasattr(weight, "ring")), None)
    if ring is None:
        return Fraction
    field = ring.to_field()
    return lambda above, below: field(ring(above)) / field(ring(below))


def above_and_below(amount: Any) -> tuple[Weight, Weight]:
    """What stands above and below the line."""
    if isinstance(amount, Fraction):
        return amount.numerator, amount.denominator
    if isinstance(amount, Dual):
        return amount.parts()
    return amount.numer, amount.denom


# --- the order of play
def strongly_connected(edges: Edges) -> list[list[int]]:
    """Groups of states that can reach each other, later groups first (Tarjan, without recursion)."""
    count = len(edges)
    index = [0] * count  # 0: not met yet
    low = [0] * count
    on_stack = [False] * count
    stack: list[int] = []
    groups: list[list[int]] = []
    met = 0
    for root in range(count):
        if index[root]:
            continue
        met += 1
        index[root] = low[root] = met
        stack.append(root)
        on_stack[root] = True
        work = [(root, iter(edges[root]))]
        while work:
            state, following = work[-1]
            for after, _ in following:
                if not index[after]:
                    met += 1
                    index[after] = low[after] = met
                    stack.append(after)
                    on_stack[after] = True
                    work.append((after, iter(edges[after])))
                    break
                if on_stack[after] and index[after] < low[state]:
                    low[state] = index[after]
            else:
                work.pop()
                if work and low[state] < low[work[-1][0]]:
                    low[work[-1][0]] = low[state]
                if low[state] == index[state]:
                    group: list[int] = []
                    while not group or group[-1] != state:
                        group.append(stack.pop())
                        on_stack[group[-1]] = False
                    groups.append(group)
    return groups
