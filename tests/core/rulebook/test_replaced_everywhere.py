"""A function of one's own is met wherever the printed one is, in every book; else that is said."""

from __future__ import annotations

import copy
import inspect
import pickle
import random
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from types import CodeType, ModuleType
from typing import Any

import pytest

from pz8edu import BadInput, ask, chain_of
from pz8edu.asking.ask import exact_answer
from pz8edu.asking.odds import Odds
from pz8edu.core.rulebook.draws import drawn_situations
from pz8edu.core.rulebook.own_rules import as_printed, rule_functions, why_not
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.system import System
from pz8edu.games.game import Game
from pz8edu.pages.own_reach import reach_of_own_rules
from pz8edu.systems import ids, system
from pz8edu.systems.pz8_ww2.play import PlayWw2
from pz8edu.systems.pz8_ww2.sequence import FIRST

Use = Callable[[Ruleset], str]
QUESTIONS, FUNCTIONS = 6, 5
"""So many questions of a book are asked, and so many functions replaced that they come to."""


def uses(home: System, chooser: random.Random) -> Iterator[Use]:
    """Some questions of a book in one situation each, and one of its tables."""
    for question in chooser.sample(home.questions, min(QUESTIONS, len(home.questions))):
        situation = next(drawn_situations(question.situation.fields(), question.id))

        def asked(rules: Ruleset, question: Any = question, situation: Any = situation) -> str:
            try:
                return repr(exact_answer(question, situation, rules))
            except BadInput as fault:
                return str(fault)

        yield asked

    def seen(rules: Ruleset, name: str = chooser.choice(home.tabletops or [""])) -> str:
        table = home.tabletop(name, rules)
        state = table.opening()
        return (
            f"{table.scene(state, rules).describe()} {table.facts(state, rules)} {table.asked(state, rules)}"
        )

    if home.tabletops:
        yield seen


def met_by(use: Use, rules: Ruleset, known: dict[CodeType, str]) -> set[str]:
    """The functions that are called when something is asked."""
    met = set()

    def heard(frame: Any, event: str, _: Any) -> None:
        if event == "call" and frame.f_code in known:
            met.add(known[frame.f_code])

    sys.setprofile(heard)
    try:
        use(rules)
    finally:
        sys.setprofile(None)
    return met


@pytest.mark.whole_domain(12)
@pytest.mark.parametrize("name", ids())
def test_a_function_that_says_the_same_is_met_and_changes_nothing(name: str) -> None:
    home, chooser = system(name), random.Random(f"replaced {name}")
    printed = {
        each: functions
        for each, functions in rule_functions(type(home.rules)).items()
        if each not in why_not(type(home.rules))
    }
    known = {function.__code__: each for each, functions in printed.items() for function in functions}
    where: dict[str, Use] = {}
    for use in uses(home, chooser):
        where = {**dict.fromkeys(met_by(use, home.rules, known), use), **where}
    assert len(where) >= min(FUNCTIONS, len(printed))
    for each in chooser.sample(sorted(where), min(FUNCTIONS, len(where))):
        met: list[str] = []
        own = home.rules.with_rule(**{each: marked(printed[each], met)})
        assert where[each](own) == where[each](home.rules), each
        assert met, each


NOTES, MET = ModuleType("notes"), set[str]()
"""The functions of one's own that were called; reached by a module, which rules are told by as it is."""
vars(NOTES)["noted"] = MET


def counting(name: str, printed: Callable[..., Any]) -> Callable[..., Any]:
    """A function that is noted and then asks the printed one."""

    def mine(*given: Any, **named: Any) -> Any:
        NOTES.noted.add(name)
        return printed(*given, **named)

    return mine


@pytest.mark.whole_domain(12)
@pytest.mark.parametrize("name", ids())
def test_all_functions_that_a_question_asks_are_replaced_and_nothing_changes(name: str) -> None:
    """Each of one's own notes itself and asks the printed one: the same answers, and nobody goes round it."""
    home = system(name)
    kind = type(home.rules)
    printed = {
        each: functions[0]
        for each, functions in rule_functions(kind).items()
        if each not in why_not(kind) and len(functions) == 1
    }
    known = {function.__code__: each for each, function in printed.items()}
    for question in home.questions:
        situation = next(drawn_situations(question.situation.fields(), question.id))

        def asked(rules: Ruleset, question: Any = question, situation: Any = situation) -> str:
            try:
                found = exact_answer(question, situation, rules)
                return str((found.fractions(), found.further) if isinstance(found, Odds) else found)
            except BadInput as fault:
                return str(fault)

        by_name = met_by(asked, home.rules, known)
        own = home.rules.with_rule(**{each: counting(each, printed[each]) for each in sorted(by_name)})
        MET.clear()
        assert asked(own) == asked(home.rules), question.id
        assert by_name <= MET, question.id


def marked(printed: list[Callable[..., Any]], met: list[str]) -> Callable[..., Any]:
    """A function that says what the printed one says, of several that which takes the same."""

    def mine(*given: Any, **named: Any) -> Any:
        met.append("met")
        for function in printed:
            try:
                inspect.signature(function).bind(*given, **named)
            except TypeError:
                continue
            return function(*given, **named)
        raise AssertionError("nothing of that name takes this")

    return mine


# --- methods of classes
def test_the_phases_of_a_gunnery_duel_come_to_it() -> None:
    """They are methods of a class, and call functions of other modules by name."""
    naval = system("pz8-naval").rules
    duel = {"x": "Bismarck", "y": "Hood", "turns": 3}
    sinks = naval.with_rule(salvo_in_a_duel=lambda umpire, target, shot, rules: None)
    assert chain_of("pz8-naval", "gunnery-duel", duel, rules=sinks).expected_turns() == 1
    mended = naval.with_rule(repaired=lambda umpire, ship, first, rules: ship._replace(h=0, t=0))
    usual = ask("pz8-naval", "gunnery-duel", duel)
    assert ask("pz8-naval", "gunnery-duel", duel, rules=mended)["still fighting"] > usual["still fighting"]
    assert ask("pz8-naval", "gunnery-duel", duel) == usual


def test_the_facts_of_a_table_come_to_it() -> None:
    ww2 = system("pz8-ww2")
    nobody = ww2.rules.with_rule(shell_on_table=lambda umpire, situation, rules: "nobody")
    printed, mine = (ww2.tabletop("shelling", rules) for rules in (ww2.rules, nobody))
    assert "destroyed" in str(printed.facts(printed.opening(), ww2.rules))
    assert "destroyed" not in str(mine.facts(mine.opening(), nobody))
    assert isinstance(mine, type(printed))
    assert printed.start() == mine.start()


def test_a_table_that_asks_its_parent_comes_to_it() -> None:
    """Sci-fi's table says `super().needed(...)`, which calls a function of WW2."""
    scifi = system("pz8-scifi")
    mine = scifi.rules.with_rule(score_needed=lambda hit_on, modifiers: "as one likes")
    table = scifi.tabletop("the-big-skirmish", mine)
    assert "as one likes" in list(table.needed(table.opening(), mine))


def test_the_methods_of_the_rules_come_to_it_and_two_are_put_in_one_after_the_other() -> None:
    """`rally_modifier` is a method of the ruleset and calls `_by_quality`."""
    ww2 = system("pz8-ww2").rules
    unit = {"condition": "disorganized", "quality": "elite"}
    alike = ww2.with_rule(_by_quality=lambda *given: 0)
    average = ask("pz8-ww2", "rally", condition="disorganized")
    assert ask("pz8-ww2", "rally", unit) != average
    assert ask("pz8-ww2", "rally", unit, rules=alike) == average
    both = alike.with_rule(rally=at_once)
    assert ask("pz8-ww2", "rally", unit, rules=both).fraction("ok") == Fraction(1, 3)
    assert ask("pz8-ww2", "rally", unit, rules=ww2.with_rule(rally=at_once)).fraction("ok") == Fraction(1, 2)


def never(*_: Any) -> int:
    """No unit is better than another."""
    return 0


def test_it_is_sent_to_another_process() -> None:
    ww2 = system("pz8-ww2").rules
    for rules in (
        ww2,
        ww2.variant(hit_on=3),
        ww2.with_rule(_by_quality=never, rally=at_once).variant(hit_on=3),
    ):
        sent = pickle.loads(pickle.dumps(rules))
        assert sent == rules
        assert copy.copy(rules) == rules
        unit = {"condition": "disorganized", "quality": "elite"}
        assert ask("pz8-ww2", "rally", unit, rules=sent) == ask("pz8-ww2", "rally", unit, rules=rules)


def at_once(umpire: Any, unit: Any, rules: Any) -> str:
    """All is well on 5 or more."""
    return "ok" if umpire.d6("rally") + rules.rally_modifier(unit.quality) >= 5 else "suppressed"


# --- what cannot be
@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("pz8-naval", "section_of"),
        ("pz8-ww1", "check_ground"),
        ("pz8-divisional", "check_shots"),
    ],
)
def test_what_a_form_asks_while_it_is_read_is_refused_in_a_sentence(name: str, function: str) -> None:
    """Inputs are read before anybody says by which rules they are answered; the first form is told."""
    why = r"\w+ asks it while it is read, and always as it is printed; a child of the book may say"
    with pytest.raises(BadInput, match=f"^{function} of {name} cannot be replaced: {why} that otherwise. Al"):
        system(name).rules.with_rule(**{function: lambda *given: None})


def test_nothing_of_a_book_is_refused_but_what_its_forms_ask() -> None:
    """Functions that remember their answers, or take any number of arguments, are replaced as well."""
    for name in ids():
        reasons = why_not(type(system(name).rules)).values()
        assert all("asks it while it is read" in why for why in reasons), name


def test_what_only_some_inputs_make_a_form_ask_is_refused_when_it_does() -> None:
    """The text of a chance is seldom drawn: `check_chance` is met when the first one is read."""
    coastal = system("pz8-coastal")
    question = coastal.question("convoy-under-torpedoes")
    question.situation.read({"hit": "1/3", "torpedoes": 2})
    with pytest.raises(BadInput, match=r"^check_chance of pz8-coastal cannot be replaced: .* while it is"):
        coastal.rules.with_rule(check_chance=lambda name, text: Fraction(1))


@pytest.mark.parametrize(
    ("name", "function"), [("pz8-scifi", "minefield"), ("pz8-aerial-1965", "ground_attack")]
)
def test_what_nothing_comes_to_is_said_beside_it(name: str, function: str) -> None:
    """A parent's question that the child does not ask: nothing that was tried comes to it."""
    mine = system(name).rules.with_rule(**{function: lambda *given: None})
    (found,) = reach_of_own_rules(mine)
    assert found.used_by == ()
    assert found.sentences[0] == f"{function}: no situation that was tried comes to it."


def test_a_game_in_turns_comes_to_it() -> None:
    """The odds of its choices, and the methods that lay it out."""
    ww2 = system("pz8-ww2")
    rules = ww2.rules.with_rule(side_roll=lambda umpire, situation, rules: FIRST)
    for own, chance in ((ww2.rules, Fraction(1, 2)), (rules, 1), (ww2.rules, Fraction(1, 2))):
        game = Game(ww2, "whole-turn", own)
        (choice,) = game.book.on_side_roll(game.moment)
        odds = game.odds(choice)
        assert odds is not None
        assert odds.fraction(FIRST) == chance
        assert as_printed(type(game.book)) is PlayWw2
        assert (type(game.book) is PlayWw2) == (own is ww2.rules)
