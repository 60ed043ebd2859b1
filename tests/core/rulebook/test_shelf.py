"""A shelf of TOML files."""

from pathlib import Path

import pytest

from pz8edu.core import Situation
from pz8edu.core.rulebook.shelf import Shelf
from pz8edu.errors import BadInput


class Army(Situation):
    """An army for this test."""

    infantry: int
    guns: int = 0


@pytest.fixture
def armies(tmp_path: Path) -> Shelf[Army]:
    (tmp_path / "red.toml").write_text("infantry = 12\n")
    (tmp_path / "blue.toml").write_text("infantry = 9\nguns = 2\n")
    (tmp_path / "torn.toml").write_text("infantry = \n")
    (tmp_path / "odd.toml").write_text("infantry = 9\nhorses = 2\n")
    return Shelf("army of the test", tmp_path, Army)


def test_files_are_read_by_name(armies: Shelf[Army]) -> None:
    assert armies.names() == ("blue", "odd", "red", "torn")
    assert armies["red"] == Army(infantry=12)
    assert armies["blue"] == Army(infantry=9, guns=2)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("bleu", "unknown army of the test 'bleu'; did you mean 'blue'"),
        ("torn", "torn.toml is not TOML"),
        ("odd", "unknown input of odd 'horses'"),
        ("../red", "unknown army"),
    ],
)
def test_faults_are_told_in_one_sentence(armies: Shelf[Army], name: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        armies[name]
