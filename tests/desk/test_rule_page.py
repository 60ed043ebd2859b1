"""A section of a book as a page: complete for a child, with the owner of everything on it."""

from fractions import Fraction

import pytest

from pz8edu import BadInput, ask, compare, compare_books, everywhere, odds, rule_of
from pz8edu.cli import main
from pz8edu.core.rulebook.beyond import book_has
from pz8edu.desk.compare.books import new_inputs, shared_odds
from pz8edu.desk.rule_page import Book, RulePage
from pz8edu.systems import ids, system


def block(page: RulePage, title: str) -> tuple[tuple[str, ...], ...]:
    return next(each.rows for each in page.blocks if each.title.startswith(title))


def numbers(page: RulePage) -> dict[str, tuple[str, ...]]:
    return {row[0]: row[1:] for row in block(page, "numbers")}


def titles(page: RulePage, hook: bool) -> list[str]:
    return [each.title for found in page.blocks for each in found.sources if each.hook is hook]


# --- one section
def test_the_numbers_of_a_child_name_their_owner() -> None:
    told = numbers(rule_of("pz8-1950", "5"))
    assert (told["hit_on"][0], told["hit_on"][-1]) == ("4", "as pz8-ww2")
    assert (told["guided"][0], told["guided"][-1]) == ("1", "")
    assert told["disorganized_shooter"][2:] == ("section 6", "as pz8-ww2"), "read here, printed elsewhere"


def test_the_functions_of_a_section_stand_with_the_hooks_of_the_child_beside_them() -> None:
    page = rule_of("pz8-1950", "5")
    assert "to_hit, section 5, as pz8-ww2" in titles(page, hook=False)
    assert "rules.of_the_weapon, section 5, instead of pz8-ww2" in titles(page, hook=True)
    text = page.text(code=True)
    assert "def modifiers_to_hit(aim: Aim, rules: Ww2) -> Modifiers:" in text
    assert "    | def of_the_weapon(self" in text
    assert text.count("def of_the_weapon(self") == 1, "each hook stands once"


def test_every_parent_of_a_grandchild_is_on_its_page() -> None:
    told = numbers(rule_of("pz8-1975", "5"))
    assert told["guided"][-1] == "as pz8-1950"
    assert told["hit_on"][-1] == "as pz8-ww2"


def test_readings_and_tables_of_a_section_are_whole() -> None:
    readings = block(rule_of("pz8-ww2", "5"), "readings")
    start = next(place for place, row in enumerate(readings) if row[0] == "R1")
    assert readings[start + 1][1:3] == (
        "a (taken)",
        "no natural-roll rule: modifiers can make a hit certain or impossible (default)",
    )
    rows = block(rule_of("pz8-1950", "4"), "movement")
    assert len(rows) == len(system("pz8-1950").rules.movement)


def test_a_variant_shows_its_own_numbers_and_readings() -> None:
    page = rule_of("pz8-ww2", "5", rules=system("pz8-ww2").rules.variant(hit_on=3, R1="c"))
    assert numbers(page)["hit_on"][0] == "3"
    assert any(row[1] == "c (taken)" for row in block(page, "readings"))


def test_a_question_is_a_page_too() -> None:
    page = rule_of("pz8-ww2", "to-hit")
    assert titles(page, hook=False) == [
        "to_hit, section 5",
        "aimed, section 5",
        "hits, section 5",
        "modifiers_to_hit, section 5, 6",
        "cover_and_quality, section 5",
    ]
    assert "hit_on" in numbers(page)
    assert "rally_on" not in numbers(page)


def test_what_is_no_section_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadInput, match=r"unknown section or question of pz8-ww2 'ralley'"):
        rule_of("pz8-ww2", "ralley")


def test_what_a_child_has_in_another_section_stands_there() -> None:
    page = rule_of("pz8-scifi", "11")
    assert "air_to_hit, section 11, as pz8-ww2" in titles(page, hook=False)
    assert numbers(page)["air_hit_on"][-1] == "as pz8-ww2"
    assert not any(title.startswith("air_to_hit") for title in titles(rule_of("pz8-scifi", "12"), hook=False))
    assert "air_to_hit, section 12" in titles(rule_of("pz8-ww2", "12"), hook=False)


def test_a_page_begins_with_what_players_must_and_may_do() -> None:
    page = rule_of("pz8-ww2", "10")
    assert [each.title for each in page.blocks][:2] == ["the rule", "what the answers mean"]
    assert "within 12 inches of its HQ" in page.blocks[0].says[0]
    meant = block(page, "what the answers mean")
    assert ("ok", "It has recovered and may act again. (§10)", "rally") in meant


def test_the_code_comes_last_and_folded() -> None:
    page = rule_of("pz8-ww2", "10")
    assert page.blocks[-1].title == "the rule in Python"
    assert "def rally(" not in repr(page)
    assert "def rally(" in page.text(code=True)
    before, folded = page._repr_html_().split("<details class='pz8-whole'>")
    assert "def rally(" not in before
    assert "def rally(" in folded


def test_numbers_in_sentences_are_those_in_force() -> None:
    rules = system("pz8-ww2").rules.variant(command_radius=9)
    assert "within 9 inches" in rule_of("pz8-ww2", "10", rules=rules).blocks[0].says[0]


def test_readings_of_other_sections_are_named_only() -> None:
    page = rule_of("pz8-ww2", "10")
    assert ("R17", "Who strikes in close combat?", "section 3") in block(page, "from other sections")


# --- contents
def test_the_sequence_of_play_comes_first() -> None:
    page = rule_of("pz8-1950")
    assert page.blocks[0].title.startswith("sequence")
    assert page.blocks[1].title == "contents"
    assert "pz8-1950, as pz8-ww2" in page.title


def test_what_a_child_does_not_print_is_named() -> None:
    missing = {row[0] for row in block(rule_of("pz8-scifi"), "not printed")}
    assert missing == system("pz8-scifi").rules.left_out() != frozenset()


@pytest.mark.parametrize("system_id", ids())
def test_every_section_of_every_book_is_a_page(system_id: str) -> None:
    book = Book(system(system_id), system(system_id).rules)
    declared = {name for shelf in book.shelves.values() for name in shelf}
    shown: set[str] = set()
    for section in book.sections():
        page = book.section(section)
        assert page.blocks, section
        assert page._repr_html_().count("<table") == sum(bool(each.rows) for each in page.blocks)
        shown |= {row[0] for each in page.blocks for row in each.rows}
        shown |= {each.title.partition(":")[0] for each in page.blocks}
    assert sorted(declared - shown) == [], "declared and on no page"


# --- against its parent
def test_a_child_is_compared_with_its_parent() -> None:
    page = compare_books("pz8-ww2", "pz8-scifi", samples=20)
    assert ("taken away", "hq-save") in {row[:2] for row in block(page, "questions")}
    assert ("added", "gev-fire") in {row[:2] for row in block(page, "questions")}
    assert ("taken away", "hq_save") in {row[:2] for row in block(page, "functions")}
    odds = dict(row[:2] for row in block(page, "odds"))
    assert odds["to-hit"] == "none of all 36 situations changes"
    assert odds["indirect-to-hit"].startswith(
        "8 of all 9 situations change; the largest change moves 1/6 (16.7 %)"
    )
    assert "hit/available 1/2 → 2/3" in odds["indirect-to-hit"]


def test_shared_situations_are_all_asked_where_they_are_few() -> None:
    odds = {
        each.question.id: each
        for each in shared_odds(system("pz8-ww2"), system("pz8-scifi"), "indirect-to-hit")
    }
    found = odds["indirect-to-hit"]
    assert (found.asked, found.whole, found.changed) == (9, True, 8)
    assert str(found.moved) == "1/6"


def test_a_book_against_itself_changes_nothing() -> None:
    for each in shared_odds(system("pz8-1950"), system("pz8-1950"), samples=5):
        assert (each.changed, each.moved) == (0, None), each.question.id
        assert each.asked, each.question.id


def test_one_question_alone_is_compared() -> None:
    page = compare_books("pz8-divisional-2010", "pz8-divisional", "minefield")
    assert [each.title for each in page.blocks] == [
        "inputs of questions that both ask",
        "odds of the questions that both ask, with inputs that only one of them asks for left out",
        "inputs that only pz8-divisional-2010 asks for, and what they are worth",
    ]
    with pytest.raises(BadInput, match="does not print hq-save"):
        compare_books("pz8-ww2", "pz8-scifi", "hq-save")


def test_a_question_that_the_child_calls_otherwise_is_shared() -> None:
    page = compare_books("pz8-aerial-1935", "pz8-aerial-1965", samples=2)
    questions = block(page, "questions")
    assert ("renamed", "to-hit → cannon-to-hit", "Cannon to hit") in questions
    assert {row[:2] for row in questions}.isdisjoint({("taken away", "to-hit"), ("added", "cannon-to-hit")})
    for name in ("to-hit", "cannon-to-hit"):
        (found,) = shared_odds(system("pz8-aerial-1935"), system("pz8-aerial-1965"), name)
        assert (found.asked, found.whole, found.changed) == (48, True, 0)


SHOT = {"attack": 5, "defence": 4, "armoured": True}


def test_what_each_new_input_is_worth() -> None:
    page = compare_books("pz8-1950", "pz8-1975", "direct-fire", inputs=SHOT)
    told = [row[1] for row in block(page, "inputs that only pz8-1975")]
    assert [each.partition(":")[0] for each in told] == ["laser", "reactive", "top_attack", "stabilised"]
    assert told[3].startswith("stabilised: destroyed 5/36 to 455/1728, ")
    again = compare_books("pz8-1975", "pz8-1950", "direct-fire", inputs={**SHOT, "laser": True})
    assert [row[1] for row in block(again, "inputs that only pz8-1975")] == told
    for each in new_inputs(system("pz8-1975"), system("pz8-1950"), "direct-fire"):
        inputs = {**each.situation, each.name: each.value}
        assert each.changed
        assert ask("pz8-1975", "direct-fire", inputs).fractions() == each.after
        assert ask("pz8-1950", "direct-fire", each.situation).fractions() == each.before


def test_new_inputs_inside_records_are_worth_something_too() -> None:
    found = {each.name: each for each in new_inputs(system("pz8-1975"), system("pz8-1950"), "fire-phase")}
    assert set(found) == {"shots.laser", "shots.top_attack", "shots.stabilised", "target.reactive"}
    assert all(each.changed for each in found.values())


def test_what_a_new_input_cannot_do_is_said() -> None:
    nothing = compare_books("pz8-1950", "pz8-1975", "direct-fire", inputs={**SHOT, "defence": 7})
    told = dict(row[1].split(": ", 1) for row in block(nothing, "inputs that only"))
    assert told["reactive"] == "changes nothing here", "a printed Defence of 7 gains nothing"
    wrong = compare_books("pz8-1950", "pz8-1975", "direct-fire", inputs={**SHOT, "defence": 9})
    assert "cannot be asked: defence must be" in block(wrong, "inputs that only")[0][1]


def test_a_situation_of_two_books_is_paired() -> None:
    found = compare("pz8-1975", "direct-fire", {**SHOT, "laser": True}, second="pz8-1950")
    assert found[0].before.fraction("destroyed") == Fraction(5, 27)
    assert found[0].after.fraction("destroyed") == Fraction(5, 36)
    assert "pz8-1950 does not ask for laser: it is asked without." in repr(found)
    assert "reactive=false, top_attack=false, stabilised=false" in repr(found)
    back = compare("pz8-1950", "direct-fire", {**SHOT, "laser": True}, second="pz8-1975")
    assert back[0].after == found[0].before
    with pytest.raises(BadInput, match="unknown input of direct-fire 'lazer'; did you mean 'laser'"):
        compare("pz8-1975", "direct-fire", {**SHOT, "lazer": True}, second="pz8-1950")
    turns = everywhere("pz8-1975", "shots-to-destroy", {**SHOT, "laser": True}, second="pz8-1950")
    assert turns.cases[0].after["expected_shots"] == Fraction(1536, 245)
    assert turns.cases[0].before == ask("pz8-1975", "shots-to-destroy", {**SHOT, "laser": True})
    assert "pz8-1950 does not ask for laser" in repr(turns)


def test_many_situations_of_two_books_are_paired_one_by_one() -> None:
    over = {"laser": (False, True), "attack": range(7), "stabilised": (True,), "cover": ("open", "bunker")}
    over |= {"defence": range(6, 8), "target_condition": ("ok", "suppressed")}
    heard: list[tuple[int, int]] = []
    found = compare(
        "pz8-1975",
        "direct-fire",
        armoured=True,
        over=over,
        second="pz8-1950",
        told=lambda *done: heard.append(done),
    )
    assert found.asked == 2 * 7 * 2 * 2 * 2
    assert heard[-1] == (2 * found.asked, 2 * found.asked)
    assert heard == sorted(heard)
    met = 0
    for change in found:
        own = dict(change.inputs)
        assert change.before == odds("pz8-1975", "direct-fire", own, armoured=True)
        del own["laser"], own["stabilised"]
        assert change.after == odds("pz8-1950", "direct-fire", own, armoured=True)
        met += 1
    assert met == len(found) > 50


def test_a_value_that_one_book_does_not_know_is_refused_there() -> None:
    points = system("pz8-divisional").calculators["minefield"].situation.fields()["fp"].domain
    assert [value for value in range(7) if not book_has(points, value)] == [6]
    asked = {"first": "pz8-divisional", "second": "pz8-divisional-2010", "unit_type": "infantry"}
    found = compare("pz8-divisional", "minefield", over={"fp": range(7)}, **asked)
    assert [each for each in found.refused if each.startswith("pz8-divisional: fp must be")]
    assert len(found) == 1
    with pytest.raises(BadInput, match="pz8-divisional: fp must be"):
        compare("pz8-divisional", "minefield", fp=6, **asked)


def test_two_books_of_everything_are_compared_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    for first, second in (("pz8-1950", "pz8-1975"), ("pz8-1975", "pz8-1950")):
        assert main(["compare", first, "direct-fire", "--over", "all", "--second", second]) == 0
        told = capsys.readouterr().out
        assert told.startswith(f"None of 870912 situations changes from {first}() to {second}().")
        assert "Only pz8-1975 asks for laser, reactive, top_attack, stabilised, left out here" in told


def test_inputs_that_the_books_fill_in_differently_are_the_same_for_both() -> None:
    older, newer = (
        system(name).calculators["damage-roll"] for name in ("pz8-aerial-1935", "pz8-aerial-1965")
    )
    assert older.situation.fields()["att"].default != newer.situation.fields()["att"].default
    found = compare("pz8-aerial-1935", "damage-roll", second="pz8-aerial-1965")
    assert (len(found), found.asked) == (0, 1)
    assert found.after[0] == odds("pz8-aerial-1965", "damage-roll", att=3, **{"def": 2})


def test_compare_takes_the_rules_of_a_child() -> None:
    found = compare("pz8-ww2", "indirect-to-hit", second="pz8-scifi", over=["quality", "cover"])
    assert (len(found), found.asked) == (8, 9)
    assert str(found[0].size) == "1/6"
    same = compare("pz8-ww2", "to-hit", first="pz8-1950", second="pz8-ww2(hit_on=3)", over=["quality"])
    assert str(same.first) == "pz8-1950()"
    assert same[0].by_outcome["hit"] == -same[0].by_outcome["miss"]
    with pytest.raises(BadInput, match="does not print wire"):
        compare("pz8-ww2", "wire", second="pz8-scifi")


def test_a_hook_stands_in_its_own_section_too() -> None:
    """Add-on armour is asked for by the rules of sections 5 and 6, and printed in section 9."""
    page = rule_of("pz8-1975", "9").text(code=True)
    for hook in ("rules.defence_of", "Hit.halved", "Hit.protected"):
        assert f"# {hook}, section 9" in page
    assert "# rules.full_range, section 7, instead of pz8-ww2" in rule_of("pz8-1975", "7").text(code=True)


def test_a_question_of_another_name_is_compared_with_its_parents() -> None:
    before, after = system("pz8-aerial-1935"), system("pz8-aerial-1965")
    (found,) = shared_odds(before, after, "cannon-fire")
    assert found.name == "fire → cannon-fire"
    assert (found.asked, found.changed) == (200, 0), "another default is no other rule"
    page = compare_books(before, after, "to-hit")
    assert ("to-hit", "− target_higher") in {row[:2] for row in block(page, "inputs")}
