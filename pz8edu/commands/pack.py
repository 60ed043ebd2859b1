"""`pack`: calculators with all their situations in small files that answer without Python."""

from __future__ import annotations

import argparse
from pathlib import Path

from pz8edu.commands.progress import ProgressLine
from pz8edu.commands.words import Commands, add_rules, rules_from, say
from pz8edu.core.rulebook.system import Calculator, ChainQuestion, Question, System
from pz8edu.errors import BadInput, listed, reason, unknown
from pz8edu.packing.axes import axes_of, within_reach
from pz8edu.packing.chains import MOST_RESULTS, pack_of_chain
from pz8edu.packing.checked import check, check_folder, drawn
from pz8edu.packing.pack import READINGS, Pack, pack_of, text_of, under_readings
from pz8edu.packing.trees import check_trees, text_of_trees, trees_of
from pz8edu.printing.saving import save_text
from pz8edu.systems import ids, system

EXAMPLE = "pz8edu pack pz8-ww2 direct-fire --readings all --out packs"


def add(commands: Commands) -> None:
    """The command and its options."""
    pack = commands.add_parser("pack", help="calculators as files that answer without Python", epilog=EXAMPLE)
    pack.add_argument("system", nargs="?", help="a system, such as pz8-ww2")
    pack.add_argument("question", nargs="?", help="one of its calculators or chains (else all)")
    pack.add_argument("--readings", choices=READINGS, default="printed", help="which of them become inputs")
    pack.add_argument("--trees", action="store_true", help="write the trees of every situation, too")
    pack.add_argument("--out", default="packs", metavar="FOLDER", help="where they are written (packs)")
    pack.add_argument("--check", metavar="FOLDER", help="hold the packs of a folder against the rules")
    add_rules(pack)
    pack.set_defaults(run=run_pack)


def run_pack(chosen: argparse.Namespace) -> int:
    """Write packs and check them; what cannot be packed says why."""
    if chosen.check is not None:
        for name, asked in check_folder(Path(chosen.check)):
            print(f"{name}: {asked} situations asked, all equal")
        return 0
    if chosen.system is None:
        raise BadInput(f"name a system, such as: {EXAMPLE}; the systems are {listed(ids())}")
    home = system(chosen.system)
    home = home.under(rules_from(home, chosen))
    every: list[Question] = [*home.calculators.values(), *home.chains.values()]
    wanted = every if chosen.question is None else [each for each in every if each.id == chosen.question]
    if not wanted:
        raise unknown(f"calculator or chain of {home.id}", chosen.question, [each.id for each in every])
    folder = Path(chosen.out) / home.id
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise BadInput(f"{str(folder)!r} cannot be made: {reason(fault)}") from None
    for question in wanted:
        try:
            with ProgressLine("situations asked:") as line:
                pack = made(home, question, chosen.readings, line)
        except BadInput as fault:
            if chosen.question:
                raise
            say(str(fault))
            continue
        asked = check(pack, home)
        text = text_of(pack)
        save_text(folder / f"{pack.question}.js", text)
        print(
            f"{home.id}/{pack.question}: {pack.situations:,} situations, {len(pack.laws):,} laws, "
            f"{len(text.encode()):,} bytes; {asked:,} asked one by one, all equal"
        )
        if chosen.trees and isinstance(question, Calculator):
            write_trees(home, question, pack, folder)
    return 0


def made(home: System, question: Question, readings: str, line: ProgressLine) -> Pack:
    """The pack of a calculator or of a chain; of too many situations those of its first inputs."""
    if isinstance(question, Calculator):
        return pack_of(home, question, readings, lambda asked: line.name(f"{asked:,}"))
    assert isinstance(question, ChainQuestion)
    own = MOST_RESULTS // len(under_readings(question, home.rules, readings)[1])
    return pack_of_chain(home, question, within_reach(axes_of(question), (), own), readings)


def write_trees(home: System, question: Calculator, pack: Pack, folder: Path) -> None:
    """The trees of a pack beside it, each folded and held against its law; or why there are none."""
    try:
        trees = trees_of(home, question, pack)
    except BadInput as fault:
        say(str(fault))
        return
    folded = check_trees(trees, drawn(pack))
    text = text_of_trees(trees)
    save_text(folder / f"{question.id}.tree.js", text)
    print(
        f"  trees: {len(trees.places):,} places, {len(text.encode()):,} bytes; {folded:,} come to their law"
    )
