"""The pages of the book as they are written: all there, answers out of sight, faults told."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from math import prod
from pathlib import Path
from typing import Any

import pytest

from pz8edu.desk.rule_page import Book
from pz8edu.errors import BadInput
from pz8edu.packing.checked import check
from pz8edu.packing.pack import Pack, pack_of, read_pack
from pz8edu.systems import system
from pz8widgets.book.__main__ import main
from pz8widgets.book.ahead import Ahead, each_done
from pz8widgets.book.books import write_calculator
from pz8widgets.book.days import write_days
from pz8widgets.book.kept import Kept
from pz8widgets.book.lessons import scrambled
from pz8widgets.book.packs import Packs, file_of
from pz8widgets.book.pages import script, stylesheet
from pz8widgets.book.site import write_site
from pz8widgets.course.course import Course
from pz8widgets.course.shot_of_the_day import CYCLE, asked_words, chance_of, shot_of

SPACE = system("pz8-space")
LESSONS = Path(__file__).parents[3] / "lessons"


def test_what_has_too_long_answers_is_left_to_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pz8widgets.book.packs.LARGEST", 40)
    home = system("pz8-ww2")
    packs = Packs(tmp_path)
    assert packs.of(home, home.calculators["transport-fire"]) == ""
    why = "the answers of transport-fire have more than 40 letters"
    assert packs.trouble == {"pz8-ww2/transport-fire": why}


def test_what_was_packed_is_kept_for_the_next_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, kept = system("pz8-ww2"), tmp_path / "kept"
    asked = [home.calculators["rally"], home.calculators["deviation"], home.chains["rally-chain"]]
    packs = [Packs(tmp_path / name, Kept(kept)) for name in ("first", "second")]
    named = [packs[0].of(home, each) for each in asked]
    assert [bool(name) for name in named] == [True, False, True]
    with monkeypatch.context() as without:
        without.delattr("pz8widgets.book.packs.pack_of")
        without.delattr("pz8widgets.book.packs.pack_of_chain")
        assert [packs[1].of(home, each) for each in asked] == named
        other = home.under(home.rules.variant(hit_on=3))
        with pytest.raises(NameError):
            packs[1].of(other, other.calculators["direct-fire"])
    assert packs[1].trouble == packs[0].trouble
    assert files(tmp_path / "first") == files(tmp_path / "second")
    (whole, *_) = kept.iterdir()
    whole.write_text("{", encoding="utf-8")
    again = Packs(tmp_path / "third", Kept(kept))
    assert [again.of(home, each) for each in asked] == named, "a damaged file is made anew"
    assert files(tmp_path / "third") == files(tmp_path / "first")


def test_a_page_says_which_inputs_stay_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pz8widgets.book.packs.LARGEST", 6_000)
    monkeypatch.setattr("pz8widgets.book.packs.MOST_REACHED", 50)
    home = system("pz8-ww2")
    packs, book = Packs(tmp_path), Book(home, home.rules)
    for name, still in (("minefield", True), ("rally", False)):
        assert write_calculator(home, home.calculators[name], packs, book)
        page = read(tmp_path / f"books/pz8-ww2/{name}.html")
        assert ("Not every situation fits on a page: here" in page) is still
        assert ("Python has the others.</p>" in page) is still


def test_what_is_far_too_large_is_not_tried_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, tried = system("pz8-ww2"), []

    def made(*given: Any) -> Pack:
        tried.append(prod(len(axis.values) for axis in given[4]))
        return pack_of(*given)

    monkeypatch.setattr("pz8widgets.book.packs.pack_of", made)
    monkeypatch.setattr("pz8widgets.book.packs.MOST_TRIED", 3_455)
    monkeypatch.setattr("pz8widgets.book.packs.MOST_REACHED", 50)
    packs = Packs(tmp_path)
    assert packs.of(home, home.calculators["minefield"])
    assert tried
    assert max(tried) <= 50


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where all packs of a book are kept; it has no chain that takes long."""
    kept = tmp_path_factory.mktemp("kept")
    packs = Packs(kept, Kept(kept))
    with pytest.MonkeyPatch.context() as shorter:
        quick = {name: chain for name, chain in SPACE.chains.items() if name != "stand-off"}
        shorter.setattr(SPACE, "chains", quick)
        assert Ahead(packs, [SPACE], (), 1).pack() == len(SPACE.calculators) + len(quick)
        yield kept


def test_two_processes_make_the_same_packs(packed: Path, tmp_path: Path) -> None:
    count = len(SPACE.calculators) + len(SPACE.chains)
    assert Ahead(Packs(tmp_path, Kept(tmp_path)), [SPACE], (), 2).pack() == count
    assert files(tmp_path) == files(packed)
    assert len(files(packed)) > 10


def test_page_and_notebook_have_one_shot_of_the_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pz8widgets.book.days.CYCLE", 4)
    course = Course(LESSONS)
    write_days(Packs(tmp_path), course, (), ())
    for number in range(4):
        shot = shot_of(date.fromordinal(CYCLE * 2_000 + number), course)
        (hidden,) = re.findall(r'pz8still\("[^"]+",(.*)\);', read(tmp_path / f"lessons/days/{number}.js"))
        told = plain(json.loads(hidden))
        assert asked_words(shot) in told["text"]
        assert Fraction(*map(int, plain(told["hidden"])["right"])) == chance_of(shot)


def read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def plain(hidden: str) -> Any:
    return json.loads(re.sub("[!-~]", lambda sign: chr(33 + (ord(sign[0]) + 14) % 94), hidden))


def files(folder: Path) -> dict[str, bytes]:
    return {
        file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()
    }


def test_packs_are_made_once_and_are_true(tmp_path: Path) -> None:
    packs = Packs(tmp_path)
    changed = system("pz8-ww2").under(system("pz8-ww2").rules.variant({"R1": "b"}))
    name = packs.of(changed, changed.calculators["to-hit"])
    assert name == "pz8-ww2/to-hit@R1=b"
    pack = read_pack((tmp_path / file_of(name)).read_text(encoding="utf-8"))
    assert check(pack, changed) == 36 * 4, "two doubts, each read both ways"
    assert packs.of(changed, changed.calculators["to-hit"]) == name


def test_the_stylesheet_has_the_kit_s_colours() -> None:
    sheet = stylesheet()
    assert sheet.count("--pz8-ink:") == 2
    assert ".pz8-o-shaken{" in sheet


def test_the_script_is_for_browsers_of_2020() -> None:
    assert not re.search(r"\(\?<[=!]|\.replaceAll\(|\?\?=|hasOwn\(|\.at\(|fetch\(|import ", script())


def test_an_answer_is_not_in_plain_sight() -> None:
    secret = {"right": 'ä 5/36 – "quoted" \\ ~!', "why": "<p>Because.</p>"}
    hidden = scrambled(secret)
    assert not re.search("5/36|right|Because", hidden)
    assert plain(hidden) == secret


def test_a_site_has_its_pages(packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("site", "ahead"):
        monkeypatch.setattr(f"pz8widgets.book.{module}.lessons_of", lambda *_: {})
    monkeypatch.setattr("pz8widgets.book.practice.VARIANTS", 2)
    monkeypatch.setattr("pz8widgets.book.lessons.IDEAS", ("chance",))
    monkeypatch.setattr("pz8widgets.book.days.CYCLE", 4)
    heard: list[tuple[int, int]] = []
    write_site(tmp_path, ["pz8-space"], LESSONS, kept=packed, told=lambda *done: heard.append(done))
    count = len(SPACE.calculators) + len(SPACE.chains) + 1
    assert heard == [(done, count) for done in range(1, count + 1)], "every pack, and the page of practice"
    written = {file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*.html")}
    pages = {
        "index",
        "glossary",
        "books/pz8-space",
        "search",
        "day",
        "puzzles",
        "map",
        "live",
        "lessons/practice",
    }
    pages |= {f"books/{SPACE.id}/{name}" for name in (*SPACE.calculators, *SPACE.chains)}
    found = {name.removesuffix(".html").removesuffix("-results") for name in written}
    assert {name for name in found if not name.startswith(("puzzles/", "tables/"))} <= pages
    assert pages == found - {name for name in found if name.startswith(("puzzles/", "tables/"))}
    left = [name for name in SPACE.calculators if not (tmp_path / file_of(f"pz8-space/{name}")).exists()]
    assert left
    told = (tmp_path / f"books/pz8-space/{left[0]}.html").read_text(encoding="utf-8")
    assert f"python -m pz8edu ask pz8-space {left[0]}" in told


def test_bad_input_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "site"), "--systems", "pz8-ww3"]) == 2
    assert "pz8-ww3" in capsys.readouterr().err
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main([str(tmp_path / "file"), "--systems", "pz8-space"]) == 2
    assert "cannot be made" in capsys.readouterr().err
    assert Course(LESSONS).tracks
    assert main([str(tmp_path / "site"), "--systems", "pz8-space", "--processes", "0"]) == 2
    assert "1 process or more" in capsys.readouterr().err


def test_a_stop_says_where_the_packs_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(packs: Packs, *_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Packs, "_texts", stopped)
    site, kept = str(tmp_path / "site"), str(tmp_path / "kept")
    told = []
    for more in ([], ["--kept", kept]):
        assert main([site, "--systems", "pz8-space", "--processes", "1", *more]) == 130
        told.append(capsys.readouterr().err)
    assert told == [
        "book: stopped; --kept FOLDER keeps packs\n",
        f"book: stopped; what is packed is kept in {kept}\n",
    ]


def test_a_process_that_dies_is_a_sentence() -> None:
    with pytest.raises(BadInput, match="fewer --processes"):
        list(each_done(2, os._exit, [1, 1]))
