"""Frozen records are made, compared, written and refused as a frozen dataclass is."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from typing import Any

import pytest

from pz8edu.core.frozen import NotFrozen, is_frozen_record, key_of
from pz8edu.core.records import FrozenRecord


class Gun(FrozenRecord):
    calibre: int
    name: str = "gun"
    shots: dict[str, int] = dataclasses.field(default_factory=dict, compare=False, repr=False)


class Tank(FrozenRecord, by_name=True):
    armour: int
    gun: Gun = Gun(75)

    def __post_init__(self) -> None:
        object.__setattr__(self, "told", self.armour + 1)


class Empty(FrozenRecord):
    pass


def printed(record: Any) -> Any:
    """The same as a dataclass of Python's own."""
    kind = dataclasses.make_dataclass(
        type(record).__name__, [("calibre", int), ("name", str, "gun")], frozen=True
    )
    return kind(record.calibre, record.name)


def test_it_is_written_hashed_and_asked_for_as_a_dataclass() -> None:
    for gun in (Gun(75), Gun(88, "flak"), Gun(name="howitzer", calibre=105)):
        assert repr(gun) == repr(printed(gun))
        assert hash(gun) == hash(printed(gun))
        assert dataclasses.is_dataclass(gun)
    assert [each.name for each in dataclasses.fields(Gun)] == ["calibre", "name", "shots"]
    assert str(inspect.signature(Tank)) == "(*, armour: 'int', gun: 'Gun' = Gun(calibre=75, name='gun'))"


def test_equal_are_those_of_one_class_with_equal_fields_that_are_compared() -> None:
    class Howitzer(Gun):
        pass

    assert Gun(75) == Gun(75, "gun", {"ap": 3})
    assert Gun(75) != Gun(75, "other")
    assert Gun(75) != Howitzer(75)
    assert Gun(75) != (75, "gun")
    assert Empty() == Empty()
    assert len({Empty(), Empty(), Gun(1), Gun(1)}) == 2


def test_what_is_made_anew_is_made_for_each() -> None:
    assert Gun(75).shots == {}
    assert Gun(75).shots is not Gun(75).shots
    assert vars(Tank(armour=3))["told"] == 4
    assert dataclasses.replace(Tank(armour=3), armour=5).armour == 5


@pytest.mark.parametrize(
    "make",
    [
        Gun,
        lambda: Gun(name="flak"),
        lambda: Gun(75, calibre=75),
        lambda: Gun(75, "gun", {}, 4),
        lambda: Gun(75, weight=3),
        lambda: Tank(3),
        lambda: Tank(armour=3, armor=3),
        lambda: Empty(1),
    ],
)
def test_a_wrong_making_is_refused(make: Any) -> None:
    with pytest.raises(TypeError):
        make()


def test_it_stays_as_it_is() -> None:
    gun = Gun(75)
    with pytest.raises(dataclasses.FrozenInstanceError):
        gun.calibre = 88  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        gun.wheels = 2  # type: ignore[attr-defined]
    with pytest.raises(dataclasses.FrozenInstanceError):
        del gun.calibre
    assert copy.deepcopy(gun) == pickle.loads(pickle.dumps(gun)) == gun


def test_its_key_holds_all_its_fields_to_their_types() -> None:
    class Plane(FrozenRecord):
        speed: int
        crew: tuple[str, ...] = ()

    assert is_frozen_record(Plane)
    assert len({key_of(Plane(each)) for each in (1, True, 2, 1)}) == 3
    with pytest.raises(NotFrozen):
        key_of(Gun(75))


def test_a_hash_is_added_up_once_and_stays_out_of_copies() -> None:
    one = Gun(88)
    assert hash(one) == hash(one) == hash(Gun(88))
    for same in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert same == one
        assert vars(same) == vars(one), "no word of it among the fields"
        with pytest.raises(AttributeError):
            object.__getattribute__(same, "_hash")  # that of a word differs from process to process
    assert is_frozen_record(Gun)
