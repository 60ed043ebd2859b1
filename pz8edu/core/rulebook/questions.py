"""What `questions.toml` says of a system's questions, and how a child takes over those of its parent."""

from __future__ import annotations

import dataclasses
import inspect
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from pz8edu.core.in_force import Function
from pz8edu.core.records import replaced
from pz8edu.core.rulebook.domain import JSON
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Situation
from pz8edu.core.rulebook.system import BoardCheck, Calculator, ChainQuestion
from pz8edu.errors import unknown

Q = TypeVar("Q", Calculator, ChainQuestion, BoardCheck)
SHELVES = {Calculator: "calculators", ChainQuestion: "chains", BoardCheck: "boards"}


class Texts:
    """Titles, sections, outcomes, results and readings of questions: the `questions.toml` beside a module.

    `texts = Texts(__file__)`, then `texts.calculators(fire, damage)`: each question that the file names is
    answered by the function of the same name, and its form is the one that the function's signature names.
    """

    def __init__(self, module: str) -> None:
        lines = tomllib.loads((Path(module).parent / "questions.toml").read_text(encoding="utf-8"))
        self._told = {
            shelf: {
                name: {key: tuple(value) if isinstance(value, list) else value for key, value in said.items()}
                for name, said in questions.items()
            }
            for shelf, questions in lines.items()
        }

    def calculators(self, *modules: ModuleType, **more: Mapping[str, object]) -> tuple[Calculator, ...]:
        """The calculators of the file, in its order; `more` has fields by id, such as `word={"rally": …}`.

        Raises TypeError for an id that no module has a function for, and for a field of an unknown id.
        """
        return tuple(self._wired(Calculator, modules, more))

    def chains(self, *modules: ModuleType, **more: Mapping[str, object]) -> tuple[ChainQuestion, ...]:
        """The questions about turn after turn; as `calculators`, with the `chain` behind each answer."""
        return tuple(self._wired(ChainQuestion, modules, more))

    def boards(self, *modules: ModuleType, **more: Mapping[str, object]) -> tuple[BoardCheck, ...]:
        """The questions about the board; as `calculators`."""
        return tuple(self._wired(BoardCheck, modules, more))

    def _wired(
        self, kind: type[Q], modules: tuple[ModuleType, ...], more: Mapping[str, Mapping[str, object]]
    ) -> Iterator[Q]:
        shelf = SHELVES[kind]
        told = self._told.get(shelf, {})
        for field, values in more.items():
            if unknown_ids := [name for name in values if name not in told]:
                raise TypeError(f"{field}: questions.toml has no {unknown_ids[0]!r} among its {shelf}")
        for name in told:
            how: JSON = {field: values[name] for field, values in more.items() if name in values}
            yield self._one(kind, name, how.pop(kind.answered_by, None) or _named(name, modules), **how)

    def calculator(
        self, name: str, rule: Function, situation: type[Situation] | None = None, **more: Any
    ) -> Calculator:
        """A calculator; `more` has its `word` and `further`."""
        return self._one(Calculator, name, rule, situation, **more)

    def chain(
        self, name: str, answer: Function, situation: type[Situation] | None = None, **more: Any
    ) -> ChainQuestion:
        """A question about turn after turn; `more` has its `chain`."""
        return self._one(ChainQuestion, name, answer, situation, **more)

    def board(
        self, name: str, answer: Callable[..., object], situation: type[Situation] | None = None
    ) -> BoardCheck:
        """A question about the board."""
        return self._one(BoardCheck, name, answer, situation)

    def _one(
        self, kind: type[Q], name: str, answer: Any, situation: type[Situation] | None = None, **more: Any
    ) -> Q:
        said = {kind.answered_by: answer, **self.of(kind, name), **more}
        return kind(id=name, situation=situation or form_of(answer), **said)

    def of(self, kind: type[object], name: str) -> Mapping[str, object]:
        """All that is said of a question; nothing for one that is not named."""
        return self._told.get(SHELVES[kind], {}).get(name, {})


def _named(question: str, modules: tuple[ModuleType, ...]) -> Function:
    """The function of a question's name, in the first module that has one."""
    name = question.replace("-", "_")
    for module in modules:
        found = getattr(module, name, None)
        if inspect.isfunction(found):
            return found
    homes = ", ".join(module.__name__.rpartition(".")[2] for module in modules)
    raise TypeError(f"{question}: none of {homes} has a function {name!r}")


def form_of(rule: Callable[..., object]) -> type[Situation]:
    """The form that a rule's signature names: the first of its parameters that is a situation."""
    for parameter in inspect.signature(rule, eval_str=True).parameters.values():
        if isinstance(parameter.annotation, type) and issubclass(parameter.annotation, Situation):
            return parameter.annotation
    raise TypeError(f"{rule.__qualname__} takes no situation")


def inherited(
    questions: Iterable[Q],
    *modules: ModuleType,
    rules: Ruleset | None = None,
    texts: Texts | None = None,
    without: Iterable[str] = (),
    renamed: Mapping[str, str] | None = None,
    followed_by: Mapping[str, tuple[Q, ...]] | None = None,
) -> tuple[Q, ...]:
    """The questions of a parent, with the child's form or function of the same name where `modules` have one.

    `rules` is the child's book: what it does not print is left out, and the forms look into its tables.
    `texts` says what the book says otherwise of a question; `without` names more that are left out, `renamed`
    has the child's names for the parent's, `followed_by` those that only the child asks, by the parent's name
    of the one before. Raises BadInput for a name the parent has not.
    """
    parents = {question.id: question for question in questions}
    for name in (*without, *(renamed or {}), *(followed_by or {})):
        if name not in parents:
            raise unknown("inherited question", name, parents)
    gone = {*without, *(rules.left_out() if rules else ())}
    children = []
    for name, question in parents.items():
        if name not in gone:
            own = (renamed or {}).get(name, name)
            said = texts.of(type(question), own) if texts else {}
            told: JSON = {"id": own, "parent_id": name if own != name else "", **said}
            told |= {"also_reads": ()} if "readings" in said and "also_reads" not in said else {}
            told |= _own(question, modules, rules)
            children.append(replaced(question, **told))
        children += (followed_by or {}).get(name, ())
    return tuple(children)


def _own(question: Q, modules: tuple[ModuleType, ...], rules: Ruleset | None) -> JSON:
    """The child's forms and functions that stand in for those of a question."""
    found: JSON = {}
    for field in dataclasses.fields(question):
        name = getattr(getattr(question, field.name), "__name__", None)
        for module in modules:
            if name and name in vars(module):
                found[field.name] = vars(module)[name]
    form = found.get("situation", question.situation)
    return found if rules is None or form.printed is None else found | {"situation": form.of_book(rules)}
