"""Drawn situations are ones that the form can read, and the same for the same seed."""

from itertools import islice

import pytest

from pz8edu.core.rulebook.domain import Domain, PlacesDomain, RecordDomain, TextDomain
from pz8edu.core.rulebook.draws import drawn_situations, every_situation, shared
from pz8edu.systems import ids, system


def checks_more(domain: Domain) -> bool:
    """May a value be refused that is drawn from it: a record with a check, a text with a pattern?"""
    inside = [getattr(domain, "item", None), getattr(domain, "inner", None), *getattr(domain, "options", ())]
    return isinstance(domain, RecordDomain | TextDomain | PlacesDomain) or any(
        checks_more(each) for each in inside if isinstance(each, Domain)
    )


@pytest.mark.parametrize("system_id", ids())
def test_what_is_drawn_fits_every_input(system_id: str) -> None:
    for question in system(system_id).questions:
        inputs = question.situation.fields()
        for drawn in islice(drawn_situations(inputs, question.id), 15):
            assert {name for name, known in inputs.items() if known.required} <= set(drawn)
            for name, value in drawn.items():
                if not checks_more(inputs[name].domain):
                    inputs[name].domain.read(value, name)


def test_the_same_seed_draws_the_same() -> None:
    inputs = system("pz8-ww2").question("duel", "chain").situation.fields()
    first, second, other = (list(islice(drawn_situations(inputs, seed), 20)) for seed in ("a", "a", "b"))
    assert first == second != other
    assert len({str(each) for each in first}) == 20


def test_all_situations_of_a_small_form() -> None:
    inputs = system("pz8-ww2").question("to-hit").situation.fields()
    listed = every_situation(inputs, 36)
    assert listed is not None
    assert len({tuple(each.items()) for each in listed}) == 36 == 2 * 3 * 3 * 2
    assert every_situation(inputs, 35) is None
    assert every_situation({}, 1) == [{}]
    assert every_situation(system("pz8-ww2").question("within").situation.fields(), 10**9) is None


def test_shared_inputs_are_those_that_both_forms_have() -> None:
    ours, theirs = (system(name).question("to-hit").situation.fields() for name in ("pz8-ww2", "pz8-1950"))
    assert list(shared(theirs, ours)) == list(ours)
    assert shared(ours, theirs) == ours
