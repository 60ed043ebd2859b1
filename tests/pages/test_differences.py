"""The two editions side by side: the changes of the book, and the specification's table of odds."""

from fractions import Fraction

import pytest

from pz8edu import ask
from pz8edu.pages.differences import differences
from pz8edu.systems import system

OLD, NEW = "pz8-divisional-2010", "pz8-divisional"
BOTH = differences(system(OLD).rules, system(NEW).rules)
FOUND = {each.name: (each.before, each.after) for each in BOTH}


def test_the_limits_and_the_doubled_unit_are_what_changed_in_the_tables() -> None:
    assert FOUND["units/infantry/limit"] == ("", "4")
    assert FOUND["units/artillery/limit"] == ("", "2")
    assert FOUND["units/heavy-tank/limit"] == ("", "6")
    assert FOUND["results/win-double/destroyed"] == ("yes", "no")
    assert FOUND["results/win-double/withdrawal"] == ("0", "4")
    assert FOUND["results/win-double/fp"] == ("0", "2")
    assert FOUND["results/win-double/advance"] == ("0", "2")
    assert FOUND["sinai/Israeli Armored Brigade 1967/medium_tank"] == ("", "2")


def test_what_both_print_is_not_among_the_changes() -> None:
    parts = {name.split("/")[0] for name in FOUND}
    assert not parts & {"movement", "formations", "rally_on", "range_of_fire", "R5"}
    assert not any("factor" in name for name in FOUND if name.startswith("units/"))
    assert "results/win/fp" not in FOUND


def test_new_rules_are_numbers_that_only_one_edition_has() -> None:
    assert FOUND["fire_elite"] == ("", "1")
    assert FOUND["better_quality"] == ("", "1")
    assert FOUND["fire_hits_fortified_on"] == ("6", "")
    assert {FOUND[reading] for reading in ("R4", "R13")} == {("a", "")}
    assert FOUND["R36"] == ("", "a")


def test_variants_of_one_edition_are_compared_too() -> None:
    book = system(NEW).rules
    (only,) = differences(book, book.variant({"units/recon/limit": 3}))
    assert (only.name, only.before, only.after) == ("units/recon/limit", "4", "3")
    assert differences(book, book) == ()
    assert differences(system(OLD).rules, system(OLD).rules.variant(R5="b"))[0].name == "R5"


@pytest.mark.parametrize(
    ("attacker", "defender", "before", "after"),
    [
        ("infantry", "infantry", "5/12", "0"),
        ("infantry", "artillery", "1/36", "5/18"),
        ("medium-tank", "artillery", "1/9", "7/12"),
        ("heavy-tank", "infantry", "5/6", "0"),
    ],
)
def test_who_dies_before_and_after(attacker: str, defender: str, before: str, after: str) -> None:
    for edition, chance in ((OLD, before), (NEW, after)):
        odds = ask(edition, "combat", attacker_type=attacker, defender_type=defender)
        assert odds.fraction("defender-destroyed") + odds.fraction("both-destroyed") == Fraction(chance)


def test_the_changes_can_be_read() -> None:
    assert "units/infantry/limit: – → 4" in repr(BOTH)
    shown = BOTH._repr_html_()
    assert shown.count("<tr>") == len(FOUND) + 1
    assert "<td>fire_elite</td><td>–</td><td>1</td>" in shown
