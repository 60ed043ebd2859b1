"""Any question by name: `ask` for names from outside; `odds`, `results` and `check` where an editor helps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from pz8edu.asking.odds import Odds, odds_of
from pz8edu.asking.results import Results, as_shown
from pz8edu.core.rulebook.own_rules import under
from pz8edu.core.rulebook.ruleset import Ruleset, changes_in, printed_rules
from pz8edu.core.rulebook.situation import Given, Situation
from pz8edu.core.rulebook.system import BoardCheck, Calculator, ChainQuestion, Question, System
from pz8edu.core.umpire.throws import Memo
from pz8edu.errors import BadInput, listed, shown, unknown
from pz8edu.pages.meanings import meanings
from pz8edu.pages.own_reach import not_reached
from pz8edu.systems import ids, system

Inputs = Given | Situation


def ask(
    asked: str | System | Question,
    question: str | None = None,
    inputs: Inputs | None = None,
    /,
    *,
    reading: str | None = None,
    rules: object = None,
    question_kind: str | None = None,
    beyond_the_book: bool = False,
    **more: object,
) -> Any:
    """Ask a rule system a question by name: `ask("pz8-ww2", "rally", condition="suppressed")`.

    A calculator answers with its `Odds`, a chain with its named `Results`, a board check with its result.
    `reading="R3=b"` takes other readings, `rules` a whole ruleset; inputs are given by name, or as a
    situation. Where one name means two questions, `question_kind` is "calculator", "chain" or "board".
    A system or a question of one's own may stand for the name; a question alone needs its `rules`.
    `beyond_the_book` lets numbers go further than the book has them; the answer says which did.
    Raises BadInput in one sentence for anything the rules do not know.

    >>> from pz8edu import ask
    >>> ask("pz8-ww2", "rally", condition="suppressed")["disorganized"]
    1/3
    """
    if rules is not None and not isinstance(rules, Ruleset):  # an input of that name
        more["rules"], rules = rules, None
    home, chosen = question_in(asked, question, rules, question_kind)
    ruleset = rules_for(home, reading, rules)
    return answer(chosen, with_more(inputs, more), ruleset, beyond_the_book=beyond_the_book)


def odds(
    asked: str | System | Calculator,
    calculator: str | None = None,
    inputs: Inputs | None = None,
    /,
    *,
    reading: str | None = None,
    rules: object = None,
    **more: Any,
) -> Odds:
    """The exact odds of a calculator; everything else as `ask`.

    >>> from pz8edu import odds
    >>> odds("pz8-ww2", "direct-fire", attack=5, defence=4)
    ok            17/24   70.83 %
    disorganized   1/12    8.33 %
    suppressed     5/72    6.94 %
    destroyed      5/36   13.89 %
    """
    return cast(
        Odds,
        ask(asked, calculator, inputs, reading=reading, rules=rules, question_kind="calculator", **more),
    )


def results(
    asked: str | System | ChainQuestion,
    chain: str | None = None,
    inputs: Inputs | None = None,
    /,
    *,
    reading: str | None = None,
    rules: object = None,
    **more: Any,
) -> Results:
    """The named results of a chain; everything else as `ask`. `chain_of` gives the chain itself.

    >>> from pz8edu import results
    >>> results("pz8-ww2", "shots-to-destroy", attack=5, defence=4)["expected_shots"]
    1536/245
    """
    return cast(
        Results, ask(asked, chain, inputs, reading=reading, rules=rules, question_kind="chain", **more)
    )


def check(
    asked: str | System | BoardCheck,
    board: str | None = None,
    inputs: Inputs | None = None,
    /,
    *,
    reading: str | None = None,
    rules: object = None,
    **more: Any,
) -> Any:
    """The result of a board check, as the question says it; everything else as `ask`.

    >>> from pz8edu import check
    >>> check("pz8-ww2", "within", centre=[0, 0], unit=[3, 4], limit=5)
    True
    """
    return ask(asked, board, inputs, reading=reading, rules=rules, question_kind="board", **more)


def answer(
    question: Question,
    inputs: Inputs,
    rules: Ruleset,
    memo: Memo | None = None,
    *,
    beyond_the_book: bool = False,
) -> Any:
    """The answer of a question as people see it: exact numbers go with SymPy's."""
    found = exact_answer(question, inputs, rules, memo, beyond_the_book=beyond_the_book)
    if isinstance(question, ChainQuestion):
        situation = situation_of(question, inputs, beyond_the_book)
        told = meanings(question.results, situation.plain())
        return Results(found, told, not_reached(question, rules))
    return Results(found, notes=not_reached(question, rules)) if type(found) is dict else as_shown(found)


def exact_answer(
    question: Question,
    inputs: Inputs,
    rules: Ruleset,
    memo: Memo | None = None,
    *,
    beyond_the_book: bool = False,
) -> Any:
    """The same with plain fractions, as programs like them: it needs no SymPy."""
    situation = situation_of(question, inputs, beyond_the_book)
    question = under(question, rules)
    if isinstance(question, Calculator):
        return odds_of(question, situation, rules, memo)
    return question.answer(situation, rules)


def situation_of(question: Question, inputs: Inputs, beyond_the_book: bool = False) -> Situation:
    """The situation that inputs describe, checked by the question's form."""
    named = inputs.plain() if isinstance(inputs, Situation) else inputs
    return question.situation.read(named, beyond_the_book=beyond_the_book)


def question_in(
    asked: str | System | Question, name: str | None, rules: Ruleset | None = None, kind: str | None = None
) -> tuple[System, Question]:
    """A question and the system it belongs to; a question of nobody's stands in a system of its own."""
    if isinstance(asked, Question):
        if rules is None:
            raise BadInput(f"the question {asked.id} alone needs its rules: rules=...")
        return home_of(asked, rules), asked
    home = asked if isinstance(asked, System) else system(asked)
    if name is None:
        names = [each.id for each in home.questions if kind in (None, each.kind)]
        raise BadInput(f"a {kind or 'question'} of {home.id} is asked by its name: {listed(names)}")
    return home, home.question(name, kind)


def home_of(question: Question, rules: Ruleset) -> System:
    """The system of a question that is given by itself."""
    if rules.system in ids():
        return system(rules.system)
    kept: dict[type[Question], tuple[Any, ...]] = {type(question): (question,)}
    return System(
        title=rules.system,
        era="",
        scale="",
        board="",
        rules=printed_rules(type(rules)),
        calculators=kept.get(Calculator, ()),
        chains=kept.get(ChainQuestion, ()),
        boards=kept.get(BoardCheck, ()),
    )


def with_more(inputs: Inputs | None, more: Mapping[str, object]) -> Inputs:
    """The inputs together with those that are given by name."""
    if isinstance(inputs, Situation):
        return {**inputs.plain(), **more} if more else inputs
    return {**(inputs or {}), **more}


def rules_for(
    asked: System,
    reading: str | None = None,
    rules: Ruleset | None = None,
    changes: Mapping[str, object] | None = None,
    *,
    beyond_the_book: bool = False,
) -> Ruleset:
    """The ruleset of a system under readings ("R3=b,R5=b"; None or "default": as printed) and changes."""
    base = rules if rules is not None else asked.rules
    if base.system != asked.id:
        raise BadInput(f"these are the rules of {base.system!r}, not of {asked.id!r}")
    wanted: dict[str, object] = {}
    if reading not in (None, "", "default"):
        if not isinstance(reading, str):
            raise BadInput(f'a reading is written "R3=b" or "R3=b,R5=b"; got {shown(reading)}')
        wanted = dict(changes_in(reading))
        for name in wanted:
            if name not in base.readings():
                raise unknown(f"reading of {asked.id}", name, base.readings())
    wanted |= changes or {}
    return base.variant(wanted, beyond_the_book=beyond_the_book) if wanted else base
