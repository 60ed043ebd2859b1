"""A board drawn as SVG, where there is no Bokeh: the picture of the book, with bases that a hand can take."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from typing import Any

from pz8edu.board.scene import Scene
from pz8edu.board.shapes import Base
from pz8edu.show.board_labels import unnamed
from pz8edu.show.board_page import Page
from pz8edu.show.board_svg import Picture
from pz8widgets.boards.board_view import View
from pz8widgets.boards.portrayal import styles_of
from pz8widgets.page.svg_pane import SvgPane


class Takeable(Picture):
    """The drawing of a board whose bases stand in groups of their own, each with a button over it."""

    def __init__(self, scene: Scene, width: float, movable: Any, chosen: str, view: View) -> None:
        super().__init__(Page(scene, width, window=view), styles_of(scene))
        self.movable, self.chosen = movable, chosen

    def shapes(self) -> Iterator[str]:
        """The shapes from back to front; a base that can be taken is a button that says what it is."""
        for shape in self.scene.shapes:
            if isinstance(shape, Base) and shape.name in self.movable:
                pressed = str(shape.name == self.chosen).lower()
                yield (
                    f'<g data-base="{escape(shape.name)}" data-facing="{float(shape.facing or 0):g}" '
                    f'tabindex="0" role="button" aria-pressed="{pressed}" '
                    f'aria-label="{escape(shape.describe())}">{self.shape(shape)}{self.grip(shape)}</g>'
                )
            else:
                yield f"<g>{self.shape(shape)}</g>"

    def grip(self, base: Base) -> str:
        """What of a base can be taken: all of it, at least as large as a finger."""
        x, y = self.page.at(base.at)
        wide, deep = (max(float(side) * self.scale + 8, 26) for side in (base.size, base.length))
        turn = f'transform="translate({x:.1f} {y:.1f}) rotate({float(base.facing or 0):.1f})"'
        box = f'x="{-wide / 2:.1f}" y="{-deep / 2:.1f}" width="{wide:.1f}" height="{deep:.1f}" rx="4"'
        return f'<rect class="pz8-grip" {turn} {box}/>'


class Drawn:
    """How a board is drawn, and how it hears of mouse, finger and keys."""

    _unanswered: int | None

    def build_pane(self: Any) -> SvgPane:
        """The picture, empty."""
        return SvgPane(self.does, label=f"{self.scene.title or 'Board'}: a map; its facts follow in words")

    def draw(self: Any, scene: Scene) -> None:
        """Show a scene."""
        picture = Takeable(replace(scene, title="", note=""), self.width, self.places, self.chosen, self.view)
        self.unnamed = unnamed(picture.placed)
        page = picture.page
        corner, far = page.at((self.view.left, self.view.high)), page.at((self.view.right, self.view.low))
        self.pane.frame = [*corner, far[0] - corner[0], far[1] - corner[1]]
        self.pane.extent = list(self.view)
        self.pane.picture = re.sub(r"<(title|desc)>.*?</\1>", "", picture.drawn(), flags=re.DOTALL)

    def reply(self: Any) -> None:
        """Tell the page that the drag has been dealt with, so that it may tell the next place."""
        if self._unanswered is not None:
            self.pane.answered = self._unanswered
            self._unanswered = None

    def hear_points(self: Any) -> None:
        """Be told where a pointer rests."""
        self.pane.pointed = True

    def show_view(self: Any) -> None:
        """The next drawing shows it."""

    def seen(self: Any) -> View:
        """The page never moves the picture by itself."""
        view: View = self.view
        return view
