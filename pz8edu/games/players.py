"""Who plays a side: at random, by the best visible points one step ahead, or as the book prints it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

from pz8edu.core.rulebook.situation import Situation
from pz8edu.core.rulebook.system import System
from pz8edu.errors import BadInput, unknown
from pz8edu.games.game import Game
from pz8edu.games.plain import Picked, Player, greedy
from pz8edu.turns.solo import Solo

MOST_EVENTS = 5_000
"""A game that goes on for longer is left unfinished."""


def at_random(seed: int | None = None) -> Player:
    """A player who takes any legal choice, each with the same chance."""
    source = Random(seed)
    return lambda game: Picked(source.choice(game.choices()))


def solo(seed: int | None = None) -> Player:
    """An opponent for one person: the one that the book prints, and the plain one where it prints nothing."""
    plain = greedy(seed)

    def picks(game: Game) -> Picked:
        picked, book = plain(game), game.book
        if not isinstance(book, Solo):
            return picked._replace(why=f"{game.home.id} prints no solo rules: {picked.why}")
        if game.now.side != book.solo:
            return picked._replace(why=f"§{book.printed} plays {book.solo} only: {picked.why}")
        order = book.order(game.moment)
        if order is None:
            return picked._replace(why=f"§{book.printed} leaves it open: {picked.why}")
        return picked._replace(why=str(order) if len(order.choices) == 1 else f"{order}; {picked.why}")

    return picks


SOLO = "solo"
PLAYERS: Mapping[str, Callable[[int | None], Player]] = {"random": at_random, "greedy": greedy, SOLO: solo}
PERSON = "person"


def nobody(game: Game) -> Picked:
    """The seat of a person who chooses by other means. Raises BadInput."""
    raise BadInput(f"a person plays {game.now.side}")


def seated(
    words: str,
    game: Game,
    seed: int | None,
    person: Player = nobody,
    more: Mapping[str, Callable[[int | None], Player]] = MappingProxyType({}),
) -> dict[str, Player]:
    """Who plays which side, from words such as "greedy" or "own=person,enemy=solo"; `more` are players too.

    Raises BadInput for unknown sides and players.
    """
    known: dict[str, Callable[[int | None], Player]] = {**PLAYERS, **more, PERSON: lambda _: person}
    given = seats(words, game.book.sides)
    for name in given.values():
        if name not in known:
            raise unknown("player", name, known)
    return {
        side: known[name](None if seed is None else seed + at)
        for at, (side, name) in enumerate(given.items())
    }


def seats(words: str, sides: tuple[str, ...]) -> dict[str, str]:
    """Who sits where. Raises BadInput for an unknown side, and for one that nobody plays."""
    given = dict.fromkeys(sides, words)
    if "=" in words:
        given = dict(each.partition("=")[::2] for each in words.split(","))
    for side in given:
        if side not in sides:
            raise unknown("side", side, sides)
    missing = [side for side in sides if side not in given]
    if missing:
        raise BadInput(f"nobody plays {missing[0]}: write {missing[0]}=random, greedy, solo or person")
    return given


def solo_side(words: str, home: System, table: str | Situation) -> str:
    """The side that plays itself by the words of its seats, "" for none; of both the last that may."""
    given = seats(words, home.play(table).sides)
    named = [side for side, name in given.items() if name == SOLO]
    for side in reversed(named[:-1] and named):
        try:
            home.play(table, side)
        except BadInput:
            continue
        return side
    return named[-1] if named else ""


def play_on(
    game: Game,
    players: Mapping[str, Player],
    *,
    told: Callable[[Game, Picked], None] | None = None,
    refused: Callable[[BadInput], None] | None = None,
) -> None:
    """Play a game to its end, or for MOST_EVENTS more; chance is played for nobody.

    `told` hears of every choice after it is made, `refused` of dice rolled by hand that cannot be: then the
    player is asked again.
    """
    chance = at_random(0)
    for _ in range(MOST_EVENTS):
        if game.ending is not None:
            return
        picked = players.get(game.now.side, chance)(game)
        try:
            game.play(picked.choice, picked.dice)
        except BadInput as fault:
            if picked.dice is None or refused is None:
                raise
            refused(fault)
            continue
        if told is not None:
            told(game, picked)
