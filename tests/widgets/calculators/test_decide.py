"""The decision problem stepped through: options and dice as buttons, costs told, the best only at the end."""

from __future__ import annotations

from typing import Any

import pytest

from pz8edu import BadInput, best_play
from pz8widgets import Decide
from tests.decisions.test_choose import WORTH, duel


def buttons(page: Decide) -> list[str]:
    return [button.description for button in page.options.children]


def press(page: Decide, name: str) -> None:
    next(button for button in page.options.children if button.description == name).click()


def test_choosing_and_rolling() -> None:
    page = Decide("only-missile", seed=1)
    assert buttons(page) == ["fire", "keep it"]
    assert "<strong>The only missile?</strong> You see <em>the tank: far</em>." in page.told.value
    assert page.shown.value == ""
    press(page, "keep it")
    assert "keep it (best)" in page.told.value
    assert buttons(page) == ["Roll", "2 or less", "3 or more"]
    press(page, "3 or more")
    press(page, "fire")
    assert "fire (costs 305/1944)" in page.told.value
    while page.node is not None:
        press(page, "Roll")
    assert "Your choices have cost 305/1944." in page.told.value
    assert "<svg" in page.shown.value
    assert "pz8-outline" in page.shown.value
    assert not page.options.children


def test_back_and_from_the_start() -> None:
    page = Decide("only-missile", seed=1)
    assert page.back.disabled
    press(page, "fire")
    page.back.click()
    assert buttons(page) == ["fire", "keep it"]
    press(page, "keep it")
    page.again.click()
    assert page.way == []


def test_the_other_side_plays_its_best() -> None:
    page = Decide(best_play(duel, goal=WORTH, side="A"), title="A duel")
    press(page, "fire")
    press(page, "4 or less")
    assert "B: fire (best)" in page.told.value
    page.back.click()
    assert buttons(page) == ["Roll", "5 or more", "4 or less"]


def test_the_still_picture_does_not_tell_what_is_best() -> None:
    bundle: dict[str, Any] = Decide("only-missile")._repr_mimebundle_()
    assert "svg" in bundle["text/html"]
    assert "best" not in bundle["text/html"]
    assert "costs" not in bundle["text/html"]


def test_dice_fall_as_the_seed_says() -> None:
    def rolled(seed: int) -> list[Any]:
        page = Decide("when-to-withdraw", seed=seed)
        while page.node is not None:
            press(page, "Roll") if buttons(page)[0] == "Roll" else press(page, "fire")
        return [branch.answer for _, branch in page.way]

    assert rolled(4) == rolled(4)
    assert len({tuple(map(str, rolled(seed))) for seed in range(6)}) > 1


def test_unknown_problems_and_inputs() -> None:
    with pytest.raises(BadInput, match="unknown decision"):
        Decide("nothing")
    with pytest.raises(BadInput, match="seen must be"):
        Decide("only-missile", seen=8)
    with pytest.raises(BadInput, match="has its rules and inputs already"):
        Decide(best_play(duel, goal=WORTH, side="A"), seen=2)
