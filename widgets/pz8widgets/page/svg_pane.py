"""A picture in SVG whose parts can be picked and dragged, by mouse, finger and keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import anywidget
from traitlets import Bool, Float, Int, List, Unicode

from pz8widgets.page.compressed import COMPRESSED, lean, module

KeyHeard = Callable[[str, bool], None]


class SvgPane(anywidget.AnyWidget):
    """Shows a picture whose groups with `data-base` can be taken; calls `does` with what a hand does.

    `frame` is the part of the picture that is seen, in its pixels (left, top, width, height), `extent` the
    same in the unit of the board (left, low, right, high). It is told as by Bokeh boards: act, unit, x, y,
    facing, last and number; the page tells the next place when `answered` is the number of the last. `label`
    is its accessible name, `news` is spoken by screen readers, `hot_keys` are heard by `on_key`.
    """

    _esm = module("svg_pane.js")
    _css = lean("svg_pane.css")

    label = Unicode("picture").tag(sync=True)
    picture = Unicode("").tag(**COMPRESSED)
    frame = List(Float()).tag(sync=True)
    extent = List(Float()).tag(sync=True)
    answered = Int(0).tag(sync=True)
    pointed = Bool(False).tag(sync=True)
    news = Unicode("").tag(sync=True)
    hot_keys = List(Unicode()).tag(sync=True)

    def __init__(self, does: Callable[[Mapping[str, Any]], None], label: str = "picture") -> None:
        super().__init__(label=label)
        self.does = does
        self.poster = ""
        self._key_heard: list[KeyHeard] = []
        self.on_msg(self._receive)

    @contextmanager
    def hold(self) -> Iterator[None]:
        """All changes inside this block travel as one message."""
        with self.hold_sync():
            yield

    def flush(self) -> None:
        """Nothing is held back outside such a block."""

    def on_key(self, heard: KeyHeard) -> None:
        """Call `heard(key, shift)` whenever one of `hot_keys` is pressed in the picture."""
        self._key_heard.append(heard)

    def _receive(self, _: object, message: dict[str, Any], _buffers: object) -> None:
        if "act" in message:
            self.does(message)
        elif "key" in message:
            for heard in self._key_heard:
                heard(message["key"], message["shift"])
