"""Rulesets, variants and their texts, printed tables with faults, situations that describe themselves."""

from __future__ import annotations

import json
import random
import typing
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest

from pz8edu.core import (
    Bands,
    Help,
    Items,
    Number,
    Row,
    Ruleset,
    Situation,
    Text,
    Whole,
    Word,
    number,
    reading,
)
from pz8edu.core.rulebook.domain import WholeDomain
from pz8edu.core.rulebook.ruleset import changes_in, measure
from pz8edu.core.rulebook.table import columns_of, load
from pz8edu.desk.variants.variant import read_variant
from pz8edu.errors import BadInput
from pz8edu.systems import ids, system

RULES = system("pz8-ww2").rules


# --- variants
def test_the_printed_rules_have_no_departures() -> None:
    assert str(RULES) == "pz8-ww2()"
    assert RULES.departures() == {}
    assert RULES.variant({}) is RULES
    assert type(RULES).parse("") == RULES == type(RULES).parse("pz8-ww2()")


def test_a_variant_names_only_what_departs_from_the_book() -> None:
    changed = RULES.variant(hit_on=3, R3="b")
    assert str(changed) == "pz8-ww2(hit_on=3, R3=b)"
    assert (changed.hit_on, changed.R3, changed.save_on) == (3, "b", 4)
    assert changed == type(RULES).parse("hit_on=3, R3=b") == RULES.variant({"R3": "b"}).variant(hit_on="3")
    assert hash(changed) == hash(type(RULES).parse(str(changed)))
    assert changed != RULES
    assert changed.variant(hit_on=4, R3="a") == RULES
    assert RULES.hit_on == 4


def test_a_cell_is_changed_by_its_row_and_column() -> None:
    changed = RULES.variant({"attack/hmg/soft": 4, "ranges/mortar/minimum": "", "rough_cost": "3/2"})
    assert changed.attack["hmg"].soft == 4
    assert changed.ranges["mortar"].minimum is None
    assert changed.rough_cost == Fraction(3, 2)
    assert RULES.attack["hmg"].soft == 3
    assert changed.departures() == {
        "rough_cost": Fraction(3, 2),
        "ranges/mortar/minimum": None,
        "attack/hmg/soft": 4,
    }
    assert type(RULES).parse(str(changed)) == changed
    assert RULES.variant(attack={"hmg": {"soft": 4, "armour": 1}}).attack["hmg"].armour == 1


def random_change(rules: Ruleset, chooser: random.Random) -> tuple[str, Any]:
    """A number, a reading or a cell of any table, with a value that it can have."""
    kinds = [*rules.numbers(), *rules.readings(), *rules.tables()]
    name = chooser.choice(kinds)
    if name in rules.readings():
        return name, chooser.choice(list(rules.readings()[name].answers))
    if name in rules.numbers():
        domain = rules.numbers()[name].domain
        low, high = domain.limits.minimum, domain.limits.maximum
        if isinstance(domain, WholeDomain):
            return name, chooser.randint(int(low or 0), int(high if high is not None else (low or 0) + 9))
        return name, (low or 0) + Fraction(chooser.randint(0, 40), chooser.choice((1, 2, 3, 7))) / 4
    table = getattr(rules, name)
    columns = dict(list(columns_of(table.kind).items())[1:])
    column = chooser.choice(list(columns))
    row = chooser.choice(list(table))
    options = typing.get_args(columns[column])
    if columns[column] is str:
        value: Any = chooser.choice(
            ("", "plain words", 'a "quoted" one, with (brackets) = and ″', "x=1,y", " blanks ")
        )
    elif columns[column] is bool:
        value = chooser.random() < 0.5
    elif type(None) in options and chooser.random() < 0.3:
        value = None
    else:
        value = getattr(table[row], column)
        if isinstance(value, int) and not isinstance(value, bool):
            value = abs(value)
    return f"{name}/{row}/{column}", value


@pytest.mark.whole_domain(4)
@pytest.mark.parametrize("name", ids())
def test_the_text_of_a_random_variant_is_read_back(name: str, tmp_path: Path) -> None:
    rules = system(name).rules
    departed = 0
    for seed in range(60):
        chooser = random.Random(f"{name} {seed}")
        changes = dict(random_change(rules, chooser) for _ in range(chooser.randint(1, 4)))
        try:
            changed = rules.variant(changes)
        except BadInput:
            continue  # numbers that do not go together
        departed += changed != rules
        text = str(changed)
        again = type(rules).parse(text)
        assert again == changed, text
        assert hash(again) == hash(changed)
        assert str(again) == text
        assert again.departures() == changed.departures()
        file = tmp_path / "variant.toml"
        changes = {name: "" if value is None else str(value) for name, value in changed.departures().items()}
        lines = [f"{json.dumps(key)} = {json.dumps(value)}" for key, value in changes.items()]
        head = [f'base = "{name}"', 'title = "A “variant”"', 'why = """because "x"\n…"""', "[changes]"]
        file.write_text("\n".join([*head, *lines]), encoding="utf-8-sig")
        read = read_variant(file)
        assert (read.title, read.why, read.rules) == ("A “variant”", 'because "x"\n…', changed)
    assert departed > 10


def test_all_faults_of_a_variant_are_told_at_once() -> None:
    with pytest.raises(BadInput) as told:
        RULES.variant(
            {
                "hit_on": 99,
                "R3": "z",
                "hit_no": 3,
                "attack/hgm/soft": 4,
                "attack/hmg/sfot": 4,
                "attack/hmg/soft": "x",
            }
        )
    sentences = str(told.value)
    assert "hit_on must be a whole number from -9 to 19; got 99" in sentences
    assert "reading R3 must be one of a, b; got 'z'" in sentences
    assert "did you mean 'hit_on'" in str(told.value)
    assert "did you mean 'hmg'" in str(told.value)
    assert "did you mean 'soft'" in str(told.value)
    assert "attack/hmg/soft must be a whole number from 0 to 6; got 'x'" in sentences
    for bad in ([], {"a": 1}, None, 3, float("nan"), "b "):
        with pytest.raises(BadInput, match="reading R3 must be one of a, b"):
            RULES.variant(R3=bad)
    for bad in (float("nan"), float("inf"), True, None, "four", 3.5, 10**30):
        with pytest.raises(BadInput, match="hit_on must be a whole number"):
            RULES.variant(hit_on=bad)


def test_a_cell_further_than_its_table_is_beyond_the_book() -> None:
    for bad in (7, 99, -1):
        with pytest.raises(BadInput, match="attack/hmg/soft must be a whole number from 0 to 6; got"):
            RULES.variant({"attack/hmg/soft": bad})
    far = RULES.variant({"attack/hmg/soft": 20}, beyond_the_book=True)
    assert far.beyond_the_book() == {"attack/hmg/soft=20": "a whole number from 0 to 6"}
    assert far.variant({"attack/hmg/soft": 6}).beyond_the_book() == {}
    blank = RULES.variant({"ranges/mortar/minimum": ""})
    assert blank.beyond_the_book() == {}, "a blank cell is no number"
    with pytest.raises(BadInput, match="attack/hmg/soft"):
        RULES.variant({"attack/hmg/soft": 99}, beyond_the_book=True)


def test_numbers_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(BadInput, match="must rise"):
        RULES.variant(disorganized_by=2)
    assert RULES.variant(disorganized_by=2, suppressed_by=3, destroyed_by=4).suppressed_by == 3


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("R3=b,R5=b", {"R3": "b", "R5": "b"}),
        (" R3 = b , ", {"R3": "b"}),
        ("", {}),
        (",R3=b", {"R3": "b"}),
        ('a/b/c="x, y=(\\"z\\")", R3=b', {"a/b/c": 'x, y=("z")', "R3": "b"}),
    ],
)
def test_changes_are_written_name_equals_value(text: str, changes: dict[str, str]) -> None:
    assert changes_in(text) == changes


@pytest.mark.parametrize("text", ["R3", "R3=", "=b", "R3=b,R3=a", 'a="x', "R3=b,,x"])
def test_changes_that_are_written_badly(text: str) -> None:
    with pytest.raises(BadInput, match="given twice" if text == "R3=b,R3=a" else "name=value"):
        changes_in(text)


def test_a_text_of_another_system_is_refused() -> None:
    with pytest.raises(BadInput, match="names the rules of 'pz8-ww1'"):
        type(RULES).parse("pz8-ww1(hit_on=3)")


# --- variant files
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["base ="]),
        ("base = 'pz8-ww2'\n[changes]\nhit_on = 3\nhit_on = 4", ["is not TOML"]),
        ("base = 'pz8-ww3'", ["did you mean 'pz8-ww"]),
        ("base = 'pz8-ww2'\nchange = 3", ["unknown line 'change'", "did you mean 'changes'"]),
        ("base = 'pz8-ww2'\nchanges = 3", ["changes must be a table"]),
        ("base = 5", ["unknown rule system '5'"]),
        (
            "base = 'pz8-ww2'\n[changes]\nhit_on = nan\nR3 = 1\nattack = 3",
            ["hit_on must", "reading R3 must", "'attack'"],
        ),
        (
            "base = 'pz8-ww2'\n[changes]\nattack = {hmg = 3}",
            ["the rows of attack must be tables of columns; got 3"],
        ),
        ("base = 'pz8-ww2'\n[changes]\nhit_on = 1979-05-27", ["hit_on must be a whole number"]),
        ("base = 'pz8-ww2'\n[changes]\nhit_on = " + "9" * 5000, ["variant.toml"]),
        ("x = " + "[" * 100_000, ["is not TOML"]),
    ],
)
def test_faults_of_a_variant_file(text: str, words: list[str], tmp_path: Path) -> None:
    file = tmp_path / "variant.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as told:
        read_variant(file)
    assert "'variant.toml'" in str(told.value)
    for word in words:
        assert word in str(told.value)
    assert len(str(told.value)) < 4000


def test_a_variant_file_of_very_many_faults_gets_a_short_answer(tmp_path: Path) -> None:
    file = tmp_path / "variant.toml"
    names = "\n".join(f"hit_on{number} = 3" for number in range(20_000))
    file.write_text(f"base = 'pz8-ww2'\n[changes]\n{names}", encoding="utf-8")
    with pytest.raises(BadInput, match="20,000 changes are too many: at most 5,000") as told:
        read_variant(file)
    assert len(str(told.value)) < 120


def test_a_variant_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read_variant(tmp_path / "nowhere.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="cannot be read"):
        read_variant(tmp_path / "bytes.toml")


# --- printed tables
class Weapon(Row):
    """A row with a cell of every kind."""

    key: str
    reach: Fraction
    shots: int | None
    heavy: bool
    note: str


def table_of(text: str, tmp_path: Path) -> Any:
    file = tmp_path / "weapons.csv"
    file.write_text(text, encoding="utf-8")
    return load(file, "weapons", Weapon)


def test_a_table_is_read_as_printed(tmp_path: Path) -> None:
    table = table_of('key,reach,shots,heavy,note\nrifle,1.5,2,no,\ngun,21/2,,yes,"worn, see R3"\n', tmp_path)
    assert list(table) == ["rifle", "gun"]
    assert table["gun"] == Weapon(
        key="gun", reach=Fraction(21, 2), shots=None, heavy=True, note="worn, see R3"
    )
    assert table["rifle"].reach == Fraction(3, 2)
    assert "gun" in table
    assert "worn, see R3" in repr(table)
    assert "<td>rifle</td>" in table._repr_html_()
    with pytest.raises(BadInput, match="did you mean 'rifle'"):
        table["rifel"]


def test_every_fault_of_a_table_is_told_with_its_line_and_column(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as told:
        table_of("key,reach,shots,heavy,note\na,x,2,no,\na,1,2.5,maybe,\nb,,1,yes,\n", tmp_path)
    assert str(told.value).startswith("weapons.csv: ")
    for words in (
        "line 2: reach must be a number; got 'x'",
        "line 3: shots must be a whole number; got '2.5'",
        "line 3: heavy must be true or false; got 'maybe'",
        "line 4: reach must be a number; got ''",
    ):
        assert words in str(told.value)
    with pytest.raises(BadInput, match="the key 'a' stands twice"):
        table_of("key,reach,shots,heavy,note\na,1,2,no,\na,1,2,no,\n", tmp_path)
    with pytest.raises(
        BadInput, match="must have the columns key, reach, shots, heavy, note; got key, reach"
    ):
        table_of("key,reach\na,1\n", tmp_path)


# --- rulesets of one's own
class Toy(Ruleset):
    """A ruleset without tables."""

    system = "toy"
    hit_on: int = number(4, "1", "score that hits", minimum=2, maximum=6)
    radius: Fraction = measure(Fraction(5, 2), "2", "inches")
    R1: str = reading("1", "Is it so?", a="yes", b="no")


def test_a_ruleset_of_ones_own() -> None:
    toy = Toy()
    assert str(toy.variant(radius="7/3", R1="b")) == "toy(radius=7/3, R1=b)"
    assert Toy.parse("toy(radius=7/3, R1=b)") == toy.variant(radius=Fraction(7, 3), R1="b")
    assert list(Toy.numbers()) == ["hit_on", "radius"]
    assert Toy.readings()["R1"].answers == {"a": "yes", "b": "no"}
    with pytest.raises(AttributeError):
        toy.hit_on = 3  # type: ignore[misc]


# --- situations
class Colour(Word):
    RED = "red"
    BLUE = "blue"


class Part(Situation):
    name: Annotated[str, Text("^[a-z]+$"), Help("its name")]
    size: Annotated[Fraction, Number(above=0)] = Fraction(1)


class Whole3(Situation):
    """One input of every kind."""

    count: Annotated[int, Whole(0, 3), Help("how many")]
    colour: Colour = Colour.RED
    flag: bool = False
    side: Literal["left", "right", 3] = "left"
    place: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    parts: Annotated[tuple[Part, ...], Items(0, 2)] = ()
    either: int | Colour = 1
    blank: int | None = None


GOOD: dict[str, Any] = {
    "count": 2,
    "colour": "blue",
    "flag": True,
    "side": 3,
    "place": [1.5, -2],
    "parts": [{"name": "a", "size": 0.1}, {"name": "b"}],
    "either": "red",
    "blank": 7,
}


def test_a_situation_reads_what_it_wrote() -> None:
    read = Whole3.read(GOOD)
    assert read.place == (Fraction(3, 2), Fraction(-2))
    assert read.parts == (Part(name="a", size=Fraction(1, 10)), Part(name="b"))
    assert read.either is Colour.RED
    assert Whole3.read(read.plain()) == read
    assert read.plain() == GOOD | {"parts": [{"name": "a", "size": 0.1}, {"name": "b", "size": 1}]}
    assert Whole3.read({"count": 0}).plain().keys() == GOOD.keys() - {"blank"}
    assert hash(read) == hash(Whole3.read(GOOD))


def test_a_situation_describes_its_form() -> None:
    schema = Whole3.schema()
    assert schema["required"] == ["count"]
    assert schema["additionalProperties"] is False
    lines = schema["properties"]
    assert lines["count"] == {"type": "integer", "minimum": 0, "maximum": 3, "description": "how many"}
    assert lines["colour"] == {"type": "string", "enum": ["red", "blue"], "default": "red"}
    assert lines["place"]["minItems"] == lines["place"]["maxItems"] == 2
    assert lines["parts"]["items"]["properties"]["size"] == {
        "type": "number",
        "exclusiveMinimum": 0,
        "default": 1,
    }
    assert "default" not in lines["blank"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"count": None}, "count must be a whole number from 0 to 3; got None"),
        ({"count": "2"}, "count must be a whole number from 0 to 3; got '2'"),
        ({"count": 2.5}, "count must be a whole number"),
        ({"count": True}, "got True"),
        ({"count": float("nan")}, "got nan"),
        ({"count": float("inf")}, "got inf"),
        ({"count": 10**5000}, "got a number of very many digits"),
        ({"count": [2]}, r"got \[2\]"),
        ({"colour": "bleu"}, "colour must be one of red, blue; got 'bleu'; did you mean 'blue'"),
        ({"colour": ["red"]}, "colour must be one of red, blue"),
        ({"flag": 1}, "flag must be true or false; got 1"),
        ({"flag": "true"}, "flag must be true or false; got 'true'"),
        ({"side": "3"}, "side must be one of left, right, 3; got '3'"),
        ({"side": True}, "side must be one of"),
        ({"place": [1]}, r"place must be \[a number, a number\]; got \[1\]"),
        ({"place": "ab"}, "place must be"),
        ({"place": [1, float("nan")]}, r"place\[1\] must be a number; got nan"),
        ({"place": [1, 10**20]}, r"place\[1\] must be a number; got 1\d+; it has too many digits"),
        ({"parts": [{}]}, r"parts\[0\].name is required: a text like .* \(its name\)"),
        ({"parts": [{"name": "A"}]}, r"parts\[0\].name must be a text like"),
        ({"parts": [{"name": "a", "siez": 1}]}, r"unknown input of parts\[0\] 'siez'; did you mean 'size'"),
        ({"parts": [{"name": "a", "size": 0}]}, r"parts\[0\].size must be a number above 0; got 0"),
        ({"parts": [{"name": "a"}] * 3}, "parts must be a list from 0 to 2 entries .*; got 3 entries"),
        ({"parts": {"name": "a"}}, "parts must be a list"),
        ({"either": 2.5}, "either must be a whole number or one of red, blue; got 2.5"),
        ({"cuont": 1}, "unknown input 'cuont'; did you mean 'count'"),
        ({5: 1}, "unknown input '5'"),
    ],
)
def test_a_bad_input_gets_one_sentence(change: dict[Any, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words) as told:
        Whole3.read(GOOD | change)
    assert "\n" not in str(told.value)
    assert len(str(told.value)) < 300


def test_what_people_write_is_read_by_its_kind() -> None:
    inputs = Whole3.fields()
    assert inputs["count"].domain.spelled(" 2 ", "count") == 2
    assert inputs["flag"].domain.spelled("Yes", "flag") is True
    assert inputs["side"].domain.spelled("3", "side") == 3
    assert inputs["either"].domain.spelled("2", "either") == 2
    assert inputs["colour"].domain.spelled("blue", "colour") is Colour.BLUE
    for name, text in (("count", "two"), ("flag", "maybe"), ("side", "4"), ("either", "x"), ("count", "2.5")):
        with pytest.raises(BadInput, match=f"{name} must be"):
            inputs[name].domain.spelled(text, name)


# --- bands
def test_bands_with_open_ends() -> None:
    bands = Bands((0, "none"), (1, "shaken"), (4, "hurt"), (None, "lost"), signed=True)
    assert [bands(total) for total in (-99, 0, 1, 2, 4, 5, 99)] == [
        "none",
        "none",
        "shaken",
        "hurt",
        "hurt",
        "lost",
        "lost",
    ]
    assert [bands.printed(word) for word in ("none", "shaken", "hurt", "lost", "fled")] == [
        "0 or less",
        "+1",
        "+2 to +4",
        "+5 or more",
        None,
    ]
    assert bands == Bands.starting("none", [(1, "shaken"), (2, "hurt"), (5, "lost")], signed=True)
    rows = Bands((1, "none"), (2, "P"), (3, "P"), (4, "D"), (None, "D"))
    assert [rows.printed(word) for word in ("none", "P", "D")] == ["1 or less", "2 or 3", "4 or more"]
    assert Bands((0, "none"), (1, "hit"), (None, "none")).printed("none") == "0 or less or 2 or more"
    for entries in ([(0, "a")], [(None, "a"), (None, "b")], [(2, "a"), (1, "b"), (None, "c")], []):
        with pytest.raises(BadInput, match="bands"):
            Bands(*entries)


class Aimed(Situation):
    """Some inputs of another record, and one of its own."""

    distance: Annotated[int, Whole(0)] = 3
    at_night: bool = False


class AimedByName(Situation):
    """A record with an input of the same name."""

    name: str
    distance: Annotated[int, Whole(0)]


def test_a_record_takes_what_another_has_under_the_same_names() -> None:
    other = AimedByName(name="Hood", distance=7)
    assert Aimed.of(other) == Aimed(distance=7)
    assert Aimed.of(other, at_night=True, distance=2) == Aimed(distance=2, at_night=True)


def test_rows_whose_names_have_commas_are_read_back() -> None:
    rules = system("asp-ww2").rules.variant({"vehicles/Panzer 3, 35, 38/speed": "S", "R1": "b"})
    assert str(rules) == "asp-ww2(vehicles/Panzer 3, 35, 38/speed=S, R1=b)"
    assert type(rules).parse(str(rules)) == rules
    with pytest.raises(BadInput, match="a change is written name=value, such as R3=b; got 'R1'"):
        type(rules).parse("R1, R3=b")


def test_a_book_under_other_rules_leaves_the_book_as_it_is() -> None:
    book = system("pz8-ww2")
    other = book.under(book.rules.variant(rally_on=4))
    assert (book.rules.rally_on, other.rules.rally_on) == (5, 4)
    assert list(other.calculators) == list(book.calculators)
