"""How a book is played: its steps, what may be chosen in each, and what every outcome does to the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import dist
from typing import Any, ClassVar, Generic, TypeVar

from pz8edu.board.position import U
from pz8edu.board.scene import Scene
from pz8edu.board.shapes import Area
from pz8edu.board.tabletop import BoardState, Tabletop
from pz8edu.core.in_force import Function
from pz8edu.core.rulebook.system import Calculator
from pz8edu.errors import BadInput
from pz8edu.turns.choice import Choice, Ending
from pz8edu.turns.ends import HouseEnd, house_ending
from pz8edu.turns.moment import CHANCE, Moment, Task, Turn
from pz8edu.turns.places import rounded_place

R = TypeVar("R")
PASS = "pass"  # noqa: S105
"""The choice to do nothing more in a step."""
STAYS = "stays"
"""Why a move is named that ends where it began: a unit may be dragged anywhere, but that is no choice."""


class Play(Generic[U, R]):
    """How a book is played on one table, under its rules.

    Subclass it in the `play.py` beside the tables. What a unit may do in a step of a kind is `do_KIND(moment,
    name)`, in a task `on_KIND(moment, *about)`; what a choice of a kind does is `after_KIND(moment, choice,
    outcome)`. Moments and choices are values: nothing here remembers a game.
    """

    sides: ClassVar[tuple[str, str]] = ("own", "enemy")
    by_drag: ClassVar[frozenset[str]] = frozenset({"move"})
    """Kinds of choices that may end at any place that the book allows, not only where one is offered."""
    lets_be: ClassVar[frozenset[str]] = frozenset()
    """Kinds of choices that change nothing: only the task that offered them is settled."""
    single_steps: ClassVar[Mapping[str, Calculator]] = {}
    """What the book's own questions answer for a whole turn at one blow, a step at a time; not published."""

    def __init__(self, table: Tabletop[U], rules: R) -> None:
        self.table = table
        self.rules = rules
        self._last_asked: tuple[Moment[U] | None, tuple[Turn, ...]] = None, ()
        self._last_living: tuple[Moment[U] | None, dict[str, Mapping[str, U]]] = None, {}

    @cached_property
    def armies(self) -> Mapping[str, str]:
        """What players call the sides: as its table says it, else as all bases do, or the only one."""
        named, start, bases = getattr(self.table.set_up, "armies", None), self.start(), self.first_scene.bases
        found = {}
        for side in self.sides:
            units = self.units_of(start, side)
            said = {base.side for base in bases if base.name in units} - {side} or ({*units} or {side})
            name = getattr(named, side, "") or (said.pop() if len(said) == 1 else side)
            found[side] = name[:1].upper() + name[1:]
        return found

    @cached_property
    def first_scene(self) -> Scene:
        """What its board shows before the first choice."""
        return self.table.scene(BoardState(self.start().position), self.rules)

    # --- what a book says for itself
    def start(self) -> Moment[U]:
        """The moment before the first choice."""
        return Moment(self.table.start())

    def side_of(self, letter: str, moment: Moment[U]) -> tuple[str, ...]:
        """The sides of the table that a word of the sequence of play means: "A", "B" or "both"."""
        first = moment.noted.get("side_a", self.sides[0])
        both = first, self.other(first)
        return {"both": both, "A": both[:1], "B": both[1:]}.get(letter, (letter,))

    def worth(self, moment: Moment[U], side: str) -> Fraction:
        """Stated, visible points of a side: what a plain opponent counts."""
        raise NotImplementedError

    def over(self, moment: Moment[U]) -> Ending | None:
        """How the game has ended: by the house rule of the table where the book prints no end."""
        end: HouseEnd | None = getattr(self.table.set_up, "end", None)
        if end is None:
            raise NotImplementedError(f"{type(self).__name__} and its tables say no end of a game")
        return house_ending(end, self, moment)

    def is_out(self, name: str, moment: Moment[U]) -> bool:
        """Is a unit lost, or off the table for good?"""
        raise NotImplementedError

    def is_lost(self, name: str, moment: Moment[U]) -> bool:
        """Does a unit count as lost at the end? Who is out does, unless the book says that it survives."""
        return self.is_out(name, moment)

    def ends_step(self, moment: Moment[U]) -> Moment[U]:
        """What the end of a step does by itself."""
        return moment

    def ends_turn(self, moment: Moment[U]) -> Moment[U]:
        """What the end of a turn does by itself."""
        return moment

    def seen_by(self, side: str, moment: Moment[U]) -> Moment[U]:
        """The moment as a side may know it; choices and odds are told of this one."""
        return moment

    # --- the clock
    def steps(self, moment: Moment[U]) -> tuple[Turn, ...]:
        """The steps of a turn in order, from the sequence of play; what comes before the game are tasks."""
        asked, known = self._last_asked
        if asked is not moment:
            known = self._steps_of(moment)
            self._last_asked = moment, known
        return known

    def _steps_of(self, moment: Moment[U]) -> tuple[Turn, ...]:
        sides = tuple([self.side_of(letter, moment) for letter in self._letters])
        known = self._known_steps.get(sides)
        if known is None:
            whose = dict(zip(self._letters, sides, strict=True))
            known = tuple(Turn(row.step, side, row.kind) for row in self._rows for side in whose[row.side])
            self._known_steps[sides] = known
        return known

    @cached_property
    def _rows(self) -> tuple[Any, ...]:
        """The rows of the sequence of play that are steps of a turn."""
        rows = self.rules.sequence.values()  # type: ignore[attr-defined]
        return tuple(row for row in rows if row.kind and not row.step.startswith("0"))

    @cached_property
    def _letters(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(row.side for row in self._rows))

    @cached_property
    def _known_steps(self) -> dict[tuple[tuple[str, ...], ...], tuple[Turn, ...]]:
        """The steps by whom the words of the sequence of play mean."""
        return {}

    def now(self, moment: Moment[U]) -> Turn:
        """Whose it is and what is done: the topmost task, else the step."""
        step = self.steps(moment)[moment.step]
        return step._replace(side=moment.tasks[-1].side, kind=moment.tasks[-1].kind) if moment.tasks else step

    def next_step(self, moment: Moment[U]) -> Moment[U]:
        """The moment at the beginning of the next step."""
        ended = self.ends_step(moment).but(acted=frozenset(), step=moment.step + 1)
        if ended.step < len(self.steps(moment)):
            return ended
        return self.ends_turn(ended).in_next_turn()

    # --- choices
    def actors(self, moment: Moment[U], step: Turn) -> Iterable[str]:
        """Who may act in a step: the living units of its side; nobody by name where chance acts."""
        return ("",) if step.side == CHANCE else list(self.living(moment, step.side))

    def options(self, moment: Moment[U], unit: str = "") -> Iterator[Choice]:
        """What might be done by who is to act, by one unit only if it is named; the illegal say why not."""
        now = self.now(moment)
        if moment.tasks:
            found = self._say("on", now.kind)(moment, *moment.tasks[-1].about)
            yield from (choice for choice in found if unit in ("", choice.unit))
            return
        acted, do = moment.acted, self._say("do", now.kind)
        for name in self.actors(moment, now):
            if name not in acted and (not unit or name == unit):
                yield from do(moment, name)
        if now.side != CHANCE and not unit:
            yield Choice(PASS)

    def choices(self, moment: Moment[U], unit: str = "") -> Iterator[Choice]:
        """Every legal choice of who is to act; of a move the places that are worth a look."""
        return (each for each in self.options(moment, unit) if not each.why_not and each.why != STAYS)

    def allowed(self, moment: Moment[U], choice: Choice) -> Choice:
        """The choice as it is offered, with its question; a move may end at any place that the book allows.

        Raises BadInput that says why not.
        """
        dragged = choice.kind in self.by_drag and bool(choice.way)
        choice = replace(choice, way=tuple(map(rounded_place, choice.way)))
        for each in self.options(moment, choice.unit):
            if dragged and (each.kind, each.target, each.note) == (choice.kind, choice.target, choice.note):
                why_not = each.why_not or self.why_no_place(moment, choice)
                found = replace(each, way=choice.way, why="", why_not=why_not)
            elif each.key == choice.key:
                found = each
            else:
                continue
            if found.why_not:
                raise BadInput(found.why_not)
            return found
        raise BadInput(self.not_now(moment, choice))

    def reach(self, moment: Moment[U], name: str) -> Area | None:
        """Where a unit can go now, where its table does not know it: a half move, a march, dice that fell."""
        return None

    def why_no_place(self, moment: Moment[U], choice: Choice) -> str:
        """Why a unit may not go to the end of its way; empty if it may."""
        return self.table.why_not_move(choice.unit, choice.way[-1], moment.position, self.rules)

    def not_now(self, moment: Moment[U], choice: Choice) -> str:
        """Why a choice that is not offered is not possible now."""
        now = self.now(moment)
        who = f"{now.side}: " if now.side else ""
        if choice.unit and choice.unit not in moment.places:
            return f"There is no {choice.unit} on this table."
        if choice.unit in moment.acted:
            return f"{choice.unit} has acted already in this step ({who}{now.kind})."
        what = " ".join(filter(None, (choice.unit, choice.kind, choice.target)))
        known = choice.kind in {PASS, *self.lets_be}
        if not known and not hasattr(self, f"after_{choice.kind.replace('-', '_')}"):
            book = self.rules.system  # type: ignore[attr-defined]
            return (
                f"{what}: {book} has no such choice in its turns; another version of the kit may have had it."
            )
        return f"{what}: not possible now; turn {moment.turn}, step {now.number}, {who}{now.kind}."

    # --- what a choice does
    def lands(self, moment: Moment[U], choice: Choice, outcome: object = None) -> Moment[U]:
        """The moment after a choice, when its dice have come to an outcome as the rule returns it."""
        if choice.kind == PASS:
            return self.next_step(moment)
        if choice.kind in self.lets_be:
            return self.cleared(moment.settled)
        after: Moment[U] = self._say("after", choice.kind)(moment, choice, outcome)
        return self.cleared(after)

    def cleared(self, moment: Moment[U]) -> Moment[U]:
        """Without the tasks of those who are out."""
        kept = tuple(task for task in moment.tasks if not self.is_idle(task, moment))
        return moment if kept == moment.tasks else moment.but(tasks=kept)

    def is_idle(self, task: Task, moment: Moment[U]) -> bool:
        """Is nobody left to settle a task? It is that of the unit it names first."""
        name = task.about[0] if task.about else None
        return isinstance(name, str) and name in moment.units and self.is_out(name, moment)

    def _say(self, what: str, kind: str) -> Function:
        said: Function = getattr(self, f"{what}_{kind.replace('-', '_')}")
        return said

    # --- words for subclasses
    def living(self, moment: Moment[U], side: str) -> Mapping[str, U]:
        """The units of a side that are not out."""
        asked, known = self._last_living
        if asked is not moment:
            known = {}
            self._last_living = moment, known
        if side not in known:
            units = self.units_of(moment, side).items()
            known[side] = {name: unit for name, unit in units if not self.is_out(name, moment)}
        return known[side]

    def units_of(self, moment: Moment[U], side: str) -> Mapping[str, U]:
        """The units of a side, lost ones too: those that act, and that count at the end."""
        return {name: unit for name, unit in moment.units.items() if getattr(unit, "side", None) == side}

    def away(self, moment: Moment[U], side: str) -> Fraction:
        """How far the units of a side are from the nearest enemy, added up, to a tenth."""
        enemies = [moment.places[name][:2] for name in self.living(moment, self.other(side))]
        mine = [moment.places[name][:2] for name in self.living(moment, side)]
        tenths = sum(round(10 * min(dist(at, there) for there in enemies)) for at in mine if enemies)
        return Fraction(tenths, 10)

    def other(self, side: str) -> str:
        """The other side."""
        one, two = self.sides
        return two if side == one else one


AnyPlay = Play[Any, Any]
