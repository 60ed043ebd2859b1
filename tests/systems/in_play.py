"""What tests of whole turns do: stand at a moment of a game, choose, lay the dice by hand, ask why not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pz8edu.asking.ask import rules_for, situation_of
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.errors import BadInput
from pz8edu.games.game import Game, Node
from pz8edu.systems import system
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import Moment


def game_at(book: str, table: str, kind: str, side: str, reading: str = "", **noted: Any) -> Game:
    """A game of a book in the first step of a kind that is a side's, with nothing to settle before it."""
    home = system(book)
    game = Game(home, table, rules_for(home, reading) if reading else None, seed=1)
    moment = replace(game.root.moment, tasks=()).note(**noted)
    steps = game.book.steps(moment)
    step = next(place for place, each in enumerate(steps) if (each.kind, each.side) == (kind, side))
    stand(game, replace(moment, step=step))
    return game


def stand(game: Game, moment: Moment[Any]) -> None:
    """Stand at a moment, as if the game had begun there."""
    game.root = game.node = Node(moment)


def put(game: Game, name: str, **changes: Any) -> None:
    """A unit in another state; `at` puts it elsewhere."""
    at = changes.pop("at", None)
    moment = game.moment if at is None else game.moment.moved(name, at)
    stand(game, moment.unit(name, **changes) if changes else moment)


def choice(game: Game, kind: str, unit: str = "", target: str = "", note: str = "") -> Choice:
    """The one legal choice that is meant."""
    meant = {"unit": unit, "target": target, "note": note}
    asked = {word: value for word, value in meant.items() if value}
    found = [
        each
        for each in game.choices()
        if each.kind == kind and all(getattr(each, word) == value for word, value in asked.items())
    ]
    assert found, sorted({(each.kind, each.unit, each.target, each.note) for each in game.choices()})
    return found[0]


def do(game: Game, kind: str, *which: str, dice: Iterable[str] | None = None) -> str:
    """Make the choice that is meant, with the dice laid by hand; what came of it."""
    return game.play(choice(game, kind, *which), dice).outcome


def why_not(game: Game, kind: str, unit: str = "", target: str = "", **more: Any) -> str:
    """What the book says to a choice that is not legal."""
    with pytest.raises(BadInput) as told:
        game.play(Choice(kind, unit, target, **more))
    return str(told.value)


def until(game: Game, kind: str, side: str = "") -> None:
    """Pass until it is a step of this kind, of this side if it is named."""
    while game.now.kind != kind or side not in ("", game.now.side):
        do(game, "pass")


def laws(game: Game, found: Choice) -> dict[Any, Fraction]:
    """What may come of a choice, as the rule returns it, each with its chance."""
    assert found.asked is not None
    question = game.question(found.asked)
    situation = situation_of(question, found.asked.inputs)
    return Enumerating(draw=False).tree(question.rule, situation, game.rules).distribution.fractions()
