"""How long play lasts: the law of the number of turns in words, in numbers and as bars."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pz8edu.core.chains.chain import Chain
from pz8edu.core.chains.model import LATER, NEVER
from pz8edu.core.chains.views import takes_long
from pz8edu.printing.percent import short_percent
from pz8edu.show.outcome_styles import NEUTRAL, PLAIN
from pz8widgets.page.fraction_html import decimal, fraction_html, readable
from pz8widgets.page.odds_bars import knowing
from pz8widgets.plots.plot import Bar, Plot, Ticks, whole_ticks
from pz8widgets.turns.trajectory import Trajectory, endless, every_state, styles_of

HALF, MOST, BARELY = Fraction(1, 2), Fraction(9, 10), Fraction(9, 20)


def duration_html(chain: Chain[Any], trajectory: Trajectory, solvable: bool, step: str) -> str:
    """How long it takes, first for everybody, then for those who know what a variance is."""
    if endless(chain):
        return f"<p>This is never over: no {step} ends it.</p>{long_run_html(chain, trajectory, step)}"
    lead = " ".join(filter(None, (over_words(trajectory, step), left_words(trajectory, step))))
    if not solvable:
        big = f"{len(chain.model.states):,} states"
        return f"<p>{lead}</p><p>With {big} the exact expectation takes some seconds to work out.</p>"
    return f"<p>{lead}</p>{numbers_html(chain, step)}"


def long_run_html(chain: Chain[Any], trajectory: Trajectory, step: str) -> str:
    """How large a share of all turns begins in each state, in the long run."""
    if takes_long(chain.solver):
        return ""
    law = chain.long_run().map(chain.word)
    order = every_state(trajectory).order
    bars = knowing(law, law, styles_of(order))
    return f"<p>So many of all {step}s begin in each state:</p>{bars}"


def over_words(trajectory: Trajectory, step: str) -> str:
    """By which turn it is over half the time, and by which nine times in ten."""
    half, most = trajectory.over_by(HALF), trajectory.over_by(MOST)
    if trajectory.over_by(Fraction(1)) == 0:
        return f"It is over before the first {step}."
    if half is None:
        return f"After {step} {trajectory.last} it still goes on more often than not."
    whole = trajectory.over_by(Fraction(1))
    if whole is not None and whole == half:
        return f"It is always over by {step} {whole}."
    often = "Half the time" if trajectory.going_on[half] >= BARELY else "More often than not"
    said = f"<b>{often} it is over by {step} {half}</b>"
    said += f", nine times in ten by {step} {most}" if most not in (None, half) else ""
    return said + (f", and always by {step} {whole}." if whole is not None else ".")


def left_words(trajectory: Trajectory, step: str) -> str:
    """What is still going on when the trajectory ends."""
    left = trajectory.going_on[-1]
    if not left or trajectory.over_by(HALF) is None:
        return f"Still going on after {step} {trajectory.last}: {short_percent(left)}." if left else ""
    return f"{short_percent(left)} of the time it still goes on after {step} {trajectory.last}."


def numbers_html(chain: Chain[Any], step: str) -> str:
    """Expectation, variance and standard deviation; or how often play never ends."""
    never = chain.ends().fractions().get(NEVER)
    if never is not None:
        if never == 1:
            return "<p>It can never end: no dice lead out of it.</p>"
        return (
            f"<p>In {fraction_html(never)} ({short_percent(never)}) of all cases it never ends: "
            "a state is reached that no dice lead out of. So there is no average length.</p>"
        )
    mean, variance = chain.solver.expected_turns(), chain.solver.variance_of_turns()
    assert mean is not None
    assert variance is not None
    rows = (
        ("On average", _exactly(mean), f"{decimal(mean)} {step}s"),
        ("Give or take (standard deviation)", "", f"{decimal(Fraction(math.sqrt(variance)))} {step}s"),
        ("Variance", _exactly(variance), decimal(variance)),
    )
    cells = "".join(
        f'<tr><th scope="row">{name}</th><td>{exactly}</td><td><b>{beside}</b></td></tr>'
        for name, exactly, beside in rows
    )
    return f'<table class="pz8-results">{cells}</table>'


def _exactly(number: Fraction) -> str:
    return fraction_html(number) if readable(number) and number.denominator > 1 else ""


def duration_plot(trajectory: Trajectory, step: str) -> Plot:
    """A bar for every number of turns, and a last one for what comes later."""
    return turns_plot(trajectory.duration.fractions(), trajectory.last, "over", step)


def turns_plot(law: Mapping[Any, Fraction], last: int, what: str, step: str = "turn") -> Plot:
    """A bar for every turn in which something happens, up to the last; what is LATER stands at the end.

    A bar of later turns that is higher than all others is cut off; its chance stands under the axis.
    """
    chances = {turn: chance for turn, chance in law.items() if isinstance(turn, int)}
    later = law.get(LATER)
    top, ticks = percents(float(max(chances.values(), default=Fraction(1))))
    bars = [
        Bar(turn, 0.0, float(chance), PLAIN, f"{what} in {step} {turn}: {short_percent(chance)}")
        for turn, chance in chances.items()
    ]
    first, end = (0 if 0 in chances else 1), last
    across = dict(whole_ticks((first - 0.5, max(last, first) + 0.5)))
    title = f"{what} in {step}"
    if later:
        end = last + 1
        bars.append(Bar(end, 0.0, min(float(later), top), NEUTRAL, f"later: {short_percent(later)}"))
        room = (end - first) / 9
        across = {x: text for x, text in across.items() if x <= end - room} | {float(end): "later"}
        title += f" ({short_percent(later)} later)"
    said = ", ".join(bar.said for bar in bars[:TOLD])
    return Plot(
        label=f"The {step} in which it is {what}: {said}{', and so on' if len(bars) > TOLD else ''}.",
        x_title=title,
        y_title="",
        x_range=(first - 0.5, max(end, first) + 0.5),
        y_range=(0.0, top),
        x_ticks=across,
        y_ticks=ticks,
        bars=bars,
    )


TOLD = 8
"""So many bars are told one by one to those who do not see them."""


def percents(largest: float) -> tuple[float, Ticks]:
    """An axis of percents that holds the largest chance: its top and its ticks."""
    step = next(size for size in (0.01, 0.02, 0.05, 0.1, 0.2, 0.25) if largest <= 5 * size)
    count = math.ceil(largest / step - 1e-9)
    places = [round(step * tick, 4) for tick in range(count + 1)]
    return places[-1], {place: f"{100 * place:g} %" if place else "0" for place in places}
