"""The ear and the voice of a calculator: keys that roll dice, and news for screen readers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget
from traitlets import Unicode

from pz8widgets.page.compressed import module

KeyHeard = Callable[[str], None]


class Keyboard(anywidget.AnyWidget):
    """Hears 0 to 9, R, U and A anywhere in its calculator but in fields; speaks `news` when it changes."""

    _esm = module("keyboard.js")

    news = Unicode("").tag(sync=True)

    def __init__(self, heard: KeyHeard) -> None:
        super().__init__()
        self.heard = heard
        self.on_msg(self._receive)

    def _receive(self, _: object, message: dict[str, Any], _buffers: object) -> None:
        key = message.get("key")
        if isinstance(key, str):
            self.heard(key)
