"""Every table of every book while it is set up: written as it reads, moved, copied, taken away, put down."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pz8edu.board.position import Place
from pz8edu.board.setting_up import SettingUp, read_table
from pz8edu.core.rulebook.shelf import toml_of
from pz8edu.errors import BadInput
from pz8edu.systems import ids, system

TABLES = [(name, table) for name in ids() for table in system(name).tabletops]
BOOKS = [
    (name, (*system(name).played, *system(name).tabletops)[0]) for name in ids() if system(name).tabletops
]
SYSTEMS = Path(__file__).resolve().parents[2] / "pz8edu" / "systems"


def as_set_up(name: str, table: str) -> SettingUp:
    return SettingUp.of(system(name), system(name).tabletop(table).set_up)


@pytest.mark.whole_domain(8)
@pytest.mark.parametrize("case", TABLES, ids=":".join)
def test_a_table_is_written_as_it_reads(case: tuple[str, str]) -> None:
    name, table = case
    now = as_set_up(name, table)
    text = toml_of(now.setup)
    assert read_table(system(name), text) == now.setup
    assert system(name).tabletop(read_table(system(name), text)).start() == now.table.start()
    assert set(now.things) <= set(now.places)


@pytest.mark.whole_domain(8)
@pytest.mark.parametrize("case", TABLES, ids=":".join)
def test_what_is_taken_in_hand_and_let_go_is_where_it_was(case: tuple[str, str]) -> None:
    now = as_set_up(*case)
    for name in list(now.places)[:4]:
        again = now.moved(name, now.places[name])
        assert again.places[name] == now.places[name]
        if name in now.things:
            assert again.setup == now.setup


def test_no_file_says_more_than_it_needs() -> None:
    file = SYSTEMS / "pz8_scifi" / "tabletops" / "the-big-skirmish.toml"
    printed = tomllib.loads(file.read_text(encoding="utf-8"))
    again = tomllib.loads(toml_of(as_set_up("pz8-scifi", "the-big-skirmish").setup))
    assert again["units"][0].items() - printed["units"][0].items() == {
        ("movement", "heavy-mbt"),
        ("defence", "heavy"),
    }


@pytest.mark.whole_domain(8)
@pytest.mark.parametrize("case", BOOKS, ids=":".join)
def test_all_that_a_palette_offers_is_put_down_or_refused_by_the_rules(case: tuple[str, str]) -> None:
    now = as_set_up(*case)
    x0, y0, x1, y1 = map(float, now.table.scene(now.table.opening(), now.home.rules).extent)
    middle, done = Place((x0 + x1) / 2, (y0 + y1) / 2), 0
    refused: dict[str, str] = {}
    for words, (listed, row) in list(now.palette.items())[:25]:
        try:
            found, name = now.put_down(listed, row, middle)
        except BadInput as fault:
            refused[words] = str(fault)
            continue
        done += 1
        assert name in found.places
        assert found.setup != now.setup
        assert read_table(system(case[0]), toml_of(found.setup)) == found.setup
    assert all("section" in why for why in refused.values()), refused
    assert done > 0 or not now.palette or "divisional" in case[0], "its formations have no more"


def test_one_more_beside_it_with_a_name_of_its_own() -> None:
    now = as_set_up("pz8-ww2", "whole-turn")
    found, name = now.copied("Sherman")
    assert name == "Sherman 2"
    assert found.places[name] != found.places["Sherman"]
    one, other = (found.entry(found.things[each]).plain() for each in ("Sherman", name))
    own = {"name", "x", "y"}
    assert {key: value for key, value in one.items() if key not in own} == {
        key: value for key, value in other.items() if key not in own
    }
    assert found.copied(name)[1] == "Sherman 3"


def test_who_is_taken_away_is_no_longer_referred_to() -> None:
    now = as_set_up("pz8-ww2", "first-shot")
    assert now.setup.plain()["firer"] == "Pz IV"
    found = now.without("Pz IV")
    assert "Pz IV" not in found.places
    assert found.setup.plain()["firer"] == ""
    assert found.setup.plain()["target"] == "T-34"
    space = as_set_up("pz8-space", "jump-roulette").without("Lyra")
    assert "jump" not in space.setup.plain()


def test_another_name_is_another_name_everywhere() -> None:
    now = as_set_up("pz8-ww2", "first-shot")
    entry = now.entry(now.things["Pz IV"]).plain()
    found = now.changed("Pz IV", entry | {"name": "Panzer"})
    assert found.setup.plain()["firer"] == "Panzer"
    assert "Pz IV" not in found.places


@pytest.mark.parametrize("case", BOOKS, ids=":".join)
def test_a_bare_table_reads(case: tuple[str, str]) -> None:
    if case[0] == "pz8-colonial" or case[0].startswith("pz8-naval"):
        return  # their forces stay
    bare = as_set_up(*case).cleared()
    assert bare.things == {}


def test_ground_is_moved_as_a_whole_and_by_its_corners() -> None:
    now = as_set_up("pz8-ww2", "whole-turn")
    place = now.places["the hill"]
    moved = now.moved("the hill", place._replace(x=place.x + 2))
    before, after = (each.corners("the hill") for each in (now, moved))
    assert [round(after[name].x - before[name].x, 6) for name in before] == [2] * len(before)
    corner = next(iter(before))
    bent = now.moved(corner, before[corner]._replace(y=1))
    assert bent.corners("the hill")[corner].y == 1
    assert list(bent.corners("the hill").values())[1:] == list(before.values())[1:]


def test_a_length_of_the_book_is_written_and_not_one_of_the_board() -> None:
    now = as_set_up("asp-ww2", "village")
    name = next(iter(now.places))
    place = now.places[name]
    scale = float(now.table.scale)  # type: ignore[attr-defined]
    assert scale != 1
    moved = now.moved(name, place._replace(x=place.x + scale * 100))
    before, after = (each.entry(each.things[name]).plain()["x"] for each in (now, moved))
    assert after - before == pytest.approx(100)


REFUSED: list[tuple[str, str, str, dict[str, Any], str]] = [
    ("pz8-ww2", "whole-turn", "Sherman", {"x": 99}, "on the table of 24"),
    ("pz8-ww2", "whole-turn", "Sherman", {"name": "Pz III"}, "there twice"),
    ("pz8-ww2", "whole-turn", "Sherman", {"defence": "paper"}, "one of soft"),
    ("pz8-space", "distance-is-a-shield", "", {"columns": 99}, "from 5 to 40"),
    ("pz8-ww1", "western-front-1916", "square 1, 4", {"average": 9}, "4 units and field defences"),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: f"{case[0]}:{case[3]}")
def test_what_the_book_does_not_allow_is_refused_in_its_words(case: Any) -> None:
    name, table, thing, given, says = case
    now = as_set_up(name, table)
    entry = now.entry(now.thing(thing)).plain() if thing else {}
    with pytest.raises(BadInput, match=says):
        now.changed(thing, entry | given)


def test_two_ships_in_a_hex_are_refused() -> None:
    now = as_set_up("pz8-space", "distance-is-a-shield")
    one, other = list(now.things)[:2]
    with pytest.raises(BadInput, match="one ship at most"):
        now.moved(one, now.places[other])


def test_a_ship_keeps_to_its_half_and_its_heading() -> None:
    now = as_set_up("pz8-naval", "denmark-strait")
    place = now.places["Hood"]
    moved = now.moved("Hood", place._replace(y=place.y + 1, facing=90.0))
    assert moved.places["Hood"] == place._replace(y=place.y + 1, facing=90.0)
    again = moved.moved("Hood", place._replace(y=7.5))
    assert again.places["Hood"].y <= 4, "South's ships stay in zones 1 to 4"


# --- squares
def test_a_unit_of_a_square_goes_to_another_one() -> None:
    now = as_set_up("pz8-ww1", "western-front-1916")
    name = next(name for name in now.places if name.startswith("British infantry"))
    place = now.places[name]
    there = now.moved(name, place._replace(y=place.y - 1))
    before, after = (squares(each) for each in (now, there))
    at = tuple(now.table.noted(name, place)["at"])
    under = (at[0], at[1] - 1)
    assert after[at]["average"] == before[at]["average"] - 1
    assert after[under]["average"] == before[under].get("average", 0) + 1
    assert len(there.table.start().units) == len(now.table.start().units)


def test_a_unit_is_put_into_a_square_and_taken_away() -> None:
    now = as_set_up("pz8-ww1", "western-front-1916")
    empty = now.places["square 1, 1"]
    more, name = now.put_down(*now.palette["machine gun"], near=empty)
    assert name == "square 1, 1"
    assert squares(more)[1, 1]["mg"] == 1
    gun = next(each for each in more.table.start().units if each not in now.table.start().units)
    fewer = more.without(gun)
    assert fewer.table.start().units.keys() == now.table.start().units.keys()
    with pytest.raises(BadInput, match="counted"):
        now.copied("square 1, 1")


def squares(now: SettingUp) -> dict[tuple[int, int], dict[str, Any]]:
    """What the file says of every square."""
    return {tuple(entry["at"]): entry for entry in now.setup.plain()["positions"]}
