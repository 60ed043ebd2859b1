"""Two designers' variants as one: what only one of them changed is taken, what both changed is named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pz8edu.core.rulebook.ruleset import printed_rules
from pz8edu.core.rulebook.table import cell_text
from pz8edu.desk.variants.variant import Variant, change_line, variant_head
from pz8edu.errors import BadInput
from pz8edu.printing.text import columns


@dataclass(frozen=True)
class Conflict:
    """A number, a cell or a reading that both changed, each otherwise."""

    name: str
    original: object
    mine: object
    theirs: object

    def __str__(self) -> str:
        was, mine, theirs = (cell_text(each) or "blank" for each in (self.original, self.mine, self.theirs))
        return f"{self.name} was {was}: mine says {mine}, theirs says {theirs}"


@dataclass(frozen=True)
class Merged:
    """Two variants as one. Where both changed the same place it keeps mine, and `conflicts` names it."""

    variant: Variant
    conflicts: tuple[Conflict, ...]

    def to_toml(self) -> str:
        """The variant file; of a conflict both sides stand in it, between git's marks."""
        head = variant_head(self.variant.rules, self.variant.title, self.variant.why)
        return "\n".join([*head, *self._changes()]) + "\n"

    def _changes(self) -> Iterator[str]:
        doubtful = {each.name: each for each in self.conflicts}
        rules = self.variant.rules
        departures = rules.departures()
        for name in dict.fromkeys((*departures, *doubtful)):
            if name not in doubtful:
                yield change_line(rules, name, departures[name])
                continue
            yield from ("<<<<<<< mine", change_line(rules, name, doubtful[name].mine))
            yield from ("=======", change_line(rules, name, doubtful[name].theirs), ">>>>>>> theirs")

    def __repr__(self) -> str:
        rows = [(name, cell_text(value)) for name, value in self.variant.rules.departures().items()]
        told = columns(rows) if rows else "nothing departs from the book"
        named = f"{self.variant.title} ({self.variant.rules.system})"
        return "\n".join([named, told, *(f"conflict: {each}" for each in self.conflicts)])


def merge_variants(mine: Variant, theirs: Variant, original: Variant | None = None) -> Merged:
    """Two variants of one book as one; `original` is what both began with, the printed book if nothing.

    Titles and reasons that both changed stand one after the other. Raises BadInput for variants of different
    books, and where changes that are fine alone do not go together.
    """
    rules, book = mine.rules, printed_rules(type(mine.rules))
    before = original or Variant("", "", book)
    others = sorted({each.rules.system for each in (theirs, before)} - {rules.system})
    if others:
        raise BadInput(f"a variant of {rules.system} cannot be merged with one of {' or '.join(others)}")
    sides = [each.rules.departures() for each in (before, mine, theirs)]
    chosen, conflicts = {}, []
    for name in dict.fromkeys(name for side in sides for name in side):
        was, ours, others_ = (side.get(name, book.value(name)) for side in sides)
        chosen[name] = others_ if ours == was else ours
        if was not in (ours, others_) and ours != others_:
            conflicts.append(Conflict(name, was, ours, others_))
    beyond = any(each.rules.beyond_the_book() for each in (mine, theirs))
    title = _both(before.title, mine.title, theirs.title, " + ")
    why = _both(before.why, mine.why, theirs.why, "\n")
    return Merged(Variant(title, why, book.variant(chosen, beyond_the_book=beyond)), tuple(conflicts))


def _both(was: str, mine: str, theirs: str, between: str) -> str:
    """The text that was changed; both where both were."""
    if was not in (mine, theirs) and mine != theirs:
        return f"{mine}{between}{theirs}" if mine and theirs else mine or theirs
    return theirs if mine == was else mine
