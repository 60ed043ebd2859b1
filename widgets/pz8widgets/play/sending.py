"""Send a game: as a QR code that a phone opens in the classroom, as a link, as a file."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Callable
from html import escape
from urllib.parse import parse_qsl, urlencode, urlsplit

import ipywidgets as w

from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.links import packed
from pz8widgets.desk.keep_panel import to_copy
from pz8widgets.page.qr import qr_svg
from pz8widgets.page.theme import words

ROOM = "PZ8_CLASSROOM"
"""The variable in which a classroom's server tells its pages how it is reached."""


class Sending(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """A switch, and below it the game as it stands: whoever opens it goes on from there."""

    def __init__(self, game: Callable[[], Game]) -> None:
        self.game = game
        self.on = w.ToggleButton(description="Send …", tooltip="The game as a QR code, a link or a file")
        self.on.layout.width = "auto"
        self.room = w.Text(
            value=os.environ.get(ROOM, ""),
            description="Classroom",
            placeholder="http://192.168.1.5:5006/?code=…",
            continuous_update=False,
        )
        self.room.add_class("pz8-field")
        self.said = words("")
        for control in (self.on, self.room):
            control.observe(lambda _: self.follow(), "value")
        self.below = w.VBox([self.room, self.said])
        super().__init__([self.below])
        self.follow()

    def follow(self) -> None:
        """The game has gone on, or another room is meant."""
        self.below.layout.display = "" if self.on.value else "none"
        self.said.value = shown(self.game(), self.room.value.strip()) if self.on.value else ""


def shown(game: Game, room: str) -> str:
    """The code, the link and the file of a game."""
    text, link = game.text(), link_to(game, room)
    try:
        code = f'<div class="pz8-qr" role="img" aria-label="QR code of this game">{qr_svg(link)}</div>'
        picture = f"{code}<p>A phone that reads this opens the game as it stands now.</p>"
        picture = picture if room else "<p>Say how the classroom is reached to get a QR code.</p>"
    except BadInput as fault:
        picture = f'<p role="alert">{escape(str(fault))}</p>'
    file = f"{game.home.id}-{game.table}.pz8game"
    data = f"data:text/plain;base64,{b64encode(text.encode()).decode()}"
    load = f'<p class="pz8-files"><a class="pz8-file" download="{file}" href="{data}">{file}</a></p>'
    return f"{picture}{load}{to_copy('This game as a link', link)}"


def link_to(game: Game, room: str) -> str:
    """The address that opens a game in a classroom; its end only where no room is named."""
    parts = urlsplit(room)
    query = dict(parse_qsl(parts.query)) | {
        "rules": game.home.id,
        "show": f"play:{game.table}",
        "game": packed(game.text()),
    }
    return parts._replace(query=urlencode(query), path=(parts.path or "/") if room else "").geturl()
