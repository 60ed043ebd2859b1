"""Odds, tables and results in a notebook without any widget: sorted bars, grids, nothing raw."""

from __future__ import annotations

import re
from fractions import Fraction

from pz8edu import D6, Distribution, Pool, ask, sweep, unknown_chance
from pz8edu.show.odds_html import odds_html


def rows(page: str) -> list[str]:
    """The headings of the rows, without that of the head."""
    return re.findall(r"<tr><th>(.*?)</th>", page)[1:]


def widths(page: str) -> list[float]:
    return [float(width) for width in re.findall(r"width:([\d.]+)%;height:1em", page)]


def test_outcomes_stand_in_the_printed_order_with_their_colours() -> None:
    page = ask("pz8-ww2", "direct-fire", attack=5, defence=4)._repr_html_()
    assert rows(page) == ["ok", "disorganized", "suppressed", "destroyed"]
    assert re.findall(r"#[0-9a-f]{6}", page) == ["#009e73", "#e69f00", "#0072b2", "#7a1f3d"]
    assert "<td>17/24</td><td>70.83 %</td>" in page
    assert widths(page)[0] == round(100 * 17 / 24, 1)


def test_numbers_stand_by_size_and_the_highest_bar_is_full() -> None:
    page = (D6 - D6)._repr_html_()
    assert rows(page) == ["−5", "−4", "−3", "−2", "−1", "0", "1", "2", "3", "4", "5"]
    assert max(widths(page)) == widths(page)[5] == 100
    assert rows((Pool(2).highest(1) - D6).map(lambda ahead: ahead > 0)._repr_html_()) == ["no", "yes"]


def test_the_tail_of_a_long_distribution_is_added_up() -> None:
    page = (30 @ D6)._repr_html_()
    assert rows(page)[-1] == "91 others"
    assert len(rows(page)) == 61


def test_formulas_have_no_bars() -> None:
    page = unknown_chance("p")._repr_html_()
    assert "<td>1 - p</td>" in page
    assert widths(page) == []


def test_a_fraction_nobody_can_read_is_told_in_decimals() -> None:
    page = odds_html(
        Distribution(
            {
                "hit": Fraction(7181214382845432, 12618730710137779),
                "miss": Fraction(5437516327292347, 12618730710137779),
            }
        )
    )
    assert '<span title="7181214382845432/12618730710137779">≈ 0.5691</span>' in page


def test_a_table_of_two_inputs_is_a_grid() -> None:
    table = sweep("pz8-ww2", "hq-save", over=["result", "target_quality"])
    grid, every = table._repr_html_().split("<details>")
    assert rows(grid) == ["disorganized", "suppressed"]
    assert re.findall(r"<th>(.*?)</th>", grid)[:4] == [
        "result ↓ target quality →",
        "elite",
        "average",
        "green",
    ]
    assert grid.count("display:flex") == 6, "a strip in every cell"
    assert "The chance of <b>suppressed</b>" in grid
    assert len(rows(every)) == 6, "every chance is there for who wants it"
    one = sweep("pz8-ww2", "rally", over=["condition"])._repr_html_()
    assert "<details>" not in one
    assert one.count("display:flex") == 3


def test_results_say_what_they_mean() -> None:
    page = ask("pz8-ww2", "duel", A={"attack": 5, "defence": 4}, B={"attack": 5, "defence": 4})._repr_html_()
    assert rows(page) == [
        "Chance that A alone ends destroyed",
        "Chance that B alone ends destroyed",
        "Expected number of turns until one is destroyed",
    ]
    assert "<td>56.91 %</td>" in page
    assert "p_A" not in page


def test_an_answer_of_several_parts_is_no_raw_dict() -> None:
    found = ask("pz8-ww2", "range", weapon="hmg", distance=2)
    assert found["in_range"] is True
    assert "{" not in repr(found)
    assert "<tr><th>in range</th><td>yes</td><td></td></tr>" in found._repr_html_()
    duel = ask("pz8-aerial-1935", "reachable-count", mp=6, alt=2, max_alt=3)
    assert "[" not in repr(duel)
