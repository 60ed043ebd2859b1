"""What Binder would build, checked without building it."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import nbformat
import pytest
from nbformat.sign import NotebookNotary
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from pz8edu import lab


@pytest.fixture(scope="session")
def pins(project: Path) -> dict[str, Version]:
    """The pinned version of each package."""
    lines = (project / "binder" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    pinned = {}
    for line in lines:
        if line.startswith("#"):
            continue
        name, version = re.fullmatch(r"([A-Za-z0-9._-]+)==([A-Za-z0-9.+!-]+)", line).groups()
        assert canonicalize_name(name) not in pinned, f"{name} is pinned twice"
        pinned[canonicalize_name(name)] = Version(version)
    return pinned


@pytest.fixture(scope="session")
def declared(project: Path) -> dict:
    """The project table of pyproject.toml."""
    return tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture(scope="session")
def dockerfile(project: Path) -> str:
    """The recipe that repo2docker makes of the project."""
    planned = subprocess.run(
        [
            *(sys.executable, "-m", "repo2docker", "--no-build", "--debug"),
            *("--user-id", "1000", "--user-name", "jovyan", str(project)),
        ],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
    assert planned.returncode == 0, planned.stderr
    assert "Building conda environment for python=3.11" in planned.stderr
    return planned.stdout


def test_repo2docker_follows_the_binder_folder(dockerfile: str) -> None:
    install = dockerfile.index('pip install --no-cache-dir -r "binder/requirements.txt"')
    copy = dockerfile.index("COPY --chown=1000:1000 src/ ${REPO_DIR}/")
    finish = dockerfile.index("RUN ./binder/postBuild")
    assert install < copy < finish


def test_pins_name_no_address(project: Path) -> None:
    for path in (project / "binder").iterdir():
        text = path.read_text(encoding="utf-8")
        assert "://" not in text, path.name
        assert not re.search(r"^\s*-", text, re.MULTILINE) or path.name == "postBuild", path.name


def test_pins_satisfy_what_the_project_asks_for(pins: dict[str, Version], declared: dict) -> None:
    asked = [*declared["dependencies"], *declared["optional-dependencies"]["lab"], "hatchling>=1.27"]
    for requirement in map(Requirement, asked):
        assert pins[canonicalize_name(requirement.name)] in requirement.specifier, requirement


def test_pins_are_complete_and_agree_with_each_other(pins: dict[str, Version]) -> None:
    """Whatever an installed package asks for is pinned too, at a version that it accepts."""
    from importlib.metadata import PackageNotFoundError, requires

    checked = 0
    for name, version in pins.items():
        try:
            asked = requires(name) or []
        except PackageNotFoundError:
            continue
        checked += 1
        for requirement in map(Requirement, asked):
            if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
                continue
            wanted = canonicalize_name(requirement.name)
            assert wanted in pins, f"{name} {version} asks for {requirement}, which is not pinned"
            assert pins[wanted] in requirement.specifier, f"{name} {version} asks for {requirement}"
    assert checked > 100


def test_python_is_pinned(project: Path, declared: dict) -> None:
    runtime = (project / "binder" / "runtime.txt").read_text(encoding="utf-8").strip()
    assert runtime == "python-3.11"
    assert declared["requires-python"] == ">=3.11"


@pytest.mark.skipif(os.name == "nt", reason="Binder runs Linux: postBuild is a bash script")
def test_post_build_installs_the_kit_trusts_the_lessons_and_prepares_the_lab(
    project: Path, tmp_path: Path
) -> None:
    """Run it for real, in a copy of the project; only its targets lie in a temporary folder."""
    copy, installed, prefix, data = (tmp_path / name for name in ("copy", "installed", "prefix", "data"))
    for folder in ("binder", "pz8edu", "lessons", "widgets"):
        shutil.copytree(project / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(project / file, copy / file)
    foreign = copy / "lessons" / "of-a-stranger.ipynb"
    foreign.write_text('{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}', encoding="utf-8")
    environment = os.environ | {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "PIP_TARGET": str(installed),
        "NB_PYTHON_PREFIX": str(prefix),
        "JUPYTER_DATA_DIR": str(data),
        "JUPYTER_CONFIG_DIR": str(tmp_path / "config"),
    }
    ran = subprocess.run(
        ["./binder/postBuild"], cwd=copy, env=environment, capture_output=True, encoding="utf-8", timeout=300
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr

    for package in ("pz8edu", "pz8widgets"):
        assert (installed / package / "__init__.py").is_file()
        assert list((installed / package / "__pycache__").glob("__init__.*.pyc"))

    shipped = {copy / "lessons" / name: digest for name, digest in lab.shipped().items()}
    notary = NotebookNotary(data_dir=str(data))
    signed = {
        lesson
        for lesson in (copy / "lessons").rglob("*.ipynb")
        if notary.check_signature(nbformat.read(lesson, as_version=4))
    }
    assert (
        signed == {lesson for lesson, digest in shipped.items() if lab.digest_of(lesson) == digest} != set()
    )
    assert foreign not in signed

    parts = {
        "etc": ("labconfig", "jupyter_server_config.json"),
        "share": ("labextensions", "nbconvert"),
    }
    for place, names in parts.items():
        for name in names:
            assert files_in(prefix / place / "jupyter" / name) == files_in(project / "pz8edu/jupyter" / name)


def files_in(folder: Path) -> dict[str, bytes]:
    """What a folder holds, or a file."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in [folder, *folder.rglob("*")]
        if path.is_file()
    }
