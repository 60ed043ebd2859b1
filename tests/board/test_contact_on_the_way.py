"""Contact: the box before the exact measure never changes it, and where on a straight way it begins."""

from math import dist

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pz8edu.board import contact
from pz8edu.board.bearings import TOLERANCE
from pz8edu.board.contact import (
    ROUNDED,
    clearance,
    far_apart,
    first_contact,
    footprint,
    in_contact,
    overlap,
    parts,
)
from pz8edu.board.outlines import edges
from pz8edu.board.scene import Base

tenths = st.integers(-30, 30).map(lambda n: n / 10)
sizes = st.sampled_from([0.5, 1, 1.5, 3])
bases = st.builds(
    lambda x, y, size, depth, facing: Base("a", "a", "", (x, y), size=size, depth=depth, facing=facing),
    tenths,
    tenths,
    sizes,
    sizes,
    st.sampled_from([None, 0, 30, 45, 90, 137]),
)


def touch(one: Base, other: Base) -> bool:
    """The exact measure without the box."""
    first, second = footprint(one), footprint(other)
    return not any(parts(edge, first, second) for edge in (*edges(first), *edges(second)))


@settings(max_examples=300, deadline=None)
@given(bases, bases)
def test_the_box_changes_nothing(one: Base, other: Base) -> None:
    assert in_contact(one, other) is touch(one, other)
    assert not (far_apart(one, other) and touch(one, other))


def test_bases_far_apart_are_not_looked_at_closely(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    def never(*_: object) -> None:
        raise AssertionError

    one, other = (Base("a", "a", "", at, facing=30) for at in ((0, 0), (9, 0)))
    monkeypatch.setattr(contact, "footprint", never)
    assert not in_contact(one, other)


@settings(max_examples=200, deadline=None)
@given(bases, tenths, tenths, bases)
def test_contact_begins_where_it_is_said_to(mover: Base, x: float, y: float, other: Base) -> None:
    from dataclasses import replace

    assume(dist(mover.at, (x, y)) > 0.05)
    share = first_contact(mover, (x, y), other)

    def at(part: float) -> Base:
        here = tuple(a + (b - a) * part for a, b in zip(mover.at, (x, y), strict=True))
        return replace(mover, at=(here[0], here[1]))

    hair = 0.001 / dist(mover.at, (x, y))
    if share is None:
        assert not any(in_contact(at(part / 20), other) for part in range(21))
    else:
        assert 0 <= share <= 1
        assert in_contact(at(share + min(hair, 1 - share)), other) or share + hair > 1
        assert share == 0 or not in_contact(at(max(share - hair, 0)), other)


@settings(max_examples=200, deadline=None)
@given(bases, bases)
def test_bases_on_each_other_have_ground_in_common(one: Base, other: Base) -> None:
    from shapely import Polygon

    shapes = (Polygon([(float(x), float(y)) for x, y in footprint(each)]) for each in (one, other))
    common = next(shapes).intersection(next(shapes)).area
    assume(not 1e-9 < common < 1e-3)
    assert overlap(one, other) is (common > 1e-3)


def exactly_parted(one: Base, other: Base, least: float) -> bool:
    """Whether a line along some edge parts them, in fractions alone."""
    first, second = footprint(one), footprint(other)
    lines = (*edges(first), *edges(second))
    return any(float(clearance(each, first, second)) > least * dist(*each) for each in lines)


hairs = st.integers(-3, 3).map(lambda n: n / 1000)


@settings(max_examples=300, deadline=None)
@given(bases, sizes, hairs, hairs)
def test_floats_decide_no_edge_that_fractions_do(one: Base, size: float, east: float, north: float) -> None:
    """Edge to edge and a hair on each other, where floats alone would err."""
    x, y = one.at
    beside = round(float(x) + (float(one.size) + size) / 2 + east, 3), round(float(y) + north, 3)
    other = Base("b", "b", "", beside, size=size, facing=one.facing)
    assert in_contact(one, other) is not exactly_parted(one, other, TOLERANCE)
    assert overlap(one, other) is not exactly_parted(one, other, -ROUNDED)
