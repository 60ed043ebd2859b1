"""Batteries that hold their fire, and units of several kinds against one: the map of both editions."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from pz8edu.asking.ask import ask
from pz8edu.board.position import Place
from pz8edu.board.tabletop import Asked, BoardState
from pz8edu.core import Enumerating, Sampling
from pz8edu.systems import system
from pz8edu.systems.pz8_divisional_2010.kilometre_map import DivisionalTable
from pz8edu.systems.pz8_divisional_2010.ruleset import Fighter
from pz8edu.systems.pz8_divisional_2010.scenarios import UnitOnTable
from pz8edu.systems.pz8_divisional_2010.several import attacks
from pz8edu.systems.pz8_divisional_2010.words import Kind

OLD, NEW = "pz8-divisional-2010", "pz8-divisional"
BOTH = [OLD, NEW]
DIE = range(1, 7)
State = BoardState[UnitOnTable]


def table_of(name: str, which: str) -> tuple[DivisionalTable, State]:
    table = system(name).tabletop(which)
    assert isinstance(table, DivisionalTable)
    return table, table.opening()


def asked(name: str, table: DivisionalTable, state: State) -> Asked:
    found = table.asked(state, system(name).rules)
    assert found is not None
    return found


def on_the_ridge(name: str) -> tuple[DivisionalTable, State]:
    """Two battalions of tanks and one of infantry touch the works of one garrison."""
    table, state = table_of(name, "ridge-1941")
    return table, state.at(state.position.moved("I./Schützen", Place(29, 13)))


# --- batteries (section 5)
@pytest.mark.parametrize("name", BOTH)
def test_a_battery_that_holds_back_does_not_fire_with_the_others(name: str) -> None:
    table, state = table_of(name, "spotter-1941")
    assert asked(name, table, state).inputs["batteries"] == 3
    held = state.at(state.position.with_unit("II./Artillerie", holds_back=True))
    found = asked(name, table, held)
    assert found.inputs["batteries"] == 2
    assert found.counted == ("2 batteries fire: I./Artillerie, III./Artillerie",)
    assert "II./Artillerie · holds back" in {
        base.label for base in table.scene(held, system(name).rules).bases
    }
    chosen = asked(name, table, replace(held, shooter="II./Artillerie"))
    assert chosen.inputs["batteries"] == 3, "who is chosen fires"


# --- attackers (sections 6 and 10; R7)
@pytest.mark.parametrize("name", BOTH)
def test_who_holds_back_does_not_attack(name: str) -> None:
    table, state = on_the_ridge(name)
    assert asked(name, table, state).inputs["attackers"] == 2
    held = state.at(state.position.with_unit("II./Panzer", holds_back=True))
    assert asked(name, table, held).calculator == "combat"
    assert asked(name, table, held).counted == ("1 unit fights apart: I./Schützen",)


@pytest.mark.parametrize("name", BOTH)
def test_all_attackers_are_told_beside_the_board_and_the_chosen_ones_come_first(name: str) -> None:
    table, state = on_the_ridge(name)
    rules = system(name).rules
    told = {fact.name: fact for fact in table.facts(state, rules)}
    assert told["All against 1/6 Rajputana"].value == "I./Panzer, then II./Panzer, then I./Schützen"
    first = replace(state, shooter="I./Schützen")
    told = {fact.name: fact for fact in table.facts(first, rules)}
    assert told["All against 1/6 Rajputana"].value == "I./Schützen, then I./Panzer, then II./Panzer"
    held = state.at(state.position.with_unit("I./Schützen", holds_back=True))
    assert not [fact for fact in table.facts(held, rules) if fact.name.startswith("All against")]
    behind = held.at(held.position.moved("I./Schützen", Place(30, 12)))
    told = {fact.name: fact for fact in table.facts(behind, rules)}
    assert told["All against 1/6 Rajputana"].value == "I./Panzer, then II./Panzer", "he bars the way back"


@pytest.mark.parametrize("name", BOTH)
def test_a_blocked_way_back_that_the_question_leaves_out_is_told(name: str) -> None:
    table, state = table_of(name, "ridge-1941")
    rules = system(name).rules
    free = state.at(state.position.moved("II./Panzer", Place(27.5, 11.5)))
    assert "the blocked way back is not counted here" not in asked(name, table, free).counted
    assert not [fact for fact in table.facts(free, rules) if fact.name.startswith("All against")]
    behind = state.at(state.position.moved("Recon", Place(31, 12)))
    assert "the blocked way back is not counted here" in asked(name, table, behind).counted
    (told,) = [fact for fact in table.facts(behind, rules) if fact.name.startswith("All against")]
    assert told.value == "I./Panzer, then II./Panzer"
    alone = ask(name, "multi-combat", dict(asked(name, table, behind).inputs)).fractions()
    lasting = sum(chance for word, chance in alone.items() if word.startswith("destroyed"))
    destroyed = re.search(r"destroyed ([\d.]+) %", told.remark)
    assert destroyed is not None
    assert float(destroyed[1]) > 100 * lasting or lasting == 1


def in_turn(factors: list[int], defender: int, fort: bool) -> dict[str, Fraction]:
    """The edition of 2010 by the book, dice after dice: R5, R6 and R7 as recommended."""
    ends: dict[str, Fraction] = {}

    def fight(left: list[int], fp: int, fort: bool, lost: int, chance: Fraction) -> None:
        if not left:
            word = f"holds, {lost} lost"
            ends[word] = ends.get(word, Fraction(0)) + chance
            return
        for ours in DIE:
            for theirs in DIE:
                attack, defence = ours + left[0], theirs + defender + fort
                mine, his, end = 1, fp + 1, ""
                if attack > defence:
                    his, end = (99 if attack >= 2 * defence else his + 1), "driven-back"
                elif defence > attack:
                    mine = 99 if defence >= 2 * attack else 2
                end = "destroyed" if his >= defender else end
                gone = lost + (mine >= left[0])
                if end:
                    word = f"{end}, {gone} lost"
                    ends[word] = ends.get(word, Fraction(0)) + chance / 36
                else:
                    fight(left[1:], his, fort, gone, chance / 36)

    fight(factors, 0, fort, 0, Fraction(1))
    return ends


def law(name: str, kinds: list[Kind], defender: Kind, fort: bool, reading: str = "") -> dict[str, Fraction]:
    rules = system(name).rules.variant(dict([reading.split("=")]) if reading else {})
    fighters = tuple(map(Fighter, kinds))
    tree = Enumerating().tree(attacks, fighters, Fighter(defender), fort, rules)
    return tree.distribution.map(str).fractions()


@pytest.mark.parametrize("fort", [False, True])
@pytest.mark.parametrize(
    ("kinds", "defender", "factors", "limit"),
    [
        ([Kind.MEDIUM_TANK, Kind.MEDIUM_TANK, Kind.MOTOR_INFANTRY], Kind.INFANTRY, [4, 4, 2], 2),
        ([Kind.INFANTRY, Kind.LIGHT_TANK], Kind.MEDIUM_TANK, [2, 3], 4),
        ([Kind.HEAVY_TANK, Kind.ENGINEER, Kind.INFANTRY], Kind.HEAVY_TANK, [5, 2, 2], 5),
        ([Kind.CAVALRY], Kind.ARTILLERY, [2], 3),
    ],
)
def test_attackers_of_several_kinds_against_a_count_of_all_dice(
    kinds: list[Kind], defender: Kind, factors: list[int], limit: int, fort: bool
) -> None:
    assert law(OLD, kinds, defender, fort) == in_turn(factors, limit, fort)


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("reading", ["R7=a", "R7=b"])
def test_attackers_that_are_alike_are_the_calculator(name: str, reading: str) -> None:
    for kind, defender, number in ((Kind.INFANTRY, Kind.INFANTRY, 2), (Kind.LIGHT_TANK, Kind.MEDIUM_TANK, 3)):
        inputs = {"attacker_type": kind, "defender_type": defender, "attackers": number}
        found = ask(name, "multi-combat", inputs, reading=reading).fractions()
        assert law(name, [kind] * number, defender, False, reading) == found


def test_together_they_add_their_factors_and_each_has_its_own_limit() -> None:
    """R7=b, light tanks (3) and infantry (2) against medium tanks (4): one pair of dice."""
    ends: dict[str, Fraction] = {}
    for ours in DIE:
        for theirs in DIE:
            attack, defence = ours + 5, theirs + 4
            harm = 1
            if defence > attack:
                harm = 99 if defence >= 2 * attack else 2
            his = (99 if attack >= 2 * defence else 2) if attack > defence else 1
            lost = (harm >= 3) + (harm >= 2)
            end = "destroyed" if his >= 4 else "driven-back" if attack > defence else "holds"
            ends[f"{end}, {lost} lost"] = ends.get(f"{end}, {lost} lost", Fraction(0)) + Fraction(1, 36)
    assert law(OLD, [Kind.LIGHT_TANK, Kind.INFANTRY], Kind.MEDIUM_TANK, False, "R7=b") == ends


def test_the_tree_of_several_kinds_is_what_dice_do() -> None:
    fighters = (Fighter(Kind.MEDIUM_TANK), Fighter(Kind.INFANTRY))
    game = (attacks, fighters, Fighter(Kind.LIGHT_TANK), True, system(NEW).rules)
    wanted = Enumerating().tree(*game).distribution.map(str).fractions()
    seen: dict[str, int] = {}
    for end, count in Sampling(9).frequencies(2000, *game).items():
        seen[str(end)] = seen.get(str(end), 0) + count
    for word, chance in wanted.items():
        spread = (2000 * float(chance * (1 - chance))) ** 0.5
        assert abs(seen.get(word, 0) - 2000 * float(chance)) <= 5 * spread + 1e-9


# --- what a combat has done stands on the map
@pytest.mark.parametrize("name", BOTH)
def test_a_lost_unit_is_gone_from_the_map(name: str) -> None:
    table, state = on_the_ridge(name)
    rules = system(name).rules
    lost = state.at(state.position.with_unit("1/6 Rajputana", lost=True))
    assert "1/6 Rajputana" not in {base.name for base in table.scene(lost, rules).bases}
    assert asked(name, table, lost).calculator == "rally"
    assert table.facts(lost, rules)
    tired = state.position.with_unit("II./Schützen", fp=1)
    leaderless = state.at(tired.with_unit("Div HQ", lost=True))
    alone = replace(leaderless, shooter="II./Schützen", target="")
    assert "without an HQ" in asked(name, table, alone).why_not
    assert table.asked(replace(lost, shooter="1/6 Rajputana", target=""), rules) is None


def test_an_empty_battery_is_overrun_by_the_first_of_several() -> None:
    table, state = on_the_ridge(NEW)
    position = state.position
    for name, at in (("31st Field Rgt", (20, 20)), ("I./Panzer", (19, 20)), ("II./Panzer", (21, 20))):
        position = position.moved(name, Place(*at))
    several = replace(state.at(position), target="31st Field Rgt")
    found = asked(NEW, table, several)
    assert (found.calculator, found.inputs["defender_out_of_ammo"]) == ("combat", True)
