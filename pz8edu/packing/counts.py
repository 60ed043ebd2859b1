"""A rule of cards, or of equal dice, gone through with counts that nobody knows yet: its law as a formula.

A count is a sum of inputs. A comparison goes both ways, and what is drawn is one more count. What needs a
known number, as a table or another die does, is asked again with that input known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias, cast

from pz8edu.asking.situations import Situations
from pz8edu.core.records import replaced
from pz8edu.core.rolls.roll import Roll
from pz8edu.core.rolls.throw import Law
from pz8edu.core.rulebook.domain import JSON
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Situation
from pz8edu.core.rulebook.system import Calculator
from pz8edu.errors import BadInput
from pz8edu.packing.axes import Axis, situation_values
from pz8edu.packing.formula import Form

MOST_WAYS, MOST_FORMULAS = 500, 2_000
"""A rule with more ways through it has no formula, nor one with more formulas for its other inputs."""
NOT_PACKED = "Python answers this: it is not packed"
MARK = "\ufffd"
"""Around the place of a count in a refusal."""
Cards: TypeAlias = "Mapping[object, int | Count]"


class NoFormula(BaseException):
    """A rule asks what only known numbers answer: those at some places. No rule may swallow it."""

    def __init__(self, *places: int) -> None:
        super().__init__()
        self.places = places


class Impossible(BaseException):
    """More cards are drawn than there are; no rule may swallow it."""


class Count:
    """A whole number that nobody knows yet: a plain one, and so many times the numbers at some places."""

    def __init__(self, way: Passage, plain: int, times: Mapping[int, int]) -> None:
        self.way, self.plain = way, plain
        self.times = {place: times[place] for place in sorted(times) if times[place]}

    def __add__(self, other: int | Count) -> Count:
        if not isinstance(other, Count):
            return Count(self.way, self.plain + self.known(other), self.times)
        places = {*self.times, *other.times}
        times = {place: self.times.get(place, 0) + other.times.get(place, 0) for place in places}
        return Count(self.way, self.plain + other.plain, times)

    def __mul__(self, factor: int) -> Count:
        factor = self.known(factor)
        return Count(self.way, self.plain * factor, {at: each * factor for at, each in self.times.items()})

    def __neg__(self) -> Count:
        return self * -1

    def __sub__(self, other: int | Count) -> Count:
        return self + -other

    def __rsub__(self, other: int) -> Count:
        return -self + other

    __radd__, __rmul__ = __add__, __mul__

    def __gt__(self, other: int | Count) -> bool:
        return self.way.is_positive(self - other)

    def __lt__(self, other: int | Count) -> bool:
        return self.way.is_positive(-self + other)

    def __ge__(self, other: int | Count) -> bool:
        return not self < other

    def __le__(self, other: int | Count) -> bool:
        return not self > other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int | Count) and not self > other and not self < other

    def __bool__(self) -> bool:
        return self != 0

    def known(self, other: object = None) -> int:
        """A known whole number. Raises NoFormula for anything else, as for a count itself."""
        if isinstance(other, int):
            return other
        raise NoFormula(*self.times)

    def __hash__(self) -> int:
        return self.known()

    def __index__(self) -> int:
        return self.known()

    def __pow__(self, power: object) -> int:
        return self.known()

    __floordiv__ = __mod__ = __pow__

    def __format__(self, how: str) -> str:
        return self.way.in_text(self)

    def __str__(self) -> str:
        return f"{self}"

    __repr__ = __str__

    def because_of(self, reason: object) -> Count:
        """As a roll is told its modifiers."""
        return self


class Passage:
    """One way through a rule: its comparisons are answered as `planned`, what is new with yes.

    `limits` has the least and the most of the number at each place, `steps` what was met in turn: a test with
    its answer, or a draw.
    """

    def __init__(self, limits: Sequence[tuple[int, int]], planned: Sequence[bool]) -> None:
        self.limits, self.planned = list(limits), planned
        self.steps: list[tuple[JSON, bool | None]] = []
        self.answers: dict[Form, bool] = {}
        self.told: list[Form] = []

    def is_positive(self, count: Count) -> bool:
        """Is it 1 or more?"""
        least, most = self.ends(count)
        if least >= 1 or most < 1:
            return least >= 1
        form = as_form(count)
        if form not in self.answers:
            answered = len(self.answers)
            self.answers[form] = self.planned[answered] if answered < len(self.planned) else True
            self.steps.append(({"test": form}, self.answers[form]))
        return self.answers[form]

    def ends(self, number: int | Count) -> tuple[int, int]:
        """The least and the most that it can be."""
        if not isinstance(number, Count):
            return number, number
        each = [[times * end for end in self.limits[place]] for place, times in number.times.items()]
        return number.plain + sum(map(min, each)), number.plain + sum(map(max, each))

    def drawn(self, number: int | Count, kinds: Mapping[int, int | Count], back: bool) -> Count:
        """What so many cards are worth together, drawn of some by what each is worth.

        Raises Impossible where there are not so many.
        """
        cards = sum(kinds.values())
        too_few = cards < 1 and number > 0 if back else number > cards
        if too_few or any(each < 0 for each in (number, *kinds.values())):
            raise Impossible
        of = [(worth, as_form(copies)) for worth, copies in kinds.items()]
        self.steps.append(({"draw": as_form(number), "of": of, "back": back}, None))
        most = self.ends(number)[1]
        self.limits.append((min(0, *kinds) * most, max(0, *kinds) * most))
        return Count(self, 0, {len(self.limits) - 1: 1})

    def in_text(self, count: Count) -> str:
        """The place of a count in a refusal."""
        self.told.append(as_form(count))
        return f"{MARK}{len(self.told) - 1}{MARK}"

    def refusal(self, text: str) -> JSON:
        """A refusal with its counts."""
        pieces = text.split(MARK)
        return {"refused": [self.told[int(each)] if at % 2 else each for at, each in enumerate(pieces)]}


def as_form(number: int | Count) -> Form:
    """A number as it is written, known or not."""
    if not isinstance(number, Count):
        return (number,)
    return (number.plain, *(each for pair in number.times.items() for each in pair))


# --- drawn
class Counting:
    """An umpire who draws of packs and pools whose counts nobody knows yet, and does nothing else."""

    def __init__(self, way: Passage) -> None:
        self.way = way

    def hand(self, label: str, cards: Cards, count: int | Count) -> Drawn:
        """So many cards at once."""
        return Drawn(self.way, count, cards)

    def deck(self, cards: Cards) -> Drawn:
        """A pack of which one card is drawn."""
        return Drawn(self.way, 1, cards)

    def tally(self, label: str, count: int | Count, die: Law) -> Drawn:
        """So many equal dice of the rule's own: cards that are put back."""
        return Drawn(self.way, count, cast("Cards", die.weights), back=True)

    def sum_of(
        self,
        label: str,
        count: int | Count,
        worth: Mapping[object, int] | None = None,
        die: Law | None = None,
    ) -> Count:
        """What so many equal dice of the rule's own are worth together."""
        if die is None:
            raise NoFormula
        return self.tally(label, count, die).total({face: face for face in die} if worth is None else worth)

    def look_up(self, label: str, roll: object, table: Callable[[object], object]) -> object:
        """What a table says to the one card that was drawn."""
        if not isinstance(roll, Drawn) or roll.number != 1:
            raise NoFormula
        *others, last = roll.cards
        number = roll.total({card: at for at, card in enumerate(roll.cards)})
        return table(next((card for at, card in enumerate(others) if number == at), last))


class Drawn:
    """So many cards of some kinds, of which one number can be read."""

    def __init__(self, way: Passage, number: int | Count, cards: Cards, back: bool = False) -> None:
        self.way, self.number, self.cards, self.back = way, number, cards, back

    def draw(self, label: str) -> Drawn:
        """The first card of a deck."""
        return self

    def total(self, worth: Mapping[object, int]) -> Count:
        """What all that was drawn is worth. Raises NoFormula for a second number."""
        cards, self.cards = self.cards, {}
        if not cards:
            raise NoFormula
        kinds: dict[int, int | Count] = {}
        for card, copies in cards.items():
            each = worth.get(card, 0)
            kinds[each] = kinds.get(each, 0) + copies
        return self.way.drawn(self.number, kinds, self.back)

    def count(self, name: object) -> Count:
        """How often one kind was drawn."""
        return self.total({name: 1})


# --- made
class RuleOfCounts:
    """The formulas of a rule: one for each combination of those inputs that are no counts.

    `places` are those of the inputs that are counts; so many other inputs stand `behind` all. `words` is what
    can come out. Raises NoFormula where a rule has none.
    """

    def __init__(
        self,
        question: Calculator,
        rules: Ruleset,
        axes: Sequence[Axis],
        places: Sequence[int],
        behind: int = 0,
    ) -> None:
        self.question, self.rules, self.places = question, rules, places
        self.names = [axis.name for axis in axes]
        ends = [(axis.values[0], axis.values[-1]) if is_count(axis) else (0, 0) for axis in axes]
        self.limits = [*ends, *[(0, 0)] * behind]
        self.words: dict[str, None] = {}
        self.left = MOST_WAYS
        known = [
            axis._replace(values=axis.values[:1]) if at in places else axis for at, axis in enumerate(axes)
        ]
        self.situations = Situations(question.situation, situation_values(known), {}, MOST_FORMULAS)

    def __iter__(self) -> Iterator[JSON]:
        for situation in self.situations:
            self.left = MOST_WAYS
            yield self.behind((), situation)

    def behind(self, planned: tuple[bool, ...], situation: Situation) -> JSON:
        """What a rule comes to behind some answers."""
        self.left -= 1
        if not self.left:
            raise NoFormula
        way = Passage(self.limits, planned)
        found = self.end(way, situation)
        answers = tuple(way.answers.values())
        for step, answer in reversed(way.steps):
            if answer is None:
                found = step | {"then": found}
            elif len(answers) == len(planned):
                break
            else:
                answers = answers[:-1]
                found = step | {"yes": found, "no": self.behind((*answers, False), situation)}
        return found

    def end(self, way: Passage, situation: Situation) -> JSON:
        """The outcome of one way through the rule, or why it refuses."""
        kind, question = self.question.situation, self.question
        counts = {kind._attribute(self.names[at]): Count(way, 0, {at: 1}) for at in self.places}
        filled = replaced(situation, **counts)
        try:
            filled.check()
            outcome = question.rule(Counting(way), filled, self.rules)
        except BadInput as fault:
            return way.refusal(str(fault))
        except Impossible:
            return {"refused": [NOT_PACKED]}
        except (TypeError, AttributeError, LookupError):
            raise NoFormula from None
        if isinstance(outcome, Count) and question.word is str:
            least, most = way.ends(outcome)
            self.words |= dict.fromkeys(map(str, range(least, most + 1)))
            return {"word": as_form(outcome)}
        word = question.word(outcome)
        if MARK in word or isinstance(outcome, Roll):
            raise NoFormula
        self.words[word] = None
        return {"word": word}


def is_count(axis: Axis) -> bool:
    """Has an input all whole numbers from one to another?"""
    whole = {*map(type, axis.values)} == {int} and len(axis.values) > 1 and "." not in axis.name
    return whole and axis.values == tuple(range(axis.values[0], axis.values[-1] + 1))
