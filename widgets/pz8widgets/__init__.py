"""Widgets for JupyterLab and Panel: boards, calculators and lessons around the rules of pz8edu."""

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pz8widgets.boards.board import Board
    from pz8widgets.boards.board_state import BoardState, Fact, Place, Position, arranged
    from pz8widgets.boards.tabletop import Tabletop
    from pz8widgets.calculators.calculator import Calculator
    from pz8widgets.calculators.decide import Decide
    from pz8widgets.changes import Changes, what_did_i_change
    from pz8widgets.course.again import Again
    from pz8widgets.course.calibration import Calibration
    from pz8widgets.course.course_map import CourseMap
    from pz8widgets.course.drilled import Drills
    from pz8widgets.course.likeliest import show_likeliest
    from pz8widgets.course.practice import Practice
    from pz8widgets.course.progress import Progress
    from pz8widgets.course.quiz import Quiz
    from pz8widgets.course.shot_of_the_day import ShotOfTheDay
    from pz8widgets.desk.desk import Desk
    from pz8widgets.page.bokeh_pane import BokehPane
    from pz8widgets.page.form import Form
    from pz8widgets.play.luck import Luck
    from pz8widgets.play.play import Play
    from pz8widgets.play.puzzle import Puzzle
    from pz8widgets.play.setting_up import SetUp
    from pz8widgets.turns.turn_by_turn import TurnByTurn

__all__ = [
    "Again",
    "Board",
    "BoardState",
    "BokehPane",
    "Calculator",
    "Calibration",
    "Changes",
    "CourseMap",
    "Decide",
    "Desk",
    "Drills",
    "Fact",
    "Form",
    "Luck",
    "Place",
    "Play",
    "Position",
    "Practice",
    "Progress",
    "Puzzle",
    "Quiz",
    "SetUp",
    "ShotOfTheDay",
    "Tabletop",
    "TurnByTurn",
    "arranged",
    "show_likeliest",
    "what_did_i_change",
]

HOMES = {
    "Again": "course.again",
    "show_likeliest": "course.likeliest",
    "Calculator": "calculators.calculator",
    "Calibration": "course.calibration",
    "Changes": "changes",
    "Decide": "calculators.decide",
    "Desk": "desk.desk",
    "CourseMap": "course.course_map",
    "Drills": "course.drilled",
    "ShotOfTheDay": "course.shot_of_the_day",
    "what_did_i_change": "changes",
    "Board": "boards.board",
    "BoardState": "boards.board_state",
    "BokehPane": "page.bokeh_pane",
    "Fact": "boards.board_state",
    "Form": "page.form",
    "Place": "boards.board_state",
    "Position": "boards.board_state",
    "Luck": "play.luck",
    "Play": "play.play",
    "Practice": "course.practice",
    "Progress": "course.progress",
    "Puzzle": "play.puzzle",
    "Quiz": "course.quiz",
    "SetUp": "play.setting_up",
    "Tabletop": "boards.tabletop",
    "TurnByTurn": "turns.turn_by_turn",
    "arranged": "boards.board_state",
}

LAB = (
    *("anywidget", "bokeh", "filelock", "fsrs", "ipywidgets", "ipywidgets_bokeh", "jupyterlab"),
    *("markdown_it", "nbclient", "nbconvert", "nbdime", "nbformat", "panel", "segno", "tornado"),
)
"""What the extra `lab` brings."""

if sys.argv[:1] == ["-m"]:  # `python -m pz8widgets...`: every command of ours needs all of it
    missing = next((name for name in LAB if find_spec(name) is None), None)
    if missing:
        from pz8edu.lab import how_to_install

        sys.stderr.write(f"pz8widgets: {missing} is not installed; install it with: {how_to_install()}\n")
        sys.exit(2)


def __getattr__(name: str) -> Any:
    """Import a widget when it is first asked for, so that `import pz8widgets` stays light."""
    if name not in HOMES:
        raise AttributeError(f"module 'pz8widgets' has no attribute {name!r}")
    try:
        return getattr(import_module(f"pz8widgets.{HOMES[name]}"), name)
    except ModuleNotFoundError as fault:
        missing = (fault.name or "").partition(".")[0]
        if missing not in ("bokeh", "numpy"):
            raise
        told = f"{name} needs {missing}, which is not installed here; all else does without"
        raise ModuleNotFoundError(told, name=missing) from None
