"""A side that plays itself: seats, tags, refusals, and games that are played again to the equal moment."""

from __future__ import annotations

from pathlib import Path

import pytest

import pz8edu
from pz8edu.cli import main
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.plain import greedy
from pz8edu.games.players import at_random, play_on, seats, solo, solo_side
from pz8edu.games.record import replay
from pz8edu.systems import ids, system
from pz8edu.systems.pz8_naval.words import Move
from pz8edu.turns.moment import CHANCE
from pz8edu.turns.solo import Solo

PRINTED = {
    ("pz8-naval", "river-plate", "north"): "§10",
    ("pz8-naval", "broadsides", "south"): "§10",
    ("pz8-aerial-1935", "dawn-patrol", "A"): "§11",
    ("pz8-aerial-1965", "sinai-patrols", "B"): "§8",
    ("pz8-colonial", "laager", "native"): "§8",
}
EVENTS = 60


@pytest.mark.whole_domain(6)
@pytest.mark.parametrize("case", PRINTED, ids=":".join)
def test_a_game_against_the_printed_opponent_is_played_again(case: tuple[str, str, str]) -> None:
    book, table, side = case
    game = Game(system(book), table, seed=5, solo=side)
    assert isinstance(game.book, Solo)
    players = {side: solo(1), game.book.other(side): at_random(2)}
    said = []
    while game.ending is None and len(game.line) < EVENTS:
        acts = game.now.side
        picked = players.get(acts, at_random(3))(game)
        game.play(picked.choice)
        if acts == side:
            said.append(picked.why)
    assert said
    assert all(PRINTED[case] in why for why in said)
    text = game.text()
    assert text.splitlines()[2] == f'[Solo "{side}"]'
    again = replay(text)
    assert (again.text(), again.moment, again.solo) == (text, game.moment, side)
    with pytest.raises(BadInput, match="line"):
        replay(text.replace(f'[Solo "{side}"]\n', ""))


def test_a_whole_game_comes_to_its_end() -> None:
    game = Game(system("pz8-naval"), "denmark-strait", seed=0, solo="north")
    play_on(game, {"north": solo(0), "south": greedy(0)})
    assert game.result == "south wins: north has withdrawn off the table (§10)"
    assert replay(game.text()).moment == game.moment


def test_a_book_without_solo_rules_has_the_plain_opponent_and_says_so() -> None:
    for book in sorted(set(filter(lambda name: system(name).played, ids())) - {name for name, *_ in PRINTED}):
        game = pz8edu.play(book, seed=1)
        alone = Game(game.home, game.table, solo=game.book.sides[1], seed=1)
        assert type(alone.book) is type(game.book), book
    game = Game(system("pz8-ww2"), "whole-turn", seed=1, solo="enemy")
    plain, alone_why = greedy(4)(game), solo(4)(game)
    assert alone_why.choice == plain.choice
    assert alone_why.why == f"pz8-ww2 prints no solo rules: {plain.why}"
    assert "to be expected, the best of" in plain.why
    again = replay(game.text())
    assert (again.solo, again.text()) == ("enemy", game.text())


@pytest.mark.parametrize(
    ("book", "table", "side", "sentence"),
    [
        ("pz8-naval", "denmark-strait", "east", "unknown side 'east'"),
        ("pz8-ww2", "whole-turn", "north", "unknown side 'north'"),
        ("pz8-colonial", "laager", "european", r"native may play by itself .*section 8.*; got european"),
    ],
)
def test_a_side_that_cannot_play_itself_is_refused(book: str, table: str, side: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        Game(system(book), table, solo=side)
    with pytest.raises(BadInput, match=sentence):
        replay(f'[Book "{book}"]\n[Table "{table}"]\n[Solo "{side}"]\n\nresult still on\n')


def test_the_seats_say_who_plays_itself() -> None:
    naval, colonial, table = system("pz8-naval"), system("pz8-colonial"), "laager"
    assert solo_side("south=person,north=solo", naval, "denmark-strait") == "north"
    assert solo_side("greedy", naval, "denmark-strait") == ""
    assert solo_side("solo", colonial, table) == "native"
    assert solo_side("european=solo,native=random", colonial, table) == "european", "the game refuses it"
    with pytest.raises(BadInput, match="nobody plays south"):
        seats("north=solo", ("south", "north"))


def test_the_command_seats_it_and_keeps_it_in_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "sea.pz8game")
    given = ["play", "pz8-naval", "broadsides", "--seed", "2", "--save", file]
    assert main([*given, "--players", "south=greedy,north=solo"]) == 0
    text = Path(file).read_text(encoding="utf-8")
    assert '[Solo "north"]' in text
    assert "npo-move" in text
    assert main([*given, "--players", "south=solo,north=greedy"]) == 2
    assert "north plays itself, not south: it is left as it is" in capsys.readouterr().err
    assert Path(file).read_text(encoding="utf-8") == text
    assert main(["play", "pz8-colonial", "laager", "--players", "european=solo,native=random"]) == 2
    assert "native may play by itself" in capsys.readouterr().err


def test_what_is_not_ordered_is_refused_in_the_books_words() -> None:
    game = Game(system("pz8-naval"), "denmark-strait", seed=1, solo="north")
    game.play(game.choices()[0], ["both roll 1: you 6", "both roll 1: the other side 2"])
    while game.now.side != CHANCE:
        game.play(game.choices()[-1])
    book, moment = game.book, game.moment
    after = book.lands(moment, game.choices()[0], Move.ADVANCE)
    leave = next(each for each in book.options(after) if each.kind == "leave" and not each.why_not)
    with pytest.raises(BadInput, match=r"north plays itself: the die says advance for \w+.* \(§10c\)\."):
        book.allowed(after, leave)
