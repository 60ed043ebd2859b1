"""A small course of its own, with one lesson of every kind of question."""

from __future__ import annotations

from pathlib import Path

import pytest

COURSE = """
[[concepts]]
id = "chance"
title = "Chance"
says = "How often."

[[concepts]]
id = "waiting"
title = "Waiting"
says = "How long."
needs = ["chance"]

[[tracks]]
title = "All"
says = "Everything."
lessons = ["first", "more/second"]
"""

FIRST = """
title = "First"
minutes = 5
concepts = ["chance"]
claims = ["far < near"]

[values]
ratio = "near / far"

[values.near]
system = "pz8-ww2"
question = "direct-fire"
inputs = { attack = 5, defence = 4, armoured = true }
outcome = "destroyed"

[values.far]
system = "pz8-ww2"
question = "direct-fire"
inputs = { attack = 5, defence = 4, armoured = true, over_half_range = true }
outcome = "destroyed"

[[questions]]
id = "q-chance"
kind = "chance"
text = "**How often?**"
answer = "near"
why = "Because {near:fraction}."
hints = ["one", "two"]
after = "Now roll it."
opens = [{ calculator = "direct-fire", system = "pz8-ww2", inputs = { attack = 5, defence = 4 } }]
[questions.traps]
"1/2" = "That is the chance to *hit*."

[[questions]]
id = "q-choice"
kind = "choice"
text = "**Which is better?**"
why = "It is {ratio} times as likely."
[questions.choices]
"near" = "near > far"
"far" = "near < far"
[questions.traps]
"far" = "Farther away it is harder to hit."
"""

SECOND = """
title = "Second"
minutes = 7
concepts = ["waiting"]

[values.phases]
system = "pz8-ww2"
question = "rally-chain"
inputs = { condition = "suppressed" }
outcome = "expected_rally_phases"

[[questions]]
id = "q-wait"
kind = "expectation"
unit = "rally phases"
text = "**How many phases?**"
answer = "phases"
why = "A third each time, twice."
"""


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the course; the learner stands in it."""
    (tmp_path / "more").mkdir()
    for name, text in (
        ("course.toml", COURSE),
        ("first.toml", FIRST),
        ("first.ipynb", "{}"),
        ("more/second.toml", SECOND),
        ("more/second.ipynb", "{}"),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PZ8EDU_PROGRESS", raising=False)
    return tmp_path
