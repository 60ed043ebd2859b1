"""Run the lessons and write them back, to the byte the same on every machine.

`python -m pz8widgets.regenerate` rewrites every lesson with its outputs, and a still picture for each widget;
`--check` writes nothing and says which lessons are not as they would be written.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pz8edu.errors import BadInput
from pz8edu.lab import DIGESTS, digest_of
from pz8edu.printing.saving import save_text
from pz8edu.starting import safe_path
from pz8widgets.course.pages import write_out
from pz8widgets.course.worlds import badge

VIEW = "application/vnd.jupyter.widget-view+json"
"""A live widget in an output, by the number that it has in its kernel."""

TIMEOUT = 300
"""Seconds that one cell may take."""

STARTS_WITHIN = 40
"""Seconds in which a kernel says that it is there."""

FORGET = "get_ipython().reset()"
"""What a kernel runs between two lessons: no name of the first is known to the second."""


def lessons_in(folder: Path) -> list[Path]:
    """All lessons of a folder, in the order in which they are read."""
    return sorted(
        path for path in folder.rglob("*.ipynb") if not any(part.startswith(".") for part in path.parts)
    )


def regenerated(path: Path) -> str:
    """The lesson as it is written after a run from the top.

    Raises what a cell raises, and BadInput for a widget that leaves no still picture.
    """
    (text,) = all_regenerated([path])
    return text


def all_regenerated(paths: Sequence[Path]) -> list[str]:
    """The same for several lessons of one folder: they share a kernel, which forgets one before the next."""
    import nbformat
    from nbformat.v4 import new_code_cell, new_notebook

    lessons, runs = [], []
    for path in paths:
        lesson = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
        book = write_out(lesson.cells, path)
        as_lesson(lesson)
        lesson.metadata["pz8edu"] |= {"world": badge(book, 70)}
        lessons.append(lesson)
        runs += [new_code_cell(FORGET)]  # type: ignore[no-untyped-call]
        runs += [new_code_cell(cell.source, metadata=cell.metadata) for cell in code_of(lesson)]  # type: ignore[no-untyped-call]
    run_cells(new_notebook(cells=runs), paths[0].parent)  # type: ignore[no-untyped-call]
    ran = (cell for cell in runs if cell.source != FORGET)
    for lesson in lessons:
        for cell in code_of(lesson):
            cell.outputs = next(ran).outputs
    return [written(lesson) for lesson in lessons]


def code_of(notebook: Any) -> list[Any]:
    """The cells of a notebook that are run."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def written(notebook: Any) -> str:
    """A lesson that has been run, as it is kept: counted from one, a still picture for each widget."""
    notebook.metadata["language_info"] = {"name": "python"}
    for number, cell in enumerate(code_of(notebook), 1):
        cell.execution_count = number
        cell.outputs = [still(output) for output in joined(cell.outputs)]
        for output in cell.outputs:
            if "execution_count" in output:
                output["execution_count"] = number
    return notebook_text(notebook)


def run_cells(notebook: Any, folder: Path) -> None:
    """Run all cells; a kernel that does not come is started again, twice at most.

    A port that was free when the kernel was given it may be another program's when it comes.
    """
    from nbclient import NotebookClient

    for tries_left in (2, 1, 0):
        client = NotebookClient(
            notebook,
            timeout=TIMEOUT,
            startup_timeout=STARTS_WITHIN,
            kernel_name="python3",
            resources={"metadata": {"path": str(folder)}},
            store_widget_state=False,
            record_timing=False,
            shutdown_kernel="immediate",
        )
        try:
            with safe_path():
                client.execute()
        except RuntimeError:
            if not tries_left or any(cell.get("outputs") for cell in notebook.cells):
                raise
        else:
            return


def notebook_text(notebook: Any) -> str:
    """A notebook as Jupyter itself writes it, so that saving a lesson there changes no line of it."""
    import nbformat

    return str(nbformat.writes(notebook)).rstrip("\n") + "\n"  # type: ignore[no-untyped-call]


def as_lesson(notebook: Any) -> None:
    """Make a notebook a lesson that has not been run: JupyterLab runs it when it is opened, its code folded.

    Nobody deletes or rewrites a cell by mistake; one whose `source_hidden` is false keeps its code in sight,
    to be changed. A page that runs `again` does so whenever somebody comes back to it.
    """
    again = {"again": True} if notebook.metadata.get("pz8edu", {}).get("again") else {}
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "pz8edu": {"lesson": True, **again},
    }
    for number, cell in enumerate(notebook.cells, 1):
        cell.id = f"cell-{number:02d}"
        kept = {key: value for key, value in cell.metadata.items() if key in ("tags", "slideshow")}
        kept["deletable"] = False
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
            folded = cell.metadata.get("jupyter", {}).get("source_hidden", True)
            kept["jupyter"] = {"source_hidden": folded}
        if cell.cell_type != "code" or kept["jupyter"]["source_hidden"]:
            kept["editable"] = False
        cell.metadata = kept


def still(output: Any) -> Any:
    """The output without the live widget, which ends with its kernel.

    Raises BadInput where no picture is left.
    """
    if output.get("data", {}).pop(VIEW, None) is not None and "text/html" not in output["data"]:
        raise BadInput(f"a widget of a lesson leaves no still picture: {output['data'].get('text/plain')}")
    return output


def joined(outputs: Sequence[Any]) -> list[Any]:
    """The outputs with printed text in one piece, however slowly it came."""
    found: list[Any] = []
    for output in outputs:
        last = found[-1] if found else None
        if last and output.output_type == last.output_type == "stream" and output.name == last.name:
            last.text += output.text
        else:
            found.append(output)
    return found


def digests_text(folder: Path) -> str:
    """The digests of all lessons of a folder, as `pz8edu lab` reads them."""
    digests = {path.relative_to(folder).as_posix(): digest_of(path) for path in lessons_in(folder)}
    return json.dumps(digests, indent=1) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Rewrite (or check) the lessons named, or all of them; 1 if a check finds a difference."""
    parser = argparse.ArgumentParser(prog="python -m pz8widgets.regenerate", description=__doc__)
    parser.add_argument("lessons", nargs="*", type=Path, help="lessons; all of the folder lessons if none")
    parser.add_argument("--check", action="store_true", help="write nothing, say what differs")
    chosen = parser.parse_args(arguments)
    os.environ["PZ8EDU_PROGRESS"] = tempfile.mkdtemp()
    different = []
    for path in chosen.lessons or lessons_in(Path("lessons")):
        text = regenerated(path)
        same = path.read_text(encoding="utf-8") == text
        if not same:
            different.append(path)
            if not chosen.check:
                save_text(path, text)
        size = len(text.encode()) / 1000
        print(f"{'same' if same else 'differs' if chosen.check else 'written'}  {size:6.1f} kB  {path}")
    if not chosen.check:
        save_text(DIGESTS, digests_text(Path("lessons")))
    return 1 if chosen.check and different else 0


if __name__ == "__main__":
    sys.exit(main())
