"""Sections 6 and 12: aircraft of one's own."""

from typing import Any

import pytest

from pz8edu.errors import BadInput
from pz8edu.systems import system
from pz8edu.systems.pz8_aerial_1935.factors import OwnAircraft, rated

RULES = system("pz8-aerial-1935").rules


@pytest.mark.parametrize(
    ("speed", "armament", "rear", "defence", "ceiling", "ww1", "printed"),
    [
        (547, "MGs and cannon", None, 2, 10970, False, "Hurricane"),
        (410, "multiple MGs", "single MG", 2, 8000, False, "Ju 87 Stuka"),
        (965, "multiple cannon", None, 3, 13100, False, "Meteor"),
        (185, "multiple MGs", None, 1, 5800, True, "Sopwith Camel"),
        (166, "single MG", "multiple MGs", 2, 4100, True, "RE8"),
    ],
)
def test_the_samples_come_out_of_their_history(
    speed: int, armament: str, rear: str | None, defence: int, ceiling: int, ww1: bool, printed: str
) -> None:
    own = OwnAircraft(
        aircraft=printed, speed=speed, armament=armament, rear=rear, defence=defence, ceiling=ceiling, ww1=ww1
    )
    row, book = rated(own, RULES), RULES.named(printed)
    for column in ("aircraft", "mp", "front", "rear", "defence", "altitude"):
        assert getattr(row, column) == getattr(book, column)


def test_a_variant_rates_otherwise() -> None:
    own = OwnAircraft(aircraft="x", speed=40, armament="single MG", defence=1, ceiling=900)
    assert (rated(own, RULES).mp, rated(own, RULES).altitude) == (1, 1)
    rules = RULES.variant({"speed_for_mp": 20, "armament/single MG/attack": 2, "metres_for_level": 300})
    row = rated(own, rules)
    assert (row.mp, row.front, row.altitude) == (2, 2, 3)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"armament": "cannons"}, "multiple cannon"),
        ({"defence": 4}, "from 1 to 3"),
        ({"speed": 0}, "1 or more"),
        ({"rear": "bombs"}, "single MG"),
    ],
)
def test_an_aircraft_that_cannot_be(given: dict[str, Any], words: str) -> None:
    plain = {"aircraft": "x", "speed": 500, "armament": "single MG", "defence": 2, "ceiling": 9000}
    with pytest.raises(BadInput, match=words):
        OwnAircraft.read(plain | given)
