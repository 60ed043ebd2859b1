"""Whole games of pz8-colonial: what every event of an activation does to the table."""

from __future__ import annotations

from dataclasses import replace
from math import dist
from typing import Any

import pytest

from pz8edu.board.contact import in_contact
from pz8edu.board.position import Place
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.positions import position_line, read_position
from pz8edu.games.record import replay
from pz8edu.systems import system
from pz8edu.systems.pz8_colonial.artillery import Shelled
from pz8edu.systems.pz8_colonial.fire import Fallen
from pz8edu.systems.pz8_colonial.machine_gun import Burst
from pz8edu.systems.pz8_colonial.melee import Losses
from pz8edu.systems.pz8_colonial.movement import GUNS
from pz8edu.systems.pz8_colonial.words import Carriage, Event, Leader, Morale, Save, Troop
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, Moment, Task

COLONIAL = system("pz8-colonial")


def on(table: str, **reading: str | int) -> tuple[Any, Moment[Any]]:
    book = COLONIAL.under(COLONIAL.rules.variant(reading)).play(table)
    return book, replace(book.start(), tasks=())


def acting(book: Any, moment: Moment[Any], name: str) -> Moment[Any]:
    side = moment.units[name].side.value
    return moment.note(active=side, units=0).first(Task(side, "act", (name,)))


def choose(book: Any, moment: Moment[Any], kind: str, target: str = "", note: str = "") -> Choice:
    found = [each for each in book.options(moment) if (each.kind, each.target) == (kind, target)]
    return next(each for each in found if note in ("", each.note) and each.why != "stays")


# --- cards
def test_a_card_leaves_the_pack_and_names_the_side() -> None:
    game = Game(COLONIAL, "the-pass", seed=1)
    game.play(game.choices()[0], {"snipers": 2})
    event = game.play(game.choices()[0], {"card": "black court"})
    assert (event.outcome, str(event.chance)) == ("native: 2 units", "3/26")
    assert game.moment.position.stock == {"red cards": 26, "plain black cards": 20, "black court cards": 5}
    assert game.now[:2] == ("3", "native")
    for name in ("Riflemen", "Swordsmen"):
        game.play(Choice("activate", name))
        game.play(Choice("hold", name))
    assert (game.moment.turn, game.now.kind) == (2, "card")


def test_a_court_card_activates_two_different_units() -> None:
    game = Game(COLONIAL, "the-pass", seed=1)
    game.play(game.choices()[0], {"snipers": 2})
    game.play(game.choices()[0], {"card": "black court"})
    game.play(Choice("activate", "Riflemen"))
    game.play(Choice("hold", "Riflemen"))
    with pytest.raises(BadInput, match="Riflemen has acted already in this step"):
        game.play(Choice("activate", "Riflemen"))


def test_a_joker_brings_an_event_and_the_whole_pack() -> None:
    game = Game(COLONIAL, "mission-station", seed=1)
    game.play(game.choices()[0], {"card": "red"})
    game.play(Choice("activate", "2nd section"))
    game.play(Choice("hold", "2nd section"))
    game.play(game.choices()[0], {"card": "black Joker"})
    assert sum(game.moment.position.stock.values()) == 54
    assert game.now[1:] == ("native", "event")
    wrong = Choice("event", target="Left horn", note=Event.RALLY.value)
    with pytest.raises(BadInput, match="Rally befalls a unit that routs"):
        game.play(wrong)
    game.play(Choice("event", target="1st section", note="Stray Bullet: nco"))
    assert game.moment.units["1st section"].leaders == (Leader.OFFICER,)
    assert game.now.kind == "activate"


def test_reinforcements_stand_in_the_line_of_a_position() -> None:
    game = Game(COLONIAL, "mission-station", seed=1)
    game.node.moment = game.moment.unit("Left horn", lost=5).first(Task("native", "event"))
    game.play(Choice("event", target="Left horn", note="Reinforcements"))
    assert game.moment.units["Left horn again"].figures == 5
    assert read_position(position_line(game), game).units == game.moment.units


# --- morale
def test_who_fails_flees_a_charge_move_and_in_the_end_leaves() -> None:
    book, moment = on("the-pass")
    moment = book.next_step(moment.note(active="native", units=1))
    choice = Choice("activate", "Hillmen")
    assert book.allowed(moment, choice).asked.calculator == "morale"
    far = moment.moved("Hillmen", Place(8, 9, 160))
    after = book.lands(far, choice, Morale.ROUTS)
    assert (after.places["Hillmen"], after.tasks) == (Place(8, 18, 180), ())
    gone = book.lands(replace(after, acted=frozenset()).note(units=1), choice, Morale.ROUTS)
    assert gone.units["Hillmen"].gone
    assert book.is_out("Hillmen", gone)
    assert "Hillmen" not in {base.name for base in book.table.battlefield(gone.picked()).units}
    holds = book.lands(moment, choice, Morale.HOLDS)
    assert not holds.units["Hillmen"].routing
    assert holds.tasks == (Task("native", "act", ("Hillmen",)),)


# --- fire
def test_the_fallen_are_those_of_the_outcome() -> None:
    book, moment = on("mission-station")
    moment = acting(book, moment, "1st section")
    fire = book.allowed(moment, Choice("fire", "1st section", "Left horn"))
    assert fire.asked.inputs["aimed"]
    after = book.lands(moment, fire, Fallen(3, ((4, 1),)))
    horn = after.units["Left horn"]
    assert (horn.lost, horn.fallen, horn.figures) == (3, (Leader.CHIEF,), 14)
    assert after.tasks == ()


def test_who_has_moved_fires_without_aim_or_runs_on() -> None:
    book, moment = on("mission-station")
    moment = acting(book, moment, "1st section")
    moment = book.lands(moment, Choice("move", "1st section", way=(Place(18, 10, 0),)))
    fire = book.allowed(moment, Choice("fire", "1st section", "Left horn"))
    assert not fire.asked.inputs["aimed"]
    run = book.lands(moment, book.allowed(moment, Choice("run", "1st section")), 8)
    assert run.tasks == (Task("european", "go", ("1st section", 2, True)),)
    go = Choice("go", "1st section", way=(Place(18, 12.5, 0),))
    with pytest.raises(BadInput, match=r"1st section would need 2\.5″; its move is 2″"):
        book.allowed(run, go)


def test_a_machine_gun_jams_and_leaders_roll_for_themselves() -> None:
    book, moment = on("mission-station")
    moment = acting(book, moment, "Gatling").unit("Musketeers", lost=14)
    fire = next(each for each in book.options(moment) if each.kind == "fire" and not each.why_not)
    after = book.lands(moment, replace(fire, target="Musketeers"), Burst(3, True))
    assert after.units["Gatling"].jammed
    assert after.units["Musketeers"].lost == 15
    assert after.tasks == (Task(CHANCE, "save", ("Musketeers", "chief")),)
    save = next(iter(book.choices(after)))
    assert book.lands(after, save, Save.IGNORED).units["Musketeers"].figures == 1
    assert book.lands(after, save, Save.ELIMINATED).units["Musketeers"].out
    jammed = acting(book, after.settled, "Gatling")
    assert "unjam" in {each.kind for each in book.choices(jammed)}
    with pytest.raises(BadInput, match=r"Gatling is jammed \(§3\)"):
        book.allowed(jammed, Choice("fire", "Gatling", "Left horn"))


def test_a_shell_bursts_over_friend_and_foe_and_the_gun_reloads() -> None:
    book, moment = on("the-pass")
    moment = acting(book, moment, "Mountain gun")
    shell = book.allowed(moment, Choice("shell", "Mountain gun", way=(Place(22, 17),)))
    after = book.lands(moment, shell)
    assert after.units["Mountain gun"].reloading == 1
    assert {task.about[0] for task in after.tasks} == {"Riflemen"}
    burst = next(iter(book.choices(after)))
    places = moment.units["Riflemen"].places(moment.places["Riflemen"])
    under = sum(dist(at, (22, 17)) <= 2 for at in places)
    assert sum(sum(task.about[1:3]) + len(task.about[3]) for task in after.tasks) == under
    assert burst.asked.inputs.keys() == {"open", "cover", "leaders"}
    after = replace(after, tasks=after.tasks[-1:])
    left = book.lands(after, burst, Shelled(2, (Leader.CHIEF,))).units["Riflemen"]
    assert (left.lost, left.fallen) == (2, (Leader.CHIEF,))
    with pytest.raises(BadInput, match="A shell is aimed at a point of the table"):
        book.allowed(moment, Choice("shell", "Mountain gun", way=(Place(40, 17),)))
    reloading = acting(book, after.settled, "Mountain gun")
    assert book.lands(reloading, choose(book, reloading, "reload")).units["Mountain gun"].reloading == 0


def test_a_gun_is_packed_before_it_moves() -> None:
    book, moment = on("the-pass")
    moment = acting(book, moment, "Mountain gun")
    with pytest.raises(BadInput, match="a gun that is ready to fire stays"):
        book.allowed(moment, Choice("move", "Mountain gun", way=(Place(6, 8, 45),)))
    packed = book.lands(moment, choose(book, moment, "pack", note="limbered"))
    assert packed.units["Mountain gun"].carriage is Carriage.LIMBERED
    again = acting(book, packed, "Mountain gun")
    assert book.allowed(again, Choice("move", "Mountain gun", way=(Place(6, 8, 45),)))


def test_lancers_get_down_and_up_again() -> None:
    book, moment = on("lancers")
    down = book.lands(acting(book, moment, "Lancers"), Choice("dismount", "Lancers"))
    assert down.units["Lancers"].unit.troop is Troop.FOOT
    up = book.lands(acting(book, down, "Lancers"), Choice("mount", "Lancers"))
    assert up == moment.note(active="european", units=0)


# --- charge and melee
def test_fanatics_within_reach_do_nothing_but_charge() -> None:
    book, moment = on("broken-square")
    moment = acting(book, moment.moved("Ansar", Place(12, 18.4, 180)), "Ansar")
    found = list(book.choices(moment))
    assert {each.kind for each in found} == {"charge"}
    with pytest.raises(BadInput, match="Ansar are Fanatics within charge distance of"):
        book.allowed(moment, Choice("hold", "Ansar"))


def test_a_gun_that_is_ready_to_fire_makes_no_counter_move() -> None:
    book, moment = on("broken-square")
    gun = next(name for name, each in moment.units.items() if each.unit.troop in GUNS)
    foe = next(name for name in moment.units if moment.units[name].side is not moment.units[gun].side)
    moment = moment.moved(foe, moment.places[gun]._replace(y=moment.places[gun].y + 1.5, facing=180))
    for carriage, reason in ((Carriage.READY, "ready to fire does not move"), (Carriage.PACKED, "")):
        charged = moment.unit(gun, carriage=carriage).first(
            Task(moment.units[gun].side.value, "counter", (gun, foe))
        )
        why_not = choose(book, charged, "match", foe).why_not
        assert (reason in why_not) if reason else "ready to fire" not in why_not


def test_a_charge_ends_in_contact_and_the_charged_matches_its_figures() -> None:
    book, moment = on("broken-square")
    moment = acting(book, moment.moved("Ansar", Place(12, 18.4, 180)), "Ansar")
    charge = next(iter(book.choices(moment)))
    touching = book.lands(moment, charge)
    field = book.table.battlefield(touching.picked())
    assert in_contact(field.unit("Ansar"), field.unit("1st section"))
    assert [task.kind for task in touching.tasks] == ["melee", "counter"]
    assert book.now(touching).side == "european"
    match = book.allowed(touching, choose(book, touching, "match", "Ansar"))
    matched = book.lands(touching, match)
    field = book.table.battlefield(matched.picked())
    assert in_contact(field.unit("Ansar"), field.unit("1st section"))
    assert (matched.places["1st section"].facing - matched.places["Ansar"].facing) % 360 == 180
    fight = next(iter(book.choices(matched)))
    assert fight.asked.inputs["pairs"] == 10
    after = book.lands(matched, fight, Losses(2, 5))
    assert (after.units["Ansar"].lost, after.units["1st section"].lost) == (2, 5)
    parted = dist(after.places["Ansar"][:2], after.places["1st section"][:2])
    met = dist(matched.places["Ansar"][:2], matched.places["1st section"][:2])
    assert parted == pytest.approx(met + 4, abs=0.01)
    decided = book.lands(matched, fight, Losses(3, 7))
    assert decided.places == matched.places


def test_a_charge_that_is_too_far_or_blocked_says_so() -> None:
    book, moment = on("broken-square")
    moment = acting(book, moment, "1st section")
    with pytest.raises(BadInput, match="too far"):
        book.allowed(moment, choose(book, moment, "charge", "Jihadiya"))
    near = moment.moved("Jihadiya", Place(9, 19, 180)).moved("2nd section", Place(9, 16.2, 0))
    with pytest.raises(BadInput, match="2nd section stands in the way of 1st section"):
        book.allowed(near, choose(book, near, "charge", "Jihadiya"))


def test_winning_cavalry_rides_on_to_who_stands_on_its_path() -> None:
    book, moment = on("lancers")
    moment = (
        moment.moved("Lancers", Place(15, 4, 0)).moved("Ansar", Place(15, 15, 180)).unit("Jihadiya", lost=18)
    )
    moment = acting(book, moment, "Lancers")
    moment = book.lands(moment, choose(book, moment, "charge", "Jihadiya"))
    moment = book.lands(moment, choose(book, moment, "stand", "Lancers"))
    fight = next(iter(book.choices(moment)))
    riding = book.lands(moment, fight, Losses(0, 2))
    assert riding.units["Jihadiya"].out
    assert [(each.kind, each.target) for each in book.choices(riding)] == [("charge", "Ansar"), ("hold", "")]
    second = book.lands(riding, next(iter(book.choices(riding))))
    assert [task.kind for task in second.tasks] == ["melee", "counter"]


# --- a whole game
def test_a_first_activation_with_dice_laid_by_hand() -> None:
    game = Game(COLONIAL, "lancers", seed=3)
    game.play(game.choices()[0], {"card": "red"})
    assert [each.kind for each in game.choices()][:1] == ["fight"]
    pairs = {f"pair {n}: {who}": 5 if who == "a" else 2 for n in range(1, 9) for who in "ab"}
    event = game.play(game.choices()[0], pairs)
    assert event.outcome == "a loses 0, b loses 8"
    assert game.moment.units["Jihadiya"].figures == 12
    assert (game.moment.turn, game.now.kind) == (2, "card")
    assert replay(game.text()).text() == game.text()


def test_the_house_rule_ends_the_game_and_no_more_is_played() -> None:
    book, moment = on("broken-square")
    lost = moment.unit("Ansar", gone=True).unit("Jihadiya", gone=True)
    assert str(book.over(lost)) == "european wins: native has lost 1/2 of its units (house rule)"
    assert book.over(moment) is None
    assert str(book.over(replace(moment, turn=41))) == "drawn: 40 turns are over (house rule)"
    assert book.worth(lost, "european") > book.worth(moment, "european")


def test_nobody_fights_a_force_on_parade() -> None:
    with pytest.raises(BadInput, match="on parade"):
        COLONIAL.play("zulu-impi")
    assert "the-pass" in COLONIAL.played
