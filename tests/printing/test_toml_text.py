"""Plain values as TOML: what is written reads back as it was."""

from __future__ import annotations

import tomllib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pz8edu.printing.toml_text import toml_text

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
ALONE = st.one_of(st.booleans(), st.integers(-(10**12), 10**12), st.floats(allow_nan=False), TEXTS)
VALUES = st.recursive(
    ALONE,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=8,
)


@given(st.dictionaries(TEXTS, VALUES, max_size=4))
def test_what_is_written_reads_back(plain: dict[str, Any]) -> None:
    assert tomllib.loads(toml_text(plain)) == plain


def test_an_entry_each_and_what_stands_for_itself_first() -> None:
    text = toml_text({"units": [{"name": "A", "at": [1, 2.5]}], "end": {"turns": 6}, "title": 'the "farm"'})
    assert text == 'title = "the \\"farm\\""\n\n[end]\nturns = 6\n\n[[units]]\nname = "A"\nat = [1, 2.5]\n'
