"""How long the first answer takes from a cold start: `python -m tests.benchmarks.first_answer`.

Processor time of whole Pythons, the least and the median of rounds in turn; what is compiled is kept in a
folder of its own, as an installed kit has it.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile

ASKED = "from pz8edu import ask; ask('pz8-ww2', 'direct-fire', attack=5, defence=4)['destroyed']"
STARTS = {"Python alone": "pass", "import pz8edu": "import pz8edu", "the first answer": ASKED}


def seconds(code: str, folder: str) -> float:
    """The processor time of a Python that runs some code."""
    told = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], env=told | {"PYTHONPYCACHEPREFIX": folder}, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print the three."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--runs", type=int, default=10)
    runs = reader.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        seconds(ASKED, folder)
        taken = {name: [seconds(code, folder) for _ in range(runs)] for name, code in STARTS.items()}
    alone = min(taken["Python alone"])
    for name, each in taken.items():
        low, middle = min(each), statistics.median(each)
        sys.stdout.write(
            f"{name:<18} {1000 * low:4.0f} ms at least, {1000 * middle:4.0f} in the median,"
            f" {1000 * (low - alone):4.0f} above Python alone\n"
        )


if __name__ == "__main__":
    main()
