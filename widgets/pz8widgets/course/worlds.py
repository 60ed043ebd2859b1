"""The sixteen books as small worlds: an emblem each, in a ring that has one piece for each lesson."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

NIGHT = "#2a3646"
WIDE, HIGH = 996, 640
"""The map, in its own pixels."""

LANDSCAPE = (
    f'<svg viewBox="0 0 {WIDE} {HIGH}" aria-hidden="true">'
    '<rect width="996" height="640" fill="var(--sky)"/>'
    '<path d="M622 0C618 120 700 236 768 232C850 226 900 170 996 206V0Z" fill="var(--night)"/>'
    '<path d="M0 220C120 190 240 196 380 208S620 246 768 234S920 220 996 240V640H0Z" fill="var(--land)"/>'
    '<path d="M0 582C120 566 240 590 380 576S560 480 680 466S850 424 996 440V640H0Z" fill="var(--sea)"/>'
    "</svg>"
)
SHEET = (Path(__file__).parent / "map.css").read_text(encoding="utf-8")
LOOK = f"<style>{' '.join(SHEET.partition('*/')[2].split())}</style>"


class World(NamedTuple):
    """One book: its name, where it stands on the map, and its emblem."""

    name: str
    at: tuple[int, int]
    ground: str
    tint: str
    shapes: str
    ink: str

    @property
    def emblem(self) -> str:
        """The emblem as SVG round the middle, 68 wide."""
        line = "#e8edf2" if self.ground == NIGHT else "#1f2933"
        return (
            f'<circle r="34" fill="{self.ground}"/>'
            f'<g fill="{self.tint}" transform="translate(1.8 1.6)">{self.shapes}</g>'
            f'<g fill="none" stroke="{line}" stroke-width="1.9">{self.ink}</g>'
        )


@cache
def worlds() -> dict[str, World]:
    """The sixteen worlds by the names of their rule systems."""
    written = tomllib.loads((Path(__file__).parent / "worlds.toml").read_text(encoding="utf-8"))
    return {name: World(**{**each, "at": tuple(each["at"])}) for name, each in written.items()}


def badge(system: str, size: int) -> str:
    """The emblem of a system alone; nothing for a system that has none."""
    if system not in worlds():
        return ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="-35 -35 70 70" '
        f'style="float:left;margin:0 12px 4px 0" aria-hidden="true">{worlds()[system].emblem}</svg>'
    )


def world_html(system: str, pieces: Sequence[tuple[str, bool]], due: bool, link: str, told: str) -> str:
    """A world on the map: its name, and its emblem in a ring with a piece for each lesson (colour, done)."""
    world = worlds()[system]
    parts = "".join(_piece(place, len(pieces), *each) for place, each in enumerate(pieces))
    dot = '<circle cx="27" cy="-33" r="5.5" style="fill:var(--due);stroke:var(--paper)"/>' if due else ""
    x, y = (f"{100 * each / whole:.1f}%" for each, whole in zip(world.at, (WIDE, HIGH), strict=True))
    return (
        f'<a class="pz8-world" href="{escape(link)}" style="left:{x};top:{y}" '
        f'title="{escape(world.name)}: {escape(told)}{", something is due" if due else ""}">'
        f'<svg viewBox="-48 -48 96 96" aria-hidden="true">'
        f'<g transform="scale(1.02)">{world.emblem}</g>{parts}{dot}</svg>'
        f"<b>{escape(world.name)}</b><small>{escape(told)}</small></a>"
    )


def _piece(place: int, pieces: int, colour: str, done: bool) -> str:
    """One piece of a ring, from the top clockwise; a done one is thicker."""
    gap = 0.1 if pieces > 1 else 0.001
    start, end = ((place + each) / pieces * math.tau for each in (0, 1))
    points = [(43 * math.sin(a), -43 * math.cos(a)) for a in (start + gap / 2, end - gap / 2)]
    (x, y), (u, v) = points
    looks = ";".join(["stroke:var(--" + colour + ")"] * (colour != "new") + ["stroke-width:5"] * done)
    return f'<path d="M{x:.1f} {y:.1f}A43 43 0 {int(end - start - gap > math.pi)} 1 {u:.1f} {v:.1f}"' + (
        f' style="{looks}"/>' if looks else "/>"
    )
