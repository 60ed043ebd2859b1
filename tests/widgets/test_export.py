"""Lessons on paper: pages that fetch nothing, fold their code, and lead to each other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from pz8edu import BadInput
from pz8widgets import export
from pz8widgets.regenerate import VIEW

STATE = "application/vnd.jupyter.widget-state+json"


def written(path: Path, *cells: Any, **metadata: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(new_notebook(cells=list(cells), metadata=metadata), path)  # type: ignore[no-untyped-call]
    return path


def shown(source: str, hidden: bool = True, **data: Any) -> Any:
    """A code cell that shows one thing: `html`, `latex`, or a `widget` by its number."""
    bundle = {f"text/{kind}": value for kind, value in data.items() if kind != "widget"}
    if "widget" in data:
        bundle[VIEW] = {"model_id": data["widget"], "version_major": 2, "version_minor": 0}
    output = new_output("execute_result", data=bundle | {"text/plain": "in plain words"})  # type: ignore[no-untyped-call]
    return new_code_cell(source, outputs=[output], metadata={"jupyter": {"source_hidden": hidden}})  # type: ignore[no-untyped-call]


def loads(html: str) -> list[str]:
    """What a browser would fetch when it opens the page."""
    html = re.sub(r"/\*.*?\*/", "", html, flags=re.DOTALL)
    fetched = re.findall(r"<(?:script|iframe|object|embed)\b[^>]*>|<link\b[^>]*>|@import[^;]*", html)
    fetched += re.findall(r"""<[^>]*\ssrc=["'](?!data:)[^"']*["']""", html)
    return fetched + re.findall(r"""url\(["']?(?!(?:&quot;)?data:|["']?[#%])[^)]*\)""", html)


def test_a_page_shows_still_pictures_and_fetches_nothing(tmp_path: Path) -> None:
    lesson = written(
        tmp_path / "lesson.ipynb",
        new_markdown_cell("# One shot"),  # type: ignore[no-untyped-call]
        shown("Calculator()", widget="w1", html="<p>the odds</p>"),
        shown("Slider()", widget="w1"),
        shown("chance", latex=r"$\frac{5}{36}$"),
        widgets={STATE: {"state": {"w1": {"model_name": "VBoxModel", "state": {}}}}},
    )
    html = export.page_html(lesson)
    assert loads(html) == []
    assert "<p>the odds</p>" in html
    assert html.count("in plain words") == 2
    assert "frac{" not in html
    assert VIEW not in html


def test_code_is_folded_where_the_lesson_folds_it(tmp_path: Path) -> None:
    lesson = written(tmp_path / "lesson.ipynb", shown("quiet"), shown("loud", hidden=False))
    html = export.page_html(lesson)
    (folded,) = re.findall(r'<details class="pz8-code">.*?</details>', html, re.DOTALL)
    assert "show the code" in folded
    assert "quiet" in folded
    assert "loud" not in folded
    assert "loud" in html


def test_a_lesson_on_paper_is_a_worksheet_and_ends_with_what_its_questions_open() -> None:
    lessons = Path(__file__).resolve().parents[2] / "lessons"
    html = export.page_html(lessons / "00-start-here.ipynb")
    sheet, _, after = html.partition("After your guesses")
    assert "My guess: ____" in sheet
    assert "▶▶" not in html
    assert 'href="' not in re.sub(
        r'<a href="https?://', "", sheet.partition("<main>")[2] or sheet.partition("<body")[2]
    )
    assert "5/36" not in sheet
    assert "the tree of every way it can go" in after
    assert sheet.count("<img") + sheet.count("<svg") >= 1, "the table"
    assert after.count("<img") + after.count("<svg") >= 1, "a tree"
    assert loads(html) == []
    snipers = export.page_html(lessons / "pz8-colonial" / "06-how-many-snipers.ipynb")
    assert snipers.index("○ Three") < snipers.index("After your guesses")


def test_the_pages_written_lead_to_each_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    links = "[on](ww2/02%20next.ipynb#end), [elsewhere](other.ipynb), [away](https://a.example/b.ipynb)"
    first = written(tmp_path / "lessons" / "01.ipynb", new_markdown_cell(links))  # type: ignore[no-untyped-call]
    back = new_markdown_cell("[back](../01.ipynb)")  # type: ignore[no-untyped-call]
    second = written(tmp_path / "lessons" / "ww2" / "02 next.ipynb", back)
    assert export.main([str(first), str(second), "--out", str(tmp_path / "paper")]) == 0
    page = (tmp_path / "paper" / "01.html").read_text(encoding="utf-8")
    assert re.findall(r'<a href="([^"]*)"', page) == [
        "ww2/02%20next.html#end",
        "https://a.example/b.ipynb",
    ]
    assert 'href="../01.html"' in (tmp_path / "paper" / "ww2" / "02 next.html").read_text(encoding="utf-8")
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_a_page_lies_beside_its_lesson_where_no_folder_is_named(tmp_path: Path) -> None:
    lesson = written(tmp_path / "lesson.ipynb")
    assert export.main([str(lesson)]) == 0
    assert (tmp_path / "lesson.html").is_file()


def test_what_is_no_notebook_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "list.ipynb").write_text("milk", encoding="utf-8")
    with pytest.raises(BadInput, match=r"'list.ipynb' is not a notebook"):
        export.page_html(tmp_path / "list.ipynb")
    assert export.main([str(tmp_path / "nowhere.ipynb")]) == 2
    assert "'nowhere.ipynb' cannot be read" in capsys.readouterr().err
