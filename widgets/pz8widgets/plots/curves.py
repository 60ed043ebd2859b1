"""The chance of every outcome as a curve over an unknown chance p."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from pz8edu.core.chance.distribution import Distribution
from pz8edu.printing.percent import short_percent
from pz8edu.show.outcome_styles import OutcomeStyle
from pz8widgets.plots.plot import SIXTHS, Line, Plot
from pz8widgets.plots.plot_pane import PlotPane

Points = Sequence[tuple[Fraction, Distribution[str]]]
"""Values of p, each with the exact odds there, such as `Formulas.curve()` gives."""


def curves_plot(
    points: Points,
    style_of: Callable[[str], OutcomeStyle],
    *,
    words: Sequence[str] | None = None,
    at: Fraction | None = None,
    unknown: str = "p",
    of: str = "p",
) -> Plot:
    """The plot of the outcomes' chances against p.

    `words` is the order of the outcomes (as they are found unless given), `at` a marked value of p,
    `unknown` its symbol and `of` what it is the chance of, written under the axis.
    """
    order = (
        list(words) if words is not None else list(dict.fromkeys(word for _, law in points for word in law))
    )
    laws = [(p, law.fractions()) for p, law in points]
    lines = []
    for word in order:
        chances = [(p, law.get(word, Fraction(0))) for p, law in laws]
        said = tuple(f"{unknown} = {p}: {word} {shown(chance)}" for p, chance in chances)
        lines.append(Line(word, tuple((float(p), float(c)) for p, c in chances), style_of(word), said))
    return Plot(
        label=_label(order, laws, unknown, of),
        x_title=of,
        y_title="",
        x_range=(float(points[0][0]), float(points[-1][0])),
        x_ticks=SIXTHS,
        lines=lines,
        at=None if at is None else float(at),
    )


def curves(points: Points, style_of: Callable[[str], OutcomeStyle], **how: object) -> PlotPane:
    """The curves as a picture; `pane.plot = curves_plot(...)` shows others."""
    return PlotPane(curves_plot(points, style_of, **how))  # type: ignore[arg-type]


def shown(chance: Fraction) -> str:
    """A chance in a few letters: the fraction where it is short, and the percent."""
    if chance.denominator > LARGEST:
        return short_percent(chance)
    return f"{chance} ({short_percent(chance)})"


LARGEST = 999_999
"""A fraction with a larger denominator is told in percent alone."""


def _label(
    order: Sequence[str], laws: Sequence[tuple[Fraction, dict[str, Fraction]]], unknown: str, of: str
) -> str:
    """What the curves show, at both ends and in the middle."""
    places = dict.fromkeys((0, len(laws) // 2, len(laws) - 1))
    said = "; ".join(
        f"at {unknown} = {laws[i][0]}: "
        + ", ".join(f"{word} {short_percent(laws[i][1].get(word, Fraction(0)))}" for word in order)
        for i in places
    )
    return f"Chance of every outcome against {of}: {said}"
