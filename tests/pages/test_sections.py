"""Sections are found however a book numbers them."""

import pytest

from pz8edu.pages.sections import belongs, cited_in, in_book_order, sections_in, sections_of


@pytest.mark.parametrize(
    ("docstring", "cited", "each"),
    [
        ("One shot (pz8-ww2, sections 5 and 6; R1 to R5).", "5 and 6", ("5", "6")),
        ("A shot (asp-ww2, AS-14, 25 and 26).", "AS-14, 25 and 26", ("AS-14", "AS-25", "AS-26")),
        ("A price (panzertroops, PT-28 and Table U5; R19).", "PT-28", ("PT-28", "U5")),
        ("Gas (pz8-ww1, sections 5-assault and 5-gas).", "5-assault and 5-gas", ("5-assault", "5-gas")),
        ("Repair (pz8-naval, section 10c; R25).", "10c", ("10c",)),
        ("Wire (panzer8-expansion, section 17.1).", "17.1", ("17.1",)),
        ("Does a direct shot hit?", "", ()),
    ],
)
def test_what_a_docstring_cites(docstring: str, cited: str, each: tuple[str, ...]) -> None:
    assert (cited_in(docstring), sections_in(docstring)) == (cited, each)


def test_lists_of_sections_are_taken_apart() -> None:
    assert sections_of("5+6+12") == ("5", "6", "12")
    assert sections_of("10 to 17") == tuple(str(number) for number in range(10, 18))
    assert sections_of("AS-14 to AS-17") == ("AS-14", "AS-15", "AS-16", "AS-17")
    assert sections_of("step 1 of the sequence") == sections_of("turn sequence") == ("sequence",)
    assert sections_of("4-sequence") == ("4-sequence",)


def test_a_section_has_its_parts_and_no_longer_numbers() -> None:
    assert [belongs(name, "10") for name in ("10", "10b", "10.2", "100", "1")] == [True] * 3 + [False] * 2
    assert [belongs(name, "AS-1") for name in ("AS-1", "AS-14")] == [True, False]
    assert sorted(["10", "9", "2b", "2a", "10b"], key=in_book_order) == ["2a", "2b", "9", "10", "10b"]
