"""A rule played turn after turn: an absorbing Markov chain, solved exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from pz8edu.algebra.exact import Exact
from pz8edu.core.chains.model import Later, Model, Never, explored
from pz8edu.core.chains.parts import Parts, one_part, parts_in_words
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.exact import as_exact
from pz8edu.core.chance.functions import by_size
from pz8edu.core.frozen import is_from_kit
from pz8edu.core.in_force import for_later
from pz8edu.core.rolls.roll import Roll
from pz8edu.core.umpire.base import Umpire
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.core.umpire.recorder import Recorder
from pz8edu.core.umpire.run import Run, check_python_dice, python_dice
from pz8edu.core.umpire.throws import Loaded, Memo
from pz8edu.errors import BadInput, unknown

if TYPE_CHECKING:  # what solves and shows chains is read when one is solved or shown
    from pz8edu.core.chains.first_passage import FirstPassage
    from pz8edu.core.chains.in_decimals import InDecimals
    from pz8edu.core.chains.solver import Solver
    from pz8edu.core.chains.trajectory import Trajectory

S = TypeVar("S")

Phase: TypeAlias = Callable[[Umpire, S], "S | Roll[S]"]
"""A part of a turn: a rule from state to state."""

Named: TypeAlias = "S | str | Callable[[S], bool]"
"""One state, its phrase or one of its parts in words, or a function that says yes to some states."""


class Chain(Generic[S]):
    """A turn played again and again from `start` until `over(state)`.

    A turn has one or more phases, rules from state to state: `phase(umpire, state) -> state`. Equal states
    meet after every phase; the chain stops in the middle of a turn as soon as it is over.

    Everything is exact: numbers are fractions, or SymPy expressions in the unknown chances where dice are
    `loaded` with symbols or questions are given another chance (`override`). `solver` gives the same as plain
    fractions and more of it, for programs; `in_decimals` has decimals with the bound of their error.

    `word` says a state in a phrase; `parts` says it as named parts. Where a state is asked for, it may be
    given itself, by its phrase, by a part of it ("A destroyed"), or as a function that says yes to some.

    A chain that is pickled takes its moves along and leaves its rules behind: it answers everything, but
    cannot be played with other dice.
    """

    def __init__(
        self,
        *phases: Phase[S],
        start: S,
        over: Callable[[S], bool],
        memo: Memo | None = None,
        loaded: Loaded | None = None,
        override: Loaded | None = None,
        word: Callable[[S], str] = str,
        parts: Callable[[S], Parts] | None = None,
    ) -> None:
        if not phases:
            raise BadInput("a chain needs at least one phase")
        self.phases = phases = tuple(map(for_later, phases))
        self.start = start
        self.over = over = for_later(over)
        self.parts = for_later(parts or one_part(word))
        self.loaded = dict(loaded or {})
        self.override = dict(override or {})
        memory = {} if memo is None else memo  # for all states together
        umpire = Enumerating(draw=False, memo=memory, loaded=loaded, override=override, run=Run())

        def law(phase: int, state: S) -> Distribution[S]:
            found: Distribution[S] = umpire.tree(phases[phase], state).distribution
            return found

        dice = python_dice(not all(map(is_from_kit, (*phases, over))))
        self.model: Model[S] = explored(len(phases), start, over, law)
        check_python_dice(dice)

    def played_with(
        self,
        loaded: Loaded | None = None,
        override: Loaded | None = None,
    ) -> Chain[S]:
        """The same play with more dice loaded, or more questions of another chance, by their labels."""
        return Chain(
            *self.phases,
            start=self.start,
            over=self.over,
            loaded=self.loaded | dict(loaded or {}),
            override=self.override | dict(override or {}),
            parts=self.parts,
        )

    # --- pickled, copied, compared
    def __getstate__(self) -> dict[str, object]:
        return {"model": self.model, "parts": {state: self.parts(state) for state in self.states_met}}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.model = kept["model"]
        self.parts = kept["parts"].__getitem__
        self.start = self.model.start
        self.over = set(self.model.ends).__contains__
        self.phases = ()
        self.loaded, self.override = {}, {}

    def __copy__(self) -> Chain[S]:
        return self  # nothing in it ever changes

    def __deepcopy__(self, memo: object) -> Chain[S]:
        return self

    def __eq__(self, other: object) -> bool:
        return self.model == other.model if isinstance(other, Chain) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.model)

    # --- what can be changed in it
    @cached_property
    def _heard(self) -> Recorder:
        """Every phase played once more from every state, with plain dice."""
        recorder = Recorder()
        umpire = Enumerating(draw=False, recorder=recorder)
        for phase, state in self.model.states if self.phases else ():
            if not self.over(state):
                umpire.tree(self.phases[phase], state)
        return recorder

    @property
    def dice(self) -> dict[str, tuple[Any, ...]]:
        """The labels of the dice that can be loaded, with their faces; "d6" stands for all with six sides."""
        dice = {label: by_size(faces) for label, faces in self._heard.die_faces.items()}
        six = tuple(range(1, 7))
        return ({"d6": six} if six in dice.values() else {}) | dice

    @property
    def questions(self) -> dict[str, tuple[object, ...]]:
        """The labels of the questions that can have another chance, with their answers (True: yes)."""
        return {label: tuple(answers) for label, answers in self._heard.answers.items()}

    @property
    def usual_chances(self) -> dict[str, tuple[Fraction, ...]]:
        """The chances of yes with plain dice; a question that is asked with several modifiers has several."""
        return {label: tuple(chances) for label, chances in self._heard.questions.items()}

    @property
    def in_symbols(self) -> bool:
        """Are there unknown chances in it?"""
        return self.model.in_symbols

    # --- states by name
    @property
    def states_met(self) -> tuple[S, ...]:
        """Every state that play can come to, in any phase and at the end, in the order found."""
        return self.model.states_met

    def word(self, state: S | Never) -> str:
        """A state, or the end of play that never ends, in words."""
        return str(state) if isinstance(state, Never) else parts_in_words(self.parts(state))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the states: their parts in words, then the whole phrases."""
        described = [self.parts(state) for state in self.states_met]
        parts = [str(part) for each in described for part in each]
        return tuple(dict.fromkeys([*parts, *map(parts_in_words, described)]))

    def named(self, wanted: Named[S]) -> Callable[[S], bool]:
        """The question whether a state is the one that is named; raises BadInput for a name that none has."""
        if any(state == wanted and type(state) is type(wanted) for state in self.states_met):
            return lambda state: bool(state == wanted)
        if isinstance(wanted, str) and wanted in self.names:
            return lambda state: wanted in (*map(str, parts := self.parts(state)), parts_in_words(parts))
        if callable(wanted):
            return wanted
        if not isinstance(wanted, str) and isinstance(wanted, type(self.start)):
            return lambda state: bool(state == wanted)
        raise unknown("state of this chain", wanted, self.names)

    # --- in the end
    @cached_property
    def solver(self) -> Solver[S]:
        """The same answers as plain fractions, for programs: `chain.solver.expected_turns()`."""
        from pz8edu.core.chains.solver import Solver

        return Solver(self.model)

    @cached_property
    def in_decimals(self) -> InDecimals[S]:
        """The same answers in decimals with the bound of their error, where exact ones take too long.

        `chain.in_decimals.ends()` solves thousands of states that lead to each other in a moment.
        """
        from pz8edu.core.chains.in_decimals import InDecimals

        return InDecimals(self.model)

    def ends(self) -> Distribution[S | Never]:
        """Where play ends, with NEVER for the chance that it does not."""
        return self.solver.ends()

    def expected(self, worth: Callable[[S], int | Fraction]) -> Exact | None:
        """The expectation of a number read from the end, such as losses; None if play may never end."""
        return as_exact(self.solver.expected(worth))

    def expected_turns(self) -> Exact | None:
        """The expected number of turns played, a broken-off one counted whole; None if play may never end."""
        return as_exact(self.solver.expected_turns())

    def variance_of_turns(self) -> Exact | None:
        """The variance of the number of turns; None if play may never end."""
        return as_exact(self.solver.variance_of_turns())

    def long_run(self) -> Distribution[S]:
        """The share of all turns that begin in each state, as more and more turns are played.

        A chain that ends stays where it ended; states that play leaves for good have no share.
        """
        return self.solver.long_run()

    # --- first passage
    def first_passage(self, reached: Named[S]) -> FirstPassage[S]:
        """How play first comes to such a state, in plain fractions, for programs."""
        from pz8edu.core.chains.first_passage import FirstPassage

        return FirstPassage(self.model, self.named(reached))

    def chance_of(self, reached: Named[S]) -> Exact:
        """The chance that play ever comes to such a state, at its start, in a phase or at its end."""
        return as_exact(self.first_passage(reached).chance)

    def turns_until(self, reached: Named[S]) -> Exact | None:
        """The expected number of turns until play first comes to such a state, when it ever does.

        The turn in which it does is counted whole. None if it never can; `chance_of` says how often it does.
        """
        return as_exact(self.first_passage(reached).expected_turns())

    def duration_until(self, reached: Named[S], upto: int) -> Distribution[int | Later | Never]:
        """The exact distribution of the turn in which play first comes to such a state, up to so many turns.

        LATER has the chance that it does so afterwards, NEVER that it never does.
        """
        return self.first_passage(reached).duration(upto)

    # --- turn after turn
    @cached_property
    def trajectory(self) -> Trajectory[S]:
        """Play followed turn after turn."""
        from pz8edu.core.chains.trajectory import Trajectory

        return Trajectory(self.model)

    def after(self, turns: int) -> Distribution[S]:
        """The exact distribution after so many turns; ends stay where they are."""
        return self.trajectory.after(turns)

    def turn_by_turn(self, turns: int) -> Iterator[Distribution[S]]:
        """The exact distributions after 1, 2, 3 turns and so on, up to so many."""
        return self.trajectory.turn_by_turn(turns)

    def duration(self, upto: int) -> Distribution[int | Later]:
        """The exact distribution of the number of turns, up to so many; LATER has what is left."""
        return self.trajectory.duration(upto)

    # --- showing it
    def __repr__(self) -> str:
        from pz8edu.core.chains.views import as_text

        return as_text(self.solver, self.word)

    def _repr_html_(self) -> str:
        from pz8edu.core.chains.views import as_html

        return as_html(self.solver, self.word)

    def to_csv(self, turns: int) -> str:
        """A table of so many turns with one line a turn and state: turn, state, chance, percent."""
        from pz8edu.core.chains.views import as_csv

        return as_csv(self.trajectory, self.word, turns)
