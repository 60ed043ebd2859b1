"""Bars that answer a control at once: the page has a pack of the answers, and asks Python for the rest."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from time import process_time
from typing import Any

import anywidget
from traitlets import Bool, Unicode

from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.system import Calculator, System
from pz8edu.errors import BadInput
from pz8edu.packing.axes import Axis, axes_of, within_reach
from pz8edu.packing.pack import Pack, pack_of, pairs, text_of
from pz8edu.pages.outcome_meanings import outcome_meaning
from pz8edu.show.outcomes import outcome_looks
from pz8widgets.page.compressed import module
from pz8widgets.page.form import Choice, Form, WholeNumber
from pz8widgets.page.odds_bars import MOST_ROWS, named

MOST = (500, 10_000, 250_000)
"""So many situations are packed for a page; more while there is time."""
ALONE, SHARED = 0.3, 0.05
"""Seconds of the processor's time within which more is packed: in a kernel of one's own, or beside others."""
LARGEST = 100_000
"""Letters of a pack that is sent to a page."""

READER = "book/script/packs.js"
"""The one reader of packs in script."""


class PackedBars(anywidget.AnyWidget):
    """A table of bars as HTML; `value` is what Python says, `at` for which situation of the pack it says it.

    While it is `live`, a page that is touched asks for a pack; `packed` makes it, and the controls of a form
    are then answered without Python.
    """

    _esm = module("packed_bars.js", READER)

    value = Unicode("").tag(sync=True)
    at = Unicode("").tag(sync=True)
    live = Bool(False).tag(sync=True)

    def __init__(self, packed: Callable[[float], LivePack | None]) -> None:
        super().__init__()
        self.add_class("pz8-words")
        self.packed = packed
        self.pack: LivePack | None = None
        self.on_msg(self._receive)

    def show(self, html: str, inputs: Mapping[str, Any] | None, rules: Ruleset) -> None:
        """Show the bars of a situation; of none of the pack's where `inputs` is None: dice lie, or a veil."""
        with self.hold_sync():
            if self.pack is not None and self.pack.rules != rules:
                self.pack = None
                self.send({"pack": None})
            self.live = inputs is not None
            self.at = self.pack.at(inputs) if self.pack is not None and inputs is not None else ""
            self.value = html

    def _receive(self, _: object, message: dict[str, Any], _buffers: object) -> None:
        if message.get("wanted") and self.live:
            self.pack = self.packed(ALONE if message["wanted"] == "alone" else SHARED)
            if self.pack is not None:
                self.send(self.pack.told())


@dataclass(frozen=True)
class LivePack:
    """A pack of a question under some rules, and the controls of a form that choose among its situations."""

    pack: Pack
    rules: Ruleset
    looks: Mapping[str, Sequence[tuple[int, str, str]]]
    controls: Sequence[tuple[int, str, str, Sequence[int] | None]]

    def at(self, inputs: Mapping[str, Any]) -> str:
        """The places of a situation's values, as a page writes them; "" where it is not packed."""
        found = [axis.place(inputs.get(axis.name)) for axis in self.pack.inputs]
        return "" if -1 in found else ",".join(map(str, found))

    def told(self) -> dict[str, Any]:
        """What a page is told."""
        pack = json.loads(text_of(self.pack).partition(",")[2].rstrip().removesuffix(");"))
        return {"pack": pack, "looks": self.looks, "controls": self.controls, "rules": self.pack.rules}


def live_pack(
    home: System, question: Calculator, form: Form, inputs: Mapping[str, Any], seconds: float = ALONE
) -> LivePack | None:
    """The pack of a question for a form that is filled in so; None where Python is to answer everything.

    Inputs without a slider or a list, and those that are too many, stay as they are. A question is packed
    once for all pages that ask it alike, and only the smallest pack may take longer than so many seconds.
    """
    try:
        axes = [axis._replace(only="") for axis in axes_of(question)]
    except BadInput:
        return None
    if any(axis.name not in inputs for axis in axes):
        return None
    controls = {axis.name: control_of(form, axis) for axis in axes}
    own = [axis for axis in axes if controls[axis.name] is not None]
    best, until = None, process_time() + seconds
    for most in MOST:
        varies = {axis.name for axis in within_reach(own, (), most) if len(axis.values) > 1}
        packed = tuple(
            axis if axis.name in varies else axis._replace(values=(inputs[axis.name],), start=0)
            for axis in axes
        )
        try:
            pack = made(Wanted(home, question, id(question), home.rules, packed, until if best else None))
        except TypeError:  # an input that stays as it is is a list
            return None
        best = pack or best
        if pack is None or process_time() > until:
            break
    if best is None:
        return None
    moved = [
        (place, *control)
        for place, axis in enumerate(best.inputs)
        if controls[axis.name] is not None and (control := control_of(form, axis)) is not None
    ]
    return LivePack(best, home.rules, looks_of(best, question, home.rules), moved)


@dataclass(frozen=True)
class Wanted:
    """What is to be packed: values of the inputs of a question, under rules."""

    home: System = field(compare=False)
    question: Calculator = field(compare=False)
    of: int
    rules: Ruleset
    axes: tuple[Axis, ...]
    until: float | None = field(compare=False)

    def heard(self, _asked: int) -> None:
        """Raises BadInput where the time is over."""
        if self.until is not None and process_time() > self.until:
            raise BadInput("this pack takes longer than a page waits for it")


@lru_cache(maxsize=64)
def made(wanted: Wanted) -> Pack | None:
    """A pack; None where none can be made, it is too large, or its laws are formulas: no rows are known."""
    try:
        pack = pack_of(wanted.home, wanted.question, told=wanted.heard, inputs=wanted.axes)
    except BadInput:
        return None
    return None if pack.has_formulas or len(text_of(pack)) > LARGEST else pack


def control_of(form: Form, axis: Axis) -> tuple[str, str, Sequence[int] | None] | None:
    """The control of an input: its widget, the trait that is chosen by, and the place of each choice."""
    known = form.fields.get(axis.name)
    editor = known.editor if known is not None else None
    if isinstance(editor, WholeNumber):
        return editor.widget.model_id, "value", None
    if known is not None and isinstance(editor, Choice):
        domain = known.known.domain
        plain = [None if option is None else domain.plain(option) for _, option in editor.options]
        return editor.widget.model_id, "index", [axis.place(each) for each in plain]
    return None


def looks_of(
    pack: Pack, question: Calculator, rules: Ruleset
) -> Mapping[str, Sequence[tuple[int, str, str]]]:
    """The rows of every set of outcomes that a law has, in their order: word, look and name as HTML."""

    def says(word: str) -> str:
        return str(outcome_meaning(question, word, rules) or "")

    found: dict[str, Sequence[tuple[int, str, str]]] = {}
    for law in pack.laws:
        if not isinstance(law, list):
            continue
        numbers = [word for word, _ in pairs(law)]
        key = ",".join(map(str, numbers))
        if key in found or len(numbers) > MOST_ROWS:
            continue
        words = {pack.words[number]: number for number in numbers}
        looks = outcome_looks(words, question.outcomes, question.ranked)
        found[key] = [(words[word], look.css_class, named(word, says)) for word, look in looks.items()]
    return found
