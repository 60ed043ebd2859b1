"""One visitor's page: its widgets, what they tell the browser, and what the browser tells them."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Mapping, Sequence
from contextvars import ContextVar, copy_context
from hashlib import sha256
from typing import Any

import ipywidgets as w
from comm.base_comm import BaseComm
from ipywidgets.widgets.widget import _instances

from pz8edu.errors import BadInput
from pz8widgets.apps.classroom.address import address_of_page, page_at
from pz8widgets.page.drawing_name import DRAWINGS
from pz8widgets.page.question_page import QuestionPage
from pz8widgets.page.theme import SHEETS

Message = list[Any]
"""What a widget tells the browser: ["open", id, state], ["update", id, state], ["custom", id, content] or
["close", id]."""

MOST_SAID = 100
"""So much of what was said to an open card is said again when its page is made anew."""

HERE: ContextVar[Visit | None] = ContextVar("HERE", default=None)
"""The visit whose widgets are being made or heard."""

SCRIPTS: dict[str, str] = {}
"""The scripts of widgets by their names: each travels once, whoever needs it."""


class Line(BaseComm):
    """The line between one widget and its place in the browser."""

    def __init__(self, *given: Any, **named: Any) -> None:
        self.visit = HERE.get()
        if self.visit is not None:
            named["comm_id"] = f"{self.visit.name}n{next(self.visit.numbers)}"
        super().__init__(*given, **named)

    def publish_msg(self, msg_type: str, data: Any = None, *_: Any, **__: Any) -> None:
        """Note what the browser is to be told."""
        if self.visit is None or self.visit.over:
            return
        if msg_type == "comm_open":
            self.visit.lines.append(self)
            self.visit.told.append(["open", self.comm_id, lean(data["state"])])
        elif msg_type == "comm_close":
            self.visit.told.append(["close", self.comm_id])
        elif data["method"] in ("update", "custom"):
            what = data["state"] if data["method"] == "update" else data["content"]
            self.visit.told.append([data["method"], self.comm_id, what])


def lean(state: Mapping[str, Any]) -> dict[str, Any]:
    """The state of a widget with the name of its script instead of the script."""
    script = state.get("_esm")
    if not script:
        return dict(state)
    name = sha256(script.encode()).hexdigest()[:20]
    SCRIPTS[name] = script
    return {**state, "_esm": name}


class Visit:
    """A page that one visitor has open.

    `open` makes it, `hear` passes on what the browser says, `end` gives everything back. It shares nothing
    with other visits: stylesheets and lines are its own. The ids of its widgets are its `name` and a number,
    in the order in which they are made: two pages of one address differ in the name alone.
    """

    def __init__(self) -> None:
        self.name = secrets.token_hex(8)
        self.numbers = itertools.count()
        self.context = copy_context()
        self.context.run(HERE.set, self)
        self.context.run(SHEETS.set, {})
        self.context.run(DRAWINGS.set, itertools.count(1))
        self.lines: list[Line] = []
        self.told: list[Message] = []
        self.untold = True
        self.over = False
        self.said: list[tuple[list[int], Mapping[str, Any]]] = []
        self.root: w.VBox | None = None
        self.fault = "it has not been opened"
        self.title = ""
        self.address = ""

    def open(self, address: str, extra: Mapping[str, Any] | None = None) -> None:
        """Make the page that an address asks for; `extra` is what an address does not say (see `state`).

        What it raises is kept as `fault`: then there is no page, and `whole` says why.
        """
        self.address = address
        try:
            self.root, self.title = self.context.run(page_at, address)
            self.context.run(self._restore, extra or {})
            for path, message in (extra or {}).get("said", ()):
                self.hear_at(path, message)
            self._settle()
        except Exception as fault:
            self.root, self.fault = None, sentence(fault)
            raise

    def _restore(self, extra: Mapping[str, Any]) -> None:
        page = self.root
        if isinstance(page, QuestionPage):
            play = getattr(page, "play", None)
            if play is not None and extra.get("dice"):
                play.lay(extra["dice"])
                page.show_answer()
            if extra.get("panel"):
                page.show(extra["panel"])

    @property
    def panel(self) -> str | None:
        """The card that is open below the page."""
        return self.root.switches.value if isinstance(self.root, QuestionPage) else None

    @property
    def plays(self) -> bool:
        """Is it a played table?  What is about to be chosen on it no address tells."""
        return getattr(self.root, "plays", False)

    @property
    def state(self) -> dict[str, Any]:
        """What opens this page again as it is, in another process too."""
        page = self.root
        extra: dict[str, Any] = {"said": self.said} if self.plays else {}
        if isinstance(page, QuestionPage):
            play = getattr(page, "play", None)
            dice = dict(play.dice) if play is not None else {}
            extra = {"dice": dice, "panel": self.panel, "said": self.said}
        return {"address": self.address, "extra": extra}

    def whole(self) -> dict[str, Any]:
        """The page for a browser that has nothing of it yet. Raises BadInput where it could not be made."""
        if self.root is None:
            raise BadInput(self.fault)
        if self.untold:  # all that its widgets have said since they were made, is what they are
            models = as_made(self.told)
        else:
            models = {line.comm_id: lean(_instances[line.comm_id].get_state()) for line in self.lines}
        self.told, self.untold = [], False
        return {"root": self.root.model_id, "models": models, "title": self.title, "address": self.address}

    def hear(self, widget_id: str, message: Mapping[str, Any]) -> None:
        """Pass on what the browser says to a widget: {"state": …} or {"content": …}."""
        widget = _instances.get(widget_id)
        if widget is None or getattr(widget.comm, "visit", None) is not self:
            return
        panel, address = self.panel, self.address
        self.untold = False  # widgets do not repeat what a browser tells them
        self.context.run(widget._handle_msg, {"content": {"data": message_of(message)}, "buffers": []})
        self._settle()
        if panel != self.panel or (self.plays and address != self.address):
            self.said = []
        elif panel is not None or self.plays:
            self._note(widget_id, message)

    def _note(self, widget_id: str, message: Mapping[str, Any]) -> None:
        """Remember what is said to the open card: no address tells it."""
        path = self.path_of(widget_id)
        assert self.root is not None
        if path and (self.plays or self.root.children[path[0]] is self.root.opened):
            last = self.said[-1] if self.said else None
            if last is not None and last[0] == path and "state" in last[1] and "state" in message:
                self.said.pop()
            self.said = [*self.said, (path, message)][-MOST_SAID:]

    def _settle(self) -> None:
        """Keep the address of what is shown, and forget the lines of widgets that are closed."""
        address = address_of_page(self.root)
        if address is not None:
            self.address = address
        self.lines = [line for line in self.lines if line.comm_id in _instances]

    def news(self) -> list[Message]:
        """What the browser has not been told yet: of several changes of a trait the last."""
        told, self.told, self.untold = self.told, [], False
        return joined(told)

    def path_of(self, widget_id: str) -> list[int] | None:
        """The way from the page to a widget: which child of which child; None where there is none."""
        return path_to(self.root, widget_id)

    def hear_at(self, path: Sequence[int], message: Mapping[str, Any]) -> None:
        """Say something to the widget at the end of a way; nothing where the page is built otherwise now."""
        found = self.root
        for place in path:
            children = getattr(found, "children", ())
            if place >= len(children):
                return
            found = children[place]
        if found is not None:
            self.hear(found.model_id, message)

    def end(self) -> None:
        """Close every widget: memory comes back."""
        self.over = True
        for line in self.lines:
            widget = _instances.get(line.comm_id)
            if widget is not None:
                widget.close()
            line.close()
        self.lines.clear()
        self.told.clear()
        self.root = None


def sentence(fault: Exception) -> str:
    """What a visitor is told of an exception: a fault of ours is told whole in the server's terminal."""
    if isinstance(fault, BadInput):
        return str(fault)
    return f"the kit has met a fault of its own in it ({type(fault).__name__})"


def message_of(message: Mapping[str, Any]) -> dict[str, Any]:
    """What a browser says as a widget hears it. Raises BadInput for anything else."""
    state, content = message.get("state"), message.get("content")
    if isinstance(state, dict):
        return {"method": "update", "state": state, "buffer_paths": []}
    if isinstance(content, dict):
        return {"method": "custom", "content": content}
    raise BadInput("a widget hears {'state': ...} or {'content': ...}")


def path_to(widget: Any, widget_id: str) -> list[int] | None:
    """The places of the children that lead to a widget."""
    if widget is None or widget.model_id == widget_id:
        return None if widget is None else []
    for place, child in enumerate(getattr(widget, "children", ())):
        rest = path_to(child, widget_id)
        if rest is not None:
            return [place, *rest]
    return None


def as_made(told: Sequence[Message]) -> dict[str, dict[str, Any]]:
    """The states of all widgets that have been opened and not closed, by their ids."""
    models: dict[str, dict[str, Any]] = {}
    for kind, widget_id, *what in told:
        if kind == "open":
            models[widget_id] = dict(what[0])
        elif kind == "close":
            models.pop(widget_id, None)
        elif kind == "update":
            models[widget_id] |= what[0]
    return models


def joined(told: Sequence[Message]) -> list[Message]:
    """Messages with the changes of one widget that follow each other put together."""
    news: list[Message] = []
    latest: dict[str, Message] = {}
    for message in told:
        kind, widget_id = message[0], message[1]
        if kind == "update" and widget_id in latest:
            latest[widget_id][2] |= message[2]
            continue
        news.append(message)
        if kind in ("open", "update"):
            latest[widget_id] = message
        else:
            latest.pop(widget_id, None)
    return news
