"""What a value may be, and what is said of one that cannot be used."""

import pickle
from fractions import Fraction
from typing import Annotated, Any, Literal

import pytest

from pz8edu.core import Items, Nullable, Number, Row, Whole, Word
from pz8edu.core.rulebook.domain import LARGEST_NUMBER, LARGEST_WHOLE, domain_of, to_fraction
from pz8edu.core.rulebook.table import Table, load
from pz8edu.errors import MOST_LISTED, BadInput, BadValue, all_of, listed, unknown


def refused(annotation: Any, value: Any) -> BadValue:
    with pytest.raises(BadValue) as told:
        domain_of(annotation).read(value, "it")
    return told.value


def test_a_bad_value_keeps_its_parts() -> None:
    fault = refused(Literal["red", "blue"], "bleu")
    assert (fault.field, fault.given, fault.allowed) == ("it", "'bleu'", "one of red, blue")
    assert str(fault) == "it must be one of red, blue; got 'bleu'; did you mean 'blue'?"
    assert str(fault.renamed("Colour")) == "Colour must be one of red, blue; got 'bleu'; did you mean 'blue'?"
    copy = pickle.loads(pickle.dumps(fault))
    assert (type(copy), str(copy), copy.field) == (BadValue, str(fault), "it")


def test_null_is_offered_only_where_it_is_allowed() -> None:
    """The domain in words may stand in the given value as well: only what is allowed changes."""
    assert str(refused(Annotated[bool | None, Nullable()], "true or false")) == (
        "it must be true or false, or null; got 'true or false'"
    )
    nested = refused(Annotated[tuple[int, ...] | None, Nullable()], [1, "a whole number"])
    assert str(nested) == "it[1] must be a whole number; got 'a whole number'"


@pytest.mark.parametrize(
    ("annotation", "limit"), [(int, LARGEST_WHOLE), (Fraction, LARGEST_NUMBER)], ids=["whole", "number"]
)
def test_a_number_at_the_limit_is_read_and_one_beyond_is_refused(annotation: Any, limit: int) -> None:
    for value in (limit, -limit):
        assert domain_of(annotation).read(value, "it") == value
    for value in (limit + 1, -limit - 1):
        assert "too many digits" in str(refused(annotation, value))


@pytest.mark.parametrize(
    ("annotation", "inside", "outside"),
    [
        (Annotated[int, Whole(1, 3)], (1, 3), (0, 4)),
        (Annotated[Fraction, Number(1, 3)], (1, 3), (Fraction(99, 100), Fraction(301, 100))),
        (Annotated[Fraction, Number(above=0)], (Fraction(1, 10**9),), (0, -1)),
        (Annotated[tuple[int, ...], Items(1, 2)], ((7,), (7, 8)), ((), (7, 8, 9))),
        (Annotated[tuple[int, ...], Items(different=True)], ((7, 8),), ((7, 7),)),
    ],
)
def test_limits_are_allowed_themselves(annotation: Any, inside: Any, outside: Any) -> None:
    domain = domain_of(annotation)
    for value in inside:
        assert domain.read(value, "it") == value
    for value in outside:
        refused(annotation, value)


def test_whole_numbers_are_read_from_everything_that_is_one() -> None:
    import sympy

    for value in (3, 3.0, Fraction(3), sympy.Integer(3)):
        read = domain_of(int).read(value, "it")
        assert (read, type(read)) == (3, int)
    for value in (True, 2.5, Fraction(5, 2), float("inf"), float("nan"), "3", None):
        refused(int, value)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0.1", Fraction(1, 10)),
        (" -3/4 ", Fraction(-3, 4)),
        ("2e3", Fraction(2000)),
        ("1/0", None),
        ("1e999", None),
        ("", None),
        ("٣", Fraction(3)),
    ],
)
def test_a_number_is_read_exactly_as_it_is_written(text: str, number: Fraction | None) -> None:
    assert to_fraction(text) == number


def test_a_long_list_of_allowed_words_is_cut_and_the_nearest_is_named() -> None:
    words = [f"word-{number}" for number in range(10_000)]
    said = str(unknown("word", "word-99999", words))
    assert "did you mean 'word-9999'?" in said
    assert "word-0, word-1" in said
    assert "more." in said
    assert len(said) < MOST_LISTED + 200
    assert len(str(refused(Literal[tuple(words)], "word"))) < MOST_LISTED + 200
    assert listed(["x" * 500, "y"]) == "and 2 more"


def test_many_faults_are_counted() -> None:
    said = all_of([f"fault {number}" for number in range(20_000)])
    assert said.startswith("fault 0; fault 1; ")
    assert said.endswith("fault 9; and 19990 faults more")
    assert all_of(["one", "two"]) == "one; two"


# --- tables
class Side(Word):
    LEFT = "left"


class Cell(Row):
    name: str
    flag: bool | None
    size: Fraction
    side: Side


def test_a_cell_of_yes_or_no_is_printed_as_such(tmp_path: Any) -> None:
    file = tmp_path / "cells.csv"
    file.write_text("name,flag,size,side\na,yes,1/2,left\nb,no,2,left\nc,,3,left\n", encoding="utf-8")
    cells = load(file, "cells", Cell)
    assert [row.flag for row in cells.rows] == [True, False, None]
    assert cells.lines() == [["a", "yes", "1/2", "left"], ["b", "no", "2", "left"], ["c", "", "3", "left"]]
    assert (
        repr(cells)
        == "name  flag  size  side\na     yes   1/2   left\nb     no    2     left\nc           3     left"
    )
    assert "<td>no</td>" in cells._repr_html_()
    assert load(file, "cells", Cell) == cells


def test_tables_pickle_copy_and_compare_equal(tmp_path: Any) -> None:
    import copy

    from pz8edu.systems import system

    table = system("pz8-ww2").rules.attack
    hash(table)
    for other in (pickle.loads(pickle.dumps(table)), copy.deepcopy(table), copy.copy(table)):
        assert isinstance(other, Table)
        assert other == table
        assert hash(other) == hash(table)


def test_an_unknown_annotation_is_a_fault_of_the_programmer() -> None:
    with pytest.raises(TypeError, match="no domain is known"):
        domain_of(bytes)
    with pytest.raises(BadInput):
        domain_of(int).spelled("x", "it")
