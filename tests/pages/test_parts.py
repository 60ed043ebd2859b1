"""The functions that a rule is made of: all of them, each with its owner, the child's hooks in place."""

from itertools import chain

import pytest

from pz8edu.pages.parts import RulePart, functions_of, parts_of, source_of
from pz8edu.systems import ids, system


def named(system_id: str, *questions: str) -> dict[str, list[RulePart]]:
    """The parts of some questions, and their hooks, by name."""
    home = system(system_id)
    chosen = [each for each in home.questions if each.id in questions]
    found: dict[str, list[RulePart]] = {}
    for part in parts_of(home, chosen):
        for each in (part, *part.hooks):
            found.setdefault(each.name, []).append(each)
    return found


def test_a_shot_comes_to_its_helpers_in_their_order() -> None:
    parts = [part.name for part in parts_of(system("pz8-ww2"), [system("pz8-ww2").question("to-hit")])]
    assert parts == ["to_hit", "aimed", "hits", "modifiers_to_hit", "cover_and_quality"]


def test_the_hook_of_a_child_stands_in_for_its_parents() -> None:
    (hook,) = named("pz8-1950", "to-hit")["rules.of_the_weapon"]
    assert (hook.owner, hook.instead_of) == ("pz8-1950", ("pz8-ww2",))
    assert "self.guided" in hook.source
    assert hook.reads == ("guided",)
    (parents,) = named("pz8-ww2", "to-hit")["rules.of_the_weapon"]
    assert (parents.owner, parents.instead_of) == ("pz8-ww2", ())


def test_what_a_hook_hands_on_to_its_parent_is_shown_too() -> None:
    both = named("pz8-1950", "air-to-hit")["rules.against_aircraft"]
    assert [each.owner for each in both] == ["pz8-1950", "pz8-ww2"]
    halved = named("pz8-1950", "damage", "direct-fire")["Hit.halved"]
    assert {each.owner for each in halved} == {"pz8-1950", "pz8-ww2"}


def test_a_function_of_a_child_names_the_parents_that_it_calls() -> None:
    own, parents = named("pz8-1950", "shot-profile")["shot_profile"]
    assert (own.owner, own.instead_of, parents.owner) == ("pz8-1950", ("pz8-ww2",), "pz8-ww2")


def test_a_helper_without_a_citation_stands_where_it_is_asked() -> None:
    (helper,) = named("pz8-ww2", "to-hit")["aimed"]
    assert helper.sections == ("5",)


def test_a_function_of_a_parent_stands_in_the_section_in_which_the_child_asks() -> None:
    (exchange,) = named("pz8-aerial-1965", "cannon-exchange")["exchange"]
    assert (exchange.owner, exchange.sections) == ("pz8-aerial-1935", ("5a",))


@pytest.mark.parametrize("system_id", ids())
def test_every_question_has_its_source_and_its_section(system_id: str) -> None:
    home = system(system_id)
    parts = parts_of(home)
    sources = {part.source for part in parts}
    for question in home.questions:
        first = functions_of(question)[:1]
        assert {source_of(each) for each in first} <= sources, question.id
    every = list(chain(parts, *(part.hooks for part in parts)))
    assert all(each.source for each in every)
    assert all(part.sections for part in parts if part.owner == system_id), [
        part.name for part in parts if not part.sections
    ]
