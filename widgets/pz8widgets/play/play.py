"""A played table: `Play("pz8-ww2", "whole-turn")` plays whole turns, the exact odds before every choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import ipywidgets as w

from pz8edu.asking.ask import rules_for
from pz8edu.asking.playthrough import StepThrough
from pz8edu.board.position import Place, Position
from pz8edu.board.scene import Scene
from pz8edu.board.setting_up import table_named
from pz8edu.board.tabletop import BoardState
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Situation
from pz8edu.errors import BadInput
from pz8edu.games.game import Game, Node
from pz8edu.games.players import PERSON, SOLO, seated
from pz8edu.games.record import replay
from pz8edu.games.told import choice_said, place_said
from pz8edu.systems import system
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE
from pz8edu.turns.places import rounded_place
from pz8edu.turns.play import PASS
from pz8widgets.boards.board import Board
from pz8widgets.page.quiet import Quiet
from pz8widgets.page.theme import apply_theme, button, card, words
from pz8widgets.play.luck import Luck
from pz8widgets.play.played_html import (
    called,
    choice_words,
    in_full,
    log,
    needed,
    place_words,
    reasons,
    steps_bar,
    strip,
    ticked,
    who_acts,
    why_needed,
    with_reach,
    without_reach,
)
from pz8widgets.play.sending import Sending
from pz8widgets.play.threat_map import ThreatMap
from pz8widgets.play.throwing import Throwing
from pz8widgets.play.worths import Worths

FEW = 4
"""So few bases are all kept in sight on a small screen."""
MOST_ROWS = 12
"""Choices of a unit that have a line of their own."""
LOOKS = {"[": -1, "]": 1}
"""Keys on the board that look one event back and on."""
MOST_MACHINE = 60
"""So many choices a machine makes in a row."""


class Play(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """A table on which whole turns are played: by mouse, touch or keyboard.

    `players` names who plays a side for you: {"enemy": "greedy"} (random, greedy, or solo: as the book prints
    it). `text` is the game so far, as `Play.of(text)` reads it again. Raises BadInput for what is not played.
    """

    plays = True

    def __init__(
        self,
        system_id: str,
        table: str | Situation | None = None,
        *,
        rules: Ruleset | None = None,
        reading: str | None = None,
        players: Mapping[str, str] | None = None,
        seed: int | None = None,
        width: int = 840,
        game: Game | None = None,
    ) -> None:
        super().__init__()
        home = system(system_id)
        if game is None:
            changed = rules_for(home, reading, rules)
            named = table_named(home, table) if isinstance(table, str) else table
            solo = next((side for side, name in (players or {}).items() if name == SOLO), "")
            game = Game(home, named or next(iter(home.played), ""), changed, seed, solo)
        self.game = game
        seats = dict.fromkeys(game.book.sides, PERSON) | ({game.solo: SOLO} if game.solo else {})
        seats |= dict(players or {})
        seated_at = seated(",".join(f"{side}={name}" for side, name in seats.items()), game, seed)
        self.machines = {side: player for side, player in seated_at.items() if seats[side] != PERSON}
        self.choice: Choice | None = None
        self.looking: Node | None = None
        self.whys: dict[int, str] = {}
        self._quiet = Quiet()
        self._build(width)
        self.machines_play()
        self.begun_at = game.node

    @classmethod
    def of(cls, text: str, **more: Any) -> Play:
        """The table of a game that is written down. Raises BadInput with the line for what is none."""
        game = replay(text)
        return cls(game.home.id, game.table, game=game, **more)

    @property
    def text(self) -> str:
        """The game as text."""
        return self.game.text()

    # --- building
    def _build(self, width: int) -> None:
        game = self.game
        self.bar, self.who, self.why_not, self.odds, self.said = (words("") for _ in range(5))
        self.units = w.ToggleButtons(options=[], description="Unit", style={"button_width": "auto"})
        self.units.observe(self._unit_taken, "value")
        self.places = w.Dropdown(options=[], description="Go to", style={"description_width": "auto"})
        self.places.layout = w.Layout(width="auto", min_width="0", height="auto", flex="1 1 auto")
        self.go = self._button("Go", "Move to this place", self._gone)
        self.going = w.HBox([self.places, self.go])
        self.going.add_class("pz8-going")
        self.rows: list[Row] = []
        self.row_box = w.VBox()
        self.do = self._button("Do it", "Do what is chosen", self._done, "primary")
        self.back = self._button("Put it back", "Leave it where it stood", self._put_back)
        self.staged = w.HBox([self.do, self.back])
        self.throwing = Throwing(game.random, self._fell)
        self.threats = ThreatMap(game, self._redraw)
        self.worths = Worths(game, self.show, self._worths_told)
        self.places.observe(self._place_looked_at, "value")
        self.board = Board(
            self._scene,
            game.moment.position,
            law=Legal(game),
            settle=game.book.table.settle,
            stepped=game.book.table.stepped,
            step=game.book.table.step,
            turn=game.book.table.turn,
            width=width,
            played=True,
        )
        self.board.pane.hot_keys = [*self.board.pane.hot_keys, *LOOKS]
        self.board.pane.on_key(lambda key, _: self._look_along(LOOKS.get(key, 0)))
        self.board.on_choose(self._aimed)
        self.board.on_point(self._pointed)
        self.board.on_move(self._moved)
        self.board.on_turn(lambda name, _: self._moved(name))
        self.board.observe(self._position_changed, "position")
        self.board.observe(self._refused, "refusal")
        self.undo = self._button("↶ Undo", "Take back the last choice and its dice", self._undone)
        self.end_step = self._button("End the step", "Nobody else acts", self._passed)
        self.slider = w.IntSlider(min=0, max=1, description="Event", continuous_update=False)
        self.slider.observe(self._looked, "value")
        self.from_here = self._button("Play on from here", "The other line is kept", self._play_on)
        self.earlier = self._button("◂", "Look one event back (key [)", lambda: self._look_along(-1))
        self.later = self._button("▸", "Look one event on (key ])", lambda: self._look_along(1))
        self.story = words("")
        self.sending = Sending(lambda: self.game)
        self.luck = w.VBox()
        self.ask_luck = self._button("What was luck", "Skill and luck of the game so far", self._luck)
        on_top = [self.undo, self.ask_luck, self.sending.on]
        buttons = w.HBox(on_top, layout=w.Layout(overflow="visible"))
        top = w.HBox([self.bar, buttons])
        top.add_class("pz8-top")
        whose = w.HBox([self.who, self.end_step], layout=w.Layout(justify_content="space-between"))
        self.chooser, self.deed = w.VBox([whose, self.units]), w.VBox()
        about = (self.said, self.odds, self.staged, self.throwing, self.threats, self.worths, self.why_not)
        self.deed.children = (self.row_box, self.going, *about)
        for box in (self.chooser, self.deed):
            box.add_class("pz8-card")
        looks = w.HBox([self.earlier, self.slider, self.later, self.from_here])
        looks.add_class("pz8-looks")
        self.happened = card("What has happened", looks, self.story)
        sheet = self.board.children[-1]
        heading, picture, *hands = sheet.children
        sheet.children = (heading, picture)
        side = w.VBox([self.chooser, self.deed, card("", *hands)])
        table = w.Box([self.board, side, w.VBox([self.worths.listed, self.happened])])
        table.add_class("pz8-play")
        self.children = (top, self.sending, table, self.luck)
        apply_theme(self)
        self.show()

    def _button(self, text: str, tooltip: str, does: Any, style: str = "") -> w.Button:
        return button(text, tooltip, lambda: self._try(does), style)

    def _try(self, does: Any) -> None:
        """Do something; what the rules refuse is said, and the game stays as it is."""
        try:
            does()
        except BadInput as fault:
            self.said.value = f'<p class="pz8-problem" role="alert">{escape(str(fault))}</p>'

    def _scene(self, state: BoardState[Any]) -> Scene:
        scene = self.game.book.table.scene(state, self.game.rules)
        scene = called(ticked(scene, self.node.moment.acted), self.game.book.armies)
        if not self.places.options:
            scene = without_reach(scene)
        elif self.unit and not state.moving:
            scene = with_reach(scene, self.game.book.reach(self.node.moment, self.unit))
        return scene if state.moving else self.threats.drawn(scene)

    def _redraw(self) -> None:
        self.board.redraw()

    # --- showing
    @property
    def node(self) -> Node:
        """What is shown: the game now, or the place that is looked back at."""
        return self.looking or self.game.node

    def show(self) -> None:
        """Everything as the game stands."""
        game, node = self.game, self.node
        self.bar.value = steps_bar(game, node)
        self.sending.follow()
        with self._quiet:
            self.board.position = game.book.seen_by(game.now.side, node.moment).position
            events = len(game.line)
            self.slider.max = max(events, 1)
            self.slider.value = events if self.looking is None else self._number_of(node)
        self.undo.disabled = node.before is None or self.looking is not None
        self.ask_luck.disabled = not game.line
        self.from_here.disabled = self.later.disabled = self.looking is None
        self.earlier.disabled = node.before is None
        over = game.ending is not None or self.looking is not None
        for part in (self.chooser, self.deed):
            part.layout.display = "none" if over else ""
        if not over:
            self._show_choices()
        self.happened.layout.display = "" if game.line else "none"
        # last: who reads there what has happened finds everything else as it is now
        self.story.value = log(game, self.looking, self.whys)

    def _number_of(self, node: Node) -> int:
        return next((number for number, each in enumerate(self.game.line, 1) if each is node), 0)

    def _show_choices(self) -> None:
        game = self.game
        self.worths.follow()
        found = game.choices()
        names = list(dict.fromkeys(each.unit for each in found if each.unit))
        self.who.value = who_acts(game)
        self.end_step.layout.display = "" if any(each.kind == PASS for each in found) else "none"
        with self._quiet:
            kept = self.units.value
            self.units.options = names
            self.units.value = kept if kept in names else next(iter(names), None)
        self.units.layout.display = "" if names else "none"
        self._show_unit()

    @property
    def unit(self) -> str:
        """The unit in hand, "" for none."""
        return self.units.value or ""

    def _show_unit(self) -> None:
        """What the unit in hand may do, and what not, with the reason."""
        game, board = self.game, self.board
        self.choice = None
        found = [each for each in game.choices(self.unit) if each.kind != PASS]
        moves = [each for each in found if each.kind in game.book.by_drag and each.way]
        deeds = [each for each in found if each not in moves]
        with self._quiet:
            self._list_places(moves)
            self.places.index = 0 if moves else None
            if self.unit in board.places:
                board.choose(shooter=self.unit, target="")
                board.chosen = self.unit
        self.going.layout.display = "" if moves else "none"
        while len(self.rows) < min(len(deeds), MOST_ROWS):
            self.rows.append(Row(self._chosen))
        for row, deed in zip(self.rows, deeds, strict=False):
            row.show(deed, game, self.worths.of(deed))
        only = deeds[0] if len(deeds) == 1 and not moves else None
        listed = [] if only is not None else deeds  # the only one is staged, and that is enough
        self.row_box.children = tuple(row.box for row in self.rows[: len(listed)])
        there = [each.way[-1][:2] for each in moves]
        near = board.places if len(board.places) <= FEW else (deed.target for deed in deeds)
        about = {self.unit, *near} & board.places.keys()
        board.frame([*there, *(board.places[name][:2] for name in sorted(about))])
        not_possible = [each for each in game.book.options(game.seen, self.unit) if each.why_not]
        self.why_not.value = reasons(not_possible if self.unit else [])
        self._stage(only)
        self.threats.follow(self.unit)

    def _worths_told(self) -> None:
        """Worths have been found while the choices stood there: they are told beside them."""
        for row in self.rows[: len(self.row_box.children)]:
            if row.choice is not None:
                row.show(row.choice, self.game, self.worths.of(row.choice))
        with self._quiet:
            at, moves = self.places.index, [each for _, each in self.places.options]
            self._list_places(moves)
            self.places.index = at

    def _list_places(self, moves: Sequence[Choice]) -> None:
        turns = len({each.way[-1][:2] for each in moves}) < len(moves)
        self.places.options = [
            (f"{place_words(self.game, each, turns)} · {worth}".rstrip(" ·"), each)
            for each in moves
            for worth in (self.worths.of(each).removeprefix("worth ").partition(",")[0],)
        ]

    def _stage(self, choice: Choice | None) -> None:
        """Show what is about to be done, with its odds in full."""
        self.choice = choice
        for row in self.rows:
            row.mark(choice)
        self.throwing.clear()
        odds = self.game.odds(choice) if choice is not None else None
        if choice is not None and choice.target in self.board.places:
            with self._quiet:
                self.board.choose(target=choice.target)
        said = choice_said(self.game.book, self.game.moment, choice) if choice is not None else ""
        self.said.value = f"<p><b>{escape(said)}</b></p>" if said else ""
        self.odds.value = ""
        if odds is not None and choice is not None and choice.asked is not None:
            self.odds.value = why_needed(self.game, choice) + in_full(odds, choice.asked.names)
        moved = choice is not None and bool(choice.way)
        self.back.layout.display = "" if moved else "none"
        throw = "Draw the card" if odds is not None and "card" in odds.question.id else "Roll it, die by die"
        self.do.description = throw if odds is not None else "Do it"
        self.staged.layout.display = "none" if choice is None else ""

    # --- what a hand does
    def _unit_taken(self, _change: Any) -> None:
        if not self._quiet:
            self._show_unit()

    def _chosen(self, choice: Choice) -> None:
        """A line was pressed: what throws dice is staged, what throws none is done."""
        if choice.asked is None:
            self._try(lambda: self._play(choice))
            return
        self._stage(choice)

    def _aimed(self, shooter: str, target: str) -> None:
        """A base was tapped: one's own is taken in hand, an enemy is aimed at."""
        if self._quiet or self.looking is not None:
            return
        if shooter != self.unit and shooter in self.units.options:
            self.units.value = shooter
            return
        found = next((row.choice for row in self.rows if row.choice and row.choice.target == target), None)
        if target and found is not None:
            self._stage(found)

    def _moved(self, name: str, *_: float) -> None:
        """A base is dragged or nudged: the odds if it stood there; let go, its move is staged."""
        if self._quiet or self.looking is not None or name not in self.board.places:
            return
        place = self.board.places[name]
        if place == self.game.moment.places.get(name) or self.board.refusal:
            return
        staged = self.choice is not None and self.choice.unit == name and self.choice.way[-1:]
        if staged and staged[0] == rounded_place(place) and not self.board.moving:
            return
        if self.board.moving:
            self._try(lambda: self.threats.what_if(name, place))
        else:
            self._try(lambda: self._stage_move(name, place))

    def _pointed(self, x: float, y: float) -> None:
        """A pointer rests somewhere: the odds if the unit in hand stood there, or why it may not."""
        name, board = self.unit, self.board
        if self.looking is not None or not self.places.options or name not in board.places:
            return
        place = board.on_board(name, x, y)
        place = board.settle(name, place, board.position) if board.settle else place
        try:
            self.game.dragged(name, place)
        except BadInput as fault:
            self.threats.not_there(name, str(fault))
        else:
            self.threats.what_if(name, place)

    def _position_changed(self, change: Any) -> None:
        """Something stands elsewhere, or on another level."""
        before = self.game.moment.places
        moved = [name for name, place in change.new.places.items() if place != before.get(name)]
        if moved:
            self._moved(moved[0])

    def _refused(self, change: Any) -> None:
        """The rules do not allow a move by hand: they say why."""
        if change.new and not self._quiet:
            self.said.value = f'<p class="pz8-problem" role="alert">{escape(change.new)}</p>'

    def _place_looked_at(self, change: Any) -> None:
        """A place was picked in the list: the odds if the unit stood there."""
        if change.new is not None and not self._quiet:
            self._try(lambda: self.threats.what_if(self.unit, change.new.way[-1]))

    def _stage_move(self, name: str, place: Place) -> None:
        choice = self.game.dragged(name, place)
        self.threats.what_if(name, place)
        with self._quiet:
            self.units.value = name if name in self.units.options else None
        self._stage(choice)

    def _gone(self) -> None:
        if self.places.value is not None:
            self._play(self.places.value)

    def _done(self) -> None:
        """Do what is staged: move, or throw its dice."""
        choice = self.choice
        if choice is None:
            return
        if choice.asked is None:
            self._play(choice)
        else:
            self.staged.layout.display = "none"
            self.throwing.begin(self.game.throws(choice))

    def _fell(self, through: StepThrough) -> None:
        """The last die of a choice has fallen: the outcome lands on the table."""
        assert self.choice is not None
        end = self.throwing.end.value
        self._play(self.choice, through.dice)
        self.said.value = end

    def _put_back(self) -> None:
        with self._quiet:
            self.board.position = self.game.moment.position
        self._show_unit()

    def _passed(self) -> None:
        self._play(Choice(PASS))

    def _play(self, choice: Choice, dice: Mapping[str, Any] | None = None) -> None:
        with self._quiet:
            self.board.end_move()
        self.game.play(choice, dice)
        self.show()
        self.machines_play()

    def machines_play(self) -> None:
        """Let machines play their sides, and the dice fall between them, until a person is to choose."""
        for _ in range(MOST_MACHINE):
            game = self.game
            side = game.now.side
            if game.ending is not None or not (side in self.machines or (side == CHANCE and self.machines)):
                return
            picked = self.machines[side](game) if side != CHANCE else None
            game.play(picked.choice if picked else game.choices()[0])
            if picked and picked.why:
                self.whys[id(game.node)] = picked.why
            self.show()

    def _luck(self) -> None:
        """Show what was skill and what was luck; pressed again, hide it."""
        mine = [side for side in self.game.book.sides if side not in self.machines]
        self.luck.children = () if self.luck.children else (Luck(self.game, self._other_tried, mine),)

    def _other_tried(self, _game: Game) -> None:
        """The other choice was made where a line is looked at: the game goes on from there."""
        self.looking, self.luck.children = None, ()
        self.show()
        self.machines_play()

    def _undone(self) -> None:
        self.game.take_back()
        while self.game.now.side in self.machines and self.game.node.before is not None:
            self.game.take_back()
        self.show()

    def _looked(self, change: Any) -> None:
        """The slider: another place of the game is looked at."""
        if not self._quiet:
            self.look_at(change.new)

    def look_at(self, event: int) -> None:
        """Look back at the table after so many events."""
        line = (self.game.root, *self.game.line)
        at = min(max(event, 0), len(line) - 1)
        self.looking = None if at == len(line) - 1 else line[at]
        self.show()

    def _look_along(self, way: int) -> None:
        if way:
            self.look_at(self.slider.value + way)

    def tell_worths(self) -> None:
        """Tell what each choice is worth, where the table was opened; what was played since is kept."""
        if not self.worths.on.value:
            self.looking = None
            self.game.go_to(self.begun_at)
            self.worths.on.value = True
            self.worths.layout.display = self.ask_luck.layout.display = ""

    def _play_on(self) -> None:
        if self.looking is not None:
            self.game.go_to(self.looking)
            self.looking = None
            self.show()

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        """The live widget, and for wherever no widget runs the table and the game as text."""
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)
        still = self.board._repr_mimebundle_()["text/html"]
        return {**bundle, "text/plain": self.text, "text/html": f"{still}<pre>{escape(self.text)}</pre>"}


class Row:
    """One choice of the unit in hand: a button, and all its outcomes in a strip."""

    def __init__(self, pressed: Any) -> None:
        self.choice: Choice | None = None
        self.button = w.Button(layout=w.Layout(width="auto"))
        self.button.on_click(lambda _: pressed(self.choice))
        self.chances = words("")
        self.box = w.VBox([self.button, self.chances])
        self.box.add_class("pz8-choice")

    def show(self, choice: Choice, game: Game, worth: str = "") -> None:
        """Another choice, and what it is worth where that is switched on."""
        self.choice = choice
        odds = game.odds(choice)
        self.button.description = choice_words(choice)
        section = f" (§{choice.section})" if choice.section else ""
        self.button.tooltip = choice_said(game.book, game.moment, choice) + section
        why = choice.why or place_said(game.book, game.moment, choice)
        told = "".join(f'<p class="pz8-quiet">{escape(each)}</p>' for each in (why, worth) if each)
        self.chances.value = (strip(odds) + needed(game, choice) if odds is not None else "") + told

    def mark(self, chosen: Choice | None) -> None:
        """Is it the one that is about to be done?"""
        self.button.button_style = "primary" if chosen is not None and chosen == self.choice else ""


class Legal:
    """What the rules of a played turn say of a move by hand."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def why_not_move(self, name: str, place: Place, position: Position[Any]) -> str:
        """Why a base may not go to a place now; empty if it may."""
        try:
            self.game.dragged(name, place)
        except BadInput as fault:
            return str(fault)
        return ""

    def arrives(self, name: str, place: Place, position: Position[Any]) -> Place:
        """Where it ends: what stops it on its way does so when the move is made."""
        return place
