"""A table of a rule system, ready to play on: the board, the odds of what is chosen, and the calculator."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as w

from pz8edu.asking import Odds, answer, rules_for
from pz8edu.board.scene import Scene
from pz8edu.board.tabletop import Asked, BoardState, Fact
from pz8edu.errors import BadInput
from pz8edu.rulebook.ruleset import Ruleset
from pz8edu.rulebook.system import Calculator as Question
from pz8edu.systems import system
from pz8widgets.boards.board import Board
from pz8widgets.page.fraction_html import odds_html
from pz8widgets.page.theme import card, dress, outcome_style, words


class Tabletop(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """A board whose measurements fill in a calculator: `Tabletop("pz8-ww2", "first-shot")`.

    `rules` or `reading` play it under other rules; with `steps=False` it has no button to the calculator.
    `asked` is the question that the board asks now, `odds` its exact answer (None while nobody is chosen).
    Raises BadInput for an unknown system, table or reading.
    """

    def __init__(
        self,
        system_id: str,
        table: str,
        *,
        rules: Ruleset | None = None,
        reading: str | None = None,
        steps: bool = True,
        width: int = 800,
    ) -> None:
        super().__init__()
        self.system = system(system_id)
        self.table = self.system.tabletop(table)
        self.rules = rules_for(self.system, reading, rules)
        self.asked: Asked | None = None
        self.odds: Odds | None = None
        self.bars = words("")
        self.bars.layout.width = "100%"
        self.take = w.Button(description="Step through it", button_style="primary")
        self.take.layout.width = "auto"
        self.take.on_click(lambda _: self.step_through())
        self.calculator: Any = None
        shooter, target = self.table.chosen()
        self.board = Board(
            self.scene,
            self.table.places(),
            shooter=shooter,
            target=target,
            facts_of=self.facts,
            settle=self.table.settle,
            step=self.table.step,
            turn=self.table.turn,
            choosing=self.table.choosing,
            roles=self.table.roles,
            width=width,
        )
        self.board.observe(self.follow, ["places", "shooter", "target"])
        self.answers = card("What it does", self.bars, *([self.take] if steps else []))
        self.children = (self.board, self.answers)
        dress(self)
        self.follow()

    def scene(self, state: BoardState) -> Scene:
        """What the board shows under these rules."""
        return self.table.scene(state, self.rules)

    def facts(self, state: BoardState) -> tuple[Fact, ...]:
        """What was measured under these rules."""
        return self.table.facts(state, self.rules)

    def follow(self, _change: object = None) -> None:
        """The board has changed: ask again and show the odds."""
        self.asked = self.table.asked(self.board.state, self.rules)
        self.odds = None
        if self.asked is None:
            self.bars.value = "<p class='pz8-quiet'>Choose who fires and who is fired at.</p>"
            self.take.disabled = True
            return
        question = self.question
        try:
            self.odds = answer(question, self.asked.inputs, self.rules)
        except BadInput as fault:
            self.bars.value = f"<p>{escape(str(fault))}</p>"
            self.take.disabled = True
            return
        self.take.disabled = bool(self.asked.why_not)
        self.bars.value = odds_bars(self.odds, question, self.asked.why_not)
        if self.calculator is not None and not self.board.moving:
            self.fill()

    @property
    def question(self) -> Question:
        """The calculator that the board asks now."""
        assert self.asked is not None
        return self.system.calculators[self.asked.calculator]

    def step_through(self) -> None:
        """Open the calculator under the board, filled in with what was measured."""
        if self.asked is not None:
            self.fill()

    def fill(self) -> None:
        """Put the measured inputs into the calculator; another question brings another calculator."""
        from pz8widgets.calculators.calculator import Calculator

        assert self.asked is not None
        if self.calculator is None or self.calculator.question.id != self.asked.calculator:
            self.calculator = Calculator(
                self.system.id, self.asked.calculator, rules=self.rules, inputs=dict(self.asked.inputs)
            )
            self.children = (*self.children[: len(self.children) - self.shown], self.calculator)
            self.shown = 1
        else:
            self.calculator.fill(**self.asked.inputs)

    shown = 0
    """How many calculators stand under the board."""

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        """The live widget, and for wherever no widget runs the board in words and the odds as a table."""
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)
        still = self.board._repr_mimebundle_()
        table = self.odds._repr_html_() if self.odds is not None else ""
        text = f"A table of {self.system.title}" + (f"\n\n{self.odds!r}" if self.odds is not None else "")
        return {**bundle, "text/plain": text, "text/html": still["text/html"] + table}


def odds_bars(odds: Odds, question: Question, why_not: str = "") -> str:
    """The odds as patterned bars with their fractions; greyed, with the reason, where it is not allowed."""
    listed = question.outcomes or tuple(odds)
    places = {word: place for place, word in enumerate(listed)}
    chances = odds.chances()
    lines = []
    for word in sorted(chances, key=lambda each: places.get(each, len(places))):
        chance = chances[word]
        style = outcome_style(word, places.get(word, 0), max(len(places), 1))
        share = f"width:{float(chance) * 100:.2f}%"
        lines.append(
            f"<tr><th scope='row'>{escape(word)}</th><td class='pz8-track'>"
            f"<span class='pz8-bar' style='{escape(share)};{escape(style.css)}'></span></td>"
            f"<td>{odds_html(chance)}</td></tr>"
        )
    dim = " pz8-dim" if why_not else ""
    reason = f"<p role='status'><b>Not as it stands:</b> {escape(why_not)}</p>" if why_not else ""
    title = f"<p class='pz8-quiet'>{escape(question.title)} (section {escape(question.section)})</p>"
    return f"{title}{reason}<table class='pz8-bars{dim}'>{''.join(lines)}</table>"
