"""A page on which a table is set up: by hand, by form, undone, kept, sent, and played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import pz8edu
from pz8edu.board.setting_up import read_table
from pz8edu.core.rulebook.shelf import toml_of
from pz8edu.errors import BadInput
from pz8edu.games.record import replay
from pz8edu.systems import ids, system
from pz8widgets import Play, SetUp
from pz8widgets.apps.classroom.address import address_of_page, page_at

TABLES = [
    (name, (*system(name).played, *system(name).tabletops)[0]) for name in ids() if system(name).tabletops
]


@pytest.fixture
def page() -> SetUp:
    """The farm, with the Pz III in hand."""
    found = SetUp("pz8-ww2", "whole-turn")
    found.board.chosen = "Pz III"
    return found


def form_of(page: SetUp) -> Any:
    return page.asked.children[0]


def typed(page: SetUp, name: str, value: Any) -> None:
    """Write a value into the field of what is in hand."""
    form_of(page).fields[name].editor.widget.value = value


@pytest.mark.whole_domain(6)
@pytest.mark.parametrize("case", TABLES, ids=":".join)
def test_every_book_is_set_up_and_says_what_is_in_hand(case: tuple[str, str]) -> None:
    page = SetUp(*case)
    name = next(iter(page.now.places))
    page.board.chosen = name
    assert name in page.in_hand.value
    assert set(page.now.places) <= {base.name for base in page.board.scene.bases}
    assert read_table(system(case[0]), page.text) == page.setup


def test_a_hand_moves_and_turns_and_undo_takes_it_back(page: SetUp) -> None:
    before = page.text
    page.board.play("Pz III", page.board.on_board("Pz III", 3, 4))
    assert "x = 3\ny = 4" in page.text
    assert form_of(page).fields["x"].get() == 3
    page.board.nudge_turn(1)
    assert page.board.places["Pz III"].facing == 100
    page.undo.click()
    page.undo.click()
    assert page.text == before
    assert page.undo.disabled
    page.redo.click()
    assert page.board.places["Pz III"][:2] == (3, 4)


def test_a_drag_that_ends_where_it_was_last_seen_is_kept(page: SetUp) -> None:
    page.board.move("Pz III", 3, 4, resting=False)
    assert "x = 3\ny = 4" not in page.text
    page.board.move("Pz III", 3, 4)
    assert "x = 3\ny = 4" in page.text
    page.undo.click()
    assert "x = 3\ny = 4" not in page.text


def test_all_of_the_table_is_shown_however_small_its_bases_are(page: SetUp) -> None:
    for pixels in (566, 390, 700):
        page.board.resized("inner_width", None, pixels)
        assert page.board.view == page.board.whole


def test_keys_move_what_is_in_hand(page: SetUp) -> None:
    x = page.board.places["Pz III"].x
    page.board.nudge(90.0)
    assert page.board.places["Pz III"].x == x + page.board.step
    assert f"x = {x + page.board.step:g}" in page.text


def test_what_is_wrong_is_said_and_nothing_is_lost(page: SetUp) -> None:
    before = page.text
    typed(page, "name", "Sherman")
    assert "Sherman is there twice" in form_of(page).problem
    assert page.text == before
    typed(page, "name", "Panzer")
    assert page.chosen == "Panzer"
    assert 'name = "Panzer"' in page.text
    space = SetUp("pz8-space", "distance-is-a-shield")
    one, other = list(space.now.things)[:2]
    stood = space.board.places[one]
    space.board.play(one, space.board.places[other])
    assert "one ship at most" in space.said.value
    assert space.board.places[one] == stood


def test_a_row_of_a_printed_list_is_taken_in_the_form(page: SetUp) -> None:
    typed(page, "attack", "88-122mm")
    assert 'attack = "88-122mm"' in page.text


def test_the_palette_puts_down_a_side_and_a_kind(page: SetUp) -> None:
    page.board.chosen = ""
    page.palette.value = "mine"
    page.sides.value = "enemy"
    button = next(each for each in descendants(page) if getattr(each, "description", "") == "Put it down")
    button.click()
    assert page.chosen == "mine"
    assert '[[counters]]\nkind = "mine"' in page.text
    assert 'side = "enemy"' in page.text.split("[[counters]]")[1]
    page.remove.click()
    assert "[[counters]]" not in page.text
    assert page.chosen == ""


def test_a_copy_has_a_name_of_its_own(page: SetUp) -> None:
    page.copy.click()
    assert page.chosen == "Pz III 2"
    assert 'name = "Pz III 2"' in page.text


def test_what_the_table_says_of_itself_is_asked_when_it_is_opened(page: SetUp) -> None:
    assert page.itself_asked.children == ()
    page.itself.selected_index = 0
    form = page.itself_asked.children[0]
    form.fields["title"].editor.widget.value = "My farm"
    assert page.text.startswith('title = "My farm"')
    form.fields["width"].editor.widget.value = "8"
    assert "on the table of 8" in form.problem
    form.fields["width"].editor.widget.value = "30"
    assert page.board.scene.extent == (0, 0, 30, page.setup.plain()["height"])


def test_a_table_is_saved_and_opened_and_a_corrupt_file_is_kept(page: SetUp, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    page.board.nudge(90.0)
    page.save(str(file))
    assert file.read_text(encoding="utf-8") == page.text
    page.board.nudge(90.0)
    page.save(str(file))
    other = SetUp("pz8-ww2", str(file))
    assert other.setup == page.setup
    file.write_text("title = ", encoding="utf-8")
    with pytest.raises(BadInput, match="left as it is"):
        page.save(str(file))
    with pytest.raises(BadInput, match="not TOML"):
        page.load(str(file))
    assert file.read_text(encoding="utf-8") == "title = "
    with pytest.raises(BadInput, match=r"ends with \.toml"):
        page.save(str(tmp_path / "mine.txt"))
    with pytest.raises(BadInput, match="cannot be read"):
        SetUp("pz8-ww2", str(tmp_path / "none.toml"))
    assert [each.name for each in tmp_path.iterdir()] == ["mine.toml"]


def test_a_save_that_is_interrupted_leaves_the_last_one(
    page: SetUp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.toml"
    page.save(str(file))
    before = file.read_text(encoding="utf-8")
    page.board.nudge(90.0)

    def stops(*_: Any) -> None:
        raise OSError("stopped")

    monkeypatch.setattr(Path, "replace", stops)
    with pytest.raises(BadInput, match="cannot be written"):
        page.save(str(file))
    assert file.read_text(encoding="utf-8") == before
    assert [each.name for each in tmp_path.iterdir()] == ["mine.toml"]


def test_it_is_played_and_its_record_carries_it(page: SetUp) -> None:
    page.board.play("Pz III", page.board.on_board("Pz III", 3, 4))
    page.play_it.click()
    (play,) = page.game.children
    assert isinstance(play, Play)
    assert play.game.moment.places["Pz III"][:2] == (3, 4)
    assert replay(play.text).moment == play.game.moment
    address = address_of_page(play)
    again, _ = page_at(address or "")
    assert isinstance(again, Play)
    assert again.game.moment == play.game.moment


def test_it_is_sent_in_a_link(page: SetUp) -> None:
    page.board.nudge(90.0)
    page.begun_with(page.tables.options[-1][1])
    again, title = page_at(address_of_page(page) or "")
    assert isinstance(again, SetUp)
    assert again.tables.value == page.tables.value, "the chooser shows what it was begun with"
    assert again.setup == page.setup
    assert "to be set up" in title
    assert not again.may_save
    assert "Save" not in {getattr(each, "description", "") for each in descendants(again)}
    with pytest.raises(BadInput, match="no table"):
        page_at("rules=pz8-ww2&setup=AAAA")


def test_no_address_opens_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(toml_of(system("pz8-ww2").tabletop("first-shot").set_up), encoding="utf-8")
    for kind in ("play", "setup", "table"):
        with pytest.raises(BadInput):
            page_at(f"rules=pz8-ww2&show={kind}:{file}")
    with pytest.raises(BadInput, match="unknown table"):
        replay(f'[Book "pz8-ww2"]\n[Table "{file}"]\n\nresult still on\n')
    assert pz8edu.play("pz8-ww2", str(file)).table == "On the table"


def descendants(box: Any) -> list[Any]:
    """Every widget in a box."""
    return [each for child in getattr(box, "children", ()) for each in (child, *descendants(child))]
