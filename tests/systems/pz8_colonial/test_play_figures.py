"""Whole games of pz8-colonial figure by figure: fallen firearms, several against one, riding on, panic."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb, dist
from typing import Any

import pytest

from pz8edu.asking.ask import situation_of
from pz8edu.board.position import Place
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_colonial.artillery import Shelled
from pz8edu.systems.pz8_colonial.brawl import BRAWL, Brawl
from pz8edu.systems.pz8_colonial.fire import Fallen
from pz8edu.systems.pz8_colonial.firearms import FALLEN
from pz8edu.systems.pz8_colonial.melee import Losses
from pz8edu.systems.pz8_colonial.words import Event
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import Moment, Task
from tests.systems.pz8_colonial.test_play import COLONIAL, acting, choose, on

MUSKETS = "Musketeers"


def shot_at(book: Any, moment: Moment[Any], fallen: Fallen) -> Moment[Any]:
    """Musketeers after the fire of the 1st section, so many of them fallen."""
    moment = acting(book, moment.moved(MUSKETS, Place(18, 16, 180)), "1st section")
    return book.lands(moment, book.allowed(moment, Choice("fire", "1st section", MUSKETS)), fallen)


# --- a sword takes the place of a firearm (section 2)
def test_the_owner_lets_swords_fall_and_keeps_his_firearms() -> None:
    book, moment = on("mission-station")
    after = shot_at(book, moment, Fallen(3))
    assert (after.units[MUSKETS].figures, after.units[MUSKETS].firing, after.tasks) == (13, 8, ())


def test_the_shooter_fells_firearms_and_men_with_swords_take_them_up_or_not() -> None:
    book, moment = on("mission-station", R7="b")
    after = shot_at(book, moment, Fallen(2))
    assert after.tasks == (Task("native", "take-up", (MUSKETS,)),) * 2
    assert after.units[MUSKETS].firing == 6
    assert [each.kind for each in book.choices(after)] == ["take-up", "let-lie"]
    one = book.lands(after, choose(book, after, "take-up"))
    assert (one.units[MUSKETS].firing, one.units[MUSKETS].figures) == (7, 14)
    assert book.lands(one, choose(book, one, "let-lie")).units[MUSKETS].firing == 7


def test_nobody_takes_up_what_lies_too_far_away() -> None:
    book, moment = on("mission-station", R7="b", takes_firearm=0)
    after = shot_at(book, moment, Fallen(2))
    assert (after.units[MUSKETS].firing, after.tasks) == (6, ())


def test_chance_says_how_many_firearms_fall_under_r7_c() -> None:
    """8 of 15 ordinary men have firearms; of 2 who fall both have one with 8/15 times 7/14."""
    book, moment = on("mission-station", R7="c")
    after = shot_at(book, moment, Fallen(2))
    drop = next(iter(book.choices(after)))
    assert drop.asked.calculator == FALLEN.id
    situation = situation_of(FALLEN, drop.asked.inputs)
    law = Enumerating(draw=False).tree(FALLEN.rule, situation, book.rules).distribution.fractions()
    assert law == {n: Fraction(comb(8, n) * comb(7, 2 - n), comb(15, 2)) for n in range(3)}
    landed = book.lands(after, drop, 1)
    assert landed.tasks == (Task("native", "take-up", (MUSKETS,)),)
    assert landed.units[MUSKETS].firing == 7


def test_men_with_firearms_roll_by_themselves_under_a_shell() -> None:
    book, moment = on("the-pass")
    mixed = next(name for name, unit in moment.units.items() if unit.firearms_pass_on)
    at = moment.places[mixed]
    moment = acting(book, moment, "Mountain gun")
    shell = book.allowed(moment, Choice("shell", "Mountain gun", way=(Place(at.x, at.y),)))
    after = book.lands(moment, shell)
    mine = [task for task in after.tasks if task.about[0] == mixed]
    unit = moment.units[mixed]
    under = [dist(place, (at.x, at.y)) <= 2 for place in unit.places(at)]
    men = {task.about[-1]: sum(task.about[1:3]) + len(task.about[3]) for task in mine}
    assert men == {True: sum(under[: unit.firing]), False: sum(under[unit.firing :])}
    armed = replace(after, tasks=tuple(task for task in mine if task.about[-1]))
    burst = next(iter(book.choices(armed)))
    fallen = book.lands(armed, burst, Shelled(2))
    assert (fallen.units[mixed].lost, fallen.units[mixed].firing) == (2, unit.firing - 2)
    assert [task.kind for task in fallen.tasks] == ["take-up", "take-up"]
    others = replace(after, tasks=tuple(task for task in mine if not task.about[-1]))
    swords = book.lands(others, next(iter(book.choices(others))), Shelled(2))
    assert (swords.units[mixed].firing, swords.tasks) == (unit.firing, ())


# --- several against one (R19)
@pytest.mark.parametrize(("several", "pairs"), [("a", 1), ("b", 1), ("a", 2)])
def test_each_of_several_rolls_against_the_one_as_counted_by_hand(several: str, pairs: int) -> None:
    inputs = {"pairs": pairs, "a": {}, "b": {}, "more": pairs, "more_of": several}
    crowd = situation_of(BRAWL, inputs)
    found = Enumerating(draw=False).tree(BRAWL.rule, crowd, COLONIAL.rules).distribution.fractions()
    one: dict[tuple[int, int, int], Fraction] = {}
    for him, *them in product(range(1, 7), repeat=3):
        felled, wins = sum(him - die >= 2 for die in them), any(die - him >= 2 for die in them)
        key = (felled, int(wins), int(not felled and not wins))
        one[key] = one.get(key, Fraction(0)) + Fraction(1, 216)
    wanted = {(0, 0, 0): Fraction(1)}
    for _ in range(pairs):
        wanted_next: dict[tuple[int, int, int], Fraction] = {}
        for (before, p), (more, q) in product(wanted.items(), one.items()):
            key = tuple(map(sum, zip(before, more, strict=True)))
            wanted_next[key] = wanted_next.get(key, Fraction(0)) + p * q
        wanted = wanted_next
    told = {
        ((end.a, end.b) if several == "a" else (end.b, end.a)) + (end.undecided,): chance
        for end, chance in found.items()
    }
    assert told == wanted
    if pairs == 1:
        assert sum(chance for (_, lost, _), chance in told.items() if lost) == Fraction(5, 12)


def test_those_left_over_roll_under_t10_b_only() -> None:
    plain, moment = on("broken-square")
    book, _ = on("broken-square", T10="b")
    moment = acting(book, moment.moved("Ansar", Place(12, 18.4, 180)), "Ansar")
    charge = next(iter(book.choices(moment)))
    touching = book.lands(moment, charge)
    stands = book.lands(touching, choose(book, touching, "stand", "Ansar"))
    fight = next(iter(book.choices(stands)))
    fronts = stands.units["Ansar"].front, stands.units["1st section"].front
    assert fight.asked.calculator == "brawl"
    assert fight.asked.inputs["more"] == abs(fronts[0] - fronts[1])
    assert next(iter(plain.choices(stands))).asked.calculator == "melee-unit"
    after = book.lands(stands, fight, Brawl(1, 4, 2))
    assert (after.units["Ansar"].lost, after.units["1st section"].lost) == (1, 4)
    assert after.places["Ansar"] != stands.places["Ansar"], "two fights are undecided: both recoil"
    assert book.lands(stands, fight, Brawl(0, 4, 0)).places == stands.places


# --- cavalry and panic
def test_winning_cavalry_rides_on_into_the_next_rank_without_another_counter_move() -> None:
    book, moment = on("lancers")
    moment = moment.moved("Lancers", Place(15, 4, 0))
    moment = acting(book, moment, "Lancers")
    moment = book.lands(moment, choose(book, moment, "charge", "Jihadiya"))
    moment = book.lands(moment, choose(book, moment, "stand", "Lancers"))
    fight = next(iter(book.choices(moment)))
    pairs = fight.asked.inputs["pairs"]
    riding = book.lands(moment, fight, Losses(0, pairs))
    assert not riding.units["Jihadiya"].out
    assert [(each.kind, each.target) for each in book.choices(riding)] == [
        ("charge", "Jihadiya"),
        ("hold", ""),
    ]
    again = book.lands(riding, next(iter(book.choices(riding))))
    assert [task.kind for task in again.tasks] == ["melee"]


def test_who_is_in_panic_flees_at_once() -> None:
    book, moment = on("mission-station")
    start = moment.first(Task("native", "event"))
    panic = Choice("event", target="2nd section", note=Event.PANIC.value)
    after = book.lands(start, book.allowed(start, panic))
    assert after.units["2nd section"].gone, "its own edge is nearer than a charge"
    far = start.moved("1st section", Place(18, 14, 0))
    fled = book.lands(far, Choice("event", target="1st section", note=Event.PANIC.value))
    assert fled.units["1st section"].routing
    assert fled.places["1st section"] == Place(18, 8, 0), "6 inches: the hospital is on its way"
    firm = start.unit("1st section", steadfast=True)
    stays = book.lands(firm, Choice("event", target="1st section", note=Event.PANIC.value))
    assert stays.places == firm.places


# --- form up, and reinforcements
def test_a_unit_forms_up_in_other_ranks_with_its_move() -> None:
    book, moment = on("mission-station")
    chest = acting(book, moment, "Chest")
    found = {each.note: each.why_not for each in book.options(chest) if each.kind == "form"}
    assert found == {
        "24 abreast": "Figures of Chest would move 6.5″; its move is 6″ (§2).",
        "8 abreast": "",
        "6 abreast": "",
    }
    formed = book.lands(chest, book.allowed(chest, Choice("form", "Chest", note="8 abreast")))
    assert (formed.units["Chest"].front, formed.units["Chest"].ranks) == (8, 3)
    assert formed.tasks == (Task("native", "shoot", ("Chest", True)),)
    behind = acting(book, moment.moved("1st section", Place(17.5, 4.5, 0)), "1st section")
    said = {each.why_not for each in book.options(behind) if each.kind == "form"}
    assert said == {"1st section stands on bad ground, where dice say how far it moves (§2)."}
    assert not [each for each in book.options(acting(book, moment, "Gatling")) if each.kind == "form"]


def test_reinforcements_come_in_anywhere_at_their_own_edge() -> None:
    book, moment = on("mission-station")
    start = moment.unit("Left horn", lost=5).first(Task("native", "event"))
    event = Choice("event", target="Left horn", note=Event.REINFORCEMENTS.value)
    after = book.lands(start, book.allowed(start, event))
    assert after.tasks == (Task("native", "deploy", ("Left horn again",)),)
    edge = book.table.own_edge("Left horn again", after.position)
    found = [each.way[-1] for each in book.choices(after)]
    assert len(found) > 1
    assert {place.y for place in found} == {edge.y}
    there = Choice("deploy", "Left horn again", way=(edge._replace(x=30.0),))
    stands = book.lands(after, book.allowed(after, there))
    assert stands.places["Left horn again"] == edge._replace(x=30.0)
    with pytest.raises(BadInput, match="Left horn again comes in at its own edge"):
        book.allowed(after, replace(there, way=(edge._replace(y=12.0),)))
