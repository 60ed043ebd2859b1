"""The two packages travel whole, light, and without display code in the core."""

import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import entry_points, packages_distributions, version
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import pz8widgets
from tests.lowest import lowest, requirements

DISPLAY_LIBRARIES = {
    *("IPython", "ipywidgets", "anywidget", "bokeh", "panel", "nbformat", "nbclient", "nbconvert", "nbdime"),
}
FOLDERS = {"pz8edu", "lessons", "widgets", "tests", "binder"}


@pytest.fixture(scope="session")
def settings(project: Path) -> dict:
    return tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def wheel(project: Path, tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names of the files in the built wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    built = subprocess.run(command, cwd=project, capture_output=True, encoding="utf-8", timeout=120)
    assert built.returncode == 0, built.stderr
    (path,) = folder.glob("pz8edu-*.whl")
    return set(zipfile.ZipFile(path).namelist())


def modules_after(statement: str) -> set[str]:
    """The top-level modules that are loaded once a fresh Python has run the statement."""
    program = f"{statement}\nimport sys; print(*{{name.partition('.')[0] for name in sys.modules}})"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True)
    return set(ran.stdout.split())


def test_importing_the_core_loads_no_library_that_it_may_not_need() -> None:
    heavy = {"sympy", "mpmath", "numpy", "shapely", "pandas"}
    assert not (heavy | DISPLAY_LIBRARIES) & modules_after("import pz8edu")


def test_the_core_can_be_used_without_any_display_library() -> None:
    """Asking must work where only the core is installed."""
    blocked = f"import sys\nsys.modules |= dict.fromkeys({DISPLAY_LIBRARIES})"
    asked = "import pz8edu\npz8edu.ask('pz8-ww2', 'direct-fire', attack=5, defence=4, armoured=True)"
    assert "pz8edu" in modules_after(f"{blocked}\n{asked}")


@pytest.mark.parametrize(("package", "folder"), [("pz8edu", "pz8edu"), ("pz8widgets", "widgets/pz8widgets")])
def test_the_wheel_holds_every_file_of_a_package(
    wheel: set[str], project: Path, package: str, folder: str
) -> None:
    root = project / folder
    expected = {
        f"{package}/{path.relative_to(root).as_posix()}"
        for path in root.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert f"{package}/py.typed" in expected
    assert {name for name in wheel if name.startswith(f"{package}/")} == expected


def test_the_wheel_holds_nothing_else(wheel: set[str]) -> None:
    facts, shared = (f"pz8edu-{version('pz8edu')}.{kind}" for kind in ("dist-info", "data"))
    assert {name.partition("/")[0] for name in wheel} == {"pz8edu", "pz8widgets", facts, shared}


def test_the_wheel_brings_jupyter_what_lessons_need_of_it(wheel: set[str], project: Path) -> None:
    """Whoever starts JupyterLab, and however."""
    jupyter = project / "pz8edu" / "jupyter"
    expected = {
        path.relative_to(jupyter).as_posix()
        for folder in ("labextensions", "nbconvert")
        for path in (jupyter / folder).rglob("*")
        if path.is_file()
    }
    shared = f"pz8edu-{version('pz8edu')}.data/data/share/jupyter/"
    assert {name.removeprefix(shared) for name in wheel if name.startswith(shared)} == expected
    assert "labextensions/pz8edu/package.json" in expected


def test_the_wheel_brings_the_lessons(wheel: set[str], project: Path) -> None:
    lessons = project / "lessons"
    expected = {
        path.relative_to(lessons).as_posix()
        for path in lessons.rglob("*")
        if path.is_file()
        and not any(part.startswith((".", "__")) for part in path.relative_to(lessons).parts)
    }
    shared = f"pz8edu-{version('pz8edu')}.data/data/share/pz8edu/lessons/"
    found = {name.removeprefix(shared) for name in wheel if name.startswith(shared)}
    assert {name for name in found if not name.rpartition("/")[2].startswith(".")} == expected
    assert {"00-map.ipynb", "course.toml"} <= expected


def test_a_command_of_the_widgets_says_what_to_install(tmp_path: Path) -> None:
    """Where only the core is installed, one sentence."""
    hidden = (
        "import importlib.util, runpy, sys\n"
        "known = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name: None if name == 'nbconvert' else known(name)\n"
        "sys.argv = ['-m']\n"
        "import pz8widgets\n"
    )
    ran = subprocess.run([sys.executable, "-c", hidden], cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert (ran.returncode, ran.stdout) == (2, "")
    told = 'nbconvert is not installed; install it with: python -m pip install "pz8edu[lab]"'
    assert ran.stderr == f"pz8widgets: {told}\n"


def test_a_command_of_the_widgets_is_started_as_such(tmp_path: Path) -> None:
    """While it is looked for, Python calls it "-m": that is how the package knows."""
    (tmp_path / "tin").mkdir()
    (tmp_path / "tin" / "__init__.py").write_text("import sys; print(sys.argv[0])", encoding="utf-8")
    (tmp_path / "tin" / "soldier.py").write_text("", encoding="utf-8")
    ran = subprocess.run([sys.executable, "-m", "tin.soldier"], cwd=tmp_path, capture_output=True, text=True)
    assert ran.stdout == "-m\n"


def test_the_widgets_know_what_the_extra_brings(settings: dict) -> None:
    stated = {Requirement(each).name for each in settings["project"]["optional-dependencies"]["lab"]}
    stated -= {"scipy"}  # chains of thousands of states in decimals; the widgets do without
    assert {name.replace("-", "_").removesuffix("_py") for name in stated} == set(pz8widgets.LAB)


def test_every_library_that_is_imported_is_credited(settings: dict, project: Path) -> None:
    told = (project / "CREDITS.md").read_text(encoding="utf-8").lower()
    stated = {Requirement(each).name for each in settings["project"]["dependencies"]}
    for name in stated | {"numpy", "mpmath", "filelock", "markdown-it-py"}:
        assert name in told


def test_the_command_is_installed() -> None:
    (command,) = entry_points(group="console_scripts", name="pz8edu")
    assert callable(command.load())


def test_versions_agree(settings: dict, project: Path) -> None:
    changes = (project / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\d+\.\d+\.\d+)", changes, re.MULTILINE)
    assert newest
    assert settings["project"]["version"] == version("pz8edu") == newest.group(1)


def test_each_extra_holds_the_one_before(settings: dict) -> None:
    extras = settings["project"]["optional-dependencies"]
    assert "pz8edu[lab]" in extras["test"]
    assert "pz8edu[test]" in extras["bench"]


def test_every_dependency_states_from_which_version_it_serves(settings: dict) -> None:
    project = settings["project"]
    asked = chain(project["dependencies"], *project["optional-dependencies"].values())
    for requirement in map(Requirement, asked):
        own = canonicalize_name(requirement.name) == "pz8edu"
        assert own or ">=" in str(requirement.specifier), requirement
        assert requirement.url is None


def test_ci_installs_the_lowest_versions_that_are_stated(project: Path) -> None:
    asked = {canonicalize_name(each.name): each for each in requirements()}
    found = dict(line.split("==") for line in lowest(asked.values()))
    assert {canonicalize_name(name) for name in found} == set(asked)
    for name, version_stated in found.items():
        assert version_stated in asked[canonicalize_name(name)].specifier
    steps = (project / ".ci" / "run").read_text(encoding="utf-8")
    assert 'python" -m tests.lowest >' in steps
    assert '-m pip install -c "$environment/lowest.txt"' in steps


def test_the_lowest_python_is_the_one_that_is_named_and_pinned(settings: dict, project: Path) -> None:
    versions = re.findall(r"Python :: (3\.\d+)", " ".join(settings["project"]["classifiers"]))
    steps = (project / ".ci" / "run").read_text(encoding="utf-8")
    assert f"for version in {' '.join(versions[1:])}; do" in steps, "CI runs a part of the tests with each"
    assert settings["project"]["requires-python"] == f">={versions[0]}"
    assert settings["tool"]["mypy"]["python_version"] == versions[0]
    assert (project / "binder" / "runtime.txt").read_text(encoding="utf-8").strip() == f"python-{versions[0]}"


def test_the_import_contract_names_every_display_library(settings: dict) -> None:
    """A library that the `lab` extra brings cannot slip into the core."""
    (contract,) = (one for one in settings["tool"]["importlinter"]["contracts"] if one["type"] == "forbidden")
    lab = settings["project"]["optional-dependencies"]["lab"]
    distributions = {canonicalize_name(Requirement(one).name) for one in lab}
    modules = {
        module
        for module, owners in packages_distributions().items()
        if distributions & set(map(canonicalize_name, owners)) and module.isidentifier()
    }
    assert len(modules) >= len(distributions)
    modules -= {"typings", "scipy"}  # Bokeh's hints for type checkers; what the core uses where it is
    assert modules | {"IPython", "pz8widgets"} <= set(contract["forbidden_modules"])


def test_there_is_no_other_folder_at_the_top(project: Path) -> None:
    if not (project / ".git").exists():
        pytest.skip("not a git checkout: which files belong to the project is not known")
    listed = subprocess.run(
        ["git", "ls-files"], cwd=project, capture_output=True, encoding="utf-8", check=True
    ).stdout.splitlines()
    folders = {name.partition("/")[0] for name in listed if "/" in name}
    assert folders - FOLDERS <= {".ci", ".github"}
