"""A situation as a picture for the last row: who acts, and on whom, each with what departs from the book."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from pz8widgets.page.form import label_of
from pz8widgets.page.question_page import in_words

ACTS = ("attack", "weapon", "gun", "firer", "quality", "grade", "shots", "missiles", "dice", "modifier")
"""Words in the names of inputs that tell of who acts; all others tell of what is acted on."""
MOST = 5
"""So many lines on each side."""
WIDE, HIGH, LINE = 920, 250, 34
DARK, LIGHT, RIM, AIM = "#2f4a43", "#f7bd9f", "#6b200c", "#7a1f3d"


def situation_svg(inputs: Mapping[str, Any]) -> str:
    """The two sides on the ground, their inputs under them; nothing where only one side has any."""
    sides: tuple[list[str], list[str]] = ([], [])
    for name, value in inputs.items():
        if isinstance(value, str | int | bool) or value is None:
            theirs = "target" in name or "defen" in name
            acts = not theirs and any(word in name for word in ACTS)
            sides[0 if acts else 1].append(f"{label_of(name).lower()} {in_words(value)}")
    if not all(sides):
        return ""
    base = '<rect x="{x}" y="96" width="104" height="104" rx="{rx}" fill="{fill}" stroke="{rim}"/>'
    text = '<text x="{x}" y="{y}" text-anchor="middle" font-weight="{bold}">{line}</text>'
    high = HIGH + LINE * min(MOST, max(map(len, sides)))
    drawn = [
        f'<rect width="{WIDE}" height="{high}" rx="12" fill="#efe9d7"/>',
        f'<path d="M304 148H596" stroke="{AIM}" stroke-width="7"/>',
        f'<path d="M596 132l30 16-30 16z" fill="{AIM}"/>',
        base.format(x=178, rx=18, fill=DARK, rim="#fff"),
        base.format(x=638, rx=3, fill=LIGHT, rim=RIM),
    ]
    for x, lines in ((230, sides[0]), (690, sides[1])):
        for place, line in enumerate(lines[:MOST]):
            bold = 700 if place == 0 else 400
            drawn.append(text.format(x=x, y=250 + LINE * place, bold=bold, line=escape(line)))
    words = escape(f"acts: {', '.join(sides[0])}; acted on: {', '.join(sides[1])}", quote=True)
    return (
        f'<svg viewBox="0 0 {WIDE} {high}" role="img" aria-label="{words}" font-size="27" fill="#1f2933" '
        f"font-family=\"Inter, 'DejaVu Sans', sans-serif\">{''.join(drawn)}</svg>"
    )
