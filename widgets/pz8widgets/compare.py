"""Two rule texts side by side: the same situation under both, and where in all situations they differ."""

from __future__ import annotations

import itertools
from base64 import b64encode
from collections.abc import Mapping
from fractions import Fraction
from html import escape
from typing import Any

import ipywidgets as w
from traitlets import Any as AnyTrait

from pz8edu.asking.comparison import Comparison, compare, ruleset_of
from pz8edu.asking.playthrough import StepThrough
from pz8edu.asking.sweep import MOST, every_value
from pz8edu.errors import BadInput
from pz8edu.printing.percent import short_percent
from pz8edu.rulebook.ruleset import Ruleset, printed_rules
from pz8edu.rulebook.system import Calculator as Question
from pz8edu.show.outcomes import outcome_looks
from pz8edu.show.tree_outline import outline
from pz8edu.show.tree_svg import draw
from pz8widgets.calculators.calculator import found
from pz8widgets.calculators.tree_card import tree_html
from pz8widgets.page.compressed import Picture
from pz8widgets.page.form import label_of
from pz8widgets.page.fraction_html import fraction_html
from pz8widgets.page.odds_bars import Looks, knowing
from pz8widgets.page.question_page import QuestionPage
from pz8widgets.page.readings import change_html, differences
from pz8widgets.page.theme import card, words

MOST_ROWS = 25

_drawings = itertools.count(1)


class Compare(QuestionPage):
    """A calculator under two rulesets: `Compare("pz8-ww2", "rally", second="rally_on=4")`.

    A ruleset may be written as its changes ("R1=b, hit_on=3"); `first` is as printed unless given. Both may
    be observed and set. `look_everywhere(["cover", "quality"])` compares all values of some inputs.
    Raises BadInput for an unknown system, question, input, value or rule.
    """

    SHEETS = ("calculator", "panels")
    question: Question
    first = AnyTrait(None, allow_none=True)
    second = AnyTrait(None, allow_none=True)

    def __init__(
        self,
        system_id: str,
        question: str,
        *,
        second: Ruleset | str,
        first: Ruleset | str | None = None,
        inputs: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(*found(system_id, question, None), {**(inputs or {}), **more})
        self.set_trait("first", ruleset_of(self.system, first))
        self.set_trait("second", ruleset_of(self.system, second))
        self.everywhere: Comparison | None = None
        self.plays: tuple[StepThrough, StepThrough] | None = None
        self._drawing = next(_drawings)
        self._build()
        self.observe(lambda _: self._rules_changed(), ["first", "second"])

    # --- building
    def _build(self) -> None:
        self.differ, self.odds, self.problem = (words("") for _ in range(3))
        self.problem.add_class("pz8-problem")
        self.texts = {name: self._rules_field(name) for name in ("first", "second")}
        fields = w.HBox(list(self.texts.values()))
        fields.add_class("pz8-pair")
        self.trees = [Picture(), Picture()]
        trees = w.HBox(
            [card(name, tree) for name, tree in zip(("First rules", "Second rules"), self.trees, strict=True)]
        )
        trees.add_class("pz8-pair")
        names = tuple(name for name in self.form.fields if self._listable(name))
        self.over = w.SelectMultiple(
            options=[(label_of(name), name) for name in names],
            description="Inputs that take all their values (Ctrl or ⌘ for several)",
            rows=min(8, max(2, len(names))),
        )
        self.over.add_class("pz8-field")
        self.look = w.Button(description="Compare everywhere", button_style="info")
        self.look.on_click(lambda _: self._looked())
        self.found, self.table = words(""), Picture()
        result = w.VBox(
            [
                card("Two rule texts", fields, self.problem, self.differ),
                card("What it changes here", self.odds, note="dashed first rules · solid second rules"),
                trees,
                card("Where it matters", self.over, self.look, self.found, self.table),
            ]
        )
        result.add_class("pz8-part-ways")
        self.lay_out(result).add_class("pz8-two")

    def _rules_field(self, name: str) -> w.Text:
        field = w.Text(
            value=text_of(getattr(self, name)),
            description=f"The {name} rules: what departs from the book",
            placeholder="as printed; or such as hit_on=3, R3=b",
            continuous_update=False,
        )
        field.add_class("pz8-field")
        field.observe(lambda change: self._written(name, change.new), "value")
        return field

    def _listable(self, name: str) -> bool:
        try:
            every_value(name, self.form.fields[name].known.domain)
        except BadInput:
            return False
        return True

    # --- changing
    def _written(self, name: str, text: str) -> None:
        if self._quiet:
            return
        try:
            rules = ruleset_of(self.system, text)
        except BadInput as fault:
            self.problem.value = f'<p role="alert">{escape(str(fault))}</p>'
            return
        setattr(self, name, rules)

    def _rules_changed(self) -> None:
        with self._quiet:
            for name, field in self.texts.items():
                field.value = text_of(getattr(self, name))
        self.renew()

    def look_everywhere(self, over: Any) -> Comparison:
        """Compare all values of some inputs; the others stay as they are in the form.

        Raises BadInput for more than 50,000 situations, and while the form cannot be used.
        """
        if self.form.value is None:
            raise BadInput(self.form.problem)
        fixed = {name: value for name, value in self.form.value.plain().items() if name not in over}
        self.everywhere = compare(
            self.system.id, self.question.id, fixed, first=self.first, second=self.second, over=list(over)
        )
        return self.everywhere

    def _looked(self) -> None:
        if not self.over.value:
            self.found.value = '<p role="alert">Choose at least one input.</p>'
            return
        try:
            comparison = self.look_everywhere(self.over.value)
        except BadInput as fault:
            self._forget()
            self.found.value = f'<p role="alert">{escape(str(fault))}</p>'
            return
        self.found.value = f'<p role="status">{escape(summary_of(comparison))}</p>'
        self.table.value = table_of(comparison)

    def _forget(self) -> None:
        self.everywhere = None
        self.found.value = self.table.value = ""

    # --- showing
    def heading_html(self) -> str:
        """The title of the question."""
        return (
            f'<div class="pz8-heading"><h2>{escape(self.question.title)}</h2><span class="pz8-quiet">'
            f"{escape(self.system.title)} · one question, two rule texts</span></div>"
        )

    def renew(self) -> None:
        """The situation or one of the rule texts has changed."""
        self.differ.value = departures_html(self.first, self.second)
        self._forget()
        super().renew()

    def work_out(self, situation: Any) -> None:
        """The odds under both rule texts."""
        first, second = (StepThrough(self.question, situation, rules) for rules in (self.first, self.second))
        self.plays = (first, second)

    def show_problem(self, why: str) -> None:
        """Say why the situation cannot be used, and show nothing that does not belong to it."""
        self.plays = None
        self.odds.value = ""
        for tree in self.trees:
            tree.value = ""
        self.problem.value = f'<p role="alert">{escape(why)}</p>'

    def show_answer(self) -> None:
        """The odds side by side, in words and as trees."""
        assert self.plays is not None
        first, second = self.plays
        self.problem.value = ""
        looks = outcome_looks([*first.before, *second.before], self.question.outcomes, self.question.ranked)
        bars = knowing(first.before, second.before, looks)
        gains = differences(first.before, second.before)
        moved = sum((gain for gain in gains.values() if gain > 0), Fraction(0))
        said = "Nothing changes here."
        if moved:
            share = f"{fraction_html(moved)} of all games ({short_percent(moved)})"
            said = f"{share} end differently: {change_html(first.before, second.before)}."
        self.odds.value = f'{bars}<p role="status">{said}</p>'
        for place, (tree, play) in enumerate(zip(self.trees, (first, second), strict=True)):
            tree.value = self._drawn(play, looks, place)

    def _drawn(self, play: StepThrough, looks: Looks, place: int) -> str:
        how: Any = {"looks": looks, "word": self.question.word}
        drawing = draw(play.tree, prefix=f"v{self._drawing}{'ab'[place]}", **how)
        return tree_html(drawing, outline(play.tree, **how))

    def still_text(self) -> str:
        """Both odds in words."""
        return self.form.problem if self.situation is None else repr(self._here())

    def still_html(self) -> str:
        """Both odds as a table."""
        return f"<p>{escape(self.form.problem)}</p>" if self.situation is None else self._here()._repr_html_()

    def _here(self) -> Comparison:
        inputs = self.situation.plain()
        return compare(self.system.id, self.question.id, inputs, first=self.first, second=self.second)


def text_of(rules: Ruleset) -> str:
    """What departs from the book, as a line that can be read back; empty for the printed rules."""
    return str(rules)[len(rules.system) + 1 : -1]


def departures_html(first: Ruleset, second: Ruleset) -> str:
    """Every number, cell or reading in which the two differ, with its meaning and section."""
    mine, other, book = first.departures(), second.departures(), printed_rules(type(first))
    rows = []
    for name in dict.fromkeys((*mine, *other)):
        was, now = (rules.get(name, _printed(book, name)) for rules in (mine, other))
        if was != now:
            change = f"{escape(str(was))} → <b>{escape(str(now))}</b>"
            meaning = escape(_meaning(book, name))
            rows.append(f"<tr><th scope='row'>{escape(name)}</th><td>{change}</td><td>{meaning}</td></tr>")
    if not rows:
        return "<p class='pz8-quiet'>The two are the same.</p>"
    return f"<table class='pz8-differ'>{''.join(rows)}</table>"


def _printed(book: Ruleset, name: str) -> Any:
    table, *cell = name.split("/")
    return getattr(getattr(book, table)[cell[0]], cell[1]) if cell else getattr(book, name)


def _meaning(book: Ruleset, name: str) -> str:
    table, _, _ = name.partition("/")
    if name in book.readings():
        doubt = book.readings()[name]
        return f"{doubt.question} (§{doubt.section})"
    known = book.numbers().get(name) or book.tables()[table]
    return f"{known.meaning} (§{known.section})"


def summary_of(comparison: Comparison) -> str:
    """How many situations change, and which one most, in a sentence."""
    if not comparison.changes:
        return f"None of the {comparison.asked} situations changes."
    most = comparison.changes[0]
    where = ", ".join(f"{label_of(name).lower()} {_said(value)}" for name, value in most.inputs.items())
    return (
        f"{len(comparison)} of {comparison.asked} situations change, most of all {where}: "
        f"{short_percent(most.size)} of its games end differently."
    )


def _said(value: Any) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def table_of(comparison: Comparison) -> str:
    """The situations that change most, with exact differences, and all of them as a file to save."""
    if not comparison.changes:
        return ""
    head, *rows = comparison.lines(MOST_ROWS)
    titles = "".join(f"<th scope='col'>{escape(cell.replace('_', ' '))}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    more = len(comparison) - len(rows)
    rest = f" <span class='pz8-quiet'>{more} more in the file</span>" if more else ""
    name = f"{comparison.question.id}-compared.csv"
    address = f"data:text/csv;base64,{b64encode(comparison.to_csv().encode()).decode()}"
    return (
        f"<div class='pz8-wide'><table class='pz8-numbers-table'><thead><tr>{titles}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
        f"<p><a class='pz8-file' download='{escape(name)}' href='{address}'>all of them (CSV)</a>{rest}</p>"
    )


__all__ = ["MOST", "Compare"]
