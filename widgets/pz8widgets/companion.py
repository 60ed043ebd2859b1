"""What stands beside a board: its facts in words, and everything a hand can do as lists and buttons."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as w

from pz8edu.board.lengths import in_words
from pz8widgets.board_state import Fact, Place
from pz8widgets.board_words import facts_html, unit_line
from pz8widgets.theme import words

if TYPE_CHECKING:
    from pz8widgets.board import Board


class Companion:
    """What stands beside a board: the facts in words, and everything a hand can do as buttons and lists."""

    def __init__(self, board: "Board") -> None:
        self.board = board
        self.facts: Sequence[Fact] = ()
        self.table = words("")
        self.units = w.Select(
            options=[], rows=min(6, max(2, len(board.places))), layout=w.Layout(width="100%")
        )
        self.units.add_class("pz8-units")
        self.shoots = w.Button(description="Fires", tooltip="The base in hand fires")
        self.is_shot_at = w.Button(description="Is fired at", tooltip="The base in hand is fired at")
        self.swap = w.Button(description="Swap", tooltip="Shooter and target change places")
        self.pad = {name: w.Button(description=name) for name in ("↺", "↑ N", "↻", "← W", "E →", "S ↓")}
        steps = sorted({0.1, 0.25, 0.5, 1.0, 2.0, 5.0, board.step})
        sign = board.scene.sign
        self.step = w.Dropdown(
            options=[(f"{in_words(step)}{sign}", step) for step in steps], value=board.step
        )
        self.step.tooltip = "How far one press of a direction moves"
        self.description = words("")
        self.in_words = w.Accordion([self.description], titles=["This board in words"], selected_index=None)
        self.in_words.add_class("pz8-fold")
        self.box = self.laid_out()
        self.connect()

    def laid_out(self) -> w.VBox:
        """Facts above, then the list of bases, who fires, and the pad."""
        for button in (*self.pad.values(), self.shoots, self.is_shot_at, self.swap):
            button.layout = w.Layout(width="auto", flex="1 1 auto")
        self.step.layout = w.Layout(width="auto")
        pad = self.pad
        grid = w.GridBox(
            [
                pad["↺"],
                pad["↑ N"],
                pad["↻"],
                pad["← W"],
                self.step,
                pad["E →"],
                w.HTML(),
                pad["S ↓"],
                w.HTML(),
            ],
            layout=w.Layout(grid_template_columns="1fr 1fr 1fr", grid_gap="6px", width="100%"),
        )
        roles = w.HBox(
            [self.shoots, self.is_shot_at, self.swap], layout=w.Layout(grid_gap="6px", width="100%")
        )
        label = words("Bases", "pz8-quiet")
        box = w.VBox([self.table, label, self.units, roles, grid], layout=w.Layout(grid_gap="8px"))
        box.add_class("pz8-companion")
        return box

    def connect(self) -> None:
        """Every button does what a hand does."""
        board = self.board
        self.units.observe(self.unit_taken, "value")
        self.shoots.on_click(lambda _: board.choose(shooter=board.chosen))
        self.is_shot_at.on_click(lambda _: board.choose(target=board.chosen))
        self.swap.on_click(lambda _: board.choose(shooter=board.target, target=board.shooter))
        for name, bearing in (("↑ N", 0), ("E →", 90), ("S ↓", 180), ("← W", 270)):
            self.pad[name].on_click(lambda _, bearing=bearing: board.nudge(bearing))
        for name, sense in (("↺", -1), ("↻", 1)):
            self.pad[name].on_click(lambda _, sense=sense: board.nudge_turn(sense))
        self.step.observe(lambda change: setattr(board, "step", change.new), "value")

    def unit_taken(self, change: Any) -> None:
        """A base was picked in the list."""
        if change.new is not None and change.new != self.board.chosen:
            self.board.chosen = change.new

    def renew(self) -> None:
        """Show what the board's state and scene are now."""
        board = self.board
        self.facts = board.facts_of(board.state) if board.facts_of else default_facts(board)
        self.table.value = facts_html(self.facts)
        if board.moving:
            return
        self.units.options = [
            (unit_line(base), base.name) for base in board.scene.bases if base.name in board.places
        ]
        self.units.value = board.chosen if board.chosen in board.places else None
        place = board.places.get(board.chosen)
        self.label_buttons(place)
        self.description.value = "".join(
            f"<p>{escape(line)}</p>" for line in board.scene.describe().splitlines()
        )

    def label_buttons(self, place: Place | None) -> None:
        """Buttons say what they would do, and are off when there is nothing in hand."""
        board = self.board
        name, step = board.chosen, f"{in_words(board.step)}{board.scene.sign}"
        for button, direction in (("↑ N", "north"), ("E →", "east"), ("S ↓", "south"), ("← W", "west")):
            self.pad[button].tooltip = f"Move {name} {step} {direction}" if place else "Pick a base first"
            self.pad[button].disabled = place is None
        for button, direction in (("↺", "left"), ("↻", "right")):
            can = place is not None and place.facing is not None
            self.pad[button].tooltip = f"Turn {name} {in_words(board.turn)}° to the {direction}"
            self.pad[button].disabled = not can
        self.shoots.disabled = place is None or name == board.shooter
        self.is_shot_at.disabled = place is None or name == board.target
        self.swap.disabled = not (board.shooter or board.target)


def default_facts(board: "Board") -> list[Fact]:
    """Who fires and at whom, when the rules add nothing."""
    return [Fact("Shooter", board.shooter or "nobody yet"), Fact("Target", board.target or "nobody yet")]
