"""Writing lessons back: printed text in one piece, code folded, a still picture for each widget."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from pz8edu import BadInput
from pz8widgets.regenerate import VIEW, as_lesson, joined, notebook_text, regenerated, still


def test_printed_text_is_joined_however_it_came() -> None:
    pieces = [new_output("stream", name="stdout", text=text) for text in ("one\n", "two\n")]  # type: ignore[no-untyped-call]
    (whole,) = joined(pieces)
    assert whole.text == "one\ntwo\n"


def test_other_outputs_and_other_streams_part_the_text() -> None:
    outputs = [
        new_output("stream", name="stdout", text="one\n"),  # type: ignore[no-untyped-call]
        new_output("display_data", data={"text/plain": "a table"}),  # type: ignore[no-untyped-call]
        new_output("stream", name="stdout", text="two\n"),  # type: ignore[no-untyped-call]
        new_output("stream", name="stderr", text="three\n"),  # type: ignore[no-untyped-call]
    ]
    assert joined(outputs) == outputs


def test_a_lesson_runs_itself_and_folds_its_code_unless_told_otherwise() -> None:
    seen = {"jupyter": {"source_hidden": False}, "tags": ["x"], "collapsed": True}
    cells = [new_markdown_cell("a"), new_code_cell("b"), new_code_cell("c", metadata=seen)]  # type: ignore[no-untyped-call]
    cells[1].outputs, cells[1].execution_count = [new_output("stream", text="old")], 3  # type: ignore[no-untyped-call]
    notebook = new_notebook(cells=cells, metadata={"widgets": {"state": {}}})  # type: ignore[no-untyped-call]
    as_lesson(notebook)
    assert notebook.metadata["pz8edu"] == {"lesson": True}
    assert "widgets" not in notebook.metadata
    assert [cell.metadata for cell in notebook.cells] == [
        {"deletable": False, "editable": False},
        {"deletable": False, "editable": False, "jupyter": {"source_hidden": True}},
        {"deletable": False, "jupyter": {"source_hidden": False}, "tags": ["x"]},
    ], "nobody deletes a cell; code in sight may be changed"
    assert (cells[1].outputs, cells[1].execution_count) == ([], None)


def test_a_page_that_runs_again_stays_one() -> None:
    page = new_notebook(metadata={"pz8edu": {"lesson": True, "again": True}})  # type: ignore[no-untyped-call]
    as_lesson(page)
    assert page.metadata["pz8edu"] == {"lesson": True, "again": True}
    shipped = nbformat.read(Path(__file__).resolve().parents[2] / "lessons" / "00-map.ipynb", as_version=4)
    assert shipped.metadata["pz8edu"]["again"]


def test_a_widget_leaves_its_still_picture_and_not_its_number() -> None:
    data = {VIEW: {"model_id": "w1"}, "text/html": "<p>odds</p>", "text/plain": "odds"}
    kept = still(new_output("display_data", data=data))  # type: ignore[no-untyped-call]
    assert kept["data"] == {"text/html": "<p>odds</p>", "text/plain": "odds"}


def test_a_widget_without_a_still_picture_is_refused() -> None:
    data = {VIEW: {"model_id": "w1"}, "text/plain": "IntSlider(value=0)"}
    with pytest.raises(BadInput, match=r"no still picture: IntSlider"):
        still(new_output("display_data", data=data))  # type: ignore[no-untyped-call]


def test_saving_a_lesson_in_jupyter_changes_no_line_of_it(tmp_path: Path) -> None:
    notebook = new_notebook(cells=[new_markdown_cell("# One\n\n⚃ ½"), new_code_cell("a = 1\nb = 2\n")])  # type: ignore[no-untyped-call]
    ours = notebook_text(notebook)
    path = tmp_path / "lesson.ipynb"
    nbformat.write(nbformat.reads(ours, as_version=4), path)  # type: ignore[no-untyped-call]
    assert path.read_text(encoding="utf-8") == ours
    assert json.loads(ours)["cells"][1]["source"] == ["a = 1\n", "b = 2\n"], (
        "a line of the source is one of the file"
    )


@pytest.mark.parametrize("failures", [2, 3])
def test_a_kernel_whose_port_was_taken_is_started_again(
    failures: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lesson, starts = tmp_path / "lesson.ipynb", []
    nbformat.write(new_notebook(cells=[new_code_cell("1 + 1")]), lesson)  # type: ignore[no-untyped-call]
    really = NotebookClient.async_start_new_kernel_client

    async def start(client: NotebookClient) -> object:
        starts.append(client)
        if len(starts) <= failures:
            await client._async_cleanup_kernel()
            raise RuntimeError("Kernel didn't respond in 40 seconds")
        return await really(client)

    monkeypatch.setattr(NotebookClient, "async_start_new_kernel_client", start)
    if failures == 3:
        with pytest.raises(RuntimeError, match="didn't respond"):
            regenerated(lesson)
    else:
        assert json.loads(regenerated(lesson))["cells"][0]["outputs"][0]["data"]["text/plain"] == ["2"]
    assert len(starts) == 3
