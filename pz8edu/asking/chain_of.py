"""The chain behind a question: what is played turn after turn, to be asked anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pz8edu.asking.ask import rules_for
from pz8edu.core.chains.chain import Chain
from pz8edu.core.rulebook.own_rules import under
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.system import ChainQuestion, System
from pz8edu.errors import BadInput, unknown
from pz8edu.systems import system


def chain_of(
    system_id: str,
    question: str,
    inputs: Mapping[str, object] | None = None,
    /,
    *,
    reading: str | None = None,
    rules: object = None,
    **more: object,
) -> Chain[Any]:
    """The chain behind a question of a rule system, such as the duel that `ask` tells three numbers of.

    Inputs, `reading` and `rules` are those of `ask`; `what_if` changes its dice and chances.
    Raises BadInput in one sentence for what the rules do not know, and for a question that no single chain
    answers.
    """
    asked = system(system_id)
    given = {**(inputs or {}), **more}
    if rules is not None and not isinstance(rules, Ruleset):  # an input of that name
        given["rules"], rules = rules, None
    return chain_behind(chain_question(asked, question), given, rules_for(asked, reading, rules))


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


def chain_behind(question: ChainQuestion, inputs: Mapping[str, object], rules: Ruleset) -> Chain[Any]:
    """The chain of a question for named inputs."""
    situation = question.situation.read(inputs)
    chain = under(question, rules).chain
    assert chain is not None
    return chain(situation, rules)
