"""Best play as it is shown: a table of its decisions, and the tree with squares among circles."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from markupsafe import Markup

from pz8edu.algebra.exact import Exact
from pz8edu.core.tree.node import Branch
from pz8edu.core.tree.wording import word_of
from pz8edu.decisions.best_play import BestPlay, Point
from pz8edu.printing.html_table import chance_html, html_table
from pz8edu.printing.percent import percent
from pz8edu.show.tree_outline import outlined_tree
from pz8edu.show.tree_svg import draw

WIDE = Markup('<div class="pz8-best" style="overflow-x:auto">{}<div hidden>{}</div></div>')
"""The drawing, and the list that a stylesheet shows instead on a page too narrow for it."""
MOST_OPTIONS = 4
REST = Markup("<p>Further decisions, reached seldom or never when all play their best: {}.</p>")
HEAD = ("decision", "sees", "option", "worth", "costs", "reached")


def best_play_html(best: BestPlay, word: Callable[[object], str] = word_of) -> Markup:
    """The worth, the decisions that best play comes to, and the drawing."""
    points = best.likely()
    whose = f" for {best.side}" if best.side else ""
    more = REST.format(rest) if (rest := len(best.points) - len(points)) else Markup()
    worth = Markup("<p>Best play is worth <strong>{}</strong>{}.</p>").format(_number(best.worth), whose)
    drawn = best_play_svg(best, word=word), outlined_tree(best.tree, _chosen(best), word=word)
    return worth + points_html(points) + more + WIDE.format(*map(Markup, drawn))


def _options(best: BestPlay) -> list[tuple[Point, Branch]]:
    return [(point, each) for point in best.points for node in point.places for each in node.branches]


def _chosen(best: BestPlay) -> tuple[Branch, ...]:
    return tuple(branch for point, branch in _options(best) if branch.answer == point.choice)


def points_html(points: Iterable[Point]) -> Markup:
    """Decisions with what is seen, and what every option is worth and costs."""
    return html_table(HEAD, (row for point in points for row in _rows(point)), names=1)


def options_html(point: Point) -> Markup:
    """The best options of a decision, with what each is worth and costs."""
    best = sorted(point.worths, key=lambda option: point.costs[option])[:MOST_OPTIONS]
    return html_table((point.label, "worth", "costs"), (_row(point, option) for option in best), names=1)


def _row(point: Point, option: object) -> tuple[object, ...]:
    best = option in point.best
    name = Markup("<strong>{}</strong>").format(word_of(option)) if best else word_of(option)
    cost = point.verdict(option) if best else _number(point.costs[option])
    return name, _number(point.worths[option]), cost


def _number(exact: Exact) -> Markup:
    told = chance_html(exact)
    return told if exact == int(exact) or "≈" in told else Markup("{} ({:.4g})").format(told, float(exact))


def _rows(point: Point) -> Iterable[tuple[object, ...]]:
    for row, option in enumerate(point.worths):
        first = ("", "") if row else (": ".join(filter(None, (point.decision.side, point.label))), point.sees)
        yield (*first, *_row(point, option), "" if row else percent(point.chance))


def best_play_svg(
    best: BestPlay, lit: tuple[Branch, ...] | None = None, word: Callable[[object], str] = word_of
) -> str:
    """The tree, what each option costs written on it; `lit` is the way taken, or else the best options."""
    notes = {id(branch): f" ({point.verdict(branch.answer)})" for point, branch in _options(best)}
    taken, means = (_chosen(best), "the best option") if lit is None else (lit, "taken")
    title = "Decisions as squares, what is rolled as pills"
    return draw(best.tree, taken, prefix="pz8-best", word=word, title=title, lit_means=means, notes=notes)
