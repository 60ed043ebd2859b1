"""What the enemy may do to the unit in hand, where it stands and wherever it may go: a map and a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from html import escape
from time import monotonic
from typing import Any

import ipywidgets as w

from pz8edu.board.position import Place
from pz8edu.board.scene import Scene
from pz8edu.board.shapes import Mark
from pz8edu.games.game import Game
from pz8edu.games.threats import Threat, Threats
from pz8edu.printing.percent import short_percent
from pz8widgets.page.fraction_html import fraction_html
from pz8widgets.page.theme import button, words

PATIENCE = 1.0
"""Seconds until a map shows what it has and asks whether to go on."""
LEVELS = (Fraction(0), Fraction(1, 10), Fraction(1, 4), Fraction(1, 2))
"""A disc is one step darker above each of these chances."""
SHOWN = 3
"""So many attacks are told one by one."""
Found = tuple[Place, tuple[Threat, ...]]


class ThreatMap(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """A switch for the map of a unit; `redraw` is called for another one. Off, it works nothing out."""

    def __init__(self, game: Game, redraw: Any) -> None:
        self.redraw = redraw
        self.threats = Threats(game)
        self.unit = ""
        self.found: list[Found] = []
        self._rest: Iterator[Found] = iter(())
        self.on = w.ToggleButton(description="Threat map", tooltip="What the enemy may do to this unit")
        self.on.layout.width = "auto"
        self.on.observe(lambda _: self.follow(self.unit), "value")
        self.more = button("Go on", "Work out the places that are left", self._go_on)
        self.table, self.if_here = words(""), words("")
        super().__init__([self.if_here, w.HBox([self.on, self.more]), self.table])

    def follow(self, unit: str) -> None:
        """Another unit is in hand, or another moment has come."""
        had = bool(self.found)
        self.unit, self.found, self._rest = unit, [], iter(())
        self.if_here.value = ""
        if self.on.value and unit in self.threats.game.moment.units:
            self._rest = self.threats.map(unit)
            self._go_on()
        else:
            self._show(done=True)
            if had:
                self.redraw()

    def _go_on(self) -> None:
        """Work out places until all are there, or until patience ends."""
        until, done = monotonic() + PATIENCE, True
        for each in self._rest:
            self.found.append(each)
            if monotonic() > until:
                done = False
                break
        self._show(done)
        self.redraw()

    def _show(self, done: bool) -> None:
        self.more.layout.display = "none" if done else ""
        self.table.value = table_html(self.unit, self.found, self._final, done) if self.found else ""

    @property
    def _final(self) -> bool:
        """Is anything of this map a chance to be lost, or only of harm?"""
        return any(each.worst for _, threats in self.found for each in threats)

    def drawn(self, scene: Scene) -> Scene:
        """The scene with a disc at every place to go to: darker is worse, the chance in percent in it."""
        marks = []
        for place, threats in sorted(self.found[1:], key=lambda each: chance_at(each[1], self._final)):
            chance = chance_at(threats, self._final)
            level = sum(chance > least for least in LEVELS)
            told = f"{chance} by {threats[0].by}" if threats else "nobody can attack it"
            marks.append(Mark(f"threat: {level}", place[:2], in_disc(chance), f"{self.unit} here: {told}"))
        return replace(scene, shapes=(*scene.shapes, *marks)) if marks else scene

    def what_if(self, name: str, place: Place) -> None:
        """Tell the odds both ways if a unit stood at a place."""
        if name in self.threats.game.moment.units:
            both = (self.threats.against(name, place), self.threats.by(name, place))
            self.if_here.value = both_ways(name, *both)

    def not_there(self, name: str, why: str) -> None:
        """Tell why a unit may not stand at a place."""
        self.if_here.value = f"<p><b>{escape(name)} may not stand there</b>: {escape(why)}</p>"


def chance_at(threats: Sequence[Threat], final: bool) -> Fraction:
    """The worst single chance of a place: to be lost, or where nothing of a map is final to be harmed."""
    return max((each.worst if final else each.harmed for each in threats), default=Fraction(0))


def in_disc(chance: Fraction) -> str:
    """A chance in percent, as short as a disc is wide."""
    percent = round(100 * chance)
    return "<1" if chance and not percent else str(percent)


def both_ways(name: str, against: Sequence[Threat], by: Sequence[Threat]) -> str:
    """What is done to a unit and what it does, if it stood there."""
    done = "".join(f"<li>{escape(each.by)} at it: {chances(each)}</li>" for each in against[:SHOWN])
    does = "".join(f"<li>it at {escape(each.to)}: {chances(each)}</li>" for each in by[:SHOWN])
    nobody = "" if against else "<li>nobody can attack it there</li>"
    nothing = "" if by else "<li>it can attack nobody from there</li>"
    lists = f'<ul class="pz8-if">{done or nobody}{does or nothing}</ul>'
    return f"<p><b>If {escape(name)} stood here</b></p>{lists}"


def chances(threat: Threat) -> str:
    """The chance to be lost, where there is one, and to be harmed at all."""
    harmed = f"harmed {fraction_html(threat.harmed)} {percent(threat.harmed)}"
    return f"lost {fraction_html(threat.worst)} {percent(threat.worst)}, {harmed}" if threat.worst else harmed


def percent(chance: Fraction) -> str:
    """A chance in quiet percent."""
    return f'<span class="pz8-percent">{short_percent(chance)}</span>'


def table_html(unit: str, found: Sequence[Found], final: bool, done: bool) -> str:
    """The same as the map for who reads: place, the worst attack with its chance, and how many can attack."""
    what = "to be lost" if final else "to be harmed"
    rows = []
    for number, (place, threats) in enumerate(found):
        where = f"{place.x:g}, {place.y:g}" + ("" if number else " (where it stands)")
        worst = max(threats, key=lambda each: each.worst if final else each.harmed, default=None)
        chance = chance_at(threats, final)
        by = escape(worst.by) if worst else "–"
        cells = (f"{fraction_html(chance)} {percent(chance)}", by, len(threats))
        told = "".join(f"<td>{cell}</td>" for cell in cells)
        rows.append(f'<tr><th scope="row">{where}</th>{told}</tr>')
    heads = "".join(f'<th scope="col">{each}</th>' for each in ("place", what, "by", "can attack"))
    part = "" if done else f"<p role='status'>{len(found)} places so far.</p>"
    legend = f"The largest chance of one attack {what}, in percent: darker is worse. The enemy stands still."
    table = f"<thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return (
        f'<p class="pz8-quiet">{legend}</p>{part}<details><summary>{escape(unit)}, place by place</summary>'
        f'<table class="pz8-log">{table}</table></details>'
    )
