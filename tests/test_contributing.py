"""The rule system that CONTRIBUTING.md builds works as that page says."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pz8edu.systems import ids

TEXT = (Path(__file__).resolve().parent.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^`([\w/.]+)`\n\n```\w+\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE))
CONSOLE = "".join(re.findall(r"^```console\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE))


@pytest.fixture(scope="session")
def workshop(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the core, with the files of the page written into it."""
    folder = tmp_path_factory.mktemp("workshop")
    shutil.copytree(project / "pz8edu", folder / "pz8edu", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(project / "pyproject.toml", folder)
    if (known := project / ".mypy_cache").is_dir():  # what is known of the kit is not worked out again
        shutil.copytree(known, folder / known.name)
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def run(workshop: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the copy in front of the installed packages."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=workshop,
        env=os.environ | {"PYTHONPATH": str(workshop)},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )


def test_the_page_names_its_files() -> None:
    kinds = [Path(name).name for name in FILES]
    rules = ["weapons.csv", "sequence.csv", "ruleset.py", "situations.py", "fire.py", "chains.py"]
    texts = ["questions.toml", "outcomes.toml", "sections.toml"]
    assert kinds == [*rules, *texts, "__init__.py", "test_fire.py"]


WALKS = re.findall(r"^\*\*(A \w+)\*\*: (.*)$", TEXT, re.MULTILINE)


@pytest.mark.parametrize(("of", "way"), WALKS, ids=[of for of, _ in WALKS])
def test_a_walk_has_few_stays_and_each_is_where_it_says(project: Path, of: str, way: str) -> None:
    stays = 0
    for names, file in re.findall(r"([^()]*)\(`([\w/.]+\.py)`\)", way):
        text = (project / "pz8edu" / file).read_text(encoding="utf-8")
        for name in re.findall(r"`([\w.]+)`", names):
            stays += 1
            assert re.search(rf"^ *(def|class) {name.rpartition('.')[2]}\b", text, re.MULTILINE), (name, file)
    assert 8 <= stays <= 20


def test_its_tests_pass(workshop: Path) -> None:
    ran = run(workshop, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "tests/systems/tin_soldiers")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "8 passed" in ran.stdout


@pytest.mark.parametrize(
    ("command", "shown"),
    [re.fullmatch(r"python (.*?)\n(.*)", one, re.DOTALL).groups() for one in CONSOLE.split("$ ")[1:]],
)
def test_it_answers_as_shown(workshop: Path, command: str, shown: str) -> None:
    ran = run(workshop, *shlex.split(command))
    assert ran.stderr == ""
    assert sorted(ran.stdout.splitlines()) == sorted(shown.splitlines())


def test_it_is_found_without_a_further_line(workshop: Path) -> None:
    listed = run(workshop, "-m", "pz8edu", "list").stdout
    assert "Tin Soldiers (tin-soldiers): 1 calculators, 1 chains, 0 board checks" in listed


def test_it_passes_the_tests_of_every_system(workshop: Path, project: Path) -> None:
    """A system outside the kit is asked what the sixteen are asked, wherever a test goes over all systems."""
    folder = workshop / "own" / "tin_soldiers"
    shutil.copytree(workshop / "pz8edu/systems/tin_soldiers", folder, dirs_exist_ok=True)
    floors = [project / "tests" / each for each in ("core", "asking", "desk", "pages", "widgets/page")]
    files = [
        *(project / "tests/systems").glob("test_*.py"),
        *(file for each in floors for file in each.rglob("test_*.py")),
    ]
    over_all = [file for file in files if re.search(r"\bids\(\)", file.read_text(encoding="utf-8"))]
    ran = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n0",
            "-p",
            "no:cacheprovider",
            "-k",
            "tin-soldiers",
            *map(str, over_all),
        ],
        cwd=project,
        env=os.environ | ({} if "tin-soldiers" in ids() else {"PZ8EDU_SYSTEMS": str(folder.parent)}),
        capture_output=True,
        encoding="utf-8",
        timeout=600,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert int(re.findall(r"(\d+) passed", ran.stdout)[-1]) >= 12


def test_it_is_clean(workshop: Path) -> None:
    files = [name for name in FILES if name.endswith(".py")]
    linted = run(workshop, "-m", "ruff", "check", "--no-cache", *files)
    assert linted.returncode == 0, linted.stdout


def test_it_is_strictly_typed(workshop: Path) -> None:
    checked = run(workshop, "-m", "mypy", "pz8edu/systems/tin_soldiers")
    own = [line for line in checked.stdout.splitlines() if "tin_soldiers" in line]
    assert own == []
    assert "source files" in checked.stdout
