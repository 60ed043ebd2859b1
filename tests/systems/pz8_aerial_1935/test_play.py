"""Whole turns of the Pz8 aerial rules: whose go it is, who comes first, what lands, and the end."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from pz8edu.board.hex_tabletop import hex_in
from pz8edu.board.hexes import hex_distance
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.systems import system
from pz8edu.systems.pz8_aerial_1935.fire import Both, Exchanged
from pz8edu.systems.pz8_aerial_1935.movement import Flying
from pz8edu.systems.pz8_aerial_1935.play import PlayAerial, play
from pz8edu.systems.pz8_aerial_1935.sequence import schedule
from pz8edu.systems.pz8_aerial_1935.tabletop import Machine, tabletop
from pz8edu.systems.pz8_aerial_1935.words import Condition, Fate, GroundResult, Shot, Side, Skill, Weapon
from pz8edu.turns.choice import Choice, Ending
from pz8edu.turns.moment import Moment, Task
from pz8edu.turns.places import hex_place
from tests.systems.in_play import laws

BOOK = system("pz8-aerial-1935")
RULES: Any = BOOK.rules
OK, DAMAGED, DESTROYED = Condition.OK, Condition.DAMAGED, Condition.DESTROYED


def on(table: str, who: str = "A first", **readings: str) -> tuple[PlayAerial, Moment[Machine]]:
    """A table at the first activation."""
    played = play(tabletop(table), RULES.variant(**readings) if readings else RULES)
    return played, played.next_step(played.lands(played.start(), Choice("initiative"), who))


def put(
    moment: Moment[Machine], name: str, column: int, row: int, facing: int, level: int
) -> Moment[Machine]:
    return moment.moved(name, hex_place(hex_in(column, row), facing, level))


def shooting(moment: Moment[Any], name: str) -> Moment[Any]:
    """The moment after the flight of one."""
    return moment.note(active=name).first(Task(moment.units[name].side.value, "fire", (name,)))


def why_not(played: PlayAerial, moment: Moment[Machine], choice: Choice) -> str:
    with pytest.raises(BadInput) as refused:
        played.allowed(moment, choice)
    return str(refused.value)


# --- section 2
@pytest.mark.parametrize("who", ["A first", "B first"])
@pytest.mark.parametrize(
    "lost", [(), ("Me 109 A",), ("Me 109 A", "Me 109 B"), ("Spitfire 1", "Hurricane 1", "Hurricane 2")]
)
def test_activations_alternate_as_the_schedule_says(who: str, lost: tuple[str, ...]) -> None:
    played = play(tabletop("battle-over-the-channel"), RULES)
    moment = played.start()
    for name in lost:
        moment = moment.unit(name, fate=Fate.DESTROYED)
    counts = {side: len(played.living(moment, side.value)) for side in Side}
    blocks = schedule(counts, Side(who[0]))
    wanted = "".join(side.value * number for side, number in blocks)
    moment, order = played.next_step(played.lands(moment, Choice("initiative"), who)), ""
    while played.now(moment).kind == "activation":
        choice = next(iter(played.choices(moment)), None)
        if choice is None:
            break
        order += played.now(moment).side
        moment = played.lands(played.lands(moment, choice), Choice("hold", choice.unit))
    assert order == wanted
    assert not list(played.options(moment))
    assert (played.next_step(moment).turn, played.next_step(moment).step) == (2, 0)


def test_ties_are_thrown_again_or_go_to_the_last_one() -> None:
    told = play(tabletop("head-on"), RULES.variant(R1="c"))
    moment = told.lands(told.start(), Choice("initiative"), "tie")
    assert [each.kind for each in told.choices(moment)] == ["initiative"]
    last = play(tabletop("head-on"), RULES.variant(R1="b"))
    first = last.lands(last.start(), Choice("initiative"), "B first")
    assert first.noted["go"] == "B"
    again = last.lands(replace(first, acted=frozenset()), Choice("initiative"), "A first")
    assert again.noted["go"] == "B"


# --- sections 3 and 4
def test_who_is_tailed_is_activated_first() -> None:
    played, moment = on("on-the-tail")
    tailed = played.tailed(moment, "A") + played.tailed(moment, "B")
    assert tailed == ["Me 109 B"]
    moment = moment.note(go="B")
    others = [name for name in played.living(moment, "B") if name != "Me 109 B"]
    for name in others:
        move = Choice("move", name, way=(moment.places[name],))
        assert why_not(played, moment, move) == "Me 109 B is tailed and is activated first (§4)."
    assert {each.unit for each in played.choices(moment)} == {"Me 109 B"}


def test_a_flight_spends_its_third_and_ends_in_no_occupied_hex() -> None:
    played, moment = on("head-on")
    name = next(iter(played.living(moment, "A")))
    assert "MPs (§3)" in why_not(played, moment, Choice("move", name, way=(moment.places[name],)))
    assert why_not(played, moment, Choice("leave", name)) == f"{name} may not leave the table (§10)."
    other = next(iter(played.living(moment, "B")))
    over = moment.places[other]
    assert "cannot end in hex" in why_not(played, moment, Choice("move", name, way=(over,)))
    assert "not possible now" in why_not(played, moment, Choice("fire", name, other))


def test_the_flight_says_whether_it_turned_and_spent_much() -> None:
    """A Me 109 with 6 MPs: straight on it spends 4, facing straight back at once only by the half turn."""
    played, moment = on("head-on")
    state, name = moment.picked("Me 109 B"), "Me 109 B"
    moment = put(put(moment, name, 3, 4, 0, 2), "Hurricane 1", 10, 8, 0, 1)
    ahead = hex_in(3, 4)
    for column, facing, level, flown in (
        (5, 0, 2, {"turned180": False, "over3": False}),
        (7, 0, 2, {"turned180": False, "over3": True}),
        (4, 3, 3, {"turned180": True, "over3": True}),
    ):
        to = Flying(ahead[0] + column - 3, ahead[1], facing, level)
        assert played.flown(name, to, moment) == flown, to
    landed = played.lands(moment, Choice("move", name, way=(hex_place(hex_in(4, 4), 3, 3),)))
    assert landed.units[name].turned180
    assert landed.tasks == (Task("A", "fire", (name,)),)
    after = played.lands(landed, Choice("hold", name))
    assert not after.units[name].turned180
    assert not after.units[name].over3
    assert state.units[name].turned180 is False


def test_a_damaged_aircraft_at_the_edge_may_leave_for_good() -> None:
    played, moment = on("hit-at-the-ceiling")
    moment = put(moment, "Me 109 B", 0, 4, 3, 2)
    leave = played.allowed(moment, Choice("leave", "Me 109 B"))
    assert leave.section == "10"
    after = played.lands(moment, leave)
    assert after.units["Me 109 B"].fate is Fate.LEFT
    assert played.is_out("Me 109 B", after)
    whole = put(moment.unit("Me 109 B", damaged=False), "Me 109 B", 4, 4, 3, 2)
    assert "may not leave" in why_not(played, whole, Choice("leave", "Me 109 B"))


def test_nobody_flies_off_the_board_and_comes_back() -> None:
    """A Sabre at the eastern edge: eleven points would lead it out, round, and back in (R9, R26)."""
    played, moment = on("mig-alley")
    name, table = next(iter(played.living(moment, "A"))), played.table
    moment, east = moment.note(go="A"), table.size[0] - 1
    outward = put(moment, name, east, 5, 0, 3)
    assert {each.kind for each in played.choices(outward, name)} == {"leave"}
    back = Choice("move", name, way=(hex_place(hex_in(east - 2, 5), 3, 3),))
    assert why_not(played, outward, back) == f"{name} can end in no hex: it leaves the table (§3)."
    aslant = put(moment, name, east, 6, 1, 3)
    state = aslant.picked(name)
    found, anywhere = set(table.reached(name, state, RULES)), set(table.ends(name, state, RULES))
    assert found
    assert all(end.at in table.field for end in found)
    over = next(end for end in anywhere - found if end.at in table.field)
    flight = Choice("move", name, way=(hex_place(over.at, over.facing, over.altitude),))
    assert "cannot end in" in why_not(played, aslant, flight)


def test_a_plain_opponent_does_not_face_the_edge() -> None:
    played, moment = on("mig-alley")
    name, east = next(iter(played.living(moment, "A"))), played.table.size[0] - 1
    out, along = (put(moment, name, east, 5, facing, 3) for facing in (0, 2))
    assert played.worth(along, "A") - played.worth(out, "A") == 3
    assert played.worth(along, "B") - played.worth(out, "B") == -3


# --- sections 5 and 12
def test_a_shot_and_its_answer_land_on_both() -> None:
    played, moment = on("head-on")
    moment = shooting(moment, "Me 109 B")
    shot = next(each for each in played.choices(moment) if each.kind == "fire")
    after = played.lands(moment, shot, Exchanged(Both(DAMAGED, DAMAGED)))
    assert after.units["Me 109 B"].damaged
    assert after.units[shot.target].damaged
    assert (played.now(after).side, played.now(after).kind) == ("B", "activation")
    killed = played.lands(moment, shot, Exchanged(Both(OK, DESTROYED)))
    assert killed.units[shot.target].fate is Fate.DESTROYED
    lost = played.lands(moment, shot, Exchanged(Both(DESTROYED, OK)))
    assert lost.units["Me 109 B"].fate is Fate.DESTROYED
    assert not lost.tasks


def test_guns_jam_are_silent_and_are_cleared() -> None:
    played, moment = on("dawn-patrol")
    shot = next(each for each in played.choices(shooting(moment, "SPAD")) if each.kind == "fire")
    assert shot.target == "Albatros 1"
    assert shot.asked is not None
    assert shot.asked.inputs["t_can_return"]
    after = played.lands(shooting(moment, "SPAD"), shot, Exchanged(Both(OK, OK), a_jams=True, t_jams=True))
    assert after.units["SPAD"].jammed == after.units["Albatros 1"].jammed == (Weapon.FRONT,)
    again = shooting(after, "SPAD")
    assert why_not(played, again, shot) == "Albatros 1 is before a jammed gun of SPAD (§5)."
    unjam = played.allowed(again, Choice("unjam", "SPAD", note="front"))
    still = played.lands(again, unjam, "still jammed")
    assert still.units["SPAD"].jammed
    assert played.now(still).kind == "activation"
    clear = played.lands(again, unjam, "unjammed")
    assert not clear.units["SPAD"].jammed
    assert played.now(clear).kind == "activation"
    asked = played.table.asked(clear.picked("SPAD", "Albatros 1"), RULES)
    assert asked is not None
    assert not asked.inputs["t_can_return"]


def test_under_r23_b_who_clears_his_gun_fires_at_once() -> None:
    played, moment = on("dawn-patrol", R23="b")
    moment = shooting(moment.unit("SPAD", jammed=(Weapon.FRONT,)), "SPAD")
    after = played.lands(moment, Choice("unjam", "SPAD", note="front"), "unjammed")
    assert {each.kind for each in played.choices(after)} == {"fire", "hold"}


def test_only_the_gun_that_was_fired_jams() -> None:
    """R24: a two-seater whose front gun is jammed still has its gunner."""
    played, moment = on("dawn-patrol")
    moment = put(put(moment, "RE8", 5, 4, 0, 2), "Albatros 2", 3, 4, 0, 2)
    weapon, found = played.table.bears("RE8", "Albatros 2", moment.picked(), RULES)
    assert (weapon, found.allowed) == (Weapon.REAR, True)
    shot = Choice("fire", "RE8", "Albatros 2")
    after = played.lands(shooting(moment, "RE8"), shot, Exchanged(Both(OK, OK), a_jams=True))
    assert after.units["RE8"].jammed == (Weapon.REAR,)
    assert after.units["RE8"].stores == "rear gun jammed"


def test_the_odds_of_an_exchange_are_those_without_jams_told_apart() -> None:
    game = Game(BOOK, "dawn-patrol")
    moment = shooting(on("dawn-patrol")[1], "SPAD")
    shot = next(each for each in game.book.choices(moment) if each.kind == "fire")
    odds = game.odds(shot)
    assert odds is not None
    assert sum(odds.fractions().values()) == 1
    assert set(odds.fractions()) <= {f"A {a} / T {t}" for a in Condition for t in Condition}


# --- section 9
def test_bombs_fall_once_and_strafing_goes_on() -> None:
    played, moment = on("stuka-over-the-bridge")
    moment = put(moment, "Stuka 1", 4, 4, 0, 1)
    bridge = hex_in(5, 4)
    moment = shooting(moment.moved("Bridge", hex_place(bridge)), "Stuka 1")
    attack = played.allowed(moment, Choice("attack", "Stuka 1", "Bridge", note="bombs"))
    assert attack.asked is not None
    assert attack.asked.calculator == "ground-attack"
    missed = played.lands(moment, attack, GroundResult.NO_EFFECT)
    assert missed.units["Stuka 1"].load is None
    assert missed.position.stock["Bridge"] == 1
    assert [each.note for each in played.on_fire(missed, "Stuka 1") if each.kind == "attack"] == ["strafing"]
    hit = played.lands(moment, attack, GroundResult.DESTROYED)
    assert hit.position.stock["Bridge"] == 0
    assert why_not(
        played, shooting(hit, "Stuka 1"), Choice("attack", "Stuka 1", "Bridge", note="strafing")
    ) == ("Bridge is destroyed (§9).")
    assert "Bridge" not in {base.name for base in played.table.scene(hit.picked(), RULES).bases}
    assert played.worth(hit, "A") - played.worth(missed, "A") == 5
    lost = played.lands(moment, attack, GroundResult.LOST)
    assert lost.units["Stuka 1"].fate is Fate.DESTROYED
    own = shooting(moment, next(iter(played.living(moment, "B"))))
    refused = [each.why_not for each in played.options(own) if each.kind == "attack"]
    assert refused == ["Bridge is on the same side."]


def test_an_aircraft_with_bombs_may_strafe_and_keeps_them() -> None:
    """A type of attack is selected (section 9); the exception for dive bombers is that of bombs (R20)."""
    played, moment = on("stuka-over-the-bridge")
    moment = shooting(moment, "Stuka 1").moved("Bridge", hex_place(hex_in(5, 4)))
    low, high = (put(moment, "Stuka 1", 4, 4, 0, level) for level in (1, 2))
    found = {each.note: each.why_not for each in played.on_fire(high, "Stuka 1") if each.kind == "attack"}
    assert found == {"bombs": "Stuka 1 is a dive bomber and attacks from level 1 (§9).", "strafing": ""}
    strafes = played.allowed(low, Choice("attack", "Stuka 1", "Bridge", note="strafing"))
    assert strafes.asked is not None
    assert strafes.asked.inputs["weapon"] == "strafing"
    after = played.lands(low, strafes, GroundResult.NO_EFFECT)
    assert after.units["Stuka 1"].load == "bombs"
    jammed = low.unit("Stuka 1", jammed=(Weapon.FRONT, Weapon.REAR))
    said = {each.note: each.why_not for each in played.on_fire(jammed, "Stuka 1") if each.kind == "attack"}
    assert said == {"bombs": "", "strafing": "Stuka 1 does not strafe with its guns jammed (§12; T5)."}
    other, _ = on("stuka-over-the-bridge", T5="b")
    assert other.allowed(jammed, Choice("attack", "Stuka 1", "Bridge", note="strafing")) == strafes


# --- the end
def test_a_battle_of_the_campaign_ends_after_six_turns_by_kills_then_veterans() -> None:
    played, moment = on("battle-over-the-channel")
    assert played.over(moment) is None
    late = replace(moment, turn=7)
    assert played.over(late) == Ending("", "as many kills and Veterans on both sides", "10")
    killed = late.unit("Spitfire 1", fate=Fate.DESTROYED)
    assert played.over(killed) is None, "its pilot rolls"
    assert [(each.kind, each.target) for each in played.choices(killed)] == [("pilot", "Spitfire 1")]
    killed = played.lands(killed, Choice("pilot", target="Spitfire 1"), "replaced by Green")
    assert played.over(killed) == Ending("B", "1 kills to 0", "10")
    even = killed.unit("Me 109 A", fate=Fate.DESTROYED).note(**{"pilot of Me 109 A": "replaced by Green"})
    veteran = replace(even.units["Me 109 B"].member, skill=Skill.VETERAN)
    assert played.over(even.unit("Me 109 B", member=veteran)) == Ending("B", "1 Veterans to 0", "10")
    back = even.note(**{"pilot of Me 109 A": "returns"})
    assert played.over(back) == Ending("B", "1 Veterans to 0", "10"), "the Veteran of Me 109 A flies again"
    left = late.unit("Spitfire 1", fate=Fate.LEFT)
    assert played.over(left) == Ending("", "as many kills and Veterans on both sides", "10")


@pytest.mark.parametrize(("reading", "veterans"), [("a", 2), ("b", 1)])
def test_who_shoots_down_is_promoted_and_so_is_who_was_shot_down_and_returns(
    reading: str, veterans: int
) -> None:
    """Spitfire 2 and Me 109 B, both Average, shoot each other down; both pilots return (section 10; R25)."""
    played, moment = on("battle-over-the-channel", R25=reading)
    moment = put(put(moment, "Spitfire 2", 5, 4, 0, 2), "Me 109 B", 6, 4, 3, 2)
    shot = next(each for each in played.choices(shooting(moment, "Spitfire 2")) if each.target == "Me 109 B")
    after = played.lands(shooting(moment, "Spitfire 2"), shot, Exchanged(Both(DESTROYED, DESTROYED)))
    late = replace(after, turn=7, tasks=())
    for name in ("Spitfire 2", "Me 109 B"):
        late = played.lands(late, Choice("pilot", target=name), "returns")
    assert played.veterans(late) == {"A": veterans, "B": veterans}, "one of each was a Veteran before"


def test_the_second_battle_counts_the_kills_of_the_first() -> None:
    played = play(tabletop("second-battle"), RULES)
    moment = replace(played.start(), tasks=(), turn=7)
    assert played.over(moment) == Ending("A", "2 kills to 1", "10")
    lost = moment.unit("Spitfire 1", fate=Fate.DESTROYED).note(**{"pilot of Spitfire 1": "returns"})
    assert played.kills(lost) == {"A": 2, "B": 2}
    assert played.over(lost) == Ending("A", "2 Veterans to 1", "10")


# --- section 10, before the game
@pytest.mark.parametrize(
    ("die", "comes", "facing"), [(1, "left", 4), (2, "left", 4), (3, "front", 3), (5, "right", 2)]
)
def test_squadrons_enter_by_their_dice(die: int, comes: str, facing: int) -> None:
    """A comes from the west, B from the left of A (north), its front (east) or its right (south)."""
    game = Game(BOOK, "second-battle", seed=1)
    assert game.play(game.choices()[0], [f"side {die}"]).outcome == comes
    game.play(game.choices()[0], ["altitude 5"])
    game.play(game.choices()[0], ["altitude 1"])
    state, table = game.moment.picked(), game.book.table
    columns, rows = table.size
    levels = {name: game.moment.places[name].altitude for name in game.moment.units}
    assert [levels[name] for name in ("Spitfire 1", "Hurricane 1", "Me 109 A")] == [4, 3, 1], "or its ceiling"
    spots = {side: [table.at(name, state) for name in game.book.living(game.moment, side)] for side in "AB"}
    assert all(hex_distance(one, two) == 1 for each in spots.values() for one, two in pairwise(each))
    assert {at[0] + at[1] // 2 for at in spots["A"]} == {0}
    assert sorted(at[1] for at in spots["A"]) == [rows // 2 - 2 + at for at in range(4)]
    edge = {"front": {at[0] + at[1] // 2 for at in spots["B"]}}.get(comes, {at[1] for at in spots["B"]})
    assert edge == {{"left": 0, "front": columns - 1, "right": rows - 1}[comes]}
    assert {table.facing(name, state) for name in game.book.living(game.moment, "B")} == {facing}
    assert game.now.kind == "initiative"
    assert "entry" not in game.moment.noted


# --- doubts of whole turns
def test_the_ratio_stays_or_is_counted_anew() -> None:
    """Four against two: two at a time. When two of the four are down it is one, by T1=b."""
    for letter, wanted in (("a", 2), ("b", 1)):
        played = play(tabletop("battle-over-the-channel"), RULES.variant(T1=letter))
        moment = played.start()
        for name in ("Me 109 A", "Me 109 B"):
            moment = moment.unit(name, fate=Fate.DESTROYED)
        moment = played.next_step(played.lands(moment, Choice("initiative"), "A first"))
        assert played.at_a_time(moment, "A") == 2
        for name in ("Spitfire 1", "Spitfire 2"):
            moment = moment.unit(name, fate=Fate.DESTROYED)
        assert played.at_a_time(moment, "A") == wanted


def test_a_side_passes_only_by_t2_b_and_never_both_in_a_row() -> None:
    played, moment = on("head-on")
    assert "wait" not in {each.kind for each in played.choices(moment)}
    played, moment = on("head-on", T2="b")
    waited = played.lands(moment, played.allowed(moment, Choice("wait")))
    assert (played.now(waited).side, waited.acted) == ("B", frozenset())
    assert "wait" not in {each.kind for each in played.choices(waited)}, "A has just passed"
    flight = next(each for each in played.choices(waited) if each.kind == "move")
    flown = played.lands(waited, flight)
    flown = played.lands(flown, Choice("hold", flight.unit)) if flown.tasks else flown
    assert played.now(flown).side == "A"
    assert "wait" not in {each.kind for each in played.choices(flown)}, "nobody of B is left to go on"


def test_a_two_seater_fires_both_guns_only_by_t3_b() -> None:
    """The RE8 has an enemy ahead and one behind; after its front gun the gunner may fire, and then nobody."""
    for letter in ("a", "b"):
        played, moment = on("dawn-patrol", T3=letter)
        moment = put(put(moment, "RE8", 5, 4, 0, 2), "Albatros 2", 3, 4, 0, 2)
        moment = put(put(moment, "Dr.I", 7, 4, 0, 2), "Albatros 1", 0, 0, 0, 1)
        moment = shooting(moment, "RE8")
        targets = {each.target for each in played.choices(moment) if each.kind == "fire"}
        assert targets == {"Dr.I", "Albatros 2"}
        after = played.lands(moment, Choice("fire", "RE8", "Dr.I"), Exchanged(Both(OK, OK)))
        if letter == "a":
            assert played.now(after).kind == "activation"
            continue
        left = {(each.kind, each.target) for each in played.choices(after)}
        assert left == {("fire", "Albatros 2"), ("hold", "")}
        assert why_not(played, after, Choice("fire", "RE8", "Dr.I")) == "RE8 has fired its front gun (T3)."
        last = played.lands(after, Choice("fire", "RE8", "Albatros 2"), Exchanged(Both(OK, DAMAGED)))
        assert played.now(last).kind == "activation"
        assert "fired" not in last.noted
        down = played.lands(moment, Choice("fire", "RE8", "Dr.I"), Exchanged(Both(DESTROYED, OK)))
        assert not down.tasks, "shot down by the answer it fires no more"


@pytest.mark.parametrize("readings", [{}, {"R13": "b"}, {"R14": "b"}, {"R13": "b", "R14": "b"}])
@pytest.mark.parametrize(
    ("book", "table", "firer"),
    [
        ("pz8-aerial-1935", "dawn-patrol", "SPAD"),
        ("pz8-aerial-1935", "head-on", "Me 109 B"),
        ("pz8-aerial-1965", "cannon-at-one-hex", "Mirage 2"),
    ],
)
def test_a_shot_and_an_answer_that_is_always_given_are_the_exchange(
    book: str, table: str, firer: str, readings: dict[str, str]
) -> None:
    home = system(book)
    ends: list[dict[tuple[str, str], Fraction]] = []
    for letter in ("a", "b"):
        game = Game(home, table, home.rules.variant(T4=letter, **readings))
        start = game.book.lands(game.book.start(), Choice("initiative"), "A first")
        moment = shooting(game.book.next_step(start), firer)
        shot = next(each for each in game.book.choices(moment) if each.kind == "fire")
        ends.append({})
        for outcome, chance in laws(game, shot).items():
            after = game.book.lands(moment, shot, outcome)
            told = [each for each in game.book.choices(after) if each.kind == "answer"] if after.tasks else []
            answers = laws(game, told[0]) if told else {None: Fraction(1)}
            for answer, share in answers.items():
                last = game.book.lands(after, told[0], answer) if told else after
                key = (states(last, firer), states(last, shot.target))
                ends[-1][key] = ends[-1].get(key, Fraction(0)) + chance * share
    assert ends[0] == ends[1]
    assert len(ends[0]) > 4


def states(moment: Moment[Any], name: str) -> str:
    unit = moment.units[name]
    return f"{unit.fate} {unit.damaged} {getattr(unit, 'jammed', '')}"


def test_by_t4_b_a_target_may_keep_its_guns_silent() -> None:
    played, moment = on("head-on", T4="b")
    moment = shooting(moment, "Me 109 B")
    after = played.lands(moment, Choice("fire", "Me 109 B", "Hurricane 1"), Shot.NO_DAMAGE)
    assert played.now(after)[1:] == ("B", "answer")
    silent = played.lands(after, played.allowed(after, Choice("hold", "Hurricane 1")))
    assert played.now(silent).kind == "activation"
    down = played.lands(moment, Choice("fire", "Me 109 B", "Hurricane 1"), Shot.DESTROYED)
    assert played.now(down).kind == "activation"


def test_other_tables_end_by_their_house_rule() -> None:
    played, moment = on("head-on")
    assert played.over(replace(moment, turn=9)) == Ending("", "8 turns are over")
    gone = moment
    for name in played.living(moment, "A"):
        gone = gone.unit(name, fate=Fate.DESTROYED)
    assert played.over(gone) == Ending("B", "A has lost all of its units")


def test_a_whole_turn_by_hand_laid_dice() -> None:
    """The Messerschmitt turns by 180 degrees and hits from behind on a 5; the Hurricane flies on."""
    game = Game(BOOK, "head-on")
    game.play(game.choices()[0], {"both roll 1: A": 6, "both roll 1: B": 1})
    assert (game.now.side, game.now.kind) == ("A", "activation")
    game.play(Choice("move", "Me 109 B", way=(hex_place((4, 3), 4, 2),)))
    shot = next(each for each in game.choices() if each.kind == "fire")
    odds = game.odds(shot)
    assert odds is not None
    assert odds.fractions()["A ok / T damaged"] == Fraction(2, 6) * Fraction(11, 36)
    event = game.play(shot, ["A fires: to hit 5", "A fires: attack 3", "A fires: defence 3"])
    assert (event.outcome, event.chance) == ("A ok / T damaged", Fraction(11, 108))
    assert game.moment.units["Hurricane 1"].damaged
    assert (game.now.side, game.now.number) == ("B", "2")
    assert game.book.table.performance("Hurricane 1", game.moment.picked(), RULES).mp == 3
    game.play(next(each for each in game.choices() if each.kind == "move"))
    if game.moment.turn == 1:
        game.play(Choice("hold", "Hurricane 1"))
    assert (game.moment.turn, game.now.kind) == (2, "initiative")
    assert not game.moment.units["Me 109 B"].turned180
