"""The table of Pz8 WW1: board checks against the rule text, scenarios, and what the board fills in."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from pz8edu.asking.ask import answer, ask
from pz8edu.board.position import Place
from pz8edu.board.tabletop import BoardState
from pz8edu.core.rulebook.ruleset import printed_rules
from pz8edu.errors import BadInput
from pz8edu.systems import system
from pz8edu.systems.pz8_ww1.assault_table import AssaultTable
from pz8edu.systems.pz8_ww1.barrage_table import BarrageTable
from pz8edu.systems.pz8_ww1.garrison import Piece
from pz8edu.systems.pz8_ww1.ground import square_under
from pz8edu.systems.pz8_ww1.ruleset import Ww1
from pz8edu.systems.pz8_ww1.scenarios import FORCES, SAMPLES, SCENARIOS, SquareOnTable
from pz8edu.systems.pz8_ww1.words import Side, Unit

SYSTEM = system("pz8-ww1")
RULES = printed_rules(Ww1)
SQUARES = list(product(range(1, 7), range(1, 9)))


def board(question: str, /, reading: str | None = None, **inputs: Any) -> Any:
    return ask("pz8-ww1", question, inputs, reading=reading, question_kind="board")


# --- board checks
def test_halves() -> None:
    for column, row in product(range(-1, 9), range(-1, 11)):
        on_table = 1 <= column <= 6 and 1 <= row <= 8
        half = "attacker" if row <= 4 else "defender"
        assert board("grid", square=[column, row]) == (half if on_table else "off table")


def test_placements_are_refused_in_the_printed_order() -> None:
    for wire, trench, bunker, units, row in product(range(3), range(3), range(3), range(5), (4, 5)):
        found = board(
            "placement",
            side="defender",
            square=[2, row],
            wire=wire,
            trench=trench,
            bunker=bunker,
            units=units,
        )
        works = wire + trench + bunker
        why = next(
            (
                why
                for why, wrong in (
                    ("wrong half", row == 4),
                    ("more than 2 defences", works > 2),
                    ("more than 1 bunker", bunker > 1),
                    ("stacking", works + units > 4),
                )
                if wrong
            ),
            "ok",
        )
        assert found == {"legal": why == "ok", "why": why}


@pytest.mark.parametrize("unit", list(Unit))
def test_moves_are_refused_in_the_printed_order(unit: str) -> None:
    start = (1, 4)
    for step, difficult, stuck, enemies, friends in product(
        product((-1, 0, 1, 2), (-1, 0, 1, 2)), (False, True), (False, True), (0, 1), (0, 3)
    ):
        east, north = step
        to = [start[0] + east, start[1] + north]
        found = board(
            "move",
            **{"unit": unit, "from": start, "to": to, "difficult_to": difficult, "stuck": stuck},
            enemies_to=enemies,
            friends_to=friends,
            defences_to=1,
        )
        one_square = max(abs(east), abs(north)) == 1 and (
            unit == "stormtrooper" or abs(east) + abs(north) == 1
        )
        why = next(
            (
                why
                for why, wrong in (
                    ("static", unit == "mg"),
                    ("stuck", stuck),
                    ("off table", not 1 <= to[0] <= 6),
                    ("not one square", not one_square),
                    ("difficult terrain", difficult and unit == "tank"),
                    ("enemy in square", enemies > 0),
                    ("stacking", friends + 1 + 1 > 4),
                )
                if wrong
            ),
            "ok",
        )
        throws = {"tank_roll": unit == "tank"} if why == "ok" else {}
        assert found == {"legal": why == "ok", "why": why} | throws


def test_assaults_go_over_a_side_only() -> None:
    for (a, b), (c, d) in product([(2, 4), (1, 1), (6, 8)], product(range(8), range(10))):
        wanted = 1 <= c <= 6 and 1 <= d <= 8 and abs(a - c) + abs(b - d) == 1
        assert board("may-assault", **{"from": [a, b], "to": [c, d]}) is wanted
    assert board("may-assault", **{"from": [0, 1], "to": [1, 1]}) is False


def test_what_defences_are_worth_and_how_many_may_follow() -> None:
    for wire, trench, bunker, captured in product(range(3), range(3), range(2), (False, True)):
        found = board("captured-defences", wire=wire, trench=trench, bunker=bunker, captured=captured)
        assert found == 2 * trench + 3 * bunker + (0 if captured else wire)
    for units, defences in product(range(5), range(3)):
        assert board("advance-capacity", units=units, defences=defences) == min(units, 4 - defences)


def test_the_track_of_artillery_points() -> None:
    for stock, dice, spent in product((0, 7, 48), (0, 1, 16), (0, 6, 60)):
        left = max(stock - 3 * dice - spent, 0)
        found = board("ap-track", stock=stock, pbs=dice, spent=spent)
        assert found == {"left": left, "last_rounds": left == 0}


@pytest.mark.parametrize("r20", "ab")
def test_victory_by_rows(r20: str) -> None:
    levels = {5: "indecisive", 6: "marginal", 7: "decisive"}
    for full, enemy in product(product((False, True), repeat=4), (False, True)):
        rows = [row for row, is_full in zip((5, 6, 7, 8), full, strict=True) if is_full]
        squares = [[column, row] for row in (5, 6, 7, 8) for column in range(1, 7 if row in rows else 6)]
        won = [
            row for row in (5, 6, 7) if all(r in rows for r in (range(5, row + 1) if r20 == "b" else (row,)))
        ]
        wanted = levels[max(won)] if won and not enemy else "defender wins"
        found = board("victory", f"R20={r20}", attacker_squares=squares, enemy_in_attacker_half=enemy)
        assert found == wanted


# --- orders of battle and scenarios
def test_the_four_orders_of_battle() -> None:
    printed = {
        "british-1916": (24, 0, 1, 1, 48, 0),
        "german-1916": (12, 0, 0, 1, 24, 0),
        "german-1918": (18, 6, 0, 1, 36, 6),
        "british-or-french-1918": (12, 0, 0, 1, 12, 0),
    }
    assert set(FORCES.names()) == set(printed)
    for name, figures in printed.items():
        army = FORCES[name]
        assert (army.infantry, army.stormtroopers, army.tank_dice, army.mg_dice, army.ap, army.pg) == figures
        assert (army.trench, army.wire, army.bunker) == (18, 12, 3)


def test_unknown_names_get_the_nearest_one() -> None:
    with pytest.raises(BadInput, match="did you mean 'german-1918'"):
        FORCES["german-1981"]
    with pytest.raises(BadInput, match="did you mean 'strongpoint'"):
        SYSTEM.tabletop("strongpiont")


@pytest.mark.parametrize("name", SCENARIOS.names())
def test_every_square_of_a_scenario_is_legal(name: str) -> None:
    for position in SCENARIOS[name].positions:
        works = vars(position.works)
        found = board(
            "placement", side=position.owner, square=position.at, units=position.force.units, **works
        )
        assert found["legal"]


@pytest.mark.parametrize("name", SAMPLES.values())
def test_a_sample_scenario_is_set_up_with_exactly_what_it_gives(name: str) -> None:
    scenario = SCENARIOS[name]
    for side in Side:
        army = scenario.army(side)
        squares = [position for position in scenario.positions if position.owner is side]
        assert {position.holder for position in squares} == {side}

        def count(what: str, here: list[SquareOnTable] = squares) -> int:
            return sum(getattr(position, what) for position in here)

        assert (count("trench"), count("wire"), count("bunker")) == (army.trench, army.wire, army.bunker)
        assert count("average") == army.infantry
        assert count("stormtroopers") == army.stormtroopers
        assert army.mg_dice <= count("mg") <= 6 * army.mg_dice
        assert army.tank_dice <= count("tank") <= 6 * army.tank_dice
        assert count("crater") == count("difficult") == 0


@pytest.mark.parametrize(
    ("square", "says"),
    [
        ({"at": [1, 1], "trench": 2, "bunker": 1}, "at most 2 field defences"),
        ({"at": [1, 1], "trench": 2, "average": 3}, "holds 4 units and field defences at most"),
        ({"at": [1, 1], "tank": 1, "crater": True}, "no tank can be there"),
        ({"at": [1, 1], "tank": 1, "stuck": 2}, "said to be stuck"),
        ({"at": [7, 1]}, "must be a whole number from 1 to 6"),
    ],
)
def test_a_square_that_cannot_be(square: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        SquareOnTable.read(square)


# --- the board that fills in the calculators
def table(name: str) -> tuple[AssaultTable, BoardState[Piece]]:
    found = SYSTEM.tabletop(name)
    assert isinstance(found, AssaultTable)
    return found, found.opening()


def test_the_strong_point_fills_in_the_assault() -> None:
    tabletop, state = table("strongpoint")
    asked = tabletop.asked(state, RULES)
    assert asked is not None
    assert asked.why_not == ""
    given = {name: value for name, value in asked.inputs.items() if value}
    assert given == {
        "attacker_average": 3, "attacker_tank": 1, "attacker_ap": 6,
        "defender_average": 1, "defender_mg": 1, "trench": 1, "bunker": 1,
    }  # fmt: skip
    odds = answer(SYSTEM.calculators["assault"], asked.inputs, RULES)
    assert odds.fractions() == ask("pz8-ww1", "assault", given).fractions()


@pytest.mark.parametrize("name", [name for name in SCENARIOS.names() if name != "barrage"])
def test_the_board_measures_what_the_board_checks_say(name: str) -> None:
    tabletop, state = table(name)
    garrisons = tabletop.garrisons(state)
    attackers = [name for name, piece in state.units.items() if piece.side is Side.ATTACKER]
    defenders = [name for name, piece in state.units.items() if piece.side is Side.DEFENDER]
    for one, other in product(attackers[::3], defenders[::3]):
        asked = tabletop.asked(replace(state, shooter=one, target=other), RULES)
        assert asked is not None
        start, target = (square_under(state.places[unit]) for unit in (one, other))
        assert (asked.why_not == "") is board("may-assault", **{"from": start, "to": target})
    for unit in [*attackers[::4], *defenders[::4]]:
        piece, start = state.units[unit], square_under(state.places[unit])
        now = turned(state, 1 if piece.side is Side.ATTACKER else 2)
        for square in SQUARES:
            entry = garrisons[square].entry(piece.side)
            found = board(
                "move",
                **{"unit": piece.kind, "from": start, "to": square, "difficult_to": entry.difficult},
                friends_to=min(entry.friends, 4),
                defences_to=entry.defences,
                enemies_to=entry.enemies,
            )
            assert (square in tabletop.moves(unit, now, RULES)) is found["legal"]


@pytest.mark.parametrize("name", SCENARIOS.names())
def test_a_scene_shows_every_unit_and_every_work(name: str) -> None:
    tabletop = SYSTEM.tabletop(name)
    state = tabletop.opening()
    scene = tabletop.scene(state, RULES)
    scenario = SCENARIOS[name]
    assert len(scene.of_role("square")) == 48
    assert {base.name for base in scene.bases} == set(state.places)
    for kind in ("trench", "wire", "bunker", "crater"):
        assert len(scene.of_role(kind)) == sum(bool(getattr(p, kind)) for p in scenario.positions)
    bases = [(base.at, float(base.size)) for base in scene.bases]
    for place, ((x, y), size) in enumerate(bases):
        for (other_x, other_y), _ in bases[:place]:
            assert max(abs(x - other_x), abs(y - other_y)) >= size
    assert scene._repr_svg_().startswith("<svg")
    assert scenario.title in scene.describe()
    assert all(fact.value for fact in tabletop.facts(state, RULES))


def turned(state: BoardState[Piece], number: int) -> BoardState[Piece]:
    return state.at(state.position.with_stock("half-turn", number))


def moved(state: BoardState[Piece], name: str, column: float, row: float) -> BoardState[Piece]:
    return state.at(state.position.moved(name, Place(column - 0.5, row - 0.5)))


def test_a_dragged_unit_counts_where_it_stands() -> None:
    tabletop, state = table("strongpoint")
    tank = next(
        name
        for name, piece in state.units.items()
        if piece.kind is Unit.TANK and square_under(state.places[name]) == (3, 5)
    )
    away = tabletop.asked(moved(state, tank, 2, 5), RULES)
    assert away is not None
    assert away.inputs["attacker_tank"] == 0
    assert tabletop.settle(tank, Place(1.9, 4.01), state.position) == Place(1.5, 4.5)
    assert tabletop.settle(tank, Place(6.0, 8.0), state.position) == Place(5.5, 7.5)


def test_why_an_assault_is_not_allowed() -> None:
    tabletop, state = table("strongpoint")
    start, target = state.shooter, state.target
    corner = tabletop.asked(moved(moved(state, target, 4, 6), start, 1, 1), RULES)
    assert corner is not None
    assert "do not share a side" in corner.why_not
    friend = tabletop.asked(replace(state, shooter=start, target="British infantry 1"), RULES)
    assert friend is not None
    assert "same side" in friend.why_not
    crowd = state
    for number in range(1, 4):
        crowd = moved(crowd, f"British infantry {number}", 3, 5)
    crowded = tabletop.asked(crowd, RULES)
    assert crowded is not None
    assert "holds 7 units" in crowded.why_not
    mixed = tabletop.asked(moved(state, target, 3, 5), RULES)
    assert mixed is not None
    assert "Both sides" in mixed.why_not


def test_captured_trenches_count_without_their_wire() -> None:
    tabletop, state = table("western-front-1916")
    german = next(name for name, at in state.places.items() if square_under(at) == (3, 5))
    british = [name for name, at in state.places.items() if square_under(at) == (3, 4)]
    swapped = moved(moved(state, german, 4, 5), british[0], 3, 5)
    asked = tabletop.asked(replace(swapped, shooter=german, target=british[0]), RULES)
    assert asked is not None
    assert (asked.inputs["captured"], asked.inputs["wire"], asked.inputs["trench"]) == (True, 1, 1)
    assert (asked.inputs["attacker_ap"], asked.inputs["defender_ap"]) == (0, 3)


def test_readings_that_only_the_board_knows() -> None:
    tabletop, state = table("strongpoint")
    stuck = AssaultTable(
        SCENARIOS["strongpoint"].__class__.read(
            SCENARIOS["strongpoint"].plain()
            | {
                "positions": [
                    p.plain() | ({"stuck": 1} if p.at == (3, 5) else {}) for p in tabletop.scenario.positions
                ]
            }
        )
    )
    for reading, tanks in (("a", 1), ("b", 0)):
        asked = stuck.asked(stuck.opening(), RULES.variant(R7=reading))
        assert asked is not None
        assert asked.inputs["attacker_tank"] == tanks
    british = "British infantry 3"
    free = tabletop.moves(british, state, RULES)
    wired = tabletop.moves(british, state, RULES.variant(R23="b"))
    assert set(free) - set(wired) == {(2, 5)}
    facts = {fact.name: fact for fact in tabletop.facts(state, RULES)}
    assert facts["If it is emptied"].remark == "a tank throws the stuck die"
    facts = {fact.name: fact for fact in tabletop.facts(state, RULES.variant(R31="b"))}
    assert facts["If it is emptied"].remark == ""
    counter = replace(state, shooter=state.target, target=state.shooter)
    facts = {fact.name: fact for fact in tabletop.facts(counter, RULES.variant(R30="b"))}
    assert facts["If it is emptied"].value == "nobody may enter"


def test_the_barrage_fills_in_the_bombardment() -> None:
    tabletop = SYSTEM.tabletop("barrage")
    assert isinstance(tabletop, BarrageTable)
    state = tabletop.opening()
    assert tabletop.asked(state, RULES).inputs == {"pb": 2, "wire": 0, "trench": 1, "bunker": 1}
    elsewhere = state.at(state.position.moved("bombardment", Place(0.2, 4.7)))
    assert tabletop.asked(elsewhere, RULES).inputs == {"pb": 2, "wire": 1, "trench": 1, "bunker": 0}
    assert {fact.name: fact.value for fact in tabletop.facts(elsewhere, RULES)}[
        "To remove all"
    ] == "3 damage points"


# --- section 4-sequence: whose half-turn it is
def test_only_the_side_whose_half_turn_it_is_moves_and_assaults() -> None:
    tabletop, state = table("strongpoint")
    counter = replace(state, shooter=state.target, target=state.shooter)
    for number, side in ((1, "attacker"), (2, "defender"), (17, "attacker"), (18, "defender")):
        for position, acting in ((state, "attacker"), (counter, "defender")):
            now = turned(position, number)
            asked = tabletop.asked(now, RULES)
            assert asked is not None
            assert (asked.why_not == "") is (acting == side)
            assert bool(tabletop.moves(now.shooter, now, RULES)) <= (acting == side)
            fact = next(fact for fact in tabletop.facts(now, RULES) if fact.name == "Half-turn")
            assert fact.value == f"the {side}'s, turn {(number + 1) // 2}"
    assert "has not begun" in tabletop.asked(turned(state, 0), RULES).why_not  # type: ignore[union-attr]
    over = tabletop.asked(turned(state, 19), RULES)
    assert over is not None
    assert over.why_not == "The game ended after turn 9 (§8-victory)."
    longer = tabletop.asked(turned(state, 19), RULES.variant(last_turn=10))
    assert longer is not None
    assert longer.why_not == ""


# --- section 9-1918: stormtroopers exchanged for tanks
def test_stormtroopers_are_exchanged_for_tanks() -> None:
    tabletop, state = table("western-front-1918")
    for number, (elite, tanks) in enumerate(((2, 0), (1, 1), (0, 2))):
        now = state.at(state.position.with_stock("stormtroopers exchanged for tanks", number))
        asked = tabletop.asked(now, RULES)
        assert asked is not None
        assert (asked.inputs["attacker_elite"], asked.inputs["attacker_tank"]) == (elite, tanks)
        assert asked.why_not == ""
        symbols = [base.symbol for base in tabletop.scene(now, RULES).bases]
        assert symbols.count("tank") == number
        fact = next(fact for fact in tabletop.facts(now, RULES) if fact.name == "Exchanged")
        assert fact.value == f"{number} stormtrooper units for tanks"
    many = tabletop.asked(state.at(state.position.with_stock("stormtroopers exchanged for tanks", 3)), RULES)
    assert many is not None
    assert many.why_not == "At most 2 German stormtrooper units are exchanged (§9-1918)."
    assert "stormtroopers exchanged for tanks" not in table("western-front-1916")[1].position.stock


def test_what_was_exchanged_moves_and_gets_stuck_like_a_tank() -> None:
    tabletop, state = table("western-front-1918")
    away = moved(state, state.shooter, 3, 6)
    name = tabletop.stormtroopers[0]
    now = moved(away.at(away.position.with_stock("stormtroopers exchanged for tanks", 1)), name, 3, 1)
    diagonal = (2, 2)
    assert diagonal in tabletop.moves(name, moved(away, name, 3, 1), RULES)
    assert diagonal not in tabletop.moves(name, now, RULES)
    stuck = now.at(now.position.with_unit(name, stuck=True))
    assert tabletop.moves(name, stuck, RULES) == ()


def test_a_lost_unit_is_gone_from_its_square() -> None:
    tabletop, state = table("strongpoint")
    lost = state.at(state.position.with_unit(state.target, lost=True))
    asked, before = tabletop.asked(lost, RULES), tabletop.asked(state, RULES)
    assert asked is not None
    assert before is not None
    assert sum(map(int, tabletop.garrisons(lost)[(3, 6)].force.__dict__.values())) == 1
    assert state.target not in {base.name for base in tabletop.scene(lost, RULES).bases}
    assert asked.inputs != before.inputs


def test_a_bombardment_chooses_nobody() -> None:
    assert SYSTEM.tabletop("barrage").choosing is False


# --- what is spent (sections 2b and 5)
def test_what_an_army_has_left_of_its_points_is_in_the_position() -> None:
    """The review: the attacker's 48 points were nowhere, so that nothing could be taken from them."""
    book = system("pz8-ww1")
    table, rules = book.tabletop("western-front-1916"), book.rules
    state = table.opening()
    store, spends = "artillery points left to the attacker", "artillery points of the attacker"
    assert (state.position.stock[store], state.position.stock[spends]) == (48, 3)
    (after,) = table.befalls(state.shooter, state, rules).values()
    assert (after.stock[store], after.stock[spends]) == (45, 0)
    assert table.befalls(state.shooter, state.at(after), rules) == {}
    greedy = state.at(state.position.with_stock(store, 2))
    assert "3 points are spent" in table.asked(greedy, rules).why_not
    assert table.befalls(state.shooter, greedy, rules) == {}


def test_a_bombardment_is_paid_from_the_same_store() -> None:
    book = system("pz8-ww1")
    table, rules = book.tabletop("barrage"), book.rules
    state = table.opening()
    assert table.asked(state, rules).why_not == ""
    poor = state.at(state.position.with_stock("artillery points left to the attacker", 5))
    assert table.asked(poor, rules).why_not.startswith("They cost 6 Artillery Points")
