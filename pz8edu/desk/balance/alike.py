"""The same kind of question across systems: a tank duel, a rally, an air attack.

What the common inputs and outcomes mean in each system stands in a TOML file of `kinds`, and is shown with
the answer. "{gun}" in an input is the system's word for the common value; "=attack/{gun}/armour" is a cell of
its printed tables, so that a variant of them counts too.
"""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path

from markupsafe import Markup

from pz8edu.asking.ask import exact_answer
from pz8edu.asking.chain_of import chain_behind, chain_question
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Given, Situation
from pz8edu.desk.answer_table import ExactTable
from pz8edu.desk.backwards.figure import figure_text, input_text
from pz8edu.desk.balance.duels import definition, duel_asked, duel_of, fought, unit_of
from pz8edu.errors import BadInput, listed, shown, unknown
from pz8edu.printing.exact import in_full
from pz8edu.printing.html_table import html_table
from pz8edu.printing.text import columns
from pz8edu.systems import system

Kind = Given
"""A kind of question as its file describes it, or a part of that."""
FIRST, SECOND = "wins, firing first", "wins, firing second"
KINDS = Path(__file__).parent / "kinds"


@cache
def kind(name: str) -> Kind:
    """A kind of question as its file describes it; raises BadInput for an unknown one."""
    if name not in question_kinds():
        raise unknown("kind of question", name, question_kinds())
    return tomllib.loads(mapping_text(name))


def question_kinds() -> tuple[str, ...]:
    """The kinds of questions that several systems ask."""
    return tuple(sorted(file.stem for file in KINDS.glob("*.toml")))


def mapping_text(name: str) -> str:
    """The file that says what the common words mean in each system."""
    return (KINDS / f"{name}.toml").read_text(encoding="utf-8")


@dataclass(frozen=True)
class SystemAnswer:
    """What one system answers: the odds in common words, and further figures by name.

    `asked` is the question with its own inputs, `note` what the words stand for.
    """

    system: str
    asked: str
    odds: Mapping[str, Fraction]
    figures: Mapping[str, Fraction | None] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True, repr=False)
class Alike(ExactTable):
    """The same question in several systems, side by side."""

    name: str
    inputs: Mapping[str, str] = field(hash=False)
    answers: tuple[SystemAnswer, ...] = field(hash=False)

    def __iter__(self) -> Iterator[SystemAnswer]:
        return iter(self.answers)

    def __len__(self) -> int:
        return len(self.answers)

    def __getitem__(self, system_id: str) -> SystemAnswer:
        for each in self.answers:
            if each.system == system_id:
                return each
        raise unknown("system of this table", system_id, (each.system for each in self.answers))

    @property
    def title(self) -> str:
        """What is asked, with the common inputs."""
        told = ", ".join(f"{name}={value}" for name, value in self.inputs.items())
        return f"{kind(self.name)['title']} ({told})"

    def lines(self, exact: bool = True) -> list[list[str]]:
        """The table as text: a heading, then a line a system."""
        said = _whole if exact else figure_text
        words = [*kind(self.name)["outcomes"]]
        names = list(dict.fromkeys(name for each in self for name in each.figures))
        rows = [
            [
                each.system,
                *(said(each.odds.get(word, Fraction(0))) for word in words),
                *(said(each.figures[name]) if name in each.figures else "" for name in names),
            ]
            for each in self
        ]
        return [["system", *words, *names], *rows]

    @property
    def definition(self) -> str:
        """What the figures of a duel mean; "" where there are none."""
        rally = self.inputs.get("rally") != "no"
        return definition(rally) if any(FIRST in each.figures for each in self) else ""

    @property
    def mapping(self) -> list[list[str]]:
        """What was asked of each system, and what the common words stand for there."""
        return [[each.system, each.asked, each.note] for each in self]

    def __repr__(self) -> str:
        asked = [f"  {name} {question}\n    {note}" for name, question, note in self.mapping]
        told = [self.title, columns(self.lines(exact=False)), self.definition, "asked", *asked]
        return "\n".join(filter(None, told))

    def _repr_html_(self) -> str:
        head, *rows = self.lines(exact=False)
        mapping = html_table(["system", "asked", "the common words"], self.mapping, names=1)
        defined = Markup("<p>{}</p>").format(self.definition) if self.definition else ""
        return Markup("<p>{}</p>{}{}<p>What was asked:</p>{}").format(
            self.title, html_table(head, rows, names=1), defined, mapping
        )


def _whole(value: Fraction | None) -> str:
    return "never" if value is None else in_full(value)


def across(
    name: str,
    *systems: str,
    inputs: Mapping[str, str] | None = None,
    rules: Mapping[str, Ruleset] | None = None,
    **more: str,
) -> Alike:
    """The same kind of question ("tank-duel", "rally", "air-attack") in some systems, or in all that ask it.

    Inputs are common words, such as `gun="heavy"`; `rules` has other rules by system. Raises BadInput for an
    unknown kind, system, input or word.

    >>> from pz8edu import across
    >>> across("rally", "pz8-ww2", "asp-ww2", harm="light")["asp-ww2"].odds["recovered"]
    Fraction(1, 3)
    """
    told = kind(name)
    for each in systems:
        if each not in told["systems"]:
            raise unknown(f"system that asks {name}", each, told["systems"])
    common = _common(told, {**(inputs or {}), **more})
    asked = systems or tuple(told["systems"])
    others = rules or {}
    found = tuple(_answered(told, each, common, others.get(each)) for each in asked)
    return Alike(name, common, found)


def _common(told: Kind, given: Mapping[str, str]) -> dict[str, str]:
    """All common inputs with their values."""
    for name, value in given.items():
        if name not in told["inputs"]:
            raise unknown("input", name, told["inputs"])
        allowed = told["inputs"][name]["values"]
        if value not in allowed:
            raise BadInput(f"{name} must be one of {listed(allowed)}; got {shown(value)}")
    return {name: given.get(name, about["default"]) for name, about in told["inputs"].items()}


def _answered(told: Kind, system_id: str, common: Mapping[str, str], rules: Ruleset | None) -> SystemAnswer:
    """What one system answers."""
    said = told["systems"][system_id]
    home = system(system_id)
    ruleset = home.rules if rules is None else rules
    sides = told.get("sides", {"mine": {}, "theirs": {}})
    mine, theirs = (
        {**common, **{name: common[other] for name, other in sides[side].items()}}
        for side in ("mine", "theirs")
    )
    shot = {**mine, **{name: theirs[name] for name in told.get("of_the_target", ())}}
    question = home.question(said["calculator"], "calculator")
    inputs = _inputs(said, "inputs", shot, ruleset, question.situation)
    words = said["outcomes"][common[said["outcomes_by"]]] if "outcomes_by" in said else said["outcomes"]
    odds: dict[str, Fraction] = {}
    for outcome, chance in exact_answer(question, inputs, ruleset).fractions().items():
        odds[words[outcome]] = odds.get(words[outcome], Fraction(0)) + chance
    told_inputs = (shlex.quote(f"{key}={input_text(value)}") for key, value in inputs.items())
    asked = " ".join([question.id, *told_inputs])
    figures: dict[str, Fraction | None] = {}
    if "chain" in said and all(common[name] in allowed for name, allowed in said.get("only", {}).items()):
        chain = chain_question(home, said["chain"])
        which = "chain_inputs" if "chain_inputs" in said else "inputs"
        until = chain_behind(chain, _inputs(said, which, shot, ruleset, chain.situation), ruleset)
        figures["expected shots"] = until.solver.expected_turns()
    if "duel" in said:
        unit = unit_of(duel_of(home))
        ours, others = (_inputs(said, "duel", side, ruleset, unit) for side in (mine, theirs))
        figures[FIRST] = fought(home, ours, others, ruleset)["p_A_destroyed"]
        figures[SECOND] = fought(home, others, ours, ruleset)["p_B_destroyed"]
        asked += f"; {duel_asked(ours, others)}"
    return SystemAnswer(system_id, asked, odds, figures, said.get("note", ""))


def _inputs(
    said: Kind, which: str, common: Mapping[str, str], rules: Ruleset, asked: type[Situation]
) -> dict[str, object]:
    """The inputs of a system's own question, or of one unit in it."""
    words = dict(common)
    for name, table in said.get("words", {}).items():
        words[name] = table[common[table.get("from", name)]]
    fields = asked.fields()
    found: dict[str, object] = {}
    for name, written in said[which].items():
        value = written
        if isinstance(written, str):
            value = re.sub(r"\{(\w+)\}", lambda place: words[place[1]], written)
            value = (
                rules.value(value[1:]) if value.startswith("=") else fields[name].domain.spelled(value, name)
            )
        found[name] = fields[name].domain.plain(value) if value is not None else None
    return found
