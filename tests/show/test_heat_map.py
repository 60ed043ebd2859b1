"""A map of two inputs: exact where it is short, losses striped, nothing by colour alone."""

from __future__ import annotations

import re
from fractions import Fraction

from pz8edu.show.heat_map import heat_map, spread_table

CELLS = {
    ("open", "<elite>"): Fraction(1, 6),
    ("open", "green"): Fraction(-1, 12),
    ("rough", "<elite>"): Fraction(0),
}


def test_every_pair_has_its_number_its_sign_and_its_ground() -> None:
    page = str(heat_map(CELLS, "cover ↓ quality →", "destroyed"))
    assert "<th scope='col'>&lt;elite&gt;</th>" in page
    found = re.findall(r"<td style=[\"']([^\"']*)[\"'](?: title=\"([^\"]*)\")?>([^<]*)</td>", page)
    assert [told for _, _, told in found] == ["+1/6", "−1/12", "0", "–"]
    assert [exact for _, exact, _ in found] == ["1/6", "-1/12", "0", ""]
    grounds = ["repeating" in look for look, _, _ in found]
    assert grounds == [False, True, False, False], "a loss is told from a gain without its colour"
    assert "background" not in found[2][0]


def test_long_fractions_are_told_in_per_cent_or_in_decimals_and_in_full_to_who_points() -> None:
    long = {("open", "green"): Fraction(12345, 67891)}
    assert 'title="12345/67891">+18.2 %<' in heat_map(long, "", "")
    assert 'title="12345/67891">≈ +0.1818<' in heat_map(long, "", "", chance=False)
    assert ">18.2 %<" in heat_map(long, "", "", signs=False)


def test_bars_are_as_long_as_their_counts() -> None:
    page = str(spread_table([("no change", 1), ("+1/6", 4_000)]))
    assert re.findall(r"width:([\d.]+)%", page) == ["0.0", "100.0"]
    assert "<td>4,000</td>" in page
    assert "<td>0</td>" in spread_table([("none", 0)])
