"""Changes that cannot act where they are asked: "save_on acts only where hq=true"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Values
from pz8edu.core.rulebook.system import Calculator, ChainQuestion
from pz8edu.core.rulebook.table import cell_text
from pz8edu.desk.compare.comparison import Comparison
from pz8edu.desk.compare.everywhere import Everywhere, compare_everywhere, listable_inputs
from pz8edu.desk.compare.matters import TooLong, free_values, time_limit
from pz8edu.desk.compare.novelties import usual
from pz8edu.desk.tables.answers import answers
from pz8edu.errors import BadInput

MOST = 500_000
"""Where a change acts is looked for among so many situations,"""
SECONDS = 3.0
"""and for so long."""


class Reach:
    """Where single changes of a ruleset act in a question; what is found is remembered."""

    def __init__(self, question: Calculator | ChainQuestion) -> None:
        self.question = question
        self._known: dict[tuple[Ruleset, Ruleset], Values | None] = {}

    def idle(self, first: Ruleset, second: Ruleset, asked: Values) -> Iterator[str]:
        """What to say of every change that moves nothing in the situations that are asked.

        `asked` has the values of every input that is given or varies.
        """
        for name, changed in single_changes(first, second):
            with suppress(BadInput):  # values that do not go together
                if not self._moves(first, changed, asked):
                    yield self._told(name, first, changed, asked)

    def _moves(self, first: Ruleset, changed: Ruleset, asked: Values) -> bool:
        """Does a change move anything in some situations?"""
        if isinstance(self.question, ChainQuestion) or any("." in name for name in asked):
            return len(compare_everywhere(self.question, first, changed, {}, asked)) > 0
        here = answers(self.question, (first, changed), asked, {})
        return len(Comparison(here[0], here[1])) > 0

    def _told(self, name: str, first: Ruleset, changed: Ruleset, asked: Values) -> str:
        """Why a change moves nothing here."""
        try:
            where = self._where(first, changed)
        except (BadInput, TooLong):  # not all situations can be looked at
            nearest = self._nearest(first, changed, asked)
            return f"{name} moves nothing here{f'; it acts, for example, with {nearest}' if nearest else ''}."
        if where is None:
            return f"{name} moves nothing in {self.question.id}, whatever is asked."
        fields = self.question.situation.fields()
        missed = {
            each: values
            for each, values in where.items()
            if not set(asked.get(each, (usual(fields[each]),))) & set(values)
        }
        if not missed:
            return f"{name} moves nothing here."
        return f"{name} acts only where {' and '.join(map(one_of, missed, missed.values()))}."

    def _nearest(self, first: Ruleset, changed: Ruleset, asked: Values) -> str:
        """One input that, said otherwise, lets a change act; "" where none is found in time."""
        in_time = time_limit(SECONDS)
        assert in_time is not None
        with suppress(TooLong):
            for name, values in listable_inputs(self.question).items():
                met = []
                for value in values:
                    in_time(0, 1)
                    with suppress(BadInput):
                        met += [value] if self._moves(first, changed, {**asked, name: (value,)}) else []
                if met:
                    return one_of(name, met)
        return ""

    def _where(self, first: Ruleset, changed: Ruleset) -> Values | None:
        """The values that each input has where the change acts; None where it acts nowhere.

        Raises TooLong where not all situations can be looked at.
        """
        if (first, changed) not in self._known:
            self._known[first, changed] = self._looked(first, changed)
        return self._known[first, changed]

    def _looked(self, first: Ruleset, changed: Ruleset) -> Values | None:
        question = self.question
        values = None if isinstance(question, ChainQuestion) else free_values(question, {}, MOST)
        if isinstance(question, ChainQuestion) or values is None:
            raise TooLong
        sides = answers(question, (first, changed), values, {}, time_limit(SECONDS))
        found: dict[str, dict[object, None]] = {name: {} for name in values}
        acts = False
        for tie in Comparison(sides[0], sides[1]).ties():
            for where in tie.where:
                acts = True
                for name, listed in values.items():
                    found[name].update(dict.fromkeys(where.get(name, listed)))
        return {name: tuple(each) for name, each in found.items()} if acts else None


def single_changes(first: Ruleset, second: Ruleset) -> Iterator[tuple[str, Ruleset]]:
    """Every change from the first ruleset to the second, made alone."""
    if type(first) is not type(second):
        return
    for name in dict.fromkeys([*first.departures(), *second.departures()]):
        if first.value(name) != second.value(name):
            with suppress(BadInput):  # good together, but not alone
                yield name, first.variant({name: second.value(name)}, beyond_the_book=True)


def idle_changes(found: Comparison | Everywhere, given: Mapping[str, object] | None = None) -> list[str]:
    """What to say of the changes that move nothing in a comparison; of a chain with the inputs `given`."""
    if isinstance(found, Everywhere):
        asked = {**{name: (value,) for name, value in (given or {}).items()}, **found.values}
        return [] if found.only else list(Reach(found.question).idle(found.first, found.second, asked))
    situations = found.before.situations
    question = found.question
    if situations.kind is not question.situation or found.asked > MOST:
        return []
    asked = {**{name: (value,) for name, value in situations.fixed.items()}, **situations.values}
    return list(Reach(question).idle(found.first, found.second, asked))


def one_of(name: str, values: Iterable[object]) -> str:
    """An input and what it may be: "cover=open or rough"."""
    typed = (str(each).lower() if isinstance(each, bool) else cell_text(each) for each in values)
    return f"{name}={' or '.join(typed)}"
