"""A side that plays itself: the solo opponent that a book prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

from pz8edu.board.position import U
from pz8edu.board.tabletop import Tabletop
from pz8edu.errors import BadInput, listed
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import Moment
from pz8edu.turns.play import Play, R


class Order(NamedTuple):
    """What the printed opponent does: one choice, or several between which its book does not decide."""

    choices: tuple[Choice, ...]
    why: str
    section: str

    def __str__(self) -> str:
        return f"{self.why} (§{self.section})"


class Solo(Play[U, R]):
    """How a book is played with a side that plays itself. Subclass it before the book's own `Play`.

    Its cards and dice are choices of chance, thrown by the book's own questions and written down as any are;
    what they say is noted in the moment. `printed` is the section of its rules.
    """

    printed: ClassVar[str]

    def __init__(self, table: Tabletop[U], rules: R, side: str) -> None:
        super().__init__(table, rules)
        if side not in self.alone:
            raise BadInput(
                f"{listed(self.alone)} may play by itself on this table (section {self.printed}); got {side}"
            )
        self.solo = side

    @property
    def alone(self) -> tuple[str, ...]:
        """The sides that may play themselves."""
        return self.sides

    def ordered(self, moment: Moment[U], found: Sequence[Choice]) -> Order | None:
        """What of its legal choices the side makes, and why; None where the book does not say."""
        return None

    def is_ordered(self, choice: Choice, order: Order) -> bool:
        """Does a choice carry out an order?"""
        return choice.key in {each.key for each in order.choices}

    def order(self, moment: Moment[U]) -> Order | None:
        """What the printed opponent does now; None for others, and where the book does not say."""
        if self.now(moment).side != self.solo:
            return None
        return self.ordered(moment, list(super().choices(moment)))

    def choices(self, moment: Moment[U], unit: str = "") -> Iterator[Choice]:
        """Every legal choice, of the printed opponent those that carry out its order."""
        order = self.order(moment)
        if order is None:
            return super().choices(moment, unit)
        return (each for each in order.choices if unit in ("", each.unit))

    def allowed(self, moment: Moment[U], choice: Choice) -> Choice:
        """The choice as it is offered; the printed opponent does nothing but its order."""
        found, order = super().allowed(moment, choice), self.order(moment)
        if order is not None and not self.is_ordered(found, order):
            raise BadInput(f"{self.solo} plays itself: {order}.")
        return found
