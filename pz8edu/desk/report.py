"""A comparison as a page of its own: what changed in the text, what that did, and how to repeat it."""

from __future__ import annotations

import inspect
import shlex
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import prod
from pathlib import Path
from typing import Any

from markupsafe import Markup

from pz8edu.asking.ask import question_in
from pz8edu.asking.comparison import Change, Comparison, Rules, Tie, compare, signed
from pz8edu.asking.odds import Odds
from pz8edu.asking.sweep import Over, beyond, in_order, values_over
from pz8edu.asking.variant import Variant, options_of, read_variant
from pz8edu.desk.figure import as_written
from pz8edu.desk.matters import MOST_LISTED
from pz8edu.errors import BadInput
from pz8edu.printing.exact import in_full
from pz8edu.printing.html_table import html_table
from pz8edu.printing.percent import percent, short_percent
from pz8edu.printing.saving import save_text
from pz8edu.rulebook.differences import differences
from pz8edu.rulebook.draws import listed_values
from pz8edu.rulebook.system import Calculator, System
from pz8edu.show.odds_html import bar, legend, strip
from pz8edu.show.outcome_styles import PLAIN, OutcomeStyle
from pz8edu.show.outcomes import outcome_looks
from pz8edu.show.tree_differences import differing_branches
from pz8edu.show.tree_svg import draw

MOST_ROWS = 50
"""So many changed situations are told, the largest changes first; the CSV has them all."""
MOST_BARS, BANDS = 12, 10
"""So many sizes of change are told apart in the chart; of more, so many bands."""

STYLE = Markup("""
body { font: 16px/1.45 system-ui, sans-serif; color: #1f2933; background: #fff; max-width: 60em;
  margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin-top: 1.6em; }
table { border-collapse: collapse; margin: .6em 0; } th, td { padding: .2em .7em; text-align: left;
  border-bottom: 1px solid #d5dbe1; vertical-align: top; }
pre { background: #f4f6f8; padding: .6em; white-space: pre-wrap; overflow-wrap: anywhere; }
* { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
figure { margin: .6em 0; overflow-x: auto; } svg { max-width: 100%; height: auto; }
@media print { body { max-width: none; margin: 0; font-size: 11pt; } h2 { break-after: avoid; }
  tr, figure, pre { break-inside: avoid; } }
""")

Table = tuple[str, list[str], list[list[str]]]
"""A heading, the titles of the columns, and lines of text."""


class Report:
    """A comparison as a page: `report.save("page.html")`, `.md` or `.csv`; in a notebook it shows itself.

    `fixed` are the inputs that stay as they are, `over` those that vary; `command` repeats it.
    """

    def __init__(
        self,
        home: System,
        comparison: Comparison,
        fixed: Mapping[str, Any],
        over: Mapping[str, Sequence[Any]],
        title: str = "",
        why: str = "",
    ) -> None:
        self.home = home
        self.comparison = comparison
        self.fixed = dict(fixed)
        self.over = dict(over)
        self.title = title or f"{comparison.question.title}: {comparison.first} and {comparison.second}"
        self.why = why

    # --- what it says
    @property
    def command(self) -> str:
        """The line that repeats it; "" where a rule of one's own is compared: a line cannot hold that."""
        first, second = self.comparison.first, self.comparison.second
        if first.own_rules or second.own_rules:
            return ""
        words = ["python", "-m", "pz8edu", "report", self.home.id, self.comparison.question.id]
        words += [f"{name}={as_written(value)}" for name, value in self.fixed.items()]
        if self.over:
            words += ["--over", ",".join(self._written_over())]
        if self.comparison.question.situation.in_the_book and not second.beyond_the_book():
            words.append("--beyond-the-book")
        if first != self.home.rules:
            words += ["--first", str(first)]
        if second.system != self.home.id:
            return shlex.join([*words, "--second", str(second)])
        return " ".join(filter(None, (shlex.join(words), options_of(second))))

    def _written_over(self) -> Iterator[str]:
        """The inputs that vary as a command has them: all values by name, others by value."""
        fields = self.comparison.question.situation.fields()
        for name, values in self.over.items():
            every = tuple(values) == listed_values(fields[name].domain)
            yield name if every else f"{name}={'|'.join(map(as_written, values))}"

    @property
    def changed_text(self) -> Table:
        """What the second rules say otherwise."""
        told = differences(self.comparison.first, self.comparison.second)
        rows = [[each.name, each.before or "–", each.after or "–", each.meaning] for each in told]
        for name, rule in self.comparison.second.own_rules:
            rows.append(
                [f"{name}()", "as printed", getattr(rule, "__name__", ""), inspect.getdoc(rule) or ""]
            )
        return "What changed in the text", ["name", "before", "after", "meaning"], rows

    @cached_property
    def ties(self) -> tuple[Tie, ...]:
        """Situations that change alike, the largest change first."""
        return tuple(self.comparison.ties())

    @property
    def allowed(self) -> int:
        """How many of the situations both rules allow."""
        return self.comparison.asked - sum(self.comparison.refused.values())

    @property
    def by_outcome(self) -> Table:
        """What every outcome gains or loses on average over all situations."""
        rows = []
        for word in self.comparison.outcomes:
            gain = sum((tie.count * tie.by_outcome.get(word, Fraction(0)) for tie in self.ties), Fraction(0))
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
            changed, moved = dict.fromkeys(values, 0), dict.fromkeys(values, Fraction(0))
            most = dict.fromkeys(values, Fraction(0))
            for tie in self.ties:
                for box in tie.where:
                    own = box.get(name, values)
                    others = prod(
                        len(box.get(other, self.over[other])) for other in self.over if other != name
                    )
                    for value in own:
                        changed[value] += others
                        moved[value] += others * tie.size
                        most[value] = max(most[value], tie.size)
            rows = [
                [
                    as_written(value),
                    f"{changed[value]} of {asked}",
                    short_percent(Fraction(changed[value], asked)),
                    in_full(moved[value] / asked),
                    short_percent(moved[value] / asked),
                    short_percent(most[value]),
                ]
                for value in values
            ]
            yield f"By {name.replace('_', ' ')}", ["value", "change", "share", "mean", "", "largest"], rows

    @property
    def largest(self) -> Table:
        """The situations that change most, those that change alike together, with the exact gains."""
        head, *rows = self.comparison.tie_lines(MOST_ROWS)
        lines = sum(len(tie.where) for tie in self.ties)
        title = f"The largest changes, {MOST_ROWS} lines of {lines}" if lines > MOST_ROWS else "Every change"
        return title, head, rows

    @property
    def odds(self) -> Table:
        """The odds of the one situation under both rules."""
        change = self.comparison[0]
        words = in_order(self.comparison.question, [*change.before, *change.after])
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
        """All tables of the report in their order."""
        yield self.changed_text
        if len(self.comparison) and not self.over:
            yield self.odds
        elif len(self.comparison):
            yield self.by_outcome
            yield from self.where()
            yield self.largest

    # --- as a page
    def to_html(self) -> str:
        """The report as a page that needs nothing else, and prints well."""
        body = Markup(
            "<!doctype html><html lang='en'><head><meta charset='utf-8'><title>{title}</title>"
            "<meta name='viewport' content='width=device-width'><style>{style}</style></head><body>{body}"
            "</body></html>\n"
        )
        return str(body.format(title=self.title, style=STYLE, body=self._body()))

    def _body(self) -> Markup:
        parts = [Markup("<h1>{}</h1><p>{} {}</p>").format(self.title, self._asked, self.why)]
        first, *others = self.tables()
        parts += [_section(first), Markup("<h2>What it did</h2><p>{}</p>").format(self.comparison.summary)]
        if self.over:
            parts.append(self._chart())
        elif len(self.comparison):
            parts.append(self._side_by_side(self.comparison[0]))
        parts += map(_section, others)
        if self.command:
            parts.append(Markup("<h2>Again</h2><pre>{}</pre>").format(self.command))
        return Markup().join(parts)

    @property
    def _asked(self) -> str:
        """What was asked, in a sentence."""
        question = self.comparison.question
        told = ", ".join(f"{name}={as_written(value)}" for name, value in self.fixed.items())
        varied = f"; every value of {', '.join(self.over)}" if self.over else ""
        where = f"{self.home.title}, section {question.section}"
        return f"{question.title} ({where}){': ' * bool(told)}{told}{varied}."

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
        head = ["share of the chance that moves", "", "situations", ""]
        return Markup("<figure>{}</figure>").format(html_table(head, rows, names=1))

    def _side_by_side(self, change: Change) -> Markup:
        """The odds of one situation under both rules as bars, and both trees."""
        question = self.comparison.question
        looks = outcome_looks([*change.before, *change.after], question.outcomes, question.ranked)
        sides = (("before", change.before), ("after", change.after))
        bars = html_table(["", ""], [[said, strip(odds.fractions(), looks)] for said, odds in sides], names=1)
        return bars + legend(looks) + _trees(change.before, change.after, looks)

    def to_markdown(self) -> str:
        """The report as Markdown."""
        parts = [f"# {_plain(self.title)}", f"{self._asked} {self.why}".strip()]
        first, *others = self.tables()
        parts += [_markdown(first), "## What it did", self.comparison.summary]
        if self.over:
            rows = [
                [words, "█" * round(20 * count / self.comparison.asked), str(count)]
                for words, count in self.sizes
            ]
            parts.append(_grid(["share of the chance that moves", "", "situations"], rows))
        parts += map(_markdown, others)
        if self.command:
            parts += ["## Again", f"```\n{self.command}\n```"]
        return "\n\n".join(parts) + "\n"

    def to_csv(self) -> str:
        """Every changed situation with its exact differences, as comma-separated lines."""
        return self.comparison.to_csv()

    def save(self, path: str | Path) -> Path:
        """Write it whole or not at all, in the form that the name ends in: .html, .md or .csv."""
        forms = {".html": self.to_html, ".md": self.to_markdown, ".csv": self.to_csv}
        file = Path(path)
        if file.suffix not in forms:
            raise BadInput(f"a report is a file that ends in .html, .md or .csv; got {file.name!r}")
        save_text(file, forms[file.suffix]())
        return file

    def __repr__(self) -> str:
        return self.to_markdown()

    def _repr_html_(self) -> str:
        return self._body()


def report(
    asked: str | System,
    calculator: str,
    inputs: Mapping[str, Any] | None = None,
    /,
    *,
    second: Rules,
    first: Rules | None = None,
    over: Over = (),
    title: str = "",
    beyond_the_book: bool = False,
    **more: Any,
) -> Report:
    """A comparison as a page of its own: HTML, Markdown or CSV. What is asked is what `compare` is asked.

    Without `over` and with no input but some given, one situation is compared. A variant brings its title and
    its reason along.
    """
    home, question = question_in(asked, calculator, None, "calculator")
    assert isinstance(question, Calculator)
    fixed = {**(inputs or {}), **more}
    values = values_over(beyond(question) if beyond_the_book else question, over)
    found = compare(
        home,
        question.id,
        fixed,
        first=first,
        second=second,
        over=values,
        beyond_the_book=beyond_the_book,
    )
    told = second if isinstance(second, Variant) else None
    if isinstance(second, Path):
        told = read_variant(second)
    return Report(home, found, fixed, values, title or (told.title if told else ""), told.why if told else "")


def free_inputs(question: Calculator, fixed: Mapping[str, Any]) -> tuple[str, ...]:
    """The inputs that are not given and can be listed; those that make too many situations are left alone."""
    found: list[str] = []
    count = 1
    for name, known in question.situation.fields().items():
        values = listed_values(known.domain)
        if name not in fixed and values and count * len(values) <= MOST_LISTED:
            found.append(name)
            count *= len(values)
    return tuple(found)


# --- parts of a page
def _size(size: Fraction) -> str:
    return f"{size} ({short_percent(size)})" if size else "unchanged"


def _section(table: Table) -> Markup:
    title, head, rows = table
    if not rows:
        return Markup("<h2>{}</h2><p>Nothing.</p>").format(title)
    shown = html_table([cell.replace("_", " ") for cell in head], rows, names=1)
    return Markup("<h2>{}</h2><figure>{}</figure>").format(title, shown)


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


def _markdown(table: Table) -> str:
    title, head, rows = table
    return f"## {_plain(title)}\n\n{_grid(head, rows) if rows else 'Nothing.'}"


def _grid(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(_plain, line))} |" for line in lines)


def _plain(text: str) -> str:
    """A text that Markdown takes as it is."""
    return "".join(f"\\{letter}" if letter in "|\\`*_<>[]" else letter for letter in text)


def signed_percent(gain: Fraction) -> str:
    """A gain in percent with its sign."""
    return f"{'+' if gain > 0 else ''}{short_percent(gain)}" if gain else "0 %"
