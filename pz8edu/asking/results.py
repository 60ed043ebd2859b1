"""Named results as people see them: in columns, in a notebook as a table that says what each means."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pz8edu.core.chance.exact import as_exact
from pz8edu.core.rulebook.situation import Given
from pz8edu.printing.exact import in_full
from pz8edu.printing.text import columns


class Results(dict[str, Any]):
    """Named results: exact numbers that go with SymPy's, words such as "never", mappings of these.

    `told` says what they mean, in words; `notes` what is to be said beside them.
    """

    def __init__(
        self, found: Given, told: Mapping[str, str] | None = None, notes: tuple[str, ...] = ()
    ) -> None:
        super().__init__({name: as_shown(value) for name, value in found.items()})
        self.told = dict(told or {})
        self.notes = notes

    def __repr__(self) -> str:
        told = columns([(name, _in_words(value)) for name, value in self.items()])
        return "\n".join((told, *self.notes))

    def _repr_html_(self) -> str:
        from pz8edu.show.results_html import paragraphs, results_html

        return results_html(self, self.told) + paragraphs(self.notes)


def _in_words(value: object) -> str:
    if not isinstance(value, (Mapping, list, tuple)):
        return in_full(value)
    from pz8edu.show.results_html import in_line

    return in_line(value)


def as_shown(value: Any) -> object:
    """A value as people see it: its fractions, however deep they stand, as fractions that go with SymPy's."""
    if isinstance(value, Fraction):
        return as_exact(value)
    if type(value) is dict:
        return {name: as_shown(each) for name, each in value.items()}
    if type(value) in (list, tuple):
        return type(value)(map(as_shown, value))
    return value
