"""Best play of all positions, exactly: backward induction in fractions.

The worth of a position is the chance of the first side to win, a draw counted as one half: the first side
takes the most, the other the least, chance the mean. What is solved proves itself: no choice is better.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from pz8edu.algebra.elimination import strongly_connected
from pz8edu.analysis.positions import Positions, Way
from pz8edu.errors import BadInput
from pz8edu.turns.moment import CHANCE

MOST_COMING_BACK = 300
"""A larger group of positions that come back is refused."""
Worths = Sequence[Fraction]


class Solved:
    """The worth of every position under best play of both sides, and the best choices.

    `order` has what follows before what it follows, `comes_back` says whether positions do.
    """

    def __init__(self, positions: Positions) -> None:
        self.positions = positions
        self.first = positions.ahead.book.sides[0]
        self.worths: list[Fraction] = [Fraction(0)] * len(positions)
        self.order: list[int] = []
        self.comes_back = False
        for group in strongly_connected([positions.next_to(each) for each in range(len(positions))]):
            if len(group) > 1 or group[0] in dict(positions.next_to(group[0])):
                self.comes_back = True
                self._together(group)
            else:
                self.worths[group[0]] = self._one(group[0])
            self.order += group

    def _one(self, number: int) -> Fraction:
        end = self.positions.ends.get(number)
        return self.best_of(number, self.of_choices(number)) if end is None else end

    def best_of(self, number: int, worths: Worths) -> Fraction:
        """What who is to act makes of the worths of the choices: chance takes each with the same chance."""
        side = self.positions.sides[number]
        if side == CHANCE:
            return sum(worths, Fraction(0)) / len(worths)
        return max(worths) if side == self.first else min(worths)

    def of_choices(self, number: int) -> list[Fraction]:
        """The worths of the choices of a position, to the first side."""
        return [of_way(self.worths, way) for way in self.positions.ways[number]]

    def number_after(self, number: int, way: Way, outcome: object) -> int:
        """The position that an outcome of a choice leads to."""
        ahead = self.positions.ahead
        lands = ahead.book.lands(self.positions.moments[number], way.choice, outcome)
        return self.positions.number[ahead.forced(ahead.shared(lands))]

    def best(self, number: int) -> list[int]:
        """The places of the best choices of a position: several if they are worth the same."""
        worths, worth = self.of_choices(number), self.worths[number]
        if self.positions.sides[number] == CHANCE:
            return list(range(len(worths)))
        return [at for at, each in enumerate(worths) if each == worth]

    def best_way(self, number: int) -> Sequence[Way]:
        """The first of the best choices; where chance acts all that it may take."""
        ways = self.positions.ways[number]
        return ways if not ways or self.positions.sides[number] == CHANCE else (ways[self.best(number)[0]],)

    # --- positions that come back
    def _together(self, group: list[int]) -> None:
        """Solve a group that comes back: policies of both sides are bettered until none can be."""
        if len(group) > MOST_COMING_BACK:
            raise BadInput(f"{len(group)} positions come back to one another: too many to be solved exactly")
        self._refuse_endless(group)
        first = [each for each in group if self.positions.sides[each] == self.first]
        others = [each for each in group if self.positions.sides[each] not in (self.first, CHANCE)]
        policy = dict.fromkeys((*first, *others), 0)
        while True:
            self._follow(group, policy)
            while self._better(others, policy):
                self._follow(group, policy)
            if not self._better(first, policy):
                return

    def _refuse_endless(self, group: list[int]) -> None:
        """Raise BadInput where play can stay in a group for ever, whatever the dice say."""
        stay = set(group)
        while True:
            leaves = {each for each in stay if not self._can_stay(each, stay)}
            if not leaves:
                break
            stay -= leaves
        if stay:
            moment = self.positions.moments[min(stay)]
            raise BadInput(
                f"play can go on for ever from turn {moment.turn}, step {moment.step + 1}: "
                "such a game has no best play that ends"
            )

    def _can_stay(self, number: int, group: set[int]) -> bool:
        ways = (all(to in group for to, _ in way.to) for way in self.positions.ways[number])
        return all(ways) if self.positions.sides[number] == CHANCE else any(ways)

    def _better(self, numbers: list[int], policy: dict[int, int]) -> bool:
        """Change the choices of a side that another is strictly better than; has any been?"""
        changed = False
        for number in numbers:
            worths = self.of_choices(number)
            best = self.best_of(number, worths)
            if worths[policy[number]] != best:
                policy[number] = worths.index(best)
                changed = True
        return changed

    def _follow(self, group: list[int], policy: Mapping[int, int]) -> None:
        """The worths of a group when every side follows its policy: as many equations as positions."""
        place = {number: at for at, number in enumerate(group)}
        rows = []
        for number in group:
            ways = self.positions.ways[number]
            ways = (ways[policy[number]],) if number in policy else ways
            row = [Fraction(0)] * (len(group) + 1)
            row[place[number]] = Fraction(1)
            for to, chance in (each for way in ways for each in way.to):
                if to in place:
                    row[place[to]] -= chance / len(ways)
                else:
                    row[-1] += self.worths[to] * chance / len(ways)
            rows.append(row)
        for number, worth in zip(group, eliminated(rows), strict=True):
            self.worths[number] = worth

    def under(self, ends: Mapping[int, Fraction], taken: Callable[[int], Sequence[Way]]) -> list[Fraction]:
        """The mean of `ends` from every position where the choices `taken` are, each with the same chance.

        Raises BadInput where positions come back.
        """
        if self.comes_back:
            raise BadInput("positions come back in this game: it is not told in one pass over them")
        means = [Fraction(0)] * len(self.positions)
        for number in self.order:
            if number in ends:
                means[number] = ends[number]
            elif ways := taken(number):
                means[number] = sum((of_way(means, way) for way in ways), Fraction(0)) / len(ways)
        return means


def of_way(worths: Worths, way: Way) -> Fraction:
    """The worth of a choice before its dice fall."""
    if len(way.to) == 1:
        return worths[way.to[0][0]]
    return sum((worths[to] * chance for to, chance in way.to), Fraction(0))


def eliminated(rows: list[list[Fraction]]) -> list[Fraction]:
    """The solution of equations that have one, each a row with its right side last."""
    for at in range(len(rows)):
        pivot = next(each for each in range(at, len(rows)) if rows[each][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [each / rows[at][at] for each in rows[at]]
        for other, row in enumerate(rows):
            if other != at and row[at]:
                rows[other] = [each - row[at] * of for each, of in zip(row, rows[at], strict=True)]
    return [row[-1] for row in rows]
