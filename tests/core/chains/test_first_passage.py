"""First passage, expectations at the end, states by name and a chain in words, against slow twins."""

from __future__ import annotations

import copy
import csv
import io
import pickle
import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pz8edu import BadInput, unknown_chance
from pz8edu.algebra.elimination import Equations
from pz8edu.core import Umpire
from pz8edu.core.chains.chain import Chain
from pz8edu.core.chains.model import LATER, NEVER
from pz8edu.core.chains.parts import Part
from pz8edu.core.chains.unknowns import check_circling
from pz8edu.core.chance.distribution import D6, Distribution
from pz8edu.core.rolls.roll import Roll
from pz8edu.limits import MOST_CIRCLING

Laws = list[Distribution[int]]


@st.composite
def plays(draw: st.DrawFn) -> tuple[Laws, set[int], int]:
    """A random play of up to six states, some of them ends, and a state that may be come to."""
    count = draw(st.integers(2, 6))
    states = st.integers(0, count - 1)
    laws = [
        Distribution(draw(st.dictionaries(states, st.integers(1, 4), min_size=1, max_size=3)))
        for _ in range(count)
    ]
    return laws, draw(st.sets(states)), draw(states)


def played(laws: Laws, ends: set[int], phases: int = 1) -> Chain[int]:
    def turn(umpire: Umpire, state: int) -> Roll[int]:
        return umpire.roll("next", laws[state])

    return Chain(*[turn] * phases, start=0, over=ends.__contains__)


# The slow, obvious twin: the same equations for all states at once, by elimination in fractions.
def solved(laws: Laws, passing: list[int], right: list[Fraction]) -> dict[int, Fraction]:
    """x(i) = right(i) + sum of p(i, j) x(j) over all passing states j."""
    moves = [laws[i].fractions() for i in passing]
    rows = [
        [*(Fraction(i == j) - row.get(j, Fraction(0)) for j in passing), value]
        for i, row, value in zip(passing, moves, right, strict=True)
    ]
    for column in range(len(rows)):
        pivot = next(r for r in range(column, len(rows)) if rows[r][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [entry / rows[column][column] for entry in rows[column]]
        for r, row in enumerate(rows):
            if r != column:
                rows[r] = [a - row[column] * b for a, b in zip(row, rows[column], strict=True)]
    return {i: row[-1] for i, row in zip(passing, rows, strict=True)}


def can_come_to(laws: Laws, ends: set[int], wanted: set[int]) -> set[int]:
    found = set(wanted)
    while True:
        more = {i for i, law in enumerate(laws) if i not in ends and found & set(law)} - found
        if not more:
            return found
        found |= more


def chances_to_come_to(laws: Laws, ends: set[int], wanted: int) -> dict[int, Fraction]:
    passing = sorted(can_come_to(laws, ends | {wanted}, {wanted}) - ends - {wanted})
    found = solved(laws, passing, [laws[i].fraction(wanted) for i in passing])
    return {i: found.get(i, Fraction(int(i == wanted))) for i in range(len(laws))}


def turns_to_come_to(laws: Laws, ends: set[int], wanted: int) -> dict[int, Fraction]:
    """E[turns; it comes to it] from every state: each turn counts with the chance that it still does."""
    chances = chances_to_come_to(laws, ends, wanted)
    passing = sorted(can_come_to(laws, ends | {wanted}, {wanted}) - ends - {wanted})
    return solved(laws, passing, [chances[i] for i in passing])


@settings(max_examples=200, deadline=None)
@given(plays())
def test_first_passage_is_that_of_elimination(play: tuple[Laws, set[int], int]) -> None:
    laws, ends, wanted = play
    chain = played(laws, ends)
    chance = chances_to_come_to(laws, ends, wanted)[0]
    asked = [wanted, lambda state: state == wanted]  # a state that is never met has no word
    for reached in asked + [str(wanted)] * (wanted in chain.states_met):
        assert chain.chance_of(reached) == chance
        turns = chain.turns_until(reached)
        if not chance:
            assert turns is None
            continue
        both = turns_to_come_to(laws, ends, wanted)
        assert turns == both.get(0, Fraction(0)) / chance


@settings(max_examples=100, deadline=None)
@given(plays(), st.integers(0, 5), st.integers(1, 2))
def test_the_law_of_first_passage_is_that_of_walking(
    play: tuple[Laws, set[int], int], upto: int, phases: int
) -> None:
    laws, ends, wanted = play
    now = {0: Fraction(1)}
    arrived = [Fraction(int(wanted == 0))]
    for _ in range(upto):
        for _ in range(phases):
            following: dict[int, Fraction] = {}
            for state, chance in now.items():
                stays = state in ends or state == wanted
                moves = {state: Fraction(1)} if stays else laws[state].fractions()
                for after, p in moves.items():
                    following[after] = following.get(after, Fraction(0)) + chance * p
            now = following
        arrived.append(now.get(wanted, Fraction(0)))
    chain = played(laws, ends, phases)
    law = chain.duration_until(wanted, upto)
    assert sum(law.fractions().values()) == 1
    before = [Fraction(0), *arrived]
    for turn, (earlier, later) in enumerate(zip(before, arrived, strict=False)):
        assert law.fraction(turn) == later - earlier
    ever = chances_to_come_to(laws, ends, wanted)[0]
    assert law.fraction(NEVER) == 1 - ever
    assert law.fraction(LATER) == ever - arrived[-1]


@settings(max_examples=100, deadline=None)
@given(plays())
def test_an_expectation_at_the_end_is_that_of_the_ends(play: tuple[Laws, set[int], int]) -> None:
    laws, ends, _ = play
    chain = played(laws, ends)
    chances = {end: chances_to_come_to(laws, ends, end)[0] for end in ends}
    found = chain.expected(lambda state: Fraction(state * state - 3, 7))
    if sum(chances.values()) < 1:
        assert found is None
    else:
        assert found == sum(chance * Fraction(end * end - 3, 7) for end, chance in chances.items())


# --- states by name
def duel() -> Chain[str]:
    def turn(umpire: Umpire, state: str) -> str:
        if umpire.d6("to hit") >= 5:
            return "A ok, B lost"
        return "A lost, B hurt" if umpire.d6("answer") >= 4 else "A hurt, B ok"

    return Chain(turn, start="A ok, B ok", over=lambda state: "lost" in state, parts=both)


def both(state: str) -> tuple[Part, ...]:
    return tuple(Part(*one.split()) for one in state.split(", "))


def test_a_state_goes_by_its_word_and_by_its_parts() -> None:
    chain = duel()
    assert set(chain.states_met) == {"A ok, B ok", "A ok, B lost", "A lost, B hurt", "A hurt, B ok"}
    assert chain.names[:2] == ("A ok", "B ok")
    assert set(chain.names) == set(chain.states_met) | {
        "A ok", "A hurt", "A lost", "B ok", "B hurt", "B lost",
    }  # fmt: skip
    assert chain.chance_of("B lost") == chain.chance_of("A ok, B lost") == Fraction(1, 2)
    assert chain.chance_of("A hurt") == Fraction(1, 3)
    assert chain.turns_until("A hurt") == 1
    assert chain.chance_of("A ok") == 1
    assert chain.turns_until("A ok") == 0
    assert chain.chance_of(lambda state: state.startswith("A lost")) == Fraction(1, 2)
    assert chain.first_passage("A hurt").solver.ends().fraction("A hurt, B ok") == Fraction(1, 3)


def test_unknown_names_are_answered_with_those_there_are() -> None:
    with pytest.raises(BadInput, match=r"unknown state of this chain 'A gone'.*Allowed: A ok, B ok, "):
        duel().chance_of("A gone")
    with pytest.raises(BadInput, match=r"unknown state of this chain '17'"):
        duel().turns_until(17)
    with pytest.raises(BadInput, match="must be 0 or more"):
        duel().duration_until("A hurt", -1)


def test_a_chain_may_have_words_of_its_own() -> None:
    def turn(umpire: Umpire, wires: int) -> int:
        return wires - (umpire.d6("clear") >= 4)

    chain = Chain(turn, start=2, over=lambda wires: not wires, word=lambda wires: f"{wires} left")
    assert chain.names == ("2 left", "1 left", "0 left")
    assert chain.turns_until("1 left") == 2
    assert chain.chance_of(1) == 1
    assert chain.chance_of(7) == 0


# --- what it is made of
def test_dice_and_questions_are_named_as_people_see_them() -> None:
    def fire(umpire: Umpire, strength: int) -> int:
        return strength - int(umpire.pool("hits", strength, on=5))

    def turn(umpire: Umpire, state: int) -> int:
        if umpire.chance("night?", Fraction(1, 8)):
            return 0
        colour = umpire.settle("colour", umpire.roll("card", Distribution({"red": 1, "black": 1})))
        return umpire.resolve("volley", fire, state) if colour == "red" else state

    chain = Chain(turn, start=2, over=lambda left: not left)
    six = (1, 2, 3, 4, 5, 6)
    assert chain.dice == {"d6": six, "night?": (True, False), "card": ("red", "black"), "hits": six}
    assert chain.questions["night?"] == (True, False)
    assert set(chain.questions["colour"]) == {"red", "black"}
    assert chain.questions["volley"] == (0, 1, 2)
    assert chain.usual_chances == {"night?": (Fraction(1, 8),)}


# --- in words
def test_a_chain_shows_its_ends_and_its_turns() -> None:
    assert repr(duel()).splitlines() == [
        "chain from 'A ok, B ok': 4 states, 2 ends",
        "A ok, B lost        1/2  50.00 %",
        "A lost, B hurt      1/2  50.00 %",
        "expected turns      3/2     1.50",
        "variance            3/4     0.75",
        "standard deviation          0.87",
    ]
    page = duel()._repr_html_()
    for words in ("A ok, B lost", "<td>3/2</td>", "50.00 %", "standard deviation"):
        assert words in page


def test_a_chain_that_never_ends_says_so() -> None:
    still = Chain(lambda umpire, state: state, start="<here>", over=lambda state: False)
    assert repr(still).splitlines() == [
        "chain from '<here>': 1 state, no ends",
        "never  1  100.00 %",
    ]
    assert "&lt;here&gt;" in still._repr_html_()


def test_a_chain_of_symbols_shows_formulas() -> None:
    def turn(umpire: Umpire, hit: bool) -> bool:
        return umpire.d6("to hit") >= 4

    chain = Chain(turn, start=False, over=bool, override={"to hit": unknown_chance("p")})
    assert chain.in_symbols
    words = [line.split() for line in repr(chain).splitlines()[1:]]
    assert words[:2] == [["True", "1", "100.00", "%"], ["expected", "turns", "1/p"]]
    assert "p**2" in words[2][-1]
    assert "standard deviation" not in repr(chain)


def test_large_chains_are_shown_in_decimals() -> None:
    def walk(umpire: Umpire, place: int) -> int:
        return place + 1 if umpire.d6("step") >= 4 else place - 1

    wide = Chain(walk, start=500, over=lambda place: place in (0, 1000))
    head, *ends, turns = repr(wide).splitlines()
    assert head == "chain from '500': 1,001 states, 2 ends; ends() works out the exact chances"
    assert [re.sub(r"± \S+", "±", end).split() for end in sorted(ends)] == [
        ["0", "about", "0.5", "±", "50.00", "%"],
        ["1000", "about", "0.5", "±", "50.00", "%"],
    ]
    assert re.match(r"expected turns +about 250000(\.0)? ± ", turns)
    assert "ends() works out" in wide._repr_html_()
    assert "in decimals" in wide._repr_html_()
    unknown = Chain(
        walk, start=500, over=lambda place: place in (0, 1000), override={"step": unknown_chance("p")}
    )
    assert repr(unknown).endswith("ends() works out the exact chances")


def test_many_ends_are_summed_up() -> None:
    def turn(umpire: Umpire, state: int) -> Roll[int]:
        return umpire.sum_of("dice", 5)

    chain = Chain(turn, start=0, over=bool)
    assert "14 other ends" in repr(chain)
    assert "13 other ends" not in repr(chain)


def test_turn_by_turn_as_csv() -> None:
    rows = list(csv.reader(io.StringIO(duel().to_csv(3))))
    assert rows[0] == ["turn", "state", "chance", "percent"]
    assert rows[1] == ["1", "A ok, B lost", "1/3", "33.33 %"]
    for turn, law in enumerate(duel().turn_by_turn(3), 1):
        listed = {state: Fraction(chance) for at, state, chance, _ in rows[1:] if at == str(turn)}
        assert listed == law.fractions()
    assert duel().to_csv(0) == "turn,state,chance,percent\n"
    with pytest.raises(BadInput, match="must be 0 or more"):
        duel().to_csv(-1)


def test_loaded_dice_that_are_fair_change_nothing() -> None:
    def turn(umpire: Umpire, left: int) -> int:
        return max(left - int(umpire.pool("hits", 3, on=5)), 0)

    fair, loaded = (
        Chain(turn, start=4, over=lambda left: not left, loaded=loaded) for loaded in (None, {"hits": D6})
    )
    assert fair.expected_turns() == loaded.expected_turns()
    assert fair.ends() == loaded.ends()


# --- pickled, copied, compared
def test_a_chain_travels_with_its_moves() -> None:
    def drift(umpire: Umpire, place: int) -> int:
        return place if place == 2 else (1 if umpire.d6("way") >= 4 else 2)

    chain = Chain(drift, start=0, over=lambda place: place == 1)
    chain.ends(), chain.after(2), chain.expected_turns()
    for there in (pickle.loads(pickle.dumps(chain)), copy.copy(chain), copy.deepcopy(chain)):
        assert there == chain
        assert hash(there) == hash(chain)
        assert there.ends() == chain.ends()
        assert there.ends()[NEVER] == Fraction(1, 2)
        assert there.expected_turns() is None
        assert there.after(2) == chain.after(2)
        assert there.chance_of(2) == Fraction(1, 2)
        assert repr(there) == repr(chain)
    there = pickle.loads(pickle.dumps(duel()))
    assert there.chance_of("B lost") == Fraction(1, 2)
    assert there.names == duel().names
    assert there.dice == {}
    assert duel() == duel() != chain
    assert duel() != "a chain"


@pytest.mark.parametrize("outcome", [NEVER, LATER])
def test_what_stands_beside_all_outcomes_is_one_of_a_kind(outcome: object) -> None:
    assert pickle.loads(pickle.dumps(outcome)) is outcome
    assert copy.deepcopy(outcome) is copy.copy(outcome) is outcome


# --- formulas that would be too long
@pytest.mark.parametrize(("symbols", "most"), [(("p", "not p"), MOST_CIRCLING), (("p", "q"), 16)])
def test_so_many_states_may_lead_to_each_other_and_no_more(symbols: tuple[str, ...], most: int) -> None:
    for count in (most, most + 1):
        equations = Equations([[] for _ in range(count)], [1] * count, [list(range(count))])
        if count == most:
            check_circling(equations, symbols)
        else:
            with pytest.raises(BadInput, match=f"{count} states of this chain .* at most {most};"):
                check_circling(equations, symbols)
