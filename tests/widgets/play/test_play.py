"""A played table on a page: what a hand may do, the odds before it, dice, undo, looking back, machines."""

from __future__ import annotations

import re
from html import escape
from typing import Any
from urllib.parse import urlsplit

import pytest

from pz8edu.errors import BadInput
from pz8edu.games.record import replay
from pz8edu.turns.choice import Choice
from pz8widgets import Play
from pz8widgets.apps.classroom.address import page_at
from pz8widgets.page.qr import qr_svg
from pz8widgets.play.played_html import reasons
from pz8widgets.play.sending import ROOM, link_to


@pytest.fixture
def table() -> Play:
    """The farm, in the Fire step of the own side."""
    play = Play("pz8-ww2", "whole-turn", seed=1)
    play._passed()
    return play


def press(button: Any) -> None:
    button.click()


def shot(play: Play, target: str = "Sherman") -> Any:
    return next(row for row in play.rows if row.choice.target == target)


def test_the_page_says_whose_it_is_and_who_may_act(table: Play) -> None:
    assert "Road: fire" in table.who.value
    assert 'aria-current="step"' in table.bar.value
    assert table.units.options == ("Pz III",)
    assert "out of range" in table.why_not.value


def test_the_odds_stand_there_before_the_dice_fall(table: Play) -> None:
    press(shot(table).button)
    assert table.board.target == "Sherman"
    for fraction in ("31/36", "1/18", "1/24"):
        assert f">{fraction}<" in table.odds.value
    press(table.do)
    assert table.throwing.question.value
    table.throwing.picked("to hit", 5)
    table.throwing.picked("attack", 6)
    table.throwing.picked("defence", 1)
    assert table.game.moment.units["Sherman"].condition == "destroyed"
    assert "= destroyed 1/24" in table.text
    assert "Destroyed" in table.said.value
    assert table.board.position == table.game.moment.position
    assert "1/24" in table.story.value.replace("</span><span>", "/")


def test_what_the_first_die_needs_stands_at_every_choice(table: Play) -> None:
    row = shot(table)
    assert "to hit <b>4+</b>" in row.chances.value
    assert row.chances.value.count("pz8-in") == 3
    press(row.button)
    assert "to hit: 4 or more on a D6 (4 or more, −1 target over half range, +1 elite shooter) §5" in (
        table.odds.value
    )


def test_a_choice_without_dice_says_what_it_is_good_for() -> None:
    play = Play("pz8-naval", "river-plate", seed=1)
    while play.game.now.kind != "announce":
        play.game.play(play.game.choices()[-1])
    play.show()
    announced = next(row for row in play.rows if row.choice is not None and row.choice.kind == "announce")
    assert "needs 5 or more" in announced.chances.value


def test_who_has_acted_is_ticked_and_where_a_pointer_rests_the_odds_are_told() -> None:
    play = Play("pz8-ww2", "whole-turn", seed=1)
    play.units.value = "Sherman"
    play._pointed(12, 6)
    assert "If Sherman stood here" in play.threats.if_here.value
    assert play.choice is None
    play._pointed(2, 6)
    assert "Sherman may not stand there" in play.threats.if_here.value
    assert "its move is 4" in play.threats.if_here.value
    assert any(shape.role == "reachable" for shape in play.board.scene.shapes)
    play._play(play.game.dragged("Sherman", play.board.on_board("Sherman", 12, 6)))
    assert "✓ Sherman" in play.who.value
    acted = {base.name for base in play.board.scene.bases if "has acted" in base.traits}
    assert acted == {"Sherman"}
    play._passed()
    assert not any(shape.role == "reachable" for shape in play.board.scene.shapes), "nobody moves now"


def test_on_a_phone_the_board_shows_the_unit_in_hand_until_a_hand_moves_it() -> None:
    play = Play("pz8-ww2", "whole-turn", seed=1)
    board = play.board
    board.resized("inner_width", 840, 340)
    assert board.view != board.whole
    assert all(board.view.holds(*each.way[-1][:2]) for _, each in play.places.options)
    board.fit()
    play.units.value = "Sherman"
    assert board.view != board.whole
    board.zoom(1.1)
    view = board.view
    play.units.value = "A HQ"
    assert board.view == view


def test_a_machine_says_why_it_chose() -> None:
    play = Play("pz8-ww2", "two-tanks", players={"enemy": "greedy", "own": "greedy"}, seed=1)
    reasons = [why for node in play.game.line if (why := play.whys.get(id(node)))]
    assert reasons
    assert escape(reasons[-1]) in play.story.value


def test_a_die_that_cannot_be_is_refused_and_nothing_lands(table: Play) -> None:
    press(shot(table).button)
    press(table.do)
    table.throwing.picked("to hit", 9)
    assert "pz8-problem" in table.throwing.end.value
    assert table.text.count("\n1.2>") == 0


def test_a_move_is_made_by_hand_and_an_illegal_one_goes_back() -> None:
    play = Play("pz8-ww2", "whole-turn", seed=1)
    board = play.board
    board.play("Sherman", board.on_board("Sherman", 2, 6))
    assert "its move is 4" in play.said.value
    assert board.position == play.game.moment.position
    board.play("Sherman", board.on_board("Sherman", 12, 6))
    assert play.choice is not None
    assert "Sherman: move 3″ west, facing west" in play.said.value
    press(play.back)
    assert board.position == play.game.moment.position
    board.play("Sherman", board.on_board("Sherman", 12, 6))
    press(play.do)
    assert "1.1> Sherman: move @12,6^270" in play.text
    assert "Sherman" not in play.units.options
    board.play("Sherman", board.on_board("Sherman", 11, 6))
    assert "has acted already" in play.said.value
    board.play("Pz III", board.on_board("Pz III", 9, 6))
    assert "not possible now" in play.said.value
    assert board.position == play.game.moment.position


def test_a_place_from_the_list_is_gone_to() -> None:
    play = Play("pz8-ww2", "whole-turn", seed=1)
    play.units.value = "Sherman"
    play.places.index = 0
    place = play.places.value.way[-1]
    press(play.go)
    assert play.game.moment.places["Sherman"] == place


def test_undo_goes_behind_the_dice_and_the_line_is_kept(table: Play) -> None:
    press(shot(table).button)
    press(table.do)
    table.throwing.to_the_end()
    events = len(table.game.line)
    press(table.undo)
    assert len(table.game.line) == events - 1
    assert "|+ 1.2>" in table.text
    assert Play.of(table.text).text == table.text


def test_looking_back_changes_nothing_until_one_plays_on(table: Play) -> None:
    press(shot(table).button)
    press(table.do)
    table.throwing.to_the_end()
    text = table.text
    table.slider.value = 0
    assert table.looking is table.game.root
    assert table.deed.layout.display == "none"
    assert table.text == text
    table.slider.value = table.slider.max
    assert table.looking is None
    table.slider.value = 1
    press(table.from_here)
    assert len(table.game.line) == 1
    assert table.deed.layout.display == ""


def test_a_machine_plays_its_side_and_a_person_the_other() -> None:
    play = Play("pz8-ww2", "whole-turn", seed=1, players={"enemy": "greedy"})
    assert play.game.now.side == "own"
    before = len(play.game.line)
    assert before > 0
    while play.game.now.side == "own" and play.game.ending is None and len(play.game.line) < before + 9:
        press(play.end_step)
    assert play.game.now.side == "own" or play.game.ending is not None
    assert replay(play.text).text() == play.text
    press(play.undo)
    assert play.game.now.side == "own"


def test_the_printed_opponent_plays_its_side_by_its_own_dice() -> None:
    play = Play("pz8-naval", "denmark-strait", seed=1, players={"north": "solo"})
    assert '[Solo "north"]' in play.text
    while "npo-move" not in play.text:
        press(play.end_step)
    assert play.game.now.side == "south"
    again = Play.of(play.text)
    assert (again.text, list(again.machines)) == (play.text, ["north"])


def test_a_game_that_is_over_says_so() -> None:
    play = Play("pz8-ww2", "first-shot", seed=1, players={"own": "random", "enemy": "random"})
    while play.game.ending is None:
        play.machines_play()
    play.show()
    assert "house rule" in play.bar.value
    assert play.deed.layout.display == "none"
    assert play.text in play._repr_mimebundle_()["text/plain"]


def test_what_cannot_be_played_is_refused() -> None:
    for words in (("pz8-ww3",), ("pz8-ww2", "nowhere"), ("pz8-ww2", "shelling")):
        with pytest.raises(BadInput):
            Play(*words)
    with pytest.raises(BadInput, match="line"):
        Play.of('[Book "pz8-ww2"]\n[Table "whole-turn"]\n\nnonsense!\n')
    with pytest.raises(BadInput, match="chess"):
        Play("pz8-ww2", "whole-turn", players={"enemy": "chess"})
    with pytest.raises(BadInput, match="red"):
        Play("pz8-ww2", "whole-turn", players={"red": "greedy"})


def test_the_threat_map_tells_what_the_enemy_may_do_where_a_unit_may_go() -> None:
    play = Play("pz8-ww2", "whole-turn", seed=1)
    play.units.value = "Sherman"
    assert play.board.sources["discs"].data["text"] == []
    play.threats.on.value = True
    while play.threats.more.layout.display != "none":
        play.threats.more.click()
    told = play.board.sources["discs"].data["text"]
    assert len(told) == len(play.places.options)
    assert "6" in told
    assert "1/18" in play.threats.table.value
    assert "Pz III" in play.threats.table.value
    play.threats.on.value = False
    assert play.board.sources["discs"].data["text"] == []


def test_on_its_way_a_base_shows_both_odds_its_ghost_and_its_reach() -> None:
    play = Play("pz8-ww2", "whole-turn", seed=1)
    play.units.value = "Sherman"
    board = play.board
    patches = len(board.sources["areas"].data["xs"])
    there = board.on_board("Sherman", 12, 6)
    board.hear_move("Sherman", board.play("Sherman", there, last=False))
    assert play.choice is None
    assert "If Sherman stood here" in play.threats.if_here.value
    assert "Pz III at it" in play.threats.if_here.value
    assert len(board.sources["areas"].data["xs"]) == patches + 2, "the reach stays; ghost and way come"
    board.hear_move("Sherman", board.play("Sherman", there))
    assert play.choice is not None, "let go where it was last, it is staged too"
    play.do.click()
    assert play.game.moment.places["Sherman"][:2] == (12, 6)


def test_a_game_is_sent_as_a_code_a_link_and_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ROOM, raising=False)
    play = Play("pz8-ww2", "whole-turn", seed=1)
    play._passed()
    assert play.sending.said.value == ""
    play.sending.on.value = True
    assert "svg" not in play.sending.said.value
    play.sending.room.value = "http://192.168.1.5:5006/?code=K7Q2ZZ"
    assert "<svg" in play.sending.said.value
    assert "pz8-ww2-whole-turn.pz8game" in play.sending.said.value
    link = link_to(play.game, play.sending.room.value)
    assert link.startswith("http://192.168.1.5:5006/?code=K7Q2ZZ&rules=pz8-ww2")
    assert escape(link) in play.sending.said.value
    there, _ = page_at(urlsplit(link).query)
    assert there.text == play.text
    play._undone()
    assert escape(link) not in play.sending.said.value, "it is the game as it stands"


def test_a_game_too_long_for_a_code_says_so() -> None:
    with pytest.raises(BadInput, match="holds 2,953 letters at most; this link has 4,000: send the file"):
        qr_svg("x" * 4000)


def test_looking_back_marks_the_event_that_is_seen() -> None:
    play = Play("pz8-ww2", "whole-turn", seed=1)
    for _ in range(3):
        play._passed()
    assert play.later.disabled
    play.earlier.click()
    assert play.slider.value == 2
    assert play.board.position == play.game.line[1].moment.position
    (marked,) = re.findall(r'class="pz8-here" aria-current="true"><th scope="row">(\d+)', play.story.value)
    assert marked == "2"
    play.earlier.click()
    play.earlier.click()
    assert play.slider.value == 0
    assert play.earlier.disabled
    for _ in range(3):
        play.later.click()
    assert play.looking is None
    assert "pz8-here" not in play.story.value


def test_the_log_has_passes_in_a_row_in_one_line_unless_one_is_looked_at(table: Play) -> None:
    assert table.happened.layout.display == ""
    while len(table.game.line) < 5:
        table._passed()
    last = len(table.game.line)
    assert f"1–{last}</th><td>end the step, {last} times" in table.story.value
    table.look_at(2)
    assert f"3–{last}</th><td>end the step, {last - 2} times" in table.story.value
    assert 'aria-current="true"><th scope="row">2</th><td>Road: end the step' in table.story.value
    assert Play("pz8-ww2", "whole-turn", seed=1).happened.layout.display == "none", "nothing has happened"


def test_targets_that_share_a_reason_stand_in_one_line() -> None:
    why = "{} inches of 12: out of range."
    far = [Choice("fire", "Sherman", each, why_not=why.format(n)) for each, n in (("A", 13), ("B", 14))]
    hidden = Choice("fire", "Sherman", "C", why_not="Sight is blocked by a hill.")
    told = reasons([*far, hidden])
    assert (
        "<li><b>fire A, B</b>: out of range.</li><li><b>fire C</b>: Sight is blocked by a hill.</li>" in told
    )
    assert "13 inches of 12" in reasons(far[:1]), "one alone tells how far it is"
