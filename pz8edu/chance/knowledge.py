"""What is known about the dice at one point of a rule, and how a question divides it, exactly.

Conditioning never divides. Dice that have been looked at together form a *block*: rows of values with
weights, whose sum is the block's mass. The chance of a point of the tree is the product of the masses of
its blocks over the product of their totals; dice that nobody has looked at appear in neither.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import Any, NamedTuple

from pz8edu.chance.distribution import Distribution, Weight, convolve, gather, total_of
from pz8edu.chance.roll import Derived, Roll, Thrown

Row = tuple[tuple[Any, ...], Weight]

WRITE_OUT = 2000
"""Up to so many rows, remembered dice are simply written out again."""


class Block:
    """Dice that have been looked at together.

    `dice` are their numbers, `views` the numbers of the rolls whose values the rows hold. A block behind
    a sum remembers only the sum; `seen` are then the rolls that were looked at and `behind` the blocks
    they were made of.
    """

    __slots__ = ("dice", "views", "rows", "total", "mass", "seen", "behind")

    def __init__(
        self,
        dice: tuple[int, ...],
        views: tuple[int, ...],
        rows: list[Row],
        total: Weight,
        mass: Weight,
        seen: tuple[Roll[Any], ...] = (),
        behind: tuple[Block, ...] | None = (),
    ) -> None:
        self.dice = dice
        self.views = views
        self.rows = rows
        self.total = total
        self.mass = mass
        self.seen = seen
        self.behind = behind

    def blocks_behind(self) -> tuple[Block, ...]:
        """The blocks hidden behind a remembered sum: fresh dice where the sum was the first look at them."""
        if self.behind is None:
            self.behind = tuple(fresh_block(die) for roll in self.seen for die in roll.dice())
        return self.behind


class Part(NamedTuple):
    """One answer of a question: the values of the roll that give it, with their weights, rows and mass.

    `witness` is one of these values.
    """

    answer: Any
    values: Mapping[Any, Weight]
    rows: list[Row]
    mass: Weight
    witness: Any


class Division:
    """The answers to a question, and what is known after each of them.

    The chance of having come here and getting `parts[place]` is `weight(place) / total`. What is known then
    is worked out when the rule asks on.
    """

    __slots__ = ("parts", "total", "_rest", "_blocks", "_narrowed", "_odds")

    def __init__(
        self,
        parts: list[Part],
        rest: Weight,
        total: Weight,
        blocks: dict[int, Block],
        narrowed: Callable[[Part], Block],
    ) -> None:
        self.parts = parts
        self.total = total
        self._rest = rest
        self._blocks = blocks
        self._narrowed = narrowed
        self._odds: list[Block] = []

    def weight(self, place: int) -> Weight:
        """The weight of having come here and getting this answer."""
        weight = self._rest * self.parts[place].mass
        return weight * self._odds[place].mass if self._odds else weight

    def knowledge(self, place: int) -> Knowledge:
        """What is known about the dice after this answer."""
        block = self._narrowed(self.parts[place])
        blocks = self._blocks.copy()
        for number in block.dice:
            blocks[number] = block
        if self._odds:
            blocks[min(0, *blocks) - 1] = self._odds[place]  # dice have numbers above 0
        return Knowledge(blocks, self.weight(place), self.total)

    def freed(self, chances: list[Weight], whole: Weight) -> Division:
        """The same question with other chances for its answers: `chances` over `whole`, in their order.

        The dice behind an answer keep their odds among each other. A block of no dice brings the other
        chances in; nothing is divided: what would be divided by multiplies its total instead.
        """
        mass = total_of(part.mass for part in self.parts)
        every = math.prod(part.mass for part in self.parts)
        parts, odds = [], []
        for place, (part, chance) in enumerate(zip(self.parts, chances, strict=True)):
            others = math.prod(other.mass for at, other in enumerate(self.parts) if at != place)
            if chance:
                parts.append(part)
                odds.append(
                    Block((), (), [((), chance * mass * others)], whole * every, chance * mass * others)
                )
        division = Division(parts, self._rest, self.total * whole * every, self._blocks, self._narrowed)
        division._odds = odds
        return division


class Knowledge:
    """Independent blocks of dice, with the weight and total of having come here."""

    __slots__ = ("blocks", "weight", "total")

    def __init__(self, blocks: dict[int, Block], weight: Weight = 1, total: Weight = 1) -> None:
        self.blocks = blocks
        self.weight = weight
        self.total = total

    def divided(self, roll: Roll[Any], answer: Callable[[Any], Any], key: Any) -> Division:
        """The answers to a question about a roll, yes before no, low before high."""
        law = self._law_of_fresh(roll)
        if law is not None:
            return self._divided_fresh(roll, law, answer, key)
        return self._divided_known(roll, answer)

    # --- dice that nobody has looked at
    def _law_of_fresh(self, roll: Roll[Any]) -> Distribution[Any] | None:
        if isinstance(roll, Thrown):
            return None if roll.number in self.blocks or roll.deck is not None else roll.law
        if self.blocks and any(die.number in self.blocks for die in roll.dice()):
            return None
        return roll.law_when_fresh()

    def _divided_fresh(
        self, roll: Roll[Any], law: Distribution[Any], answer: Callable[[Any], Any], key: Any
    ) -> Division:
        parts = split(law, answer, key)

        def narrowed(part: Part) -> Block:
            if isinstance(roll, Thrown):
                return Block((roll.number,), (roll.number,), part.rows, law.total, part.mass)
            dice = tuple(die.number for die in roll.dice())
            return Block(dice, (roll.number,), part.rows, law.total, part.mass, (roll,), None)

        return Division(parts, self.weight, self.total * law.total, self.blocks, narrowed)

    # --- dice of which something is known
    def _divided_known(self, roll: Roll[Any], answer: Callable[[Any], Any]) -> Division:
        blocks = dict(self.blocks)
        while True:
            view = {number: block for block in different(blocks.values()) for number in block.views}
            reached: dict[int, Block] = {}
            hidden = _reach(roll, blocks, view, reached)
            if hidden is None:
                break
            wider = _brought_back(*hidden)
            for number in wider.dice:
                blocks[number] = wider
        involved = different(reached.values())
        groups: dict[Any, tuple[dict[Any, Weight], list[Row]]] = {}
        if len(involved) == 1:
            views = involved[0].views
            for row, weight in involved[0].rows:
                value = roll.value(dict(zip(views, row, strict=True)))
                values, kept = groups.setdefault(answer(value), ({}, []))
                values[value] = values[value] + weight if value in values else weight
                kept.append((row, weight))
        else:
            for value, weight in _law(roll, reached, {})[0].items():
                values, kept = groups.setdefault(answer(value), ({}, []))
                values[value] = weight
                kept.append(((value,), weight))
        ids = {id(block) for block in involved}
        rest: Weight = 1
        total: Weight = 1
        for block in different(blocks.values()):
            total = total * block.total
            if id(block) not in ids:
                rest = rest * block.mass
        parts = [
            Part(says, values, rows, total_of(values.values()), next(iter(values)))
            for says, (values, rows) in groups.items()
        ]
        if len(parts) > 1:
            parts.sort(key=_speaking_order)
        return Division(
            parts, rest, total, blocks, lambda part: _narrowed(roll, involved, part.rows, part.mass)
        )


def split(law: Distribution[Any], answer: Callable[[Any], Any], key: Any) -> list[Part]:
    """The answers that a law gives to a question.

    Made once for each question that has a key, so that a table of situations costs one split a question.
    """
    if key is not None:
        made: list[Part] | None = law._cache.get(key)
        if made is not None:
            return made
    groups: dict[Any, dict[Any, Weight]] = {}
    for value, weight in law.weights.items():
        if weight:
            groups.setdefault(answer(value), {})[value] = weight
    made = [
        Part(
            says,
            values,
            [((value,), weight) for value, weight in values.items()],
            total_of(values.values()),
            next(iter(values)),
        )
        for says, values in groups.items()
    ]
    if len(made) > 1:
        made.sort(key=_speaking_order)
    if key is not None:
        law._cache[key] = made
    return made


def _speaking_order(part: Part) -> tuple[int, Any]:
    """Yes before no, then by value; answers of one kind in the order of their lowest value."""
    if isinstance(part.answer, bool):
        return (0, not part.answer)
    try:
        lowest = min(part.values)
        return (1, lowest) if isinstance(lowest, int) else (2, 0)
    except (TypeError, ValueError):
        return (2, 0)


def faces_of(die: Thrown[Any], known: Knowledge) -> tuple[dict[Any, Weight], Weight]:
    """The law of a throw under what is known: weights by value, and their sum."""
    block = known.blocks.get(die.number)
    if block is None:
        return dict(die.law.weights), die.law.total
    if die.number not in block.views:
        block = _brought_back(block, die)
    place = block.views.index(die.number)
    return gather((row[place], weight) for row, weight in block.rows), block.mass


def different(blocks: Iterable[Block]) -> list[Block]:
    """Each block once."""
    return list({id(block): block for block in blocks}.values())


def fresh_block(die: Thrown[Any]) -> Block:
    """A throw that nobody has looked at."""
    rows = [((value,), weight) for value, weight in die.law.weights.items()]
    return Block((die.number,), (die.number,), rows, die.law.total, die.law.total)


def _narrowed(roll: Roll[Any], involved: list[Block], rows: list[Row], mass: Weight) -> Block:
    """What is remembered after an answer: the rows that gave it, or only the roll that was looked at."""
    if len(involved) == 1:
        whole = involved[0]
        return Block(whole.dice, whole.views, rows, whole.total, mass, whole.seen, whole.behind)
    dice = tuple(number for block in involved for number in block.dice)
    total = math.prod(block.total for block in involved)
    return Block(dice, (roll.number,), rows, total, mass, (roll,), tuple(involved))


def _reach(
    roll: Roll[Any], blocks: dict[int, Block], view: dict[int, Block], reached: dict[int, Block]
) -> tuple[Block, Thrown[Any]] | None:
    """Find the views through which a roll reaches its dice; a die hidden behind a sum is returned."""
    block = view.get(roll.number)
    if block is not None:
        reached[roll.number] = block
        return None
    if isinstance(roll, Thrown):
        known = blocks.get(roll.number)
        if known is not None:
            return known, roll
        block = fresh_block(roll) if roll.deck is None else _next_card(roll, blocks)
        for number in block.dice:
            blocks[number] = block
        for number in block.views:
            view[number] = block
            if number in reached:
                reached[number] = block
        reached[roll.number] = block
        return None
    for part in roll.parts:
        hidden = _reach(part, blocks, view, reached)
        if hidden is not None:
            return hidden
    return None


def _next_card(card: Thrown[Any], blocks: dict[int, Block]) -> Block:
    """The joint law of a card and all cards of its deck that have been looked at.

    These share one block, unless they lie on the table as known.
    """
    assert card.deck is not None
    seen = tuple(drawn for drawn in card.deck.drawn if drawn.number in blocks)
    if not seen:
        cards = dict(card.deck.cards)
        mass = sum(cards.values())
        return Block((card.number,), (card.number,), [((kind,), n) for kind, n in cards.items()], mass, mass)
    first, *others = different(blocks[drawn.number] for drawn in seen)
    for other in others:
        first = _side_by_side(first, other)
    return _with_card(first, card, seen)


def _side_by_side(first: Block, second: Block) -> Block:
    """Two blocks as one: cards that lie open on the table, each by itself."""
    rows = [((*row, *more), weight * other) for row, weight in first.rows for more, other in second.rows]
    dice, views = (*first.dice, *second.dice), (*first.views, *second.views)
    return Block(dice, views, rows, first.total * second.total, first.mass * second.mass)


def _with_card(block: Block, card: Thrown[Any], seen: tuple[Thrown[Any], ...]) -> Block:
    """A block that holds the cards seen so far, joined by the next one."""
    assert card.deck is not None
    behind = tuple(
        _with_card(inner, card, seen) if seen[0].number in inner.dice else inner
        for inner in block.blocks_behind()
    )
    if behind:
        return _joined(block, card, behind)
    places = [block.views.index(drawn.number) for drawn in seen]
    rows: list[Row] = []
    for row, weight in block.rows:
        left = dict(card.deck.cards)
        for place in places:
            left[row[place]] -= 1
        rows += [((*row, kind), weight * copies) for kind, copies in left.items() if copies > 0]
    total = block.total * (sum(card.deck.cards.values()) - len(seen))
    mass = total_of(weight for _, weight in rows)
    return Block((*block.dice, card.number), (*block.views, card.number), rows, total, mass)


def _brought_back(block: Block, die: Thrown[Any]) -> Block:
    """A die that is asked again behind a remembered sum: the joint law of what is remembered and the die."""
    written = _written_out(block, WRITE_OUT)
    if written is not None:
        return Block(block.dice, written[0], written[1], block.total, block.mass)
    behind = tuple(
        inner if die.number not in inner.dice or die.number in inner.views else _brought_back(inner, die)
        for inner in block.blocks_behind()
    )
    return _joined(block, die, behind)


def _joined(block: Block, die: Thrown[Any], behind: tuple[Block, ...]) -> Block:
    """The joint law of what a block remembers and a die that lies open in one of the blocks behind it."""
    known = {row for row, _ in block.rows}
    view = {number: inner for inner in behind for number in inner.views}
    reached: dict[int, Block] = {}

    def walk(roll: Roll[Any]) -> None:
        if roll.number in view:
            reached[roll.number] = view[roll.number]
        else:
            for part in roll.parts:
                walk(part)

    whole = _unnumbered((*block.seen, die))
    for part in whole.parts:
        walk(part)
    law, used = _law(whole, reached, {})
    rest = math.prod(inner.mass for inner in behind if id(inner) not in used)
    rows = [(row, weight * rest) for row, weight in law.items() if row[:-1] in known]
    dice = tuple(number for inner in behind for number in inner.dice)
    total = math.prod(inner.total for inner in behind)
    mass = total_of(weight for _, weight in rows)
    return Block(dice, (*block.views, die.number), rows, total, mass, whole.parts, behind)


def _unnumbered(parts: tuple[Roll[Any], ...]) -> Derived[Any]:
    """Several rolls as one tuple, without taking a number: a replay of the rule must not see it."""
    whole: Derived[Any] = Derived.__new__(Derived)
    whole.umpire = parts[0].umpire
    whole.number = 0
    whole.function = _tuple
    whole._parts = parts
    whole.words = ""
    whole.operands = None
    return whole


def _tuple(*values: Any) -> tuple[Any, ...]:
    return values


def _written_out(block: Block, limit: int) -> tuple[tuple[int, ...], list[Row]] | None:
    """Every face of every die behind a block, or None when that is more than `limit` rows."""
    behind = block.blocks_behind()
    if not behind:
        return block.views, block.rows
    parts = []
    for inner in behind:
        written = _written_out(inner, limit)
        if written is None:
            return None
        parts.append(written)
    if math.prod(len(rows) for _, rows in parts) > limit:
        return None
    names = tuple(number for views, _ in parts for number in views)
    known = {row for row, _ in block.rows}
    out: list[Row] = []
    for combination in product(*(rows for _, rows in parts)):
        row = tuple(value for values, _ in combination for value in values)
        values = dict(zip(names, row, strict=True))
        if tuple(roll.value(values) for roll in block.seen) in known:
            out.append((row, math.prod(weight for _, weight in combination)))
    return names, out


def _law(
    roll: Roll[Any], reached: Mapping[int, Block], fixed: dict[int, Any]
) -> tuple[Mapping[Any, Weight], frozenset[int]]:
    """The law of a roll over known blocks, and which blocks it used.

    Independent parts are convolved; only dice that two parts share are fixed, value by value.
    """
    if roll.number in fixed:
        return {fixed[roll.number]: 1}, frozenset()
    block = reached.get(roll.number)
    out: dict[Any, Weight] = {}
    if block is not None:
        place = block.views.index(roll.number)
        for row, weight in block.rows:
            out[row[place]] = out[row[place]] + weight if row[place] in out else weight
        return out, frozenset((id(block),))
    laws = [_law(part, reached, fixed) for part in roll.parts]
    used = frozenset().union(*(ids for _, ids in laws))
    shared = {
        ident
        for place, (_, ids) in enumerate(laws)
        for ident in ids
        if any(ident in later for _, later in laws[place + 1 :])
    }
    if shared:
        blocks = [block for block in different(reached.values()) if id(block) in shared]
        for combination in product(*(block.rows for block in blocks)):
            now = fixed | {
                number: value
                for block, (row, _) in zip(blocks, combination, strict=True)
                for number, value in zip(block.views, row, strict=True)
            }
            weight = math.prod(weight for _, weight in combination)
            for value, w in _law(roll, reached, now)[0].items():
                out[value] = out[value] + weight * w if value in out else weight * w
        return out, used
    joint: Mapping[tuple[Any, ...], Weight] = {(): 1}
    for law, _ in laws:
        joint = convolve(joint, law, lambda values, value: (*values, value))
    places = [part.number for part in roll.parts]
    for values, weight in joint.items():
        value = roll.value(dict(zip(places, values, strict=True)))
        out[value] = out[value] + weight if value in out else weight
    return out, used
