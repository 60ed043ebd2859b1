"""Laws as formulas of counts: packs of cards and pools that have too many laws for a table."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice, product
from math import prod
from typing import Annotated, Any

import pytest

from pz8edu import BadInput, system
from pz8edu.core import Distribution, Situation, Umpire, Whole
from pz8edu.core.rulebook.system import Calculator
from pz8edu.packing import checked
from pz8edu.packing.axes import axes_of, within_reach
from pz8edu.packing.checked import answered, drawn
from pz8edu.packing.counts import NOT_PACKED
from pz8edu.packing.formula import chances_of_draw
from pz8edu.packing.pack import pack_of, pack_of_formulas, read_pack, text_of
from pz8edu.packing.trees import check_trees, for_more, read_trees, text_of_trees, trees_of

WW2, COLONIAL = system("pz8-ww2"), system("pz8-colonial")
CARDS = [
    ("pz8-colonial", "card-draw"),
    ("pz8-colonial", "card-colours"),
    ("pz8-colonial", "joker-wait"),
    ("pz8-colonial", "native-activations"),
    ("panzer8-expansion", "reveal-by-several"),
]


@pytest.mark.parametrize(("book", "name"), CARDS, ids=map(":".join, CARDS))
def test_a_pack_by_formulas_answers_as_the_rules_do(
    book: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checked, "SOME", 100)
    home = system(book)
    question = home.calculators[name]
    pack = pack_of(home, question, "one")
    assert pack.has_formulas
    assert pack.situations > 100_000
    assert all(axis.whole for axis in pack.inputs)
    text = text_of(pack)
    assert len(text) < 15_000
    assert read_pack(text) == pack
    assert text_of(read_pack(text)) == text
    assert checked.check(pack, home) >= 100


@pytest.mark.parametrize("back", [False, True])
def test_draws_are_those_of_every_hand(back: bool) -> None:
    for kinds in ([(1, 3), (0, 2)], [(2, 2), (1, 1), (0, 3)], [(5, 4)], [(-1, 0), (3, 2)]):
        cards = [worth for worth, copies in kinds for _ in range(copies)]
        for count in range(len(cards) + 1):
            hands = product(cards, repeat=count) if back else combinations(cards, count)
            ways = Counter(map(sum, hands))
            wanted = {total: Fraction(each, sum(ways.values())) for total, each in ways.items()}
            assert chances_of_draw(kinds, count, back) == wanted


class Pouch(Situation):
    """Counters that are drawn out of a pouch."""

    white: Annotated[int, Whole(0, 30)] = 10
    black: Annotated[int, Whole(0, 30)] = 10
    drawn: Annotated[int, Whole(0, 60)] = 2
    drilled: bool = False
    front: Annotated[int, Whole(0, 4)] = 1

    def check(self) -> None:
        if self.drawn > self.white + self.black:
            raise BadInput(f"{self.drawn} drawn of {self.white + self.black}, not {2 * self.white - 3}")


PRINTED = {0: "none", 1: "one", 2: "two", 3: "three", 4: "four"}


def outnumbered(umpire: Umpire, pouch: Pouch, rules: object) -> str:
    """Two numbers are compared that the dice and the players decide, and a table is asked."""
    white = umpire.hand("white", {"w": pouch.white, "b": pouch.black}, pouch.drawn).count("w")
    need = pouch.drawn - white if pouch.drilled else 3 * pouch.front
    if white == need:
        return f"even on {PRINTED[pouch.front]}"
    again = umpire.sum_of("again", pouch.front, die=Distribution({0: 1, 2: 3}))
    return "more" if white + again - 1 >= need or pouch.white > 2 * pouch.black else "fewer"


def two_looks(umpire: Umpire, pouch: Pouch, rules: object) -> str:
    drawn = umpire.hand("white", {"w": pouch.white, "b": pouch.black}, pouch.drawn)
    return "even" if drawn.count("w") == drawn.count("b") else "odd"


def a_die_too(umpire: Umpire, pouch: Pouch, rules: object) -> str:
    return "yes" if umpire.d6("luck") > pouch.front else "no"


def too_many(umpire: Umpire, pouch: Pouch, rules: object) -> Any:
    return umpire.hand("white", {"w": pouch.white, "b": pouch.black}, pouch.drawn + 1).count("w")


def many_ways(umpire: Umpire, pouch: Pouch, rules: object) -> str:
    return str(sum(pouch.white > number for number in range(1, 30)) + sum(pouch.black > n for n in range(30)))


def asked(rule: Any) -> Calculator:
    plain = WW2.calculators["rally"]
    return replace(plain, id=rule.__name__, rule=rule, situation=Pouch, readings=(), word=str)


def test_what_is_compared_goes_both_ways_and_a_table_is_asked_what_it_needs() -> None:
    question = asked(outnumbered)
    pack = pack_of(WW2, question)
    assert pack.has_formulas
    assert len(pack.laws) == 2 * len(PRINTED), "a formula for each front, drilled or not"
    for places in islice(drawn(pack), 300):
        given = {axis.name: axis.values[place] for axis, place in zip(pack.inputs, places, strict=True)}
        law = pack.law(places)
        found = law if isinstance(law, str) else pack.fractions(given)
        assert found == answered(question, WW2, given, {})
    with pytest.raises(BadInput, match=r"^9 drawn of 5, not 1$"):
        pack.fractions({"white": 2, "black": 3, "drawn": 9})


@pytest.mark.parametrize("rule", [two_looks, a_die_too, many_ways])
def test_a_rule_that_needs_more_has_no_formula(rule: Any) -> None:
    question = asked(rule)
    with pytest.raises(BadInput, match=f"{rule.__name__} has no formula of its counts"):
        pack_of_formulas(WW2, question, "printed", axes_of(question))


def test_a_draw_that_the_rule_does_not_hold_within_the_pack_is_never_answered() -> None:
    question = asked(too_many)
    pack = pack_of_formulas(WW2, question, "printed", axes_of(question))
    assert pack.fractions({"white": 3, "black": 0, "drawn": 2}) == {"3": Fraction(1)}
    with pytest.raises(BadInput, match=NOT_PACKED):
        pack.fractions({"white": 2, "black": 3, "drawn": 5})


def test_trees_of_some_situations_stand_beside_a_formula_of_all() -> None:
    question = COLONIAL.calculators["joker-wait"]
    pack = pack_of(COLONIAL, question, "one")
    few = within_reach(axes_of(question), (), 2_000)
    assert 1 < prod(len(axis.values) for axis in few) <= 2_000
    reached = replace(pack, inputs=(*few, *pack.inputs[len(few) :]))
    trees = trees_of(COLONIAL, question, reached)
    wider = for_more(trees, pack)
    assert read_trees(text_of_trees(wider), pack) == wider
    assert for_more(wider, pack) is wider
    found = 0
    for places in drawn(reached):
        here = [axis.place(old.values[at]) for axis, old, at in zip(pack.inputs, few, places, strict=False)]
        here.append(places[-1])
        assert wider.question((), here) == trees.question((), places)
        found += wider.question((), here) is not None
        away = [
            (at + 1) % len(axis.values) if len(old.values) == 1 else at
            for axis, old, at in zip(pack.inputs, few, here, strict=False)
        ]
        if away != here[:-1]:
            assert wider.question((), [*away, 0]) is None
    assert found > 100
    assert check_trees(wider, drawn(pack)) > 0
