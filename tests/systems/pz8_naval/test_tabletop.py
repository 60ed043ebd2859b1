"""Pz8 Naval on the table: forces, scenarios, what is measured, and what the board asks."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

import pz8edu
from pz8edu.asking.ask import answer
from pz8edu.board.position import Place
from pz8edu.board.tabletop import BoardState
from pz8edu.errors import BadInput
from pz8edu.systems import system
from pz8edu.systems.pz8_naval.fleets import FORCES, SCENARIOS, Force, Scenario
from pz8edu.systems.pz8_naval.tabletop import SeaTable, Vessel, tabletop

NAVAL = system("pz8-naval")
RULES = NAVAL.rules


def start(name: str) -> tuple[SeaTable, BoardState[Vessel]]:
    table = tabletop(name)
    return table, table.opening()


def moved(state: BoardState[Vessel], ship: str, y: float, facing: float | None = None) -> BoardState[Vessel]:
    old = state.places[ship]
    place = Place(old.x, y, facing if facing is not None else old.facing)
    return state.at(state.position.moved(ship, place))


def test_the_printed_forces() -> None:
    assert FORCES.names() == (
        "cape-matapan-british", "cape-matapan-italian", "denmark-strait-british", "denmark-strait-german",
        "river-plate-british", "river-plate-german",
    )  # fmt: skip
    ships = [ship for name in FORCES.names() for ship in FORCES[name].ships]
    assert sorted(ships) == sorted({*RULES.tonnage, *RULES.river_plate})


def test_the_printed_scenarios_and_what_is_on_the_table() -> None:
    assert {"denmark-strait", "cape-matapan", "river-plate"} <= set(SCENARIOS.names())
    assert NAVAL.tabletops == SCENARIOS.names()
    for name in SCENARIOS.names():
        table, state = start(name)
        for rules in (RULES, RULES.variant(R2="b", R22="b", R29="c"), RULES.variant(R2="c", R8="b", R29="b")):
            scene = table.scene(state, rules)
            assert scene.kind == "zones"
            assert len(scene.of_role("zone")) == 8
            assert {base.name for base in scene.bases if base.symbol == "ship"} == set(state.places)
            assert table.facts(state, rules)
            asked = table.asked(state, rules)
            assert asked is not None
            odds = answer(NAVAL.calculators[asked.calculator], asked.inputs, rules)
            assert sum(odds.fractions().values()) == 1
            assert "zone 8" in scene.describe()
            assert scene._repr_svg_().startswith("<svg")


def test_fleets_start_on_their_edges_facing_the_central_line() -> None:
    table, state = start("denmark-strait")
    assert {table.zone(name, state) for name in ("Hood", "Prince of Wales")} == {1}
    assert {table.zone(name, state) for name in ("Bismarck", "Prinz Eugen")} == {8}
    assert {place.facing for place in state.places.values()} == {0.0, 180.0}
    asked = table.asked(state, RULES)
    assert asked is not None
    assert asked.why_not == "Bismarck is 7 zones away; 18-14 guns reach 4 zones (§4)."


@pytest.mark.parametrize(("south", "north"), list(product(range(1, 5), range(5, 9))))
def test_the_board_measures_what_the_check_says(south: int, north: int) -> None:
    table, state = start("denmark-strait")
    state = moved(moved(state, "Hood", south - 0.5), "Bismarck", north - 0.5)
    for reading in ("R2=a", "R2=b", "R2=c"):
        rules = RULES.variant(R2=reading[-1])
        check = pz8edu.ask("pz8-naval", "range", zone_a=south, zone_b=north, reading=reading)
        assert table.distance(state, rules) == check["range"]
        if reading == "R2=a":
            asked = table.asked(state, rules)
            assert asked is not None
            assert (asked.why_not == "") is check["18-14"]


def test_the_legal_moves_of_the_chosen_ship() -> None:
    table, state = start("broadsides")
    facts = {fact.name: fact for fact in table.facts(state, RULES)}
    moves = pz8edu.ask("pz8-naval", "legal-moves", zone=6, side="north", **{"def": 4})
    assert facts["May move"].value == "; ".join(moves)
    reached = [area.words for area in table.scene(state, RULES).of_role("reachable")]
    assert reached == ["Bismarck may move to zone 5", "Bismarck may move to zone 7"]
    assert not table.scene(replace(state, before=state.position), RULES).of_role("reachable")


def test_a_broadside_at_three_zones() -> None:
    table, state = start("broadsides")
    asked = table.asked(state, RULES)
    assert asked is not None
    assert asked.why_not == ""
    assert asked.calculator == "salvo"
    assert asked.inputs["hood"]
    assert asked.inputs["broadside"]
    assert (asked.inputs["h"], asked.inputs["t"]) == (1, 1)
    (line,) = table.scene(state, RULES).of_role("sight")
    assert line.label == "3 zones · needs 5 or more"
    bow_on = moved(state, "Bismarck", 5.5, 180)
    assert table.score_words(bow_on, RULES) == "needs a 6"
    bow_on_asked = table.asked(bow_on, RULES)
    assert bow_on_asked is not None
    assert not bow_on_asked.inputs["broadside"]
    far = moved(bow_on, "Hood", 1.5)
    assert table.score_words(far, RULES) == "cannot straddle"
    assert table.score_words(far, RULES.variant(R4="b")) == "needs a 6"


def test_who_may_not_fire() -> None:
    table, state = start("broadsides")
    why = {
        ("Prinz Eugen", "Hood"): "Prinz Eugen is behind smoke and does not fire (§4).",
        ("Hood", "Prince of Wales"): "Prince of Wales is on the same side.",
    }
    for (shooter, target), words in why.items():
        assert table.forbidden(replace(state, shooter=shooter, target=target), RULES) == words
    night, state = start("night-at-matapan")
    state = replace(state, shooter="Pola", target="Warspite")
    assert night.forbidden(state, RULES) == "Pola is crippled and does not fire (§5)."
    crippled = night.asked(replace(state, target=""), RULES)
    assert crippled is not None
    assert (crippled.calculator, crippled.why_not) == ("repair", "Pola is crippled and is not repaired (§6).")
    assert night.asked(replace(state, shooter="Warspite", target=""), RULES) is None


def test_whom_smoke_protects() -> None:
    table, state = start("broadsides")
    beside = moved(state, "Bismarck", 6.5)
    x, y, *_ = beside.places["Prinz Eugen"]
    touching = beside.at(beside.position.moved("Bismarck", Place(x - 1, y, 270.0)))
    for reading, expected in (
        ("a", (False, False, False)),
        ("b", (False, True, True)),
        ("c", (False, False, True)),
    ):
        rules = RULES.variant(R29=reading)
        found = tuple(table.shielded("Bismarck", where, rules) for where in (state, beside, touching))
        assert found == expected
        assert table.shielded("Prinz Eugen", state, rules)
        assert not table.shielded("Hood", touching, rules)


def test_night_and_radar() -> None:
    table, state = start("night-at-matapan")
    assert table.score_words(state, RULES) == "needs 4 or more"
    back = replace(state, shooter="Fiume", target="Warspite")
    assert table.score_words(back, RULES) == "needs 5 or more"
    facts = {fact.name: fact.value for fact in table.facts(state, RULES)}
    assert facts["Formidable"] == "2 torpedo raids"


def test_both_batteries_of_graf_spee() -> None:
    table, state = start("river-plate")
    asked = table.asked(state, RULES)
    assert asked is not None
    assert asked.calculator == "bc-both-batteries"
    assert asked.inputs["both"]
    assert table.score_words(state, RULES) == "needs a 6"
    assert table.score_words(state, RULES.variant(R21="b")) == "needs 5 or more"
    far = moved(state, "Exeter", 0.5)
    far_asked = table.asked(far, RULES)
    assert far_asked is not None
    assert not far_asked.inputs["both"]
    torpedoes = next(
        fact for fact in table.facts(moved(state, "Exeter", 3.5), RULES) if fact.name == "Torpedoes"
    )
    assert torpedoes.value == "3 of 3 salvos beside the guns"
    reply = replace(state, shooter="Exeter", target="Graf Spee")
    kept = [table.asked(reply, RULES.variant(R22=reading)) for reading in "ab"]
    assert [each and each.inputs["target_att"] for each in kept] == [2, 3]


def test_a_ship_comes_to_rest_in_its_own_waters() -> None:
    table, _ = start("broadsides")
    assert table.settle("Hood", Place(3, 6.2, 70), table.start()).y < 4
    assert table.settle("Hood", Place(3, 6.2, 70), table.start()).facing == 90
    assert table.settle("Bismarck", Place(-2, 1, 200), table.start()).y > 4
    assert table.settle("Bismarck", Place(-2, 1, 200), table.start()).x > 0
    assert table.settle("Bismarck", Place(2, 5.5, 350), table.start()).facing == 0
    night, _ = start("night-at-matapan")
    stays = night.why_not_move("Vittorio Veneto", Place(3, 5, 0), night.start(), RULES)
    assert stays.endswith("stays in zone 8 (§5).")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"placed": [{"ship": "Hood", "zone": 6, "across": 0.5}]}, "1 to 4"),
        ({"placed": [{"ship": "Hod", "zone": 2, "across": 0.5}]}, "Hood"),
        ({"placed": [{"ship": "Hood", "zone": 2, "across": 2}]}, "from 0 to 1"),
        ({"placed": [{"ship": "Hood", "zone": 2, "across": 0.5}] * 2}, "placed twice"),
        ({"firer": "Warspite"}, "neither force"),
        ({"north": "river-plate-german"}, "do not meet in one game"),
        ({"north": "denmark-strait-germans"}, "denmark-strait-german"),
    ],
)
def test_a_scenario_that_cannot_be(given: dict[str, object], words: str) -> None:
    plain = {
        "title": "x",
        "section": "9",
        "south": "denmark-strait-british",
        "north": "denmark-strait-german",
    }
    with pytest.raises(BadInput, match=words):
        Scenario.read(plain | given)


def test_ships_of_two_scales_make_no_force() -> None:
    with pytest.raises(BadInput, match="section 11"):
        Force.read({"name": "x", "nation": "x", "section": "9", "ships": ["Hood", "Exeter"]})
    with pytest.raises(BadInput, match="cape-matapan"):
        tabletop("cape-matapn")
    assert Fraction(1, 2) == SCENARIOS["night-at-matapan"].placed[0].across


def test_the_hits_of_a_ship_in_words() -> None:
    table, state = start("denmark-strait")
    hood = state.units["Hood"]
    for hits, words in (
        ((0, 0), "ok"),
        ((1, 0), "1 hull"),
        ((0, 2), "2 turret"),
        ((hood.defence, 0), "crippled"),
        ((hood.defence, 1), "crippled, 1 turret"),
        ((hood.defence - 1, 1), f"{hood.defence - 1} hull, 1 turret, immobilised"),
    ):
        assert replace(hood, h=hits[0], t=hits[1]).condition(RULES) == words
    hit = state.at(state.position.with_unit("Hood", h=1))
    assert "Hood · 1 hull" in {base.label for base in table.scene(hit, RULES).bases}


def test_a_damaged_ship_by_itself_asks_for_its_repair() -> None:
    table, state = start("broadsides")
    asked = table.asked(replace(state, shooter="Hood", target=""), RULES)
    assert asked is not None
    assert (asked.calculator, asked.why_not) == ("repair", "")
    odds = answer(NAVAL.calculators["repair"], asked.inputs, RULES)
    assert odds.fractions() == {"H0 T1": Fraction(1, 3), "H1 T1": Fraction(2, 3)}
    facts = {fact.name: fact.value for fact in table.facts(replace(state, shooter="Hood"), RULES)}
    assert facts["Repair"] == "one H or T on 5 or more"
    assert "Repair" not in {fact.name for fact in table.facts(state, RULES)}


def test_ships_that_have_announced_one_target_concentrate() -> None:
    table, state = start("river-plate")
    state = moved(moved(replace(state, shooter="Exeter", target="Graf Spee"), "Ajax", 3.5), "Achilles", 0.5)
    asked = table.asked(state, RULES)
    assert asked is not None
    assert asked.counted == ("Ajax fires at Graf Spee too",)
    assert (asked.inputs["multi"], asked.inputs["first_of_many"]) == (True, True)
    second = table.asked(replace(state, shooter="Ajax"), RULES)
    assert second is not None
    assert (second.inputs["multi"], second.inputs["first_of_many"]) == (True, False)
    assert [line.words for line in table.scene(state, RULES).of_role("track")] == [
        "Ajax fires at Graf Spee too (§4)"
    ]
    alone = state.at(state.position.with_unit("Ajax", fires_at=""))
    assert [fact.value for fact in table.facts(state, RULES) if fact.name == "Concentrating"] == ["Ajax"]
    shared, single = (table.aim(each, RULES) for each in (state, alone))
    assert (shared.multi, single.multi) == (True, False)
    for rules, cost in ((RULES, 1), (RULES.variant(R5="b"), 0)):
        assert table.needed(state, rules) - table.needed(alone, rules) == cost


def test_what_can_be_changed_by_hand_lands_on_the_board() -> None:
    table, state = start("broadsides")
    for name in state.units:
        for word, values in table.changes(name, state, RULES).items():
            assert getattr(state.units[name], word) in values
            for value in values:
                changed = state.at(state.position.with_unit(name, **{word: value}))
                assert table.scene(changed, RULES).describe()
                assert table.facts(changed, RULES)
    smoke = state.at(state.position.with_unit("Bismarck", smoke=True))
    asked = table.asked(smoke, RULES)
    assert asked is not None
    assert asked.why_not == "Bismarck is behind smoke and does not fire (§4)."
    facts = {fact.name: fact.value for fact in table.facts(smoke, RULES)}
    assert facts["Smoke of Side B"].endswith("at no cost")
    stopped = state.at(state.position.with_unit("Hood", h=3))
    assert table.changes("Hood", stopped, RULES)["smoke"] == (False,)
