"""A Bokeh model as a widget that needs nothing else: no `output_notebook`, no extension, no network."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from html import escape
from typing import Any, TypedDict

import anywidget
import bokeh
from bokeh.core.serialization import Serializer
from bokeh.document import Document
from bokeh.document.events import DocumentPatchedEvent
from bokeh.embed.util import standalone_docs_json_and_render_items
from bokeh.model import Model
from bokeh.resources import Resources
from traitlets import List, Unicode

from pz8widgets.page.compressed import COMPRESSED, lean, module
from pz8widgets.page.still import picture_html

KeyHeard = Callable[[str, bool], None]
"""What hears a key: its name ('ArrowLeft') and whether Shift was down."""


class Item(TypedDict):
    """A document as BokehJS embeds it."""

    target_id: None
    root_id: str
    doc: Any
    version: str


class BokehPane(anywidget.AnyWidget):
    """Shows one Bokeh model, live in both directions, in any number of views.

    The pane brings BokehJS to the page itself, once, so it needs no cell before it and no network. `label` is
    its accessible name; `poster` is HTML or SVG shown before BokehJS is there and wherever no kernel runs;
    `news` is spoken by screen readers when it changes; `hot_keys` names the keys it listens to while it has
    the focus (see `on_key`).
    """

    _esm = module("bokeh_pane.js")
    _css = lean("bokeh_pane.css")

    bokeh_version = Unicode(bokeh.__version__).tag(sync=True)
    label = Unicode("picture").tag(sync=True)
    poster = Unicode("").tag(**COMPRESSED)
    news = Unicode("").tag(sync=True)
    hot_keys = List(Unicode()).tag(sync=True)

    def __init__(self, figure: Model, label: str = "picture", **traits: Any) -> None:
        self.figure = figure
        self.document: Document = figure.document or Document()
        if figure.document is None:
            self.document.add_root(figure)
        self._held = 0
        self._waiting: list[DocumentPatchedEvent] = []
        self._views: set[str] = set()
        self._key_heard: list[KeyHeard] = []
        self.document.on_change_dispatch_to(self)
        super().__init__(label=label, **traits)
        self.on_msg(self._receive)

    @contextmanager
    def hold(self) -> Iterator[None]:
        """All changes of the model inside this block travel as one message, and are painted as one."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
            if not self._held:
                self.flush()

    def on_key(self, heard: KeyHeard) -> None:
        """Call `heard(key, shift)` whenever one of `hot_keys` is pressed in the pane."""
        self._key_heard.append(heard)

    def close(self) -> None:
        """Leave the document and the page."""
        if self.comm is not None:
            self.document.remove_on_change(self)
            self._waiting.clear()
        super().close()

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The live picture, and for wherever no widget runs its poster or its name."""
        bundle, about = super()._repr_mimebundle_(**kwargs) or ({}, {})
        picture = picture_html(self.poster, self.label) or f"<p>{escape(self.label)}</p>"
        return {**bundle, "text/plain": self.label, "text/html": picture}, about

    def _document_patched(self, event: DocumentPatchedEvent) -> None:
        """Bokeh tells us that the model changed; what a view changed itself it does not need to hear."""
        if event.setter is self or not self._views:
            return
        if not any(earlier.combine(event) for earlier in self._waiting):
            self._waiting.append(event)
        if not self._held:
            self.flush()

    def flush(self) -> None:
        """Send what has been held back so far."""
        if not self._waiting:
            return
        models = self.document.models
        serializer = Serializer(references=models.synced_references, deferred=False)
        patch = {"events": serializer.encode(self._waiting)}
        models.flush_synced(lambda model: not serializer.has_ref(model))
        self._waiting.clear()
        self.send({"type": "patch", "patch": patch})

    def _receive(self, _: object, message: dict[str, Any], _buffers: object) -> None:
        if message["type"] == "hello":
            self._greet(message)
        elif message["type"] == "patch":
            self._take_patch(message)
        elif message["type"] == "goodbye":
            self._views.discard(message["from"])
        elif message["type"] == "key":
            for heard in self._key_heard:
                heard(message["key"], message["shift"])

    def _greet(self, message: dict[str, Any]) -> None:
        """A new view gets the document as it is now, and BokehJS if the page has none."""
        self.flush()
        self._views.add(message["from"])
        answer = {"type": "item", "to": message["from"], "item": item(self.figure)}
        self.document.models.flush_synced()
        if message["need"]:
            answer["source"] = bokeh_source()
        self.send(answer)

    def _take_patch(self, message: dict[str, Any]) -> None:
        """A view changed something: state goes on to the other views, events of the mouse do not."""
        patch = message["patch"]
        state = [event for event in patch["events"] if event["kind"] != "MessageSent"]
        if state and len(self._views) > 1:
            self.send({**message, "patch": {**patch, "events": state}})
        with self.hold():
            self.document.apply_json_patch(patch, setter=self)


@cache
def bokeh_source() -> list[str]:
    """BokehJS as text, to be run in the page."""
    return list(Resources(mode="inline", components=["bokeh"], log_level="warn").js_raw)


def item(figure: Model) -> Item:
    """The model's document, ready to embed; unlike `json_item` it does not warn about Python callbacks."""
    documents, render_items = standalone_docs_json_and_render_items([figure], suppress_callback_warning=True)
    (document,) = documents.values()
    root = next(iter(render_items[0].roots.to_json()))
    return {"target_id": None, "root_id": root, "doc": document, "version": bokeh.__version__}
