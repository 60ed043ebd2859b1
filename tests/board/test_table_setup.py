"""A table as its file describes it, laid out in another unit."""

from fractions import Fraction

from pz8edu.board.table_setup import BareTable, PatchOnTable, RoadOnTable


def test_a_table_and_all_that_lies_on_it_grow_with_the_scale() -> None:
    wood = PatchOnTable(ground="wood", corners=((1, 1), (2, 1), (2, 3)))
    table = BareTable(
        title="t",
        width=Fraction(10),
        height=Fraction(6),
        patches=(wood,),
        roads=(RoadOnTable(points=((0, 1), (10, 1))),),
    )
    assert table.laid().extent == (0, 0, 10, 6)
    half = table.laid(Fraction(1, 2))
    assert half.extent == (0, 0, 5, 3)
    assert half.patches[0].corners[-1] == (1, Fraction(3, 2))
    assert half.roads[0].points[-1] == (5, Fraction(1, 2))
    assert table.laid(kind="kilometres").kind == "kilometres"
