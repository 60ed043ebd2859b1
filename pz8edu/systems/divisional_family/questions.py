"""The questions of both editions: each entry stands once, an edition gives its form and its readings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pz8edu.chance.chain import Chain
from pz8edu.rulebook import BoardCheck, Calculator, ChainQuestion, Situation
from pz8edu.systems.divisional_family import (
    air,
    boards,
    chains,
    combat,
    fire,
    minefields,
    rally,
    sequence,
    several,
    situations,
)
from pz8edu.systems.divisional_family.ruleset import Divisional
from pz8edu.systems.divisional_family.words import Fate, Fire, Position, Result, Survivor, View, Works

Form = type[Situation]
Readings = tuple[str, ...]
Told = Mapping[str, str]

OUTCOMES = {
    "outcomes": "object: every outcome of chance above 0 -> its exact chance as 'num/den'; "
    'the names as under "outcomes"'
}
"""The first result of every chain."""

_FP = "^fp [0-6]$"


def turns_word(turns: int) -> str:
    """The length of a day."""
    return f"{turns} turns"


def rallied_word(units: int) -> str:
    """How many units have rallied."""
    return f"{units} rallied"


def hits_word(hits: int) -> str:
    """How many hits."""
    return f"{hits} hits"


def as_chain(
    question: Calculator,
    answer: Callable[..., Mapping[str, Any]] | None = None,
    chain: Callable[..., Chain[Any]] | None = None,
) -> ChainQuestion:
    """The same question as a chain: the distribution, and the further results beside it."""

    def played(situation: Any, rules: Divisional) -> Mapping[str, Any]:
        outcomes = chains.outcomes(question.rule, situation, rules, question.word)
        further = question.further(situation, rules) if question.further else {}
        return {"outcomes": outcomes, **further}

    return ChainQuestion(
        question.id,
        question.title,
        question.situation,
        answer or played,
        results=OUTCOMES | dict(question.results),
        readings=question.readings,
        outcomes=question.outcomes,
        pattern=question.pattern,
        grammar=question.grammar,
        chain=chain,
    )


# --- 3 Turn sequence
SIDE_CHOICE = Calculator(
    "side-choice",
    "Who is side A",
    "3",
    situations.Nothing,
    sequence.side_choice,
    outcomes=(sequence.FIRST, sequence.SECOND),
    readings=("R1",),
)
DAY_LENGTH = Calculator(
    "day-length",
    "Length of a day: the die after turn 9",
    "3",
    situations.Nothing,
    sequence.day_length,
    outcomes=("9 turns", "10 turns", "11 turns", "12 turns"),
    readings=("R2",),
    word=turns_word,
)
OVERNIGHT_RALLY = Calculator(
    "overnight-rally",
    "Overnight rally of the fatigued units",
    "3, 7",
    situations.OvernightRally,
    rally.overnight_rally,
    pattern=r"^\d+ rallied$",
    grammar="<units that lose one FP> rallied",
    readings=("R3", "R8", "R9"),
    word=rallied_word,
)


# --- 5 Fire
def artillery_fire(form: Form) -> Calculator:
    """One battery fires."""
    return Calculator(
        "artillery-fire",
        "One battery fires at a spotted target",
        "5",
        form,
        fire.artillery_fire,
        outcomes=tuple(map(str, Fire)),
    )


def barrage(form: Form) -> Calculator:
    """Several batteries fire."""
    return Calculator(
        "barrage",
        "Several batteries fire at one target, one after another",
        "5, 6",
        form,
        fire.barrage,
        outcomes=(fire.DESTROYED,),
        pattern=_FP,
        grammar="fp <fatigue points the unit then has>",
        word=fire.fp_word,
    )


def bombardment(
    form: Form,
    readings: Readings,
    results: Told | None = None,
    further: Callable[..., Mapping[str, Any]] | None = None,
) -> Calculator:
    """Batteries fire turn after turn."""
    return Calculator(
        "bombardment",
        "Batteries shell one unit turn after turn",
        "5, 7",
        form,
        chains.bombardment,
        outcomes=(fire.DESTROYED,),
        pattern=_FP,
        grammar="fp <fatigue points the unit then has>",
        readings=readings,
        word=fire.fp_word,
        results=results or {},
        further=further,
    )


# --- 6 Combat
def one_combat(
    form: Form,
    readings: Readings,
    results: tuple[Result, ...],
    rule: Callable[..., Any] = combat.combat,
) -> Calculator:
    """Two units in contact; `results` are those that the edition knows."""
    listed = {
        View.RESULT: results,
        View.FATE: tuple(Fate),
        View.POSITION: tuple(Position),
        View.FORT: tuple(Works),
    }
    said = "; ".join(f"{view} {', '.join(words)}" for view, words in listed.items())
    return Calculator(
        "combat",
        "One combat between two units in contact",
        "6",
        form,
        rule,
        outcomes=tuple(str(word) for words in listed.values() for word in words),
        pattern=rf"^({'|'.join(results)}) w\d+ A(X|\d) D(X|\d)$",
        grammar="view detail: <result> w<inches the loser withdraws> A<FPs of the attacker> "
        "D<FPs of the defender>, X for a destroyed unit; the words belong to the other views: " + said,
        readings=readings,
    )


def multi_combat(form: Form, readings: Readings) -> Calculator:
    """Several units in contact with one enemy."""
    return Calculator(
        "multi-combat",
        "Several units against one in one combat phase",
        "6, 10",
        form,
        several.multi_combat,
        pattern="^(destroyed|driven-back|holds), [0-4] lost$",
        grammar="<fate of the defender>, <attackers destroyed> lost",
        readings=readings,
    )


def duel(form: Form, readings: Readings) -> Calculator:
    """Two units fight to the end."""
    return Calculator(
        "duel",
        "Two units fight every combat phase until one or both are destroyed",
        "6, 7",
        form,
        chains.duel,
        outcomes=tuple(map(str, Survivor)),
        readings=readings,
        results={"expected": "expected number of combats, the last one included; exact 'num/den'"},
        further=chains.combats_fought,
    )


# --- 7 Rally
def one_rally(form: Form) -> Calculator:
    """One rally roll."""
    return Calculator(
        "rally",
        "Rally: one die for a unit near its HQ",
        "7, 11",
        form,
        rally.rally,
        pattern=_FP,
        grammar="fp <fatigue points left>",
        readings=("R8", "R9"),
        word=fire.fp_word,
    )


def rally_chain(form: Form) -> Calculator:
    """Rally roll after rally roll."""
    return Calculator(
        "rally-chain",
        "One rally roll a turn until all FPs are gone",
        "7, 11",
        form,
        chains.rally_chain,
        pattern=_FP,
        grammar="fp <fatigue points left>",
        readings=("R8", "R9"),
        word=fire.fp_word,
        results={
            "expected": "expected number of turns until no FP is left, exact 'num/den'; "
            "null when no roll can succeed"
        },
        further=chains.recovery_time,
    )


# --- 8 Airpower
AIR_NUMBER = Calculator(
    "air-number",
    "Number of air attacks for the battle",
    "8",
    situations.AirNumber,
    air.air_number,
    pattern=r"^\d$",
    grammar="<number of attacks>, not below 0",
)
AIR_ATTACK = Calculator(
    "air-attack",
    "One bombing mission",
    "8",
    situations.AirAttack,
    air.air_attack,
    outcomes=tuple(map(str, Fire)),
    readings=("R8",),
)
AIR_DAY = Calculator(
    "air-day",
    "All air attacks of a battle on targets of one kind",
    "8",
    situations.AirDay,
    air.air_day,
    pattern=r"^\d hits$",
    grammar="<hits> hits",
    readings=("R8",),
    word=hits_word,
)


# --- 9 Minefields
def minefield(form: Form, readings: Readings) -> Calculator:
    """A unit at one section."""
    return Calculator(
        "minefield",
        "A unit stops at a minefield section",
        "9",
        form,
        minefields.minefield,
        outcomes=(minefields.CLEAR, minefields.TIRED, minefields.STAYS),
        readings=readings,
    )


def minefield_belt(form: Form, readings: Readings) -> Calculator:
    """A unit at several sections."""
    return Calculator(
        "minefield-belt",
        "A unit crosses several minefield sections one after another",
        "9",
        form,
        minefields.minefield_belt,
        pattern="^(through, fp [0-6]|destroyed in field [1-4])$",
        grammar="through, fp <FPs behind the last section>, "
        "or destroyed in field <number of the section, from 1>",
        readings=readings,
    )


# --- on the table
def move_allowance(readings: Readings) -> BoardCheck:
    """Inches of a move."""
    return BoardCheck(
        "move-allowance",
        "Move of a unit on one kind of ground",
        boards.MoveAllowance,
        boards.move_allowance,
        result="number: inches per turn (multiples of 0.5)",
        readings=readings,
    )


def path(readings: Readings) -> BoardCheck:
    """Points of a move."""
    return BoardCheck(
        "path",
        "A move over mixed ground",
        boards.Path,
        boards.path,
        result='object: "cost" = movement points spent (open 1, rough 2, road 1/2 per inch), a string with '
        "the exact rational in lowest terms, without a denominator when it is a whole number ('5', '7/2'); "
        '"allowance" = the printed open move of the unit, integer inches; "legal" = boolean, '
        "cost <= allowance",
        readings=readings,
    )


SPOTTING_DISTANCE = BoardCheck(
    "spotting-distance",
    "How far a unit spots",
    boards.SpottingDistance,
    boards.spotting_distance,
    result="integer: inches",
    readings=("R27",),
)


def can_fire(form: Form, answer: Callable[..., Any], *reasons: str) -> BoardCheck:
    """A battery and its target; the reasons in the order in which they are tested."""
    listed = ", ".join(f'"{reason}"' for reason in reasons)
    return BoardCheck(
        "can-fire",
        "May a battery fire at a target",
        form,
        answer,
        result=f'object: "legal" boolean; "why" one of {listed} (tested in this order), "spotted" when legal',
        readings=("R15", "R16", "R22", "R27", "R29"),
    )


ENGAGEMENT = BoardCheck(
    "engagement",
    "Are two enemy bases engaged",
    boards.Engagement,
    boards.engagement,
    result="boolean: true when the bases touch (gap 0) or, for a unit inside a section, the attacker touches "
    "the section (gap_to_section 0)",
)


def withdrawal(doubled: str, destroyed: str) -> BoardCheck:
    """A beaten unit: what the edition says of a doubled one."""
    return BoardCheck(
        "withdrawal",
        "Withdrawal of a beaten unit",
        boards.Withdrawal,
        boards.withdrawal,
        result=f'object: "inches" integer = the difference, or {doubled} when doubled; '
        f'"destroyed" boolean = {destroyed}gap_behind is given and inches >= gap_behind',
        readings=("R18",),
    )


def advance(after_a_double: str) -> BoardCheck:
    """A winner who follows up."""
    return BoardCheck(
        "advance",
        "How far the winner may follow",
        boards.Advance,
        boards.advance,
        result=f'object: "inches" integer the winner may follow (1 after win, {after_a_double} after '
        'win-double); "gap" integer inches then between them, not below 0 (0 = contact again)',
        readings=("R19",),
    )


RALLY_ELIGIBLE = BoardCheck(
    "rally-eligible",
    "Is a unit near enough to its HQ to rally",
    boards.RallyEligible,
    boards.rally_eligible,
    result='boolean: at most 12", Green at most 9"',
    readings=("R20", "R29"),
)
MINEFIELD_STOP = BoardCheck(
    "minefield-stop",
    "A move that reaches a minefield section",
    boards.MinefieldStop,
    boards.minefield_stop,
    result='object: "moved" number = inches moved, the smaller of the open move and the distance; "stops" '
    'boolean = the section is reached; "rolls" boolean = it is reached and the unit is not an engineer',
    readings=("R26",),
)
OBJECTIVES = BoardCheck(
    "objectives",
    "Objectives lost by a side",
    boards.Objectives,
    boards.objectives,
    result='object: "lost" integer = objectives of this side occupied by the enemy; "rally_modifier" integer '
    "= -lost (R9=b: -1 if any is lost, else 0)",
    readings=("R9",),
)


def division_strength(form: Form, answer: Callable[..., Any], readings: Readings) -> BoardCheck:
    """What a sample formation is worth."""
    return BoardCheck(
        "division-strength",
        "Strength of a sample formation",
        form,
        answer,
        result='object: "quality" = quality used: "elite", "average" or "green" (R10=b: printed Poor gives '
        '"poor"); "bases" integer = all bases; "combat_units" integer = manoeuvre units, all but HQ and '
        'artillery; "fatigue_capacity" integer = sum of the FP limits of all bases',
        readings=readings,
    )
