"""The reports of comparisons: odds of one situation or of many, results of turn after turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from markupsafe import Markup

from pz8edu.asking.ask import question_in
from pz8edu.asking.odds import Odds
from pz8edu.core.rulebook.draws import listed_values
from pz8edu.core.rulebook.situation import Situation
from pz8edu.core.rulebook.system import Calculator, Question, System
from pz8edu.desk.backwards.figure import figure_text, input_text
from pz8edu.desk.compare.compared_page import ComparedPage, Table, grid, in_markdown
from pz8edu.desk.compare.comparison import Change, Comparison, Rules, compare, signed
from pz8edu.desk.compare.everywhere import Everywhere, everywhere
from pz8edu.desk.compare.everywhere_shown import (
    figure_html,
    figures_shown,
    how_many_change,
    map_lines,
    map_of,
    spaced,
)
from pz8edu.desk.compare.matters import MOST_LISTED
from pz8edu.desk.tables.answers import Progress
from pz8edu.desk.tables.sweep import Over, as_printed_order, beyond_its_book, values_over
from pz8edu.desk.variants.variant import Variant, read_variant
from pz8edu.printing.exact import in_full
from pz8edu.printing.html_table import html_table
from pz8edu.printing.percent import percent, short_percent
from pz8edu.show.heat_map import heat_map
from pz8edu.show.odds_html import BARS, bar, legend, strip
from pz8edu.show.outcome_styles import PLAIN, OutcomeStyle
from pz8edu.show.outcomes import outcome_looks
from pz8edu.show.tree_differences import differing_branches
from pz8edu.show.tree_svg import draw

MOST_ROWS = 50
"""So many changed situations are told, the largest changes first; the CSV has them all."""
MAP = "The share of the chance that moves, on average"
"""The title of the map."""
MOST_BARS, BANDS = 12, 10
"""So many sizes of change are told apart in the chart; of more, so many bands."""


class Report(ComparedPage):
    """The odds of a calculator under two rule texts: of one situation, or of many."""

    def __init__(self, home: System, comparison: Comparison, *told: Any) -> None:
        super().__init__(home, comparison, comparison.summary, *told)
        self.comparison = comparison

    @property
    def allowed(self) -> int:
        """How many of the situations both rules allow."""
        return self.comparison.asked - sum(self.comparison.refused.values())

    @property
    def by_outcome(self) -> Table:
        """What every outcome gains or loses on average over all situations."""
        rows = []
        counted = list(zip(self.comparison.gains, self.comparison.rows.counts, strict=True))
        for word in self.comparison.outcomes:
            gain = sum((count * gains.get(word, Fraction(0)) for gains, count in counted), Fraction(0))
            mean = gain / self.allowed
            rows.append([word, signed(mean) or "0", signed_percent(mean)])
        return "What the outcomes gain on average", ["outcome", "gains", "percent"], rows

    @property
    def sizes(self) -> list[tuple[str, int]]:
        """How many situations change by how much of their chance: the chart of the report."""
        law = self.comparison.sizes.fractions()
        counts = {size: int(chance * self.allowed) for size, chance in law.items()}
        if len(counts) <= MOST_BARS:
            return [(_size(size), counts[size]) for size in sorted(counts)]
        top, kept = max(counts), counts.pop(Fraction(0), 0)
        bars = [("unchanged", kept)] if kept else []
        for place in range(BANDS):
            low, high = top * place / BANDS, top * (place + 1) / BANDS
            count = sum(each for size, each in counts.items() if low < size <= high)
            bars.append((f"over {short_percent(low)} to {short_percent(high)}", count))
        return bars

    def where(self) -> Iterator[Table]:
        """For every input that varies: how many of the situations with each value change, and how much."""
        for name, values in self.over.items():
            asked = self.comparison.asked // len(values)
            means, found = self.moved_by(name, name), self.comparison.rows.by_values(name)
            rows = []
            for value in values:
                sizes = [(self._moved[code], count) for code, count in found[value,].items()]
                changed = sum(count for size, count in sizes if size)
                rows.append(
                    [
                        input_text(value),
                        f"{changed} of {asked}",
                        short_percent(Fraction(changed, asked)),
                        in_full(means[value, value]),
                        short_percent(means[value, value]),
                        short_percent(max(size for size, _ in sizes)),
                    ]
                )
            yield f"By {spaced(name)}", ["value", "change", "share", "mean", "", "largest"], rows

    @property
    def _moved(self) -> list[Fraction]:
        """How much of the chance moves in each kind of situation: nothing in those that are refused."""
        return [size or Fraction(0) for size in self.comparison.moved]

    def moved_by(self, down: str, across: str) -> dict[tuple[object, object], Fraction]:
        """How much of the chance moves on average, for every pair of values of two inputs."""
        return self.comparison.rows.means(down, across, self._moved)

    @property
    def telling(self) -> tuple[str, ...]:
        """The two inputs on whose values it depends most how much of the chance moves."""
        return self.comparison.rows.telling(self._moved)

    @property
    def largest(self) -> Table:
        """The situations that change most, those that change alike together, with the exact gains."""
        head, *rows = self.comparison.tie_lines(MOST_ROWS)
        lines = sum(len(tie.where) for tie in self.comparison.ties())
        title = f"The largest changes, {MOST_ROWS} lines of {lines}" if lines > MOST_ROWS else "Every change"
        return title, head, rows

    @property
    def odds(self) -> Table:
        """The odds of the one situation under both rules."""
        change = self.comparison[0]
        words = as_printed_order(self.comparison.question, [*change.before, *change.after])
        rows = [
            [
                word,
                in_full(change.before.fraction(word)),
                in_full(change.after.fraction(word)),
                signed(change.by_outcome.get(word, Fraction(0))) or "0",
            ]
            for word in words
        ]
        return "The odds", ["outcome", "before", "after", "gains"], rows

    def tables(self) -> Iterator[Table]:
        """The tables under the summary, in their order."""
        if len(self.comparison) and not self.over:
            yield self.odds
        elif len(self.comparison):
            yield self.by_outcome
            yield from self.where()
            yield self.largest

    # --- as a page
    def pictures(self) -> Markup:
        """The sizes of the change and a map of two inputs; of one situation its odds and its trees."""
        if self.over:
            return self._chart() + self._map()
        return self._side_by_side(self.comparison[0]) if len(self.comparison) else Markup()

    def pictures_in_text(self) -> str:
        """The sizes of the change and the map as tables."""
        if not self.over:
            return ""
        rows = [
            [words, "█" * round(20 * count / self.comparison.asked), str(count)]
            for words, count in self.sizes
        ]
        pages = [grid(["share of the chance that moves", "", "situations"], rows)]
        if len(self.over) > 1 and len(self.comparison):
            down, across = self.telling
            head, *lines = map_lines(self.moved_by(down, across), down, across, signs=False)
            pages.append(f"## {MAP}\n\n{grid(head, lines)}")
        return "\n\n".join(pages)

    def _map(self) -> Markup:
        if len(self.over) < 2 or not len(self.comparison):
            return Markup()
        down, across = self.telling
        drawn = heat_map(self.moved_by(down, across), f"{spaced(down)} ↓ {spaced(across)} →", "", signs=False)
        return Markup("<h2>{}</h2><figure>{}</figure>").format(MAP, drawn)

    def _chart(self) -> Markup:
        """How many situations change by how much, as bars."""
        most = max((count for _, count in self.sizes), default=1) or 1
        rows = [
            [
                words,
                bar(Fraction(count, most), PLAIN),
                str(count),
                percent(Fraction(count, self.comparison.asked)),
            ]
            for words, count in self.sizes
        ]
        head = ["share of the chance that moves", BARS, "situations", ""]
        return Markup("<figure>{}</figure>").format(html_table(head, rows, names=1))

    def _side_by_side(self, change: Change) -> Markup:
        """The odds of one situation under both rules as bars, and both trees."""
        question = self.comparison.question
        looks = outcome_looks([*change.before, *change.after], question.outcomes, question.ranked)
        sides = (("before", change.before), ("after", change.after))
        bars = html_table(["", ""], [[said, strip(odds.fractions(), looks)] for said, odds in sides], names=1)
        return bars + legend(looks) + _trees(change.before, change.after, looks)


class FigureReport(ComparedPage):
    """Figure by figure: the results of a chain, or the outcomes where inputs inside records vary."""

    def __init__(self, home: System, found: Everywhere, *told: Any) -> None:
        super().__init__(home, found, how_many_change(found), *told)
        self.found = found

    def tables(self) -> Iterator[Table]:
        """The results of one situation; of many the largest changes of every result."""
        if not self.over:
            for case in self.found.cases:
                rows = [
                    [spaced(name), *map(_figure, (case.before.get(name), case.after.get(name)))]
                    for name in case.after
                ]
                yield "The results", ["result", "before", "after"], rows
        for figure in figures_shown(self.found):
            head, *rows = self.found.lines(figure, MOST_ROWS)
            yield f"Largest changes: {spaced(figure)}", head, rows

    def pictures(self) -> Markup:
        """Of every result a map of two inputs, and the sizes of its change."""
        drawn = (
            Markup("<h2>{}</h2><p>{}</p><figure>{}</figure>").format(
                spaced(figure), self.found.most(figure), figure_html(self.found, figure)
            )
            for figure in figures_shown(self.found)
        )
        return Markup().join(drawn)

    def pictures_in_text(self) -> str:
        """The maps as tables."""
        pages = []
        for figure in figures_shown(self.found):
            down, *more = self.found.telling(figure)
            pair = (down, more[0] if more else down)
            head, *lines = map_lines(map_of(self.found, figure, *pair), *pair, chance=False)
            sizes = grid(
                ["change", "situations"], [[size, str(count)] for size, count in self.found.spread(figure)]
            )
            title = f"## {in_markdown(spaced(figure))}"
            pages += [title, self.found.most(figure), grid(head, lines), sizes]
        return "\n\n".join(pages)


def report(
    asked: str | System,
    question: str,
    inputs: Mapping[str, object] | None = None,
    /,
    *,
    second: Rules,
    first: Rules | None = None,
    over: Over = (),
    title: str = "",
    told: Progress | None = None,
    beyond_the_book: bool = False,
    **more: object,
) -> Report | FigureReport:
    """A comparison as a page of its own: HTML, Markdown or CSV.

    Of a calculator is asked what `compare` is asked, of a chain (and where inputs inside records vary) what
    `everywhere` is. Without `over` one
    situation is compared. A variant brings its title and its reason along; `told(done, of)` hears how far it
    is.
    """
    home, found = question_in(asked, question)
    fixed = {**(inputs or {}), **more}
    variant = second if isinstance(second, Variant) else None
    if isinstance(second, Path):
        variant = read_variant(second)
    named = (title or (variant.title if variant else ""), variant.why if variant else "")
    if not isinstance(found, Calculator) or any("." in name for name in over):
        turns = everywhere(home, found.id, fixed, first=first, second=second, over=over, told=told)
        return FigureReport(home, turns, fixed, turns.values, *named)
    values = values_over(beyond_its_book(found) if beyond_the_book else found, over)
    beyond = beyond_the_book
    compared = compare(
        home, found.id, fixed, first=first, second=second, over=values, told=told, beyond_the_book=beyond
    )
    return Report(home, compared, fixed, values, *named)


def free_inputs(question: Question, fixed: Mapping[str, object], *others: type[Situation]) -> tuple[str, ...]:
    """The inputs that are not given, can be listed, and are asked for by the other forms too.

    Those that make too many situations are left alone.
    """
    found: list[str] = []
    count = 1
    for name, known in question.situation.fields().items():
        values = listed_values(known.domain)
        shared = all(name in form.fields() for form in others)
        if shared and name not in fixed and values and count * len(values) <= MOST_LISTED:
            found.append(name)
            count *= len(values)
    return tuple(found)


# --- parts of a page
def _figure(value: object) -> str:
    """A result as it is read."""
    return figure_text(Fraction(value)) if isinstance(value, (int, Fraction)) else str(value)


def _size(size: Fraction) -> str:
    return f"{size} ({short_percent(size)})" if size else "unchanged"


def _trees(before: Odds, after: Odds, looks: Mapping[str, OutcomeStyle]) -> Markup:
    """Both trees; the branches that differ are drawn in heavy ink."""
    sides = (("Before", before), ("After", after))
    lit = differing_branches(before.tree, after.tree)
    parts = []
    for (said, odds), different in zip(sides, lit, strict=True):
        drawing = draw(
            odds.tree,
            different,
            looks=looks,
            prefix=said,
            word=odds.question.word,
            title=said,
            lit_means="different",
        )
        parts.append(Markup("<h3>{}</h3><figure>{}</figure>").format(f"{said}: {odds.rules}", drawing))
    return Markup().join(parts)


def signed_percent(gain: Fraction) -> str:
    """A gain in percent with its sign."""
    return f"{'+' if gain > 0 else ''}{short_percent(gain)}" if gain else "0 %"
