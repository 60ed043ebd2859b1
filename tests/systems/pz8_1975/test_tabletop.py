"""Pz8 1950/1975 and 1975/2010 on the table: missiles, helicopters, SAM teams, lasers, add-on armour."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pz8edu.asking.ask import answer
from pz8edu.board.position import Place
from pz8edu.board.tabletop import Asked, BoardState
from pz8edu.errors import BadInput
from pz8edu.systems import system
from pz8edu.systems.pz8_1950.setups import Setup
from pz8edu.systems.pz8_ww2.words import Condition

TABLES = [(book, name) for book in ("pz8-1950", "pz8-1975") for name in system(book).tabletops]
FAR_OR_FEW = ("two-tanks", "the-ridge-1951")
"""A table of two units, and one whose sides begin out of range of each other."""
every_table = pytest.mark.parametrize(("book", "name"), TABLES)


class Game:
    """A table, and what stands on it now."""

    def __init__(self, book: str, name: str, shooter: str = "", target: str = "") -> None:
        self.book, self.rules = system(book), system(book).rules
        self.table = self.book.tabletop(name)
        opening = self.table.opening()
        self.state: BoardState[Any] = replace(
            opening, shooter=shooter or opening.shooter, target=target or opening.target
        )

    def change(self, unit: str, **changes: Any) -> Game:
        self.state = self.state.at(self.state.position.with_unit(unit, **changes))
        return self

    def put(self, unit: str, x: float, y: float, facing: float = 0) -> Game:
        self.state = self.state.at(self.state.position.moved(unit, Place(x, y, facing)))
        return self

    def asked(self, shooter: str = "", target: str = "") -> Asked:
        self.state = replace(
            self.state, shooter=shooter or self.state.shooter, target=target or self.state.target
        )
        found = self.table.asked(self.state, self.rules)
        assert found is not None
        return found

    def chance(self, word: str, **picked: str) -> Fraction:
        found = self.asked(**picked)
        assert found.why_not == ""
        return answer(self.book.calculators[found.calculator], found.inputs, self.rules).fraction(word)

    def fact(self, name: str) -> tuple[str, str]:
        facts = {fact.name: (fact.value, fact.remark) for fact in self.table.facts(self.state, self.rules)}
        return facts[name]

    def base(self, unit: str) -> Any:
        return next(base for base in self.table.scene(self.state, self.rules).bases if base.name == unit)


# --- every table
def test_there_are_three_tables_a_book_where_most_can_fire_at_once() -> None:
    assert [book for book, name in TABLES if name not in FAR_OR_FEW] == ["pz8-1950"] * 3 + ["pz8-1975"] * 4


@every_table
def test_every_pair_asks_or_is_refused_in_the_words_of_the_book(book: str, name: str) -> None:
    game = Game(book, name)
    asks = 0
    riding = {name for name, unit in game.state.units.items() if unit.rides}
    units = [name for name in game.state.units if name not in riding]
    for shooter in set(game.state.places) - riding:
        for target in units:
            if shooter != target:
                found = game.asked(shooter, target)
                asks += not found.why_not
                odds = answer(game.book.calculators[found.calculator], found.inputs, game.rules)
                assert sum(odds.fractions().values()) == 1
    assert asks >= (1 if name in FAR_OR_FEW else 12)


@pytest.mark.whole_domain(3)
@every_table
def test_every_table_is_drawn_for_whoever_fires(book: str, name: str) -> None:
    game = Game(book, name)
    riding = {name for name, unit in game.state.units.items() if unit.rides}
    units = [name for name in game.state.units if name not in riding]
    there = [name for name in game.state.places if name not in riding]
    for place, shooter in enumerate(there):
        found = game.asked(shooter, units[place % len(units) - 1])
        scene = game.table.scene(game.state, game.rules)
        assert game.table.facts(game.state, game.rules)
        assert len(scene.bases) >= len(there)
        assert scene.of_role("sight: blocked") or scene.of_role("shot") or not found.why_not


@pytest.mark.whole_domain(3)
@every_table
def test_what_a_unit_is_and_has_left_stands_on_its_base(book: str, name: str) -> None:
    game = Game(book, name)
    for unit, has in game.state.units.items():
        changes = game.table.changes(unit, game.state, game.rules)
        assert ("missile_fired" in changes) is has.fires_once
        if has.rides:
            continue
        if has.fires_once:
            assert has.missile in game.base(unit).label
        for condition in changes["condition"][:-1]:
            assert game.change(unit, condition=condition).base(unit).condition == condition.value


# --- missiles (section 5)
def test_a_missile_is_fired_once() -> None:
    game = Game("pz8-1950", "missiles-against-tanks")
    assert game.chance("destroyed") == Fraction(1, 9)
    assert game.base("Sagger").label == "Sagger · ATGW left"
    game.change("Sagger", missile_fired=True)
    assert game.asked().why_not == "Sagger has fired its ATGW: once in a game (§5)."
    assert game.base("Sagger").label == "Sagger · ATGW fired"
    (line,) = game.table.scene(game.state, game.rules).of_role("sight: blocked")
    assert "once in a game" in line.words


def test_a_missile_on_a_vehicle_is_not_limited() -> None:
    game = Game("pz8-1975", "reactive-armour", "Bradley", "BMP-3").put("Bradley", 5, 8)
    assert game.change("Bradley", missile_fired=True).asked().why_not == ""
    assert game.asked().inputs["guided"] is True


def test_a_missile_has_a_minimum_range() -> None:
    game = Game("pz8-1950", "missiles-against-tanks").put("Sagger", 14, 7.2, 90)
    assert "below the minimum of 5" in game.asked().why_not


# --- helicopters (sections 5, 6, 9 and 12)
def test_who_fires_at_helicopters() -> None:
    game = Game("pz8-1950", "helicopters")
    assert game.chance("removed") == Fraction(2, 3)
    assert game.put("Slick", 11.2, 9.4).chance("removed", shooter="HMG", target="Slick") == Fraction(5, 24)
    assert (
        game.asked("PT-76", "Slick").why_not
        == "Only infantry, HMG, AA guns and SAM fire at helicopters (§12)."
    )
    assert game.asked("23 mm AA", "Slick").why_not == ""
    assert "(§8)" in game.asked("Strela", "Air cavalry").why_not
    assert "once in a game" in game.asked("2nd Strela", "Gunship").why_not
    assert game.fact("Needs") == ("3 or more", "4 or more, +1 ATGW or SAM")


def test_nothing_hides_from_a_helicopter_and_no_ground_covers_one() -> None:
    game = Game("pz8-1950", "helicopters", "Strela", "Slick").put("Slick", 8, 9.6)
    assert game.fact("Sight") == ("clear", "A helicopter sees everything and is always seen (§5).")
    assert game.fact("Cover") == ("open", "Ground does not cover a helicopter (§12; R31).")
    game.asked("Gunship", "Valley HQ")
    assert game.fact("Sight")[0] == "clear"


def test_a_helicopter_halves_armour_and_flies_over_any_ground() -> None:
    game = Game("pz8-1950", "helicopters", "SS.11", "PT-76")
    found = game.asked()
    assert found.inputs["from_flyer"] is True
    assert found.counted == ("from a helicopter: Defence halved (§9)",)
    assert game.fact("Move") == ("18″", "hatched; ground neither slows nor helps it (§4)")
    assert game.asked("SS.11", "Company").counted == ()


def test_a_helicopter_is_in_contact_with_nobody() -> None:
    game = Game("pz8-1950", "helicopters", "Slick", "PT-76").put("Slick", 15, 8.2)
    assert "(R39)" in game.asked().why_not


# --- aircraft (section 12)
def test_sam_teams_spoil_an_attack_from_the_air_whether_they_have_fired_or_not() -> None:
    game = Game("pz8-1950", "helicopters", "Skyhawk", "PT-76")
    found = game.asked()
    assert (found.inputs["aa_guns"], found.inputs["sam_teams"]) == (1, 2)
    assert found.counted[1:] == ("SAM team within 40″: Strela", "SAM team within 40″: 2nd Strela")
    assert game.fact("Needs")[0] == "7 or more"
    game.change("Strela", condition=Condition.DESTROYED)
    assert game.asked().inputs["sam_teams"] == 1
    near = game.table.asked(game.state, game.rules.variant(sam_radius=2))
    assert near is not None
    assert near.inputs["sam_teams"] == 0


def test_all_aircraft_of_the_last_book_attack_with_5() -> None:
    game = Game("pz8-1975", "smoke-and-thermal-sights", "A-10", "T-55")
    assert game.asked().inputs["attack"] == 5
    assert game.fact("Shooter")[0] == "A-10, aircraft, elite, 2 attacks left"


# --- lasers and stabilised guns (sections 5 and 7)
def test_two_dice_or_plus_one() -> None:
    game = Game("pz8-1975", "two-dice-or-plus-one")
    chances = [
        game.change("M1 Abrams", laser=laser, stabilised=stabilised).chance("destroyed")
        for laser, stabilised in ((False, False), (True, False), (False, True), (True, True))
    ]
    assert chances == [Fraction(1, 12), Fraction(1, 9), Fraction(211, 1296), Fraction(157, 729)]
    assert game.asked().counted == ("stabilised: two shots (§5)",)


def test_a_laser_reaches_half_as_far_again() -> None:
    game = Game("pz8-1975", "two-dice-or-plus-one", "M1 Abrams", "Guards HQ").put("T-80B", 13, 12)
    assert game.fact("Distance")[0] == "19″ of 27″"
    assert game.asked().why_not == ""
    assert "out of range" in game.change("M1 Abrams", laser=False).asked().why_not


# --- add-on armour and top attack (section 9)
def test_add_on_armour_counts_against_missiles_but_not_against_guns() -> None:
    game = Game("pz8-1975", "reactive-armour", "TOW", "T-72")
    assert game.asked().inputs["reactive"] is True
    assert game.asked().counted == ("add-on armour of the target (§9)",)
    with_it, without = (game.change("T-72", reactive=on).chance("destroyed") for on in (True, False))
    assert (with_it, without) == (Fraction(1, 12) * Fraction(2, 3), Fraction(1, 6) * Fraction(2, 3))
    game.change("T-72", reactive=True)
    assert game.asked("TOW 2A", "T-72").inputs["reactive"] is False
    assert game.asked("T-80U", "Bradley").inputs["reactive"] is False


def test_a_top_attack_halves_the_defence() -> None:
    game = Game("pz8-1975", "reactive-armour", "Javelin", "T-80U")
    assert game.asked().counted == ("top attack: Defence halved (§9)",)
    assert game.chance("destroyed") == Fraction(2, 3) * Fraction(5, 18)
    assert game.chance("destroyed", shooter="TOW", target="T-80U") == Fraction(2, 3) * Fraction(1, 36)


def test_add_on_armour_counts_against_infantry_in_contact() -> None:
    game = Game("pz8-1975", "reactive-armour", "Grenadiers", "BMP-3").put("BMP-3", 12.7, 10, 270)
    found = game.asked()
    assert (found.calculator, found.inputs["reactive"], found.why_not) == ("close-combat", True, "")


# --- thermal sights (section 11)
def test_thermal_sights_see_through_smoke_and_through_nothing_else() -> None:
    game = Game("pz8-1975", "smoke-and-thermal-sights")
    assert game.asked().why_not == ""
    assert game.fact("Sight") == ("clear", "Thermal sights see through the smoke (§11).")
    assert "smoke" in game.asked("T-72M", "M1A1").why_not
    assert "smoke" in game.change("M1A1", thermal=False).asked("M1A1", "T-72M").why_not
    game.change("M1A1", thermal=True).put("AMX-30", 12.5, 7.4)
    assert "AMX-30" in game.asked().why_not


# --- what a file cannot say
def test_only_a_sam_has_no_attack() -> None:
    unit = {"name": "Rifles", "side": "own", "x": 1, "y": 1, "movement": "infantry", "defence": "soft"}
    table = {"title": "x", "width": 4, "height": 4}
    with pytest.raises(BadInput, match="attack of Rifles is required"):
        Setup.read({**table, "units": [{**unit, "range": "infantry"}]})
    assert Setup.read({**table, "units": [{**unit, "range": "sam"}]}).units[0].missile == "SAM left"
    with pytest.raises(BadInput, match="gun-105mm"):
        Setup.read({**table, "units": [{**unit, "range": "gun-105mm"}]})


def test_an_unknown_table_is_refused() -> None:
    for book in ("pz8-1950", "pz8-1975"):
        with pytest.raises(BadInput, match="helicoptres"):
            system(book).tabletop("helicoptres")


# --- transports (section 6)
def test_whom_a_transport_carries_suffers_the_same() -> None:
    game = Game("pz8-1950", "missiles-against-tanks", "Sagger", "M113")
    found = game.asked()
    assert (found.calculator, found.why_not) == ("transport-fire", "")
    assert found.counted == ("infantry aboard: the same damage (§6)",)
    assert game.fact("Needs") == ("4 or more", "4 or more, −1 target over half range, +1 ATGW or SAM")
    assert game.base("M113").label == "M113 · infantry aboard"
    game.change("M113", passenger_condition=Condition.SUPPRESSED)
    assert game.asked().inputs["passenger_condition"] is Condition.SUPPRESSED
    assert game.base("M113").label == "M113 · infantry (suppressed) aboard"
    game.change("M113", passenger_condition=Condition.DESTROYED)
    assert game.asked().calculator == "direct-fire"
    assert game.base("M113").label is None


def test_the_number_of_a_stabilised_gun_at_a_transport_is_that_of_both_its_shots() -> None:
    """The review's shot: 5/9 was the chance of the first of two."""
    game = Game("pz8-1975", "two-dice-or-plus-one", "M1 Abrams", "BMP-2").put("T-80B", 13, 12)
    game.put("M1 Abrams", 8, 7, 90).put("BMP-2", 12, 7, 270)
    found = game.asked()
    assert (found.calculator, found.why_not, found.inputs["stabilised"]) == ("direct-fire", "", True)
    assert found.counted[0] == "stabilised: two shots (§5)"
    assert found.counted[-1].endswith("the same damage (§6)")
    loaded = game.chance("destroyed")
    passenger = game.state.units["BMP-2"].passenger
    assert passenger
    assert loaded == game.change("BMP-2", passenger="").chance("destroyed")
    one = game.change("BMP-2", passenger=passenger).change("M1 Abrams", stabilised=False).asked()
    assert one.calculator == "transport-fire"


# --- add-on armour (section 9; R37)
@pytest.mark.parametrize(
    ("reactive", "facing", "defence", "a", "b"),
    [
        (False, "front", 3, 3, 3),
        (False, "side", 3, 2, 2),
        (True, "front", 3, 4, 4),
        (True, "side", 3, 2, 3),
        (True, "side", 4, 3, 3),
        (True, "side", 0, 0, 0),
        (True, "side", 6, 3, 3),
    ],
)
def test_add_on_armour_counts_before_the_halving_or_after_it(
    reactive: bool, facing: str, defence: int, a: int, b: int
) -> None:
    from pz8edu.systems.pz8_1975.situations import Hit

    hit = {"defence": defence, "armoured": True, "facing": facing, "reactive": reactive}
    situation = Hit.read({**hit, "attack": 5, "target_condition": "ok"})
    rules = system("pz8-1975").rules
    assert [rules.variant(R37=reading).defence_of(situation) for reading in "ab"] == [a, b]
