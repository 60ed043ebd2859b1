"""The chain behind a question: the same odds as the answer, loaded dice and overrides all through."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
import sympy

import pz8edu
from pz8edu import BadInput, Enumerating, chain_of, what_if
from pz8edu.asking.ask import exact_answer, rules_for
from pz8edu.asking.chain_of import chain_behind, chains_of
from pz8edu.core.chains.chain import Chain
from pz8edu.core.chains.model import NEVER, Never
from pz8edu.core.chance.distribution import D6, Distribution
from pz8edu.core.chance.exact import from_chances
from pz8edu.core.rulebook.system import ChainQuestion
from pz8edu.systems import ids, system
from pz8edu.systems.pz8_divisional_2010.chains import survivor
from pz8edu.systems.pz8_ww1.assault import survivors
from pz8edu.systems.pz8_ww1.chains import Survivors, again
from pz8edu.systems.pz8_ww1.situations import RepeatedAssault
from pz8edu.systems.pz8_ww2.chains import Pair, strike
from pz8edu.systems.pz8_ww2.rally import rally
from pz8edu.systems.pz8_ww2.situations import Rallying
from pz8edu.systems.pz8_ww2.words import Condition
from tests.asking.test_ask import EXAMPLES
from tests.systems.books import SIXTEEN

EveryWay = Callable[..., dict[Any, Fraction]]
DUEL = {
    "A": {"attack": 5, "defence": 4, "armoured": True},
    "B": {"attack": 4, "defence": 3, "over_half_range": True},
}
MEN = {"attacker_type": "infantry", "defender_type": "infantry", "attacker_rally": True}
FACES = (1, 2, 3, 4, 5, 6)
TOO_LARGE = 400
"""Chains with more states are not solved in these tests."""

WITHOUT_EFFECT = {
    ("panzertroops", "smoke-life"): {"smoke"},
    ("panzertroops", "duel"): {"pinned", "weapons too"},
}
"""Questions of a chain that change nothing of what is carried from turn to turn."""

NO_CHAIN = {
    "mine-belt",
    "closing",
    "until-night",
    "ap-budget",
    "squad-morale",
    "squad-check-schedule",
    "day-length",
    "minefield-belt",
    "battery-day",
    "speed-up",
    "submarine-undetected",
    "convoy-under-torpedoes",
    "torpedo-ahead",
    "torpedo-chase",
}
"""Questions that rest on no chain: a hand of cards, a board, one law, a power of one chance."""


@dataclass(frozen=True)
class Asked:
    """A worked example of a chain question."""

    system: str
    question: str
    inputs: Mapping[str, Any]
    reading: str | None

    def chain(self, **how: Any) -> Chain[Any]:
        chain = chain_of(self.system, self.question, self.inputs, reading=self.reading)
        return chain.played_with(**how) if how else chain

    def answer(self) -> Mapping[str, Any]:
        asked = system(self.system)
        found = exact_answer(self.of, self.inputs, rules_for(asked, self.reading))
        assert isinstance(found, Mapping)
        return found

    @property
    def of(self) -> ChainQuestion:
        return system(self.system).chains[self.question]

    def __str__(self) -> str:
        return f"{self.system} {self.question} {self.reading or ''} {dict(self.inputs)}"[:90]


ALL = [
    Asked(line["system"], line["chain"], line.get("inputs") or {}, line.get("reading"))
    for lines in EXAMPLES.values()
    for line in lines
    if "chain" in line
]
CASES = [asked for asked in ALL if asked.of.chain is not None]
LIVELY = {  # where the first worked example is decided before it begins
    ("pz8-naval", "npo-withdraws"): {"net_modifier": -1, "by_turn": 3},
    ("pz8-naval", "gunnery-duel"): {"x": "Exeter", "y": "Achilles", "turns": 4},
    ("pz8-divisional", "duel"): MEN,
}
FEW = [
    Asked(
        asked.system, asked.question, LIVELY.get((asked.system, asked.question), asked.inputs), asked.reading
    )
    for asked in {(asked.system, asked.question): asked for asked in CASES[::-1]}.values()
]
"""One example of each question."""


def each(cases: list[Asked]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("asked", cases, ids=str)


# --- which questions have one
def test_every_question_that_rests_on_a_chain_hands_it_out() -> None:
    with_chains = {(each, name) for each in ids() for name in chains_of(system(each))}
    without = {name for each in ids() for name in system(each).chains if name not in chains_of(system(each))}
    assert without - {"bombardment"} == NO_CHAIN  # batteries of the revised edition run out of ammo
    assert "bombardment" in chains_of(system("pz8-divisional-2010"))
    assert "bombardment" not in chains_of(system("pz8-divisional"))
    shown = {(asked.system, asked.question) for asked in CASES}
    assert shown == {(home, name) for home, name in with_chains if home in SIXTEEN}


# --- the same as the answer
EXPECTED = {
    "expected_rally_phases",
    "expected_shots",
    "expected_turns",
    "expected shots",
    "expected turns",
    "expected turns until it leaves the table",
    "expected activations",
    "expected rounds",
    "expected cards",
    "expected",
}


@pytest.mark.whole_domain(8)
@each(CASES)
def test_a_chain_has_the_odds_of_its_answer(asked: Asked) -> None:
    chain, found = asked.chain(), asked.answer()
    if len(chain.model.states) > TOO_LARGE:
        assert asked.question == "gunnery-duel"
        return
    ends = chain.ends()
    assert sum(ends.fractions().values()) == 1
    assert all(isinstance(end, Never) or chain.over(end) for end in ends)
    told = [found[name] for name in EXPECTED & set(found)]
    expected = chain.expected_turns()
    if asked.question == "duel" and asked.system.startswith("pz8-divisional"):
        first, second = (
            chain.solver.expected_visits(lambda state: not state.over, phase) for phase in (0, 1)
        )
        assert first is not None
        assert second is not None
        expected = first + second  # its answer counts combats, of which there are two a turn
    if asked.question == "wire-clearing" and asked.reading == "R8=b" and expected is not None:
        expected = 2 * expected - 1  # its answer counts turns, from one roll to the next two
    assert told in ([], [expected], ["never"], ["inf"])
    if told in (["never"], ["inf"]):
        assert expected is None


@pytest.mark.whole_domain(8)
@each(CASES)
def test_first_passage_agrees_with_the_ends(asked: Asked) -> None:
    chain = asked.chain()
    if len(chain.model.states) > TOO_LARGE:
        return
    ends = chain.ends()
    mean = chain.expected_turns()
    if mean is not None:
        assert chain.chance_of(chain.over) == 1
        assert chain.turns_until(chain.over) == mean
        assert chain.expected(lambda end: 1) == 1
    assert chain.chance_of(chain.start) == 1
    assert chain.turns_until(chain.start) == 0
    for end, chance in list(ends.fractions().items())[:4]:
        if not isinstance(end, Never):
            assert chain.chance_of(end) == chance == chain.chance_of(lambda state, end=end: state == end)
            law = chain.duration_until(end, 3)
            assert law.fraction(NEVER) == 1 - chance
            reached = [chain.after(turns).fraction(end) for turns in range(4)]
            assert [law.fraction(turn) for turn in range(1, 4)] == [
                later - before for before, later in pairwise(reached)
            ]
    for name in chain.names[:6]:
        assert 0 < chain.chance_of(name) <= 1


@each(FEW)
def test_states_have_readable_words(asked: Asked) -> None:
    chain = asked.chain()
    words = [chain.word(state) for state in chain.states_met]
    assert len(set(words)) == len(words)
    assert not any(mark in word for word in words for mark in ("(", "=", "None", "True", "False"))
    assert repr(chain).startswith("chain from ")
    assert "<table" in chain._repr_html_() or "<p>" in chain._repr_html_()


# --- loaded and override
@pytest.mark.whole_domain(8)
@each(FEW)
def test_fair_dice_change_nothing(asked: Asked) -> None:
    chain = asked.chain()
    dice = {
        label: Distribution.uniform(faces)
        for label, faces in chain.dice.items()
        if faces == tuple(range(1, len(faces) + 1))
    }
    assert dice
    assert chain.model == asked.chain(loaded=dice).model
    if FACES in chain.dice.values():
        assert len(dice) > 1
        assert chain.model == asked.chain(loaded={"d6": D6}).model


@pytest.mark.whole_domain(8)
@each(FEW)
def test_a_die_that_never_falls_low_changes_the_odds(asked: Asked) -> None:
    """Loading reaches every sub-rule of a chain: no chain is deaf to its dice."""
    chain = asked.chain()
    low = {
        label: Distribution({len(faces): 2, len(faces) - 1: 1})
        for label, faces in chain.dice.items()
        if faces == tuple(range(1, len(faces) + 1))
    }
    changed = asked.chain(loaded={"d6": low["d6"]} if "d6" in low else low)
    assert chain.model != changed.model


@pytest.mark.whole_domain(8)
@each(FEW)
def test_the_usual_chance_changes_nothing(asked: Asked) -> None:
    chain = asked.chain()
    for label, chances in chain.usual_chances.items():
        if len(chances) == 1:
            override = what_if(chain, chance=label).at(chances[0])
            assert override.after(3) == chain.after(3), label
            assert override.expected_turns() == chain.expected_turns(), label


@pytest.mark.whole_domain(8)
@each(FEW)
def test_another_chance_changes_the_odds(asked: Asked) -> None:
    """Each question matters, but for those that change nothing of what is carried from turn to turn."""
    chain = asked.chain()
    deaf = {
        label
        for label, chances in chain.usual_chances.items()
        if what_if(chain, chance=label).at("1/97").after(3) == chain.after(3)
        and chances != (Fraction(1, 97),)
    }
    assert deaf == WITHOUT_EFFECT.get((asked.system, asked.question), set())


# --- in symbols
def value(formula: Any, p: Fraction) -> Any:
    return sympy.sympify(formula).subs("p", sympy.Rational(p.numerator, p.denominator))


SYMBOLIC = [
    ("pz8-ww2", "rally-chain", {"condition": "suppressed"}, "rally"),
    ("pz8-ww2", "battery-life", {}, "to hit"),
    ("pz8-ww2", "shots-to-destroy", {"attack": 5, "defence": 4, "hq": True}, "to hit"),
    ("pz8-ww2", "shots-to-destroy", {"attack": 5, "defence": 4, "hq": True}, "HQ save"),
    ("pz8-ww2", "fire-and-rally", {"attack": 3, "defence": 1, "shooters": 2}, "to hit"),
    ("pz8-ww2", "duel", DUEL, "to hit"),
    ("pz8-ww2", "duel", DUEL, "rally"),
    ("pz8-ww2", "duel", {**DUEL, "mode": "contact"}, "rally"),
    ("pz8-divisional", "duel", MEN, "rally"),
    ("pz8-divisional-2010", "rally-chain", {"fp": 2}, "rally"),
    ("pz8-divisional-2010", "bombardment", {"shots": 2, "rally_quality": "average"}, "rally"),
    ("pz8-naval", "repair-all", {"damage_points": 3}, "repair"),
    ("pz8-ww1", "tank-run", {"turns": 4}, "stuck"),
    ("pz8-colonial", "rout-or-rally", {"distance": 20, "charge_move": 9}, "morale"),
    ("pz8-aerial-1935", "shots-to-kill", {"distance": 2, "att": 3, "def": 2}, "to hit"),
    ("pz8-aerial-1935", "duel", {"distance": 1, "a_att": 3, "a_def": 2, "t_att": 2, "t_def": 2}, "to hit"),
]


@pytest.mark.whole_domain(4)
@pytest.mark.parametrize(("of", "question", "inputs", "label"), SYMBOLIC, ids=str)
def test_closed_forms_in_p_have_the_values_of_numbers(
    of: str, question: str, inputs: dict[str, Any], label: str
) -> None:
    what = what_if(chain_of(of, question, inputs), chance=label)
    formulas = what.formula()
    assert formulas.in_symbols
    name = formulas.names[min(2, len(formulas.names) - 1)]
    for p in (Fraction(1, 5), Fraction(2, 3)):
        numbers = what.at(p)
        ends, found = formulas.ends(), numbers.ends()
        assert {end: value(ends[end], p) for end in ends} == {end: found[end] for end in ends}
        assert value(formulas.expected_turns(), p) == numbers.expected_turns()
        assert value(formulas.variance_of_turns(), p) == numbers.variance_of_turns()
        assert value(formulas.chance_of(name), p) == numbers.chance_of(name)
        assert value(formulas.turns_until(name), p) == numbers.turns_until(name)
        law, second = formulas.duration_until(name, 2), numbers.duration_until(name, 2)
        assert {turn: value(law[turn], p) for turn in law} == {turn: second[turn] for turn in law}
        worth = {end: place for place, end in enumerate(ends)}.__getitem__
        assert value(formulas.expected(worth), p) == numbers.expected(worth)


def test_a_loaded_die_in_symbols() -> None:
    symbols = what_if(suppressed(), loaded="rally").formula()
    p5, p6 = sympy.symbols("p5 p6")
    assert sympy.simplify(symbols.expected_turns() - 2 / (p5 + p6)) == 0


def test_an_unknown_chance_in_a_short_formula() -> None:
    unit = what_if(suppressed(), chance="rally").formula()
    p = sympy.Symbol("p")
    assert unit.expected_turns() == 2 / p
    assert sympy.simplify(unit.variance_of_turns() - 2 * (1 - p) / p**2) == 0


@pytest.mark.parametrize(
    ("question", "inputs", "die"),
    [
        ("rally-chain", {"condition": "suppressed"}, "rally"),
        ("shots-to-destroy", {"attack": 5, "defence": 4, "hq": True}, "to hit"),
        ("battery-life", {"cover": "rough"}, "to hit"),
    ],
    ids=str,
)
def test_loaded_dice_in_symbols_have_the_values_of_numbers(
    question: str, inputs: dict[str, Any], die: str
) -> None:
    what = what_if(chain_of("pz8-ww2", question, inputs), loaded=die)
    weights = dict(zip(FACES, (1, 2, 1, 3, 1, 4), strict=True))
    symbols, numbers = what.formula(), what.at({face: Fraction(w, 12) for face, w in weights.items()})
    chances = {f"p{face}": sympy.Rational(weight, 12) for face, weight in weights.items()}
    for formula, number in (
        (symbols.expected_turns(), numbers.expected_turns()),
        (symbols.variance_of_turns(), numbers.variance_of_turns()),
        (symbols.turns_until(symbols.states_met[1]), numbers.turns_until(symbols.states_met[1])),
        (symbols.after(2)[symbols.states_met[-1]], numbers.after(2)[symbols.states_met[-1]]),
    ):
        assert sympy.sympify(formula).subs(chances) == number


def test_formulas_that_would_be_too_long_are_refused() -> None:
    duel = what_if(chain_of("pz8-ww2", "duel", DUEL), loaded="to hit").formula()
    assert "ends() works out" in repr(duel)
    for ask in (
        duel.ends,
        duel.expected_turns,
        duel.variance_of_turns,
        lambda: duel.chance_of("A destroyed"),
    ):
        with pytest.raises(BadInput, match="states of this chain lead to each other: for formulas in p1, p2"):
            ask()
    assert duel.after(1)[Pair(Condition.DESTROYED, Condition.OK)] != 0
    ships = {"x": "Zara", "y": "Warspite", "turns": 4}
    fight = what_if(chain_of("pz8-naval", "gunnery-duel", ships), chance="to straddle").formula()
    with pytest.raises(BadInput, match="for formulas in p they may be at most 120; give numbers"):
        fight.expected_turns()


# --- ways of saying a chance, and faults
def suppressed() -> Chain[Any]:
    return chain_of("pz8-ww2", "rally-chain", condition="suppressed")


def test_a_chance_may_be_said_in_several_ways() -> None:
    what = what_if(chain_of("pz8-ww2", "duel", DUEL), chance="to hit")
    assert len({what.at(way).expected_turns() for way in (Fraction(1, 4), "1/4", "0.25", 0.25)}) == 1
    assert what_if(suppressed(), chance="rally").at(1).expected_turns() == 2
    assert what_if(suppressed(), chance="rally").at(0).ends() == Distribution.certain(NEVER)


def test_the_answers_of_a_table_may_have_other_chances() -> None:
    what = what_if(chain_of("pz8-ww2", "shots-to-destroy", attack=5, defence=4), chance="damage")
    assert what.at({"none": 1}).ends() == Distribution.certain(NEVER)
    assert what.at({"destroyed": 1}).expected_turns() == 2


def test_one_change_after_another() -> None:
    """What is changed stays changed."""
    duel = chain_of("pz8-ww2", "duel", DUEL)
    both = what_if(what_if(duel, chance="to hit").at("1/3"), leaning="d6", face=1).at("1/2")
    again = what_if(what_if(duel, leaning="d6", face=1).at("1/2"), chance="to hit").at("1/3")
    assert both == again != duel


def test_the_package_has_it_and_readings_and_rules_count() -> None:
    assert pz8edu.chain_of is chain_of
    plain = chain_of("pz8-ww2", "shots-to-destroy", attack=5, defence=4)
    easier = system("pz8-ww2").rules.variant(hit_on=3)
    sooner = chain_of("pz8-ww2", "shots-to-destroy", attack=5, defence=4, rules=easier)
    assert sooner.expected_turns() / plain.expected_turns() == Fraction(3, 4)  # type: ignore[operator]
    read = chain_of("pz8-ww2", "duel", {**DUEL, "mode": "contact"}, reading="R17=b")
    assert len(read.phases) == 3
    assert isinstance(chain_behind(system("pz8-ww2").chains["duel"], DUEL, easier), Chain)


FAULTS: list[tuple[str, dict[str, Any], str]] = [
    ("direct-fire", {}, r"direct-fire of pz8-ww2 is a calculator: ask\(\.\.\.\) gives its odds\. Ch"),
    ("line-of-sight", {}, "line-of-sight of pz8-ww2 is a board check"),
    ("mine-belt", {}, "mine-belt of pz8-ww2 rests on no single chain"),
    ("duels", {}, "unknown chain of pz8-ww2 'duels'; did you mean 'duel'"),
    ("duel", {"A": {}}, "A"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "inputs", "sentence"), FAULTS, ids=str)
def test_faults_are_answered_in_one_sentence(question: str, inputs: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence) as fault:
        chain_of("pz8-ww2", question, inputs)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize(
    ("change", "value", "sentence"),
    [
        ({"chance": "tohit"}, None, "unknown question 'tohit'; did you mean 'to hit'"),
        ({"chance": "damage"}, "1/2", "chances of all faces are given by face"),
        ({"chance": "damage"}, {1: 1}, "unknown face '1'.*Allowed: none, dis"),
        ({"chance": "to hit"}, 2, "must be from 0 to 1; got 2"),
        ({"chance": "to hit"}, "often", "must be a number such as 1/3 or 0.25; got 'often'"),
        ({"loaded": "hit"}, None, "unknown die 'hit'.*Allowed: d6, to hit, attack"),
        ({"loaded": "to hit"}, {7: 1}, "unknown face '7'.*Allowed: 1, 2, 3"),
        ({"leaning": "to hit", "face": 9}, None, "'to hit' has the faces 1, 2, 3, 4, 5, 6; got 9"),
        ({}, None, "exactly one of chance=, loaded= and leaning="),
    ],
    ids=str,
)
def test_changes_that_a_chain_does_not_know_get_one_sentence(change: Any, value: Any, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        what_if(chain_of("pz8-ww2", "duel", DUEL), **change).at(value)


def test_unknown_systems_and_a_fight_that_nobody_can_name() -> None:
    with pytest.raises(BadInput, match="pz8-ww3"):
        chain_of("pz8-ww3", "duel")
    with pytest.raises(BadInput, match="unknown input 'atack'"):
        chain_of("pz8-ww2", "shots-to-destroy", atack=3)


# --- expected losses against plain loops
def test_the_losses_of_both_sides_in_a_duel(every_way: EveryWay) -> None:
    """Turn after turn by hand, all faces written out, until what is left is less than a millionth."""
    asked = system("pz8-ww2")
    situation, rules = asked.chains["duel"].situation.read(DUEL), asked.rules
    a, b = situation.A, situation.B  # type: ignore[attr-defined]
    places = {condition.value: condition for condition in Condition}

    def struck(striker: Any, condition: Condition, target: Any, of: Condition) -> dict[Condition, Fraction]:
        law = every_way(strike, striker, condition, target, of, "fire", rules)
        return {places[str(after)]: chance for after, chance in law.items()}

    def rallied(unit: Any, condition: Condition) -> dict[Condition, Fraction]:
        law = every_way(rally, Rallying(condition=condition, quality=unit.quality), rules)
        return {places[str(after)]: chance for after, chance in law.items()}

    phases: list[Callable[[Pair], dict[Pair, Fraction]]] = [
        lambda pair: {Pair(after, pair.b): p for after, p in struck(b, pair.b, a, pair.a).items()},
        lambda pair: {Pair(pair.a, after): p for after, p in struck(a, pair.a, b, pair.b).items()},
        lambda pair: {Pair(after, pair.b): p for after, p in rallied(a, pair.a).items()},
        lambda pair: {Pair(pair.a, after): p for after, p in rallied(b, pair.b).items()},
    ]
    gone = Condition.DESTROYED
    known: dict[tuple[int, Pair], dict[Pair, Fraction]] = {}
    now = {Pair(Condition.OK, Condition.OK): 1.0}
    played = 0.0
    for _ in range(400):
        playing = sum(chance for pair, chance in now.items() if gone not in (pair.a, pair.b))
        played += playing
        for number, phase in enumerate(phases):
            following: dict[Pair, float] = {}
            for pair, chance in now.items():
                if gone in (pair.a, pair.b):
                    following[pair] = following.get(pair, 0.0) + chance
                    continue
                if (number, pair) not in known:
                    known[number, pair] = phase(pair)
                for after, p in known[number, pair].items():
                    following[after] = following.get(after, 0.0) + chance * float(p)
            now = following
    assert playing < 1e-6
    chain = chain_of("pz8-ww2", "duel", DUEL)
    for side in ("a", "b"):
        lost = chain.expected(lambda pair, side=side: int(getattr(pair, side) is gone))
        assert lost is not None
        by_hand = sum(chance for pair, chance in now.items() if getattr(pair, side) is gone)
        assert float(lost) == pytest.approx(by_hand, abs=1e-6)
        assert lost == chain.chance_of(f"{side.upper()} destroyed")
    assert float(chain.expected_turns()) == pytest.approx(played, abs=1e-4)  # type: ignore[arg-type]


def test_the_losses_of_both_sides_in_repeated_assaults(every_way: EveryWay) -> None:
    """Assault after assault, all faces of all dice, exactly: every assault removes a unit."""
    inputs = {"attacker_average": 4, "attacker_ap": 1, "defender_average": 2, "defender_mg": 1, "trench": 1}
    asked = system("pz8-ww1")
    first = asked.chains["assault-chain"].situation.read(inputs)
    assert isinstance(first, RepeatedAssault)
    now = {Survivors(first.attacker, first.defender): Fraction(1)}
    while any(both.attacker.units and both.defender.units for both in now):
        following: dict[Survivors, Fraction] = {}
        for both, chance in now.items():
            fights = both.attacker.units and both.defender.units
            law = every_way(survivors, again(first, both), asked.rules) if fights else {both: Fraction(1)}
            for after, p in law.items():
                following[after] = following.get(after, Fraction(0)) + chance * p
        now = following
    chain = chain_of("pz8-ww1", "assault-chain", inputs)
    assert chain.ends() == from_chances(now)
    for side in ("attacker", "defender"):
        units = getattr(first, side).units
        lost = sum(
            (chance * (units - getattr(both, side).units) for both, chance in now.items()), Fraction(0)
        )
        assert chain.expected(lambda both, side=side, units=units: units - getattr(both, side).units) == lost
    assert chain.chance_of("defenders: none") == sum(
        chance for both, chance in now.items() if not both.defender.units
    )


@pytest.mark.parametrize(
    "how",
    [{"override": {"HQ save": Distribution({1: 1, 0: 9})}}, {"loaded": {"HQ save": Distribution({6: 1})}}],
)
def test_what_is_remembered_of_plain_dice_is_not_taken_for_loaded_ones(how: dict[str, Any]) -> None:
    question, rules = system("pz8-ww2").chains["shots-to-destroy"], system("pz8-ww2").rules
    assert question.chain is not None
    situation = question.situation.read({"attack": 5, "defence": 4, "hq": True})
    memo: dict[Any, Any] = {}
    plain = question.chain(situation, rules, memo=memo)
    assert (
        question.chain(situation, rules, memo=memo, **how).model.moves
        == question.chain(situation, rules, **how).model.moves
    )
    assert question.chain(situation, rules, memo=memo).model.moves == plain.model.moves


def test_a_duel_inside_a_calculator_hears_what_is_freed_and_loaded() -> None:
    asked = system("pz8-divisional")
    rule = asked.calculators["duel"].rule
    situation = asked.chains["duel"].situation.read(MEN)
    usual = Enumerating(draw=False).tree(rule, situation, asked.rules).distribution
    for how in (
        {"override": {"rally": Distribution({1: 9, 0: 1})}},
        {"loaded": {"rally": Distribution({6: 9, 1: 1})}},
    ):
        law = Enumerating(draw=False, **how).tree(rule, situation, asked.rules).distribution  # type: ignore[arg-type]
        chain = chain_of("pz8-divisional", "duel", MEN).played_with(**how)  # type: ignore[arg-type]
        assert law == chain.ends().map(survivor)
        assert law != usual
