"""The chain behind a question: what is played turn after turn, to be asked anything."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pz8edu.asking import rules_for
from pz8edu.chance.chain import Chain
from pz8edu.chance.distribution import Distribution
from pz8edu.chance.unknown.formulas import exact
from pz8edu.errors import BadInput, nearest, shown, unknown
from pz8edu.rulebook.ruleset import Ruleset
from pz8edu.rulebook.system import ChainQuestion, System
from pz8edu.systems import system


def chain_of(
    system_id: str,
    question: str,
    inputs: Mapping[str, Any] | None = None,
    /,
    *,
    reading: str | None = None,
    rules: Any = None,
    loaded: Mapping[str, Distribution[Any]] | None = None,
    freed: Mapping[str, Distribution[Any] | Fraction | int | str] | None = None,
    **more: Any,
) -> Chain[Any]:
    """The chain behind a question of a rule system, such as the duel that `ask` tells three numbers of.

    Inputs, `reading` and `rules` are those of `ask`. `loaded` gives dice other faces by their label
    ("to hit", or "d6" for all); `freed` gives questions another chance: a number such as Fraction(1, 3),
    `unknown_chance("p")`, or a distribution of its answers.
    Raises BadInput in one sentence for what the rules do not know, for a question that no single chain
    answers, and for labels that no die or question of the chain has.
    """
    asked = system(system_id)
    given = {**(inputs or {}), **more}
    if rules is not None and not isinstance(rules, Ruleset):  # an input of that name
        given["rules"], rules = rules, None
    return chain_behind(
        chain_question(asked, question), given, rules_for(asked, reading, rules), loaded=loaded, freed=freed
    )


def chain_question(asked: System, name: str) -> ChainQuestion:
    """The question of this name whose answer rests on a chain."""
    if name in asked.chains:
        question = asked.chains[name]
        if question.chain is None:
            raise BadInput(
                f"{name} of {asked.id} rests on no single chain; ask(...) answers it{_with_chains(asked)}"
            )
        return question
    if name in asked.calculators:
        raise BadInput(f"{name} of {asked.id} is a calculator: ask(...) gives its odds{_with_chains(asked)}")
    if name in asked.boards:
        raise BadInput(f"{name} of {asked.id} is a board check: ask(...) answers it{_with_chains(asked)}")
    raise unknown(f"chain of {asked.id}", name, chains_of(asked))


def chains_of(asked: System) -> tuple[str, ...]:
    """The questions of a system that rest on a chain."""
    return tuple(name for name, question in asked.chains.items() if question.chain is not None)


def _with_chains(asked: System) -> str:
    return f". Chains: {', '.join(chains_of(asked)) or 'none'}."


def chain_behind(
    question: ChainQuestion,
    inputs: Mapping[str, Any],
    rules: Ruleset,
    loaded: Mapping[str, Distribution[Any]] | None = None,
    freed: Mapping[str, Distribution[Any] | Fraction | int | str] | None = None,
) -> Chain[Any]:
    """The chain of a question for named inputs, with loaded dice and freed questions."""
    assert question.chain is not None
    situation = question.situation.read(inputs)
    if not loaded and not freed:
        return question.chain(situation, rules)
    plain = question.chain(situation, rules)
    how: dict[str, Any] = {}
    if loaded:
        how["loaded"] = {label: _die(label, law, plain) for label, law in loaded.items()}
    if freed:
        how["freed"] = {label: _odds(label, chance, plain) for label, chance in freed.items()}
    return question.chain(situation, rules, **how)


def _die(label: str, law: Any, chain: Chain[Any]) -> Distribution[Any]:
    dice = chain.dice
    if label not in dice:
        raise unknown("die of this chain", label, dice)
    if not isinstance(law, Distribution):
        raise BadInput(
            f"a loaded die is a distribution such as loaded_die() or Distribution({{1: 1, 6: 2}}); "
            f"{label!r} got {shown(law)}"
        )
    for face, weight in law.items():
        if weight and face not in dice[label]:
            faces = ", ".join(map(str, dice[label]))
            raise BadInput(f"{label!r} cannot show {shown(face)}; its faces are {faces}")
    return law


def _odds(label: str, chance: Any, chain: Chain[Any]) -> Distribution[Any]:
    questions = chain.questions
    if label not in questions:
        if label in chain.dice:
            raise BadInput(
                f"{label!r} is a die of this chain, not a question: load it, or free one of "
                f"{', '.join(questions) or 'none'}{nearest(label, questions)}"
            )
        raise unknown("question of this chain", label, questions)
    answers = questions[label]
    if isinstance(chance, Distribution):
        for answer, weight in chance.items():
            if weight and answer not in answers:
                listed = ", ".join(map(str, answers))
                raise BadInput(f"{label!r} cannot be answered {shown(answer)}; it can be {listed}")
        return chance
    if set(answers) != {True, False}:
        listed = ", ".join(map(str, answers))
        raise BadInput(
            f"{label!r} is no yes-or-no question: free it with a distribution of its answers {listed}"
        )
    happens = exact(label, chance)
    return Distribution({1: happens.numerator, 0: happens.denominator - happens.numerator})
