"""The state of the base in hand as lists: what a rule, a die or an event has done to it is put in by hand."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any

import ipywidgets as w

from pz8edu.board.position import Position
from pz8widgets.boards.board import Board
from pz8widgets.page.theme import words

ChangesOf = Callable[[str], Mapping[str, Sequence[Any]]]
BefallsOf = Callable[[str], Mapping[str, Position[Any]]]
NOTHING = "–"


class UnitState(w.HBox):  # type: ignore[misc] # ipywidgets has no types
    """One list for everything that can be changed in the state of the base in hand; empty while none is.

    The last list has the cards and events that can befall it.
    """

    def __init__(self, board: Board, changes_of: ChangesOf, befalls_of: BefallsOf) -> None:
        super().__init__()
        self.board = board
        self.changes_of = changes_of
        self.befalls_of = befalls_of
        self.events = list_named("befalls it")
        self.events.observe(lambda change: self.happened(change.new), "value")
        self.name = words("", "pz8-quiet")
        self.lists: dict[str, w.Dropdown] = {}
        self.showing = False
        self.add_class("pz8-tools")
        board.observe(self.show, ["chosen", "position", "uncovered"])
        self.show()

    def show(self, _change: object = None) -> None:
        """The lists for the base in hand, with its state as it is now."""
        name = self.board.chosen if self.board.chosen in self.board.position.units else ""
        changes = self.changes_of(name) if name else {}
        unit = self.board.position.units.get(name)
        self.showing = True
        self.name.value = f"State of {name}:" if changes else ""
        if list(changes) != list(self.lists):
            self.lists = {word: self.list_of(word) for word in changes}
        for word, values in changes.items():
            options = tuple((in_words(value), value) for value in values)
            if self.lists[word].options != options:
                self.lists[word].options = options
            self.lists[word].value = getattr(unit, word)
        events = tuple(self.befalls_of(name)) if name else ()
        self.events.options = (NOTHING, *events)
        self.events.value = NOTHING
        self.children = (self.name, *self.lists.values(), *((self.events,) if events else ()))
        self.showing = False

    def list_of(self, word: str) -> w.Dropdown:
        """A list of the values that a part of the state can take."""
        found = list_named(word.replace("_", " "))
        found.observe(lambda change: self.changed(word, change.new), "value")
        return found

    def changed(self, word: str, value: Any) -> None:
        """A player has picked another value."""
        if not self.showing:
            self.board.position = self.board.position.with_unit(self.board.chosen, **{word: value})

    def happened(self, event: str) -> None:
        """A card or an event has befallen the base."""
        if not self.showing and event != NOTHING:
            self.board.position = self.befalls_of(self.board.chosen)[event]


def list_named(words: str) -> w.Dropdown:
    """An empty list with its name before it."""
    style = {"description_width": "auto"}
    return w.Dropdown(description=words, layout=w.Layout(width="auto"), style=style)


def in_words(value: Any) -> str:
    """A value as a player says it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return ", ".join(map(in_words, value)) or "–"
    return "–" if value in ("", None) else str(value)
