"""The designer's desk: one question under two rule texts, any number of which can be changed and kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import ipywidgets as w
from traitlets import Any as AnyTrait

from pz8edu.asking.ask import exact_answer, question_in
from pz8edu.core.rulebook.own_rules import under
from pz8edu.core.rulebook.ruleset import Ruleset, changes_in
from pz8edu.core.rulebook.system import BoardCheck, Calculator, ChainQuestion
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.desk.compare.comparison import ruleset_of
from pz8edu.desk.compare.everywhere import Everywhere
from pz8edu.desk.compare.idle import Reach
from pz8edu.desk.variants.versions import parameters
from pz8edu.errors import BadInput
from pz8edu.pages.own_reach import not_reached, reach_of_own_rules
from pz8edu.pages.reads import fields_read
from pz8widgets.calculators.steps_html import capital
from pz8widgets.desk.across_panel import AcrossPanel
from pz8widgets.desk.any_change import AnyChange
from pz8widgets.desk.backwards_panel import BackwardsPanel
from pz8widgets.desk.balance_panel import BalancePanel
from pz8widgets.desk.books_panel import BooksPanel
from pz8widgets.desk.everywhere_panel import EverywherePanel, look_everywhere
from pz8widgets.desk.keep_panel import KeepPanel
from pz8widgets.desk.two_answers import TwoAnswers, two_answers
from pz8widgets.desk.versions_panel import VersionsPanel
from pz8widgets.page.compressed import Picture
from pz8widgets.page.drawing_name import drawing_name
from pz8widgets.page.question_page import QuestionPage, sections
from pz8widgets.page.theme import card, words


class Desk(QuestionPage):
    """A question under two rulesets: `Desk("pz8-ww2", "direct-fire", second="hit_on=3", attack=5)`.

    A calculator is shown with both trees, a chain with both results. Every number, reading and cell of the
    second rules can be changed on the page; `first` is as printed unless given. A ruleset may be written as
    its changes ("R1=b, hit_on=3"). Both may be observed and set. Without `may_save` no file is
    written, and none is read. Raises BadInput for an unknown system, question, input, value or rule.
    """

    SHEETS = ("calculator", "panels")
    PANELS = (
        EverywherePanel,
        BackwardsPanel,
        BalancePanel,
        KeepPanel,
        VersionsPanel,
        BooksPanel,
        AcrossPanel,
    )
    question: Calculator | ChainQuestion
    first = AnyTrait(None, allow_none=True)
    second = AnyTrait(None, allow_none=True)

    def __init__(
        self,
        system_id: str,
        question: str,
        *,
        second: Ruleset | str | None = None,
        first: Ruleset | str | None = None,
        inputs: Mapping[str, Any] | None = None,
        kind: str | None = None,
        may_save: bool = True,
        **more: Any,
    ) -> None:
        home, asked = question_in(system_id, question, None, kind)
        if isinstance(asked, BoardCheck):
            raise BadInput(f"{asked.id!r} is measured on a board; the desk asks calculators and chains")
        super().__init__(home, asked, {**(inputs or {}), **more})
        self.may_save = may_save
        self.set_trait("first", self._named(first))
        self.set_trait("second", self._named(second))
        self.answers: TwoAnswers | None = None
        self.looked_at: tuple[str, ...] = ()
        self.reach = Reach(asked)
        self._drawing = drawing_name()
        self._build()
        self.observe(lambda _: self._rules_changed(), ["first", "second"])

    # --- building
    def _build(self) -> None:
        self.differ, self.odds, self.problem = words(""), words(""), words("", "pz8-problem")
        self.changes = AnyChange(self.second, self.change)
        self.beyond = w.Checkbox(
            value=bool(self.second.beyond_the_book()),
            description="go beyond the values that the book has",
            indent=False,
        )
        self.texts = {name: self._rules_field(name) for name in ("first", "second")}
        fields = w.HBox(list(self.texts.values()))
        fields.add_class("pz8-pair")
        self.back = w.Button(description="As printed", tooltip="Take back all changes of the second rules")
        self.back.on_click(lambda _: self.set_trait("second", self.system.rules))
        self.trees = [Picture(), Picture()]
        self.both = w.HBox(
            [card(name, tree) for name, tree in zip(("First rules", "Second rules"), self.trees, strict=True)]
        )
        self.both.add_class("pz8-sides")
        note = "dashed first rules · solid second rules" if self._is_calculator else ""
        result = w.VBox(
            [
                card("Change anything", self.changes, self.beyond, note="in the second rules"),
                card("What it changes here", self.problem, self.odds, note=note),
                self.both,
                card("Two rule texts", fields, self.differ, self.back, note="by short names"),
            ]
        )
        result.add_class("pz8-part-ways")
        self.lay_out(result).add_class("pz8-two")

    @property
    def _is_calculator(self) -> bool:
        return isinstance(self.question, Calculator)

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

    # --- what a person can do
    def change(self, name: str, value: Any) -> None:
        """Change one number, reading or cell of the second rules; raises BadInput for what it cannot be."""
        self.second = self.second.variant({name: value}, beyond_the_book=bool(self.beyond.value))

    def look_everywhere(self, over: Sequence[str]) -> Everywhere:
        """Compare all values of some inputs; the others stay as they are in the form.

        Raises BadInput for too many situations, and while the form cannot be used.
        """
        return look_everywhere(self, over)

    def _written(self, name: str, text: str) -> None:
        if self._quiet:
            return
        try:
            rules = self._read(text)
        except BadInput as fault:
            self.problem.value = f'<p role="alert">{escape(str(fault))}</p>'
            return
        setattr(self, name, rules)

    def _read(self, text: str) -> Ruleset:
        """Rules as they are written in a field."""
        if not self.beyond.value:
            return self._named(text)
        return self.system.rules.variant(changes_in(text), beyond_the_book=True)

    def _named(self, rules: Ruleset | str | None) -> Ruleset:
        """The rules that somebody names; a file only where this machine is the own one."""
        if isinstance(rules, str) and rules.strip().lower().endswith(".toml") and not self.may_save:
            raise BadInput("files of this machine are not read here; “Another designer” takes their text")
        return ruleset_of(self.system, rules)

    def _rules_changed(self) -> None:
        with self._quiet:
            for name, field in self.texts.items():
                field.value = text_of(getattr(self, name))
        self.renew()

    # --- under other rules
    def change_html(self, first: Ruleset, second: Ruleset) -> str:
        """What the answer gains and loses from the first rules to the second. Raises BadInput."""
        return two_answers(self.question, self.situation, first, second).changed()

    def play_under(self, rules: Any) -> None:
        """Answer the question under rules that watch what is read of them. Raises BadInput."""
        if isinstance(self.question, Calculator):
            Enumerating(draw=False).tree(under(self.question, rules).rule, self.situation, rules)
        else:
            exact_answer(self.question, self.situation, rules)

    # --- showing
    def heading_html(self) -> str:
        """The title of the question."""
        place = escape(sections(self.system, self.question, " · "))
        return (
            f'<div class="pz8-heading"><h2>{escape(self.question.title)}</h2><span class="pz8-quiet">'
            f"{escape(self.system.title)}{place} · two rule texts"
            "</span></div>"
        )

    def work_out(self, situation: Any) -> None:
        """The answers under both rule texts."""
        self.answers = two_answers(self.question, situation, self.first, self.second)

    def show_problem(self, why: str) -> None:
        """Say why the situation cannot be used, and show nothing that does not belong to it."""
        self.answers = None
        self.odds.value = ""
        for tree in self.trees:
            tree.value = ""
        self.problem.value = f'<p role="alert">{escape(why)}</p>'
        self.looked_at = ()
        self._rules_shown()

    def show_answer(self) -> None:
        """The answers side by side, in words and as trees."""
        assert self.answers is not None
        self.problem.value = ""
        self.odds.value = self.answers.html() + self.idle_html()
        drawn = self.answers.trees(self._drawing)
        for tree, picture in zip(self.trees, drawn, strict=True):
            tree.value = picture
        self.both.layout.display = "" if any(drawn) else "none"
        self.looked_at = fields_read(self.second, self.play_under)
        self._rules_shown()

    def idle_html(self) -> str:
        """What cannot act here: rules of one's own, and changes, with where they do."""
        sides = (self.first, self.second)
        found = [said for rules in sides for said in not_reached(self.question, rules)]
        assert self.answers is not None
        if isinstance(self.question, Calculator) or self.answers.before == self.answers.after:
            asked = {name: (value,) for name, value in self.situation.plain().items()}
            found += self.reach.idle(*sides, asked)
        told = " ".join(dict.fromkeys(found))
        return f'<p class="pz8-quiet" role="status">{escape(told)}</p>' if told else ""

    def _rules_shown(self) -> None:
        """The second rules as they are; what the question looks at comes first."""
        self.differ.value = departures_html(self.first, self.second)
        self.back.disabled = self.second == self.system.rules
        self.changes.follow(self.second, self.looked_at)

    def answer_text(self) -> str:
        """What differs, and what became of the answer."""
        lines = [f"{each.name}: {each.before} → {each.after}" for each in parameters(self.first, self.second)]
        assert self.answers is not None
        return "\n".join([*lines, self.answers.sentence])

    def answer_html(self) -> str:
        """The same as HTML that reads well before any kernel runs."""
        assert self.answers is not None
        return departures_html(self.first, self.second) + self.answers.html()


def text_of(rules: Ruleset) -> str:
    """What departs from the book, as a line that can be read back; empty for the printed rules."""
    return str(rules)[len(rules.system) + 1 : -1]


def departures_html(first: Ruleset, second: Ruleset) -> str:
    """Every number, cell or reading in which the two differ, with its meaning and section."""
    found = [(capital(it.meaning), it.name, it.before, it.after) for it in parameters(first, second)]
    functions = (dict(first.own_rules), dict(second.own_rules))
    used = {
        each.name: f"used by {', '.join(each.used_by)}"
        for side in (first, second)
        for each in reach_of_own_rules(side)
    }
    for name in dict.fromkeys((*functions[0], *functions[1])):
        was, now = (getattr(side.get(name), "__name__", "as printed") for side in functions)
        if functions[0].get(name) is not functions[1].get(name):
            found.append((f"{name}()", used.get(name, ""), was, now))
    rows = "".join(
        f"<tr><th scope='row'>{escape(said)} <small>{escape(small)}</small></th>"
        f"<td>{escape(before) or 'blank'} → <b>{escape(after) or 'blank'}</b></td></tr>"
        for said, small, before, after in found
    )
    same = "<p class='pz8-quiet'>The two are the same.</p>"
    return f"<table class='pz8-differ'>{rows}</table>" if rows else same
