"""A book that says "as in" another: rulesets, forms and questions that a child takes over from its parent."""

from __future__ import annotations

import copy
import pickle
import sys
from types import ModuleType
from typing import Annotated, ClassVar

import pytest

from pz8edu import BadInput, Enumerating, ids, system
from pz8edu.core import (
    Calculator,
    Help,
    RowOf,
    Ruleset,
    Situation,
    System,
    Umpire,
    inherited,
    measure,
    number,
    reading,
)
from pz8edu.core.rulebook.ruleset import AGREEMENT
from pz8edu.pages.differences import differences


class Parent(Ruleset):
    """A book."""

    system = "parent"

    hit_on: int = number(4, "5", "score that hits")
    air_hit_on: int = number(4, "12", "score that hits from the air")
    cavalry: int = number(6, "4", "inches that cavalry moves")
    R2: str = reading("6", "Does armour count?", a="yes", b="no")
    R9: str = reading("11", "Who sets up first?", agreement=True, a="the attacker", b="the defender")

    def of_the_weapon(self, guided: bool) -> int:
        """What the weapon adds: in this book nothing."""
        return 0


class Child(Parent):
    """A later book."""

    system = "child"
    not_printed = ("cavalry", "R2", "charge")
    sections: ClassVar = {"air_hit_on": "11"}

    guided: int = number(1, "5", "a guided missile")
    R1: str = reading("5", "Does a natural 6 hit?", a="no", b="yes")

    def of_the_weapon(self, guided: bool) -> int:
        return self.guided if guided else 0


class GrandChild(Child):
    """The book after that, which has cavalry again."""

    system = "grandchild"

    cavalry: int = number(7, "4", "inches that cavalry moves")


class Aim(Situation):
    """A shot before the roll to hit."""

    far: Annotated[bool, Help("far away")] = False


class Hit(Situation):
    """What a hit meets."""

    defence: int = 0


class Shot(Hit, Aim):
    """A shot."""


def to_hit(umpire: Umpire, aim: Aim, rules: Parent) -> str:
    guided = getattr(aim, "guided", False)
    return "hit" if umpire.d6("to hit") + rules.of_the_weapon(guided) >= rules.hit_on else "miss"


PARENTS = (
    Calculator("to-hit", "To hit", "5", Aim, to_hit, ("hit", "miss"), readings=("R2",)),
    Calculator("charge", "Charge", "6", Aim, to_hit),
)


def a_module(**things: object) -> ModuleType:
    module = ModuleType("child")
    vars(module).update(things)
    return module


class GuidedAim(Aim):
    """The same with missiles."""

    guided: bool = False


GuidedAim.__name__ = "Aim"


def test_what_a_child_does_not_print_is_named_refused_and_shown_in_the_difference() -> None:
    child = Child()
    assert list(child.numbers()) == ["hit_on", "air_hit_on", "guided"]
    assert list(child.readings()) == ["R1", "R9"], "in the order of their numbers"
    with pytest.raises(BadInput, match="child does not print cavalry"):
        child.variant(cavalry=3)
    found = {each.name: (each.before, each.after) for each in differences(Parent(), child)}
    assert found == {"cavalry": ("6", ""), "R2": ("a", ""), "guided": ("", "1"), "R1": ("", "a")}


def test_a_grandchild_may_print_again_what_its_parent_left_out() -> None:
    assert GrandChild().cavalry == 7
    assert GrandChild.numbers()["cavalry"].owner == "grandchild"
    assert "R2" not in GrandChild.readings()


def test_every_number_knows_its_owner_and_where_this_book_has_it() -> None:
    numbers = Child.numbers()
    assert {name: (told.owner, told.section) for name, told in numbers.items()} == {
        "hit_on": ("parent", "5"),
        "air_hit_on": ("parent", "11"),
        "guided": ("child", "5"),
    }
    assert Parent.numbers()["air_hit_on"].section == "12"


def test_an_agreement_says_so_wherever_it_is_shown() -> None:
    assert Parent.readings()["R9"].question == f"Who sets up first? ({AGREEMENT})"
    assert Parent.readings()["R9"].agreement
    assert not Parent.readings()["R2"].agreement


def test_a_doubt_of_whole_turns_comes_last_and_is_not_published() -> None:
    class Book(Ruleset):
        """A book with a doubt that only whole turns have."""

        T1: str = reading("2", "Who goes first?", a="the attacker", b="by a die", played=True)
        R3: str = reading("3", "Does cover help?", a="yes", b="no")

    assert list(Book.readings()) == ["R3", "T1"]
    assert Book.readings()["T1"].question == "Who goes first? (in whole turns only)"
    assert Book().variant(T1="b").T1 == "b"
    home = System(title="", era="", scale="", board="", rules=Book(), calculators=())
    assert list(home.interface()["readings"]) == ["R3"]


def test_a_child_takes_over_questions_with_its_own_forms() -> None:
    (child,) = inherited(PARENTS, a_module(Aim=GuidedAim), rules=Child())
    assert (child.id, child.title, child.readings) == ("to-hit", "To hit", ("R2",))
    assert list(child.situation.fields()) == ["far", "guided"]
    odds = Enumerating().tree(child.rule, child.situation.read({"guided": True}), Child()).distribution
    assert odds.fraction("hit") == odds.fraction("miss") * 2
    with pytest.raises(BadInput, match="inherited question"):
        inherited(PARENTS, without=["no such question"])


def test_a_question_that_only_the_parent_prints_is_refused_with_a_sentence() -> None:
    made = System(title="", era="", scale="", board="", rules=Child(), calculators=PARENTS[:1])
    with pytest.raises(BadInput, match="child does not print charge"):
        made.question("charge")


def test_forms_are_put_together_and_take_over_fields() -> None:
    assert list(Shot.fields()) == ["far", "defence"], "in the order in which the rule asks"
    assert Shot.of(Aim(far=True), Hit(defence=3)) == Shot(far=True, defence=3)
    assert Shot.of(Shot(far=True, defence=3), far=False) == Shot(defence=3)


def test_a_row_of_a_table_is_looked_up_in_the_forms_own_ruleset() -> None:
    ww2 = system("pz8-ww2").rules

    class OneRow(Situation):
        printed = ww2
        row: Annotated[str, RowOf("ranges")]

    assert OneRow.read({"row": "hmg"}).row == "hmg"
    with pytest.raises(BadInput, match="row must be one of infantry"):
        OneRow.read({"row": "sling"})
    assert OneRow.of_book(system("pz8-1950").rules).read({"row": "sam"}).row == "sam"


def test_a_ruleset_can_be_written_where_there_is_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    names: dict[str, object] = {"__name__": "notebook"}
    monkeypatch.setitem(sys.modules, "notebook", ModuleType("notebook"))
    exec(
        "from pz8edu.core import Ruleset, number\n"
        "class Mine(Ruleset):\n"
        "    system = 'mine'\n"
        "    hit_on: int = number(4, '1', 'score that hits')\n",
        names,
    )
    mine = names["Mine"]
    assert isinstance(mine, type)
    assert issubclass(mine, Ruleset)
    assert str(mine().variant(hit_on=5)) == "mine(hit_on=5)"


@pytest.mark.parametrize("system_id", ids())
def test_rulesets_and_forms_are_copied_and_compare_equal_after_use(system_id: str) -> None:
    asked = system(system_id)
    name = next(iter(asked.rules.numbers()))
    changed = asked.rules.variant({name: getattr(asked.rules, name) + 1})
    for rules in (asked.rules, changed):
        hash(rules)
        for again in (pickle.loads(pickle.dumps(rules)), copy.copy(rules), copy.deepcopy(rules)):
            assert again == rules
            assert hash(again) == hash(rules)
            assert again.departures() == rules.departures()
            assert "_hash" not in pickle.loads(pickle.dumps(rules)).__dict__
    for question in asked.calculators.values():
        if question.situation.__name__ != "Nothing" and not question.situation.schema()["required"]:
            situation = question.situation()
            assert pickle.loads(pickle.dumps(situation)) == situation == copy.deepcopy(situation)


def test_measures_may_be_agreements_too() -> None:
    class Far(Ruleset):
        system = "far"
        reach: object = measure(6, "12", "inches of anti-aircraft fire", agreement=True)

    assert Far.numbers()["reach"].meaning.endswith(f"({AGREEMENT})")


class Told(Situation):
    """A form whose help a child says otherwise."""

    says: ClassVar = {"whose": "own"}
    fatigue: Annotated[int, Help("fatigue of the {whose} unit, as {given}")] = 0
    factor: int = 2


class ToldOtherwise(Told):
    """The same of another book."""

    says: ClassVar = {"whose": "enemy"}
    not_asked = ("factor",)


def test_a_childs_form_says_words_of_the_help_otherwise_and_leaves_inputs_out() -> None:
    assert Told.fields()["fatigue"].help == "fatigue of the own unit, as {given}"
    assert ToldOtherwise.fields()["fatigue"].help == "fatigue of the enemy unit, as {given}"
    assert list(ToldOtherwise.schema()["properties"]) == ["fatigue"]
    assert ToldOtherwise.read({"fatigue": 1}).factor == 2
    with pytest.raises(BadInput, match="factor"):
        ToldOtherwise.read({"factor": 3})


def test_new_questions_follow_the_one_that_the_book_has_before_them() -> None:
    new = Calculator("new", "New", "7", Aim, to_hit)
    assert [each.id for each in inherited(PARENTS, followed_by={"to-hit": (new,)})] == [
        "to-hit",
        "new",
        "charge",
    ]


def test_a_child_may_call_a_question_otherwise() -> None:
    named = inherited(PARENTS, a_module(Aim=GuidedAim), renamed={"to-hit": "cannon-to-hit"})
    assert [each.id for each in named] == ["cannon-to-hit", "charge"]
    assert (named[0].title, named[0].situation) == ("To hit", GuidedAim)
    assert [each.parent_id for each in named] == ["to-hit", ""]
    with pytest.raises(BadInput, match="to-hit"):
        inherited(PARENTS, renamed={"to-hits": "cannon-to-hit"})
