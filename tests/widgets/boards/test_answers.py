"""What a table answers: bars in words, names and reasons, and who is let go."""

from __future__ import annotations

from pz8edu import system
from pz8edu.board.tabletop import Asked
from pz8widgets import Tabletop
from pz8widgets.boards.tabletop import named
from pz8widgets.page.odds_bars import MOST_ROWS


def test_bars_call_units_by_their_names() -> None:
    assert named("A ok / T damaged", {"A": "Hood", "T": "A 5"}) == "Hood ok / A 5 damaged"
    bars = Tabletop("pz8-aerial-1935", "on-the-tail").bars.value
    assert "Me 109 B damaged" in bars
    assert "T damaged" not in bars


def test_the_tail_of_a_long_list_is_one_line() -> None:
    bars = Tabletop("pz8-colonial", "lancers").bars.value
    assert bars.count("<tr>") == MOST_ROWS
    assert "others" in bars
    assert "Lancers loses" in bars
    assert "8 pairs fight" in bars


def test_what_was_counted_is_said() -> None:
    table = Tabletop("pz8-ww1", "strongpoint")
    assert "6 artillery points of the attacker" in table.bars.value
    before = table.odds
    table.board.controls.stock["artillery points of the attacker"].value = 0
    assert table.asked is not None
    assert table.asked.inputs["attacker_ap"] == 0
    assert "artillery points" not in table.bars.value
    assert table.odds != before


def test_the_book_answers_where_a_form_would_refuse() -> None:
    table = Tabletop("pz8-ww1", "strongpoint")
    crowd = [name for name in table.board.places if name.startswith("British infantry")][:6]
    for name in crowd:
        table.board.move(name, 2.5, 4.5)
    assert "4 are allowed (§2c)" in table.bars.value
    assert isinstance(table.asked, Asked)


def test_escape_and_the_button_let_go_of_the_target() -> None:
    table = Tabletop("pz8-divisional", "ridge-1941")
    assert table.board.target
    table.board.key_pressed("Escape", False)
    assert table.board.target == ""
    assert table.asked is not None
    assert table.asked.calculator == "rally"
    table.board.controls.clear.click()
    assert table.board.shooter == ""
    assert table.board.controls.clear.disabled
    assert "Escape" in table.board.pane.hot_keys
    assert system("pz8-divisional").calculators["rally"]
