"""Run the lessons and write them back, to the byte the same on every machine.

`python -m pz8widgets.regenerate` rewrites every lesson with its outputs and widget state;
`--check` writes nothing and says which lessons are not as they would be written.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

SEED = """
import itertools as _i, types as _t
import comm.base_comm as _b, ipywidgets as _w
_n = _i.count(1)
_b.uuid = _t.SimpleNamespace(uuid4=lambda: _t.SimpleNamespace(hex=f"w{next(_n):x}"))
_w.Widget.__repr__ = lambda self: type(self).__name__
"""
"""Run before a lesson, and not kept: models get numbers instead of random names."""

STATE = """
import json as _j, ipywidgets as _w
_s, _f = (_w.Widget.get_manager_state(drop_defaults=d) for d in (True, False))
for _k, _m in _s["state"].items():
    if _m["model_name"] == "AnyModel":
        _m["state"] = _f["state"][_k]["state"]
print(_j.dumps(_s))
"""
"""Run after a lesson, and not kept: the state of the widgets without what they have by themselves.

A widget of our own keeps all of it: without a kernel a page has no other place to take its script from."""

LAYOUT = "LayoutModel"
VIEW = "application/vnd.jupyter.widget-view+json"
PLACE = "the state of the widgets"

TIMEOUT = 300
"""Seconds that one cell may take."""


def lessons_in(folder: Path) -> list[Path]:
    """All lessons of a folder, in the order in which they are read."""
    return sorted(
        path for path in folder.rglob("*.ipynb") if not any(part.startswith(".") for part in path.parts)
    )


def regenerated(path: Path) -> str:
    """The lesson as it is written after a run from the top; raises what a cell raises."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    for number, cell in enumerate(notebook.cells, 1):
        cell.id = f"cell-{number:02d}"
        cell.metadata = {key: value for key, value in cell.metadata.items() if key in ("tags", "slideshow")}
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    notebook.cells.insert(0, nbformat.v4.new_code_cell(SEED))  # type: ignore[no-untyped-call]
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    client = NotebookClient(
        notebook,
        timeout=TIMEOUT,
        kernel_name="python3",
        resources={"metadata": {"path": str(path.parent)}},
        store_widget_state=False,
        record_timing=False,
    )
    with client.setup_kernel():
        for number, cell in enumerate(notebook.cells):
            client.execute_cell(cell, number, execution_count=number)
        asking = nbformat.v4.new_code_cell(STATE)  # type: ignore[no-untyped-call]
        notebook.cells.append(asking)
        client.execute_cell(asking, len(notebook.cells) - 1)
    state = json.loads("".join(output.get("text", "") for output in notebook.cells.pop().outputs))
    notebook.cells.pop(0)
    notebook.metadata["language_info"] = {"name": "python"}
    for number, cell in enumerate((each for each in notebook.cells if each.cell_type == "code"), 1):
        cell.execution_count = number
        cell.outputs = joined(cell.outputs)
        for output in cell.outputs:
            if "execution_count" in output:
                output["execution_count"] = number
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    return as_text(notebook, only_what_is_shown(notebook, state))


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


def as_text(notebook: Any, state: Mapping[str, Any]) -> str:
    """The notebook as the text of its file: the state of its widgets on one line, the rest indented."""
    if state["state"]:
        notebook.metadata["widgets"] = {"application/vnd.jupyter.widget-state+json": PLACE}
    text = json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True)
    packed = json.dumps(state, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.replace(json.dumps(PLACE), packed) + "\n"


def only_what_is_shown(notebook: Any, state: Mapping[str, Any]) -> dict[str, Any]:
    """The state without the widgets that no output leads to."""
    models = state["state"]
    kept: set[str] = set()
    waiting = [
        output["data"][VIEW]["model_id"]
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if VIEW in output.get("data", {})
    ]
    while waiting:
        model = waiting.pop()
        if model in models and model not in kept:
            kept.add(model)
            waiting += [word.removeprefix("IPY_MODEL_") for word in _references(models[model]["state"])]
    return {**state, "state": met({model: models[model] for model in sorted(kept, key=by_number)})}


def met(models: Mapping[str, Any]) -> dict[str, Any]:
    """The models without what says nothing: empty layouts and lists of classes; equal styles met in one."""
    first: dict[str, str] = {}
    instead: dict[str, str] = {}
    for name, model in models.items():
        if model["model_name"].endswith(("LayoutModel", "StyleModel")):
            instead[name] = first.setdefault(json.dumps(model, sort_keys=True), name)
    text = json.dumps({name: model for name, model in models.items() if instead.get(name, name) == name})
    for name, other in instead.items():
        if name != other:
            text = text.replace(f'"IPY_MODEL_{name}"', f'"IPY_MODEL_{other}"')
    kept: dict[str, Any] = json.loads(text)
    plain = {name for name, model in kept.items() if model["model_name"] == LAYOUT and not model["state"]}
    for model in kept.values():
        if not model["state"].get("_dom_classes", True):
            del model["state"]["_dom_classes"]
        if str(model["state"].get("layout")).removeprefix("IPY_MODEL_") in plain:
            del model["state"]["layout"]
    return {name: model for name, model in kept.items() if name not in plain}


def by_number(model: str) -> tuple[int, str]:
    """Models in the order in which they were made."""
    return len(model), model


def _references(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value] if value.startswith("IPY_MODEL_") else []
    if isinstance(value, dict):
        return [found for each in value.values() for found in _references(each)]
    if isinstance(value, (list, tuple)):
        return [found for each in value for found in _references(each)]
    return []


def write(path: Path, text: str) -> None:
    """Replace a file in one step: a stop in the middle leaves the old one."""
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", dir=path.parent, delete=False, newline="\n"
    ) as page:
        page.write(text)
    Path(page.name).replace(path)
    path.chmod(0o644)


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
                write(path, text)
        size = len(text.encode()) / 1000
        print(f"{'same' if same else 'differs' if chosen.check else 'written'}  {size:6.1f} kB  {path}")
    return 1 if chosen.check and different else 0


if __name__ == "__main__":
    sys.exit(main())
