"""Whole turns of Pz8 Coastal: the night, secret speeds, cards, guns one by one, torpedoes, and the end."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pz8edu.asking.ask import answer
from pz8edu.board.position import Place
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.record import replay
from pz8edu.systems import system
from pz8edu.systems.pz8_coastal.activation import ALLIED, AXIS, Cards, next_card
from pz8edu.systems.pz8_coastal.play import PlayCoastal, play
from pz8edu.systems.pz8_coastal.play_weapons import Does, Now
from pz8edu.systems.pz8_coastal.tabletop import VISIBILITY, CoastalTable, tabletop
from pz8edu.systems.pz8_coastal.vessels import NightAction, VesselOnTable
from pz8edu.systems.pz8_coastal.words import Level, Spotting, TorpedoResult
from pz8edu.turns.choice import Choice, Ending
from pz8edu.turns.moment import CHANCE, Task

BOOK = system("pz8-coastal")
RULES: Any = BOOK.rules


def vessel(
    name: str, x: int, y: int, facing: int = 0, what: str = "Elco 80' PT", **more: Any
) -> VesselOnTable:
    side: Any = "own" if name.startswith("O") else "enemy"
    return VesselOnTable(
        name=name, side=side, x=Fraction(x), y=Fraction(y), facing=Fraction(facing), vessel=what, **more
    )


def sea(*vessels: VesselOnTable, visibility: int = 30, **readings: str) -> PlayCoastal:
    setup = NightAction(
        title="test", width=Fraction(40), height=Fraction(30), units=vessels, visibility=visibility
    )
    return play(CoastalTable(setup), RULES.variant(**readings) if readings else RULES)


def cards(played: PlayCoastal) -> Now:
    """The moment of the first card."""
    moment = played.start()
    return played.next_step(played.next_step(moment))


def acting(played: PlayCoastal, name: str, **done: Any) -> Now:
    """The moment in the midst of the activation of a vessel."""
    moment = cards(played)
    return moment.first(Task(played.vessel(name, moment).side, "act", tuple(Does(name, **done))))


def kinds(played: PlayCoastal, moment: Now) -> set[str]:
    return {each.kind for each in played.choices(moment)}


def why_not(played: PlayCoastal, moment: Now, choice: Choice) -> str:
    with pytest.raises(BadInput) as refused:
        played.allowed(moment, choice)
    return str(refused.value)


# --- sections 2 and 3
@pytest.mark.parametrize("reading", ["a", "b", "c"])
@pytest.mark.parametrize(("own", "enemy"), [(1, 1), (1, 3), (2, 2), (3, 2)])
def test_cards_one_after_another_come_to_the_order_of_the_whole_turn(
    own: int, enemy: int, reading: str
) -> None:
    """The single step against the published question, which draws all cards at one blow."""
    fleet = [vessel(f"O{number}", 3, 3 + 3 * number, speed=0) for number in range(own)]
    played = sea(
        *fleet, *(vessel(f"E{number}", 30, 3 + 3 * number, speed=0) for number in range(enemy)), R7=reading
    )
    orders: dict[str, Fraction] = {}

    def go_on(moment: Now, order: str, chance: Fraction) -> None:
        if moment.tasks:
            (end, *_) = [each for each in played.choices(moment) if each.kind == "end"]
            letter = ALLIED if moment.tasks[-1].side == "own" else AXIS
            go_on(played.lands(moment, end), order + letter, chance)
            return
        found = list(played.choices(moment))
        if not found:
            orders[order] = orders.get(order, Fraction(0)) + chance
            return
        (card,) = found
        if card.asked is None:
            go_on(played.lands(moment, card), order, chance)
            return
        law = Enumerating().tree(next_card, Cards(**card.asked.inputs), played.rules).distribution
        for colour, share in law.fractions().items():
            go_on(played.lands(moment, card, colour), order, chance * share)

    go_on(cards(played), "", Fraction(1))
    wanted = answer(BOOK.calculators["activation-order"], {"allied": own, "axis": enemy}, played.rules)
    assert orders == {word: chance for word, chance in wanted.fractions().items() if chance}


def test_the_visibility_of_the_night_is_rolled_once() -> None:
    played = sea(vessel("O1", 3, 3), vessel("E1", 30, 3), visibility=0)
    moment = played.start()
    (roll,) = played.choices(moment)
    assert (roll.kind, played.now(moment).side) == ("night", CHANCE)
    after = played.lands(moment, roll, 20)
    assert after.position.stock[VISIBILITY] == 20
    assert not after.tasks
    assert not sea(vessel("O1", 3, 3), vessel("E1", 30, 3)).start().tasks


def test_speeds_are_secret_until_both_have_set_them() -> None:
    played = sea(vessel("O1", 3, 3, speed=3), vessel("E1", 30, 3, what="Flower Corvette", speed=3))
    moment = played.start()
    assert [each.note for each in played.choices(moment, "O1")] == ["1", "2", "3", "4", "5"]
    assert "not possible now" in why_not(played, moment, Choice("speed", "O1", note="6"))
    set_ = played.lands(moment, Choice("speed", "O1", note="5"))
    assert played.vessel("O1", set_).speed == 3
    assert "own orders" in set_.noted
    assert "own orders" not in played.seen_by("enemy", set_).noted
    assert played.seen_by("own", set_) == set_
    theirs = played.next_step(set_)
    assert [each.note for each in played.choices(theirs, "E1")] == ["2", "3"]
    shown = played.next_step(played.lands(theirs, Choice("speed", "E1", note="2")))
    assert (played.vessel("O1", shown).speed, played.vessel("E1", shown).speed) == (5, 2)
    assert (shown.position.stock["red cards"], shown.position.stock["black cards"]) == (26, 26)


def test_who_passes_keeps_the_speed_that_damage_allows() -> None:
    played = sea(vessel("O1", 3, 3, speed=5, level=Level.WRECKED), vessel("E1", 30, 3, speed=3))
    shown = cards(played)
    assert (played.vessel("O1", shown).speed, played.vessel("E1", shown).speed) == (2, 3)


# --- section 4
def test_a_vessel_moves_then_fires_or_fires_then_moves() -> None:
    played = sea(vessel("O1", 10, 10, 90), vessel("E1", 10, 14, 90))
    first = acting(played, "O1")
    assert kinds(played, first) == {"move", "fire", "launch"}
    moved = played.lands(first, Choice("move", "O1", way=(Place(13.0, 10.0, 90.0),)))
    assert kinds(played, moved) == {"fire", "launch", "end"}
    assert not played.vessel("O1", moved).activated
    fired = played.lands(first, Choice("fire", "O1", "E1", note="light guns"), Level.OK)
    assert {each.note for each in played.choices(fired) if each.kind == "fire"} == {"first gun", "second gun"}
    ended = played.lands(fired, Choice("move", "O1", way=(Place(13.0, 10.0, 90.0),)))
    assert not ended.tasks
    assert played.vessel("O1", ended).activated
    still = acting(sea(vessel("O1", 10, 10, speed=0), vessel("E1", 10, 14)), "O1")
    assert kinds(played, still) == {"fire", "launch", "end"}
    assert why_not(played, still, Choice("move", "O1", way=(Place(10.0, 11.0, 0.0),))) == (
        "O1 does not move: its speed is 0 (§5)."
    )


def test_moves_are_whole_end_on_the_table_and_on_nobody() -> None:
    played = sea(vessel("O1", 10, 10), vessel("O2", 10, 13), vessel("E1", 30, 20))
    moment = acting(played, "O1")
    ends = {each.way[-1] for each in played.choices(moment) if each.kind == "move"}
    assert Place(10.0, 13.0, 0.0) not in ends
    assert why_not(played, moment, Choice("move", "O1", way=(Place(10.0, 13.0, 0.0),))) == (
        "O1 would lie on O2: vessels may not overlap (R32)."
    )
    assert "moves its whole 3″" in why_not(
        played, moment, Choice("move", "O1", way=(Place(10.0, 11.0, 0.0),))
    )
    assert "moves its whole 3″" in why_not(played, moment, Choice("move", "O1", way=(moment.places["O1"],)))
    assert why_not(played, moment, Choice("move", "O1", way=(Place(10.0, -1.0, 0.0),))) == (
        "O1 may not leave the table (§4)."
    )
    dragged = played.lands(moment, Choice("move", "O1", way=(Place(11.3, 12.5, 0.0),)))
    end = dragged.places["O1"]
    assert (end.x - 11.3) ** 2 + (end.y - 12.5) ** 2 < 0.3
    assert end not in ends


def test_who_can_only_run_off_the_table_is_out_of_the_game() -> None:
    played = sea(vessel("O1", 10, 29, what="Flower Corvette"), vessel("E1", 30, 20))
    moment = acting(played, "O1")
    assert kinds(played, moment) >= {"leave"}
    assert "move" not in kinds(played, moment)
    after = played.lands(moment, Choice("leave", "O1"))
    assert played.is_out("O1", after)
    assert played.over(after) == Ending("enemy", "own has lost 1/2 of its units") or "lost" in str(
        played.over(after)
    )


# --- sections 6 and 7
def test_what_does_not_bear_or_reach_or_see_says_so() -> None:
    played = sea(
        vessel("O1", 10, 10, 0, first_gun_out=True),
        vessel("E1", 10, 14, 0),
        vessel("E2", 10, 20, 0),
        vessel("E3", 25, 10, 0),
    )
    moment = acting(played, "O1")
    refused = {
        (other, gun): why_not(played, moment, Choice("fire", "O1", other, note=gun))
        for other, gun in (
            ("E1", "first gun"),
            ("E1", "second gun"),
            ("E2", "light guns"),
            ("E3", "second gun"),
        )
    }
    assert refused["E1", "first gun"] == "O1: first gun (37-40mm) is knocked out (§7)."
    assert refused["E1", "second gun"] == "O1: second gun (37-40mm) bears APS only (§6)."
    assert refused["E2", "light guns"] == "E1 blocks the line of sight (§6)."
    assert refused["E3", "second gun"] == "O1: second gun (37-40mm) reaches 8″ (§8)."
    dark = sea(vessel("O1", 10, 10, 0), vessel("E1", 10, 22, 0), visibility=10)
    assert "it is spotted at" in why_not(
        dark, acting(dark, "O1"), Choice("fire", "O1", "E1", note="first gun")
    )


def test_each_weapon_asks_for_itself() -> None:
    played = sea(vessel("O1", 10, 10, 0, what="Flower Corvette"), vessel("E1", 13, 10, 0, speed=6))
    moment = acting(played, "O1")
    shots = {each.note: each.asked for each in played.choices(moment) if each.kind == "fire"}
    assert set(shots) == {"first gun", "second gun", "light guns"}
    gun, light = shots["first gun"], shots["light guns"]
    assert gun is not None
    assert light is not None
    common = {"distance": 3, "def": 2, "level": Level.OK, "target_speed": 6, "firer_speed": 3}
    assert gun.calculator == "gun-shot"
    assert gun.inputs == common | {"weapon": "4 inch", "submarine_deck_gun": False}
    assert light.calculator == "small-calibre-shot"
    assert light.inputs == common | {"count": 2, "firer_level": Level.OK, "fore_aft": False}


def test_every_result_on_the_way_costs_its_guns() -> None:
    played = sea(vessel("O1", 10, 10, 0, what="Flower Corvette"), vessel("E1", 13, 10, 0))
    moment = acting(played, "O1")
    hurt = played.lands(moment, Choice("fire", "O1", "E1", note="first gun"), Level.DAMAGED)
    assert played.vessel("E1", hurt).level is Level.DAMAGED
    dice = next(played.choices(hurt))
    assert dice.asked is not None
    assert (dice.note, dice.asked.inputs) == ("first gun", {"guns": 1, "result": Level.DAMAGED})
    other = next(played.choices(played.lands(hurt, dice, 0)))
    assert other.note == "second gun"
    none = played.lands(played.lands(hurt, dice, 0), other, 0)
    assert played.working(none, "E1") == ["first gun", "second gun"]
    both = played.lands(played.lands(hurt, dice, 1), other, 1)
    assert played.working(both, "E1") == []
    lost = played.lands(played.lands(hurt, dice, 1), other, 0)
    assert played.working(lost, "E1") == ["second gun"], "each gun has a die of its own: nobody chooses"
    again = played.lands(lost, Choice("fire", "O1", "E1", note="second gun"), Level.WRECKED)
    (dice,) = played.choices(again)
    assert dice.asked is not None
    assert (dice.note, dice.asked.inputs) == (
        "second gun",
        {"guns": 1, "result": Level.WRECKED, "level_before": Level.DAMAGED},
    )
    missed = played.lands(lost, Choice("fire", "O1", "E1", note="second gun"), Level.DAMAGED)
    assert played.now(missed).kind == "act"
    sunk = played.lands(moment, Choice("fire", "O1", "E1", note="first gun"), Level.SUNK)
    assert played.is_out("E1", sunk)


# --- section 11
@pytest.mark.parametrize(("reading", "again"), [("a", True), ("b", False)])
def test_a_submarine_is_looked_for_before_it_is_fired_at(reading: str, again: bool) -> None:
    u_boat = vessel("E1", 14, 10, 0, what="Type VII U-Boat")
    two = vessel("O1", 10, 10, what="Flower Corvette"), vessel("O2", 14, 6, what="Flower Corvette")
    played = sea(*two, u_boat, R26=reading)
    moment = acting(played, "O1")
    assert kinds(played, moment) == {"move", "look"}
    unseen = played.lands(moment, Choice("look", "O1", "E1"), Spotting.NOT_SPOTTED)
    assert "has looked for E1 in this turn" in why_not(played, unseen, Choice("look", "O1", "E1"))
    other = unseen.settled.first(Task("own", "act", tuple(Does("O2"))))
    assert ("look" in kinds(played, other)) is again
    seen = played.lands(moment, Choice("look", "O1", "E1"), Spotting.SPOTTED)
    assert "fire" in kinds(played, seen)
    far = seen.moved("E1", Place(39.0, 29.0, 0.0))
    after = played.activated(replace(far, tasks=()), "O1")
    assert not played.vessel("E1", after).spotted
    assert played.vessel("E1", played.activated(replace(seen, tasks=()), "O1")).spotted


def test_a_submarine_submerges_after_its_move_unless_it_is_hurt() -> None:
    played = sea(vessel("O1", 10, 10), vessel("E1", 30, 10, what="Type VII U-Boat"))
    moment = acting(played, "E1", moved=True)
    after = played.lands(moment, Choice("submerge", "E1"))
    assert played.is_out("E1", after)
    assert not played.living(after, "enemy")
    assert played.over(after) is None
    hurt = moment.unit("E1", level=Level.DAMAGED)
    assert why_not(played, hurt, Choice("submerge", "E1")) == "E1 is damaged and stays on the surface (§11)."


def test_a_submarine_submerges_when_it_has_fired_and_moved_not_when_it_has_moved_and_fired() -> None:
    played = sea(vessel("O1", 10, 10), vessel("E1", 12, 10, what="Type VII U-Boat"))
    first = acting(played, "E1", moved=True, open=False, fired=("first gun",))
    assert "submerge" in {each.kind for each in played.choices(first)}
    later = acting(played, "E1", moved=True, fired=("first gun",))
    assert why_not(played, later, Choice("submerge", "E1")) == (
        "E1 submerges at the end of its move, not when it has fired after it (§11; T2)."
    )
    other = sea(vessel("O1", 10, 10), vessel("E1", 12, 10, what="Type VII U-Boat"), T2="b")
    assert other.is_out("E1", other.lands(later, other.allowed(later, Choice("submerge", "E1"))))


def test_a_submarine_that_does_not_move_submerges_under_t5_b_only() -> None:
    stopped = vessel("E1", 12, 10, what="Type VII U-Boat", speed=0)
    played, other = (sea(vessel("O1", 10, 10), stopped, T5=reading) for reading in "ab")
    moment = acting(played, "E1").unit("E1", speed=0)
    assert why_not(played, moment, Choice("submerge", "E1")) == (
        "E1 submerges at the end of its move, and its speed is 0 (§11; T5)."
    )
    assert other.is_out("E1", other.lands(moment, other.allowed(moment, Choice("submerge", "E1"))))
    hurt = moment.unit("E1", level=Level.DAMAGED)
    assert why_not(other, hurt, Choice("submerge", "E1")) == "E1 is damaged and stays on the surface (§11)."


# --- section 10
def test_torpedoes_are_launched_one_by_one_into_the_arc() -> None:
    played = sea(vessel("O1", 10, 10, 0), vessel("E1", 14, 20, 270, what="Flower Corvette"))
    moment = acting(played, "O1")
    found = [each for each in played.choices(moment) if each.kind == "launch"]
    assert {each.why for each in found} == {"forward", "at E1", "ahead of E1"}
    ahead = next(each for each in found if each.why == "forward")
    assert ahead.way == (Place(10.0, 13.0, 0.0),)
    after = played.lands(moment, ahead)
    assert played.vessel("O1", after).fired == 1
    counter = after.units["Torpedo 1 of O1"]
    assert (counter.destroyed, after.places["Torpedo 1 of O1"]) == (False, Place(10.0, 13.0, 0.0))
    assert "launch" in kinds(played, after)
    again = played.lands(after, next(each for each in played.choices(after) if each.kind == "launch"))
    assert not again.units["Torpedo 2 of O1"].destroyed
    for place in (Place(13.0, 10.0), Place(10.0, 7.0)):
        assert why_not(played, moment, replace(ahead, way=(place,))) == (
            "O1 fires torpedoes within 45° of its bow, or aft (§10; R23)."
        )
    assert "3″ from O1" in why_not(played, moment, replace(ahead, way=(Place(10.0, 15.0),)))
    one = sea(vessel("O1", 10, 10, 0), vessel("E1", 14, 20, 270), R21="b")
    once = one.lands(acting(one, "O1"), ahead)
    assert "launch" not in kinds(one, once)


def test_torpedoes_are_fired_by_who_has_spotted_somebody_and_blindly_under_t4_b() -> None:
    ships = vessel("O1", 10, 5, 0), vessel("E1", 10, 25, 90, what="Flower Corvette")
    played = sea(*ships, visibility=10)
    moment = acting(played, "O1")
    ahead = Choice("launch", "O1", way=(Place(10.0, 8.0, 0.0),), note="forward")
    assert why_not(played, moment, ahead) == "O1 has spotted nobody to fire torpedoes at (§6; T4)."
    near = moment.moved("E1", Place(10, 15, 90))
    assert {each.why for each in played.choices(near) if each.kind == "launch"} >= {"forward"}
    blind = sea(*ships, visibility=10, T4="b")
    found = {each.why for each in blind.choices(acting(blind, "O1")) if each.kind == "launch"}
    assert found == {"forward", "ahead of E1"}


def crossing(**readings: str) -> tuple[PlayCoastal, Now]:
    """A torpedo of an Elco, ahead of which lie a corvette, a motor boat and another corvette."""
    played = sea(
        vessel("O1", 10, 5, 0),
        vessel("E1", 10, 12, 90, what="Flower Corvette"),
        vessel("E2", 10, 15, 90),
        vessel("E3", 10, 20, 90, what="Flower Corvette"),
        **readings,
    )
    moment = played.lands(
        acting(played, "O1"), Choice("launch", "O1", way=(Place(10.0, 8.0, 0.0),), note="forward")
    )
    return played, replace(moment, tasks=(), step=3, acted=frozenset())


def test_torpedoes_cross_whoever_lies_in_their_way_nearest_first() -> None:
    played, moment = crossing()
    assert played.now(moment).kind == "torpedoes"
    assert played.crossings(moment) == [("Torpedo 1 of O1", "E1"), ("Torpedo 1 of O1", "E3")]
    (cross,) = played.choices(moment)
    assert cross.asked is not None
    assert cross.asked.inputs["torpedoes"] == 1
    missed = played.lands(moment, cross, TorpedoResult.ALL_MISS)
    assert [(each.unit, each.target) for each in played.choices(missed)] == [("Torpedo 1 of O1", "E3")]
    hit = played.lands(moment, cross, TorpedoResult.SUNK)
    assert played.is_out("E1", hit)
    assert played.is_out("Torpedo 1 of O1", hit)
    assert not list(played.choices(hit))
    after = played.next_step(missed)
    assert (after.turn, after.step) == (2, 0)
    assert played.is_out("Torpedo 1 of O1", after)
    assert "crossed" not in after.noted


def test_under_r22_b_a_torpedo_that_misses_is_removed() -> None:
    played, moment = crossing(R22="b")
    (cross,) = played.choices(moment)
    assert not list(played.choices(played.lands(moment, cross, TorpedoResult.ALL_MISS)))


# --- whole
def test_a_whole_turn_by_hand_laid_dice_is_read_back() -> None:
    """Creeping up: a Vosper fires both torpedoes at the corvette; a 1 misses, a 6 sinks it."""
    game = Game(BOOK, "creeping-up")
    game.play(game.choices()[0], {"visibility": 4})
    assert game.moment.position.stock[VISIBILITY] == 20
    game.play(Choice("pass"))
    game.play(Choice("pass"))
    event = game.play(game.choices()[0], {"the card is red?": True})
    assert (event.outcome, event.chance) == (ALLIED, Fraction(1, 2))
    assert game.moment.position.stock["red cards"] == 25
    for _ in range(2):
        game.play(next(each for each in game.choices("Vosper 1") if each.why == "at Gabbiano"))
    assert played_torpedoes(game) == ["Torpedo 1 of Vosper 1", "Torpedo 2 of Vosper 1"]
    game.play(next(each for each in game.choices("Vosper 1") if each.kind == "move"))
    while game.now.kind != "torpedoes":
        found = game.choices()
        game.play(next((each for each in found if each.kind in ("move", "end")), found[0]))
    missed, sunk = game.choices()[0], 0
    assert (missed.unit, missed.target) == ("Torpedo 1 of Vosper 1", "Gabbiano")
    game.play(missed, {"hits": (1,)})
    while game.now.kind == "torpedoes" and game.ending is None and not sunk:
        event = game.play(game.choices()[0], {"hits": (6,)})
        sunk = event.outcome == "sunk"
    assert sunk
    again = replay(game.text())
    assert again.text() == game.text()
    assert again.moment == game.moment


def played_torpedoes(game: Game) -> list[str]:
    return list(game.book.table.torpedoes(game.moment.picked()))


def test_the_worth_counts_damage_torpedoes_and_distance() -> None:
    played = sea(vessel("O1", 10, 10), vessel("E1", 20, 10))
    moment = played.start()
    assert played.worth(moment, "own") == -Fraction(1, 10)
    assert played.worth(moment.unit("E1", level=Level.DAMAGED), "own") == 2 - Fraction(1, 10)
    assert played.worth(moment.unit("O1", fired=2), "own") == -1 - Fraction(1, 10)


def test_every_table_is_played() -> None:
    assert BOOK.played == BOOK.tabletops
    for name in BOOK.played:
        assert play(tabletop(name), RULES).over(play(tabletop(name), RULES).start()) is None


def test_where_a_convoy_has_a_course_somebody_sees_the_enemy_at_once() -> None:
    """Else its vessels say themselves that they are plotted, and nobody has been seen (section 2)."""
    for name in BOOK.played:
        played = play(tabletop(name), RULES)
        if not played.table.setup.course:
            continue
        moment = played.start()
        if any(unit.plotted for unit in played.table.setup.units):
            assert not [word for word in moment.noted if word.endswith(" spots")]
            continue
        pairs = [(one, two) for one in played.living(moment, "own") for two in played.living(moment, "enemy")]
        assert any(
            played.is_near(moment, one, two) or played.is_near(moment, two, one) for one, two in pairs
        ), name


# --- plotted courses: section 2
def convoy(visibility: int = 10, reading: str = "a", **more: Any) -> PlayCoastal:
    setup = NightAction(
        title="test",
        width=Fraction(60),
        height=Fraction(30),
        units=(vessel("O1", 4, 4), vessel("E1", 50, 10, 270, speed=3, plotted=True, **more)),
        visibility=visibility,
        course=((Fraction(48), Fraction(10)), (Fraction(48), Fraction(20))),
    )
    return play(CoastalTable(setup), RULES.variant(T3=reading))


def test_a_plotted_vessel_follows_its_thread_with_its_whole_speed() -> None:
    played = convoy()
    moment = acting(played, "E1")
    moves = [each for each in played.choices(moment) if each.kind == "move"]
    assert [each.way for each in moves] == [(Place(48, 11, 0),)]
    with pytest.raises(BadInput, match=r"E1 keeps to its plotted course until its side spots the enemy"):
        played.allowed(moment, replace(moves[0], way=(Place(47, 10, 270),)))
    after = played.lands(moment, moves[0])
    assert (after.places["E1"], after.noted["thread E1"]) == (Place(48, 11, 0), 1)
    again = after.first(Task("enemy", "act", tuple(Does("E1"))))
    assert played.ends(again, "E1") == [Place(48, 14, 0)]


def test_from_the_first_enemy_in_sight_on_all_of_the_side_move_freely() -> None:
    played = convoy()
    moment = acting(played, "E1")
    assert played.keeps_course(moment, "E1")
    near = moment.moved("O1", Place(45, 10, 0))
    free = played.alarmed(near)
    assert free.noted["enemy spots"] == 1
    assert len([each for each in played.choices(free) if each.kind == "move"]) > 1
    later = played.activated(near, "O1")
    assert "enemy spots" in later.noted
    assert "own spots" not in later.noted


def test_a_sighting_by_the_other_side_frees_a_convoy_under_t3_b_only() -> None:
    for reading in "ab":
        played = convoy(visibility=10, reading=reading, what="Flower Corvette")
        moment = played.alarmed(acting(played, "E1").moved("O1", Place(37, 10, 0)).unit("O1", speed=3))
        assert [played.spotted_by(moment, name) for name in ("O1", "E1")] == [["E1"], []]
        assert played.keeps_course(moment, "E1") is (reading == "a")


def test_speeds_that_are_shown_may_give_a_boat_away() -> None:
    """A vessel at 5 or 6 inches is seen 5 inches farther (section 2), from when its die lies there."""
    played = convoy(visibility=10)
    moment = played.start().moved("O1", Place(41, 10, 0)).unit("O1", speed=4)
    set_by_both = played.lands(moment, Choice("speed", "O1", note="6"))
    assert "enemy spots" not in set_by_both.noted
    shown = played.next_step(played.next_step(set_by_both))
    assert (played.vessel("O1", shown).speed, "enemy spots" in shown.noted) == (6, True)


def test_a_convoy_moves_as_a_whole_on_one_card_until_it_spots_the_enemy() -> None:
    """To speed things up all its vessels may move, instead of single models (section 3b)."""
    ships = (vessel(f"E{x}", 40 + 2 * x, 10, 270, "Raumboote", speed=2, plotted=True) for x in (1, 2, 3))
    setup = NightAction(
        title="test",
        width=Fraction(60),
        height=Fraction(30),
        units=(vessel("O1", 4, 4), *ships),
        visibility=10,
        course=((Fraction(0), Fraction(10)),),
    )
    played = play(CoastalTable(setup), RULES)
    moment = cards(played).first(Task("enemy", "activate"))
    together = next(each for each in played.choices(moment) if each.kind == "convoy")
    after = played.lands(moment, together)
    assert [after.places[f"E{x}"].x for x in (1, 2, 3)] == [40, 42, 44], "nobody is stopped by the next ahead"
    assert (played.waiting(after, "enemy"), after.tasks) == ([], ())
    near = moment.moved("O1", Place(36, 10, 0))
    seen = played.lands(near, together)
    assert (played.waiting(seen, "enemy"), seen.noted["enemy spots"]) == (["E2", "E3"], 1)
    alone = moment.unit("E2", activated=True).unit("E3", activated=True)
    assert "convoy" not in kinds(played, alone)


@pytest.mark.parametrize(("answer", "lost"), [("a", True), ("b", False)])
def test_who_leaves_the_table_is_lost_or_has_got_away(answer: str, lost: bool) -> None:
    played = sea(vessel("O1", 20, 30, 0, "Flower Corvette", speed=3), vessel("E1", 5, 5), T1=answer)
    moment = acting(played, "O1")
    leave = next(each for each in played.choices(moment) if each.kind == "leave")
    after = played.lands(moment, leave)
    assert (played.is_out("O1", after), played.is_lost("O1", after)) == (True, lost)


# --- readings
def test_who_keeps_to_its_thread_fires_no_torpedoes_into_the_night() -> None:
    """R34, also where a counter may be put out without a target (T4=b)."""
    played = play(convoy(what="Type VII U-Boat").table, RULES.variant(T4="b"))
    moment = played.start().first(Task("enemy", "act", tuple(Does("E1"))))
    launches = [each for each in played.options(moment) if each.kind == "launch"]
    assert launches
    assert all("plotted course" in each.why_not for each in launches)


def test_pivots_at_any_moment_are_refused() -> None:
    with pytest.raises(BadInput, match="turns need R6=a"):
        sea(vessel("O1", 4, 4), R6="b")
