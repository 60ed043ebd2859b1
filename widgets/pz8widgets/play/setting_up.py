"""A table of one's own: `SetUp("pz8-ww2")` puts units and ground on it, keeps it as a file, plays on it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import ipywidgets as w

from pz8edu.board.position import Place, Position
from pz8edu.board.scene import Base, Scene
from pz8edu.board.setting_up import SettingUp, read_table, table_named
from pz8edu.board.tabletop import BoardState
from pz8edu.core.rulebook.shelf import toml_of
from pz8edu.core.rulebook.situation import Situation
from pz8edu.errors import BadInput
from pz8edu.games.links import packed
from pz8edu.printing.saving import save_text
from pz8edu.systems import system
from pz8widgets.boards.board import Board
from pz8widgets.desk.keep_panel import file_name, to_copy
from pz8widgets.page.form import Form
from pz8widgets.page.quiet import Quiet
from pz8widgets.page.theme import apply_theme, button, card, sheet, words
from pz8widgets.play.play import Play

HANDLE = 0.022
"""The size of what ground and counters are taken by, as a share of the width of the table."""
CALLED = {"what": "What it is", "x": "From the west", "y": "From the south"}
"""What inputs of a table's file are called that are no question's."""
Made = SettingUp | tuple[SettingUp, str]


class Part:
    """What a form asks for: one thing on the table, or, for "", what the table says of itself."""

    def __init__(self, now: SettingUp, name: str) -> None:
        self.now, self.name = now, name

    @property
    def listed(self) -> str:
        """The list in which it stands, "" for the table itself."""
        return self.now.thing(self.name).listed if self.name else ""

    @property
    def values(self) -> dict[str, Any]:
        """What it says now."""
        record = self.now.entry(self.now.thing(self.name)) if self.name else self.now.setup
        return {name: getattr(record, record._attribute(name)) for name in self.fields()}

    @property
    def telling(self) -> frozenset[str]:
        """The inputs of which its file says something."""
        plain = self.now.told()
        thing = self.now.thing(self.name) if self.name else None
        return frozenset(plain[thing.listed][thing.number] if thing else plain)

    def fields(self) -> Mapping[str, Any]:
        """Its inputs."""
        if self.name:
            return self.now.inputs_of(self.listed)
        fields = self.now.setup.fields()
        return {name: known for name, known in fields.items() if name not in self.now.lists}

    def read(self, given: Mapping[str, Any]) -> SettingUp:
        """The table on which it says something else. Raises BadInput as the table's file would."""
        return self.now.changed(self.name, given)


class SetUp(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """A table that is set up by mouse, touch or keyboard: a table of the book, or the one in "my.toml".

    `text` is its file, `setup` the table as the book reads it: `Play("pz8-ww2", page.setup)` plays on it. It
    is always a table that reads; what the book does not allow is refused in a sentence, and nothing is lost.
    """

    def __init__(
        self, system_id: str, table: str | Situation | None = None, *, width: int = 760, may_save: bool = True
    ) -> None:
        super().__init__()
        self.home = system(system_id)
        named = table_named(self.home, table) if isinstance(table, str) else table
        if named is None:
            named = next(iter(self.home.played or self.home.tabletops), "")
        self.now = self._as_set_up(named)
        self.may_save = may_save
        self.width = width
        self.board: Board | None = None
        self.before: list[SettingUp] = []
        self.undone: list[SettingUp] = []
        self.chosen = ""
        self._quiet = Quiet()
        self._build()
        self.begun_with(named if isinstance(named, str) else "")
        self.show()

    @property
    def setup(self) -> Situation:
        """The table as its book reads it."""
        return self.now.setup

    @property
    def text(self) -> str:
        """Its file."""
        return toml_of(self.now.setup)

    def begun_with(self, name: str) -> None:
        """Offer the table of the book that this one was begun with, if it is one."""
        if name in self.home.tabletops:
            self.tables.value = name

    def _as_set_up(self, table: str | Situation) -> SettingUp:
        return SettingUp.of(self.home, self.home.tabletop(table).set_up)

    # --- building
    def _build(self) -> None:
        self.said = words("")
        described = {"description_width": "auto"}
        self.tables = w.Dropdown(
            options=[(name.replace("-", " "), name) for name in self.home.tabletops],
            description="A table of the book",
            style=described,
        )
        begin = self._button("Begin with it", "Put this table in place of the one below", self._begun)
        clear = self._button("Clear", "Take everything off the table", self._cleared)
        self.undo = self._button("↶ Undo", "Take back the last change", self._undo)
        self.redo = self._button("↷ Redo", "Make it again", self._redo)
        top = w.HBox([w.HBox([self.tables, begin, clear]), w.HBox([self.undo, self.redo])])
        top.add_class("pz8-top")
        self.place = w.VBox()
        self.sides = w.ToggleButtons(options=[], description="Side", style={"button_width": "auto"})
        self.palette = w.Dropdown(options=[], description="What", style=described)
        self.palette.layout = w.Layout(width="auto", min_width="0", flex="1 1 0")
        self.palette.observe(self._looked_for, "value")
        put = self._button("Put it down", "Put it on the table, where there is room", self._put, "primary")
        self.copy = self._button("Copy", "The same once more, beside it", self._copied)
        self.remove = self._button("Remove", "Take it off the table", self._removed)
        self.in_hand, self.asked = words(""), w.VBox()
        self.itself_asked = w.VBox()
        self.itself = w.Accordion([self.itself_asked], titles=["The table itself"], selected_index=None)
        self.itself.observe(lambda _: self._ask_table(), "selected_index")
        hand = w.VBox([self.in_hand, w.HBox([self.copy, self.remove]), self.asked])
        side = w.VBox([card("Put down", self.sides, w.HBox([self.palette, put])), hand, self.itself])
        hand.add_class("pz8-card")
        self.play_it = self._button("Play it", "Whole turns on this table", self._play, "primary")
        self.file = w.Text(value="my-table.toml", description="File", continuous_update=False)
        save = self._button("Save", "Keep it in this file, beside this notebook", self.save)
        opened = self._button("Open", "Go on with the table in this file", self.load)
        line = w.HBox([self.file, save, opened])
        line.add_class("pz8-line")
        self.kept, self.lines, self.game = words(""), words(""), w.VBox()
        kept = card("Keep it", *([line, self.kept] if self.may_save else []), self.play_it, self.lines)
        for each in (side, kept):
            each.add_class("pz8-calculator")
        table = w.Box([self.place, side, kept])
        table.add_class("pz8-play")
        self.children = (sheet("calculator"), sheet("panels"), top, self.said, table, self.game)
        apply_theme(self)

    def _button(self, text: str, tooltip: str, does: Callable[[], Any], style: str = "") -> w.Button:
        return button(text, tooltip, lambda: self._do(does), style)

    def _do(self, does: Callable[[], Made | None]) -> None:
        """Change the table; what its book refuses is said, and the table stays as it was."""
        self.said.value = ""
        try:
            made = does()
        except BadInput as fault:
            self.said.value = f'<p class="pz8-problem" role="alert">{escape(str(fault))}</p>'
            self.show()
            return
        if isinstance(made, tuple):
            made, self.chosen = made
        if made is not None:
            self._take(made)

    def _take(self, made: SettingUp) -> None:
        """Another table, which can be taken back."""
        if made.setup != self.now.setup:
            self.before.append(self.now)
            self.undone.clear()
        self.now = made
        self.show()

    # --- showing
    def show(self) -> None:
        """Everything as the table stands."""
        if self.chosen not in self.now.places and self.chosen not in self.now.corners(self._whole):
            self.chosen = ""
        with self._quiet:
            self._show_board()
            self._show_palette()
            self._show_hand()
            self._ask_table()
        self.undo.disabled, self.redo.disabled = not self.before, not self.undone
        name = file_name(str(getattr(self.setup, "title", "")))
        self.lines.value = kept_html(self.text, self.address, name)

    @property
    def address(self) -> str:
        """The address that opens this page in a classroom."""
        begun = {"show": f"setup:{self.tables.value}"} if self.tables.value else {}
        return urlencode({"rules": self.home.id, **begun, "setup": packed(self.text)})

    @property
    def _whole(self) -> str:
        """The thing of which a corner is in hand."""
        return self.chosen if self.chosen in self.now.places else self.chosen.rpartition(": ")[0]

    def position(self) -> Position[Any]:
        """Everything that a hand can take, where it is."""
        return Position({**self.now.places, **self.now.corners(self._whole)}, self.now.table.start().units)

    def scene(self, state: BoardState[Any]) -> Scene:
        """The table as its book draws it, with what ground and counters are taken by."""
        start = self.now.table.start()
        there = {name: state.places.get(name, place) for name, place in start.places.items()}
        shown = BoardState(replace(start, places=there), uncovered=True)
        scene = self.now.table.scene(shown, self.home.rules)
        drawn = {base.name for base in scene.bases}
        size = HANDLE * float(scene.width)
        handles = [
            Base(name, "what it is taken by", "", at[:2], size=size, role="aiming point", label="")
            for name, at in state.places.items()
            if name not in drawn
        ]
        return replace(scene, shapes=(*scene.shapes, *handles))

    def settle(self, name: str, place: Place, position: Position[Any]) -> Place:
        """Where a hand lets something go."""
        known = name in self.now.table.start().places
        return self.now.table.settle(name, place, position) if known else place

    @property
    def _scene(self) -> Scene:
        """The table as its book draws it."""
        return self.now.table.scene(BoardState(self.now.table.start(), uncovered=True), self.home.rules)

    def _show_board(self) -> None:
        table = self.now.table
        if self.board is None or self.board.scene.extent != self._scene.extent:
            if self.board is not None:
                self.board.close()
            self.board = Board(
                self.scene,
                self.position(),
                settle=self.settle,
                stepped=table.stepped,
                step=table.step,
                turn=table.turn,
                width=self.width,
                choosing=False,
            )
            self.board.observe(self._moved, "position")
            self.board.on_move(self._moved)  # the last place of a drag may be the one before
            self.board.on_turn(self._moved)
            self.board.observe(self._taken, "chosen")
            self.place.children = (self.board,)
        with self.board.silence():
            self.board.position = self.position()
            self.board.chosen = self.chosen
        self.board.redraw()

    def _show_palette(self) -> None:
        kept, found = self.palette.value, self.now.palette
        options = [(name, name) for name in sorted(found, key=str.casefold)]
        if self.palette.options != tuple(options):
            self.palette.options = options
            self.palette.value = kept if kept in found else next((name for name, _ in options), None)
        self._looked_for()

    def _looked_for(self, _change: Any = None) -> None:
        """Whose the next one can be."""
        listed = self.now.palette[self.palette.value][0] if self.palette.value else ""
        sides = self.now.sides(listed)
        if self.sides.options != sides:
            self.sides.options = sides
            self.sides.value = next(iter(sides), None)
        self.sides.layout.display = "" if sides else "none"

    def _show_hand(self) -> None:
        """What is in hand, as a form."""
        try:
            part = Part(self.now, self._whole) if self._whole else None
            fields = part.fields() if part else {}
        except BadInput:  # it came by itself: its force has it, the file says nothing of it
            part, fields = None, {}
        told = self._whole or "nothing in hand: take something on the board, or pick it in the list"
        self.in_hand.value = f'<h3 class="pz8-title">{escape(told)}</h3>'
        self.copy.disabled = self.remove.disabled = part is None
        self.asked.children = (self._form(part, self.asked),) if part and fields else ()

    def _ask_table(self) -> None:
        """What the table says of itself, once somebody wants to know."""
        if self.itself.selected_index is not None:
            self.itself_asked.children = (self._form(Part(self.now, ""), self.itself_asked),)

    def _form(self, part: Part, box: w.VBox) -> Form:
        """The form of a part: the one that is there already, if it asks for the same."""
        form: Form | None = next(iter(box.children), None)
        kind: Any = part
        if form is not None and isinstance(form.kind, Part) and form.kind.listed == part.listed:
            other, form.kind = form.kind.name != part.name, kind
            form.fill(**part.values)
        else:
            other, form = True, Form(kind, part.values, called=CALLED)
            form.observe(self._filled, "value")
        if other:
            form.fold(part.telling)
        return form

    # --- what a hand does
    def _filled(self, change: Any) -> None:
        """A form says something else."""
        if self._quiet or change.new is None or change.new.setup == self.now.setup:
            return
        part = change.owner.kind
        if part.name:
            number = self.now.thing(part.name)
            self.chosen = next(name for name, thing in change.new.things.items() if thing == number)
        self._do(lambda: change.new)

    def _taken(self, change: Any) -> None:
        """Another thing was taken in hand."""
        if not self._quiet:
            self.chosen, self.said.value = change.new, ""
            self.show()

    def _moved(self, *_told: Any) -> None:
        """Something was dragged, turned or nudged."""
        if self._quiet or self.board is None or self.board.moving:
            return
        before, after = self.position().places, self.board.places
        moved = [name for name, place in after.items() if place != before.get(name)]
        if moved:
            self._do(lambda: self.now.moved(moved[0], after[moved[0]]))

    def _put(self) -> Made:
        """One more of the palette, beside what is in hand or in the middle of the table."""
        listed, row = self.now.palette[self.palette.value]
        x0, y0, x1, y1 = map(float, self._scene.extent)
        near = self.now.places.get(self._whole, Place((x0 + x1) / 2, (y0 + y1) / 2))
        side = {"side": self.sides.value} if self.sides.value and isinstance(row, dict) else {}
        return self.now.put_down(listed, {**row, **side} if side else row, near)

    def _copied(self) -> Made:
        return self.now.copied(self._whole)

    def _removed(self) -> Made:
        made = self.now.without(self._whole)
        self.chosen = ""
        return made

    def _cleared(self) -> Made:
        return self.now.cleared()

    def _begun(self) -> Made:
        return self._as_set_up(self.tables.value)

    def _undo(self) -> None:
        self.undone.append(self.now)
        self.now = self.before.pop()
        self.show()

    def _redo(self) -> None:
        self.before.append(self.now)
        self.now = self.undone.pop()
        self.show()

    def _play(self) -> None:
        """Whole turns on the table as it stands."""
        self.game.children = (Play(self.home.id, self.setup, width=self.width),)

    # --- files
    def save(self, file: str | None = None) -> None:
        """Keep the table in a file: replaced in one step, and only if it held a table of this book.

        Raises BadInput.
        """
        path = Path(file or self.file.value)
        if path.suffix != ".toml":
            raise BadInput("the file needs a name that ends with .toml, such as my-table.toml")
        if path.exists():
            try:
                table_named(self.home, str(path))
            except BadInput as fault:
                raise BadInput(f"{path.name} is left as it is, for it holds no table: {fault}") from None
        save_text(path, self.text)
        self.kept.value = f'<p role="status">Saved as <code>{escape(path.name)}</code>.</p>'

    def load(self, file: str | None = None) -> None:
        """Go on with the table in a file. Raises BadInput for what is none; the file is left as it is."""
        found = table_named(self.home, file or self.file.value)
        if isinstance(found, str):
            raise BadInput("the file needs a name that ends with .toml, such as my-table.toml")
        self._take(self._as_set_up(found))

    @classmethod
    def of(cls, system_id: str, text: str, **more: Any) -> SetUp:
        """The page of a table whose file is at hand as text. Raises BadInput for what is no table."""
        return cls(system_id, read_table(system(system_id), text), **more)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        """The live widget, and for wherever no widget runs the table's picture and its file."""
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)
        still = self.place.children[0]._repr_mimebundle_()["text/html"]
        return {**bundle, "text/plain": self.text, "text/html": f"{still}<pre>{escape(self.text)}</pre>"}


def kept_html(text: str, address: str, name: str) -> str:
    """The file to load, and lines to copy."""
    data = b64encode(text.encode()).decode()
    where = f'download="{escape(name)}" href="data:text/plain;base64,{data}"'
    lines = {"The table as a file": text, "This page as a link, in a classroom": f"?{address}"}
    copied = "".join(
        f"<details><summary>{escape(label)}</summary>{to_copy(label, line)}</details>"
        for label, line in lines.items()
    )
    return f'<p class="pz8-files"><a class="pz8-file" {where}>table (TOML)</a></p>{copied}'
