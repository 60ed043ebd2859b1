"""A game or a table in a link: its text packed into letters that an address and a QR code hold."""

from __future__ import annotations

import base64
import zlib

from pz8edu.errors import BadInput

MOST_LETTERS = 400_000
"""A game that unpacks to more letters is refused."""


def packed(text: str) -> str:
    """A text as letters, digits, - and _."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode("utf-8"), 9)).decode("ascii").rstrip("=")


def unpacked(letters: str) -> str:
    """The text again. Raises BadInput for letters that hold none."""
    try:
        data = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
        reader = zlib.decompressobj()
        text = reader.decompress(data, MOST_LETTERS)
        if reader.eof:
            return text.decode("utf-8")
    except (ValueError, zlib.error):
        pass
    raise BadInput("the link holds no game and no table: letters are missing or changed, or it is too long")
