"""Pz8 Coastal on the table: who is seen, which weapons bear, where torpedoes run, and what the board asks."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

import pz8edu
from pz8edu.asking.ask import answer
from pz8edu.board.position import Place
from pz8edu.board.tabletop import Asked
from pz8edu.errors import BadInput
from pz8edu.systems import system
from pz8edu.systems.pz8_coastal.movement import ends_of_moves
from pz8edu.systems.pz8_coastal.ruleset import Coastal
from pz8edu.systems.pz8_coastal.situations import PRINTED
from pz8edu.systems.pz8_coastal.spotting import size_of
from pz8edu.systems.pz8_coastal.tabletop import TABLES, VISIBILITY, CoastalTable, State, tabletop
from pz8edu.systems.pz8_coastal.torpedoes import torpedo_target
from pz8edu.systems.pz8_coastal.vessels import NightAction, VesselOnTable
from pz8edu.systems.pz8_coastal.words import Level, Target
from tests.share import Share

BOOK = system("pz8-coastal")
RULES = BOOK.rules
VARIANTS = (
    RULES,
    RULES.variant(R5="b", R8="b", R9="b", R10="b", R11="b", R12="b"),
    RULES.variant(R15="b", R17="b", R19="c", R20="b", R21="b", R22="b", R24="b"),
)


def start(name: str) -> tuple[CoastalTable, State]:
    table = tabletop(name)
    return table, table.opening()


def asks(table: CoastalTable, state: State, rules: Coastal = RULES) -> Asked:
    asked = table.asked(state, rules)
    assert asked is not None
    return asked


def pick(state: State, shooter: str, target: str) -> State:
    return replace(state, shooter=shooter, target=target)


def put(state: State, name: str, x: float, y: float, facing: float | None = None) -> State:
    old = state.places[name]
    place = Place(x, y, old.facing if facing is None else facing)
    return state.at(state.position.moved(name, place))


def having(state: State, name: str, **changes: object) -> State:
    return state.at(state.position.with_unit(name, **changes))


def facts(table: CoastalTable, state: State, rules: Coastal = RULES) -> dict[str, str]:
    return {fact.name: fact.value for fact in table.facts(state, rules)}


@pytest.mark.parametrize("name", TABLES.names())
def test_every_table_is_ready_to_play(name: str) -> None:
    assert BOOK.tabletops == TABLES.names()
    assert len(TABLES.names()) >= 3
    table, state = start(name)
    for rules in VARIANTS:
        scene = table.scene(state, rules)
        assert scene.kind == "inches"
        assert {base.name for base in scene.bases} == set(state.places)
        assert table.facts(state, rules)
        asked = asks(table, state, rules)
        odds = answer(BOOK.calculators[asked.calculator], asked.inputs, rules)
        assert sum(odds.fractions().values()) == 1
    assert asks(table, state).why_not == ""
    assert table.scene(state, RULES)._repr_svg_().startswith("<svg")
    for each, unit in state.units.items():
        assert unit.name == each
        assert 0 <= state.places[each].x <= table.setup.width
        assert 0 <= state.places[each].y <= table.setup.height


@pytest.mark.whole_domain(3)
@pytest.mark.parametrize("name", TABLES.names())
def test_every_pair_asks_or_is_refused_with_its_section(name: str) -> None:
    table, opening = start(name)
    asked_for = set()
    for rolled, shooter, target in product((0, 10, 30), opening.units, opening.units):
        night = opening.at(opening.position.with_stock(VISIBILITY, rolled))
        state = pick(night, shooter, target)
        if shooter == target:
            assert table.asked(state, RULES) is None
            continue
        for rules in VARIANTS:
            asked = asks(table, state, rules)
            assert BOOK.calculators[asked.calculator].situation.read(dict(asked.inputs))
            asked_for.add(asked.calculator)
            if asked.why_not:
                assert "§" in asked.why_not or "same side" in asked.why_not
                assert asked.why_not.endswith(".")
        if rolled == 10:
            assert table.scene(state, RULES).bases
            assert table.facts(state, RULES)
    assert len(asked_for) > 1
    assert table.asked(replace(opening, shooter="", target=""), RULES) is None
    assert table.facts(replace(opening, shooter="", target=""), RULES)


def test_the_volley_that_the_specification_works_out() -> None:
    table, state = start("guns-by-night")
    asked = asks(table, state)
    assert asked.calculator == "volley"
    assert asked.inputs["weapons"] == ["4 inch", ["small", 6]]
    assert asked.counted == ("4 inch, factor 6, hits on 4–6", "light guns, factor 6, hits on 5–6")
    odds = pz8edu.ask("pz8-coastal", "volley", dict(asked.inputs))
    assert str(odds.fraction("sunk")) == "335/648"
    s_boat = having(pick(state, "S-boat 2", "Trawler"), "S-boat 2", level=Level.OK, first_gun_out=False)
    odds = pz8edu.ask("pz8-coastal", "volley", dict(asks(table, s_boat).inputs))
    assert str(odds.fraction("sunk")) == "43/1296"
    flower = asks(table, pick(state, "Flower", "S-boat"))
    assert (flower.inputs["weapons"], flower.inputs["distance"]) == (["4 inch"], 7)
    odds = pz8edu.ask("pz8-coastal", "volley", dict(flower.inputs))
    assert str(odds.fraction("ok")) == "13/18"


def test_the_state_of_a_vessel_changes_board_facts_and_question() -> None:
    table, state = start("guns-by-night")
    changed = having(state, "Gabbiano", level=Level.DAMAGED, first_gun_out=True, speed=1)
    assert asks(table, changed).inputs["weapons"] == [["small", 6]]
    assert asks(table, changed).inputs["firer_level"] is Level.DAMAGED
    assert asks(table, changed).counted == ("light guns, factor 5, hits on 5–6",)
    labels = {base.name: base.shown for base in table.scene(changed, RULES).bases}
    assert labels["Gabbiano"] == "Gabbiano · damaged · 4 inch KO (FPS) · 1″"
    assert facts(table, changed)["Next speed"] == "0″, 1″"
    hit = asks(table, having(state, "Elco", level=Level.WRECKED, speed=6))
    assert (hit.inputs["level"], hit.inputs["target_speed"]) == (Level.WRECKED, 6)
    assert (
        asks(table, having(state, "Gabbiano", activated=True)).why_not == "Gabbiano has been activated (§3)."
    )
    sunk = having(state, "Elco", destroyed=True)
    assert asks(table, sunk).why_not == "Elco is no longer on the table (§7, §11)."
    assert "Elco" not in {base.name for base in table.scene(sunk, RULES).bases}
    silenced = asks(table, having(pick(state, "MAS", "Fairmile D"), "MAS", level=Level.DAMAGED, fired=2))
    assert "Light guns reach 4″ (§8)" in silenced.why_not
    near = put(
        having(pick(state, "MAS", "Fairmile D"), "MAS", level=Level.DAMAGED, fired=2), "Fairmile D", 6, 12
    )
    assert "Light guns are silenced by damage (§7)" in asks(table, near).why_not
    assert "Light guns are silenced" not in asks(table, near, RULES.variant(R11="b")).why_not


def test_every_change_that_is_offered_can_be_made(share: Share) -> None:
    for name in TABLES.names():
        table, state = start(name)
        for unit in share(state.units, 3):
            for word, values in table.changes(unit, state, RULES).items():
                assert getattr(state.units[unit], word) in values
                for value in {values[0], values[-1]}:
                    changed = having(state, unit, **{word: value})
                    assert table.facts(changed, RULES)
                    assert table.scene(pick(changed, unit, ""), RULES).kind == "inches"


def test_guns_bear_in_their_arcs_only() -> None:
    table, state = start("guns-by-night")
    astern = put(state, "Elco", 10, 5)
    assert asks(table, astern).inputs["weapons"] == [["small", 6]]
    assert asks(table, astern).inputs["fore_aft"] is True
    assert asks(table, astern).counted == ("light guns, factor 3, hits on 5–6",)
    assert "4 inch bears FPS only (§6)" in {fact.value for fact in table.facts(astern, RULES)}
    far = asks(table, put(state, "Elco", 10, 2))
    assert far.why_not == (
        "4 inch bears FPS only (§6). Light guns reach 4″ (§8). "
        "Torpedoes are fired into the forward arc (§10; R23)."
    )
    corner = put(state, "Elco", 12, 11)
    assert asks(table, corner).inputs["fore_aft"] is True
    assert asks(table, corner, RULES.variant(R15="b")).inputs["fore_aft"] is False
    blocked = put(put(state, "Elco", 20, 9), "Trawler", 15, 9)
    assert asks(table, blocked).why_not == "Trawler blocks the line of sight (§6)."
    for bearing in range(0, 360, 15):
        turned = put(state, "Gabbiano", 10, 9, bearing)
        check = pz8edu.ask("pz8-coastal", "arcs", bearing=(90 - bearing) % 360)
        fires = "4 inch" in asks(table, turned).inputs["weapons"]
        assert fires is check["FPS"]
        assert asks(table, turned).inputs["fore_aft"] is check["small calibre halved"]


def test_the_guns_of_a_vessel_that_was_hit_are_rolled_for() -> None:
    table, state = start("guns-by-night")
    alone = pick(state, "Fairmile D", "")
    assert table.asked(alone, RULES) is None
    asked = asks(table, having(alone, "Fairmile D", level=Level.DAMAGED))
    assert asked.inputs == {"guns": 2, "result": Level.DAMAGED}
    assert asked.counted == ("working guns of Fairmile D: 57mm-6pdr, 57mm-6pdr",)
    assert pz8edu.ask("pz8-coastal", "gun-knock-out", dict(asked.inputs)).fraction("0") == Fraction(4, 9)
    again = having(alone, "Fairmile D", level=Level.WRECKED, first_gun_out=True)
    assert asks(table, again).inputs == {"guns": 1, "result": Level.WRECKED}
    assert table.asked(having(again, "Fairmile D", second_gun_out=True), RULES) is None


def test_who_is_spotted_by_night() -> None:
    table, state = start("guns-by-night")
    dark = state.at(state.position.with_stock(VISIBILITY, 10))
    far = asks(table, put(dark, "Elco", 16, 9))
    assert far.why_not == "Elco is 6″ away; in this night it is spotted at 5″ (§2, §6)."
    assert asks(table, having(put(dark, "Elco", 16, 9), "Elco", speed=5)).why_not == ""
    for visibility, speed in product((10, 20, 30), range(7)):
        night = having(state.at(state.position.with_stock(VISIBILITY, visibility)), "Elco", speed=speed)
        odds = pz8edu.ask("pz8-coastal", "night-visibility", size="small", target_speed=speed)
        assert str(table.seen_at(table.vessels(night)["Elco"], night, RULES)) in odds.fractions()
    creeping, state = start("creeping-up")
    asked = asks(creeping, state)
    assert (asked.calculator, asked.inputs["size"]) == ("first-sighting", "small")
    odds = pz8edu.ask("pz8-coastal", "first-sighting", dict(asked.inputs))
    assert odds.fraction("spotted") == Fraction(2, 3)
    fast = having(state, "Vosper 1", speed=6)
    odds = pz8edu.ask("pz8-coastal", "first-sighting", dict(asks(creeping, fast).inputs))
    assert odds.fraction("spotted") == 1
    assert (
        asks(creeping, pick(state, "Trawler", "Vosper 1")).why_not
        == "Gabbiano blocks the line of sight (§6)."
    )


def test_submarines() -> None:
    table, state = start("u-boat-on-the-surface")
    asked = asks(table, state)
    assert (asked.calculator, asked.inputs["spotting_distance"]) == ("submarine-spotting", 15)
    seen = asks(table, having(state, "U-boat", spotted=True))
    assert (seen.calculator, seen.inputs["weapons"]) == ("volley", ["4 inch"])
    deck_gun = asks(table, put(pick(state, "U-boat", "Transport"), "U-boat", 12, 8, 20))
    assert deck_gun.calculator == "gun-shot"
    assert deck_gun.inputs["submarine_deck_gun"] is True
    odds = pz8edu.ask("pz8-coastal", "gun-shot", dict(deck_gun.inputs))
    assert str(odds.fraction("ok")) == "29/36"
    assert facts(table, pick(state, "U-boat", ""))["May submerge"] == "yes"
    hurt = pick(state, "U-boat 2", "")
    assert facts(table, hurt)["May submerge"] == "no"
    gone = having(state, "U-boat", submerged=True)
    assert asks(table, gone).why_not == "U-boat is no longer on the table (§7, §11)."
    assert "U-boat" not in {base.name for base in table.scene(gone, RULES).bases}
    silent = having(pick(state, "U-boat", "Transport"), "U-boat", first_gun_out=True)
    ahead = asks(table, silent)
    assert (ahead.calculator, ahead.inputs["torpedoes"], ahead.why_not) == ("torpedo-attack", 4, "")
    astern = asks(table, put(silent, "U-boat", 12, 8, 180))
    assert (astern.inputs["torpedoes"], astern.why_not) == (1, "")
    assert asks(table, silent, RULES.variant(R21="b")).inputs["torpedoes"] == 1


def test_torpedoes_that_cross_a_vessel() -> None:
    table, state = start("vospers-and-a-convoy")
    asked = asks(table, state)
    assert asked.counted == ("2 like it cross Transport: T1, T2",)
    odds = pz8edu.ask("pz8-coastal", "torpedo-attack", dict(asked.inputs))
    assert odds.fraction("sunk") == Fraction(8, 9)
    fast = having(state, "T1", firer_speed=6)
    assert asks(table, fast).inputs["torpedoes"] == 1
    immune = "Torpedoes do nothing to R-boat (Raumboot) (§10; R24)."
    assert asks(table, pick(state, "T1", "R-boat")).why_not == immune
    assert asks(table, pick(state, "T1", "R-boat"), RULES.variant(R24="c")).why_not == ""
    c = RULES.variant(R24="c", R22="b")
    assert asks(table, state, c).why_not == "T1 crosses R-boat first and is removed there (§10; R22)."
    assert asks(table, state, RULES.variant(R24="c")).counted[1] == "it crosses R-boat first (R22)"
    missed = asks(table, pick(state, "T1", "F-lighter"))
    assert missed.why_not == "T1 does not cross F-lighter where it lies now (§10)."
    assert asks(table, pick(state, "T1", "T2")).why_not == "T2 is a torpedo too (§10)."
    assert asks(table, pick(state, "Vosper 2", "T1")).why_not == "Nobody fires at torpedoes (§10)."
    gone = having(state, "T1", destroyed=True)
    assert asks(table, gone).why_not == "T1 is no longer on the table (§10)."
    own = put(state, "Vosper 2", 16, 12)
    assert asks(table, pick(own, "T1", "Vosper 2")).why_not == (
        "Torpedoes do nothing to Vosper 2 (MTB) (§10; R24)."
    )


def test_a_track_on_the_board_is_that_of_the_check() -> None:
    table, state = start("u-boat-on-the-surface")
    for x, y, reading in product((11.2, 11.7, 12, 12.4, 13), (10.6, 14, 18, 28.9, 30.6, 32.4), "ab"):
        rules = RULES.variant(R20=reading)
        there = put(state, "Transport", x, y)
        target = [round(x - 12, 6), y - 8]
        check = pz8edu.ask(
            "pz8-coastal", "torpedo-track", course=0, run=21, target=target, reading=f"R20={reading}"
        )
        found = table.touches("Eel", there, rules).get("Transport")
        assert (None if found is None else float(found)) == check
        turned = put(put(state, "Eel", 15, 8, 90), "Transport", 12 + y - 8, 8 - (x - 12))
        assert table.touches("Eel", turned, rules).get("Transport") == found


def test_a_counter_that_may_not_run_touches_nobody() -> None:
    for run, expected in ((2, None), (3, 3), (21, 3)):
        track = {"course": 0, "run": run, "target": [0, 2.8], "radius": 0.5}
        assert pz8edu.ask("pz8-coastal", "torpedo-track", track) == expected


def test_from_where_a_torpedo_is_measured() -> None:
    table, state = start("vospers-and-a-convoy")
    for y, a, b in ((13, 12, 9), (3, 2, 2), (5, 4, 3)):
        there = put(put(pick(state, "Vosper 2", "F-lighter"), "Vosper 2", 3, 1, 0), "F-lighter", 3, y)
        for reading, expected in (("a", a), ("b", b)):
            target = table.vessels(there)["F-lighter"]
            rules = RULES.variant(R20=reading)
            assert table.torpedo_inputs(21, Fraction(y - 1), target, 4, 2, rules)["distance"] == expected


def test_moves_end_where_the_check_says() -> None:
    for speed, agile in product(range(7), (True, False)):
        leg = 1 if agile else 2
        ends = set()
        for turns in product((-1, 0, 1), repeat=speed // leg):
            moves: list[list[object]] = []
            for turn in turns:
                moves += [["F", leg], ["R" if turn > 0 else "L", 45 * abs(turn)]]
            moves.append(["F", speed % leg])
            ends.add(tuple(pz8edu.ask("pz8-coastal", "path", moves=moves)[:2]))
        assert ends_of_moves(speed, agile, RULES) == ends
    table, state = start("guns-by-night")
    assert len(table.scene(pick(state, "Elco", ""), RULES).of_role("ending")) == len(
        ends_of_moves(4, True, RULES)
    )
    assert not table.scene(having(state, "Gabbiano", activated=True), RULES).of_role("ending")
    gone_too_far = replace(put(state, "Gabbiano", 10, 14), before=state.position)
    (line,) = table.scene(gone_too_far, RULES).of_role("move")
    assert (line.role, line.label) == ("move: too far", "5″ of 3″")


def test_sizes_and_what_torpedoes_spare() -> None:
    sizes = {name: size_of(name, row.kind, RULES).value for name, row in RULES.vessels.items()}
    small = {"Vosper Mk II MTB", "MAS", "Elco 80' PT", "Higgins 78' PT"}
    large = {"Flower Corvette", "Gabbiano Corvette"}
    assert {name for name, size in sizes.items() if size == "small"} == small
    assert {name for name, size in sizes.items() if size == "large"} == large
    assert size_of("large Transport", "large Transport", RULES) == "large"
    assert size_of("medium Transport", "medium Transport", RULES) == "normal"
    expected = {
        ("MTB", 2): "s s s", ("MTB", 3): "l l l", ("MGB", 3): "l l l", ("PT", 2): "s s s",
        ("MAS", 2): "s s s", ("S-boot", 3): "l l l", ("Raumboot", 3): "l l o",
        ("small Transport", 3): "o l o",
        ("Corvette", 5): "o o o", ("submarine", 4): "o o o",
    }  # fmt: skip
    letters = {Target.SMALL_MTB: "s", Target.LARGE_MTB: "l", Target.OTHER: "o"}
    for (kind, defence), told in expected.items():
        found = [letters[torpedo_target(kind, defence, RULES.variant(R24=reading))] for reading in "abc"]
        assert " ".join(found) == told


def test_an_mfp_chooses_the_arcs_of_its_second_gun() -> None:
    plain = {"name": "MFP", "side": "enemy", "x": 1, "y": 1, "vessel": "MFP"}
    for arcs in ("FPS", "APS"):
        vessel = VesselOnTable.read(plain | {"second_gun_arcs": arcs})
        assert [gun.arcs for gun in vessel.guns] == ["FPS", arcs]
    assert VesselOnTable.read(plain).fastest == PRINTED.vessels["MFP"].speed


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"firer": "Vospr"}, "Vosper"),
        ({"units": [{"name": "a", "side": "own", "x": 1, "y": 1, "vessel": "Vosper"}]}, "Vosper Mk II MTB"),
        ({"units": [{"name": "a", "side": "own", "x": 1, "y": 1}]}, "hull"),
        ({"torpedoes": [{"name": "Vosper", "side": "own", "x": 1, "y": 1}]}, "twice"),
        ({"visibility": 40}, "30"),
    ],
)
def test_a_table_that_cannot_be(given: dict[str, object], words: str) -> None:
    vessel = {"name": "Vosper", "side": "own", "x": 1, "y": 1, "vessel": "Vosper Mk II MTB"}
    plain = {"title": "x", "width": 20, "height": 20, "units": [vessel]}
    with pytest.raises(BadInput, match=words):
        NightAction.read(plain | given)
    with pytest.raises(BadInput, match="guns-by-night"):
        tabletop("gun-by-night")


def test_an_arc_is_drawn_to_both_sides_of_its_middle() -> None:
    table, state = start("guns-by-night")
    firer = table.vessels(state)[state.shooter]
    facing = state.places[firer.name].facing or 0
    drawn = {wedge.words: wedge for wedge in table.ranges(firer, state, RULES) if wedge.role == "arc"}
    assert drawn
    for gun, arcs, out in firer.guns:
        if out:
            continue
        wedge = next(each for words, each in drawn.items() if words.startswith(str(gun)) and arcs in words)
        assert wedge.end - wedge.start == 2 * RULES.arc * len(arcs)
        if len(arcs) == 1:
            middle = {"F": 0, "S": 90, "A": 180, "P": 270}[arcs[0].upper()[0]]
            assert ((wedge.start + wedge.end) / 2 - facing - middle) % 360 == 0
