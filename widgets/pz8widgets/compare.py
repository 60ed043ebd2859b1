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

from pz8edu.compare import MOST, Comparison, compare, every_value, ruleset_of
from pz8edu.errors import BadInput
from pz8edu.rulebook.ruleset import Ruleset, printed_rules
from pz8edu.steps import StepThrough
from pz8widgets.calculators.calculator import found, styled, tree_html
from pz8widgets.page.form import Form, label_of
from pz8widgets.page.fraction_html import fraction_html, percent
from pz8widgets.page.odds_bars import in_order, knowing
from pz8widgets.page.packed import Picture
from pz8widgets.page.readings import change_words, differences
from pz8widgets.page.theme import OutcomeStyle, card, dress, sheet, svg_defs, words

MOST_ROWS = 25

_drawings = itertools.count(1)


class Compare(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """A calculator under two rulesets: `Compare("pz8-ww2", "rally", second="rally_on=4")`.

    A ruleset may be written as its changes ("R1=b, hit_on=3"); `first` is as printed unless given. Both may
    be observed and set. `look_everywhere(["cover", "quality"])` compares all values of some inputs.
    Raises BadInput for an unknown system, question, input, value or rule.
    """

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
        super().__init__()
        self.system, self.question = found(system_id, question, None)
        self.set_trait("first", ruleset_of(self.system, first))
        self.set_trait("second", ruleset_of(self.system, second))
        self.form = Form(self.question.situation, {**(inputs or {}), **more})
        self.everywhere: Comparison | None = None
        self.plays: tuple[StepThrough, StepThrough] | None = None
        self._drawing = next(_drawings)
        self._quiet = False
        self._build()
        self._renew()
        self.form.observe(lambda _: self._renew(), ["value", "problem"])
        self.observe(lambda _: self._rules_changed(), ["first", "second"])

    # --- building
    def _build(self) -> None:
        self.heading, self.differ, self.odds, self.problem = (words("") for _ in range(4))
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
        helps = self.form.helps()
        situation = card("Situation", self.form, *([words(helps)] if helps else []))
        result = w.VBox(
            [
                card("Two rule texts", fields, self.problem, self.differ),
                card("What it changes here", self.odds, note="dashed first rules · solid second rules"),
                trees,
                card("Where it matters", self.over, self.look, self.found, self.table),
            ]
        )
        result.add_class("pz8-part-ways")
        situation.add_class("pz8-part-situation")
        columns = w.HBox([situation, result])
        columns.add_class("pz8-columns")
        columns.add_class("pz8-two")
        self.children = (self.heading, columns)
        self.add_class("pz8-calculator")
        dress(self)
        page: tuple[w.Widget, ...] = self.children
        self.children = (*page[:1], sheet("calculator"), sheet("panels"), *page[1:])

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
        self._quiet = True
        for name, field in self.texts.items():
            field.value = text_of(getattr(self, name))
        self._quiet = False
        self._forget()
        self._renew()

    def fill(self, **values: Any) -> None:
        """Set inputs from outside. Raises BadInput as the form does."""
        self.form.fill(**values)

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
    def _renew(self) -> None:
        self.heading.value = (
            f'<div class="pz8-heading"><h2>{escape(self.question.title)}</h2><span class="pz8-quiet">'
            f"{escape(self.system.title)} · one question, two rule texts</span></div>"
        )
        self.differ.value = departures_html(self.first, self.second)
        self._forget()
        if self.form.value is None:
            self._cannot(self.form.problem)
            return
        try:
            first, second = (
                StepThrough(self.question, self.form.value, rules) for rules in (self.first, self.second)
            )
            words_ = in_order(self.question.outcomes, tuple(dict.fromkeys((*first.before, *second.before))))
        except BadInput as fault:
            self._cannot(str(fault))
            return
        self.problem.value = ""
        self.plays = (first, second)
        self._show(first, second, words_)

    def _cannot(self, why: str) -> None:
        self.plays = None
        self.odds.value = ""
        for tree in self.trees:
            tree.value = ""
        self.problem.value = f'<p role="alert">{escape(why)}</p>'

    def _show(self, first: StepThrough, second: StepThrough, words_: tuple[str, ...]) -> None:
        listed = self.question.outcomes or words_
        places = {
            word: place for place, word in enumerate((*listed, *(w_ for w_ in words_ if w_ not in listed)))
        }
        styles = {word: styled(word, places[word], len(places)) for word in words_}
        bars = knowing(first.before, second.before, words_, styles.__getitem__)
        gains = differences(first.before, second.before)
        moved = sum((gain for gain in gains.values() if gain > 0), Fraction(0))
        said = "Nothing changes here."
        if moved:
            share = f"{fraction_html(moved)} of all games ({percent(moved)})"
            said = f"{share} end differently: {change_words(first.before, second.before)}."
        self.odds.value = f'{bars}<p role="status">{said}</p>'
        for place, (tree, play) in enumerate(zip(self.trees, (first, second), strict=True)):
            tree.value = tree_html(self._drawn(play, styles, place))

    def _drawn(self, play: StepThrough, styles: Mapping[str, OutcomeStyle], place: int) -> str:
        prefix = f"v{self._drawing}{'ab'[place]}"
        mine = {word: styles[word] for word in play.before}
        fills = {word: style.svg_fill(prefix) for word, style in mine.items()}
        defs = svg_defs(tuple(dict.fromkeys(mine.values())), prefix)
        return play.tree.svg(styles=fills, defs=defs, word=self.question.word)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        """The live widget, and for wherever no widget runs a table of both odds."""
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)
        if self.plays is None or self.form.value is None:
            return {
                **bundle,
                "text/plain": self.form.problem,
                "text/html": f"<p>{escape(self.form.problem)}</p>",
            }
        one = compare(
            self.system.id, self.question.id, self.form.value.plain(), first=self.first, second=self.second
        )
        return {**bundle, "text/plain": repr(one), "text/html": one._repr_html_()}


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
        f"{percent(most.size)} of its games end differently."
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
