"""Pz8 Space on the table: ships, torpedoes, asteroids, jumps, and what the board asks."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest

import pz8edu
from pz8edu.asking.ask import answer
from pz8edu.board.hex_tabletop import hex_in
from pz8edu.board.hexes import Hex, facing_bearing, hex_centre, hex_distance, neighbours
from pz8edu.board.position import Place
from pz8edu.board.tabletop import Asked
from pz8edu.errors import BadInput
from pz8edu.systems import system
from pz8edu.systems.pz8_space.asteroids import drifted
from pz8edu.systems.pz8_space.ruleset import Space
from pz8edu.systems.pz8_space.scenarios import CHOSEN_HEX, SCENARIOS, Scenario
from pz8edu.systems.pz8_space.tabletop import ARROW, SpaceTable, State, tabletop
from pz8edu.systems.pz8_space.torpedoes import nearest, run
from pz8edu.systems.pz8_space.words import Condition
from tests.share import Share

BOOK = system("pz8-space")
RULES = BOOK.rules
VARIANTS = (RULES, RULES.variant(R1="b", R2="b", R3="b", R5="b"), RULES.variant(R8="b", R12="b", R18="a"))


def start(name: str) -> tuple[SpaceTable, State]:
    table = tabletop(name)
    return table, table.opening()


def asks(table: SpaceTable, state: State, rules: Space = RULES) -> Asked:
    asked = table.asked(state, rules)
    assert asked is not None
    return asked


def put(state: State, name: str, column: int, row: int, facing: int | None = None) -> State:
    old = state.places[name].facing if facing is None else float(facing_bearing(facing))
    return state.at(state.position.moved(name, Place(*hex_centre(hex_in(column, row)), old)))


def facts(table: SpaceTable, state: State, rules: Space = RULES) -> dict[str, tuple[str, str]]:
    return {fact.name: (fact.value, fact.remark) for fact in table.facts(state, rules)}


@pytest.mark.parametrize("name", SCENARIOS.names())
def test_every_table_is_ready_to_play(name: str) -> None:
    assert BOOK.tabletops == SCENARIOS.names()
    assert len(BOOK.tabletops) >= 3
    table, state = start(name)
    for each, place in state.places.items():
        assert table.settle(each, place, state.position) == place
        assert table.at(each, state) in table.field
    for rules in VARIANTS:
        scene = table.scene(state, rules)
        assert {base.name for base in scene.bases} == set(state.places)
        assert scene.of_role("hex: reachable")
        assert table.facts(state, rules)
        odds = answer(
            BOOK.calculators[asks(table, state, rules).calculator], asks(table, state, rules).inputs, rules
        )
        assert sum(odds.fractions().values()) == 1
    assert table.scene(state, RULES)._repr_svg_().startswith("<svg")
    assert "plain hex" in table.scene(state, RULES).describe()


@pytest.mark.whole_domain(3)
@pytest.mark.parametrize("name", SCENARIOS.names())
def test_every_pair_asks_or_is_refused_with_its_section(name: str) -> None:
    table, opening = start(name)
    for shooter, target in product(opening.units, opening.places):
        if target in (shooter, ARROW):
            continue
        state = replace(opening, shooter=shooter, target=target)
        for rules in VARIANTS:
            asked = asks(table, state, rules)
            assert BOOK.calculators[asked.calculator].situation.read(dict(asked.inputs))
            if asked.why_not:
                assert "§" in asked.why_not or "same side" in asked.why_not
                assert asked.why_not.endswith(".")
        assert table.scene(state, RULES).bases
        assert table.facts(state, RULES)
    assert table.asked(replace(opening, shooter="", target=""), RULES) is None
    assert table.asked(replace(opening, target=""), RULES) is None


def test_the_board_asks_what_the_specification_works_out() -> None:
    table, state = start("distance-is-a-shield")
    for column, expected in ((9, "1"), (8, "2"), (4, "6")):
        near = put(state, "Lyra", column, 5)
        asked = asks(table, near)
        assert asked.inputs == {
            "distance": int(expected), "attacker_damaged": False, "target_damaged": False,
            "target_faces": True, "target_cloaked": False,
        }  # fmt: skip
    odds = pz8edu.ask("pz8-space", "exchange-of-fire", dict(asks(table, put(state, "Lyra", 9, 5)).inputs))
    assert str(odds.fraction("ok/ok")) == "6682321/10077696"
    assert facts(table, state)["Fire back"] == ("cannot hit", "−1 fire back")
    from_behind = put(state, "Draco", 10, 5, 0)
    assert not asks(table, from_behind).inputs["target_faces"]
    assert facts(table, from_behind)["Fire back"] == (
        "no",
        "Draco does not have Lyra on its firing line (§4)",
    )


def test_the_state_of_a_ship_changes_the_question() -> None:
    table, state = start("distance-is-a-shield")
    damaged = state.at(
        state.position.with_unit("Lyra", condition=Condition.DAMAGED).with_unit("Draco", cloaked=True)
    )
    asked = asks(table, damaged)
    assert (asked.inputs["attacker_damaged"], asked.inputs["target_cloaked"]) == (True, True)
    labels = {base.name: base.shown for base in table.scene(damaged, RULES).bases}
    assert (labels["Lyra"], labels["Draco"]) == ("Lyra · damaged", "Draco · cloaked")
    assert facts(table, damaged)["Can end in"][1] == "spending 2 to 3 MPs (§3)"
    for change, words in (
        ({"cloaked": True}, "Lyra is cloaked and does not fire in this turn (§7)."),
        ({"jumped": True}, "Lyra has jumped and does not fire in this turn (§6)."),
        ({"launched": True}, "Lyra has launched its torpedo instead of shooting (§5; R5)."),
        ({"activated": True}, "Lyra has been activated (§3)."),
        ({"condition": Condition.DESTROYED}, "Lyra is destroyed (§4)."),
    ):
        changed = state.at(state.position.with_unit("Lyra", **change))
        assert asks(table, changed).why_not == words
    launched = state.at(state.position.with_unit("Lyra", launched=True))
    assert asks(table, launched, RULES.variant(R5="b")).why_not == ""
    jumped = state.at(state.position.with_unit("Draco", jumped=True))
    assert asks(table, jumped).calculator == "fire"
    assert asks(table, jumped).counted == ("Draco has jumped in this turn and does not fire back (§6)",)
    lost = state.at(state.position.with_unit("Draco", condition=Condition.DESTROYED))
    assert asks(table, lost).why_not == "Draco is no longer on the table (§4, §5)."
    assert "Draco" not in {base.name for base in table.scene(lost, RULES).bases}


def test_every_change_that_is_offered_can_be_made(share: Share) -> None:
    for name in SCENARIOS.names():
        table, state = start(name)
        for unit in share(state.units, 3):
            for word, values in table.changes(unit, state, RULES).items():
                assert getattr(state.units[unit], word) in values
                for value in values:
                    changed = state.at(state.position.with_unit(unit, **{word: value}))
                    assert table.scene(changed, RULES).bases
                    assert table.facts(changed, RULES)


def test_reach_on_the_board_is_that_of_the_rules() -> None:
    table, state = start("distance-is-a-shield")
    middle = put(state, "Lyra", 8, 8, 0)
    others = [each for each in state.units if each != "Lyra"]
    at = table.at("Lyra", middle)
    ships = [[table.at(each, middle)[0] - at[0], table.at(each, middle)[1] - at[1]] for each in others]
    check = pz8edu.ask("pz8-space", "reachability-occupied", mp=6, ships=ships, question_kind="board")
    in_the_field = put(middle, "Draco", 15, 0)
    assert len(table.reached("Lyra", in_the_field, RULES)) <= check["states"]
    free = put(put(put(middle, "Cygnus", 0, 0), "Draco", 15, 0), "Hydra", 15, 10)
    wide = replace(table, scenario=Scenario.read({
        "title": "x", "section": "3", "columns": 40, "rows": 40,
        "ships": [{"name": "Lyra", "side": "own", "column": 20, "row": 20, "facing": 0}],
    }))  # fmt: skip
    for condition, states in ((Condition.OK, 119), (Condition.DAMAGED, 11)):
        alone = wide.opening()
        alone = alone.at(alone.position.with_unit("Lyra", condition=condition))
        assert len(wide.reached("Lyra", alone, RULES)) == states
    cloaked = free.at(free.position.with_unit("Lyra", cloaked=True))
    assert table.reached("Lyra", cloaked, RULES) == ()
    assert not table.scene(replace(free, before=free.position), RULES).of_role("hex: reachable")


def test_torpedoes_home_on_the_nearest_enemy() -> None:
    table, state = start("can-you-outrun-it")
    assert facts(table, state)["Red 1"] == (
        "makes for Lyra or Cygnus",
        "strikes at the end of this turn (§5)",
    )
    struck = asks(table, replace(state, shooter="Red 1", target="Lyra"))
    assert (struck.calculator, struck.why_not) == ("torpedo-hit", "")
    assert struck.counted == ("it runs 5 hexes", "Lyra is one of 2 nearest ships; a die picks one (§5)")
    picked = asks(table, replace(state, shooter="Red 1", target=""))
    assert picked == Asked(
        "torpedo-target", {"equally_near": 2}, names={"ship 1": "Lyra", "ship 2": "Cygnus"}
    )
    why = {
        ("Red 1", "Aquila"): "Red 1 makes for Lyra or Cygnus, which is nearer (§5).",
        ("Red 2", "Aquila"): "Red 2 does not get there: it runs 6 hexes a turn (§5).",
        ("Red 1", "Draco"): "Red 1 makes for enemy ships only (§5; R14).",
        ("Red 1", "Blue 1"): "Red 1 makes for enemy ships only (§5; R14).",
    }
    for (shooter, target), words in why.items():
        assert asks(table, replace(state, shooter=shooter, target=target)).why_not == words
    cloaked = put(state, "Red 2", 4, 3)
    asked = asks(table, replace(cloaked, shooter="Red 2", target="Aquila"))
    assert (asked.why_not, asked.inputs) == ("", {"target_damaged": False, "cloaked": True})
    gone = state.at(state.position.with_unit("Red 1", gone=True))
    assert asks(table, gone).why_not == "Red 1 is no longer on the table (§4, §5)."
    lines = table.scene(state, RULES).of_role("path")
    assert [len(line.points) - 1 for line in lines] == [5, 6, 3]  # type: ignore[union-attr]


def test_ships_that_need_the_same_shoot_at_a_torpedo_together() -> None:
    table, state = start("can-you-outrun-it")
    assert asks(table, state).inputs == {"distance": 5, "damaged": False, "shooters": 1}
    healed = state.at(state.position.with_unit("Cygnus", condition=Condition.OK))
    both = asks(table, put(healed, "Cygnus", 4, 6, 0))
    assert both.inputs == {"distance": 5, "damaged": False, "shooters": 2}
    assert both.counted == ("2 ships that need the same: Lyra, Cygnus",)
    apart = asks(table, put(healed, "Cygnus", 6, 6, 0))
    assert apart.inputs["shooters"] == 1
    own = asks(table, replace(state, target="Blue 1"))
    assert own.why_not == "Blue 1 is on the same side."


def test_the_way_of_a_torpedo_is_a_shortest_way_round_the_asteroids() -> None:
    rng = random.Random(5)
    for _ in range(200):

        def anywhere() -> Hex:
            return rng.randint(-5, 5), rng.randint(-5, 5)

        at, target = anywhere(), anywhere()
        rocks = {anywhere() for _ in range(rng.randint(0, 25))} - {at, target}
        near = [{target}]
        seen = {target}
        while near[-1] and at not in seen and len(near) < 60:
            near.append({o for h in near[-1] for o in neighbours(h)} - seen - rocks)
            seen |= near[-1]
        way = run(at, target, rocks, RULES)
        if at not in seen:
            assert way == ()
            continue
        steps = next(number for number, hexes in enumerate(near) if at in hexes)
        assert len(way) == min(steps, RULES.torpedo_mp)
        assert all(hex_distance(a, b) == 1 for a, b in zip((at, *way), way, strict=False))
        assert not rocks & set(way)
        assert (way[-1:] == (target,)) is (0 < steps <= RULES.torpedo_mp)
    shut = {(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)}
    assert run((4, 0), (0, 0), shut, RULES) == ()
    assert run((9, 0), (0, 0), (), RULES) == ((8, 0), (7, 0), (6, 0), (5, 0), (4, 0), (3, 0))
    assert nearest((0, 0), {}) == ()


def test_asteroids_drift_and_come_back() -> None:
    table, state = start("asteroid-belt")
    columns, rows = table.size
    for direction in range(6):
        field = {hex_in(column, row) for column in range(columns) for row in range(rows)}
        ends = {at: drifted(at, direction, columns, rows) for at in field}
        assert set(ends.values()) <= field
        if direction in (0, 3):
            assert set(ends.values()) == field
        inside = {at: end for at, end in ends.items() if hex_distance(at, end) == 1}
        assert all(end in neighbours(at) for at, end in inside.items())
    assert drifted(hex_in(14, 3), 0, columns, rows) == hex_in(0, 3)
    onto = put(put(state, ARROW, 0, 0, 0), "Asteroid 1", 8, 5)
    assert facts(table, onto)["Asteroid 1"] == ("drifts onto Hydra", "which is destroyed (§8)")


def test_asteroids_block_sight_and_movement() -> None:
    table, state = start("asteroid-belt")
    assert (
        asks(table, state).why_not == "Hydra is hidden by an asteroid, which blocks the line of sight (§8)."
    )
    clear = put(state, "Asteroid 1", 12, 9)
    assert asks(table, clear).why_not == ""
    assert asks(table, replace(state, target="Asteroid 1")).why_not == "Asteroids cannot be destroyed (§8)."
    assert asks(table, replace(state, target="Draco")).why_not == "Draco is not straight ahead (§4)."
    far = put(clear, "Hydra", 13, 5)
    assert asks(table, far).why_not == "Hydra is 10 hexes away; range is 1 to 9 hexes (§4)."
    rocks = set(table.asteroids(state).values())
    for name in table.ships(state):
        assert not rocks & {end.at for end in table.reached(name, state, RULES)}
    assert rocks & {end.at for end in table.reached("Lyra", state, RULES.variant(R8="b"))}


def test_jumps_are_asked_from_the_chosen_hex() -> None:
    table, state = start("jump-roulette")
    jump = asks(table, state)
    assert jump.calculator == "jump"
    assert jump.inputs["aim"] == list(hex_in(9, 7))
    assert jump.counted == ("of 37 hexes 2 hold a ship",)
    sights = asks(table, replace(state, shooter=CHOSEN_HEX, target="Hydra"))
    odds = pz8edu.ask("pz8-space", "jump-in-sights", dict(sights.inputs))
    assert str(odds.fraction("in sights")) == "7/54"
    assert (
        asks(table, replace(state, shooter=CHOSEN_HEX, target="Cygnus")).why_not
        == "Cygnus is on the same side."
    )
    assert asks(table, replace(state, shooter="Cygnus")).why_not == "Cygnus has been activated (§3)."
    ram = asks(table, put(state, CHOSEN_HEX, 13, 7))
    assert ram.counted[0] == "Hydra stands in the chosen hex: Lyra would ram it (R19)"
    corner = put(state, CHOSEN_HEX, 0, 0)
    assert "24 are off the table, where it stops at the edge (R18)" in asks(table, corner).counted
    assert (
        "24 are off the table, where it is lost (R18)" in asks(table, corner, RULES.variant(R18="a")).counted
    )
    for change, words in (
        ({"cloaked": True}, "Lyra is cloaked and cannot jump (§7)."),
        ({"launched": True}, "Lyra has launched its torpedo and cannot jump (§6)."),
    ):
        assert asks(table, state.at(state.position.with_unit("Lyra", **change))).why_not == words
    assert len(table.scene(state, RULES).of_role("hex: reachable")) == 37


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"firer": "Lyr"}, "Lyra"),
        ({"asteroids": [{"name": "Lyra", "column": 1, "row": 1}]}, "twice"),
        ({"asteroids": [{"name": "A", "column": 12, "row": 1}]}, "10 by 10"),
        ({"jump": {"ship": "Lyra", "column": 1, "row": 12}}, "10 by 10"),
        (
            {"ships": [{"name": n, "side": "own", "column": 3, "row": 3, "facing": 0} for n in "ab"]},
            "one ship",
        ),
    ],
)
def test_a_table_that_cannot_be(given: dict[str, object], words: str) -> None:
    ship = {"name": "Lyra", "side": "own", "column": 2, "row": 2, "facing": 0}
    plain = {"title": "x", "section": "4", "columns": 10, "rows": 10, "ships": [ship]}
    with pytest.raises(BadInput, match=words):
        Scenario.read(plain | given)


def test_a_shot_is_drawn_as_a_line_of_sight_and_a_jump_as_a_track() -> None:
    table, state = start("distance-is-a-shield")
    assert asks(table, state).calculator != "jump"
    assert table.shot(state, RULES).role == "sight: clear"
    behind = replace(state, shooter=state.target, target=state.shooter)
    ahead = table.sees(behind.shooter, behind.target, behind, RULES)
    assert table.shot(behind, RULES).role == ("sight: clear" if ahead else "sight: blocked")
    jumping, at = start("jump-roulette")
    planned = replace(at, shooter=jumping.jumper, target=CHOSEN_HEX)
    assert asks(jumping, planned).calculator == "jump"
    assert jumping.shot(planned, RULES).role == "track"
