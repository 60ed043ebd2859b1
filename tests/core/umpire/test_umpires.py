"""What a rule may ask of its umpire, what it may not, and what the three umpires make of it."""

from __future__ import annotations

import enum
import itertools
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pytest

from pz8edu.core import Bands, Enumerating, Sampling, Scripted, Waiting, Word
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.rolls.modifiers import Modifiers
from pz8edu.core.rolls.roll import together
from pz8edu.core.tree.node import UNEXPLORED
from pz8edu.errors import BadInput, Impure, Unasked

DIE = range(1, 7)
COIN = Distribution({0: 1, 1: 1})
EveryWay = Callable[..., dict[Any, Fraction]]


def chances(rule: Any, *args: Any, **options: Any) -> dict[Any, Fraction]:
    law = Enumerating(**options).tree(rule, *args).distribution
    return {end.value if isinstance(end, enum.Enum) else end: share for end, share in law.fractions().items()}


# --- the idioms of the rulebooks
KINDS: dict[str, Callable[[Any], Any]] = {
    "a die": lambda u: u.d6("x"),
    "a D3": lambda u: u.d3("x"),
    "a D10": lambda u: u.die("x", 10),
    "any law": lambda u: u.roll("x", Distribution({"a": 1, "b": 2})),
    "a sum": lambda u: u.sum_of("x", 2),
    "a sum of what faces are worth": lambda u: u.sum_of("x", 3, {5: 1, 6: 3}),
    "a sum of other dice": lambda u: u.sum_of("x", 3, die=COIN),
    "a sum of no dice": lambda u: u.sum_of("x", 0) + u.d6("y"),
    "a pool": lambda u: u.pool("x", 3, on=5),
    "the lowest two": lambda u: u.lowest("x", 2, of=3),
    "the highest": lambda u: u.highest("x", 1, of=3),
    "a count": lambda u: u.tally("x", 3, hits=(5, 6), ones=(1,))["hits"],
    "a count of one face": lambda u: u.tally("x", 2)[4],
    "the total of a tally": lambda u: u.tally("x", 3, hits=(5, 6), ones=(1,)).total({"hits": 2, "ones": -1}),
    "a tally as a whole": lambda u: u.tally("x", 2, hits=(4, 5, 6), ones=(1,)).read(
        "n", lambda c: (*c.values(),)
    ),
    "overlapping classes": lambda u: u.tally("x", 2, high=(4, 5, 6), six=(6,)).read(
        "n", lambda c: (*c.values(),)
    ),
    "a hand": lambda u: u.hand("x", {"red": 2, "black": 2}, 2)["red"],
    "the same die twice": lambda u: (lambda die: die + die)(u.d6("x")),
    "half": lambda u: u.d6("x").half() - u.d6("y") // 2,
    "limits": lambda u: (u.d6("x") * 2 - 5).at_least(0).at_most(4),
    "three minus": lambda u: 3 - u.d6("x"),
}


@pytest.mark.parametrize("kind", list(KINDS))
def test_every_kind_of_throw_against_all_faces(kind: str, every_way: EveryWay) -> None:
    assert chances(KINDS[kind]) == every_way(KINDS[kind])


def test_a_chance_happens_or_not(every_way: EveryWay) -> None:
    def rule(umpire: Any) -> str:
        return "yes" if umpire.chance("luck", Fraction(2, 7)) else "no"

    assert chances(rule) == every_way(rule) == {"yes": Fraction(2, 7), "no": Fraction(5, 7)}
    for odds in (Fraction(0), Fraction(1)):
        assert set(chances(lambda u, o=odds: u.chance("luck", o)).values()) == {Fraction(1)}
    with pytest.raises(BadInput, match="from 0 to 1"):
        Enumerating().tree(lambda umpire: umpire.chance("luck", Fraction(3, 2)))


def test_bad_dice_are_refused() -> None:
    for rule, words in (
        (lambda u: u.die("x", 0), "at least one side"),
        (lambda u: u.sum_of("x", -1), "from 0"),
        (lambda u: u.lowest("x", 3, of=2), "from 0 to 2"),
        (lambda u: u.hand("x", {"red": 1}, 2), "from 0 to 1"),
    ):
        with pytest.raises(BadInput, match=words):
            Enumerating().tree(rule)
    with pytest.raises(KeyError, match="it counts hits"):
        Enumerating().tree(lambda u: u.tally("x", 2, hits=(6,))["misses"])
    assert chances(lambda u: u.tally("x", 2, hits=(6,)).count("misses")) == {0: 1}


# --- sub-rules
def fight(umpire: Any, strength: int) -> str:
    score = umpire.d6("score") + strength
    if score >= 6:
        return "won"
    return "drawn" if umpire.d6("luck") == 6 else "lost"


def worse(umpire: Any, state: int, item: int, limit: int) -> Any:
    if state >= limit:
        return state
    return (umpire.die("damage", 3) + state * 0).read("state", partial(_added, state, item, limit))


def _added(state: int, item: int, limit: int, damage: int) -> int:
    return min(state + item * damage, limit)


def test_a_rule_that_ends_in_a_roll_of_the_same_dice_twice_need_not_be_drawn(every_way: EveryWay) -> None:
    def rule(umpire: Any) -> Any:
        first = umpire.d6("first")
        return (first + umpire.d6("second")) * first

    laws = [Enumerating(draw=draw).tree(rule).distribution.fractions() for draw in (False, True)]
    assert laws == [every_way(rule)] * 2


def test_sub_rules_merge_and_say_the_same_as_when_they_are_drawn_inside(every_way: EveryWay) -> None:
    def rule(umpire: Any) -> Any:
        if umpire.resolve("first", fight, 2) == "won":
            return "over"
        second = umpire.odds("second", fight, 1)
        return second.read("after", str.upper)

    merged, inside = Enumerating().tree(rule), Enumerating(unfold=True).tree(rule)
    assert merged.distribution == inside.distribution
    assert merged.distribution.fractions() == every_way(rule)
    assert Enumerating(draw=False).tree(rule).distribution == inside.distribution
    assert merged.root is not None
    assert merged.root.label == "first"
    assert inside.root is not None
    assert inside.root.label == "first: score"


def test_in_turn_repeat_and_until(every_way: EveryWay) -> None:
    def turns(umpire: Any) -> Any:
        return umpire.in_turn("hit", (1, 2, 1), worse, 0, 5)

    assert chances(turns) == every_way(turns)
    assert chances(turns, unfold=True) == every_way(turns)

    def fights(umpire: Any) -> Any:
        counts = umpire.repeat("fight", 2, fight, 0)
        if counts.count("won") > counts.count("lost"):
            return "ahead"
        return counts.count("drawn").read("behind", lambda drawn: f"{drawn} drawn")

    assert chances(fights) == every_way(fights)
    assert chances(fights, unfold=True) == every_way(fights)

    def decide(umpire: Any) -> str | None:
        result: str = umpire.resolve("one", fight, 0)
        return None if result == "drawn" else result

    def both(umpire: Any) -> str:
        return umpire.until("again", decide)

    once = every_way(fight, 0)
    rest = 1 - once["drawn"]
    assert chances(both) == {"won": once["won"] / rest, "lost": once["lost"] / rest}
    with pytest.raises(BadInput, match="cannot happen"):
        Enumerating().tree(lambda umpire: umpire.until("again", lambda umpire: None))


def test_many_equal_steps_meet_again() -> None:
    """Twenty hits one after the other: the tree has as many leaves as there are ends."""
    tree = Enumerating().tree(lambda umpire: umpire.in_turn("hit", (1,) * 20, worse, 0, 60))
    assert tree.leaves == len(tree.distribution) == 41
    assert sum(tree.distribution.fractions().values()) == 1


def test_a_sub_rule_with_inputs_that_are_not_frozen_is_refused() -> None:
    with pytest.raises(TypeError, match="frozen records or plain values"):
        Enumerating().tree(lambda umpire: umpire.repeat("x", 2, fight, object()))


def test_labels_that_come_again_get_a_number() -> None:
    def rule(umpire: Any) -> Any:
        total = umpire.d6("die") + umpire.d6("die") + umpire.d6("die")
        won = [umpire.resolve("fight", fight, 2) for _ in range(2)]
        return total.read("total", lambda value: (value, *won))

    dice = {"die": 1, "die #2": 2, "die #3": 4, "fight: score": 4, "fight #2: score": 3, "fight #2: luck": 6}
    assert Scripted(dice).play(rule) == (7, "won", "drawn")
    law = Enumerating(given=dice).tree(rule).distribution
    assert law.fractions() == {(7, "won", "drawn"): 1}
    some = Enumerating(given={"fight #2: score": 6}).tree(rule).distribution
    assert some.map(lambda end: end[2]).fractions() == {"won": 1}
    assert some.map(lambda end: end[1]).fractions() == Enumerating().tree(fight, 2).distribution.fractions()


# --- known dice
def test_a_handful_is_known_by_its_faces_or_by_what_it_counts() -> None:
    def rule(umpire: Any) -> Any:
        counts = umpire.tally("volley", 2, hits=(5, 6), others=(1, 2, 3, 4))
        pool = umpire.pool("pool", 3, on=6)
        low = umpire.lowest("low", 1, of=3)
        return together(lambda *values: values, counts["hits"], pool, low)

    assert Scripted({"volley": [1, 1], "pool": [6, 6, 1], "low": [4, 2, 5]}).play(rule) == (0, 2, 2)
    assert Scripted({"volley": (1, 1), "pool": 2, "low": 2}).play(rule) == (1, 2, 2)
    assert Enumerating(given={"volley": [5, 6]}).tree(rule).distribution.map(
        lambda end: end[0]
    ).fractions() == {2: 1}
    for bad, words in (
        ([1], "2 dice with faces 1, 2, 3, 4, 5, 6"),
        ([1, 7], "2 dice with faces"),
        ("sixes", "cannot be 'sixes'"),
        ({"a": 1}, "cannot be"),
        (3, "cannot be 3"),
    ):
        with pytest.raises(BadInput, match=words):
            Scripted({"volley": bad}).play(rule)


def test_known_cards(every_way: EveryWay) -> None:
    cards = {"red": 2, "black": 1}

    def rule(umpire: Any) -> str:
        deck = umpire.deck(cards)
        drawn = [deck.draw(f"card {number}") for number in range(3)]
        return " ".join(umpire.settle("", card) for card in drawn)

    assert chances(rule) == every_way(rule)
    assert chances(rule, given={"card 0": "red"}) == {
        "red red black": Fraction(1, 2),
        "red black red": Fraction(1, 2),
    }
    assert Scripted({"card 0": "red", "card 1": "red"}).play(rule) == "red red black"
    with pytest.raises(Waiting) as waiting:
        Scripted({"card 0": "red"}).play(rule)
    assert waiting.value.missing == ("card 1",)
    assert [branch.answer for branch in waiting.value.node.branches] == ["red", "black"]
    for umpire in (Scripted({"card 0": "black", "card 1": "black"}), Scripted({"card 0": "blue"})):
        with pytest.raises(BadInput, match="cannot be"):
            umpire.play(rule)
    with pytest.raises(BadInput, match="in the order in which they are drawn"):
        Enumerating(given={"card 1": "red"}).tree(rule)


# --- waiting
def test_waiting_is_not_swallowed_and_says_what_it_waits_for() -> None:
    def careless(umpire: Any) -> str:
        try:
            return "hit" if umpire.d6("to hit") >= 5 else "miss"
        except Exception:
            return "swallowed"

    with pytest.raises(Waiting) as waiting:
        Scripted({}).play(careless)
    assert waiting.value.missing == ("to hit",)
    assert waiting.value.question == "to hit: 5 or more on a D6"
    assert "waiting for to hit" in str(waiting.value)
    assert Scripted({"to hit": 5}).play(careless) == "hit"


def test_the_questions_that_were_answered_are_kept_in_order() -> None:
    umpire = Scripted({"score": 3, "luck": 6})
    assert umpire.play(fight, 1) == "drawn"
    assert [(each.label, each.answer) for each in umpire.answered] == [("score", False), ("luck", True)]
    assert umpire.play(fight, 1) == "drawn"
    assert len(umpire.answered) == 2


# --- purity
def test_a_rule_that_changes_its_mind_is_found_out() -> None:
    turns = itertools.count()

    def another_die(umpire: Any) -> str:
        die = umpire.d6("x" if next(turns) % 2 else "y")
        other = umpire.d6("z")
        return "a" if (die if next(turns) % 3 else other) >= 4 else "b"

    def another_limit(umpire: Any) -> str:
        return "a" if umpire.d6("x") >= 3 + next(turns) % 2 else "b"

    def another_table(umpire: Any) -> str:
        number = next(turns)
        return str(umpire.look_up("x", umpire.d6("x"), lambda face: (face + number) % 3))

    def ends_early(umpire: Any) -> str:
        if next(turns) % 2:
            return "early"
        return "a" if umpire.d6("x") >= 4 else "b"

    for rule in (another_die, another_limit, another_table, ends_early):
        turns = itertools.count()
        with pytest.raises(Impure, match="nothing but its inputs and the dice"):
            Enumerating().tree(rule)


# --- what a roll refuses
def test_a_roll_that_nobody_has_looked_at_refuses_to_be_known() -> None:
    uses: dict[str, Callable[[Any], Any]] = {
        "true or false": lambda die: 1 if die else 0,
        "and": lambda die: die and 1,
        "a dictionary key": lambda die: {1: 2}[die],
        "in a set": lambda die: {die},
        "looped over": list,
        "written into text": lambda die: f"{die}",
        "format": "{}".format,
        "sum": sum,
        "in a table": {1, 2}.__contains__,
    }
    for use in uses.values():
        with pytest.raises(Unasked, match="nobody has looked at yet: it cannot be") as refused:
            Enumerating().tree(lambda umpire, use=use: use(umpire.d6("to hit") + 2))
        assert "to hit + 2" in str(refused.value)
        assert ";" in str(refused.value)
    with pytest.raises(Unasked, match="at least one roll"):
        together(max, 1, 2)


def test_a_roll_is_spoken_of_by_its_dice() -> None:
    def rule(umpire: Any) -> str:
        attack = umpire.d6("attack").modified(Modifiers((-1, "tired", True)))
        return (attack - umpire.d6("defence")).spoken() + "; " + (2 * attack).spoken()

    assert chances(rule) == {"attack, −1 tired − defence; attack, −1 tired × 2": 1}


# --- tables of two systems with the same words
class Harm(Word):
    NONE = "none"
    LOST = "lost"


class Fate(Word):
    NONE = "none"
    LOST = "lost"


def test_equal_words_of_two_systems_are_not_mixed_up() -> None:
    def margin(umpire: Any, table: Any) -> Any:
        return type(umpire.look_up("margin", umpire.d6("a") - umpire.d6("b"), table)).__name__

    for words in (Harm, Fate, Harm):
        table = Bands((0, words("none")), (None, words("lost")))
        assert chances(margin, table) == {words.__name__: 1}


def harm_of(face: int) -> Harm:
    return Harm.LOST if face > 4 else Harm.NONE


def fate_of(face: int) -> Fate:
    return Fate.LOST if face > 4 else Fate.NONE


def harmed(umpire: Any) -> Any:
    return umpire.d6("x").read("harm", harm_of)


def fated(umpire: Any) -> Any:
    return umpire.d6("x").read("fate", fate_of)


def test_sub_rules_of_two_systems_with_the_same_words_share_a_memory_but_no_words() -> None:
    memo: dict[Any, Any] = {}

    def game(umpire: Any, step: Any, lost: Any) -> Any:
        return "lost" if umpire.resolve("step", step) is lost else "saved"

    for step, lost in ((harmed, Harm.LOST), (fated, Fate.LOST), (harmed, Harm.LOST)):
        for draw in (False, True):
            assert chances(game, step, lost, memo=memo, draw=draw)["lost"] == Fraction(1, 3)


def test_what_a_rule_makes_anew_is_not_remembered() -> None:
    """A dictionary, a lambda or a partial function of one replay would only fill the memory."""
    from pz8edu.core.chance.distribution import D6

    def rule(umpire: Any, number: int) -> Any:
        first = umpire.d6("x").read("table", {face: face % number for face in DIE})
        second = umpire.d6("y").read("partial", partial(pow, number))
        return together(lambda one, other: one + other, first, second)

    for number in range(2, 30):
        Enumerating(draw=False).tree(rule, number)
    known = len(D6._cache)
    for number in range(30, 60):
        Enumerating(draw=False).tree(rule, number)
    assert len(D6._cache) == known


def test_a_moved_roll_equals_numbers_of_any_kind() -> None:
    for four in (4, 4.0, Fraction(4)):
        assert chances(lambda u, n=four: (u.d6("x") + 2) == n)[True] == Fraction(1, 6)
        assert chances(lambda u, n=four: (u.d6("x") + 2).is_in([n, "four"]))[True] == Fraction(1, 6)
    assert chances(lambda u: (u.d6("x") + 2) == "four") == {False: 1}
    assert chances(lambda u: (u.d6("x") + 2) >= Fraction(9, 2))[True] == Fraction(4, 6)


# --- budgets
def long_story(umpire: Any) -> tuple[int, ...]:
    return tuple(umpire.settle("", umpire.d6(f"die {place}")) for place in range(3))


@pytest.mark.parametrize("leaves", [1, 2, 7, 100, 215])
def test_a_budget_leaves_exactly_what_was_not_explored(leaves: int) -> None:
    whole = chances(long_story)
    tree = Enumerating(max_leaves=leaves).tree(long_story)
    found = tree.distribution.fractions()
    left = found.pop(UNEXPLORED)
    assert left == 1 - Fraction(leaves, 216) == Fraction(int(tree.unexplored.p), int(tree.unexplored.q))
    assert len(found) == leaves
    assert all(found[end] == whole[end] for end in found)
    drawn = [(end, last.fraction()) for _, end, last in tree.paths() if last is not None]
    assert sum(chance for _, chance in drawn) == 1
    assert sum(chance for end, chance in drawn if end is UNEXPLORED) == left


def test_a_budget_that_suffices_leaves_nothing() -> None:
    assert UNEXPLORED not in Enumerating(max_leaves=216).tree(long_story).distribution
    assert Enumerating().tree(long_story).unexplored == 0
    hurried = Enumerating(max_seconds=0).tree(long_story)
    assert hurried.leaves == 1
    assert hurried.unexplored == 1 - Fraction(1, 216)


# --- loaded dice
def test_a_loaded_die_replaces_one_label_or_all_dice(every_way: EveryWay) -> None:
    six = Distribution.certain(6)
    assert chances(fight, 0, loaded={"score": six}) == {"won": 1}
    assert chances(fight, -1, loaded={"d6": six}) == {"drawn": 1}
    assert chances(fight, -1, loaded={"luck": six})["drawn"] == every_way(lambda u: (u.d6("x") - 1) < 6)[True]
    assert chances(lambda u: u.pool("x", 2, on=6), loaded={"d6": six}) == {2: 1}
    memo: dict[Any, Any] = {}

    def twice(umpire: Any) -> str:
        return umpire.resolve("fight", fight, 0)

    fair = chances(twice, memo=memo)
    assert chances(twice, memo=memo, loaded={"d6": six}) == {"won": 1}
    assert chances(twice, memo=memo) == fair


def symbolic_die() -> tuple[Any, tuple[Any, ...]]:
    from sympy import QQ, ring

    weights, *faces = ring("p1:7", QQ)
    del weights
    return Distribution(dict(zip(DIE, faces, strict=True)), sum(faces[1:], faces[0])), tuple(faces)


def test_dice_loaded_with_symbols_go_through_a_rule_of_pz8_ww2() -> None:
    """With every face at 1/6 the formulas give the plain chances, and the formulas sum to 1."""
    import sympy

    from pz8edu.systems import system

    die, faces = symbolic_die()
    ww2 = system("pz8-ww2")
    question = ww2.calculators["direct-fire"]
    shot = question.situation.read(
        {"attack": 3, "defence": 2, "hq": True, "target_condition": "disorganized"}
    )
    plain = Enumerating().tree(question.rule, shot, ww2.rules).distribution.fractions()
    formulas = Enumerating(loaded={"d6": die}).tree(question.rule, shot, ww2.rules).distribution.chances()
    assert set(formulas) == set(plain)
    fair = {sympy.Symbol(str(face)): sympy.Rational(1, 6) for face in faces}
    for word, formula in formulas.items():
        assert formula.subs(fair) == sympy.Rational(plain[word].numerator, plain[word].denominator)
    assert sympy.cancel(sum(formulas.values())) == 1
    uneven = {symbol: sympy.Rational(place + 1, 21) for place, symbol in enumerate(fair)}
    loaded = Distribution({face: face for face in DIE})
    numbers = Enumerating(loaded={"d6": loaded}).tree(question.rule, shot, ww2.rules).distribution.fractions()
    for word, formula in formulas.items():
        assert formula.subs(uneven) == sympy.Rational(numbers[word].numerator, numbers[word].denominator)


def test_an_unknown_chance_goes_through_a_rule() -> None:
    import sympy
    from sympy import QQ, ring

    _, p = ring("p", QQ)
    law = Distribution({True: p, False: 1 - p}, p**0)

    def rule(umpire: Any) -> str:
        hits = [umpire.chance(f"shot {number}", Fraction(1, 2)) for number in range(3)]
        return f"{hits.count(True)} hits"

    loaded = {f"shot {number}": law for number in range(3)}
    found = Enumerating(loaded=loaded).tree(rule).distribution.chances()
    x = sympy.Symbol("p")
    for hits in range(4):
        assert (
            sympy.expand(found[f"{hits} hits"] - sympy.binomial(3, hits) * x**hits * (1 - x) ** (3 - hits))
            == 0
        )


# --- play
def test_the_same_seed_plays_the_same_games() -> None:
    games = [[Sampling(seed).play(fight, 1) for _ in range(5)] for seed in (1, 1, 2)]
    assert games[0] == games[1]
    first, second = Sampling(7), Sampling(7)
    assert [first.play(fight, 1) for _ in range(30)] == [second.play(fight, 1) for _ in range(30)]


def test_all_faces_of_a_script_make_up_the_tree() -> None:
    counted: dict[str, int] = {}
    for score, luck in product(DIE, DIE):
        word = Scripted({"score": score, "luck": luck}).play(fight, 1)
        counted[word] = counted.get(word, 0) + 1
    assert {word: Fraction(count, 36) for word, count in counted.items()} == chances(fight, 1)


# --- trees
def test_a_tree_answers_what_is_known_on_the_way() -> None:
    tree = Enumerating().tree(fight, 1)
    late = tree.given(lambda answers, outcome: not answers["score"])
    assert late.fractions() == {"drawn": Fraction(1, 6), "lost": Fraction(5, 6)}
    with pytest.raises(BadInput, match="cannot happen"):
        tree.given(lambda answers, outcome: outcome == "fled")
    assert sum(node.weight()[0] for node in tree.nodes()) > 0
    for node in tree.nodes():
        assert sum(node.chance_of(branch) for branch in node.branches) == 1
        assert node.line is not None
        assert node.line[0].endswith("test_umpires.py")


def test_a_tree_as_text_table_and_formula() -> None:
    tree = Enumerating().tree(fight, 1)
    assert "1/3" in repr(tree)
    assert "drawn" in repr(tree)
    lines = tree.to_csv().splitlines()
    assert len(lines) == 1 + tree.leaves == 4
    assert r"\frac{1}{6}" in tree.latex()
    assert tree._repr_svg_().startswith("<svg")
    assert (
        repr(Enumerating().tree(lambda umpire: "nothing happens")) == "nothing to roll → nothing happens  [1]"
    )
