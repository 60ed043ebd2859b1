"""Puzzles and the luck of a game in a real browser: a puzzle answered by mouse, the other choice tried."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from pz8edu.analysis.puzzles import shelf

PUZZLE = """
from pz8widgets import Puzzle
Puzzle("{name}")
"""
GAME = """
from pz8edu.games.game import Game
from pz8edu.games.players import at_random, play_on
from pz8edu.systems import system
from pz8widgets import Play

game = Game(system("pz8-ww2"), "two-tanks", seed=3)
play_on(game, dict.fromkeys(game.book.sides, at_random(3)))
while game.moment.turn > 3 or game.ending is not None:
    game.take_back()
Play("pz8-ww2", game=game)
"""


def test_a_puzzle_is_answered(lab: Any, page: Any) -> None:
    one = next(each for each in shelf().values() if each.book == "pz8-ww2")
    lab.write("a-puzzle.ipynb", "# A puzzle", PUZZLE.format(name=one.id))
    lab.open(page, "a-puzzle.ipynb")
    lab.run_all(page)
    shown = page.locator(".pz8-play").first
    expect(shown.get_by_text("Find the choice")).to_be_visible()
    expect(shown.get_by_text("Proved")).to_have_count(0)
    shown.locator(".pz8-choice button").first.click()
    expect(shown.get_by_text("Proved")).to_be_visible()
    expect(shown.get_by_text("← your choice")).to_be_visible()
    lab.screenshot(page, "puzzle")
    shown.get_by_role("button", name="Next puzzle").click()
    expect(shown.get_by_text("Proved")).to_have_count(0)
    assert lab.errors(page) == []
    assert page.script_errors == []


def test_worth_is_switched_on_and_the_other_choice_tried(lab: Any, page: Any) -> None:
    lab.write("what-was-luck.ipynb", "# What was luck", GAME)
    lab.open(page, "what-was-luck.ipynb")
    lab.run_all(page)
    shown = page.locator(".pz8").filter(has=page.locator(".pz8-play")).first
    shown.get_by_role("button", name="Worth").click()
    expect(shown.get_by_text("chance to win after each choice")).to_be_visible()
    shown.get_by_role("button", name="What was luck").click()
    expect(shown.get_by_text("Turning points")).to_be_visible()
    lab.screenshot(page, "what-was-luck")
    shown.get_by_role("button", name="Try the other choice here").click()
    expect(shown.get_by_text("Turning points")).to_have_count(0)
    assert lab.errors(page) == []
    assert page.script_errors == []
