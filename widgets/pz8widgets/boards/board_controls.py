"""The controls of a board: its facts in words, and everything a mouse can do as lists and buttons."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as w

from pz8edu.board.lengths import in_words
from pz8edu.board.scene import Scene
from pz8widgets.boards.board_state import Fact, State
from pz8widgets.boards.board_view import STEP
from pz8widgets.boards.board_words import facts_html, sides_html, unit_line
from pz8widgets.page.glossary import with_meanings
from pz8widgets.page.theme import words

NOBODY = ("none in hand", "")
WRECK = "unit: wreck"
MOST = 99
"""The most of anything that a box beside the board takes."""
Directions = Mapping[float, tuple[str, str, str]]
STRAIGHT: Directions = {
    270.0: ("← W", "west", "ArrowLeft"),
    0.0: ("↑ N", "north", "ArrowUp"),
    180.0: ("↓ S", "south", "ArrowDown"),
    90.0: ("E →", "east", "ArrowRight"),
}
"""A bearing to the words on its button, its name and its key."""
HEXES: Directions = {
    330.0: ("↖ NW", "north-west", "Home"),
    30.0: ("↗ NE", "north-east", "ArrowUp"),
    270.0: ("← W", "west", "ArrowLeft"),
    90.0: ("E →", "east", "ArrowRight"),
    210.0: ("↙ SW", "south-west", "End"),
    150.0: ("↘ SE", "south-east", "ArrowDown"),
}
"""The same for the six neighbours of a hex."""


def directions(scene: Scene) -> Directions:
    """Where a press of a key or button moves a base on this board."""
    return HEXES if scene.kind == "hexes" else STRAIGHT


if TYPE_CHECKING:
    from pz8widgets.boards.board import Board


class BoardControls:
    """What stands beside and under a board: the facts in words, and all that a mouse can do as buttons."""

    def __init__(self, board: "Board") -> None:
        self.board = board
        self.facts: Sequence[Fact] = ()
        self.relisting = False
        self.table = words("")
        shared = SharedStyles()
        button, group = shared.button, shared.group
        self.units = w.Dropdown(
            description="Base",
            options=[NOBODY],
            layout=w.Layout(width="230px"),
            style={"description_width": "auto"},
        )
        self.units.add_class("pz8-units")
        does, is_done = board.roles
        self.shoots = button(does, f"The base in hand {does.lower()}")
        self.is_shot_at = button(is_done, f"The base in hand {is_done.lower()}")
        self.swap = button("Swap", "The two change their parts")
        self.clear = button("Clear", "Let go of the target (Escape)")
        ways = directions(board.scene).items()
        self.directions = {bearing: button(text, "") for bearing, (text, *_) in ways}
        self.left, self.right = button("↺", ""), button("↻", "")
        self.higher, self.lower = button("▲ Higher", ""), button("▼ Lower", "")
        steps = sorted({0.1, 0.25, 0.5, 1.0, 2.0, 5.0, board.step})
        self.step = w.Dropdown(
            options=[(measured(step, board.scene), step) for step in steps],
            value=board.step,
            layout=shared.layout,
            tooltip="How far one press of a direction moves",
        )
        self.mode = w.ToggleButtons(
            options=[("Move", False), ("Set up", True)],
            value=board.setting_up,
            tooltips=["The rules judge where a base may go", "A base may be put anywhere"],
            style={"button_width": "auto"},
        )
        self.done = button("End move", "")
        moves = [*self.directions.values(), self.step, *([self.done] if board.hand.law else [])]
        groups = [group("", self.units), group("Move", *moves)]
        if board.hand.law and not board.played:
            groups.insert(0, group("A hand on the board:", self.mode))
        if board.choosing and not board.played:
            groups.insert(1, group("", self.shoots, self.is_shot_at, self.swap, self.clear))
        if any(place.facing is not None for place in board.places.values()):
            groups.append(group("Turn", self.left, self.right))
        if board.flies:
            groups.append(group("Altitude", self.higher, self.lower))
        self.uncovers = w.Checkbox(description="Show what is hidden", indent=False, layout=shared.layout)
        if board.hides:
            groups.append(group("", self.uncovers))
        stock = {} if board.played else board.position.stock
        self.stock = {name: self.spinner(name, count) for name, count in stock.items()}
        groups += [group(name, spinner) for name, spinner in self.stock.items()]
        self.tools = w.HBox(groups)
        self.tools.add_class("pz8-tools")
        self.closer = button("+", "Show the board larger (key +)")
        self.further = button("−", "Show the board smaller (key -)")
        self.fit = button("Fit", "Show the whole board (key 0)")
        self.sides, self.numbered = words("", "pz8-sides"), words("", "pz8-numbered")
        self.seen = w.HBox([self.closer, self.further, self.fit, self.sides, self.numbered])
        self.seen.add_class("pz8-seen")
        self.description = words("")
        self.told = ""
        self.in_words = w.Accordion([self.description], titles=["This board in words"], selected_index=None)
        self.connect()

    def connect(self) -> None:
        """Every button does what a mouse does."""
        board = self.board
        self.units.observe(self.unit_taken, "value")
        self.in_words.observe(self.tell, "selected_index")
        self.shoots.on_click(lambda _: board.choose(shooter=board.chosen))
        self.is_shot_at.on_click(lambda _: board.choose(target=board.chosen))
        self.swap.on_click(lambda _: board.choose(shooter=board.target, target=board.shooter))
        self.clear.on_click(lambda _: board.clear())
        for bearing, pressed in self.directions.items():
            pressed.on_click(lambda _, bearing=bearing: board.nudge(bearing))
        self.closer.on_click(lambda _: board.zoom(STEP))
        self.further.on_click(lambda _: board.zoom(1 / STEP))
        self.fit.on_click(lambda _: board.fit())
        self.left.on_click(lambda _: board.nudge_turn(-1))
        self.right.on_click(lambda _: board.nudge_turn(1))
        self.higher.on_click(lambda _: board.nudge_altitude(1))
        self.lower.on_click(lambda _: board.nudge_altitude(-1))
        self.step.observe(self.step_chosen, "value")
        self.done.on_click(lambda _: board.end_move())
        w.link((board, "setting_up"), (self.mode, "value"))
        w.link((board, "uncovered"), (self.uncovers, "value"))

    def spinner(self, name: str, count: int) -> w.BoundedIntText:
        """A box for how much of something is spent."""
        box = w.BoundedIntText(value=count, min=0, max=MOST, layout=w.Layout(width="64px"))
        box.observe(lambda change: self.spent(name, change.new), "value")
        return box

    def spent(self, name: str, count: int) -> None:
        """Another number was put in a box."""
        if self.board.position.stock[name] != count:
            self.board.position = self.board.position.with_stock(name, count)

    def unit_taken(self, change: Any) -> None:
        """A base was picked in the list; new words in the list are no choice."""
        if not self.relisting and change.new is not None and change.new != self.board.chosen:
            self.board.chosen = change.new

    def step_chosen(self, change: Any) -> None:
        """Another step was picked."""
        self.board.step = change.new
        self.label_buttons()

    def renew(self, state: State) -> None:
        """Show what the board's state and scene are now; only the facts while a base is on its way."""
        board = self.board
        facts = board.facts_of(state) if board.facts_of else default_facts(board)
        self.facts = [*refused(board), *facts]
        self.table.value = facts_html(self.facts)
        if board.moving:
            return
        living = [b for b in board.scene.bases if b.name in board.places and b.role != WRECK]
        self.sides.value = sides_html(living, {shape.role for shape in board.scene.shapes})
        self.numbered.value = escape(board.unnamed)
        self.fit.disabled = self.further.disabled = board.view == board.whole
        lines_of = {base.name: unit_line(base) for base in living}
        gone = {name: f"{name} (not on the board)" for name in board.position.units if name not in lines_of}
        options = [NOBODY, *((line, name) for name, line in (lines_of | gone).items())]
        self.relisting = True
        if self.units.options != tuple(options):
            self.units.options = options
        self.units.value = board.chosen if board.chosen in lines_of | gone else ""
        self.relisting = False
        for name, box in self.stock.items():
            box.value = board.position.stock[name]
        self.label_buttons()
        lines = board.scene.describe().splitlines()
        self.told = with_meanings("".join(f"<p>{escape(line)}</p>" for line in lines))
        self.tell()

    def tell(self, _change: object = None) -> None:
        """The board in words, while somebody has them open: a saved notebook need not carry them twice."""
        self.description.value = self.told if self.in_words.selected_index == 0 else ""

    def label_buttons(self) -> None:
        """Buttons say what they would do, and are off when there is nothing in hand."""
        board = self.board
        name, place = board.chosen, board.places.get(board.chosen)
        step = measured(board.step, board.scene)
        for bearing, pressed in self.directions.items():
            _, way, key = directions(board.scene)[bearing]
            pressed.tooltip = f"Move {name} {step} {way} (key {key})" if place else "Pick a base first"
            pressed.disabled = place is None
        for pressed, side in ((self.left, "left"), (self.right, "right")):
            can = place is not None and place.facing is not None
            pressed.tooltip = (
                f"Turn {name} {in_words(board.turn)}° to the {side}" if can else "Pick a base first"
            )
            pressed.disabled = not can
        for pressed, sense, does in ((self.higher, 1, "Raise"), (self.lower, -1, "Lower")):
            after = None
            if place is not None and place.altitude is not None:
                after = board.at_altitude(name, place.altitude + sense).altitude
            pressed.disabled = after is None or place is None or after == place.altitude
            pressed.tooltip = (
                f"{does} {name} to level {after}" if not pressed.disabled else "Not possible now"
            )
        moved = board.hand.name
        self.done.disabled = not moved
        self.done.tooltip = f"The move of {moved} is over" if moved else "Nothing has been moved"
        self.shoots.disabled = place is None or name == board.shooter
        self.is_shot_at.disabled = place is None or name == board.target
        self.swap.disabled = self.clear.disabled = not (board.shooter or board.target)


class SharedStyles:
    """Buttons and groups that share one layout and one style, so that a saved notebook stays small."""

    def __init__(self) -> None:
        self.layout = w.Layout(width="auto")
        self.style = w.ButtonStyle()

    def button(self, text: str, tooltip: str) -> w.Button:
        """A button as wide as its words."""
        return w.Button(description=text, tooltip=tooltip, layout=self.layout, style=self.style)

    def group(self, label: str, *controls: w.Widget) -> w.HBox:
        """Controls that belong together, with a quiet word before them."""
        before = [words(label, "pz8-quiet")] if label else []
        box = w.HBox([*before, *controls], layout=self.layout)
        box.add_class("pz8-group")
        return box


def measured(step: float, scene: Scene) -> str:
    """A length with the unit of the board, one of it in the singular."""
    sign = scene.sign if step != 1 else {" hexes": " hex", " squares": " square"}.get(scene.sign, scene.sign)
    return in_words(step) + sign


def refused(board: "Board") -> list[Fact]:
    """Why the last move by hand is not allowed, and whether it was taken back."""
    if not board.refusal:
        return []
    back = board.places[board.hand.name] == board.hand.stood
    return [Fact("Not allowed", "it went back" if back else "it goes back when the move ends", board.refusal)]


def default_facts(board: "Board") -> list[Fact]:
    """Who fires and at whom, when the rules add nothing."""
    return [Fact("Shooter", board.shooter or "nobody yet"), Fact("Target", board.target or "nobody yet")]
