"""The rule as it stands in the book's sections and in Python, question by question."""

from __future__ import annotations

from html import escape

import ipywidgets as w

from pz8edu.citation import Citation, cited
from pz8edu.steps import Step
from pz8edu.tree import Node
from pz8edu.words import modifiers_of, requirement, title_words
from pz8widgets.calculators.steps_html import capital
from pz8widgets.page.panel import Panel
from pz8widgets.page.theme import words


class RuleText(Panel):
    """Every question of the rule with its modifiers, its section and the function that asks it."""

    title = "The rule"
    note = "every question with what changes it, its section, and the few lines of Python that ask it"

    def build(self) -> tuple[w.Widget, ...]:
        """One page of HTML."""
        self.page = words("")
        return (self.page,)

    def follow(self) -> None:
        """The questions of this situation."""
        play = self.calculator.play
        if play is None:
            self.page.value = ""
            return
        asked: dict[tuple[str, str], Node] = {}
        for node in play.tree.nodes():
            if not node.idle:
                asked.setdefault((title_words(node).rpartition(": ")[2], requirement(node)), node)
        said = "".join(map(self._question, asked.values()))
        whole = rule_citation(play.steps, play.tree.root)
        section = self.calculator.question.section
        self.page.value = said or f"<p>Nothing is rolled in this situation (section {escape(section)}).</p>"
        if whole is None and not said:
            return

    def _question(self, node: Node) -> str:
        rule = cited(node.line)
        place = f"section {rule.section}" if rule else f"section {self.calculator.question.section}"
        rows = "".join(
            f"<tr><td>{escape(f'{modifier.value:+d}'.replace('-', '−'))}</td><td>{escape(modifier.why)}</td>"
            f"<td>{'§' + escape(modifier.section) if modifier.section else ''}</td></tr>"
            for modifier in modifiers_of(node)
        )
        table = f'<table class="pz8-modifiers">{rows}</table>' if rows else ""
        return (
            f'<div class="pz8-rule"><p><b>{escape(capital(title_words(node)))}</b> '
            f'<span class="pz8-quiet">{escape(place)}</span></p>{table}{_source(rule)}</div>'
        )


def _source(rule: Citation | None) -> str:
    if rule is None:
        return ""
    return (
        f"<details><summary>the rule in Python: {escape(rule.rule)}</summary>"
        f'<pre class="pz8-source">{escape(rule.source)}</pre></details>'
    )


def rule_citation(steps: tuple[Step, ...], root: Node | None) -> Citation | None:
    """The function that asks the first question."""
    if steps:
        return steps[0].citation
    return cited(root.line) if root is not None else None
