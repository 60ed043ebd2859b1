"""A decision problem, stepped through: the dice fall, the player chooses, and hears what that has cost."""

from __future__ import annotations

import random
from functools import partial
from html import escape
from typing import Any

import ipywidgets as w

from pz8edu.algebra.weight import whole
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.tree.decision import DecisionNode
from pz8edu.core.tree.node import Branch, Node
from pz8edu.core.tree.wording import answer_words, question_words, sees_words, word_of
from pz8edu.decisions.best_play import BestPlay, short
from pz8edu.decisions.books import problem
from pz8edu.decisions.shown import best_play_svg, points_html
from pz8edu.errors import BadInput, listed
from pz8edu.show.tree_outline import outlined_tree
from pz8edu.show.tree_svg import draw
from pz8widgets.calculators.tree_card import tree_html
from pz8widgets.page.drawing_name import drawing_name
from pz8widgets.page.still import picture_html
from pz8widgets.page.theme import apply_theme, button, card, words


def asked_html(node: Node) -> str:
    """What is asked now; before a decision also what its side sees."""
    if not isinstance(node, DecisionNode):
        return f"<p><strong>{escape(question_words(node))}</strong></p>"
    asks = f"{node.label[:1].upper()}{node.label[1:]}?"
    return f"<p><strong>{escape(asks)}</strong> You see <em>{escape(sees_words(node))}</em>.</p>"


class Decide(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """A decision of a book by its name, or any best play: `Decide("only-missile", seen=3)`.

    The other side, if there is one, plays its best. What is best is told once the play has come to its end.
    """

    def __init__(
        self,
        asked: str | BestPlay,
        *,
        title: str = "",
        asks: str = "",
        seed: int | None = None,
        rules: Ruleset | None = None,
        **inputs: Any,
    ) -> None:
        super().__init__()
        if isinstance(asked, BestPlay):
            if inputs or rules:
                raise BadInput(f"a best play has its rules and inputs already; got {listed(inputs)}")
            self.best = asked
        else:
            of_book = problem(asked)
            title, asks = title or of_book.title, asks or f"{of_book.asks} Wanted: {of_book.wanted}."
            self.best = of_book.best(rules, **inputs)
        self.name = title or "What to do?"
        self.asks, self.random = asks, random.Random(seed)
        self.way: list[tuple[Node, Branch]] = []
        self.told, self.shown = words(""), words("")
        self.options = w.HBox()
        self.options.add_class("pz8-tools")
        self.back = button("Back", "Take back the last step of your own", self.undo)
        self.again = button("From the start", "Begin again", self.restart)
        line = w.HBox([self.back, self.again])
        line.add_class("pz8-tools")
        lead = words(f"<p>{escape(asks)}</p>")
        self.children = (card(self.name, lead, self.told, self.options, line, self.shown),)
        apply_theme(self)
        self.restart()

    @property
    def node(self) -> Node | None:
        """The question or decision now; None at the end."""
        return self.way[-1][1].child if self.way else self.best.tree.root

    def restart(self) -> None:
        """Begin again."""
        self.way = []
        self._go_on()

    def undo(self) -> None:
        """Take back the player's last step; nothing at the start."""
        while self.way and not self._mine(self.way.pop()[0]):
            pass
        self._go_on()

    def choose(self, answer: Any) -> None:
        """Take an option, or say how the dice fell."""
        node = self.node
        assert node is not None
        self.way.append((node, next(branch for branch in node.branches if branch.answer == answer)))
        self._go_on()

    def roll(self) -> None:
        """Throw the dice of the question now."""
        node = self.node
        assert node is not None
        weights = [whole(branch.weight) for branch in node.branches]
        self.choose(self.random.choices(node.branches, weights)[0].answer)

    def _mine(self, node: Node) -> bool:
        return not isinstance(node, DecisionNode) or node.decision.side == self.best.side

    def _go_on(self) -> None:
        """The other side chooses, what is certain passes; then the player is asked."""
        while (node := self.node) is not None and (node.certain or not self._mine(node)):
            chosen = self.best(node.decision) if isinstance(node, DecisionNode) else node.branches[0].answer
            self.way.append((node, next(each for each in node.branches if each.answer == chosen)))
        steps = "".join(f"<li>{self._step(*step)}</li>" for step in self.way if not step[0].idle)
        ended = self._end() if node is None else asked_html(node)
        self.told.value = f"<div role='status'><ol>{steps}</ol>{ended}</div>"
        self.options.children = () if node is None else self._buttons(node)
        self.back.disabled = not any(self._mine(each) for each, _ in self.way)
        self.shown.value = self._solution() if node is None else ""

    def _buttons(self, node: Node) -> tuple[w.Button, ...]:
        buttons = []
        for branch in node.branches:
            name = answer_words(node, branch)
            chosen = partial(self.choose, branch.answer)
            buttons.append(button(name, f"{node.label}: {name}", chosen))
        if not isinstance(node, DecisionNode):
            throw = button("Roll", f"Roll for {node.label}", self.roll, "primary")
            buttons.insert(0, throw)
        return tuple(buttons)

    def _step(self, node: Node, branch: Branch) -> str:
        said = f"{escape(node.label)}: {escape(answer_words(node, branch))}"
        if isinstance(node, DecisionNode):
            return f"{said} ({escape(self.best.at(node.decision).verdict(branch.answer))})"
        return said

    def _end(self) -> str:
        costs = [
            self.best.at(node.decision).costs[branch.answer]
            for node, branch in self.way
            if isinstance(node, DecisionNode) and self._mine(node)
        ]
        lost = sum(costs)
        verdict = f"Your choices have cost {short(lost)}." if lost else "Nobody could have chosen better."
        outcome = self.way[-1][1].outcome if self.way else next(iter(self.best.tree.distribution))
        return f"<p><strong>The end: {escape(word_of(outcome))}.</strong> {escape(verdict)}</p>"

    def _solution(self) -> str:
        best, lit = self.best, tuple(branch for _, branch in self.way)
        table = str(points_html(best.likely()))
        drawn = best_play_svg(best, lit).replace("pz8-best", drawing_name())
        tree = tree_html(drawn, outlined_tree(best.tree, lit, word=word_of))
        return f"<p>Best play is worth <strong>{short(best.worth)}</strong>.</p>{table}{tree}"

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        """The live problem, and for wherever no widget runs its tree without what is best."""
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)
        drawing = draw(self.best.tree, prefix="pz8-still", word=word_of, title=self.name)
        still = f"<p><strong>{escape(self.name)}</strong> {escape(self.asks)}</p>"
        return {**bundle, "text/plain": self.name, "text/html": still + picture_html(drawing, self.name)}
