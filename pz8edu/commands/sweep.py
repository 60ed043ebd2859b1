"""`sweep`: the odds of every situation, over processes or a cluster, in a file."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from pz8edu.commands.progress import ProgressLine
from pz8edu.commands.words import Commands, add_rules, check_given, inputs_from, over_in, rules_from, say
from pz8edu.core.rulebook.system import Calculator
from pz8edu.desk.compare.report import free_inputs
from pz8edu.desk.tables.sweep_over_workers import sweep_into
from pz8edu.errors import BadInput, listed
from pz8edu.systems import ids, system

EXAMPLE = "pz8edu sweep pz8-ww2 direct-fire armoured=true --over attack,defence=1..5,cover --out fire.sqlite"


def add(commands: Commands) -> None:
    """The command and its options."""
    sweep = commands.add_parser("sweep", help="the odds of all situations, in an SQLite file", epilog=EXAMPLE)
    option = sweep.add_argument
    option("words", nargs="*", metavar="SYSTEM CALCULATOR name=value ...", help="what is asked")
    option(
        "--over",
        action="append",
        required=True,
        metavar="NAMES",
        help="the inputs that vary: attack (all values), attack=1..5, cover=open|rough;  or all",
    )
    option("--out", required=True, metavar="FILE", help="the SQLite file; an unfinished one goes on")
    option("--workers", type=int, metavar="N", help="so many processes (else one for each core)")
    option("--cluster", metavar="ADDRESS", help="the address of a Dask cluster, such as tcp://host:8786")
    add_rules(sweep)
    sweep.set_defaults(run=run_sweep)


def run_sweep(chosen: argparse.Namespace) -> int:
    """Write the odds of all situations into a file; 130 when it was interrupted."""
    if len(chosen.words) < 2:
        raise BadInput(f"name a system and a calculator, such as: {EXAMPLE}; the systems are {listed(ids())}")
    if chosen.workers is not None and chosen.workers < 1:
        raise BadInput(f"--workers is a whole number from 1; got {chosen.workers}")
    home = system(chosen.words[0])
    question = home.question(chosen.words[1], "calculator")
    assert isinstance(question, Calculator)
    inputs = inputs_from(chosen.words[2:], question.situation)
    over = over_in(chosen.over, question.situation, free=free_inputs(question, inputs))
    check_given(question.situation, inputs, over)
    line = ProgressLine("situations")
    try:
        with cluster(chosen.cluster) as executor:
            rules = rules_from(home, chosen)
            count = sweep_into(
                chosen.out,
                home,
                question.id,
                inputs,
                over=over,
                rules=rules,
                workers=chosen.workers,
                executor=executor,
                told=line,
            )
    except KeyboardInterrupt:
        line.end()
        say(f"interrupted after {line.done} situations; the same command goes on there")
        return 130
    line.end()
    say(f"{count} situations are in {chosen.out}")
    return 0


@contextmanager
def cluster(address: str | None) -> Iterator[Executor | None]:
    """The workers of a Dask cluster; None for no address."""
    if address is None:
        yield None
        return
    try:
        from distributed import Client
    except ImportError:
        raise BadInput('a cluster needs Dask: python -m pip install "pz8edu[cluster]"') from None
    try:
        client = Client(address, timeout="10s")
    except (OSError, ValueError) as fault:
        raise BadInput(f"the cluster {address!r} does not answer: {fault}") from None
    with client:
        yield client.get_executor(pure=False, retries=3)
