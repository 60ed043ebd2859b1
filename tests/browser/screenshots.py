"""Pictures of the widgets and lessons, to be looked at: run by hand, not by pytest.

    nice python -m tests.browser.screenshots [--into FOLDER] [--looks dark,390] [PAGE ...]

Every page is drawn as a desk, a small laptop and a phone see it, in JupyterLab's dark theme, and on paper.
Without pages all that are listed here are taken; a lesson is named by its path
("lessons/00-start-here.ipynb"), the lessons of a folder by the folder ("lessons", "lessons/pz8-ww1").
With --answered every question of the course was answered rightly before, and has opened what it opens.
A picture that is there already is not taken again: what was broken off goes on where it was.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from pz8widgets.course.course_map import CourseMap
from pz8widgets.course.progress import Answer, Progress
from pz8widgets.regenerate import lessons_in
from tests.browser.conftest import CHROMIUM_FLAGS, CHROMIUM_NAMES, PATIENCE, Lab, Server, close_all

PROJECT = Path(__file__).resolve().parents[2]

LOOKS: Mapping[str, tuple[int, int]] = {
    "1440": (1440, 900),
    "1024": (1024, 768),
    "390": (390, 844),
    "dark": (1440, 900),
    "print": (1024, 1400),
}
"""Pixels of the window."""

SHOT = 'Calculator("pz8-ww2", "direct-fire", attack=5, defence=4, over_half_range=True, seed=3)'
ROLLED = """
for label, face in (("to hit", 6), ("attack", 4), ("defence", 3)):
    shot.throw(label, face)
"""

PAGES: Mapping[str, str] = {
    "calculator": f"from pz8widgets import Calculator\n{SHOT}",
    "rolled": f"from pz8widgets import Calculator\nshot = {SHOT}{ROLLED}shot",
    "flank": (
        "from pz8widgets import Calculator\n"
        'shot = Calculator("pz8-ww2", "direct-fire", attack=5, defence=3, armoured=True, facing="side")\n'
        'shot.throw("to hit", 5)\nshot'
    ),
    "many-shots": (
        "from pz8widgets import Calculator\n"
        'phase = Calculator("pz8-ww2", "fire-phase", seed=4,\n'
        '    shots=[{"attack": 5}] * 3, target={"defence": 4, "armoured": True})\n'
        "for _ in range(4):\n    phase.roll()\nphase"
    ),
    "thousand": (
        f"from pz8widgets import Calculator\nshot = {SHOT}\n"
        'shot.show("Play it 1,000 times")\nshot.open_panel.play()\nshot'
    ),
    "own-dice": ('from pz8widgets import Calculator\nCalculator("panzer8-expansion", "support-fire")'),
    "board": 'from pz8widgets import Tabletop\nTabletop("pz8-ww2", "first-shot")',
    "hexes": 'from pz8widgets import Tabletop\nTabletop("pz8-aerial-1935", "on-the-tail")',
    "set-up": (
        'from pz8widgets import SetUp\npage = SetUp("pz8-ww2", "whole-turn")\n'
        'page.board.chosen = "Pz III"\npage'
    ),
    "set-up-squares": 'from pz8widgets import SetUp\nSetUp("pz8-ww1", "western-front-1916")',
    "played": (
        'from pz8widgets import Play\nplay = Play("pz8-ww2", "whole-turn", seed=1)\n'
        "play._passed()\nplay._stage(play.rows[0].choice)\nplay"
    ),
    "puzzle": ("from pz8widgets import Puzzle\none = Puzzle()\none.answer(sorted(one.one.choices)[0])\none"),
    "shot": (
        "from pz8widgets import ShotOfTheDay\nday = ShotOfTheDay()\n"
        'day.guess.value = "1/3"\nday.checked()\nday'
    ),
    "turns": (
        'from pz8widgets import TurnByTurn\nTurnByTurn("pz8-ww2", "rally-chain", condition="suppressed")'
    ),
    "compare": (
        'from pz8widgets import Desk\nDesk("pz8-ww2", "direct-fire", second="hit_on=3", attack=5, defence=4)'
    ),
    "quiz": (
        "from pz8widgets import Quiz\n"
        'Quiz("How often is a tie?", ask=("pz8-ww2", "to-hit", {}), outcome="hit", name="look")'
    ),
    "tables": (
        "from IPython.display import display\nfrom pz8edu import D6, ask, chain_of, compare, sweep\n"
        'display(ask("pz8-ww2", "direct-fire", attack=5, defence=4), D6 - D6)\n'
        'display(sweep("pz8-ww2", "hq-save", over=["result", "target_quality"]))\n'
        'display(sweep("pz8-ww2", "damage", over={"attack": range(2, 5)}, defence=3))\n'
        'display(ask("pz8-ww2", "duel", A={"attack": 5, "defence": 4}, B={"attack": 5, "defence": 4}))\n'
        'display(chain_of("pz8-ww2", "rally-chain", condition="suppressed"))\n'
        'display(compare("pz8-ww2", "to-hit", second="hit_on=3", over=["quality"]))'
    ),
    "tree": 'from pz8edu import ask\nask("pz8-ww2", "direct-fire", attack=5, defence=4).tree',
}
"""Small notebooks of one cell, by the name of their picture."""


TO_THE_TOP = """async (cell) => {
    const { content, node } = jupyterapp.shell.currentWidget;
    await content.scrollToItem(cell, 'start');
    if (cell) node.querySelectorAll('.jp-Cell-outputWrapper')[0]?.scrollIntoView();
}"""
"""Scrolls a cell's output, or the beginning of a lesson, to the top of the window."""


def take(lab: Lab, page: Page, name: str, looks: Mapping[str, Path]) -> None:
    """Open one page, run it, and draw it in every look that is wanted."""
    lesson = name.endswith(".ipynb")
    if not lesson:
        lab.write(f"{name}.ipynb", "# Page", PAGES[name])
    lab.open(page, name if lesson else f"{name}.ipynb")
    lab.run_all(page)
    page.wait_for_timeout(1500)
    for look, path in looks.items():
        wide, tall = LOOKS[look]
        dress(page, look)
        if not lesson:
            page.set_viewport_size({"width": wide, "height": tall})
            page.wait_for_timeout(900)
            lab.wait_until_open(page)  # for a moment of another mode no page is the current one
            page.evaluate(TO_THE_TOP, 1)
            page.wait_for_timeout(600)
            page.screenshot(path=path)
        if lesson or look in ("390", "print"):
            whole(page, path if lesson else path.with_stem(f"{path.stem}-whole"), wide)
        print(path, flush=True)  # noqa: T201


def dress(page: Page, look: str) -> None:
    """JupyterLab's theme, the paper, and a side bar where there is room for one."""
    theme = "JupyterLab Dark" if look == "dark" else "JupyterLab Light"
    page.evaluate("(theme) => jupyterapp.commands.execute('apputils:change-theme', { theme })", theme)
    page.emulate_media(media="print" if look == "print" else "screen")
    page.evaluate(
        """(wide) => { const { shell } = jupyterapp; const shown = shell.currentWidget; shell.collapseRight();
             shell.mode = wide ? 'multiple-document' : 'single-document';
             wide ? shell.expandLeft() : shell.collapseLeft();
             if (shown) shell.activateById(shown.id); }""",
        look in ("1440", "dark"),
    )
    page.wait_for_function("() => jupyterapp.shell.currentWidget?.context")


def whole(page: Page, path: Path, wide: int) -> None:
    """The page at its full length."""
    page.set_viewport_size({"width": wide, "height": 6000})
    page.wait_for_timeout(700)
    length = page.evaluate(
        """() => [...jupyterapp.shell.currentWidget.node.querySelectorAll('.jp-Cell')]
            .reduce((sum, cell) => sum + cell.offsetHeight + 10, 0)"""
    )
    page.set_viewport_size({"width": wide, "height": min(int(length) + 220, 8000)})
    page.wait_for_timeout(700)
    page.screenshot(path=path)


def pages(asked: list[str]) -> list[str]:
    """The pages that were asked for, a folder told as its lessons."""
    return [
        page for name in asked or PAGES for page in (lessons(name) if name.startswith("lessons") else [name])
    ]


def lessons(name: str) -> list[str]:
    """One lesson, or all of a folder, by their paths."""
    return (
        [name]
        if name.endswith(".ipynb")
        else [path.relative_to(PROJECT).as_posix() for path in lessons_in(PROJECT / name)]
    )


def picture(into: Path, name: str, look: str) -> Path:
    """Where a page's picture lies: "pz8-ww1-03-six-tanks-dark.png"."""
    return into / f"{name.removeprefix('lessons/').removesuffix('.ipynb').replace('/', '-')}-{look}.png"


def answer_all(course: Path) -> None:
    """Write down that every question of a course was answered rightly."""
    progress = Progress(course)
    right = Answer("", True, 1)
    progress.answers = {
        each: right for lesson in CourseMap(course).lessons.values() for each in lesson.questions
    }
    progress._write()


def main() -> None:
    """Take the pictures that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("pages", nargs="*", help=f"of {', '.join(PAGES)}, or lessons, or their folders")
    parser.add_argument("--into", type=Path, default=Path("screenshots"), help="the folder for the pictures")
    parser.add_argument("--looks", default=",".join(LOOKS), help=f"of {', '.join(LOOKS)}")
    parser.add_argument("--answered", action="store_true", help="as if every question had been answered")
    asked = parser.parse_args()
    asked.into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        server = Server(Path(home))
        chromium = next(filter(None, map(shutil.which, CHROMIUM_NAMES)))
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
        try:
            server.wait_until_up()
            lab = Lab(server, server.new_folder())
            shutil.copytree(PROJECT / "lessons", lab.folder / "lessons")
            for lesson in (lab.folder / "lessons").rglob("*.ipynb"):
                server.trust(lesson)
            if asked.answered:
                answer_all(lab.folder / "lessons")
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.set_default_timeout(PATIENCE)
            for name in pages(asked.pages):
                at = {look: picture(asked.into, name, look) for look in asked.looks.split(",")}
                missing = {look: path for look, path in at.items() if not path.exists()}
                if missing:
                    take(lab, page, name, missing)
                    close_all(page)
                    server.shut_kernels_down()
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
