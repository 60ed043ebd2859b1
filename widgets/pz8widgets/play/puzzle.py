"""Find the choice: a position with exactly one best choice, then the worth of every one of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as w

from pz8edu.analysis import puzzles
from pz8edu.analysis.puzzles import asks, explained, family, of_the_day, said_in, shelf, stands
from pz8edu.board.tabletop import BoardState
from pz8edu.games.record import key_text
from pz8edu.printing.percent import in_points, short_percent
from pz8widgets.boards.board_view import View
from pz8widgets.boards.board_words import sides_html
from pz8widgets.boards.portrayal import still
from pz8widgets.course.progress import Progress
from pz8widgets.page.still import picture_html
from pz8widgets.page.theme import apply_theme, button, card, words
from pz8widgets.play import own
from pz8widgets.play.played_html import strip
from pz8widgets.play.pupil import Pupil
from pz8widgets.play.worths import bar

WIDE, NARROW = 600, 340
"""The table in pixels, on a desk and on a phone."""
MOST_SQUARES = 7
"""The hardest puzzle has so many squares of difficulty."""


class Puzzle(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """A puzzle by its id, or that of the day: the table, the choices as buttons, then what each is worth.

    With a `file` the answers are kept in it: what was wrong comes again, and "Next" asks what is due, first
    of all what comes from games of one's own, which the learner's `progress` keeps. `now` is the time, in
    UTC. Raises BadInput for an unknown puzzle and for a file that holds something else.
    """

    def __init__(
        self,
        name: str | puzzles.Puzzle | None = None,
        *,
        file: str | Path | None = None,
        now: datetime | None = None,
        progress: Progress | None = None,
    ) -> None:
        self._now = now
        self.file = Path(file) if file is not None else None
        self.pupil = Pupil.read(self.file) if self.file is not None else Pupil()
        self.progress = progress or Progress()
        self.head, self.picture, self.question, self.told, self.again = (words("") for _ in range(5))
        self.options = w.VBox()
        self.next = button("Next puzzle", "One that is due, or a new one", self._next)
        self.out = button("Play it out", "The table from here", self._played)
        self.more = w.HBox([self.next, self.out])
        self.more.add_class("pz8-tools")
        self.table = w.VBox()
        choosing = card("Find the choice", self.question, self.options, self.more)
        side = w.VBox([choosing, self.told, self.again])
        both = w.Box([card("", self.picture), side, self.table])
        both.add_class("pz8-play")
        super().__init__([self.head, both])
        if isinstance(name, str):
            name = own.kept(self.progress).get(name) or puzzles.puzzle(name)
        self.show(name or of_the_day(self.now.date()))
        apply_theme(self)

    @property
    def now(self) -> datetime:
        """The time, in UTC."""
        return self._now or datetime.now(UTC)

    def show(self, one: puzzles.Puzzle) -> None:
        """Ask another puzzle."""
        self.one, self.chosen, self.game = one, "", one.game
        deep = min(one.ahead, MOST_SQUARES)
        squares = f"{'■' * deep}{'□' * (MOST_SQUARES - deep)}"
        hard = f'<span role="img" aria-label="{deep} of {MOST_SQUARES}">{squares}</span>'
        called = f"puzzle {one.id}" if not one.taken else "from a game of your own"
        title = escape(f"{self.game.home.title} · {self.game.table} · {called}")
        quiet = f'<span class="pz8-quiet">difficulty {hard}</span>'
        self.head.value = f'<h3 class="pz8-title">{title} {quiet}</h3>'
        scene = self.game.book.table.scene(BoardState(self.game.moment.position), self.game.rules)
        who = "".join(f"<li>{escape(each)}</li>" for each in stands(one))
        places = [(float(x), float(y)) for x, y in (base.at for base in scene.bases)]
        part = replace(scene, title="", note="", extent=View.over(places, View.of(scene), around=0.3))
        desk, phone = (picture_html(still(part, wide), "the table") for wide in (WIDE, NARROW))
        told = f"<details><summary>Who stands where</summary><ul>{who}</ul></details>"
        self.stands = desk + told
        self.picture.value = (
            f"<p class='pz8-quiet'>{escape(scene.note)}</p><div class='pz8-on-desk'>{desk}</div>"
            f"<div class='pz8-on-phone'>{phone}</div><p>{sides_html(scene.bases)}</p>{told}"
        )
        self.question.value = f"<p>{escape(asks(one))}</p>"
        self.offered = {key_text(each.key): each for each in self.game.choices()}
        self.options.children = tuple(self._option(each) for each in sorted(one.choices))
        self.told.value = self.again.value = ""
        self.table.children = ()
        self.more.layout.display = "none"

    def _option(self, choice: str) -> w.VBox:
        one = button(self._words(choice), f"Answer: {choice}", lambda: self.answer(choice))
        offered = self.offered.get(choice)
        odds = self.game.odds(offered) if offered is not None else None
        box = w.VBox([one, words(strip(odds) if odds is not None else "")])
        box.add_class("pz8-choice")
        return box

    def _words(self, choice: str) -> str:
        return said_in(choice, self.game)

    def answer(self, choice: str) -> None:
        """Take an answer, once, and tell what every choice is worth. Raises BadInput for no choice of it."""
        lost = self.one.loses(choice)
        if self.chosen:
            return
        self.chosen = choice
        rows = "".join(self._row(each) for each in self.one.choices)
        why = "".join(f"<p>{escape(each)}</p>" for each in explained(self.one, choice))
        like = ", ".join(each.id for each in family(self.one))
        alike = f"<p>The same but for one word: {like}.</p>" if like else ""
        self.told.value = (
            f'<div class="pz8-card" role="status"><table class="pz8-log"><tbody>{rows}</tbody></table>'
            f"{why}{alike}</div>"
        )
        when = self._own_kept(lost) if self.one.taken else self._kept(lost)
        self.again.value = f'<p class="pz8-quiet">{when}</p>'
        for box in self.options.children:
            box.children[0].disabled = True
        self.more.layout.display = ""

    def _kept(self, lost: Fraction) -> str:
        """Keep the answer to a puzzle of the shelf, and say when it comes again."""
        due = self.pupil.answers(self.one, not lost, self.now)
        if self.file is not None:
            self.pupil.save(self.file)
        days = max(0, (due - self.now).days)
        when = f"in {days} day{'s' * (days != 1)}" if days else "today"
        return (
            f"Comes back {when}. {self.pupil.right} of {self.pupil.answered} right; "
            f"your rating is {self.pupil.rating:.0f}, this puzzle's {self.one.rating}."
        )

    def _own_kept(self, lost: Fraction) -> str:
        """Keep the answer to a position of a game of one's own, and say when it comes again."""
        name = own.OWN + self.one.id
        self.progress.keep(name, self.chosen, not lost)
        answer = self.progress.of(name)
        return escape(self.progress.trouble) or f"Comes back on {answer.due if answer else 'another day'}."

    def _row(self, choice: str) -> str:
        worth, lost = self.one.choices[choice], self.one.loses(choice)
        loses = f"loses {in_points(lost)} points" if lost else "<b>best</b>"
        yours = " ← your choice" if choice == self.chosen else ""
        return (
            f'<tr><th scope="row">{escape(self._words(choice))}{yours}</th>'
            f'<td title="{worth}">{short_percent(worth)}{bar(worth)}</td><td>{loses}</td></tr>'
        )

    def _next(self) -> None:
        self.progress = Progress(self.progress.path.parent)
        mine = next((each for each in own.due(self.progress) if each != self.one), None)
        found = mine or self.pupil.next(shelf().values(), self.now)
        if found is None:
            self.again.value = "<p>All puzzles are answered, and none is due.</p>"
            return
        self.show(found)

    def _played(self) -> None:
        from pz8widgets.play.play import Play

        game = self.one.game
        self.table.children = (Play(game.home.id, game.table, game=game),)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        """The live puzzle, and for wherever no widget runs the question with its choices."""
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)
        options = "".join(f"<li>{escape(self._words(each))}</li>" for each in sorted(self.one.choices))
        told = f"{self.head.value}{self.stands}{self.question.value}<ol>{options}</ol>"
        return {**bundle, "text/plain": f"Puzzle {self.one.id}: {asks(self.one)}", "text/html": told}
