"""Whole turns of Pz8 Space: whose go it is, what may be done, what lands on the table, and the end."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pz8edu.board.hex_tabletop import hex_in
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.systems import system
from pz8edu.systems.pz8_space.boards import activation_sequence
from pz8edu.systems.pz8_space.fire import EXPLODED, RUNNING, Both, Pick
from pz8edu.systems.pz8_space.jump import COLLISION, DEVIATED, ON_THE_HEX, Jumped
from pz8edu.systems.pz8_space.movement import Flying
from pz8edu.systems.pz8_space.play import Now, PlaySpace, play, torpedo_of
from pz8edu.systems.pz8_space.ruleset import Space
from pz8edu.systems.pz8_space.scenarios import AsteroidOnTable, Scenario, ShipOnTable, TorpedoOnTable
from pz8edu.systems.pz8_space.situations import Fleets
from pz8edu.systems.pz8_space.tabletop import SpaceTable, tabletop
from pz8edu.systems.pz8_space.words import Condition
from pz8edu.turns.choice import Choice, Ending
from pz8edu.turns.ends import HouseEnd
from pz8edu.turns.moment import CHANCE, Task
from pz8edu.turns.places import hex_place

BOOK = system("pz8-space")
RULES = BOOK.rules


def ship(name: str, column: int, row: int, facing: int = 0, **more: object) -> ShipOnTable:
    side = "own" if name.startswith("O") else "enemy"
    return ShipOnTable(name=name, side=side, column=column, row=row, facing=facing, **more)  # type: ignore[arg-type]


def torpedo(name: str, column: int, row: int) -> TorpedoOnTable:
    return TorpedoOnTable(name=name, side="own" if name.startswith("O") else "enemy", column=column, row=row)


def book(*pieces: object, rules: Space = RULES, drift: int = 0) -> PlaySpace:
    """A table of 20 by 11 with some pieces."""
    scenario = Scenario(
        title="test",
        section="2",
        columns=20,
        rows=11,
        drift=drift,
        ships=tuple(each for each in pieces if isinstance(each, ShipOnTable)),
        torpedoes=tuple(each for each in pieces if isinstance(each, TorpedoOnTable)),
        asteroids=tuple(each for each in pieces if isinstance(each, AsteroidOnTable)),
    )
    return PlaySpace(SpaceTable(scenario), rules)


def begun(played: PlaySpace, who: str = "you") -> Now:
    """The moment at which the side with the initiative activates its first ship."""
    moment = played.start()
    return played.next_step(played.lands(moment, Choice("initiative"), who))


def at(moment: Now, played: PlaySpace, name: str) -> tuple[int, int, int]:
    return tuple(played.table.flying(name, moment.picked()))  # type: ignore[return-value]


def why_not(played: PlaySpace, moment: Now, choice: Choice) -> str:
    with pytest.raises(BadInput) as refused:
        played.allowed(moment, choice)
    return str(refused.value)


def to(column: int, row: int, facing: int) -> tuple:  # type: ignore[type-arg]
    return (hex_place(hex_in(column, row), facing),)


# --- section 2
@pytest.mark.whole_domain(3)
@pytest.mark.parametrize("reading", ["a", "b"])
@pytest.mark.parametrize(("own", "enemy"), [(1, 1), (4, 2), (2, 4), (5, 3), (7, 2), (6, 2), (1, 5)])
def test_activations_alternate_as_the_board_check_says(own: int, enemy: int, reading: str) -> None:
    rules = RULES.variant(R11=reading)
    fleets = [ship(f"O{number}", 1, number) for number in range(own)]
    played = book(*fleets, *(ship(f"E{number}", 17, number, 3) for number in range(enemy)), rules=rules)
    for who, first in (("you", "own"), ("opponent", "enemy")):
        moment, order = begun(played, who), ""
        while played.now(moment).kind == "activation":
            assert Choice("pass") not in played.options(moment)
            choice = next(iter(played.choices(moment)), None)
            if choice is None:
                moment = played.next_step(moment)
                break
            order += "1" if played.now(moment).side == first else "2"
            moment = played.lands(moment, choice)
            moment = played.lands(moment, Choice("hold", choice.unit))
        counts = (own, enemy) if first == "own" else (enemy, own)
        assert order == activation_sequence(Fleets(initiative=counts[0], other=counts[1]), rules)
        assert played.now(moment).kind == "torpedoes"


def test_a_ship_that_is_lost_in_its_own_activation_ends_it() -> None:
    played = book(ship("O1", 3, 3), ship("O2", 3, 7), ship("E1", 9, 3, 3), ship("E2", 9, 7, 3))
    moment = played.lands(begun(played), Choice("move", "O1", way=to(5, 3, 0)))
    assert played.now(moment).kind == "fire"
    after = played.lands(moment, Choice("fire", "O1", "E1"), Both(Condition.DESTROYED, Condition.OK))
    assert (played.now(after).side, played.now(after).kind) == ("enemy", "activation")
    assert list(played.living(after, "own")) == ["O2"]


# --- what is refused
def test_what_a_ship_may_not_do_is_said_in_words() -> None:
    played = book(
        ship("O1", 3, 3),
        ship("O2", 0, 7, 3, torpedo=False),
        ship("O3", 12, 8, condition=Condition.DAMAGED),
        ship("E1", 9, 3, 3),
        AsteroidOnTable(name="rock", column=4, row=3),
    )
    moment = begun(played)
    assert (
        why_not(played, moment, Choice("move", "O1", way=to(3, 3, 0)))
        == "O1 can end its move in no hex (§3)."
    )
    for place in (to(16, 8, 0), to(12, 8, 0)):
        refused = why_not(played, moment, Choice("move", "O3", way=place))
        assert refused.startswith("O3 cannot end its move in hex")
        assert "spends 2 to 3 MPs" in refused
    assert why_not(played, moment, Choice("leave", "O1")) == "O1 does not get so far (§3)."
    assert "not possible now" in why_not(played, moment, Choice("fire", "O1", "E1"))
    assert "not possible now" in why_not(played, moment, Choice("move", "E1", way=to(7, 3, 3)))
    assert {each.kind for each in played.choices(moment, "O1")} == {"jump"}
    moment = played.lands(moment, Choice("move", "O2", way=to(0, 7, 2)))
    assert why_not(played, moment, Choice("fire", "O2", "E1")) == (
        "E1 is 11 hexes away; range is 1 to 9 hexes (§4)."
    )
    assert why_not(played, moment, Choice("launch", "O2")) == "O2 has launched its only torpedo (§5)."
    moment = played.lands(moment, Choice("hold", "O2"))
    assert why_not(played, played.lands(moment, Choice("leave", "E1")), Choice("move", "O2")) == (
        "O2 has acted already in this step (own: activation)."
    )


# --- what lands
def test_a_way_round_an_enemy_torpedo_is_taken_and_one_through_it_is_struck() -> None:
    played = book(ship("O1", 3, 4), ship("E1", 18, 4, 3), torpedo("E torpedo", 5, 4))
    moment = begun(played)
    for column, row, met in ((4, 4, ()), (5, 4, ("E torpedo",)), (7, 4, ("E torpedo",)), (6, 5, ())):
        end = Flying(*hex_in(column, row), 0)
        assert played.torpedoes_met("O1", end, moment) == met, (column, row)
    struck = played.lands(moment, Choice("move", "O1", way=to(7, 4, 0)))
    assert struck.tasks == (Task("own", "fire", ("O1",)), Task(CHANCE, "strike", ("E torpedo", "O1")))
    (choice,) = played.choices(struck)
    assert choice.asked is not None
    assert choice.asked.inputs == {"target_damaged": False, "cloaked": False}
    lives = played.lands(struck, choice, Condition.DAMAGED)
    assert lives.tasks == (Task("own", "fire", ("O1",)),)
    assert lives.units["E torpedo"].gone
    dead = played.lands(struck, choice, Condition.DESTROYED)
    assert not dead.tasks
    assert played.now(dead).side == "enemy"


def test_a_torpedo_is_launched_once_and_strikes_who_stands_there() -> None:
    played = book(ship("O1", 3, 4), ship("E1", 6, 4, 3))
    near = played.lands(begun(played), Choice("move", "O1", way=to(5, 4, 0)))
    assert played.is_out(torpedo_of("O1"), near)
    after = played.lands(near, Choice("launch", "O1"))
    assert not played.is_out(torpedo_of("O1"), after)
    assert after.tasks == (Task(CHANCE, "strike", (torpedo_of("O1"), "E1")),)
    unit = after.units["O1"]
    assert isinstance(unit, ShipOnTable)
    assert (unit.torpedo, unit.launched) == (False, True)
    far = played.lands(begun(played), Choice("move", "O1", way=to(4, 4, 2)))
    assert not played.lands(far, Choice("launch", "O1")).tasks


def test_under_r5_b_a_ship_launches_as_well_as_it_fires() -> None:
    played = book(ship("O1", 3, 4), ship("E1", 9, 4, 3), rules=RULES.variant(R5="b"))
    moment = played.lands(begun(played), Choice("move", "O1", way=to(5, 4, 0)))
    launched = played.lands(moment, Choice("launch", "O1"))
    assert [each.kind for each in played.choices(launched)] == ["fire", "hold"]
    fired = played.lands(moment, Choice("fire", "O1", "E1"), Both(Condition.OK, Condition.DAMAGED))
    assert [each.kind for each in played.choices(fired)] == ["launch", "hold"]
    both = played.lands(fired, Choice("launch", "O1"))
    assert both.tasks == ()
    assert played.lands(launched, Choice("fire", "O1", "E1"), Both(Condition.OK, Condition.OK)).tasks == ()
    assert fired.units["E1"].condition is Condition.DAMAGED  # type: ignore[union-attr]


def test_one_ship_shoots_at_a_torpedo() -> None:
    played = book(ship("O1", 3, 4), ship("O2", 4, 4, 0), ship("E1", 18, 9, 3), torpedo("E torpedo", 9, 4))
    moment = played.lands(begun(played), Choice("move", "O1", way=to(6, 4, 0)))
    shot = next(each for each in played.choices(moment, "O1") if each.target == "E torpedo")
    assert shot.asked is not None
    assert shot.asked.inputs == {"distance": 3, "damaged": False, "shooters": 1}
    assert played.lands(moment, shot, EXPLODED).units["E torpedo"].gone
    assert not played.lands(moment, shot, RUNNING).units["E torpedo"].gone


def test_jumps_land_where_the_dice_say() -> None:
    rock = AsteroidOnTable(name="rock", column=9, row=9)
    played = book(ship("O1", 3, 4), ship("E1", 12, 5, 3), ship("E2", 19, 5, 3), rock)
    moment = begun(played)
    jump = Choice("jump", "O1", way=(hex_place(hex_in(10, 5)),))
    found = played.allowed(moment, jump)
    assert found.asked is not None
    assert found.asked.inputs["aim"] == list(hex_in(10, 5))
    clear = played.lands(moment, found, Jumped(ON_THE_HEX, hex_in(10, 5), 4))
    assert at(clear, played, "O1") == (*hex_in(10, 5), 4)
    assert played.now(clear).side == "enemy"
    rammed = played.lands(moment, found, Jumped(COLLISION, hex_in(12, 5), 0))
    assert not played.living(rammed, "own")
    assert list(played.living(rammed, "enemy")) == ["E2"]
    crashed = played.lands(moment, found, Jumped(COLLISION, hex_in(9, 9), 0))
    assert not played.living(crashed, "own")
    assert len(played.living(crashed, "enemy")) == 2


@pytest.mark.parametrize(("reading", "lost"), [("a", 1), ("b", 2)])
def test_a_jump_beyond_the_edge_stops_there_or_is_lost(reading: str, lost: int) -> None:
    """R18: at the edge stands an enemy, who is rammed; what is asked knows that."""
    played = book(ship("O1", 3, 4), ship("E1", 19, 5, 3), rules=RULES.variant(R18=reading))
    moment = begun(played)
    found = played.allowed(moment, Choice("jump", "O1", way=(hex_place(hex_in(16, 5)),)))
    assert found.asked is not None
    off = hex_in(22, 5)
    assert (list(off) in found.asked.inputs["occupied"]) is (reading == "b")
    after = played.lands(moment, found, Jumped(DEVIATED if reading == "a" else COLLISION, off, 0))
    assert sum(played.is_out(name, after) for name in ("O1", "E1")) == lost


def test_torpedoes_run_one_after_the_other_and_a_die_picks_between_equals() -> None:
    played = book(
        ship("O1", 3, 4, torpedo=False),
        ship("E1", 8, 2, 3),
        ship("E2", 8, 6, 3),
        torpedo("O torpedo", 5, 4),
        torpedo("O far", 19, 10),
    )
    moment = replace(begun(played), step=2, acted=frozenset())
    (home,) = played.choices(moment)
    assert (home.kind, home.unit) == ("home", "O torpedo")
    assert home.asked is not None
    assert home.asked.inputs == {"equally_near": 2}
    after = played.lands(moment, home, Pick(2))
    assert after.tasks == (Task(CHANCE, "strike", ("O torpedo", "E2")),)
    after = played.lands(after, Choice("strike", "O torpedo", "E2"), Condition.DESTROYED)
    (run,) = played.choices(after)
    assert (run.kind, run.unit, run.target) == ("run", "O far", "E1")
    after = played.lands(after, run)
    assert played.table.at("O far", after.picked()) != hex_in(19, 10)
    assert not list(played.choices(after))


def test_the_end_of_a_turn_drifts_asteroids_and_takes_the_chits_off() -> None:
    rocks = (AsteroidOnTable(name="rock", column=5, row=4), AsteroidOnTable(name="last", column=19, row=9))
    played = book(ship("O1", 6, 4, cloaked=True), ship("E1", 12, 5, 3), *rocks)
    moment = begun(played)
    assert not moment.units["O1"].cloaked  # type: ignore[union-attr]
    cloaked = moment.unit("E1", cloaked=True, jumped=True, activated=True)
    after = played.next_step(replace(cloaked, step=2))
    assert after.turn == 2
    assert played.is_out("O1", after)
    assert played.table.asteroids(after.picked()) == {"rock": hex_in(6, 4), "last": hex_in(0, 9)}
    enemy = after.units["E1"]
    assert isinstance(enemy, ShipOnTable)
    assert enemy.lying == ()


# --- whole
def test_a_whole_turn_by_hand_laid_dice() -> None:
    """A shot at 6 hexes: who is Damaged cannot answer so far. A torpedo is launched and runs home."""
    game = Game(BOOK, "distance-is-a-shield")
    assert game.now.kind == "initiative"
    game.play(game.choices()[0], {"initiative 1: you": 5, "initiative 1: opponent": 2})
    assert (game.now.kind, game.now.side) == ("activation", "own")
    assert len(game.choices("Lyra")) > 100
    game.play(Choice("move", "Lyra", way=to(4, 5, 0)))
    fire = next(each for each in game.choices() if each.target == "Draco")
    odds = game.odds(fire)
    assert odds is not None
    assert odds.fractions()["ok/ok"] == Fraction(23856913, 30233088)
    event = game.play(fire, ["shot: to hit 5", "shot: attacker 4 3", "shot: target 2 4"])
    assert (event.outcome, event.chance) == ("ok/damaged", odds.fractions()["ok/damaged"])
    assert (game.now.kind, game.now.side) == ("activation", "enemy")
    assert game.moment.units["Draco"].damaged
    assert {each.kind for each in game.choices("Draco")} <= {"move", "jump", "leave"}
    game.play(Choice("move", "Draco", way=to(8, 5, 3)))
    game.play(Choice("launch", "Draco"))
    assert game.now.side == "own"
    game.play(Choice("jump", "Cygnus", way=(hex_place(hex_in(2, 1)),)), ["facing 4", "deviation 3"])
    assert at(game.moment, game.book, "Cygnus") == (*hex_in(2, 1), 3)  # type: ignore[arg-type]
    game.play(Choice("move", "Hydra", way=to(5, 3, 4)))
    strike = game.play(Choice("hold", "Hydra"))
    assert strike.outcome == ""
    (choice,) = game.choices()
    assert (choice.kind, choice.unit, choice.target) == ("strike", "Torpedo of Draco", "Lyra")
    assert game.now.number == "4"
    event = game.play(choice, ["attacker 6 6", "target 1 2"])
    assert (event.outcome, event.chance) == ("destroyed", Fraction(155, 648))
    assert (game.moment.turn, game.now.kind) == (2, "initiative")
    assert not game.moment.units["Draco"].activated


def test_the_house_rule_of_the_table_ends_the_game() -> None:
    played = book(ship("O1", 3, 4), ship("O2", 3, 8), ship("E1", 12, 5, 3))
    moment = begun(played)
    assert played.over(moment) is None
    lost = played.lost(moment, "O1", "O2")
    assert played.over(lost) == Ending("enemy", "own has lost all of its units")
    assert played.over(played.lost(lost, "E1")) == Ending("", "both sides have lost all of their units")
    assert played.over(replace(moment, turn=HouseEnd().turns + 1)) == Ending("", "8 turns are over")


def test_nobody_gains_by_losing_a_ship_that_is_far_away() -> None:
    """An even trade is worth nothing: the ships that are left are no nearer than they were."""
    played = play(tabletop("squadrons"), RULES)
    moment = played.start()
    traded = played.lost(moment, "Lyra", "Hydra")
    assert played.worth(traded, "own") - played.worth(moment, "own") <= 0


def test_a_wounded_enemy_and_a_near_one_are_worth_more() -> None:
    played = play(tabletop("jump-roulette"), RULES)
    moment = played.start()
    hurt = moment.unit("Hydra", condition=Condition.DAMAGED)
    assert played.worth(hurt, "own") - played.worth(moment, "own") == 5
    assert played.worth(hurt, "enemy") - played.worth(moment, "enemy") == -5


# --- readings of whole turns
@pytest.mark.parametrize(("answer", "lost"), [("a", True), ("b", False)])
def test_who_leaves_the_table_is_lost_or_has_got_away(answer: str, lost: bool) -> None:
    played = book(ship("O1", 0, 0, 3), ship("E1", 10, 5), rules=RULES.variant(T1=answer))
    moment = begun(played)
    leave = next(each for each in played.choices(moment, "O1") if each.kind == "leave")
    after = played.lands(moment, leave)
    assert (played.is_out("O1", after), played.is_lost("O1", after)) == (True, lost)


def test_a_ship_may_jump_into_another_or_not_on_purpose() -> None:
    for answer in ("a", "b"):
        played = book(ship("O1", 0, 0), ship("E1", 10, 5), rules=RULES.variant(T2=answer))
        moment = begun(played)
        jumps = [each for each in played.choices(moment, "O1") if each.kind == "jump"]
        into = moment.places["E1"]
        assert any(each.way[0][:2] == into[:2] for each in jumps) is (answer == "a")
        ramming = replace(jumps[0], way=(into._replace(facing=None),))
        if answer == "a":
            assert played.allowed(moment, ramming)
        else:
            with pytest.raises(BadInput, match=r"E1 is in .*: nobody jumps into another ship on purpose"):
                played.allowed(moment, ramming)


def test_nobody_flies_off_the_table_and_comes_back() -> None:
    """At the eastern edge, facing it: six points would lead out, round, and back in (R21)."""
    played = book(ship("O1", 19, 5, facing=0), ship("E1", 3, 5))
    moment = begun(played)
    assert {each.kind for each in played.choices(moment, "O1")} == {"leave", "jump"}
    back = Choice("move", "O1", way=(hex_place(hex_in(18, 5), 3),))
    with pytest.raises(BadInput, match=r"O1 can end its move in no hex \(§3\)."):
        played.allowed(moment, back)
    along = begun(book(ship("O1", 19, 6, facing=1), ship("E1", 3, 5)))
    state, table = along.picked("O1"), played.table
    assert table.reached("O1", state, RULES)
    assert all(end.at in table.field for end in table.reached("O1", state, RULES))
    outside = [end for end in table.ends("O1", state, RULES) if end.at in table.field]
    lost = set(outside) - set(table.reached("O1", state, RULES))
    assert lost, "some ends are reached over the edge only"
    with pytest.raises(BadInput, match="cannot end its move in"):
        played.allowed(along, Choice("move", "O1", way=(hex_place(min(lost).at, min(lost).facing),)))


def test_a_torpedo_leaves_the_asteroid_that_has_drifted_over_it() -> None:
    """Asteroids block movement and destroy spaceships (section 8): no word of torpedoes in their hex."""
    rock = AsteroidOnTable(name="R", column=5, row=5)
    played = book(ship("O1", 0, 0), ship("E1", 9, 5), torpedo("O torpedo", 5, 5), rock)
    way = played.table.course("O torpedo", played.start().picked("O torpedo"), RULES)[1]
    assert way == tuple(hex_in(column, 5) for column in range(6, 10))
