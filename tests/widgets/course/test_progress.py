"""Answers are never lost: not by two pages, two programs, a full disk or a strange file."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pz8widgets.course.progress import FILE, Answer, Progress

TRIES = 40
ANSWER_MANY = f"""
import sys
from pz8widgets.course.progress import Progress
progress = Progress(sys.argv[1])
for number in range({TRIES}):
    progress.keep(f"{{sys.argv[2]}}{{number}}", "1/2", True)
    progress.keep("shared", "1/3", False)
"""


def told(answer: Answer | None) -> tuple[str, bool, int]:
    """What was given last, whether any was right, how many there were."""
    assert answer is not None
    return answer[:3]


def test_a_right_answer_outlives_a_page_that_was_opened_before_it(tmp_path: Path) -> None:
    second, first = Progress(tmp_path), Progress(tmp_path)
    second.keep("q", "1/3", False)
    first.keep("q", "1/2", True)
    second.keep("q", "9", False)
    assert told(Progress(tmp_path).of("q")) == ("9", True, 3)


def test_an_old_page_does_not_overwrite_newer_answers(tmp_path: Path) -> None:
    old, new = Progress(tmp_path), Progress(tmp_path)
    old.keep("a", "1/3", False)
    new.keep("a", "1/2", True)
    old.keep("b", "1/6", True)
    assert told(Progress(tmp_path).of("a")) == ("1/2", True, 2)


def test_programs_that_answer_at_the_same_time_lose_nothing(tmp_path: Path) -> None:
    programs = [
        subprocess.Popen([sys.executable, "-c", ANSWER_MANY, str(tmp_path), name]) for name in ("a", "b")
    ]
    assert [program.wait(60) for program in programs] == [0, 0]
    found = Progress(tmp_path).answers
    assert len(found) == 2 * TRIES + 1
    assert told(found["shared"]) == ("1/3", False, 2 * TRIES)


@pytest.mark.parametrize("right", ['"no"', "1", '"true"', "null", "[]"])
def test_only_true_is_right(tmp_path: Path, right: str) -> None:
    saved = f'{{"answers": {{"q": {{"given": "1/2", "right": {right}, "tries": "many"}}}}}}'
    (tmp_path / FILE).write_text(saved, encoding="utf-8")
    progress = Progress(tmp_path)
    assert told(progress.of("q")) == ("1/2", False, 0)
    progress.keep("q", "1/3", False)
    assert told(Progress(tmp_path).of("q")) == ("1/3", False, 1)


def test_a_save_that_fails_leaves_nothing_behind_and_is_made_good_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    progress = Progress(tmp_path)
    progress.keep("before", "1/6", True)
    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        progress.keep("q", "1/2", True)
    assert "No space left" in progress.trouble
    assert told(progress.of("q")) == ("1/2", True, 1)
    assert Progress(tmp_path).of("q") is None
    assert {path.name for path in tmp_path.iterdir()} <= {FILE, f"{FILE}.lock"}
    progress.keep("later", "1/3", False)
    assert progress.trouble == ""
    assert told(Progress(tmp_path).of("q")) == ("1/2", True, 1)


@pytest.mark.skipif(os.name == "nt", reason="modes and links are those of Unix")
def test_the_mode_of_the_file_and_a_link_stay(tmp_path: Path) -> None:
    target = tmp_path / "elsewhere" / "answers.json"
    target.parent.mkdir()
    target.write_text('{"answers": {}}', encoding="utf-8")
    target.chmod(0o664)
    (tmp_path / FILE).symlink_to(target)
    Progress(tmp_path).keep("q", "1/2", True)
    assert (tmp_path / FILE).is_symlink()
    assert stat.S_IMODE(target.stat().st_mode) == 0o664
    assert told(Progress(tmp_path).of("q")) == ("1/2", True, 1)


@pytest.mark.skipif(os.name == "nt", reason="modes are those of Unix")
def test_a_new_file_has_the_mode_of_any_new_file(tmp_path: Path) -> None:
    Progress(tmp_path).keep("q", "1/2", True)
    (tmp_path / "other").touch()
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == stat.S_IMODE((tmp_path / "other").stat().st_mode)


KEPT = '{"answers": {"before": {"given": "1/6", "right": true, "tries": 1}}}'


def failing(times: int, fault: OSError, then: Callable[..., Any]) -> Callable[..., Any]:
    """A function that fails so often, then does what it should."""
    left = iter(range(times))

    def tried(*given: Any, **named: Any) -> Any:
        if next(left, None) is not None:
            raise fault
        return then(*given, **named)

    return tried


@pytest.mark.parametrize(
    "fault", [OSError(24, "Too many open files"), PermissionError(13, "Permission denied")]
)
def test_a_file_that_cannot_be_read_just_now_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: OSError
) -> None:
    (tmp_path / FILE).write_text(KEPT, encoding="utf-8")
    with monkeypatch.context() as disk:
        disk.setattr(Path, "read_text", failing(99, fault, Path.read_text))
        progress = Progress(tmp_path)
        assert fault.strerror in progress.trouble
        progress.keep("q", "1/2", True)
        assert fault.strerror in progress.trouble
        assert told(progress.of("q")) == ("1/2", True, 1), "the page knows it"
    assert (tmp_path / FILE).read_text(encoding="utf-8") == KEPT
    progress.keep("r", "1/3", False)
    assert progress.trouble == ""
    assert set(Progress(tmp_path).answers) == {"before", "q", "r"}


@pytest.mark.parametrize("text", ["{", "\x00", "[]", '{"answers": 5}', "[" * 100_000])
def test_what_holds_no_answers_is_set_aside_and_that_is_said_after_every_answer(
    tmp_path: Path, text: str
) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    progress = Progress(tmp_path)
    for name in "ab":
        progress.keep(name, "1/2", True)
        assert f"kept as {FILE}.unreadable-1" in progress.trouble
    assert (tmp_path / f"{FILE}.unreadable-1").read_text(encoding="utf-8") == text
    assert set(Progress(tmp_path).answers) == {"a", "b"}


def test_what_can_be_neither_read_nor_renamed_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / FILE).write_text("{", encoding="utf-8")
    locked = PermissionError(13, "another program uses it")
    monkeypatch.setattr(Path, "replace", failing(99, locked, Path.replace))
    progress = Progress(tmp_path)
    progress.keep("q", "1/2", True)
    assert "another program uses it" in progress.trouble
    assert (tmp_path / FILE).read_text(encoding="utf-8") == "{"


@pytest.mark.parametrize("method", ["read_text", "replace"])
def test_windows_forbids_for_a_moment_what_another_page_holds_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """There a rename meets a reader's open file, and a reader a rename: PermissionError, for milliseconds."""
    (tmp_path / FILE).write_text(KEPT, encoding="utf-8")
    held = PermissionError(13, "another program uses it")
    monkeypatch.setattr(Path, method, failing(3, held, getattr(Path, method)))
    progress = Progress(tmp_path)
    progress.keep("q", "1/2", True)
    assert progress.trouble == ""
    assert set(Progress(tmp_path).answers) == {"before", "q"}
    assert {path.name for path in tmp_path.iterdir()} <= {FILE, f"{FILE}.lock"}


def test_half_a_surrogate_pair_is_no_end_of_the_progress(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"answers": {"before": {"given": "\\ud800"}}}', encoding="utf-8")
    progress = Progress(tmp_path)
    progress.keep("q\udfff", "1/2\ud83d", False)
    assert progress.trouble == ""
    assert {name: answer.given for name, answer in Progress(tmp_path).answers.items()} == {
        "before": "?",
        "q?": "1/2?",
    }


def test_where_python_runs_in_a_page_nobody_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pz8widgets.course.progress.FileLock", None)
    monkeypatch.setattr(sys, "platform", "emscripten")
    here = Progress(tmp_path)
    here.keep("odds", "1/2", True)
    assert here.trouble == ""
    assert told(Progress(tmp_path).of("odds")) == ("1/2", True, 1)


def test_another_folder_is_meant_by_the_map_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is answered there is on the map, and nothing of what lies beside the lessons."""
    beside, named = tmp_path / "lessons", tmp_path / "mine"
    Progress(beside).keep("start-destroyed", "5/36", True)
    monkeypatch.setenv("PZ8EDU_PROGRESS", str(named))
    assert Progress.of_course(beside).of("start-destroyed") is None
    Progress.of_course(beside).keep("odds", "1/2", True)
    assert told(Progress().of("odds")) == ("1/2", True, 1)
    monkeypatch.delenv("PZ8EDU_PROGRESS")
    assert told(Progress.of_course(beside).of("start-destroyed")) == ("5/36", True, 1)
