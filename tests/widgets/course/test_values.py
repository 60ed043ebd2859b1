"""The numbers of a lesson are asked of the rules: also means, and with a die that is loaded."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pz8edu import BadInput
from pz8widgets.course.values import Values, asked

SHOT: dict[str, Any] = {
    "system": "pz8-ww2",
    "question": "direct-fire",
    "inputs": {"attack": 5, "defence": 4},
    "outcome": "destroyed",
}
NIGHT: dict[str, Any] = {"system": "pz8-divisional", "question": "overnight-rally", "inputs": {"units": 6}}


@pytest.mark.parametrize(
    ("leaning", "at", "chance"),
    [
        ("to hit", "1/6", Fraction(5, 36)),
        ("to hit", "1/3", Fraction(3, 5) * Fraction(10, 36)),
        ("defence", "1/3", Fraction(1, 2) * Fraction(2, 15) * Fraction(10, 6)),
        ("d6", "1", Fraction(0)),
    ],
)
def test_a_die_may_lean_to_a_face(leaning: str, at: str, chance: Fraction) -> None:
    assert asked({**SHOT, "leaning": leaning, "face": 6, "at": at}) == chance


def test_a_loaded_chance_has_no_paths_of_fair_dice_to_show() -> None:
    values = Values({"fair": SHOT, "loaded": {**SHOT, "leaning": "to hit", "face": 6, "at": "1/3"}})
    assert values.odds("fair") is not None
    assert values.odds("loaded") is None


def test_outcomes_that_begin_with_a_number_have_a_mean_and_a_variance() -> None:
    assert asked({**NIGHT, "figure": "mean"}) == asked({**NIGHT, "figure": "mean", "reading": "R3=b"}) == 2
    assert asked({**NIGHT, "figure": "variance"}) == Fraction(4, 3)
    assert asked({**NIGHT, "figure": "variance", "reading": "R3=b"}) == 8
    with pytest.raises(BadInput, match="begin with a number"):
        asked({**SHOT, "figure": "mean"})
