"""Whole games of pz8-colonial: classes by a die, snipers, and the doubts that only turns have."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import dist

import pytest

from pz8edu.asking.ask import rules_for
from pz8edu.board.position import Place
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.positions import position_line, read_position
from pz8edu.games.record import replay
from pz8edu.systems import system
from pz8edu.systems.pz8_colonial.sniping import hiding_places
from pz8edu.systems.pz8_colonial.words import Leader, Quality
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import Task
from tests.systems.in_play import choice, do, laws, put, stand, why_not

BOOK, TABLE = "pz8-colonial", "unknown-quality"


def in_hand(reading: str = "", table: str = TABLE, snipers: int = 2) -> Game:
    """A game that is ready for its first card."""
    home = system(BOOK)
    game = Game(home, table, rules_for(home, reading) if reading else None, seed=1)
    stand(game, replace(game.moment, tasks=()).note(snipers=snipers))
    return game


def card(game: Game, name: str = "plain black") -> None:
    game.play(game.choices()[0], {"card": name})


# --- before the game (sections 9 and 10)
def test_a_die_says_the_class_of_every_unit_and_how_many_snipers_there_are() -> None:
    game = Game(system(BOOK), TABLE, seed=1)
    odds = game.odds(game.choices()[0])
    assert odds is not None
    assert odds.fractions() == {
        "green": Fraction(1, 6),
        "average": Fraction(1, 2),
        "veteran": Fraction(1, 3),
    }
    for name, face, quality in (
        ("2nd section", 1, Quality.GREEN),
        ("1st section", 6, Quality.VETERAN),
        ("Riflemen", 2, Quality.GREEN),
        ("Swordsmen", 3, Quality.AVERAGE),
        ("Hillmen", 5, Quality.FANATIC),
    ):
        do(game, "rating", name, dice=[f"class {face}"])
        assert game.moment.units[name].unit.quality is quality
    do(game, "snipers", dice=["snipers 4"])
    assert game.moment.noted["snipers"] == 4
    assert game.now.kind == "card"
    assert read_position(position_line(game), game) == game.moment
    assert replay(game.text()).moment == game.moment


def test_a_black_card_activates_a_sniper_in_place_of_a_unit() -> None:
    game = in_hand()
    put(game, "2nd section", at=Place(17, 6, 20))
    card(game, "black court")
    assert {each.unit for each in game.choices() if each.kind == "snipe"} == {"sniper 1", "sniper 2"}
    shot = choice(game, "snipe", "sniper 1", "2nd section", "figure")
    assert {str(word): chance for word, chance in laws(game, shot).items()} == {
        "miss": Fraction(2, 3),
        "eliminated": Fraction(1, 3),
    }
    game.play(shot, ["to hit 5"])
    assert game.moment.units["2nd section"].lost == 1
    assert {each.unit for each in game.choices() if each.kind == "snipe"} == {"sniper 2"}
    leader = next(each for each in game.choices() if each.kind == "snipe" and each.note != "figure")
    name, who = leader.target, Leader(leader.note)
    game.play(leader, ["to hit 6", f"{who}'s save 1"])
    assert who in game.moment.units[name].fallen
    red = in_hand()
    card(red, "red")
    assert not [each for each in red.choices() if each.kind == "snipe"]


def test_a_sniper_in_cover_hits_cover_on_a_six_only() -> None:
    game = in_hand()
    put(game, "2nd section", at=Place(17, 13, 20))
    card(game, "black court")
    shot = choice(game, "snipe", "sniper 1", "2nd section", "figure")
    assert {str(word): chance for word, chance in laws(game, shot).items()} == {
        "miss": Fraction(5, 6),
        "eliminated": Fraction(1, 6),
    }


def test_snipers_see_from_cover_only_unless_t9_is_b() -> None:
    far = Place(35, 1, 0)
    for reading, legal in (("", False), ("T9=b", True)):
        game = in_hand(reading)
        put(game, "1st section", at=Place(34, 22.5, 0))
        for patch in game.book.table.ground.patches:  # type: ignore[attr-defined]
            if patch.ground == "rough":
                assert min(dist(spot, far[:2]) for spot in hiding_places(patch, far[:2])) > 17
        put(game, "Riflemen", at=Place(26, 18, 190))
        put(game, "Swordsmen", at=Place(30, 20, 220))
        card(game, "black court")
        aimed = {each.target for each in game.choices() if each.kind == "snipe"}
        assert ("1st section" in aimed) is legal
        if not legal:
            said = why_not(game, "snipe", "sniper 1", "1st section", note="figure")
            assert said == "No sniper sees 1st section from cover within 24″ (§10; T9)."


# --- doubts
def test_each_unit_once_until_all_have_been_under_t1_b() -> None:
    for reading, again in (("", True), ("T1=b", False)):
        game = in_hand(reading, snipers=0)
        card(game, "red")
        do(game, "activate", "1st section")
        do(game, "hold", "1st section")
        card(game, "red")
        asked = {each.unit for each in game.choices()} if game.now.kind == "activate" else {game.now.kind}
        assert ("1st section" in asked) is again
        if again:
            continue
        if game.now.kind == "activate":
            do(game, "activate", "2nd section")
        do(game, "hold", "2nd section")
        card(game, "red")
        assert {each.unit for each in game.choices()} == {"1st section", "2nd section"}, "all have been"


def test_a_joker_shuffles_the_whole_pack_or_what_is_left() -> None:
    for reading, cards in (("", 54), ("T2=b", 52)):
        game = in_hand(reading)
        card(game, "red")
        do(game, "activate", "1st section")
        do(game, "hold", "1st section")
        card(game, "red Joker")
        assert sum(game.moment.position.stock.values()) == cards


def test_the_further_die_goes_over_any_ground_or_good_ground_only() -> None:
    for reading, legal in (("", True), ("T3=b", False)):
        game = in_hand(reading)
        put(game, "2nd section", at=Place(17, 9.5, 0))
        stand(game, game.moment.first(Task("european", "shoot", ("2nd section", True))))
        do(game, "run", "2nd section", dice=["further move 6"])
        inside = Choice("go", "2nd section", way=(Place(17, 12.5, 0),))
        if legal:
            game.play(inside)
            assert game.moment.places["2nd section"].y == 12.5
        else:
            with pytest.raises(BadInput, match="bad ground"):
                game.play(inside)


def test_bad_ground_on_the_way_shortens_a_charge_or_only_at_its_end() -> None:
    for reading, legal in (("", False), ("T4=b", True)):
        game = in_hand(reading)
        put(game, "Swordsmen", at=Place(17.5, 17.2, 180))
        put(game, "2nd section", at=Place(17.5, 9, 0))
        stand(game, game.moment.first(Task("native", "act", ("Swordsmen",))))
        found = [
            each
            for each in game.book.options(game.moment)
            if (each.kind, each.target) == ("charge", "2nd section")
        ]
        assert bool(found[0].why_not) is not legal, found[0].why_not


def test_who_passes_the_test_acts_unless_t5_is_b() -> None:
    for reading, acts in (("", True), ("T5=b", False)):
        game = in_hand(reading)
        put(game, "Riflemen", lost=8)
        card(game)
        do(game, "activate", "Riflemen", dice=["morale 6"])
        assert (game.now.kind == "act") is acts


def test_a_card_without_a_unit_is_wasted_or_drawn_again() -> None:
    for reading, turn in (("", 2), ("T6=b", 1)):
        game = in_hand(reading, snipers=0)
        for name in ("Riflemen", "Swordsmen", "Hillmen"):
            put(game, name, gone=True)
        book, moment = game.book, game.moment
        first = next(book.choices(moment))
        black = next(drawn for drawn in laws(game, first) if drawn.side == "native" and not drawn.event)
        after = game.book.lands(moment, first, black)
        while not list(book.choices(after)):
            after = book.next_step(after)
        assert (after.turn, book.now(after).kind) == (turn, "card")
        assert sum(after.position.stock.values()) == 53


def test_a_rout_goes_to_the_own_edge_or_away_from_the_enemy() -> None:
    for reading in ("", "T7=b"):
        game = in_hand(reading)
        put(game, "Hillmen", at=Place(18, 14, 180), routing=True)
        put(game, "2nd section", at=Place(10, 14, 90))
        card(game)
        do(game, "activate", "Hillmen", dice=["morale 1"])
        unit, place = game.moment.units["Hillmen"], game.moment.places["Hillmen"]
        if reading:
            assert place[1] == 14
            assert place[0] > 18
        else:
            assert place[0] == 18
            assert unit.gone or place[1] > 14


def test_a_court_card_activates_two_units_or_one_twice() -> None:
    for reading, twice in (("", False), ("T8=b", True)):
        game = in_hand(reading, snipers=0)
        card(game, "black court")
        do(game, "activate", "Riflemen")
        do(game, "hold", "Riflemen")
        assert ("Riflemen" in {each.unit for each in game.choices()}) is twice
