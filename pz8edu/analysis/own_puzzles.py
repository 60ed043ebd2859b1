"""Puzzles of one's own: the positions of a game in which a choice has lost much, each solved to its end."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction

from pz8edu.analysis.foresight import Foresight
from pz8edu.analysis.luck import Analysis, Line
from pz8edu.analysis.puzzles import Puzzle, made, rules_told
from pz8edu.core.rulebook.situation import Given
from pz8edu.errors import BadInput, shown
from pz8edu.games.game import Game, Node
from pz8edu.games.positions import read_position
from pz8edu.games.record import game_of, key_text, read_record, tags_of

LOST = Fraction(5, 100)
"""A choice that has lost more chance to win than this comes back."""


@dataclass(frozen=True)
class OwnPuzzle(Puzzle):
    """A position of a game of one's own: `begun` are the tags of its record, `played` what was chosen."""

    begun: str = ""
    played: str = ""

    @property
    def game(self) -> Game:
        """A game that stands there, by the rules that it was played by. Raises BadInput as `replay` does."""
        found = game_of(read_record(self.begun))
        found.node = Node(read_position(self.position, found))
        return found

    @property
    def taken(self) -> str:
        """What was chosen in the game."""
        return self.played

    @property
    def still_holds(self) -> bool:
        """Are the rules and tables those under which it was proved?"""
        try:
            return self.rules == rules_told(self.game)
        except BadInput:
            return False


def mistakes(found: Analysis, sides: Collection[str] | None = None) -> Iterator[OwnPuzzle | str]:
    """A puzzle of every choice of some sides (of all) that lost much, or in a sentence why it is none."""
    lost = [line for line in found.lines if line.loses > LOST and (sides is None or line.side in sides)]
    seen = Foresight(found.solved) if found.solved is not None and lost else None
    for line in lost:
        if line.kind != "exact" or seen is None:
            yield f"Line {line.number} is no puzzle: what it lost is not known exactly, too much can follow."
            continue
        one = of_line(found.game, line, seen)
        yield one or f"Line {line.number} is no puzzle: its position cannot be written in one line."


def of_line(game: Game, line: Line, seen: Foresight) -> OwnPuzzle | None:
    """The puzzle of a line that is solved; None where its position is not read back as it was."""
    stood, moment, known = game.node, line.moment, seen.known
    try:
        one = made(game, game.table, known, seen, known.positions.number[moment])
    finally:
        game.node = stood
    begun = tags_of(game)
    name = hashlib.sha256(f"{begun} {one.position}".encode()).hexdigest()[:8]
    own = OwnPuzzle(**vars(one) | {"id": name, "begun": begun, "played": key_text(line.event.key)})
    if list(own.choices.values()).count(own.choices[own.answer]) > 1:
        own = replace(own, ahead=1)  # two are best: there is no depth at which one stays
    return own if own.game.moment == moment else None


def own_puzzle(told: Given) -> OwnPuzzle:
    """The puzzle that was kept as `as_json` tells it. Raises BadInput for what is none."""
    names = {each.name for each in fields(OwnPuzzle)}
    try:
        choices = {str(choice): Fraction(worth) for choice, worth in told["choices"].items()}
        return OwnPuzzle(**{name: told[name] for name in names} | {"choices": choices})
    except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError):
        raise BadInput(f"{shown(told)} is no puzzle of one's own") from None


def own_puzzles(kept: Iterable[Mapping[str, object]]) -> dict[str, OwnPuzzle]:
    """The kept puzzles by their ids that still hold; what a changed rule has made untrue is left out."""
    found = {}
    for told in kept:
        try:
            one = own_puzzle(told)
        except BadInput:
            continue
        if one.still_holds:
            found[one.id] = one
    return found
