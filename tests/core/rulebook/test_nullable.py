"""A value that may be null, and says so in its schema."""

from typing import Annotated, Literal

import pytest

from pz8edu.core import Help, Nullable, Situation, Whole
from pz8edu.errors import BadInput


class Sentry(Situation):
    """A made-up situation."""

    post: Annotated[int | None, Whole(1, 5), Nullable(), Help("null = none")] = None
    leader: Annotated[Literal["sergeant", "officer"] | None, Nullable()]


def test_null_stands_in_type_enum_and_default() -> None:
    schema = Sentry.schema()
    assert schema["properties"]["post"] == {
        "type": ["integer", "null"],
        "minimum": 1,
        "maximum": 5,
        "description": "null = none",
        "default": None,
    }
    assert schema["properties"]["leader"] == {
        "type": ["string", "null"],
        "enum": ["sergeant", "officer", None],
    }
    assert schema["required"] == ["leader"]


def test_null_is_read_as_nothing() -> None:
    assert Sentry.read({"leader": None}) == Sentry(leader=None)
    assert Sentry.read({"leader": "officer", "post": 3}) == Sentry(leader="officer", post=3)


def test_a_bad_value_hears_that_null_is_allowed() -> None:
    with pytest.raises(BadInput, match="post must be a whole number from 1 to 5, or null; got 9"):
        Sentry.read({"leader": None, "post": 9})
