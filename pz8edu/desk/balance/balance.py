"""Balance: every unit of a list in an exact duel with every other, and what its points are worth."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from markupsafe import Markup

from pz8edu.asking.ask import rules_for
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.system import System
from pz8edu.desk.answer_table import ExactTable
from pz8edu.desk.backwards.figure import figure_text, short_figure
from pz8edu.desk.balance.duels import definition, duel_of, fought
from pz8edu.desk.balance.matrix_game import Solution, solution_of
from pz8edu.desk.balance.profiles import Profile, read_profiles, sample_profiles
from pz8edu.desk.tables.answers import Progress
from pz8edu.errors import BadInput, unknown
from pz8edu.printing.exact import in_full
from pz8edu.printing.html_table import html_table
from pz8edu.printing.percent import short_percent
from pz8edu.printing.text import columns
from pz8edu.systems import system

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Duel:
    """What one unit does against another, each of the two firing first in half of the duels.

    `wins` and `loses` are exact chances, the rest ends with both or none destroyed; `turns` is the expected
    number of turns, None where it may never end.
    """

    wins: Fraction
    loses: Fraction
    turns: Fraction | None

    @property
    def score(self) -> Fraction:
        """1 for a win, a half for no winner."""
        return (1 + self.wins - self.loses) / 2


@dataclass(frozen=True)
class UnitStanding:
    """How a unit does against the whole list, and what that is worth in points.

    `score` is its mean score against the others, each as often as it is there; `fair` the points that are its
    share of all scores, so that the points of the list stay the same in all; `worth` is fair points for a
    point paid: above 1 it is underpriced. Both are None where a price is missing.
    """

    unit: Profile
    score: Fraction
    fair: Fraction | None
    worth: Fraction | None

    @property
    def verdict(self) -> str:
        """Underpriced, overpriced or fair."""
        if self.worth is None:
            return ""
        return "underpriced" if self.worth > 1 else "overpriced" if self.worth < 1 else "fair"


class Balance(ExactTable):
    """A matrix of exact duels: `balance["Heavy MBT", "Infantry"]`, the `standings`, the best `mixture`.

    A duel is at half range or less, in the open, front to front: what a unit moves and how far it shoots is
    in its price and not in its duels. `left_out` says which units have no duel, and why.
    """

    def __init__(
        self,
        home: System,
        rules: Ruleset,
        units: Sequence[Profile],
        left_out: Sequence[str],
        told: Progress | None = None,
    ) -> None:
        self.home = home
        self.rules = rules
        self.units = {unit.name: unit for unit in units}
        self.left_out = tuple(left_out)
        self._known: dict[str, Duel] = {}
        self.duels: dict[tuple[str, str], Duel] = {}
        for a, b in product(units, units):
            self.duels[a.name, b.name] = self._duel(a, b)
            if told:
                told(len(self.duels), len(units) ** 2)

    def _duel(self, unit: Profile, other: Profile) -> Duel:
        sides = unit.against(other), other.against(unit)
        key = json.dumps(sides, sort_keys=True, default=str)
        if key not in self._known:
            first, second = fought(self.home, *sides, self.rules), fought(self.home, *sides[::-1], self.rules)
            turns = [each["expected_turns"] for each in (second, first)]
            numbers = [each for each in turns if isinstance(each, Fraction)]
            self._known[key] = Duel(
                HALF * (first["p_A_destroyed"] + second["p_B_destroyed"]),
                HALF * (first["p_B_destroyed"] + second["p_A_destroyed"]),
                sum(numbers, Fraction(0)) / 2 if len(numbers) == 2 else None,
            )
        return self._known[key]

    def __getitem__(self, pair: tuple[str, str]) -> Duel:
        for name in pair:
            if name not in self.units:
                raise unknown("unit", name, self.units)
        return self.duels[pair]

    # --- what it says
    @property
    def standings(self) -> tuple[UnitStanding, ...]:
        """Every unit, the most underpriced first (by score where there are no prices)."""
        scores = {name: self._mean_score(unit) for name, unit in self.units.items()}
        told = []
        prices = [unit.points for unit in self.units.values()]
        total = None if None in prices else sum((p for p in prices if p is not None), Fraction(0))
        for name, unit in self.units.items():
            fair = worth = None
            if total is not None:
                fair = total * scores[name] / sum(scores.values())
                worth = fair / unit.points if unit.points else None
            told.append(UnitStanding(unit, scores[name], fair, worth))
        return tuple(sorted(told, key=lambda each: (-(each.worth or 0), -each.score)))

    def _mean_score(self, unit: Profile) -> Fraction:
        """The mean score against the others; against its equals where there is nobody else."""
        others = [(other, other.count - (other is unit)) for other in self.units.values()]
        met = sum(count for _, count in others)
        if not met:
            return HALF
        total = sum((count * self.duels[unit.name, other.name].score for other, count in others), Fraction(0))
        return total / met

    def best_against(self, enemy: str) -> tuple[tuple[str, Duel], ...]:
        """The best answers to an enemy, the best first."""
        if enemy not in self.units:
            raise unknown("unit", enemy, self.units)
        answers = [(name, self.duels[name, enemy]) for name in self.units]
        return tuple(sorted(answers, key=lambda each: -each[1].score))

    @property
    def mixture(self) -> dict[str, Fraction]:
        """How often to send which unit against somebody who chooses as well: an exact mixed strategy."""
        names = list(self.units)
        found: Solution = solution_of([[self.duels[a, b].score for b in names] for a in names])
        return {name: share for name, share in zip(names, found.rows, strict=True) if share}

    @property
    def summary(self) -> str:
        """Who is under- and overpriced, in one sentence."""
        ranked = self.standings
        if ranked[0].worth is None:
            best = max(ranked, key=lambda each: each.score)
            return f"{best.unit.name} scores best: {short_percent(best.score)} against the list."
        under, over = ranked[0], ranked[-1]
        return (
            f"{under.unit.name} is the most underpriced: {_price(under)}; "
            f"{over.unit.name} the most overpriced: {_price(over)}."
        )

    # --- as text
    def lines(self) -> list[list[str]]:
        """The standings as text with exact numbers: a heading, then a line a unit."""
        rows = [
            [
                each.unit.name,
                *("" if each.unit.points is None else str(each.unit.points),),
                in_full(each.score),
                *("" if value is None else in_full(value) for value in (each.fair, each.worth)),
                each.verdict,
            ]
            for each in self.standings
        ]
        return [["unit", "points", "score", "fair_points", "worth_per_point", "verdict"], *rows]

    def matrix(self, exact: bool = True) -> list[list[str]]:
        """The chance of the unit at the left to destroy that above, as text."""
        said = in_full if exact else short_percent
        names = list(self.units)
        return [["", *names], *([a, *(said(self.duels[a, b].wins) for b in names)] for a in names)]

    def turns(self) -> list[list[str]]:
        """The expected number of turns of every duel, as text."""
        names = list(self.units)
        rows = [
            [a, *("never" if (t := self.duels[a, b].turns) is None else in_full(t) for b in names)]
            for a in names
        ]
        return [["", *names], *rows]

    def _short(self) -> list[list[str]]:
        rows = [
            [
                each.unit.name,
                "" if each.unit.points is None else short_figure(each.unit.points),
                short_percent(each.score),
                *(_rounded(value) for value in (each.fair, each.worth)),
                each.verdict,
            ]
            for each in self.standings
        ]
        return [["unit", "points", "score", "fair points", "per point", ""], *rows]

    @property
    def mixture_words(self) -> str:
        """The mixed strategy in a line."""
        shares = sorted(self.mixture.items(), key=lambda each: -each[1])
        told = ", ".join(name if share == 1 else f"{name} {short_percent(share)}" for name, share in shares)
        return f"best against somebody who chooses too: {told}"

    def __repr__(self) -> str:
        lines = [self.summary, columns(self._short(), "<>>>><"), self.mixture_words, definition()]
        return "\n".join([*lines, *(f"left out: {each}" for each in self.left_out)])

    def _repr_html_(self) -> str:
        head, *rows = self._short()
        names, *wins = self.matrix(exact=False)
        left = Markup("").join(Markup("<p>left out: {}</p>").format(each) for each in self.left_out)
        duels = Markup("<details><summary>chance to destroy the other, of every duel</summary>{}</details>")
        return (
            Markup("<p>{}</p>").format(self.summary)
            + html_table(head, rows, names=1)
            + Markup("<p>{}</p><p>{}</p>").format(self.mixture_words, definition())
            + left
            + duels.format(html_table(names, wins, names=1))
        )


def _price(standing: UnitStanding) -> str:
    return f"{figure_text(standing.unit.points)} points for duels worth {_rounded(standing.fair)}"


def _rounded(value: Fraction | None) -> str:
    return "" if value is None else f"{float(value):.2f}"


def balance(
    asked: str | System,
    units: Sequence[Profile] | str | None = None,
    /,
    *,
    reading: str | None = None,
    rules: Ruleset | None = None,
    told: Progress | None = None,
) -> Balance:
    """Exact duels of every unit of a list with every other: who wins, how long it takes, what it is worth.

    `units` are profiles, or the CSV file of an army list; the system's own sample units without it.
    `told(done, of)` hears how many duels are fought. Raises BadInput for a system without a duel, and for a
    list that cannot be read.

    >>> from pz8edu import balance
    >>> balance("pz8-scifi").standings[0].verdict
    'underpriced'
    """
    home = asked if isinstance(asked, System) else system(asked)
    ruleset = rules_for(home, reading, rules)
    duel_of(home)
    armed: list[Profile] = []
    left_out: list[str] = []
    if units is None:
        units, left_out = sample_profiles(home, ruleset)
    elif isinstance(units, str):
        units = read_profiles(units, home, ruleset)
    for unit in units:
        lacks = [f"against {what}" for what in ("soft", "armour") if getattr(unit, what) is None]
        if lacks:
            left_out.append(f"{unit.name} (no weapon {' or '.join(lacks)})")
        else:
            armed.append(unit)
    if not armed:
        raise BadInput("there is no unit with weapons in the list")
    return Balance(home, ruleset, armed, left_out, told)
