"""Pictures that need no widget: for saved notebooks, for pages on the web, and for paper."""

from __future__ import annotations

import re
from html import escape
from urllib.parse import quote

PLAIN = " ~()*!.'/:;=?@,+$-_[]"
"""What stands in a drawing and in an address alike."""

DESCRIBED = re.compile("<(title|desc)>.*?</\\1>", re.DOTALL)
"""What a drawing says of itself, which nobody hears of an image: that has its words."""

QUOTED = re.compile("""="([^"'<>]*)\"""")
"""A value in quotation marks, each of which would take three letters of an address."""

STACKED = re.compile(r'<span class="pz8-fraction" aria-hidden="true">.*?</span></span>')
"""A fraction for the eye; its text stands beside it."""


def picture_html(drawing: str, words: str) -> str:
    """A drawing (SVG) as an image with its words; empty for no drawing.

    As an image it keeps its patterns and styles to itself, shrinks to its page, and is shown by JupyterLab
    even where a notebook is not trusted.
    """
    if not drawing:
        return ""
    address = quote(QUOTED.sub(r"='\1'", DESCRIBED.sub("", drawing)), safe=PLAIN)
    return f'<p><img alt="{escape(words)}" src="data:image/svg+xml,{address}"></p>'


def unstyled(html: str) -> str:
    """The HTML of a card as it reads without the card's stylesheet: fractions on one line."""
    return STACKED.sub("", html)
