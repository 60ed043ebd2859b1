"""One figure of a question: the chance of an outcome, or a result of a chain, as an exact number."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from pz8edu.asking.ask import exact_answer, question_in
from pz8edu.core.rulebook.domain import Domain, ListDomain, RecordDomain, as_json, to_fraction
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Given, Situation
from pz8edu.core.rulebook.system import BoardCheck, Calculator, Question, System
from pz8edu.core.umpire.throws import Memo
from pz8edu.errors import BadInput, unknown
from pz8edu.printing.percent import percent


@dataclass(frozen=True)
class Figure:
    """The chance of an outcome of a calculator, or a numeric result; `minus` takes another one off.

    `p_A_destroyed` minus `p_B_destroyed` is 0 where a duel is even.
    """

    home: System
    question: Question
    inputs: Given = field(hash=False)
    outcome: str
    minus: str = ""
    beyond_the_book: bool = False

    @property
    def name(self) -> str:
        """What it is, in words: "destroyed", "p_A_destroyed − p_B_destroyed"."""
        return f"{self.outcome} − {self.minus}" if self.minus else self.outcome

    @property
    def asked(self) -> str:
        """The question with its inputs, as a command has it."""
        told = [shlex.quote(f"{name}={input_text(value)}") for name, value in self.inputs.items()]
        return " ".join([self.home.id, self.question.id, *told])

    def of(self, rules: Ruleset, memo: Memo | None = None) -> Fraction | None:
        """The figure under these rules; None for what is no number, such as "never".

        Raises BadInput for a situation or an outcome that there is not.
        """
        found = exact_answer(self.question, self.inputs, rules, memo, beyond_the_book=self.beyond_the_book)
        figures = (self._one(found, name) for name in (self.outcome, self.minus) if name)
        first, *others = figures
        if first is None or None in others:
            return None
        return first - sum((each for each in others if each is not None), Fraction(0))

    def at(self, name: str, value: object) -> Figure:
        """The same with one input changed; `name` may lead inside a record: "A.attack", "shots.0.attack"."""
        return replace(self, inputs=with_input(self.inputs, name.split("."), value))

    def _one(self, found: Any, name: str) -> Fraction | None:
        if isinstance(self.question, Calculator):
            if name in found.further and name not in found.weights:
                return to_fraction(found.further[name])
            found[name]  # raises BadInput for a word that is no outcome
            return Fraction(found.fraction(name))
        results = getattr(self.question, "results", {})
        if name not in found and name not in results:
            raise unknown(f"result of {self.question.id}", name, dict.fromkeys([*results, *found]))
        return to_fraction(found.get(name, 0))


def figure_of(
    asked: str | System | Question,
    question: str | None,
    inputs: Mapping[str, object],
    outcome: str,
    minus: str = "",
    rules: Ruleset | None = None,
    beyond_the_book: bool = False,
) -> Figure:
    """The figure that is meant; raises BadInput for a question that has no figures."""
    home, found = question_in(asked, question, rules)
    if isinstance(found, BoardCheck):
        raise BadInput(f"{found.id} is a board check: it has no chances and no expected numbers")
    return Figure(home, found, dict(inputs), outcome, minus, beyond_the_book)


def figure_text(value: Fraction | None) -> str:
    """A figure as people read it: "7/24 (29.17 %)", "13/2", "never", "about 6.27"."""
    if value is None:
        return "never"
    told = short_figure(value)
    if told.startswith("about") or not 0 < abs(value) < 1:
        return told
    return f"{told} ({'−' * (value < 0)}{percent(abs(value))})"


def short_figure(value: Fraction) -> str:
    """A number exactly; about, where it has so many digits that nobody could read it."""
    if value.denominator < 10**6 and abs(value.numerator) < 10**9:
        return f"{'−' * (value < 0)}{abs(value)}"
    if 0 < abs(value) < 1:
        return f"about {'−' * (value < 0)}{percent(abs(value))}"
    return f"about {float(value):.4g}".replace("-", "−")


def short_gain(gain: Fraction) -> str:
    """The same with its sign; "" for nothing."""
    if not gain:
        return ""
    sign, told = "+" if gain > 0 else "−", short_figure(abs(gain))
    return f"about {sign}{told.removeprefix('about ')}" if told.startswith("about") else f"{sign}{told}"


# --- inputs inside inputs
def with_input(inputs: Any, path: list[str], value: object) -> Any:
    """Inputs with one of them changed, wherever it stands."""
    name, *inner = path
    if isinstance(inputs, (list, tuple)):
        if not name.isdigit() or int(name) >= len(inputs):
            raise BadInput(f"there is no entry {name!r}: the list has {len(inputs)}")
        place = int(name)
        new = with_input(inputs[place], inner, value) if inner else value
        return [*inputs[:place], new, *inputs[place + 1 :]]
    held = inputs.plain() if hasattr(inputs, "plain") else dict(inputs or {})
    return {**held, name: with_input(held.get(name), inner, value) if inner else value}


def domain_at(question: Question, path: list[str]) -> Domain | None:
    """What an input may be, wherever it stands; None where there is none of that name."""
    fields = question.situation.fields()
    domain: Domain | None = None
    for place, name in enumerate(path):
        if isinstance(domain, ListDomain):
            domain = domain.item
            continue
        if place:
            if not isinstance(domain, RecordDomain):
                return None
            fields = domain.kind.fields()
        if name not in fields:
            return None
        domain = fields[name].domain
    return domain


def input_text(value: object) -> str:
    """A value as a command line takes it."""
    if isinstance(value, (str, Fraction)):
        return str(value)
    return json.dumps(value, default=_plain)


def _plain(value: Any) -> object:
    """A value inside others as JSON holds it; a record by what differs from its defaults."""
    if not isinstance(value, Situation):
        return as_json(value)
    fields = value.fields()
    return {
        name: held
        for name, held in value.plain().items()
        if fields[name].required or held != fields[name].domain.plain(fields[name].default)
    }
