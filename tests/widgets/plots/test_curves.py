"""Curves of outcomes against an unknown chance: their numbers, their pens, their names, their pictures."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree

from pz8edu import Distribution, ask
from pz8edu.show.outcome_styles import HARMLESS, LOST, SCALE, turned_round
from pz8edu.show.outcomes import outcome_looks
from pz8widgets.plots.curves import curves, curves_plot
from pz8widgets.plots.plot import LEFT, RIGHT, WIDTH, Bar, Line, Plot, named, pen, whole_ticks
from pz8widgets.plots.plot_pane import PlotPane
from pz8widgets.plots.plot_still import still

SHOT = ask("pz8-ww2", "direct-fire", attack=5, defence=4, armoured=True)
POINTS = SHOT.what_if(chance="to hit").curve(steps=6)
LOOKS = outcome_looks(SHOT)
HALF = Fraction(1, 2)


def test_every_curve_goes_through_the_exact_chances() -> None:
    plot = curves_plot(POINTS, LOOKS.__getitem__, at=HALF, of="p, the chance to hit")
    assert {line.name for line in plot.lines} == set(SHOT)
    for line in plot.lines:
        assert dict(line.points)[0.5] == float(SHOT.fraction(line.name))
    destroyed = next(line for line in plot.lines if line.name == "destroyed")
    assert destroyed.said[3] == "p = 1/2: destroyed 5/36 (13.9 %)"
    assert "at p = 1/2: ok 70.8 %" in plot.label
    assert plot.at == 0.5


def test_every_outcome_has_a_line_of_its_own() -> None:
    styles = [*SCALE, *map(turned_round, SCALE)]
    assert len({pen(style) for style in styles}) == len(styles)
    assert all(pen(style).colour != "#ffffff" for style in styles)
    solid = [pen(style) for style in SCALE]
    assert len({(each.dash, each.width) for each in solid}) == len(SCALE), "they differ without colour too"


def test_names_beside_lines_never_stand_on_top_of_each_other() -> None:
    lines = [Line(f"line {n}", ((0.0, 0.5), (1.0, 0.01 * n)), HARMLESS) for n in range(8)]
    heights = [height for _, height in named(Plot("", "", "", (0, 1), lines=lines))]
    assert all(after - before > 0.06 for before, after in itertools.pairwise(heights))
    assert heights[0] >= 0
    high = [Line(f"line {n}", ((0.0, 0.5), (1.0, 1.0)), HARMLESS) for n in range(8)]
    assert max(height for _, height in named(Plot("", "", "", (0, 1), lines=high))) <= 1


def test_the_still_picture_shows_bars_lines_and_words() -> None:
    bars = [Bar(0, 0, 0.25, HARMLESS), Bar(0, 0.25, 1, LOST), Bar(1, 0, 0, LOST)]
    drawing = ElementTree.fromstring(still(Plot("two bars", "turn", "", (-0.5, 1.5), bars=bars, at=0), "a"))
    name = "{http://www.w3.org/2000/svg}"
    shapes = {
        path.get("fill"): path.get("d", "") for path in drawing.findall(f"{name}path") if path.get("fill")
    }
    assert list(shapes) == ["url(#a-harmless)", LOST.colour]
    assert [shape.count("M") for shape in shapes.values()] == [1, 1], "a bar of height nothing is not drawn"
    assert drawing.findtext(f"{name}title") == "two bars"
    words = [text.text for text in drawing.findall(f"{name}text")]
    assert words == ["0", "25 %", "50 %", "75 %", "100 %", "0", "1", "turn"]


def test_a_live_picture_follows() -> None:
    pane = curves(POINTS, LOOKS.__getitem__)
    assert isinstance(pane, PlotPane)
    certain = [(p, Distribution({"ok": 1}, 1)) for p, _ in POINTS]
    before = pane.poster
    pane.plot = curves_plot(certain, LOOKS.__getitem__)
    assert pane.poster != before
    assert "ok 100 %" in pane.label
    assert ">ok</text>" in pane.value
    heard: list[float] = []
    pane.on_chosen(heard.append)
    for along in (0.25, -0.1, 1.2, None, "0.5"):
        pane._receive(pane, {"along": along}, [])
    assert heard == [0.25]


def test_a_click_is_a_place_on_the_axis_of_the_plot() -> None:
    pane = PlotPane(Plot("five turns", "turn", "", (-0.5, 4.5), bars=[Bar(0, 0, 1, HARMLESS)]))
    heard: list[float] = []
    pane.on_chosen(heard.append)
    pane._receive(pane, {"along": 0.5}, [])
    assert heard == [2.0]
    start, end = map(int, re.findall(r'data-axis="(\d+) (\d+)"', pane.value)[0])
    assert (start, end) == (LEFT, WIDTH - RIGHT)


def test_a_mouse_is_told_what_is_said_of_bars_and_points() -> None:
    pane = curves(POINTS, LOOKS.__getitem__)
    assert "<title>p = 1/2: destroyed 5/36 (13.9 %)</title></circle>" in pane.value


def test_a_place_to_compare_with_is_marked_lightly() -> None:
    plot = replace(curves_plot(POINTS, LOOKS.__getitem__, at=Fraction(1, 2)), usual=(1 / 6, "fair"))
    assert ">fair</text>" in still(plot, "b")
    assert 'stroke-width="2"' in still(plot, "b")
    assert 'stroke-dasharray="2 3"' in still(plot, "b")


def test_whole_ticks_are_few_enough_to_be_read() -> None:
    assert list(whole_ticks((-0.5, 3.5)).values()) == ["0", "1", "2", "3"]
    for last in (16, 17, 40, 399, 400, 5000):
        ticks = list(whole_ticks((-0.5, last + 0.5)))
        assert len(ticks) <= 17
        assert ticks[0] == 0


def test_no_two_pictures_share_their_patterns() -> None:
    bars = [Bar(0, 0, 1, HARMLESS)]
    plot = Plot("one bar", "turn", "", (-0.5, 0.5), bars=bars)
    names = [re.findall(r'pattern id="([^"]+)"', PlotPane(plot).poster)[0] for _ in range(2)]
    assert len(set(names)) == 2
