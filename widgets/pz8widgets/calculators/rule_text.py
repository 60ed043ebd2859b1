"""The rule for players, question by question, and whole with its numbers, doubts and functions."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as w
from markupsafe import Markup

from pz8edu.asking.why import why
from pz8edu.core.tree.node import Node
from pz8edu.core.tree.wording import modifiers_of, requirement, title_words
from pz8edu.desk.rule_page import Book
from pz8edu.pages.citation import Citation, cited
from pz8edu.pages.printed_sections import with_headings
from pz8widgets.calculators.game_page import GamePage
from pz8widgets.calculators.steps_html import capital
from pz8widgets.page.glossary import with_meanings
from pz8widgets.page.panel import Panel
from pz8widgets.page.theme import words

WHY = Markup(
    "<details class='pz8-whole'>"
    "<summary>why these numbers: what the rule looked at in this situation</summary>{}</details>"
)
WHOLE = Markup(
    "<details class='pz8-whole'><summary>the whole rule, and which book it is from</summary>{}</details>"
)


class RuleText(Panel[GamePage]):
    """What the book's sections say, then every question of the rule with its modifiers and its section.

    Below them, folded, what the rule looked at in this situation and what that came to, and the whole rule:
    what a child takes over from its parent's book names its owner, and the hooks that the child says
    otherwise stand beside the functions that ask them.
    """

    title = "The rule"
    note = "what the book says, every question with what changes it, and the few lines of Python that ask it"

    def build(self) -> tuple[w.Widget, ...]:
        """One page of HTML."""
        self.book, self.text, self.why, self.whole = words(""), words(""), words(""), words("")
        self._told_of: Any = None
        return self.book, self.text, self.why, self.whole

    def follow(self) -> None:
        """The questions of this situation."""
        play = self.page.play
        if play is None:
            self.text.value = self.why.value = ""
            return
        looked_at = why(self.page.question, self.page.situation, self.page.rules)
        self.why.value = WHY.format(looked_at) if looked_at else ""
        asked: dict[tuple[str, str], Node] = {}
        for node in play.tree.nodes():
            if not node.idle:
                asked.setdefault((title_words(node).rpartition(": ")[2], requirement(node)), node)
        said = "".join(map(self._question, asked.values()))
        section = self.page.question.section
        nothing = with_headings(f"Nothing is rolled in this situation (section {section}).", self.page.rules)
        said = said or f"<p>{escape(nothing)}</p>"
        self.text.value = with_meanings(said)
        if self._told_of != self.page.rules:
            self._told_of = self.page.rules
            told = Book(self.page.system, self.page.rules).questions([self.page.question])
            book = [block for block in told.blocks if block.says]
            self.book.value = with_meanings(str(Markup().join(block.html() for block in book)))
            rest = (block.html() for block in told.blocks if block not in book and block.title != "questions")
            self.whole.value = WHOLE.format(Markup().join(rest))

    def _question(self, node: Node) -> str:
        rule = cited(node.line)
        place = f"section {rule.section}" if rule else f"section {self.page.question.section}"
        rows = "".join(
            f"<tr><td>{escape(f'{modifier.value:+d}'.replace('-', '−'))}</td><td>{escape(modifier.why)}</td>"
            f"<td>{'§' + escape(modifier.section) if modifier.section else ''}</td></tr>"
            for modifier in modifiers_of(node)
        )
        table = f'<table class="pz8-modifiers">{rows}</table>' if rows else ""
        said = (
            f"<p><b>{escape(capital(title_words(node)))}</b> "
            f'<span class="pz8-quiet">{escape(place)}</span></p>{table}'
        )
        return f'<div class="pz8-rule">{with_headings(said, self.page.rules)}{_source(rule)}</div>'


def _source(rule: Citation | None) -> str:
    if rule is None:
        return ""
    return (
        f"<details><summary>the rule in Python: {escape(rule.rule)}</summary>"
        f'<pre class="pz8-source">{escape(rule.source)}</pre></details>'
    )
