"""A game: choices with their exact odds, dice that are rolled or laid, moves that are taken back."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, islice
from random import Random

from pz8edu.asking.ask import situation_of
from pz8edu.asking.odds import Odds, laws_of, odds_of
from pz8edu.asking.playthrough import StepThrough
from pz8edu.board.position import Place
from pz8edu.board.setting_up import table_named
from pz8edu.board.tabletop import Asked
from pz8edu.core.facts.fact import Refused
from pz8edu.core.rulebook.domain import JSON
from pz8edu.core.rulebook.own_rules import under
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Given, Situation
from pz8edu.core.rulebook.system import Calculator, System
from pz8edu.errors import BadInput, unknown
from pz8edu.games.dice import lay_all, roll_all, words_of
from pz8edu.systems import system
from pz8edu.turns.choice import Choice, Ending, Key
from pz8edu.turns.moment import AnyMoment, Turn
from pz8edu.turns.play import AnyPlay

Law = tuple[tuple[object, Fraction], ...]
"""What may come of a question, as the rule returns it, each with its chance."""
CERTAIN: Law = ((None, Fraction(1)),)


@dataclass(frozen=True)
class Event:
    """What was chosen and what came of it: the dice as they are written, outcome and chance."""

    key: Key
    dice: tuple[str, ...] = ()
    outcome: str = ""
    chance: Fraction | None = None


@dataclass
class Node:
    """A place in the game: the event that led here, the moment after it, what followed, main line first.

    `remark` stands beside the event, `words` are the lines of a player below it; `found` are the choices of
    the moment as far as anybody has asked for them.
    """

    moment: AnyMoment
    event: Event | None = None
    before: Node | None = field(default=None, repr=False)
    after: list[Node] = field(default_factory=list, repr=False)
    remark: str = ""
    words: list[str] = field(default_factory=list, repr=False)
    offered: dict[str, list[Choice]] = field(default_factory=dict, repr=False)
    found: Iterator[Choice] | None = field(default=None, repr=False)


class Game:
    """A game on a table of a book, under its rules.

    `choices` are what may be done now, `odds` the chances of a choice, `play` does it; `take_back` goes
    behind the dice and keeps the undone line as a variation. A choice that is the only one and throws no
    dice is neither asked nor written: it plays itself. `tags` are what else its record tells: players, date.
    `solo` is a side that plays itself, by the rules that the book prints for it. `own` is the table as it was
    set up where it is none of the book's; its record carries it. `kept` is what others worked out of it.
    """

    def __init__(
        self,
        home: System,
        table: str | Situation,
        rules: Ruleset | None = None,
        seed: int | None = None,
        solo: str = "",
    ) -> None:
        self.home = home if rules is None else home.under(rules)
        self.own = None if isinstance(table, str) else table
        self.table = table if isinstance(table, str) else called(table)
        self.rules: Ruleset = self.home.rules
        self.book: AnyPlay = self.home.play(table)
        if solo and solo not in self.book.sides:
            raise unknown("side", solo, self.book.sides)
        self.solo = solo
        if solo:
            self.book = self.home.play(table, solo)
        self.random = Random(seed)
        self.tags: dict[str, str] = {}
        self.root = self._after(self.book.start())
        self.node = self.root
        self._known: dict[object, Odds] = {}
        self._laws: dict[Hashable, Law] = {}
        self._shared: dict[object, object] = {}
        self.kept: JSON = {}

    def knows_of(self, other: Game) -> None:
        """Odds that another game under the same rules has worked out are not worked out again."""
        if (self.home.id, self.rules) == (other.home.id, other.rules):
            self._known, self._laws, self._shared = other._known, other._laws, other._shared

    # --- where it stands
    @property
    def moment(self) -> AnyMoment:
        """The moment now."""
        return self.node.moment

    @property
    def now(self) -> Turn:
        """Whose it is, and what is done."""
        return self.book.now(self.moment)

    @property
    def ending(self) -> Ending | None:
        """How it has ended; None while it goes on."""
        return self.book.over(self.moment)

    @property
    def result(self) -> str | None:
        """How it has ended in a sentence; None while it goes on."""
        return None if self.ending is None else str(self.ending)

    @property
    def line(self) -> tuple[Node, ...]:
        """The nodes from the first event to here."""
        nodes, node = [], self.node
        while node.before is not None:
            nodes.append(node)
            node = node.before
        return tuple(reversed(nodes))

    # --- what may be done
    def choices(self, unit: str = "") -> list[Choice]:
        """Every legal choice of who is to act, or of one unit; none when the game is over."""
        if self.ending is not None:
            return []
        offered, seen = self.node.offered, self.seen
        if unit not in offered:
            found: Iterable[Choice] | None = None
            if not unit and seen is self.moment:
                found, self.node.found = self.node.found, None
            offered[unit] = list(found or self.book.choices(seen, unit))
        return offered[unit]

    @property
    def seen(self) -> AnyMoment:
        """The moment as whoever is to act may know it."""
        return self.book.seen_by(self.now.side, self.moment)

    def question(self, asked: Asked) -> Calculator:
        """The question that decides a choice."""
        step = self.book.single_steps.get(asked.calculator)
        question = step or self.home.question(asked.calculator, "calculator")
        assert isinstance(question, Calculator)
        return question

    def law(self, asked: Asked | None) -> Law:
        """What may come of a question, as its rule returns it; raises BadInput where the rules refuse it."""
        if asked is None:
            return CERTAIN
        try:
            key: Hashable = asked.calculator, frozenset(asked.inputs.items())
        except TypeError:
            key = asked.calculator, repr(sorted(asked.inputs.items()))
        if key not in self._laws:
            question = under(self.question(asked), self.rules)
            situation = situation_of(question, asked.inputs)
            law = laws_of(question.rule, type(situation), self.rules, self._shared).law(situation)
            if isinstance(law, Refused):
                raise BadInput(law.why)
            self._laws[key] = tuple(law.fractions().items())
        return self._laws[key]

    def odds(self, choice: Choice) -> Odds | None:
        """The exact odds of a choice before the dice fall; None where no dice fall."""
        if choice.asked is None:
            return None
        question = self.question(choice.asked)
        situation = situation_of(question, choice.asked.inputs)
        key = (question.id, situation)
        if key not in self._known:
            own = under(question, self.rules)
            self._known[key] = odds_of(own, situation, self.rules, self._shared)
        return self._known[key]

    def dragged(self, unit: str, place: Place) -> Choice:
        """The move of a unit to a place, as a hand makes it on a board. Raises BadInput: why not."""
        for each in self.book.options(self.seen, unit) if self.ending is None else ():
            if each.kind in self.book.by_drag:
                return self.book.allowed(self.moment, replace(each, way=(place,), why=""))
        raise BadInput(self.book.not_now(self.moment, Choice("move", unit)))

    def throws(self, choice: Choice) -> StepThrough:
        """The question of a choice, to be played die by die. Raises BadInput where no dice fall."""
        if choice.asked is None:
            raise BadInput(f"No dice fall when it is chosen: {choice.kind}.")
        question = self.question(choice.asked)
        return StepThrough(question, situation_of(question, choice.asked.inputs), self.rules)

    # --- what is done
    def play(self, choice: Choice, dice: Given | Iterable[str] | None = None) -> Event:
        """Make a choice; its dice are rolled, or laid as given: {"to hit": 5} or ["to hit 5"].

        Raises BadInput for a choice that is not legal now and for dice that cannot be; the game stays so.
        """
        if self.ending is not None:
            raise BadInput(f"The game is over: {self.ending}.")
        found = choice if self._is_offered(choice) else self.book.allowed(self.moment, choice)
        event, outcome = self._thrown(found, dice)
        self._go(event, self.book.lands(self.moment, found, outcome))
        return event

    def _is_offered(self, choice: Choice) -> bool:
        """Is it one of those that were handed out here, which need not be looked for again?"""
        if choice.kind in self.book.by_drag or self.seen is not self.moment:
            return False
        return any(each is choice for found in self.node.offered.values() for each in found)

    def _thrown(
        self, choice: Choice, dice: Mapping[str, object] | Iterable[str] | None
    ) -> tuple[Event, object]:
        written = words_of(dice) if isinstance(dice, Mapping) else dice
        if choice.asked is None and not written:
            return Event(choice.key), None
        through = self.throws(choice)
        if written is None:
            roll_all(through, self.random)
        else:
            lay_all(through, written)
        odds = self.odds(choice)
        assert odds is not None
        assert through.outcome is not None
        chance = odds.fractions()[through.outcome]
        return Event(choice.key, words_of(through.dice), through.outcome, chance), through.result

    def _go(self, event: Event, moment: AnyMoment) -> None:
        node = next((each for each in self.node.after if each.event == event), None)
        if node is None:
            node = self._after(moment, event, self.node)
        else:
            self.node.after.remove(node)
        self.node.after.insert(0, node)
        self.node = node

    def _after(self, moment: AnyMoment, event: Event | None = None, before: Node | None = None) -> Node:
        """The place at which somebody has a choice, or dice are to fall; or the game is over."""
        while self.book.over(moment) is None:
            choices = self.book.choices(moment)
            found = list(islice(choices, 2))
            if len(found) == 2 or (found and found[0].asked is not None):
                return Node(moment, event, before, found=chain(found, choices))
            moment = self.book.lands(moment, found[0]) if found else self.book.next_step(moment)
        return Node(moment, event, before)

    def take_back(self) -> None:
        """Go back behind the last choice and its dice; the line that was left stays as a variation.

        Raises BadInput at the beginning.
        """
        if self.node.before is None:
            raise BadInput("Nothing has been played yet.")
        self.node = self.node.before

    def go_to(self, node: Node) -> None:
        """Stand at another place of this game."""
        self.node = node

    # --- as text
    def text(self) -> str:
        """The game as text, with its variations: see `pz8edu.games.record`."""
        from pz8edu.games.record import text_of

        return text_of(self)

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(self.text())}</pre>"

    def __repr__(self) -> str:
        return self.text()


def called(table: Situation) -> str:
    """What a table of one's own is called."""
    return str(getattr(table, "title", "")).replace('"', "'") or "a table of one's own"


def play(
    rules: str,
    table: str | None = None,
    *,
    changed: Ruleset | None = None,
    seed: int | None = None,
    solo: str = "",
) -> Game:
    """A game of a book on one of its tables, the first one that can be played unless it is named.

    A table of one's own is named by its file, "my.toml"; `solo` is the side that plays itself, where the book
    prints how. Raises BadInput for unknown names, and for a book or a table that cannot be played.
    """
    home = system(rules)
    if table is None:
        table = next(iter(home.played))
    return Game(home, table_named(home, table), changed, seed, solo)
