"""The command line: answers, exit codes, one sentence for everything that goes wrong."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pz8edu.cli import main
from pz8edu.systems import ids, system

Run = Any
PROJECT = Path(__file__).resolve().parent.parent


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*words: str) -> tuple[int, str, str]:
        code = main(words)
        out, err = capsys.readouterr()
        return code, out, err

    return command


def shell(*words: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command as a program of its own."""
    import os

    return subprocess.run(
        [sys.executable, "-m", "pz8edu", *words],
        input=stdin,
        capture_output=True,
        cwd=PROJECT,
        env={**os.environ, **environment},
        timeout=60,
    )


GOOD = {"system": "pz8-ww2", "calculator": "rally", "inputs": {"condition": "disorganized"}}
ANSWER = {"outcomes": {"ok": "1/3", "disorganized": "2/3"}}


# --- ask
def test_a_calculator_as_a_table_and_as_json(run: Run) -> None:
    shot = ("ask", "pz8-ww2", "direct-fire", "attack=5", "defence=4", "armoured=true")
    code, out, err = run(*shot)
    assert (code, err) == (0, "")
    assert [line.split() for line in out.splitlines()] == [
        ["ok", "17/24", "70.83", "%"],
        ["disorganized", "1/12", "8.33", "%"],
        ["suppressed", "5/72", "6.94", "%"],
        ["destroyed", "5/36", "13.89", "%"],
    ]
    wanted = {"outcomes": {"ok": "17/24", "disorganized": "1/12", "suppressed": "5/72", "destroyed": "5/36"}}
    assert json.loads(run(*shot, "--json")[1]) == wanted
    assert (
        json.loads(
            run("ask", "--json", "pz8-ww2", "direct-fire", "attack=5", "--set", "hit_on=4", *shot[4:])[1]
        )
        == wanted
    )


def test_readings_changes_and_variants(run: Run, tmp_path: Path) -> None:
    shot = ("ask", "pz8-ww2", "to-hit", "cover=bunker", "over_half_range=yes", "--json")
    assert json.loads(run(*shot)[1]) == {"outcomes": {"miss": "1/1"}}
    assert json.loads(run(*shot, "--reading", "R1=b")[1])["outcomes"]["hit"] == "1/6"
    assert json.loads(run(*shot, "--set", "in_bunker=0", "--set", "hit_on=3")[1])["outcomes"]["hit"] == "1/2"
    file = tmp_path / "easy.toml"
    file.write_text('base = "pz8-ww2"\n[changes]\nhit_on = 2\n', encoding="utf-8")
    assert json.loads(run(*shot, "--variant", str(file))[1])["outcomes"]["hit"] == "1/3"
    assert json.loads(run(*shot, "--variant", str(file), "--set", "hit_on=1")[1])["outcomes"]["hit"] == "1/2"


def test_chains_and_board_checks(run: Run) -> None:
    assert "expected_rally_phases  6" in run("ask", "pz8-ww2", "rally-chain", "condition=suppressed")[1]
    tank = '{"attack": 5, "defence": 4}'
    duel = json.loads(run("ask", "pz8-ww2", "duel", f"A={tank}", f"B={tank}", "--json")[1])
    assert duel["results"]["expected_turns"] == "55196022881416824/12618730710137779"
    assert run("ask", "pz8-ww2", "move", "kind=truck", "terrain=road")[1] == "8\n"
    assert run("ask", "pz8-ww2", "within", "centre=[0, 0]", "unit=[3, 4]", "limit=5")[1] == "true\n"
    assert run("ask", "pz8-ww2", "facing", "target=[0,0]", "target_facing=0", "firer=[5,0]")[1] == "side\n"
    assert json.loads(run("ask", "pz8-ww2", "range", "weapon=mortar", "distance=5")[1])["range"] == "10"
    assert json.loads(run("ask", "pz8-ww2", "table", "table=attack", "row=20mm", "--json")[1]) == {
        "result": [2, 1]
    }


def test_the_tree_is_printed_as_well(run: Run) -> None:
    code, out, _ = run("ask", "pz8-ww2", "rally", "condition=suppressed", "quality=elite", "--tree")
    assert code == 0
    assert "rally: 4 or more on a D6" in out
    code, out, err = run("ask", "pz8-ww2", "rally-chain", "condition=suppressed", "--tree")
    assert (code, out) == (2, "")
    assert "no calculator" in err


def test_every_calculator_answers_on_the_command_line_as_in_a_batch(run: Run) -> None:
    from pz8edu.asking.json_lines import line_answer

    examples = PROJECT / "tests" / "systems" / "pz8_ww2" / "examples.jsonl"
    seen = set()
    for text in examples.read_text(encoding="utf-8").splitlines():
        asked = json.loads(text)["ask"]
        name = next(asked[kind] for kind in ("calculator", "chain", "board") if kind in asked)
        if name in seen:
            continue
        seen.add(name)
        words = [
            f"{key}={value if isinstance(value, str) else json.dumps(value)}"
            for key, value in asked["inputs"].items()
        ]
        reading = ("--reading", asked["reading"]) if "reading" in asked else ()
        code, out, err = run("ask", "pz8-ww2", name, *words, *reading, "--json")
        assert (code, err) == (0, "")
        assert json.loads(out) == line_answer(asked)
        assert run("ask", "pz8-ww2", name, *words, *reading)[0] == 0
    assert len(seen) == 36


# --- list
def test_list(run: Run) -> None:
    code, out, _ = run("list")
    assert code == 0
    assert all(name in out for name in ids())
    assert json.loads(run("list", "pz8-ww2", "--json")[1]) == system("pz8-ww2").interface()
    assert json.loads(run("list", "pz8-ww2", "rally", "--json")[1])["title"] == "Rally"
    out = run("list", "pz8-ww2")[1]
    assert all(name in out for name in ("direct-fire", "fire-and-rally", "line-of-sight", "R25"))
    for name in [*system("pz8-ww2").calculators, *system("pz8-ww2").chains, *system("pz8-ww2").boards]:
        assert run("list", "pz8-ww2", name)[0] == 0


# --- what goes wrong
@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "required"),
        (("aks",), "invalid choice: 'aks'"),
        (("list", "pz8-ww22"), "did you mean 'pz8-ww2'"),
        (("list", "pz8-ww2", "raly"), "did you mean 'rally'"),
        (("list", "--nonsense"), "unknown argument '--nonsense'"),
        (("ask",), "needs a system and a question"),
        (("ask", "pz8-ww2"), "needs a system and a question"),
        (("ask", "pz8-ww2", "rally"), "condition is required"),
        (("ask", "pz8-ww2", "rally", "condition"), "name=value"),
        (("ask", "pz8-ww2", "rally", "=ok"), "name=value"),
        (("ask", "pz8-ww2", "rally", "condition=ok", "condition=ok"), "given twice"),
        (("ask", "pz8-ww2", "rally", "condition=okay"), "got 'okay'"),
        (("ask", "pz8-ww2", "rally", "condition=5"), "got 5"),
        (("ask", "pz8-ww2", "rally", "condition=ok", "qualty=elite"), "did you mean 'quality'"),
        (("ask", "pz8-ww2", "rally", "condition=ok", "in_command=maybe"), "true or false; got 'maybe'"),
        (("ask", "pz8-ww2", "rally", "condition=ok", "--reading", "R3"), "name=value"),
        (("ask", "pz8-ww2", "rally", "condition=ok", "--set", "rally_no=3"), "did you mean 'rally_on'"),
        (("ask", "pz8-ww2", "rally", "condition=ok", "--set", "rally_on=x"), "rally_on must be"),
        (("ask", "pz8-ww2", "rally", "condition=ok", "--variant", "nowhere.toml"), "cannot be read"),
        (("ask", "pz8-ww2", "rally", "condition=ok", "--kind", "riddle"), "invalid choice"),
        (("ask", "pz8-ww2", "rally", "condition=ok", "--kind", "chain"), "unknown chain"),
        (("ask", "pz8-ww2", "rally", "--reading"), "expected one argument"),
        (("ask", "pz8-ww2", "damage", "attack=NaN", "defence=1"), "attack must be"),
        (("ask", "pz8-ww2", "damage", "attack=" + "9" * 5000, "defence=1"), "attack must be"),
        (("ask", "pz8-ww2", "damage", "attack=" + "[" * 20_000, "defence=1"), "attack must be"),
        (("ask", "pz8-ww2", "damage", "attack={}", "defence=1"), "attack must be"),
        (("ask", "pz8-ww2", "rally-chain", "condition=suppressed", "turns=1000000000"), "20,000 digits"),
        (("ask", "--batch", "nowhere.jsonl"), "'nowhere.jsonl' cannot be read"),
        (("ask", "pz8-ww2", "--batch", "-"), "nothing else"),
        (("lab", "--port", "x"), "invalid int value"),
    ],
)
def test_one_sentence_and_exit_code_2(run: Run, words: tuple[str, ...], says: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.startswith("pz8edu: ")
    assert err.count("\n") == 1
    assert says in err
    assert len(err) < 2500


def test_help_is_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (("--help",), ("ask", "--help"), ("list", "--help")):
        with pytest.raises(SystemExit) as left:
            main(words)
        assert left.value.code == 0
        assert "pz8edu" in capsys.readouterr().out


# --- batches
def test_a_batch_from_a_file(run: Run, tmp_path: Path) -> None:
    lines = [json.dumps(GOOD), "{broken", "", json.dumps(GOOD | {"calculator": "x"}), json.dumps(GOOD)]
    file = tmp_path / "lines.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(lines).encode() + b'\n{"system": "\xff\xfe"}\n')
    code, out, err = run("ask", "--batch", str(file))
    assert (code, err) == (0, "")
    answers = [json.loads(line) for line in out.splitlines()]
    assert [list(answer) for answer in answers] == [
        ["outcomes"],
        ["error"],
        ["error"],
        ["outcomes"],
        ["error"],
    ]
    assert answers[0] == answers[3] == ANSWER


def test_a_batch_from_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{json.dumps(GOOD)}\nnonsense\n"))
    _, out, _ = run("ask", "--batch", "-")
    assert [list(json.loads(line)) for line in out.splitlines()] == [["outcomes"], ["error"]]


def test_a_program_of_its_own() -> None:
    """Bytes that are no text, a terminal without letters, a folder in place of a file: no traceback."""
    text = json.dumps(GOOD).encode() + b"\n\xff\xfe\xff\n" + json.dumps(GOOD).encode()
    found = shell("ask", "--batch", "-", stdin=text, PYTHONIOENCODING="ascii", LC_ALL="C")
    assert (found.returncode, found.stderr) == (0, b"")
    assert [list(json.loads(line)) for line in found.stdout.splitlines()] == [
        ["outcomes"],
        ["error"],
        ["outcomes"],
    ]
    unit = 'units=[{"name": "Größe", "x": 0, "y": 1}]'
    for words in (("--json",), ()):
        found = shell("ask", "pz8-ww2", "deviation", unit, *words, PYTHONIOENCODING="ascii", LC_ALL="C.UTF-8")
        assert (found.returncode, found.stderr) == (0, b"")
        assert b"1/36" in found.stdout
    for words, code in ((("ask", "pz8-ww2"), 2), (("ask", "--batch", str(PROJECT)), 2), (("list",), 0)):
        found = shell(*words)
        assert found.returncode == code
        assert b"Traceback" not in found.stderr


def test_whoever_reads_the_answers_may_stop() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "pz8edu", "ask", "--batch", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=PROJECT,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    try:
        process.stdin.write((json.dumps(GOOD) + "\n").encode() * 2000)
        process.stdin.close()
    except BrokenPipeError:
        pass
    assert process.wait(timeout=60) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("batch", [False, True])
def test_output_that_is_full_is_said_as_such(batch: bool, tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text((json.dumps(GOOD) + "\n") * 2000)
    words = ["ask", "--batch", str(file)] if batch else ["list"]
    with Path("/dev/full").open("w") as full:
        found = subprocess.run(
            [sys.executable, "-m", "pz8edu", *words], stdout=full, stderr=subprocess.PIPE, cwd=PROJECT
        )
    assert found.returncode == 2
    assert found.stderr == b"pz8edu: the answer cannot be written: No space left on device\n"


def test_very_long_words_are_cut(run: Run) -> None:
    for words in (["variant", "9" * 5000], ["9" * 5000], ["list", "9" * 5000], ["--" + "9" * 5000]):
        code, out, err = run(*words)
        assert (code, out) == (2, "")
        assert len(err) < 1000, words[0][:9]


def test_a_sweep_over_all_inputs(run: Run, tmp_path: Path) -> None:
    out = str(tmp_path / "all.sqlite")
    code, _, err = run("sweep", "pz8-ww2", "damage", "halved=false", "--over", "all", "--out", out)
    assert code == 0
    assert "56 situations are in" in err
    code, _, err = run("sweep", "pz8-ww2", "damage", "attack=3", "--over", "attack,defence", "--out", out)
    assert code == 2
    assert "attack is given twice" in err


# --- rule
def test_a_situation_is_asked_of_two_books(run: Run) -> None:
    shot = ("attack=5", "defence=4", "armoured=true")
    code, out, _ = run("rule", "pz8-1975", "direct-fire", *shot, "--against", "pz8-1950")
    assert code == 0
    assert "stabilised: destroyed 5/36 to 455/1728" in out
    code, _, err = run("rule", "pz8-1975", "direct-fire", *shot)
    assert code == 2
    assert "a situation is asked with --against; got 'attack=5'" in err


def test_a_section_of_a_book_is_printed(run: Run) -> None:
    code, out, err = run("rule", "pz8-1950", "10")
    assert (code, err) == (0, "")
    assert out.startswith("Pz8 – 1950/1975 Wargame Rules, section 10: Rally\n")
    assert "rally_on" in out
    assert "def rally(" not in out
    assert "def rally(" in run("rule", "pz8-1950", "10", "--code")[1]
    assert "as pz8-ww2" in out
    assert run("rule", "pz8-1950")[1].splitlines()[2].startswith("sequence: ")


def test_a_section_that_is_not_there_is_refused(run: Run) -> None:
    code, out, err = run("rule", "pz8-1950", "77")
    assert (code, out) == (2, "")
    assert err.startswith("pz8edu: unknown section or question of pz8-1950 '77'")


def test_a_book_against_its_parent_is_printed(run: Run) -> None:
    code, out, _ = run("rule", "pz8-divisional", "minefield", "--against", "pz8-divisional-2010")
    assert code == 0
    assert "8 of all 26 situations change" in out
    assert run("rule", "pz8-divisional", "--against", "pz8")[0] == 2
