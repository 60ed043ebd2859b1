"""The record of a game: read by a player, checked by a machine, refused at its first wrong line."""

from __future__ import annotations

from fractions import Fraction

import pytest

import pz8edu
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.positions import position_line, read_position
from pz8edu.games.record import read_record, replay
from pz8edu.turns.choice import Choice
from pz8edu.turns.places import move_to, place_words

TURN = """[Book "pz8-ww2"]
[Table "whole-turn"]
[Own "Ada"]

1.1> Sherman: move @11,6^256  ; up the road
; Side A has the farm; it comes out to meet them.
pass
1.2> "Pz III": fire Sherman {to hit 4; attack 6; defence 1} = destroyed 1/18
1.3> Grenadiers: move @8.5,9^77
|- 1.3> "B HQ": move @4,7^98
|  ; or the headquarters first
|  Grenadiers: move @8.5,9^90
|  pass
1.3> pass
result still on
"""


def test_a_whole_turn_is_replayed_to_the_letter() -> None:
    game = replay(TURN)
    assert game.text() == TURN
    assert game.tags == {"Own": "Ada"}
    assert game.moment.units["Sherman"].destroyed
    assert (game.moment.turn, game.now.number) == (1, "4")
    assert [node.event.chance for node in game.line if node.event and node.event.chance] == [
        Fraction(4, 6) * Fraction(3, 36)  # elite hits on 3; 3 more: 5 or 6 to 1, 6 to 2
    ]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("defence 1", "defence 9", "line 8: .*defence shows 1 of 1, 2, 3, 4, 5, 6; got '9'"),
        ("; defence 1", "", "line 8: .*'defence' is called for"),
        ("defence 1", "defence 1; rally 2", "line 8: nothing calls for the dice rally 2"),
        ("destroyed 1/18", "suppressed 5/54", "line 8: these dice come to destroyed 1/18"),
        ("destroyed 1/18", "destroyed 1/54", "line 8: these dice come to destroyed 1/18"),
        ("@11,6^256", "@5,6^256", "line 5: Sherman would need .*its move is 4"),
        ("@11,6^256", "@x", "line 5: a place is written"),
        ("@11,6^256", "@nan,6^256", "line 5: a place is written"),
        ("@11,6^256", "@11,1e300^256", "line 5: a place is written"),
        ("1.2> ", "1.4> ", "line 8: it is turn 1, step 2, not 1.4"),
        ("fire Sherman", 'fire "Pz III"', "line 8: Pz III fire Pz III: not possible now"),
        ('"Pz III": fire', "Tiger: fire", "line 8: There is no Tiger on this table"),
        (
            "Sherman: move",
            "Sherman: fly",
            "line 5: Sherman fly: pz8-ww2 has no such choice in its turns; another version of the kit",
        ),
        ("|- 1.3>", "|  |- 1.3>", "line 10: a variation stands instead of the line before it"),
        ("result still on", "result own wins", "the game ends 'still on', the file says 'own wins'"),
        ("pass\n1.2", "what?\n1.2", "line 7: 'what.' is no event"),
        ('[Table "whole-turn"]\n', "", "table in a tag"),
        ("whole-turn", "shelling", "nobody plays turns"),
        ("pz8-ww2", "panzer8-expansion", "panzer8-expansion cannot be played|unknown table"),
        ('[Own "Ada"]', '[Rules "hit_on=3"]', "line 8: these dice come to destroyed"),
        ('[Own "Ada"]', '[Rules "hit_in=3"]', "hit_in"),
    ],
)
def test_a_changed_record_is_refused_at_its_line(old: str, new: str, sentence: str) -> None:
    assert old in TURN
    with pytest.raises(BadInput, match=sentence):
        replay(TURN.replace(old, new, 1))


def test_a_record_is_replayed_to_a_line() -> None:
    game = replay(TURN, to=8)
    assert (len(game.line), game.now.number) == (3, "3")
    assert replay(TURN, to=1).line == ()


def test_what_is_taken_back_stays_as_a_variation() -> None:
    game = pz8edu.play("pz8-ww2", "whole-turn", seed=1)
    first, second = game.choices("Sherman")[:2]
    game.play(first)
    game.take_back()
    game.play(second)
    assert len(game.root.after) == 2
    assert f"|- 1.1> Sherman: move @{place_words(first.way[-1])}" in game.text()
    assert replay(game.text()).text() == game.text()
    game.take_back()
    game.play(first)
    assert len(game.root.after) == 2, "the same choice again is no other variation"
    game.take_back()
    assert [line[:3] for line in game.text().splitlines()[3:]] == ["|+ ", "|+ ", "res"], (
        "nothing is played now"
    )
    again = replay(game.text())
    assert (again.text(), again.line) == (game.text(), ())
    with pytest.raises(BadInput, match="Nothing has been played"):
        game.take_back()


def test_dice_are_laid_as_numbers_or_words() -> None:
    game = Game(pz8edu.system("pz8-ww2"), "whole-turn")
    game.play(Choice("pass"))
    shot = next(each for each in game.choices() if (each.unit, each.target) == ("Pz III", "Sherman"))
    event = game.play(shot, {"to hit": 4, "attack": 6, "defence": 1})
    assert event.dice == ("to hit 4", "attack 6", "defence 1")
    game.take_back()
    with pytest.raises(BadInput, match="to hit shows 1 of"):
        game.play(shot, {"to hit": 7})
    assert game.play(shot, ["to hit 1"]).outcome == "ok"


def test_a_position_is_one_line() -> None:
    game = replay(TURN)
    line = position_line(game)
    assert "\n" not in line
    assert 'Sherman 11,6^256 {"condition":"destroyed"}' in line
    assert read_position(line, game) == game.moment
    for wrong in (
        "",
        "1",
        "0" + line[1:],
        line.replace(".", ".0", 1),
        line.replace(".", ".9", 1),
        line + " | Tiger 1,1",
        line.replace("destroyed", "dead"),
        line.replace('{"cond', '{"kond'),
        line + " }",
        line + ' # {"dice":1}',
    ):
        with pytest.raises(BadInput):
            read_position(wrong, game)


@pytest.mark.parametrize("words", ["3,2", "3.5,2^90", "0,0^0_4", "-1.25,7_0"])
def test_a_place_is_read_as_it_is_written(words: str) -> None:
    assert place_words(move_to(words)) == words


def test_remarks_and_unknown_tags_are_kept() -> None:
    record = read_record(TURN)
    assert record.lines[0].remark == "up the road"
    assert replay(TURN).text().count("; up the road") == 1
