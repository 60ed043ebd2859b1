"""The numbers of a lesson that games tell: what a choice is worth, what was luck, what is never best."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from pz8edu.analysis.advice import Kind, kind_of, kinds
from pz8edu.analysis.luck import Analysis, Line, analyse
from pz8edu.analysis.worth import Worth, exact, solved
from pz8edu.asking.ask import rules_for
from pz8edu.errors import BadInput, unknown
from pz8edu.games.game import Game, Node
from pz8edu.games.record import key_text, read_record, replay

TELLS = ("game", "events", "changed", "reading", "choice", "figure", "line", "kind")
"""What a number of a game may say.

`game` is one of the lesson's, and `events` so many of its events, all where it is absent; `changed` and
`reading` are other rules. A `choice` is worth so much to who is to act, to the last digit. A `figure` is one
of the whole game (`OF_A_GAME`), or of a `line` of it (`told_of`), or how often a `kind` of choice is offered,
best, or alone best in all positions that can follow.
"""
OF_A_GAME: Mapping[str, Callable[[Analysis], Fraction]] = {
    "skill": lambda found: found.skill,
    "luck": lambda found: found.luck,
    "start": lambda found: found.start,
    "result": lambda found: found.result,
    "rarity": lambda found: found.rarity.chance,
}


Name = TypeVar("Name")
Part = TypeVar("Part")


class Games:
    """The games of a lesson by name, as `pz8edu play --save` writes them; replayed when asked for."""

    def __init__(self, written: Mapping[str, str]) -> None:
        self.written = dict(written)
        self._played: dict[str, Game] = {}
        self._judged: dict[str, Analysis] = {}

    def text(self, name: str) -> str:
        """A game as it is written. Raises BadInput for none of the lesson's."""
        return str(part(self.written, name, "game of this lesson"))

    def game(self, entry: Mapping[str, Any]) -> Game:
        """The game that an entry names, where it says, under its rules. Raises BadInput as `replay` does."""
        key = repr([entry.get(word) for word in ("game", "events", "changed", "reading")])
        if key not in self._played:
            self._played[key] = begun(self.text(entry["game"]), entry)
        return self._played[key]

    def number(self, entry: Mapping[str, Any]) -> Fraction:
        """The number that an entry asks for. Raises BadInput for what no game tells, or not exactly."""
        if strange := set(entry) - set(TELLS):
            raise unknown("word of a question to a game", strange.pop(), TELLS)
        game, figure = self.game(entry), entry.get("figure", "")
        if "choice" in entry:
            return of_choice(exact(game), entry["choice"])
        if "kind" in entry:
            found = kinds(solved(game), told=kind_of).get(entry["kind"], Kind())
            return Fraction(part(found._asdict(), figure, "figure of a kind of choice"))
        if entry["game"] not in self._judged:
            self._judged[entry["game"]] = analyse(game)
        judged = self._judged[entry["game"]]
        if judged.kind != "exact":
            raise BadInput(f"not every line of {entry['game']} is exact: too many positions can follow")
        if "line" not in entry:
            return part(OF_A_GAME, figure, "figure of a game")(judged)
        lines = {each.number: told_of(each) for each in judged.lines}
        return part(part(lines, entry["line"], "line of the game"), figure, "figure of a line")


def told_of(line: Line) -> Mapping[str, Fraction]:
    """Skill and luck of a line as the first side sees them, and the chance of what its dice came to."""
    return {"skill": line.skill, "luck": line.luck, "chance": line.event.chance or Fraction(1)}


def begun(text: str, entry: Mapping[str, Any]) -> Game:
    """The game of a text after as many events as an entry says, under its rules; later ones are not in it."""
    lines = [each.number for each in read_record(text).lines if each.event is not None]
    events = entry.get("events", len(lines))
    if not 0 <= events <= len(lines):
        raise BadInput(f"the game has 0 to {len(lines)} events; got {events}")
    game = replay(text, lines[events - 1] if events else 0) if events < len(lines) else replay(text)
    if not {"changed", "reading"} & set(entry):
        return game
    rules = rules_for(game.home, entry.get("reading"), game.rules, changes=entry.get("changed"))
    other = Game(game.home, game.own or game.table, rules, solo=game.solo)
    if game.line:
        other.root = other.node = Node(game.moment)
    return other


def of_choice(found: Worth, choice: str) -> Fraction:
    """What a choice is worth to who is to act. Raises BadInput for none."""
    return part({key_text(each.choice.key): each.worth for each in found.choices}, choice, "choice")


def part(known: Mapping[Name, Part], name: Name, what: str) -> Part:
    """One of several by its name. Raises BadInput for none."""
    if name not in known:
        raise unknown(what, str(name), list(map(str, known)))
    return known[name]
