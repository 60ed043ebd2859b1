"""A game that two teams play on their phones: what screens show of it, and the move that a team has chosen.

Both are worked out of the game's text, so that any host can do it and a restart goes on with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qsl

from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.links import packed, unpacked
from pz8edu.games.players import solo
from pz8edu.games.record import key_text, replay
from pz8edu.games.told import choice_said, with_armies
from pz8edu.printing.percent import short_percent
from pz8edu.show.outcomes import shown_order, spoken
from pz8edu.systems import system
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE
from pz8widgets.boards.portrayal import still
from pz8widgets.play.play import MOST_MACHINE
from pz8widgets.play.played_html import called, choice_words, place_words, steps_bar

MOST_CHOICES = 150
"""So many choices are sent to a phone at most."""
WIDE = 480
"""Pixels of a picture whose names are read from the last row once it fills its part of a screen."""
LAST = 4
"""Events that the screen tells."""


def begun(asked: Sequence[Any]) -> dict[str, Any]:
    """The game on the page of an address, for two teams or, if that is said, against the solo opponent.

    Raises BadInput for a page that is no played table.
    """
    address, alone = asked
    given = dict(parse_qsl(address.removeprefix("?")))
    if given.get("game"):
        return played_on(replay(unpacked(given["game"])), alone)
    kind, _, table = given.get("show", "").partition(":")
    if kind != "play":
        raise BadInput("show whole turns on a table first: teams play what the page below shows")
    return played_on(Game(system(given.get("rules", "")), table), alone)


def moved(asked: Sequence[Any]) -> dict[str, Any]:
    """The game after a choice, with its dice rolled, and what follows until a team is to choose.

    Raises BadInput for a choice that is not offered now.
    """
    letters, words, alone = asked
    game = replay(unpacked(letters))
    choice = next((each for each in game.choices() if key_text(each.key) == words), None)
    if choice is None:
        raise BadInput(f"{words!r} is not offered now")
    game.play(choice)
    return played_on(game, alone)


def played_on(game: Game, alone: bool) -> dict[str, Any]:
    """Let the dice fall that nobody throws, and the solo opponent act; then tell the table."""
    machine = solo()
    for _ in range(MOST_MACHINE):
        side = game.now.side
        if game.ending is not None or not (side == CHANCE or (alone and side == game.book.sides[1])):
            break
        game.play(game.choices()[0] if side == CHANCE else machine(game).choice)
    return told(game, alone)


def told(game: Game, alone: bool) -> dict[str, Any]:
    """What screens show: the steps, the picture as both teams may see it, the choices, the last events."""
    book, moment = game.book, game.moment
    seen = moment
    for side in book.sides:
        seen = book.seen_by(side, seen)
    scene = called(book.table.scene(seen.picked(), game.rules), book.armies)
    found = game.choices()
    choices = found[:MOST_CHOICES]
    return {
        "game": packed(game.text()),
        "rules": game.home.id,
        "show": f"play:{game.table}",
        "title": f"{scene.title} · {game.home.title}",
        "solo": alone,
        "sides": list(book.sides[: 1 if alone else 2]),
        "armies": dict(book.armies),
        "side": game.now.side,
        "kind": game.now.kind,
        "steps": steps_bar(game, game.node),
        "picture": still(scene, WIDE),
        "choices": [{"unit": each.unit, **said(each, game)} for each in choices],
        "left_out": len(found) - len(choices),
        "events": [
            choice_said(book, each.before.moment, each.event.key)
            + f" → {each.event.outcome}".removesuffix(" → ")
            for each in game.line[-LAST:]
            if each.event is not None and each.before is not None
        ],
        "result": with_armies(book, game.result or ""),
    }


def said(choice: Choice, game: Game) -> dict[str, str]:
    """A choice by its line in the record, in words, and the chance of its last outcome."""
    odds = game.odds(choice)
    words, chance = choice_words(choice), ""
    if choice.way:
        words += f": {place_words(game, choice, turns=True)}"
    if odds is not None:
        chances = odds.fractions()
        last = shown_order(chances, odds.question.outcomes, odds.question.ranked)[-1]
        chance = f"{spoken(last)} {chances[last]} ({short_percent(chances[last])})"
    return {"choice": key_text(choice.key), "words": words, "chance": chance}
