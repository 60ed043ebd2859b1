"""What a position is worth, and what each choice in it loses; the kind of every number is said with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from typing import Literal

from pz8edu.analysis.ahead import Ahead
from pz8edu.analysis.positions import Positions, SearchProgress, TooLarge, Way
from pz8edu.analysis.rollouts import rolled_out
from pz8edu.analysis.search import Search, Seen
from pz8edu.analysis.solved import Solved
from pz8edu.errors import BadInput, unknown
from pz8edu.games.game import Game
from pz8edu.games.record import key_text
from pz8edu.games.told import army, choice_said
from pz8edu.printing.percent import in_points, short_percent
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE

Kind = Literal["exact", "bounded", "sampled"]
KINDS: Mapping[str, str] = {
    "exact": "exact: every position that can follow was solved in fractions",
    "bounded": "bounded: so many choices ahead over exact odds, then the visible points of the book; "
    "the error is proved",
    "sampled": "sampled: plain players played it out; the error is the standard error",
}
MOST = 10_000
"""With more positions than this the worth is bounded, unless more are allowed."""


@dataclass(frozen=True)
class Weighed:
    """A choice: its worth to who is to act, what it loses against the best, and the error of the worth.

    `said` is the choice in words; `why` what most likely comes next when both play best, if that is solved.
    """

    choice: Choice
    said: str
    worth: Fraction
    loses: Fraction
    error: Fraction = Fraction(0)
    why: str = ""


@dataclass(frozen=True)
class Worth:
    """What a position is worth to each side: its chance to win, a draw counted as one half.

    `error` is 0 for an exact worth. `choices` are those of `side`, who is to act; where chance acts, their
    worth is that of the first side. `positions` is how many were looked at, `armies` what sides are called.
    """

    kind: Kind
    sides: Mapping[str, Fraction]
    error: Fraction
    side: str
    choices: tuple[Weighed, ...]
    positions: int
    armies: Mapping[str, str]

    @property
    def best(self) -> tuple[Choice, ...]:
        """The choices that lose nothing: several if they are worth the same."""
        return tuple(each.choice for each in self.choices if not each.loses)

    def loses(self, choice: Choice) -> Fraction:
        """What a choice loses against the best. Raises BadInput for one that was not weighed."""
        for each in self.choices:
            if each.choice.key == choice.key:
                return each.loses
        raise BadInput(f"{key_text(choice.key)} was not weighed: it is no place that is worth a look")

    def told(self) -> str:
        """The worth of both sides with its kind in a sentence."""
        error = f" ± {short_percent(self.error)}" if self.error else ""
        each = ", ".join(f"{self.armies[side]} {short_percent(worth)}" for side, worth in self.sides.items())
        return f"{each}{error} ({KINDS[self.kind]}; {self.positions} positions)"

    def __repr__(self) -> str:
        rows = [
            f"  {each.said}: {short_percent(each.worth)}"
            + (f", loses {in_points(each.loses)} points" if each.loses else ", best")
            + (f"; {each.why}" if each.why else "")
            for each in sorted(self.choices, key=lambda each: each.loses)
        ]
        return "\n".join((self.told(), *rows))

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(each.said)}</td>"
            f'<td title="{each.worth}">{short_percent(each.worth)}</td>'
            f'<td title="{each.loses}">{in_points(each.loses) if each.loses else "best"}</td></tr>'
            for each in sorted(self.choices, key=lambda each: each.loses)
        )
        who = escape(self.armies.get(self.side, "chance"))
        head = f"<tr><th>choice of {who}</th><th>worth</th><th>loses points</th></tr>"
        return f"<table><caption>{escape(self.told())}</caption>{head}{rows}</table>"


def worth(
    game: Game,
    kind: str | None = None,
    *,
    most: int = MOST,
    depth: int = 2,
    games: int = 100,
    seed: int = 0,
    told: SearchProgress | None = None,
) -> Worth:
    """What the position of a game is worth, and each choice in it.

    Exact where at most `most` positions can follow, else bounded: `depth` choices ahead. A kind that is asked
    for is kept: "exact" raises TooLarge with the size, "sampled" plays `games` out after every choice.
    """
    if kind not in (None, *KINDS):
        raise unknown("kind of worth", str(kind), KINDS)
    if kind == "sampled":
        return sampled(game, games, seed)
    if kind != "bounded":
        try:
            return exact(game, most, told)
        except TooLarge:
            if kind == "exact":
                raise
    return bounded(game, depth)


def solved(game: Game, most: int = MOST, told: SearchProgress | None = None) -> Solved:
    """All positions that can follow the one of a game, solved; what is known of the game is asked again."""
    known: Solved | None = game.kept.get("solved")
    if known is None or game.moment not in known.positions.number:
        known = game.kept["solved"] = Solved(Positions(Ahead(game), game.moment, most, told))
    return known


def exact(game: Game, most: int = MOST, told: SearchProgress | None = None) -> Worth:
    """The worth by best play of both sides. Raises TooLarge where more positions can follow."""
    found = solved(game, most, told)
    number = found.positions.number[game.moment]
    choices = [way.choice for way in found.positions.ways[number]]
    worths = [Seen(each, each, each) for each in found.of_choices(number)]
    whole = Seen(found.worths[number], found.worths[number], found.worths[number])
    made = _made(game, "exact", whole, list(zip(choices, worths, strict=True)), len(found.positions))
    why = [most_likely(found, way) for way in found.positions.ways[number]]
    with_why = tuple(replace(each, why=words) for each, words in zip(made.choices, why, strict=True))
    return replace(made, choices=with_why)


def most_likely(known: Solved, way: Way) -> str:
    """What most likely comes after a choice when both play best: an end, dice, or the answer to it."""
    to, chance = max(way.to, key=lambda each: each[1])
    often = "then" if chance == 1 else f"most likely ({short_percent(chance)}) then"
    side, book, moment = known.positions.sides[to], known.positions.ahead.book, known.positions.moments[to]
    ending = book.over(moment)
    if ending is not None:
        return f"{often} {army(book, ending.winner)} wins" if ending.winner else f"{often} it is drawn"
    if side == CHANCE:
        return f"{often} dice"
    choice = known.positions.ways[to][known.best(to)[0]].choice
    said = choice_said(book, moment, choice)
    return f"{often} {said}" if choice.unit else f"{often} {army(book, side)}: {said}"


def bounded(game: Game, depth: int = 2, told: SearchProgress | None = None) -> Worth:
    """The worth as it seems so many choices ahead, with the proved bound of its error.

    Raises TooLarge where `told` stops it.
    """
    search = Search(Ahead(game), depth, told=told)
    found = [] if game.ending else search.choices(game.moment)
    whole = search.best(game.now.side, [each for _, each in found]) if found else search.of(game.moment)
    return _made(game, "bounded", whole, found, search.size)


def sampled(game: Game, games: int, seed: int) -> Worth:
    """The worth as plain players play it out, with the standard error."""
    found = []
    for choice in game.choices():
        tally = rolled_out(game, choice, games, seed)
        found.append((choice, Seen(tally.mean, tally.mean - tally.error, tally.mean + tally.error)))
    search = Search(Ahead(game))
    whole = search.best(game.now.side, [each for _, each in found]) if found else search.of(game.moment)
    return _made(game, "sampled", whole, found, len(found) * games)


def _made(game: Game, kind: Kind, whole: Seen, found: list[tuple[Choice, Seen]], positions: int) -> Worth:
    """The worth of both sides, and the choices as who is to act sees them."""
    one, two = game.book.sides
    side = game.now.side
    ours = [each.seems if side != two else 1 - each.seems for _, each in found]
    best = max(ours, default=Fraction(0))
    lost = [Fraction(0) if side == CHANCE else best - mine for mine in ours]
    choices = tuple(
        Weighed(choice, choice_said(game.book, game.moment, choice), mine, loses, error_of(each))
        for (choice, each), mine, loses in zip(found, ours, lost, strict=True)
    )
    sides = {one: whole.seems, two: 1 - whole.seems}
    return Worth(kind, sides, error_of(whole), side, choices, positions, game.book.armies)


def error_of(seen: Seen) -> Fraction:
    """How far the worth may be from what it seems."""
    return max(seen.high - seen.seems, seen.seems - seen.low)
