"""A table of a rule system, ready to play on: the board, the odds of what is chosen, and the calculator."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from html import escape
from typing import Any

import ipywidgets as w

from pz8edu.asking.ask import answer, rules_for
from pz8edu.asking.odds import Odds
from pz8edu.board.position import Place, Position
from pz8edu.board.scene import Scene
from pz8edu.board.tabletop import Asked, BoardState, Fact
from pz8edu.board.tabletop import Tabletop as Table
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Situation
from pz8edu.core.rulebook.system import Calculator as Question
from pz8edu.core.rulebook.system import System
from pz8edu.errors import BadInput
from pz8edu.pages.outcome_meanings import outcome_meaning
from pz8edu.pages.printed_sections import with_headings
from pz8edu.printing.percent import short_percent
from pz8edu.show.outcomes import PARTS, STRUCK, outcome_looks, spoken, step_of_word
from pz8edu.show.tree_places import chance_text
from pz8edu.systems import system
from pz8widgets.boards.board import Board
from pz8widgets.boards.board_words import still_html
from pz8widgets.boards.unit_state import UnitState
from pz8widgets.page.odds_bars import knowing
from pz8widgets.page.pair_grid import pair_grid
from pz8widgets.page.question_page import sections
from pz8widgets.page.theme import apply_theme, words

LARGER = 60
"""Pixels that a base has at least where a lesson leaves only a few on a table."""


class Tabletop(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """A board whose measurements fill in a calculator: `Tabletop("pz8-ww2", "first-shot")`.

    `rules` or `reading` play it under other rules; with `steps=False` it has no button to the calculator.
    A `note` stands in place of the table's own, which may tell what a lesson asks; a still picture has none.
    `laid` is how a lesson lays it, see `laid_out`; `near` shows the part with bases, `title` is a title.
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
        note: str | None = None,
        laid: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__()
        self.note, self.title = note, (laid or {}).get("title")
        self.system = system(system_id)
        self.rules = rules_for(self.system, reading, rules)
        self.table = self.system.tabletop(table, self.rules)
        self.asked: Asked | None = None
        self.odds: Odds | None = None
        self.veiled = False
        self.bars = words("")
        self.take = w.Button(description="Step through it", button_style="primary", layout={"width": "auto"})
        self.take.on_click(lambda _: self.step_through())
        self.calculator: Any = None
        opening = laid_out(self.table, laid or {})
        self.board = Board(
            self.scene,
            opening.position,
            shooter=opening.shooter,
            target=opening.target,
            facts_of=self.facts,
            settle=self.table.settle,
            law=UnderRules(self.table, self.rules),
            stepped=self.table.stepped,
            step=self.table.step,
            turn=self.table.turn,
            choosing=self.table.choosing,
            roles=self.table.roles,
            hides=self.table.hides,
            width=width,
        )
        self.board.tiny = LARGER if (laid or {}).get("near") else self.board.tiny
        if not (laid or {}).get("reach", True):
            self.board.shows_reach = False
            self.board.redraw()
        self.state = UnitState(self.board, self.changes, self.befalls)
        boxes = self.board.controls.stock
        left_out = [boxes[name] for name in boxes if name not in (laid or {}).get("pack", boxes)]
        tools = [each for each in self.board.controls.tools.children if each.children[-1] not in left_out]
        self.board.controls.tools.children = (*tools, self.state)
        self.board.observe(self.follow, ["position", "shooter", "target", "uncovered"])
        self.answers = w.VBox([self.bars, self.take] if steps else [self.bars])
        self.answers.add_class("pz8-answers")
        self.board.beside.children += (self.answers,)
        self.children = (self.board,)
        apply_theme(self)
        self.follow()

    def scene(self, state: BoardState[Any]) -> Scene:
        """What the board shows under these rules."""
        scene = self.table.scene(state, self.rules)
        note = scene.note if self.note is None else self.note
        scene = replace(scene, note=note, title=self.title or scene.title)
        told = [with_headings(each.words, self.rules) for each in scene.shapes]
        if told == [each.words for each in scene.shapes]:
            return scene
        shapes = zip(scene.shapes, told, strict=True)
        return replace(scene, shapes=tuple(replace(each, words=words) for each, words in shapes))

    def facts(self, state: BoardState[Any]) -> tuple[Fact, ...]:
        """The chance of the worst, and what was measured, under these rules."""
        self.ask(state)
        worst = () if self.veiled else self.worst()
        told = (*worst, *self.table.facts(state, self.rules))
        return tuple(Fact(*(with_headings(part, self.rules) for part in fact)) for fact in told)

    def veil(self, veiled: bool) -> None:
        """Show the table and what is measured, and no chance; or everything again."""
        self.veiled = veiled
        self.answers.layout.display = "none" if veiled else ""
        self.board.controls.renew(self.board.state)
        self.follow()

    def changes(self, name: str) -> Mapping[str, Sequence[Any]]:
        """What may be changed in the state of a unit under these rules."""
        return self.table.changes(name, self.board.state, self.rules)

    def befalls(self, name: str) -> Mapping[str, Position[Any]]:
        """What may befall a unit by a card or an event under these rules."""
        return self.table.befalls(name, self.board.state, self.rules)

    def follow(self, _change: object = None) -> None:
        """The board has changed: show the odds, and on a small screen the two whom they are about."""
        if not self.board.moving:
            two = (self.board.shooter, self.board.target)
            shown = two if all(two) else self.board.places if self.board.tiny == LARGER else ()
            self.board.frame([self.board.places[name][:2] for name in shown])
        self.take.disabled = self.asked is None or self.odds is None or bool(self.asked.why_not)
        self.take.layout.display = "none" if self.asked is None else ""
        if self.veiled:
            self.bars.value = ""
        elif self.asked is None:
            roles = " and who ".join(self.table.roles).lower()
            self.bars.value = f"<p class='pz8-quiet'>Choose who {roles}.</p>"
        elif self.odds is None:
            self.bars.value = f"<p role='status'>{escape(self.asked.why_not or self.refused)}</p>"
        else:
            self.bars.value = odds_bars(self.odds, self.system, self.asked, self.rules)
            if self.calculator is not None and not self.board.moving:
                self.fill()

    def ask(self, state: BoardState[Any]) -> None:
        """What the board asks in a state, and the odds of it."""
        self.asked = self.table.question(state, self.rules)
        self.odds, self.refused = None, ""
        if self.asked is not None:
            self.asked = cited(self.asked, self.rules)
            try:
                self.odds = answer(self.question, self.asked.inputs, self.rules)
            except BadInput as fault:
                self.refused = str(fault)

    def worst(self) -> tuple[Fact, ...]:
        """The chance of the worst that can come of it, where that is a loss."""
        if self.asked is None or self.odds is None or self.asked.why_not:
            return ()
        word = worst_word(self.question.outcomes or tuple(self.odds))
        if not word:
            return ()
        chance = self.odds.chance(lambda outcome: word in PARTS.split(outcome))
        percent = short_percent(chance) if 0 < chance < 1 else ""
        return (Fact(f"Chance of “{spoken(named(word, self.asked.names))}”", chance_text(chance), percent),)

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
        """The live widget, and for wherever no widget runs the board's picture and the odds as a table."""
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)
        scene = self.board.scene if self.note is None else replace(self.board.scene, note="")
        odds = None if self.veiled else self.odds
        table = str(odds._repr_html_()) if odds is not None else ""
        text = f"A table of {self.system.title}" + (f"\n\n{odds!r}" if odds is not None else "")
        return {**bundle, "text/plain": text, "text/html": still_html(scene) + table}


def laid_out(table: Table[Any], laid: Mapping[str, Any]) -> BoardState[Any]:
    """A table as it opens, or as it is laid: `{only = ["HMG"], places = {HMG = [9, 5, 0]}, shooter = "HMG"}`.

    `states = {T1 = {firer_speed = 6}}` changes units, and `{unit = {men = 1}}` a part of one; before all this
    `named = {T-34 = "Tiger"}` gives them other names. `reach = false` shows where a base can go only while it
    moves. `pack = false` leaves out what is counted beside the board, `pack = ["bombardment dice"]` all other
    boxes. Raises BadInput for a base that it does not have.
    """
    opening, named = table.opening(), laid.get("named", {})
    position = opening.position
    for name, new in named.items():
        position = position.with_unit(name, name=new)
    places = {named.get(name, name): place for name, place in position.places.items()}
    units = {named.get(name, name): unit for name, unit in position.units.items()}
    position = replace(position, places=places, units=units)
    position = replace(position, stock={}) if laid.get("pack") is False else position
    for name, place in laid.get("places", {}).items():
        position = position.moved(name, Place(*place))
    for name, state in laid.get("states", {}).items():
        unit = position.units.get(name)
        changes = {part: as_it_has(getattr(unit, part, None), told) for part, told in state.items()}
        position = position.with_unit(name, **changes)
    only = laid.get("only", position.places)
    places = {name: position.place(name) for name in only}
    units = {name: unit for name, unit in position.units.items() if name in only}
    two = {"shooter": opening.shooter, "target": opening.target}
    chosen = {part: laid.get(part, named.get(name, name)) for part, name in two.items()}
    return replace(opening, position=replace(position, places=places, units=units), **chosen)


def as_it_has(now: Any, told: Any) -> Any:
    """What a lesson says of a state, as a unit has it: a word of a closed set, or a record with changes."""
    if isinstance(told, Mapping):
        made = now.but(**{part: as_it_has(getattr(now, part, None), each) for part, each in told.items()})
        if isinstance(made, Situation):
            made.check()
        return made
    return type(now)(told) if isinstance(now, Enum | tuple) else told


@dataclass(frozen=True)
class UnderRules:
    """What the rules of a table say of a move by hand."""

    table: Table[Any]
    rules: Ruleset

    def why_not_move(self, name: str, place: Place, position: Position[Any]) -> str:
        """Why a base may not go to a place; empty if it may."""
        return self.table.why_not_move(name, place, position, self.rules)

    def arrives(self, name: str, place: Place, position: Position[Any]) -> Place:
        """Where a base ends if it goes there."""
        return self.table.arrives(name, place, position, self.rules)


def worst_word(outcomes: Iterable[str]) -> str:
    """The word for the worst of some outcomes, or of their last parts; "" where nothing is lost."""
    parts = [part for outcome in outcomes for part in PARTS.split(outcome)[-1:]]
    harms = {part: step_of_word(part) or 0 for part in parts}
    worst = max(harms, key=lambda part: harms[part], default="")
    return worst if worst and harms[worst] >= STRUCK else ""


def cited(asked: Asked, rules: Ruleset) -> Asked:
    """What is asked, with its sections as people cite them."""
    counted = tuple(with_headings(each, rules) for each in asked.counted)
    return replace(asked, why_not=with_headings(asked.why_not, rules), counted=counted)


def odds_bars(odds: Odds, system: System, asked: Asked, rules: Ruleset) -> str:
    """The odds as patterned bars with their fractions; greyed, with the reason, where it is not allowed."""
    question = system.calculators[asked.calculator]
    looks = outcome_looks(odds, question.outcomes, question.ranked)
    known = odds.map(lambda word: named(word, asked.names))
    means = {named(word, asked.names): outcome_meaning(question, word, rules) for word in looks}
    bars = knowing(
        known,
        known,
        {named(word, asked.names): look for word, look in looks.items()},
        says=lambda word: str(means.get(word) or ""),
    )
    grid = pair_grid(
        odds.fractions(), asked.names, lambda word: str(outcome_meaning(question, word, rules) or "")
    )
    if grid:
        bars = f"{grid}<details><summary>Each as a fraction</summary>{bars}</details>"
    dim = " pz8-dim" if asked.why_not else ""
    reason = f"<p role='status'><b>Not as it stands:</b> {escape(asked.why_not)}</p>" if asked.why_not else ""
    counted = f"<br>{escape('; '.join(asked.counted))}" if asked.counted else ""
    place = escape(sections(system, question, " · "))
    title = f"<p class='pz8-quiet'>{escape(question.title)}{place}{counted}</p>"
    return f"{title}{reason}<div class='pz8-answers{dim}'>{bars}</div>"


def named(word: str, names: Mapping[str, str]) -> str:
    """An outcome with the names of the units on the table: "Me 109 B damaged" for "T damaged"."""
    if not names:
        return word
    letters = re.compile(r"\b(?:" + "|".join(map(re.escape, names)) + r")\b")
    return letters.sub(lambda found: names[found[0]], word)
