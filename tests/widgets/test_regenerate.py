"""Writing lessons back: what is printed in pieces stands there in one."""

from __future__ import annotations

from nbformat.v4 import new_output

from pz8widgets.regenerate import joined


def test_printed_text_is_joined_however_it_came() -> None:
    pieces = [new_output("stream", name="stdout", text=text) for text in ("one\n", "two\n")]  # type: ignore[no-untyped-call]
    (whole,) = joined(pieces)
    assert whole.text == "one\ntwo\n"


def test_other_outputs_and_other_streams_part_the_text() -> None:
    outputs = [
        new_output("stream", name="stdout", text="one\n"),  # type: ignore[no-untyped-call]
        new_output("display_data", data={"text/plain": "a table"}),  # type: ignore[no-untyped-call]
        new_output("stream", name="stdout", text="two\n"),  # type: ignore[no-untyped-call]
        new_output("stream", name="stderr", text="three\n"),  # type: ignore[no-untyped-call]
    ]
    assert joined(outputs) == outputs
