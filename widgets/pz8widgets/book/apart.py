"""What a page loads only when it is opened: hidden, in a script of its own."""

from __future__ import annotations

from pathlib import Path

from pz8edu.packing.pack import compact
from pz8edu.printing.saving import save_text


def save_apart(site: Path, name: str, hidden: str) -> None:
    """Something hidden as a script of its own, which a page of a lesson loads when it is opened."""
    file = site / "lessons" / f"{name}.js"
    file.parent.mkdir(parents=True, exist_ok=True)
    save_text(file, f"pz8still({compact(name)},{compact(hidden)});\n")
