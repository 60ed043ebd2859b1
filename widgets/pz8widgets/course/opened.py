"""What a question opens once a first guess is made: a calculator, table, turns, chain, desk or decision."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import ipywidgets as w

from pz8edu.asking.ask import rules_for
from pz8edu.board.tabletop import Asked
from pz8edu.systems import system
from pz8widgets.course.lesson import Question
from pz8widgets.course.played import begun
from pz8widgets.page.form import label_of

PATIENCE = 120.0
"""Seconds in which the worths of a lesson are solved, on however slow a machine: they must be exact."""
FIRST_DICE = 1
"""The dice of a machine fall alike for a whole class."""


def opened(written: Mapping[str, Any], question: Question | None = None) -> w.Widget:
    """The widget of one entry of `opens`: `{calculator = "rally", system = "pz8-ww2", inputs = {...}}`.

    `{play = "whole-turn", system = "pz8-ww2", players = {enemy = "greedy"}}` plays whole turns on a table;
    `{game = "duel", worth = true}` plays on from a game of the lesson, `{luck = "duel"}` tells its luck, and
    `look = 0` looks back at its beginning.
    A table is laid as `laid_out` says.
    For a `question` its form shows the inputs that the lesson uses; the others stand behind "more…". Raises
    BadInput as the widgets do.
    """
    from pz8widgets import Calculator, Decide, Desk, Luck, Play, Tabletop, TurnByTurn

    if "luck" in written:
        return Luck(written["text"])
    if "game" in written:
        game = begun(written["text"], written)
        game.random.seed(FIRST_DICE)
        play = Play(game.home.id, game=game, players=written.get("players"), seed=FIRST_DICE)
        play.worths.patience = PATIENCE
        play.worths.layout.display = play.ask_luck.layout.display = "none"
        if written.get("worth"):
            play.tell_worths()
        play.look_at(written.get("look", len(game.line)))
        return play
    name, inputs = written["system"], dict(written.get("inputs", {}))
    rules = rules_for(system(name), written.get("reading"), changes=written.get("changed"))
    if "tabletop" in written:
        return Tabletop(name, written["tabletop"], rules=rules, note=written.get("note"), laid=written)
    if "play" in written:
        return Play(name, written["play"], rules=rules, players=written.get("players"), seed=FIRST_DICE)
    if "decide" in written:
        return Decide(written["decide"], rules=rules, seed=1, **inputs)
    if "desk" in written:
        page = Desk(name, written["desk"], second=rules, inputs=inputs)
    else:
        kind = TurnByTurn if "chain" in written else Calculator
        page = kind(name, written.get("chain") or written["calculator"], rules=rules, inputs=inputs)
    if question is not None:
        parts = [part for record in page.form.records for part in record.parts]
        page.form.fold({*inputs, *used(question, page.question.id, [*page.form.fields, *parts])})
    return page


def used(question: Question, asked: str, names: Iterable[str]) -> set[str]:
    """Of some inputs those that the lesson gives where it asks the same, or that are named in italics."""
    written = [each for each in question.values.written.values() if isinstance(each, Mapping)]
    own = [each["inputs"] for each in written if each.get("question") == asked and each.get("inputs")]
    given = own or [each.get("inputs", {}) for each in written]
    within = [x for each in given for some in each.values() for x in (some if type(some) is list else [some])]
    told = " ".join([question.text, *question.hints, question.why, question.after]).lower()
    known = {name for each in (*given, *within) if isinstance(each, Mapping) for name in each}
    return {name for name in names if name in known or f"*{label_of(name).lower()}*" in told}


def tells(entry: Mapping[str, Any], asked: Asked | None, question: Question) -> bool:
    """May a table that a question `shows` tell its chances with the answer?

    One that asks something else stays a picture; so does one whose chances a calculator below tells, unless
    it says `tells = true`; with `tells = false` any does.
    """
    opens = {each.get("calculator") for each in question.opens}
    return bool(entry.get("tells", asked is None or asked.calculator in question.asks - opens))


def veil(widgets: Iterable[w.Widget], veiled: bool) -> None:
    """Take the chances out of the calculators and tables among some widgets, or put them back."""
    from pz8widgets import Calculator, Tabletop

    for each in widgets:
        if isinstance(each, (Calculator, Tabletop)) and each.veiled is not veiled:
            each.veil(veiled)
