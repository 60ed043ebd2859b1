"""A chance guessed on a bar, in words: no thumb stands anywhere before it is touched."""

from __future__ import annotations

import anywidget
from traitlets import Unicode

from pz8widgets.page.compressed import module


class GuessBar(anywidget.AnyWidget):
    """A line from never to always; `value` is the guess as text ("25 %"), empty before the first touch.

    `exact` marks the right answer on the line, once it is told.
    """

    _esm = module("guess_bar.js")

    value = Unicode("").tag(sync=True)
    exact = Unicode("").tag(sync=True)
    label = Unicode("Your guess: of 100 tries, in how many?").tag(sync=True)
