"""`report`: a comparison as a page of its own."""

from __future__ import annotations

import argparse

from pz8edu.commands.compare import add_compared, compared
from pz8edu.commands.progress import ProgressLine
from pz8edu.commands.words import Commands
from pz8edu.desk.compare.report import report

EXAMPLE = "pz8edu report pz8-ww2 direct-fire defence=4 --over attack,cover --set hit_on=3 --out page.html"


def add(commands: Commands) -> None:
    """The command and its options."""
    command = commands.add_parser(
        "report", help="a comparison as a page: HTML, Markdown or CSV", epilog=EXAMPLE
    )
    add_compared(command)
    command.add_argument("--title", default="", help="what the page is called")
    command.add_argument("--out", metavar="FILE", help="where to write it: .html, .md or .csv; else printed")
    command.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Write the page, or print it as Markdown."""
    home, question, inputs, over, first, second = compared(chosen)
    beyond, title = chosen.beyond_the_book, chosen.title
    with ProgressLine("situations") as line:
        page = report(
            home,
            question.id,
            inputs,
            first=first,
            second=second,
            over=over,
            title=title,
            told=line,
            beyond_the_book=beyond,
        )
    if chosen.out:
        print(f"{page.save(chosen.out)}: {page.summary}")
    else:
        print(page.to_markdown().rstrip())
    return 0
