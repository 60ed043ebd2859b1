"""The ear and the voice of a calculator: keys that roll dice, and news for screen readers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
from traitlets import Unicode

from pz8widgets.page.packed import module

KeyHeard = Callable[[str], None]


class Hand(anywidget.AnyWidget):
    """Hears 0 to 9, R, U and A anywhere in its calculator but in fields; speaks `news` when it changes."""

    _esm = module((Path(__file__).parent / "hand.js").read_text(encoding="utf-8"))

    news = Unicode("").tag(sync=True)

    def __init__(self, heard: KeyHeard) -> None:
        super().__init__()
        self.heard = heard
        self.on_msg(self._receive)

    def _receive(self, _: object, message: dict[str, Any], _buffers: object) -> None:
        key = message.get("key")
        if isinstance(key, str):
            self.heard(key)
