"""What a person waits for, one by one: `python -m tests.benchmarks.moments`.

The milliseconds of the processor in Python alone, median and 9 in 10; what a browser adds is measured by
`redraw.py` and `slider.py`.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable

from pz8edu import ask
from pz8edu.core import Enumerating
from pz8edu.systems import system
from pz8edu.systems.pz8_aerial_1935.movement import reach_from_origin
from pz8edu.systems.pz8_ww1.assault import assault
from pz8edu.systems.pz8_ww1.situations import Assault
from pz8widgets import Calculator, TurnByTurn

RUNS = 40


def moments() -> dict[str, Callable[[], object]]:
    """What is measured, by what it is to a person."""
    dice = random.Random(1)
    shot = Calculator("pz8-ww2", "direct-fire", attack=5, defence=4)
    loaded = Calculator("pz8-ww2", "direct-fire", attack=5, defence=4)
    loaded.show("What if a die is loaded?")
    card = loaded.panels["What if a die is loaded?"]
    rally = TurnByTurn("pz8-ww2", "rally-chain", condition="suppressed")
    rules = system("pz8-ww1").rules
    worst = Assault(
        attacker_green=1, attacker_average=1, attacker_elite=1, attacker_tank=1, attacker_ap=48,
        defender_mg=4, defender_ap=24, trench=1, bunker=1,
    )  # fmt: skip

    def slide() -> None:
        slider = card.loading.chance
        slider.index = dice.randrange(len(slider.options))

    def turn() -> None:
        rally.turn = dice.randint(0, rally.trajectory.last if rally.trajectory else 0)

    def reach() -> None:
        reach_from_origin.__wrapped__.cache_clear()
        ask("pz8-aerial-1935", "reachable-count", mp=12, alt=4, max_alt=7, q=3, r=3, facing=4)

    return {
        "another shot in the calculator": lambda: shot.form.fill(
            attack=dice.randint(0, 6), defence=dice.randint(0, 7)
        ),
        "a loaded die leans more": slide,
        "another turn of a rally": turn,
        "the greatest reach of an aircraft": reach,
        "the odds of the largest assault": lambda: Enumerating().tree(assault, worst, rules),
    }


def main() -> None:
    for name, do in moments().items():
        do()
        spent = []
        for _ in range(RUNS):
            started = time.thread_time()
            do()
            spent.append((time.thread_time() - started) * 1000)
        late = sorted(spent)[RUNS * 9 // 10]
        sys.stdout.write(f"{name:<36}{statistics.median(spent):>8.1f} ms   9 in 10 within {late:.1f} ms\n")


if __name__ == "__main__":
    main()
