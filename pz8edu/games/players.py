"""Who plays a side: at random, or by the best visible points one step ahead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from pz8edu.asking.ask import situation_of
from pz8edu.core.rulebook.own_rules import under
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.errors import BadInput, unknown
from pz8edu.games.game import Game
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE

MOST_EVENTS = 5_000
"""A game that goes on for longer is left unfinished."""


class Picked(NamedTuple):
    """What a player chooses, why, and the dice that were rolled by hand, as they are written."""

    choice: Choice
    why: str = ""
    dice: tuple[str, ...] | None = None


Player = Callable[[Game], Picked]


def at_random(seed: int | None = None) -> Player:
    """A player who takes any legal choice, each with the same chance."""
    source = Random(seed)
    return lambda game: Picked(source.choice(game.choices()))


def greedy(seed: int | None = None) -> Player:
    """A plain player: the choice with the most points expected after it, as the book's `worth` counts them.

    Of equals one by lot.
    """
    source = Random(seed)

    def picks(game: Game) -> Picked:
        side = game.now.side
        found = game.choices()
        if side == CHANCE or len(found) == 1:
            return Picked(source.choice(found))
        worths = [expected(game, choice, side) for choice in found]
        best = max(worths)
        choice = source.choice([each for each, worth in zip(found, worths, strict=True) if worth == best])
        return Picked(choice, f"{float(best - game.book.worth(game.moment, side)):+.2f} points expected")

    return picks


def expected(game: Game, choice: Choice, side: str) -> Fraction:
    """The points of a side that are to be expected after a choice, exactly."""
    moment, book = game.seen, game.book
    if choice.asked is None:
        return book.worth(book.lands(moment, choice), side)
    question = game.question(choice.asked)
    situation = situation_of(question, choice.asked.inputs)
    rule = under(question, game.rules).rule
    law = Enumerating(draw=False).tree(rule, situation, game.rules).distribution
    return sum(
        (
            chance * book.worth(book.lands(moment, choice, outcome), side)
            for outcome, chance in law.fractions().items()
        ),
        Fraction(0),
    )


def solo(seed: int | None = None) -> Player:
    """An opponent for one person: the plain one in every book, as no printed one is written down yet."""
    return greedy(seed)


PLAYERS: Mapping[str, Callable[[int | None], Player]] = {"random": at_random, "greedy": greedy, "solo": solo}
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
    sides = game.book.sides
    given = dict.fromkeys(sides, words)
    if "=" in words:
        given = dict(each.partition("=")[::2] for each in words.split(","))
    for side, name in given.items():
        if side not in sides:
            raise unknown("side", side, sides)
        if name not in known:
            raise unknown("player", name, known)
    missing = [side for side in sides if side not in given]
    if missing:
        raise BadInput(f"nobody plays {missing[0]}: write {missing[0]}=random, greedy, solo or person")
    return {
        side: known[name](None if seed is None else seed + at)
        for at, (side, name) in enumerate(given.items())
    }


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
