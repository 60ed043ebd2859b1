"""Outcomes by meaning: what hurts more is never drawn as less, and nothing that is lost looks harmless."""

from itertools import pairwise

import pytest

from pz8edu.show.outcome_styles import COUNTS, KINDS, LADDER, SCALE, turned_round
from pz8edu.show.outcomes import harm, none_twice, outcome_looks, spoken
from pz8edu.systems import ids, system
from tests.systems.test_examples import EXAMPLES

WORKS = [
    f"wire {w}, trench {t}, bunker 0, {c}" for w in (0, 1) for t in (0, 1) for c in ("crater", "no crater")
]


@pytest.mark.parametrize(
    ("words", "looks"),
    [
        (["destroyed, 0 lost", "holds, 1 lost", "holds, 0 lost"], ["harmless", "slight", "lost"]),
        (["fp 3", "fp 1", "fp 0", "destroyed"], ["harmless", "slight", "hurt", "lost"]),
        (["A destroyed / T ok", "A ok / T damaged", "A ok / T ok"], ["harmless", "shaken", "lost"]),
    ],
)
def test_from_harmless_to_final_whatever_the_words(words: list[str], looks: list[str]) -> None:
    assert [style.name for style in outcome_looks(words).values()] == looks


def test_nothing_lost_comes_first() -> None:
    assert list(outcome_looks([str(lost) for lost in (3, 1, 0, 12, 2)])) == ["0", "1", "2", "3", "12"]


def test_a_barrage_that_clears_a_square_is_not_green() -> None:
    looks = outcome_looks(WORKS)
    assert next(iter(looks)) == "wire 1, trench 1, bunker 0, no crater"
    assert looks["wire 1, trench 1, bunker 0, no crater"].name == "harmless"
    assert {looks[word].name for word in WORKS if word != next(iter(looks))}.isdisjoint({"harmless"})
    worst = {looks[f"wire 0, trench 0, bunker 0, {crater}"] for crater in ("crater", "no crater")}
    assert worst == set(sorted(looks.values(), key=LADDER.index)[-2:])


def test_the_printed_order_stays_and_words_without_a_meaning_take_their_place() -> None:
    listed = ("attacker-wins", "tie", "defender-wins")
    looks = outcome_looks(["tie", "defender-wins", "attacker-wins"], listed)
    assert list(looks) == list(listed)
    assert len({style.name for style in looks.values()}) == 3
    assert harm("tie") is None


@pytest.mark.parametrize(
    "condition", ["damaged", "1 hull, 1 turret", "crippled", "2 FP", "stuck", "suppressed"]
)
def test_a_condition_is_never_a_blank_badge(condition: str) -> None:
    assert harm(condition)


def test_what_a_word_means_may_rest_on_its_standing_alone() -> None:
    assert [harm(word) for word in ("target survives", "pinned", "target destroyed")] == [0, 4, 6]
    assert [harm(f"attack: {word}") for word in ("none", "P", "R", "D")] == [0, 3, 4, 6]
    assert harm("removed") == 6
    assert harm("clear, field removed") is None
    assert harm("behind Panther D") is None


def test_what_has_no_better_and_worse_has_no_colours_of_harm() -> None:
    looks = outcome_looks(["second-player", "first-player"], ("first-player", "second-player"), ranked=False)
    assert list(looks) == ["first-player", "second-player"]
    assert not {style.name for style in looks.values()} & {style.name for style in SCALE}


def test_a_miss_looks_harmless_wherever_it_is_printed() -> None:
    assert [style.name for style in outcome_looks(["hit", "miss"], ("hit", "miss")).values()] == [
        "grave",
        "harmless",
    ]
    struck = outcome_looks(["nothing", "Rifles", "Own scouts"], ("nothing",))
    assert [style.name for style in struck.values()] == ["harmless", "grave", "grave-turned"]


def test_numbers_stand_by_size() -> None:
    assert list(outcome_looks(["0", "-1", "−5", "10", "2"])) == ["−5", "-1", "0", "2", "10"]


def test_what_is_drawn_without_words_is_told_apart() -> None:
    looks = none_twice(outcome_looks(["A destroyed", "B destroyed", "A ok", "B ok"]))
    assert len({style.name for style in looks.values()}) == 4


CALCULATORS = [
    pytest.param(name, question.id, id=f"{name} {question.id}")
    for name in ids()
    for question in system(name).calculators.values()
]


@pytest.mark.parametrize(("name", "asked"), CALCULATORS)
def test_no_two_outcomes_of_one_table_look_alike(name: str, asked: str) -> None:
    """In every table of the worked examples; more outcomes than looks are told apart by words alone."""
    question = system(name).calculators[asked]
    lines = [one for one in EXAMPLES.get(name, ()) if one["ask"].get("calculator") == asked]
    tables = [tuple(one["answer"]["outcomes"]) for one in lines if "outcomes" in one["answer"]]
    listed = [question.outcomes] if question.outcomes else []
    for table in {*tables, *listed}:
        looks = outcome_looks(table, question.outcomes, question.ranked)
        enough = len(LADDER if question.ranked else KINDS)
        assert set(looks) == set(table)
        if len(table) <= enough:
            assert len({style.name for style in looks.values()}) == len(table), looks


def test_one_outcome_has_one_look_in_every_table_where_its_book_lists_them() -> None:
    listed = system("panzertroops").calculators["tank-shot"].outcomes
    assert listed is not None
    whole = outcome_looks(listed, listed)
    for few in (listed[:3], listed[4:9], listed[-2:]):
        assert outcome_looks(few, listed) == {word: whole[word] for word in few}
    assert whole["destroyed"].name == "lost"


def test_plain_words_keep_the_plain_looks() -> None:
    listed = system("panzertroops").calculators["fire"].outcomes
    looks = outcome_looks(["miss", "destroyed", "destroyed with weapons"], listed)
    assert [looks[word].name for word in ("miss", "destroyed")] == ["harmless", "lost"]
    assert looks["destroyed with weapons"].edge, "on white a look has an edge"


@pytest.mark.parametrize("unit", ["", " hits", " squares"])
def test_what_only_counts_has_one_hue_that_grows_darker(unit: str) -> None:
    looks = list(outcome_looks([f"{number}{unit}" for number in (5, 1, 0, 12, 2)]).values())
    assert looks == [COUNTS[number] for number in (0, 1, 2, 5, 12)], "the same in every table"
    shades = [int(style.colour[1:], 16) for style in COUNTS[:14]]
    assert shades == sorted(shades, reverse=True)
    assert all(one.tile != other.tile for one, other in pairwise(COUNTS))
    assert list(outcome_looks(["5", "35", "15", "-5"]).values()) == [COUNTS[n] for n in (0, 4, 8, 13)]


def test_counts_and_sides_are_spoken_as_people_say_them() -> None:
    assert [spoken(each) for each in ("1 hits, jam", "2 squares", "fp 1")] == [
        "1 hit, jam",
        "2 squares",
        "1 fatigue point",
    ]
    assert [spoken(each) for each in ("a loses 0, b loses 2", "hit/spent")] == [
        "A loses 0, B loses 2",
        "hit, spent",
    ]


def test_counts_stand_by_size_and_those_with_a_jam_behind_them() -> None:
    words = ["10 hits", "9 hits, jam", "0 hits, jam", "9 hits", "0 hits"]
    assert [*outcome_looks(words)] == ["0 hits", "9 hits", "10 hits", "0 hits, jam", "9 hits, jam"]


def test_a_jam_is_a_count_with_its_colours_turned() -> None:
    looks = outcome_looks(["3 hits, jam", "0 hits", "3 hits"])
    assert looks["3 hits, jam"] == turned_round(COUNTS[3]) == turned_round(looks["3 hits"])


def test_a_count_among_words_of_harm_is_harm() -> None:
    assert outcome_looks(["0"], ("0", "destroyed"))["0"].name == "harmless"


def test_orders_of_cards_and_who_wins_say_nothing_of_harm() -> None:
    for words in (["RRBB", "BBRR", "RBRB"], ["attacker-wins", "tie", "defender-wins"], ["taken", "held"]):
        assert set(outcome_looks(words, words).values()) <= set(KINDS)
