"""What of a game was skill and what was luck, in chance to win, line by line.

The skill of a line is what its choice is worth less the best, its luck what the dice made of that. Both are
told as the first side sees them: what harms the other side is above zero. All of them sum to result − start.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from time import monotonic
from typing import NamedTuple

from pz8edu.analysis.ahead import Ahead
from pz8edu.analysis.luck_text import luck_text
from pz8edu.analysis.positions import SearchProgress, TooLarge, from_the_end
from pz8edu.analysis.search import Search, Seen
from pz8edu.analysis.solved import Solved
from pz8edu.analysis.tails import Tail, at_most
from pz8edu.analysis.worth import Kind
from pz8edu.errors import BadInput
from pz8edu.games.game import Event, Game, Node
from pz8edu.games.told import army, choice_said, event_said
from pz8edu.printing.percent import short_percent, signed_points
from pz8edu.show.luck_html import luck_html
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, AnyMoment
from pz8edu.turns.play import AnyPlay

MARKS = ((Fraction(10, 100), "??"), (Fraction(5, 100), "?"), (Fraction(2, 100), "?!"))
"""What a choice is marked with that loses so much chance to win, or more."""
MOST = 5_000
"""So many positions are solved at most, unless another number is given."""
TURNING = Fraction(5, 100)
"""A line is a turning point that moved the chance to win by so much."""


@dataclass(frozen=True)
class Line:
    """A line of a game: the first side's chance to win before it, once chosen, and after its dice.

    `best` are the choices that were best; `laws` what the dice could have done to that chance.
    """

    node: Node = field(repr=False)
    number: int
    side: str
    before: Fraction
    chosen: Fraction
    after: Fraction
    kind: Kind
    best: tuple[Choice, ...]
    sign: int
    laws: Mapping[Fraction, Fraction] = field(repr=False)
    book: AnyPlay = field(repr=False)
    moment: AnyMoment = field(repr=False)

    @property
    def event(self) -> Event:
        """What was chosen and what came of it."""
        assert self.node.event is not None
        return self.node.event

    @property
    def skill(self) -> Fraction:
        """What the choice gave away, as the first side sees it."""
        return self.chosen - self.before

    @property
    def luck(self) -> Fraction:
        """What the dice did, as the first side sees it."""
        return self.after - self.chosen

    @property
    def loses(self) -> Fraction:
        """What the choice lost to who made it."""
        return -self.sign * self.skill

    @property
    def mark(self) -> str:
        """How bad the choice was, as in chess."""
        return next((mark for least, mark in MARKS if self.loses >= least), "")

    @property
    def words(self) -> str:
        """The event as people are told it."""
        return event_said(self.book, self.node)

    @property
    def reason(self) -> str:
        """Why it is a turning point: what was best, as who acts sees it, or what the dice did."""
        if self.mark:
            best = " or ".join(choice_said(self.book, self.moment, each) for each in self.best)
            was, came = (each if self.sign > 0 else 1 - each for each in (self.before, self.chosen))
            return f"{short_percent(was)} became {short_percent(came)}; best was {best}"
        return f"luck {signed_points(self.luck)}"


class Sum(NamedTuple):
    """Skill and luck of a side, as it sees them itself."""

    skill: Fraction
    luck: Fraction


@dataclass(frozen=True)
class Analysis:
    """A game line by line: `start + skill + luck == result`, to the fraction.

    `solved` are the positions from which on it is exact, None where none is. Where it was stopped, the lines
    begin after the first `since` of the game, and `start` is the chance to win there.
    """

    game: Game = field(repr=False)
    lines: tuple[Line, ...]
    start: Fraction
    result: Fraction
    solved: Solved | None = field(default=None, repr=False)
    since: int = 0

    @property
    def skill(self) -> Fraction:
        """All that choices gave away, as the first side sees it."""
        return sum((line.skill for line in self.lines), Fraction(0))

    @property
    def luck(self) -> Fraction:
        """All that dice did, as the first side sees it."""
        return sum((line.luck for line in self.lines), Fraction(0))

    @property
    def kind(self) -> Kind:
        """Exact, if every line is."""
        return "exact" if all(line.kind == "exact" for line in self.lines) else "bounded"

    @property
    def kind_words(self) -> str:
        """Which lines are exact, and from where on it is told if it was stopped."""
        told = f"stopped: told from line {self.since + 1} on; " if self.since else ""
        since = next((line.number for line in self.lines if line.kind == "exact"), None)
        if self.kind == "exact":
            return f"{told}exact at every line: all positions that can follow were solved"
        if since is None:
            return f"{told}bounded: no line is exact; they are told by the visible points of the book"
        return f"{told}exact from line {since} on; bounded before: told by the visible points of the book"

    def army(self, side: str) -> str:
        """What players call a side."""
        return army(self.game.book, side)

    @property
    def sums(self) -> Mapping[str, Sum]:
        """Skill and luck of each side as it sees them; those where chance acts as the first side does."""
        found = {}
        for side in (*self.game.book.sides, CHANCE):
            lines = [line for line in self.lines if line.side == side]
            sign = self._sign(side)
            skill = sum((line.skill * sign for line in lines), Fraction(0))
            found[side] = Sum(skill, sum((line.luck * sign for line in lines), Fraction(0)))
        return found

    def _sign(self, side: str) -> int:
        return -1 if side == self.game.book.sides[1] else 1

    @property
    def turning(self) -> tuple[Line, ...]:
        """The lines that moved the chance to win most, in the order of play."""
        return tuple(line for line in self.lines if max(line.loses, abs(line.luck)) >= TURNING)

    @cached_property
    def rarity(self) -> Tail:
        """The chance of luck as bad as this, or as good, for the first side: the same choices, other dice."""
        sign = -1 if self.luck > 0 else 1
        laws = [
            {(each - line.chosen) * sign: chance for each, chance in line.laws.items()}
            for line in self.lines
            if len(line.laws) > 1
        ]
        return at_most(laws, self.luck * sign)

    @property
    def rare(self) -> str:
        """The same in a sentence."""
        tail, side = self.rarity, self.army(self.game.book.sides[0])
        how = "good" if self.luck > 0 else "bad"
        if tail.chance == 1 or not self.luck:
            return f"{side}: the dice were even."
        if not tail.chance:  # where lines are bounded, what seemed later may be beyond all that seemed before
            return f"{side}: how rare luck as {how} as this is cannot be told: lines are bounded."
        about = "" if tail.chance.numerator == 1 and tail.exact and self.kind == "exact" else "about "
        one_of = f"1 of {round(1 / tail.chance)}"
        games = one_of if 2 * tail.chance < 1 else f"{short_percent(tail.chance)} of"
        sampled = " games" if tail.exact else " games (sampled)"
        return f"{side}: luck as {how} as this comes in {about}{games}{sampled}."

    def try_other(self, line: int, choice: Choice | None = None) -> Game:
        """Go back to a line of the game and make the other choice, the best one unless it is named.

        The line that was played stays as a variation. Raises BadInput for a line that there is not.
        """
        first, last = self.since + 1, self.since + len(self.lines)
        if not first <= line <= last:
            raise BadInput(f"the game has lines {first} to {last}; got {line}")
        told = self.lines[line - first]
        assert told.node.before is not None
        self.game.go_to(told.node.before)
        self.game.play(choice or told.best[0])
        return self.game

    def __repr__(self) -> str:
        return luck_text(self)

    def _repr_html_(self) -> str:
        return luck_html(self)


def analyse(
    game: Game,
    *,
    most: int = MOST,
    depth: int = 1,
    told: SearchProgress | None = None,
    seconds: float | None = None,
) -> Analysis:
    """What of the main line of a game was skill and what was luck.

    From its end backwards positions are solved exactly as far as `most` and `seconds` allow; before that a
    line is told as it seems `depth` choices ahead, and is called bounded. A place where a unit was dragged is
    a choice. Where `told` stops it, the last lines are told that it knows; raises TooLarge if it knows none.
    """
    nodes = [game.root, *game.line]
    judge = Judge(game, nodes, most, depth, told, seconds)
    worths: list[Fraction] = []
    for node in reversed(nodes):
        try:
            worths.insert(0, judge.worth(node.moment))
        except TooLarge:
            if not worths:
                raise
            break
    since = len(nodes) - len(worths)
    lines = tuple(
        line_of(judge, number, node, before=worths[number - since - 1], after=worths[number - since])
        for number, node in enumerate(nodes[since + 1 :], since + 1)
    )
    return Analysis(game, lines, worths[0], worths[-1], judge.solved, since)


def line_of(judge: Judge, number: int, node: Node, before: Fraction, after: Fraction) -> Line:
    """A line with its choice held against the others; where chance chooses, the choice is luck as well."""
    assert node.before is not None
    assert node.event is not None
    moment, book = node.before.moment, judge.ahead.book
    side, ways = book.now(moment).side, judge.ways(moment)
    chosen = next(way for way in ways if way.choice.key == node.event.key)
    if side == CHANCE:
        chosen = judged(chosen.choice, [(to, p / len(ways)) for way in ways for to, p in way.laws.items()])
    best = tuple(way.choice for way in ways if way.worth == before)
    sign = -1 if side == book.sides[1] else 1
    kind = judge.kind(moment)
    return Line(node, number, side, before, chosen.worth, after, kind, best, sign, chosen.laws, book, moment)


class Judged(NamedTuple):
    """A choice, its worth to the first side, and what that becomes with its dice."""

    choice: Choice
    worth: Fraction
    laws: Mapping[Fraction, Fraction]


class Judge:
    """The worth of the moments of a game: exact as far back from its end as possible, else as it seems."""

    def __init__(
        self,
        game: Game,
        nodes: list[Node],
        most: int,
        depth: int,
        told: SearchProgress | None,
        seconds: float | None = None,
    ) -> None:
        self.ahead = Ahead(game, played(game, nodes))
        self.search = Search(self.ahead, depth, told=told)
        self._ways: dict[AnyMoment, list[Judged]] = {}
        until = None if seconds is None else monotonic() + seconds

        def stops(found: int, opened: int) -> bool:
            stopped = told is not None and told(found, opened)
            return stopped or (until is not None and monotonic() > until)

        positions = from_the_end(self.ahead, [node.moment for node in nodes], most, stops)
        self.solved = Solved(positions) if positions else None

    def kind(self, moment: AnyMoment) -> Kind:
        """Exact where it is solved."""
        return "exact" if self.solved is not None and moment in self.solved.positions.number else "bounded"

    def worth(self, moment: AnyMoment) -> Fraction:
        """What a moment is worth to the first side."""
        if self.solved is not None and moment in self.solved.positions.number:
            return self.solved.worths[self.solved.positions.number[moment]]
        end = self.ahead.worth_of_end(moment)
        if end is not None:
            return end
        seen = [Seen(way.worth) for way in self.ways(moment)]
        return self.search.best(self.ahead.side(moment), seen).seems

    def ways(self, moment: AnyMoment) -> list[Judged]:
        """The choices of a moment with what each is worth to the first side."""
        if moment not in self._ways:
            self._ways[moment] = self._judged(moment)
        return self._ways[moment]

    def _judged(self, moment: AnyMoment) -> list[Judged]:
        if self.solved is not None and moment in self.solved.positions.number:
            worths = self.solved.worths
            ways = self.solved.positions.ways[self.solved.positions.number[moment]]
            return [judged(each.choice, [(worths[to], chance) for to, chance in each.to]) for each in ways]
        depth = self.search.depth - 1
        return [
            judged(choice, [(self.search.of(to, depth).seems, chance) for to, chance in after])
            for choice, after in (
                (each, self.ahead.after(moment, each)) for each in self.ahead.choices(moment)
            )
        ]


def judged(choice: Choice, worths: list[tuple[Fraction, Fraction]]) -> Judged:
    """A choice with the law of its worth."""
    laws: dict[Fraction, Fraction] = {}
    for worth, chance in worths:
        laws[worth] = laws.get(worth, Fraction(0)) + chance
    mean = sum((worth * chance for worth, chance in laws.items()), Fraction(0))
    return Judged(choice, mean, laws)


def played(game: Game, nodes: list[Node]) -> dict[AnyMoment, tuple[Choice, ...]]:
    """The choices that were made, by moment, each with its question: a place may have been dragged to."""
    found: dict[AnyMoment, tuple[Choice, ...]] = {}
    for before, node in pairwise(nodes):
        assert node.event is not None
        seen = game.book.seen_by(game.book.now(before.moment).side, before.moment)
        choice = game.book.allowed(seen, Choice(*node.event.key))
        found[before.moment] = (*found.get(before.moment, ()), choice)
    return found
