"""How long best play of rules takes: `python -m tests.benchmarks.decide_in_a_rule`."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from pz8edu import best_play
from pz8edu.decisions.books import problems
from tests.decisions.test_choose import land, pig, pig_by_hand, risk, risk_by_hand, yahtzee

BOXES = ("sixes", "chance", "straight", "full house")


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What comes out, and after how many milliseconds."""
    begun = time.perf_counter()
    found = work()
    return found, 1000 * (time.perf_counter() - begun)


def report() -> str:
    """One line a rule: its ways, its worth, the time for it and for the program by hand."""
    asked: dict[str, tuple[Callable[[], Any], Callable[[], Any] | None]] = {
        "Yahtzee, last roll": (lambda: best_play(yahtzee, (1, 1, 3, 4, 6), BOXES), None),
        "Pig, 13 to 26": (lambda: best_play(pig, 26, 13), lambda: pig_by_hand(13, 26)),
        "RISK 3 v 2": (lambda: best_play(risk, 3, 2, goal=land), lambda: risk_by_hand(3, 2)),
        "RISK 8 v 6": (lambda: best_play(risk, 8, 6, goal=land), lambda: risk_by_hand(8, 6)),
    }
    asked |= {each.id: (each.best, None) for each in problems().values()}
    lines = []
    for name, (work, by_hand) in asked.items():
        best, taken = timed(work)
        line = f"{name:20} {best.tree.leaves:6,} ways  {float(best.worth):9.6f}  {taken:7.1f} ms"
        if by_hand is not None:
            worth, hand = timed(by_hand)
            line += f"  by hand {hand:6.1f} ms {'equal' if worth == best.worth else 'DIFFERENT'}"
        lines.append(line)
    return "\n".join(lines)


if __name__ == "__main__":
    print(report())  # noqa: T201
