"""States that lead to each other, left out one after the other: what every elimination has in common."""

from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from typing import TypeVar

W = TypeVar("W")


def left_out_in_turn(leads: dict[int, dict[int, W]]) -> Iterator[tuple[int, dict[int, W], dict[int, W]]]:
    """Each state with what it leads to and what leads to it, those with few neighbours first.

    A state that is left out is gone from `leads`. Whoever led to it then leads straight on to what it led to:
    the weights of these ways are to be put into `leads` before the next state is asked for.
    """
    comes: dict[int, set[int]] = {state: set() for state in leads}
    for state, row in leads.items():
        for after in row:
            comes[after].add(state)
    waiting = [(len(row) * len(comes[state]), state) for state, row in leads.items()]
    heapify(waiting)
    while waiting:
        ways, state = heappop(waiting)
        now = len(leads[state]) * len(comes[state])
        if now > ways:  # it has more neighbours than when it was last looked at
            heappush(waiting, (now, state))
            continue
        row = leads.pop(state)
        into = {before: leads[before].pop(state) for before in comes.pop(state)}
        for after in row:
            comes[after].update(into)
            comes[after] -= {state, after}
        yield state, row, into
