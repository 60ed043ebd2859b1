"""A label is an address: names from the outside in, and which time it comes."""

from __future__ import annotations

import pytest

from pz8edu.core.rolls.address import Address, Labels, numbered


@pytest.mark.parametrize(
    ("text", "names", "again"),
    [
        ("to hit", ("to hit",), 1),
        ("to hit #2", ("to hit",), 2),
        ("shot 1: to hit #3", ("shot 1", "to hit"), 3),
        ("fight #2: score", ("fight #2", "score"), 1),
        ("gun #x", ("gun #x",), 1),
    ],
)
def test_an_address_is_read_as_it_is_written(text: str, names: tuple[str, ...], again: int) -> None:
    assert Address.of(text) == Address(names, again)
    assert str(Address.of(text)) == text


def test_what_an_address_may_be_called() -> None:
    address = Address.of("shot 1: to hit #2")
    assert address.spellings() == ("shot 1: to hit #2", "to hit #2", "shot 1: to hit", "to hit")
    assert (address.scope, address.name, address.unnumbered.name) == ("shot 1", "to hit #2", "to hit")
    assert Address.of("to hit").scope == ""


def test_inside_a_sub_rule_and_its_rounds() -> None:
    address = Address.of("fight 12: score #2")
    assert address.inside(("fight 12",)) == Address(("score",), 2)
    assert address.inside(("fight 1",)) is None
    assert address.inside(("fight 12", "score")) is None
    assert address.in_rounds_of(("fight",))
    assert address.in_rounds_of(("fight 12",))
    assert not address.in_rounds_of(("fight 1",))
    assert not Address.of("fight club: score").in_rounds_of(("fight",))
    assert not Address.of("fight 12").in_rounds_of(("fight",))
    assert Address.of("day 1: fight 2: score").in_rounds_of(("day 1", "fight"))


def test_labels_that_come_again_are_numbered_in_their_scope() -> None:
    labels = Labels()
    assert [labels.thrown("die"), labels.thrown("die"), labels.sub_rule("die")] == ["die", "die #2", "die"]
    labels.scope = ("shot",)
    assert [labels.thrown("die"), labels.here("hit")] == ["shot: die", "shot: hit"]
    labels.restart()
    assert labels.thrown("die") == "shot: die"
    assert numbered(["a", "b", "a", "a #2", "a"]) == ["a", "b", "a #2", "a #3", "a #4"]
