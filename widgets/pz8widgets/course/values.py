"""The numbers of a lesson: each asked of the rules by name, or worked out from others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from pz8edu.asking.ask import ask, rules_for
from pz8edu.asking.chain_of import chain_of
from pz8edu.asking.odds import Odds
from pz8edu.core.chains.chain import Chain
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.rulebook.domain import to_fraction
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.errors import BadInput, shown, unknown
from pz8edu.systems import system
from pz8widgets.course.arithmetic import calculated, names_in
from pz8widgets.course.played import Games

ASKED = (
    "system",
    "question",
    "inputs",
    "reading",
    "changed",
    "outcome",
    "given",
    "posterior",
    "face",
    "figure",
    "leaning",
    "at",
)
"""What a question to the rules may say.

`outcome` is an outcome of a calculator (or a list of them) or a result of a chain, `given` what is known
(answers by label), and `posterior` the label of a throw whose `face` is asked for; `figure` is the mean or
the variance of outcomes that begin with a number, or of the turns that a chain takes. `reading` takes another
reading, `changed` other numbers; `leaning` is the label of a die (or "d6") that shows `face` with the chance
`at`.
"""


def counted(outcome: str) -> Fraction:
    """The number that an outcome begins with: 2 of "2 rallied"; raises BadInput where it begins with none."""
    number = to_fraction(str(outcome).split(" ")[0])
    if number is None:
        raise BadInput(f"only outcomes that begin with a number have a mean; {shown(outcome)} does not")
    return number


FIGURES: Mapping[str, Callable[[Distribution[str]], Any]] = {
    "mean": lambda law: law.expectation(counted),
    "variance": lambda law: law.variance(counted),
}
FIGURES_OF_TURNS: Mapping[str, Callable[[Chain[Any]], Any]] = {
    "mean": lambda chain: chain.expected_turns(),
    "variance": lambda chain: chain.variance_of_turns(),
}


class Values(Mapping[str, Fraction]):
    """The numbers of a lesson by name; each is worked out when it is first read.

    A number is an expression over others ("near / far"), a question to the rules (see `ASKED`), or one to a
    game of the lesson (see `played.TELLS`).
    Raises BadInput for a name that is none, for a number that needs itself, and as `ask` does.
    """

    def __init__(self, written: Mapping[str, Any], games: Mapping[str, str] | None = None) -> None:
        self.written = dict(written)
        self.games = Games(games or {})
        self._found: dict[str, Fraction] = {}
        self._reading: list[str] = []

    def __getitem__(self, name: str) -> Fraction:
        if name not in self.written:
            raise unknown("number of this lesson", name, list(self.written))
        if name in self._reading:
            raise BadInput(f"the number {name!r} needs itself: {' → '.join([*self._reading, name])}")
        if name not in self._found:
            self._reading.append(name)
            try:
                self._found[name] = self._worked_out(name)
            finally:
                self._reading.pop()
        return self._found[name]

    def __contains__(self, name: object) -> bool:
        return name in self.written

    def __iter__(self) -> Iterator[str]:
        return iter(self.written)

    def __len__(self) -> int:
        return len(self.written)

    def _worked_out(self, name: str) -> Fraction:
        written = self.written[name]
        try:
            if isinstance(written, Mapping):
                return self.games.number(written) if "game" in written else asked(written)
            found = calculated(str(written), self)
        except BadInput as fault:
            raise BadInput(f"the number {name!r}: {fault}") from None
        if isinstance(found, bool):
            raise BadInput(f"the number {name!r} must be a number; {written!r} is a comparison")
        return found

    def asks(self, text: str) -> set[str]:
        """The questions to the rules that an expression is worked out from."""
        needs = [self.written[name] for name in names_in(text) if name in self.written]
        asked = {str(each["question"]) for each in needs if isinstance(each, Mapping) and "question" in each}
        return asked.union(*(self.asks(str(each)) for each in needs if not isinstance(each, Mapping)))

    def odds(self, name: str) -> tuple[Odds, str] | None:
        """The odds and the outcome behind a number, where it is the plain chance of one outcome."""
        written = self.written.get(name)
        if not isinstance(written, Mapping) or {"game", "given", "posterior", "figure", "leaning"} & set(
            written
        ):
            return None
        found, outcome = answer(written), str(written.get("outcome"))
        return (found, outcome) if isinstance(found, Odds) and outcome not in found.further else None


def answer(written: Mapping[str, Any]) -> Any:
    """What the rules answer to a question as a lesson writes it; raises BadInput as `ask` does."""
    rules = rules_of(written)
    return ask(written["system"], written["question"], written.get("inputs", {}), rules=rules)


def rules_of(written: Mapping[str, Any]) -> Ruleset:
    """The rules that a question of a lesson is asked under; raises BadInput for a question that is none."""
    if strange := set(written) - set(ASKED):
        raise unknown("word of a question to the rules", strange.pop(), list(ASKED))
    if "system" not in written or "question" not in written:
        raise BadInput("a question to the rules needs 'system' and 'question'")
    return rules_for(system(written["system"]), written.get("reading"), changes=written.get("changed"))


def asked(written: Mapping[str, Any]) -> Fraction:
    """The one number that a question to the rules asks for; raises BadInput where there is none."""
    found = answer(written)
    outcome = written.get("outcome")
    if isinstance(found, Odds):
        value = of_odds(found, written)
    elif figure := written.get("figure"):
        chain = chain_of(
            written["system"], written["question"], written.get("inputs", {}), rules=rules_of(written)
        )
        value = figure_in(FIGURES_OF_TURNS, figure)(chain)
    elif isinstance(found, Mapping):
        value = found
        for name in str(outcome).split("."):
            if name not in value:
                raise unknown(f"result of {written['question']}", name, list(map(str, value)))
            value = value[name]
    else:
        value = found
    number = to_fraction(value)
    if number is None:
        raise BadInput(f"{written['question']} answers {value}, which is no number")
    return number


def of_odds(odds: Odds, written: Mapping[str, Any]) -> Any:
    """A chance (of one outcome, or of any in a list), a posterior chance, a mean or a variance."""
    outcome, given = written.get("outcome"), written.get("given")
    if label := written.get("posterior"):
        return odds.posterior(label, given, outcome=outcome)[written.get("face", True)]
    law = odds.given(given) if given else loaded(odds, written)
    if figure := written.get("figure"):
        return figure_in(FIGURES, figure)(law)
    if outcome is None:
        raise BadInput(f"{written['question']} has many outcomes: say which with 'outcome'")
    if isinstance(outcome, list):
        return sum(to_fraction(law[each]) or 0 for each in outcome)
    return law[outcome]


def figure_in(figures: Mapping[str, Callable[[Any], Any]], name: str) -> Callable[[Any], Any]:
    """The way to a mean or a variance; raises BadInput for another figure."""
    if name not in figures:
        raise unknown("figure of a law", name, list(figures))
    return figures[name]


def loaded(odds: Odds, written: Mapping[str, Any]) -> Distribution[str]:
    """The odds as they are, or with a die that leans to a face."""
    if die := written.get("leaning"):
        return odds.what_if(leaning=die, face=written.get("face")).at(written.get("at"))
    return odds
