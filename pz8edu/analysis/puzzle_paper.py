"""Puzzles on paper: one to half a page with its table and its choices, all answers on pages of their own."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from string import ascii_uppercase

from pz8edu.analysis.puzzles import Puzzle, asks, explained, said_in, stands
from pz8edu.board.tabletop import BoardState
from pz8edu.printing.percent import in_points, short_percent
from pz8edu.show.board_svg import scene_svg

WIDE = 640
"""A table in pixels; on paper it is as wide as the page allows."""
STYLE = """<style>
@page { size: A4; margin: 14mm 16mm; }
body { font: 11pt/1.35 Georgia, "DejaVu Serif", serif; color: #000; background: #fff; }
body { max-width: 178mm; margin: 1em auto; padding: 0 1em; }
h1 { font-size: 1.5em; margin: .2em 0; } h2 { font-size: 1.1em; margin: .8em 0 .2em; }
p, ul, ol { margin: .3em 0; }
section { break-inside: avoid; border-top: 1px solid #000; } .answers { break-before: page; }
svg { display: block; width: 100%; height: auto; max-height: 88mm; } small { font-weight: normal; }
ol { list-style: upper-alpha; } header span { display: inline-block; border-bottom: 1px solid; width: 9em; }
table { border-collapse: collapse; }
td, th { text-align: left; padding: 1px 12px 1px 0; vertical-align: top; }
@media print { body { margin: 0; padding: 0; max-width: none; } }
</style>"""


def sheet(puzzles: Sequence[Puzzle], title: str) -> str:
    """A page that needs nothing else and prints in black and white: all puzzles, then all answers."""
    asked = "".join(question(number, each) for number, each in enumerate(puzzles, 1))
    told = "".join(answer(number, each) for number, each in enumerate(puzzles, 1))
    return (
        f'<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width">{STYLE}</head><body>'
        f"<header><h1>{escape(title)}</h1><p>Name <span></span> Date <span></span></p>"
        "<p>Exactly one choice is best in each position. Which one?</p></header>"
        f'{asked}<div class="answers"><h1>Answers</h1>{told}</div></body></html>\n'
    )


def lettered(one: Puzzle) -> dict[str, str]:
    """The letter of each choice, in an order that tells nothing."""
    return dict(zip(sorted(one.choices), ascii_uppercase, strict=False))


def question(number: int, one: Puzzle) -> str:
    """A puzzle without its answer: the table, who stands where, the question, the choices by letter."""
    game = one.game
    picture = scene_svg(game.book.table.scene(BoardState(game.moment.position), game.rules), width=WIDE)
    who = "".join(f"<li>{escape(each)}</li>" for each in stands(one))
    choices = "".join(f"<li>{escape(said_in(each, game))}</li>" for each in lettered(one))
    hard = f"<small>puzzle {one.id}, rating {one.rating}</small>"
    return (
        f"<section><h2>{number}. {escape(game.home.title)} {hard}</h2>"
        f"{picture}<ul>{who}</ul><p><b>{escape(asks(one))}</b></p><ol>{choices}</ol></section>"
    )


def answer(number: int, one: Puzzle) -> str:
    """What every choice is worth, and why the best is the best."""
    letters, game = lettered(one), one.game
    rows = "".join(
        f"<tr><th>{letters[each]}</th><td>{escape(said_in(each, game))}</td><td>{short_percent(worth)}</td>"
        f"<td>{f'loses {in_points(lost)} points' if (lost := one.loses(each)) else 'best'}</td></tr>"
        for each, worth in one.choices.items()
    )
    why = " ".join(escape(each) for each in list(explained(one))[2:])
    return f"<section><h2>{number}. {letters[one.answer]}</h2><table>{rows}</table><p>{why}</p></section>"
