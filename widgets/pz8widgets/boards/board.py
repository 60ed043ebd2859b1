"""A board to play on: drag and turn bases, choose who fires at whom, and see what the rules say of it.

The rules live elsewhere: `scene_of` answers a `BoardState` (a position, who fires, at whom) with a `Scene`,
and the board shows it. Whatever a mouse or a finger can do the keyboard can do too.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from html import escape
from typing import Any

import ipywidgets as w
from traitlets import Bool, Float, Instance, Unicode

from pz8edu.board.bearings import point_at
from pz8edu.board.position import Place, Position
from pz8edu.board.scene import Scene
from pz8edu.board.shapes import Base, Shape
from pz8widgets.boards.board_controls import BoardControls, directions
from pz8widgets.boards.board_state import (
    BoardState,
    Chosen,
    FactsOf,
    Hand,
    Law,
    Moved,
    SceneOf,
    Settle,
    Stepped,
    Turned,
    places_of,
    rearranging,
    straight,
)
from pz8widgets.boards.board_view import STEP, View, box_of, fanned, on_its_way, reach_of, without_reach
from pz8widgets.boards.board_words import poster, still_html
from pz8widgets.page.theme import apply_theme, card, words

try:
    from pz8widgets.boards.drawn_by_bokeh import Drawn
except ModuleNotFoundError:  # in a reader's own browser there is no Bokeh
    from pz8widgets.boards.drawn_as_svg import Drawn  # type: ignore[assignment]

TURNS = {",": -1, ".": 1}
CLIMBS = {"PageUp": 1, "PageDown": -1}
CLEAR = "Escape"
CLOSER, FURTHER, FIT = "+", "-", "0"
"""Keys that show the board larger, smaller and whole."""
PUSH = 0.25
"""By so much of the picture an arrow key moves it when no base is in hand."""
TALLEST = 560
"""Pixels of a picture that is seen whole on a small screen."""
SMALL = 500
"""Pixels of a picture that is shown in part where only a part of it counts."""
TINY = 20
"""Pixels of a base on a larger picture: below that the part where bases stand is shown."""
PHONE, TALL = 400, 0.75
"""Pixels of a picture on a phone, and how tall it is there for its width at least."""
AT_EDGE = 0.02
"""Of the board's width: the room beside a base that would have been cut in two."""
BESIDE = 340
"""Pixels for the facts beside the picture."""


class Board(Drawn, w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """A board with its bases, live: give it a scene, or a function from `BoardState` to one and a position.

    `position` is what stands on it and in what state, or only where every base stands that can be moved;
    with a plain scene it is read from the scene. `facts_of` gives the lines beside the board; `settle` says
    where a base comes to rest when it is let go (in the middle of its hex, say). Lengths are in the unit of
    the board, `turn` in degrees, `width` in pixels; with `choosing=False` nobody fires at anybody; `roles`
    says what the two do.

    Tell it whom to call with `on_move`, `on_turn` and `on_choose`. All state is in traits, which may be
    observed and set: `position`, `shooter`, `target`, `chosen` (the base in hand), `step` and `turn`. A unit
    that changes its state shows at once: `board.position = board.position.with_unit("T-34", fired=True)`.

    With `law` a hand on the board makes moves and the rules judge them: a drop that they do not allow goes
    back, a step by key that they do not allow is marked until the move is ended; `refusal` says why. With
    `setting_up` a hand puts bases anywhere, as `move` and `turn_to` always do; where whole turns
    are `played` nobody is offered that. Where something `hides`, `uncovered` shows it.

    `zoom`, `fit` and `look_at` show a part of it larger: so do the buttons under it, the keys + - 0, a wheel
    or two fingers on a board that has been touched. `view` is what is seen.
    """

    position = Instance(Position)
    shooter = Unicode()
    target = Unicode()
    chosen = Unicode()
    step = Float(1.0)
    turn = Float(15.0)
    setting_up = Bool(False)
    refusal = Unicode()
    uncovered = Bool(False)
    tiny = TINY
    shows_reach = True

    def __init__(
        self,
        scene: Scene | SceneOf,
        position: Position[Any] | Mapping[str, Place] | None = None,
        *,
        shooter: str = "",
        target: str = "",
        facts_of: FactsOf | None = None,
        settle: Settle | None = None,
        law: Law | None = None,
        stepped: Stepped = straight,
        step: float = 1.0,
        turn: float = 15.0,
        width: int = 800,
        choosing: bool = True,
        roles: tuple[str, str] = ("Fires", "Is fired at"),
        hides: bool = False,
        played: bool = False,
    ) -> None:
        super().__init__()
        if isinstance(scene, Scene):
            position = places_of(scene) if position is None else position
            scene = rearranging(scene)
        self.scene_of = scene
        self.facts_of = facts_of
        self.settle = settle
        self.stepped = stepped
        self.hand = Hand(law)
        self.hides = hides
        self.played = played
        self.beside = w.HBox()
        self.choosing = choosing
        self.roles = roles
        self._moved: list[Moved] = []
        self._turned: list[Turned] = []
        self._choice_heard: list[Chosen] = []
        self._pointed: list[Callable[[float, float], None]] = []
        self._quiet = 0
        self._reach: tuple[str, Sequence[Shape]] = ("", ())
        self.position = position if isinstance(position, Position) else Position(dict(position or {}))
        for name in filter(None, (shooter, target)):
            self.position.place(name)
        self.step, self.turn, self.shooter, self.target = step, turn, shooter, target
        self.scene = self.picked(self.scene_of(self.state))
        self.whole = self.view = self._frame = View.of(self.scene)
        self._framed: Sequence[tuple[float, float]] | None = None
        self.width = self.page_width = min(width, round(TALLEST * self.scene.width / self.scene.height))
        self.steps = {key: bearing for bearing, (*_, key) in directions(self.scene).items()}
        self.pane = self.build_pane()
        self.pane.hot_keys = [
            *self.steps,
            *TURNS,
            *(CLIMBS if self.flies else ()),
            *([CLEAR] if self.choosing else ()),
            *(CLOSER, FURTHER, FIT),
        ]
        self.pane.on_key(self.key_pressed)
        self.controls = BoardControls(self)
        self.heading = words("")
        self.assemble()
        self.redraw()
        self.observe(self.changed, ["position", "shooter", "target", "chosen", "uncovered"])
        self.observe(lambda _: self.end_move(), "setting_up")

    @property
    def places(self) -> Mapping[str, Place]:
        """Where every base stands."""
        return self.position.places

    @property
    def moving(self) -> bool:
        """Is a base on its way?"""
        return self.hand.moving

    @property
    def state(self) -> BoardState[Any]:
        """What the player has done so far; the rules answer this."""
        return BoardState(
            self.position,
            self.shooter,
            self.target,
            self.hand.before,
            let_go=not self.hand.moving,
            uncovered=self.uncovered,
        )

    def on_move(self, heard: Moved) -> None:
        """Call `heard(name, x, y)` when a base has been moved, and on its way while it is dragged."""
        self._moved.append(heard)

    def on_turn(self, heard: Turned) -> None:
        """Call `heard(name, facing)` when a base has been turned, also on its way."""
        self._turned.append(heard)

    def on_choose(self, heard: Chosen) -> None:
        """Call `heard(shooter, target)` when another base fires or is fired at; "" for nobody."""
        self._choice_heard.append(heard)

    def on_point(self, heard: Callable[[float, float], None]) -> None:
        """Call `heard(x, y)` when a pointer rests beside all bases; a finger never does."""
        self._pointed.append(heard)
        self.hear_points()

    def move(self, name: str, x: float, y: float, resting: bool = True) -> None:
        """Put a base somewhere; at the edge if that lies outside. Raises BadInput for no such base."""
        self.hear_move(name, self.put(name, self.on_board(name, x, y), resting))

    def on_board(self, name: str, x: float, y: float) -> Place:
        """A place on the board for a base."""
        x0, y0, x1, y1 = map(float, self.scene.extent)
        return self.position.place(name)._replace(x=min(max(x, x0), x1), y=min(max(y, y0), y1))

    def hear_move(self, name: str, place: Place) -> None:
        """Tell who wants to hear of moves."""
        for heard in self._moved:
            heard(name, place.x, place.y)

    def turn_to(self, name: str, facing: float, resting: bool = True) -> None:
        """Turn a base to a bearing in degrees clockwise from north. Raises BadInput for no such base."""
        self.hear_turn(name, self.put(name, self.turned(name, facing), resting))

    def turned(self, name: str, facing: float) -> Place:
        """The place of a base with another facing."""
        return self.position.place(name)._replace(facing=facing % 360)

    def hear_turn(self, name: str, place: Place) -> None:
        """Tell who wants to hear of turns."""
        for heard in self._turned:
            heard(name, place.facing or 0.0)

    def at_altitude(self, name: str, altitude: int) -> Place:
        """Where a base would come to rest on another level."""
        place = self.position.place(name)._replace(altitude=altitude)
        return self.settle(name, place, self.position) if self.settle else place

    @property
    def flies(self) -> bool:
        """Does anything on this board fly?"""
        return any(place.altitude is not None for place in self.places.values())

    def choose(self, shooter: str | None = None, target: str | None = None) -> None:
        """Say who fires and at whom; None leaves that as it is. Raises BadInput for no such base."""
        before = (self.shooter, self.target)
        for name in filter(None, (shooter, target)):
            self.position.place(name)
        with self.at_once():
            self.shooter = self.shooter if shooter is None else shooter
            self.target = self.target if target is None else target
            if self.shooter and self.shooter == self.target:
                self.shooter, self.target = (self.shooter, "") if target is None else ("", self.target)
        if (self.shooter, self.target) != before:
            for heard in self._choice_heard:
                heard(self.shooter, self.target)

    def clear(self) -> None:
        """Let go of the target; without one, of the one that fires."""
        self.choose(target="") if self.target else self.choose(shooter="")

    def put(self, name: str, place: Place, resting: bool) -> Place:
        """Let a base stand somewhere, settled if it comes to rest there, and draw the board again."""
        if name != self.hand.name:
            self.end_move()
        before = self.hand.take(name, self.position)
        if resting and self.settle:
            place = self.settle(name, place, before)
        with self.at_once():
            self.hand.moving = not resting
            if resting:
                self.hand.finish()
            self.refusal = ""
            self.position = self.position.moved(name, place)
        return place

    def play(self, name: str, place: Place, last: bool = True, step: bool = False) -> Place:
        """What a hand does to a base: its move, which the rules judge when it is let go, or its setting up.

        A step by key that is not allowed may lead on to a place that is: it is marked and not taken back.
        """
        if self.setting_up or self.hand.law is None:
            return self.put(name, place, last)
        if name != self.hand.name:
            self.end_move()
        before = self.hand.take(name, self.position)
        with self.at_once():
            self.hand.moving = not last
            self.refusal = self.hand.law.why_not_move(name, place, before) if last else ""
            if self.refusal and not step:
                place = self.hand.stood
            elif last and not self.refusal:
                place = self.hand.law.arrives(name, place, before)
                place = self.hand.stood = self.settle(name, place, before) if self.settle else place
            elif last and self.settle:
                place = self.settle(name, place, before)
            self.position = self.position.moved(name, place)
        return place

    def end_move(self) -> None:
        """The move of the base in hand is over: it can make another; what is not allowed goes back."""
        name, stood = self.hand.name, self.hand.stood
        if not name:
            return
        with self.at_once():
            if self.refusal and name in self.places:
                self.position = self.position.moved(name, stood)
            self.refusal = ""
            self.hand.finish()

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Several changes of state, one redraw; who observes the state hears of it after the redraw."""
        with self.silence(), self.hold_trait_notifications():
            yield
            self.redraw()

    @contextmanager
    def silence(self) -> Iterator[None]:
        """Changes of state without a redraw."""
        self._quiet += 1
        try:
            yield
        finally:
            self._quiet -= 1

    def changed(self, change: Any) -> None:
        """A trait was set from outside: a position that somebody else has changed ends the move in hand."""
        if self._quiet:
            return
        if change.name == "chosen" and change.new in self.places:
            self.look_at(change.new)
        if change.name == "position" and self.hand.name:
            self.end_move()
        else:
            self.redraw()

    def redraw(self) -> None:
        """Ask the rules for the scene of this state and show it; only what differs goes to the page."""
        state = self.state
        found = self.picked(self.scene_of(state))
        self.scene = found if self.shows_reach else without_reach(found)
        with self.pane.hold():
            spread = fanned(self.in_hand(found), self.hand.name if self.moving else "")
            self.draw(spread)
            self.reply()
        self.pane.flush()
        self.controls.renew(state)
        if not self.moving:
            self.at_rest()

    def in_hand(self, found: Scene) -> Scene:
        """The scene with what the base in hand leaves behind while it is on its way."""
        if self.hand.before is None:
            self._reach = self.shooter, reach_of(found)
            return self.scene
        name, reach = self._reach
        reach = reach if name == self.hand.name and self.moving else ()
        return on_its_way(self.scene, self.hand.name, self.hand.before.place(self.hand.name), reach)

    def at_rest(self) -> None:
        """What follows a change once nothing is in hand: the heading, the words, the static picture."""
        note = f' <span class="pz8-quiet">{escape(self.scene.note)}</span>' if self.scene.note else ""
        self.heading.value = f'<h3 class="pz8-title">{escape(self.scene.title or "On the table")}{note}</h3>'
        self.pane.poster = poster(self.scene)

    def picked(self, scene: Scene) -> Scene:
        """The scene with shooter and target marked, unless the rules have marked them."""

        def mark(base: Base) -> Base:
            role = {self.shooter: "firer", self.target: "target"}.get(base.name, "")
            return replace(base, picked=role) if role and not base.picked else base

        shapes = tuple(mark(shape) if isinstance(shape, Base) else shape for shape in scene.shapes)
        return replace(scene, shapes=shapes)

    @property
    def scale(self) -> float:
        """Pixels to a unit of the board on the page."""
        return self.page_width / (self.view.right - self.view.left)

    @property
    def shape(self) -> float:
        """The height of what is shown, as a part of its width: on a phone fit for a finger."""
        return max(self.whole.shape, TALL) if self.page_width < PHONE else self.whole.shape

    # --- what is seen
    def zoom(self, factor: float) -> None:
        """Show the board so many times larger; below 1 smaller, at most whole."""
        self.see(self.view.zoomed(factor, self.whole, self.shape))

    def fit(self) -> None:
        """Show the whole board."""
        self.see(self.whole)

    def look_at(self, name: str) -> None:
        """Move the picture to a base that is not seen. Raises BadInput for no such base."""
        x, y = self.position.place(name)[:2]
        if not self.view.holds(x, y):
            self.see(self.view.around(x, y, self.whole))

    def frame(self, places: Sequence[tuple[float, float]]) -> None:
        """Show where these are on a small screen, and where tiny bases are on a large one."""
        self._framed = places
        small = self.page_width < SMALL
        if self.view != self._frame and not (small and self.view == self.whole):
            return
        if not small:
            places = [(float(x), float(y)) for x, y in (base.at for base in self.scene.bases)]
            if self._frame != self.whole and all(self._frame.holds(*at) for at in places):
                return
            across = self.page_width / (self.whole.right - self.whole.left)
            places = places if any(float(base.size) * across < self.tiny for base in self.scene.bases) else []
        self._frame = self._whole_around(places) if places else self.whole
        self.see(self._frame)

    def _whole_around(self, places: Sequence[tuple[float, float]]) -> View:
        """The part of the board with these on it, and no base cut in two at its edge."""
        view = View.over(places, self.whole, self.shape)
        while view != self.whole and (cut := list(filter(view.cuts, self.scene.bases))):
            corners = [view[:2], view[2:], *(corner for base in cut for corner in box_of(base))]
            view = View.over(corners, self.whole, self.shape, around=AT_EDGE)
        return view

    def see(self, view: View) -> None:
        """Show a part of the board."""
        if view == self.view:
            return
        self.view = view
        with self.pane.hold():
            self.show_view()
            self.redraw()

    def does(self, row: Mapping[str, Any]) -> None:
        """A mouse or finger has done something on the page."""
        act, name, last = row["act"], row["unit"], row["last"]
        self._unanswered = row["number"]
        try:
            if act == "tap":
                self.tapped(name)
            elif act == "point":
                for heard in self._pointed:
                    heard(row["x"], row["y"])
            elif act == "view":
                self.view = self.seen()
                self.redraw()
            elif name in self.places:
                with self.silence():
                    self.chosen = name
                if act == "move":
                    self.hear_move(name, self.play(name, self.on_board(name, row["x"], row["y"]), last))
                else:
                    self.hear_turn(name, self.play(name, self.turned(name, row["facing"]), last))
                if last:
                    self.say(name)
        finally:
            self.reply()

    def resized(self, _attr: str, _old: object, new: int | None) -> None:
        """The page shows the board at another size: letters keep theirs, so words find new places."""
        if new and new != self.page_width:
            self.page_width = new
            if self._framed is not None:
                self.frame(self._framed)
            self.redraw()

    def tapped(self, name: str) -> None:
        """A tap takes a base in hand: the first fires, one of another side is fired at; beside it lets go."""
        if name not in self.places:
            self.chosen = ""
            return
        sides = {base.name: base.side for base in self.scene.bases}
        with self.at_once():
            self.chosen = name
        if not self.choosing:
            self.say(name)
            return
        if not self.shooter or sides.get(name) == sides.get(self.shooter):
            self.choose(shooter=name)
        else:
            self.choose(target=name)
        self.say(name)

    def key_pressed(self, key: str, shift: bool) -> None:
        """Arrows move the base in hand by a step, with Shift they turn it, as comma and full stop do.

        On hexes, Home and End lead north-west and south-west, up and down north-east and south-east.
        Page up and page down raise and lower what flies; Escape lets go of the target. Plus and minus show
        the board larger and smaller, 0 all of it; with no base in hand the arrows move the picture.
        """
        if key == CLEAR:
            self.clear()
            return
        if key in (CLOSER, FURTHER, FIT):
            self.fit() if key == FIT else self.zoom(STEP if key == CLOSER else 1 / STEP)
            return
        if self.chosen not in self.places:
            if key in self.steps and key not in CLIMBS:
                x, y = point_at((0.0, 0.0), self.steps[key], PUSH)
                self.see(self.view.moved(x, y, self.whole))
            return
        if key in CLIMBS:
            self.nudge_altitude(CLIMBS[key])
            return
        if key in TURNS or shift:
            self.nudge_turn(TURNS.get(key, -1 if key in ("ArrowLeft", "ArrowUp") else 1))
        elif key in self.steps:
            self.nudge(self.steps[key])

    def nudge(self, bearing: float) -> None:
        """Move the base in hand by a step in a direction."""
        name = self.chosen
        there = self.stepped(self.position.place(name), bearing, self.step)
        self.hear_move(name, self.play(name, self.on_board(name, there.x, there.y), step=True))
        self.say(name)

    def nudge_turn(self, sense: int) -> None:
        """Turn the base in hand by a step, clockwise for +1."""
        place = self.position.place(self.chosen)
        if place.facing is not None:
            facing = place.facing + sense * self.turn
            self.hear_turn(self.chosen, self.play(self.chosen, self.turned(self.chosen, facing), step=True))
            self.say(self.chosen)

    def nudge_altitude(self, sense: int) -> None:
        """Raise what is in hand by a level, or lower it for -1; what stands on the ground stays there."""
        place = self.position.place(self.chosen)
        if place.altitude is not None:
            self.play(self.chosen, self.at_altitude(self.chosen, place.altitude + sense), step=True)
            self.say(self.chosen)

    def say(self, name: str) -> None:
        """Tell a screen reader where a base is now, and the facts beside the board."""
        base = next((base for base in self.scene.bases if base.name == name), None)
        facts = [f"{fact.name}: {fact.value}." for fact in self.controls.facts]
        self.pane.news = " ".join([base.describe() if base else f"{name}.", *facts])

    def assemble(self) -> None:
        """Lay out heading, picture, facts and tools on one card."""
        self.pane.layout.max_width = f"{self.width}px"
        self.controls.table.add_class("pz8-measured")
        self.beside.children = (self.pane, self.controls.table) if self.facts_of else (self.pane,)
        self.beside.add_class("pz8-table")
        if self.scene.height > self.scene.width:
            self.beside.add_class("pz8-tall")
        sheet = card("", self.beside)
        sheet.children = (self.heading, self.beside, self.controls.tools, self.controls.in_words)
        self.beside.children += (self.controls.seen,)
        self.children = (sheet,)
        self.layout.max_width = f"{max(self.width, 420) + (BESIDE if self.facts_of else 0) + 62}px"
        self.add_class("pz8-board")
        apply_theme(self)

    def close(self) -> None:
        """Take the board off the page, and its picture out of the document."""
        if hasattr(self, "pane"):  # not where the board was interrupted while it was made
            self.pane.close()
        super().close()

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        """The live widget, and for wherever no widget runs its picture and the description."""
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)
        return {**bundle, "text/plain": self.scene.describe(), "text/html": still_html(self.scene)}
