"""A rule of one's own stands in wherever its name is called: odds, tree, chain, play, comparison, child."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import pytest

from pz8edu import BadInput, ask, chain_of, compare, system
from pz8edu.asking.ask import exact_answer
from pz8edu.asking.playthrough import StepThrough
from pz8edu.core.facts.wiring import unwired
from pz8edu.core.in_force import Own, run_under
from pz8edu.core.umpire.sampling import Sampling
from pz8edu.desk.variants.variant import variant_toml
from pz8edu.pages.own_reach import reach_of_own_rules
from pz8edu.systems.pz8_ww2.fire import direct_fire
from pz8edu.systems.pz8_ww2.words import Condition

RULES = system("pz8-ww2").rules
SHOT = {"attack": 5, "defence": 4, "armoured": True}


def always_hits(umpire: Any, shot: Any, rules: Any) -> Any:
    """Lasers: no roll to hit."""
    margin = (umpire.d6("attack") + shot.attack) - (umpire.d6("defence") + rules.defence_of(shot))
    return Condition.DESTROYED if margin >= rules.destroyed_by else shot.target_condition


def twice(umpire: Any, shot: Any, rules: Any) -> Any:
    """The printed shot, and once more for whom it has not destroyed."""
    after = direct_fire(umpire, shot, rules)
    return direct_fire(umpire, replace(shot, target_condition=after), rules)


MINE = RULES.with_rule(direct_fire=always_hits)


def test_the_calculator_its_tree_and_its_play() -> None:
    odds = ask("pz8-ww2", "direct-fire", SHOT, rules=MINE)
    assert odds.fractions() == {"destroyed": Fraction(5, 18), "ok": Fraction(13, 18)}
    assert "to hit" not in str(odds.tree)
    assert odds.what_if(loaded="attack").at({face: Fraction(1, 6) for face in range(1, 7)}) == odds
    situation = odds.situation
    play = StepThrough(system("pz8-ww2").calculators["direct-fire"], situation, MINE)
    assert play.before.fractions() == odds.fractions()
    assert ask("pz8-ww2", "direct-fire", SHOT).fraction("destroyed") == Fraction(5, 36)


def test_chains_and_other_calculators_that_come_to_it() -> None:
    chain = chain_of("pz8-ww2", "shots-to-destroy", SHOT, rules=MINE)
    assert chain.expected_turns() == Fraction(18, 5)
    assert ask("pz8-ww2", "shots-to-destroy", SHOT, rules=MINE)["expected_shots"] == Fraction(18, 5)
    phase = ask("pz8-ww2", "fire-phase", shots=[{"attack": 5}], target={"defence": 4}, rules=MINE)
    assert phase.fraction("destroyed") == Fraction(5, 18)


def test_it_may_call_what_it_stands_in_for() -> None:
    rules = RULES.with_rule(direct_fire=twice)
    two = ask("pz8-ww2", "fire-phase", shots=[{"attack": 5}, {"attack": 5}], target={"defence": 4})
    assert ask("pz8-ww2", "direct-fire", attack=5, defence=4, rules=rules) == two


def test_it_is_compared_and_goes_on_with_other_changes() -> None:
    found = compare("pz8-ww2", "direct-fire", SHOT, second=MINE)
    assert found[0].in_words.startswith("Destroyed rises from 5/36 to 5/18, by 5/36")
    harder = MINE.variant(destroyed_by=4)
    assert ask("pz8-ww2", "direct-fire", SHOT, rules=harder).fraction("destroyed") == Fraction(1, 6)
    assert str(harder) == "pz8-ww2(destroyed_by=4, direct_fire=always_hits())"
    assert hash(MINE) == hash(RULES.with_rule(direct_fire=always_hits))
    assert MINE not in (RULES, RULES.with_rule(direct_fire=twice))


def test_a_child_takes_it_too() -> None:
    rules = system("pz8-1950").rules.with_rule(direct_fire=always_hits)
    assert ask("pz8-1950", "direct-fire", SHOT, rules=rules).fraction("destroyed") == Fraction(5, 18)


def test_a_hook_of_ones_own() -> None:
    """Armour is divided by three, rounded down; and a table of damage of one's own."""
    flank = SHOT | {"facing": "side", "defence": 6}
    rules = RULES.with_rule(halved=lambda self, defence: defence // 3)
    assert ask("pz8-ww2", "direct-fire", flank, rules=rules) == ask(
        "pz8-ww2", "direct-fire", SHOT | {"defence": 2}
    )
    assert ask("pz8-ww2", "duel", A=flank_of(6), B=flank_of(6), rules=rules) == ask(
        "pz8-ww2", "duel", A=flank_of(4), B=flank_of(4)
    )
    both = rules.with_rule(direct_fire=twice).variant(hit_on=3)
    assert ask("pz8-ww2", "direct-fire", flank, rules=both) == ask(
        "pz8-ww2",
        "direct-fire",
        SHOT | {"defence": 2},
        rules=RULES.with_rule(direct_fire=twice).variant(hit_on=3),
    )
    assert rules == RULES.with_rule(halved=dict(rules.own_rules)["halved"])
    found = compare("pz8-ww2", "direct-fire", SHOT, second=rules, over=["facing", "defence"])
    assert {each.inputs["facing"] for each in found} == {"side", "rear"}
    many = compare(
        "pz8-ww2",
        "direct-fire",
        second=rules,
        over=["facing", "defence", "armoured", "attack", "cover", "quality"],
    )
    assert many.asked > 2000
    for each in many[::97]:
        asked = {**each.inputs}
        assert each.after == ask("pz8-ww2", "direct-fire", asked, rules=rules)


def flank_of(defence: int) -> dict[str, Any]:
    return {"attack": 4, "defence": defence, "armoured": True, "facing": "side"}


def test_what_cannot_stand_in_is_refused() -> None:
    with pytest.raises(
        BadInput, match="unknown function of pz8-ww2 'direct_fir'; did you mean 'direct_fire'"
    ):
        RULES.with_rule(direct_fir=always_hits)
    with pytest.raises(BadInput, match=r"must take \(umpire, shot, rules\)"):
        RULES.with_rule(direct_fire=lambda umpire: umpire)
    with pytest.raises(BadInput, match=r"in place of halved must take \(self, defence\)"):
        RULES.with_rule(halved=lambda self: 1)
    with pytest.raises(BadInput, match="must be a function"):
        RULES.with_rule(direct_fire=3)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="cannot stand in a file: direct_fire"):
        variant_toml(MINE)


def test_plain_words_are_the_words_of_the_book() -> None:
    """Chains go on with them: a unit that is "ok" may be hurt, and rallies."""

    def lucky(umpire: Any, shot: Any, rules: Any) -> str:
        return "destroyed" if umpire.d6("luck") == 6 else "disorganized"

    def odd(umpire: Any, shot: Any, rules: Any) -> str:
        return "broken" if umpire.d6("luck") == 6 else "ok"

    mine, same = RULES.with_rule(direct_fire=lucky), RULES.with_rule(direct_fire=lucky_condition)
    for question in ("direct-fire", "fire-and-rally", "shots-to-destroy"):
        assert ask("pz8-ww2", question, SHOT, rules=mine) == ask("pz8-ww2", question, SHOT, rules=same)
    many = compare("pz8-ww2", "direct-fire", SHOT, second=mine, over=["cover", "quality"])
    assert many[0].after == ask("pz8-ww2", "direct-fire", {**SHOT, **many[0].inputs}, rules=same)
    with pytest.raises(BadInput, match=r"unknown outcome of direct_fire 'broken'\. Allowed: ok"):
        ask("pz8-ww2", "direct-fire", SHOT, rules=RULES.with_rule(direct_fire=odd))


def lucky_condition(umpire: Any, shot: Any, rules: Any) -> Condition:
    return Condition.DESTROYED if umpire.d6("luck") == 6 else Condition.DISORGANIZED


def test_a_table_in_columns_a_game_and_a_tree_come_to_a_function_inside() -> None:
    """`aimed` is called by `direct_fire`: every road has the same odds, one after the other as well."""
    surer = RULES.with_rule(aimed=on_three)
    many = compare(
        "pz8-ww2",
        "direct-fire",
        second=surer,
        over=["facing", "defence", "armoured", "attack", "cover", "quality"],
    )
    assert many.asked > 2000
    for each in many[::211]:
        inputs = {**each.inputs}
        mine = ask("pz8-ww2", "direct-fire", inputs, rules=surer)
        assert each.after == mine == mine.tree.distribution.map(str)
        assert each.before == ask("pz8-ww2", "direct-fire", inputs) != mine
    mine = ask("pz8-ww2", "direct-fire", SHOT, rules=surer)
    games = Sampling(seed=1).frequencies(3000, mine.question.rule, mine.situation, surer)
    assert abs(games[Condition.DESTROYED] / 3000 - float(mine.fraction("destroyed"))) < 0.03
    assert pickle.loads(pickle.dumps(mine)) == mine


def on_three(umpire: Any, aim: Any, rules: Any) -> Any:
    """Gunners hit on 3 or more."""
    return umpire.d6("to hit") >= 3


def test_the_printed_odds_asked_inside_a_rule_of_ones_own_are_printed() -> None:
    """A rule of one's own may ask for the book's odds, and those of others."""
    seen = []

    def asks(umpire: Any, shot: Any, rules: Any) -> Condition:
        seen.append(ask("pz8-ww2", "direct-fire", SHOT, rules=RULES).fraction("destroyed"))
        return Condition.DESTROYED if umpire.d6("luck") == 6 else Condition.OK

    ask("pz8-ww2", "direct-fire", SHOT, rules=RULES.with_rule(direct_fire=asks, aimed=lambda *given: True))
    assert set(seen) == {Fraction(5, 36)}


def test_many_rulesets_later_it_is_still_the_same_ruleset() -> None:
    """Equal rulesets are equal and hash alike, whatever the kit has forgotten in between."""
    before = RULES.with_rule(direct_fire=twice)
    for number in range(100):
        RULES.with_rule(direct_fire=lambda umpire, shot, rules, number=number: shot.target_condition)
    after = RULES.with_rule(direct_fire=twice)
    assert before == after
    assert hash(before) == hash(after)


# --- what must not go wrong in silence
def asked_by(rules: Any, question: str = "direct-fire", **more: Any) -> Any:
    return ask("pz8-ww2", question, {**SHOT, **more}, rules=rules).fractions()


def test_a_hook_of_ones_own_may_call_the_printed_one() -> None:
    """While it runs, the name means the printed method, as with a function."""

    def halved(self: Any, defence: int) -> int:
        return int(self.halved(defence)) - 1

    assert asked_by(RULES.with_rule(halved=halved), facing="side", defence=6) == asked_by(RULES, defence=2)


def test_a_function_with_self_stands_in_for_a_method_alone() -> None:
    """Colonial has a method half_mark(self, figures) and a board check half_mark(situation, rules)."""
    colonial = system("pz8-colonial").rules
    check = ask("pz8-colonial", "half-mark", figures=20)
    hook = colonial.with_rule(half_mark=lambda self, figures: figures - 1)
    assert hook.half_mark(20) == 19 != colonial.half_mark(20)
    assert ask("pz8-colonial", "half-mark", figures=20, rules=hook) != check
    board = colonial.with_rule(half_mark=lambda situation, rules: check)
    assert board.half_mark(20) == colonial.half_mark(20)
    with pytest.raises(BadInput, match=r"in place of aimed must take \(umpire, aim, rules\)"):
        RULES.with_rule(aimed=lambda self, aim, rules: True)


def test_rules_by_turns_remember_nothing_of_each_other() -> None:
    """One memory for all: the printed law, one's own, both, and the printed one once more."""
    question, memo = system("pz8-ww2").question("direct-fire"), {}
    both = MINE.with_rule(aimed=on_three)
    for rules in (RULES, MINE, both, RULES.with_rule(aimed=on_three), MINE, RULES) * 2:
        found = exact_answer(question, SHOT, rules, memo)
        assert found == exact_answer(question, SHOT, rules)
        assert found == found.tree.distribution.map(str)
    for rules, shots in ((RULES, Fraction(1536, 245)), (MINE, Fraction(18, 5)), (RULES, Fraction(1536, 245))):
        assert ask("pz8-ww2", "shots-to-destroy", SHOT, rules=rules)["expected_shots"] == shots


def test_two_threads_each_have_their_own_rules() -> None:
    rulesets = [RULES, MINE, RULES.with_rule(aimed=on_three), RULES.with_rule(direct_fire=twice)] * 6
    alone = [asked_by(rules) for rules in rulesets]
    with ThreadPoolExecutor(4) as workers:
        assert list(workers.map(asked_by, rulesets)) == alone


def one() -> int:
    """A function of a book."""
    return 1


def test_what_a_function_remembers_under_them_is_remembered_apart() -> None:
    """Also while one of them runs, when its name means the printed one."""
    book = unwired(one)
    kept: Any = unwired(lru_cache(lambda *given: book()))  # type: ignore[arg-type]
    own = Own((("one", lambda: kept() + 1),))
    assert [run_under(each, kept, (), {}) for each in (own, None, own, None)] == [2, 1, 2, 1]
    assert [run_under(each, book, (), {}) for each in (None, own)] == [1, 2]


def test_a_mistake_in_it_leaves_nothing_in_force() -> None:
    def fails(umpire: Any, shot: Any, rules: Any) -> Any:
        raise ZeroDivisionError

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            asked_by(RULES.with_rule(direct_fire=fails, aimed=on_three))
        assert asked_by(RULES)["destroyed"] == Fraction(5, 36)


def test_a_tree_of_before_is_drawn_by_the_rules_it_was_asked_under() -> None:
    """Trees, what-ifs and conditional odds are worked out when they are looked at."""
    mine, printed = ask("pz8-ww2", "direct-fire", SHOT, rules=MINE), ask("pz8-ww2", "direct-fire", SHOT)
    assert ask("pz8-ww2", "direct-fire", SHOT, rules=RULES.with_rule(aimed=on_three)) != printed
    assert mine.tree.distribution.map(str) == mine
    assert printed.tree.distribution.map(str) == printed
    assert mine.what_if(loaded="attack").at({face: Fraction(1, 6) for face in range(1, 7)}) == mine


def test_a_comparison_of_two_of_ones_own_and_of_all_questions() -> None:
    found = compare("pz8-ww2", "direct-fire", SHOT, first=RULES.with_rule(aimed=on_three), second=MINE)
    assert (found[0].before.fraction("destroyed"), found[0].after.fraction("destroyed")) == (
        Fraction(5, 36) * Fraction(4, 3),
        Fraction(5, 18),
    )


def test_a_function_of_that_name_that_takes_something_else_is_not_said_to_be_reached() -> None:
    """Expansion's wire_clearing(umpire, situation, rules) is a calculator, another one a chain."""
    book = system("panzer8-expansion").rules
    (found,) = reach_of_own_rules(book.with_rule(wire_clearing=lambda situation, rules: {}))
    assert found.used_by == ("wire-clearing",)
