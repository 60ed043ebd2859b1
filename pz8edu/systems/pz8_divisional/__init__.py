"""Pz8 WW2 divisional, revised edition: limits by class, quality in fire and combat, turns of fire."""

from __future__ import annotations

from pz8edu.rulebook import BoardCheck, Calculator, System
from pz8edu.systems.divisional_family import boards as shared
from pz8edu.systems.divisional_family import chains, questions
from pz8edu.systems.divisional_family.words import Result
from pz8edu.systems.pz8_divisional import boards, overrun, situations, supply, tabletop
from pz8edu.systems.pz8_divisional.situations import PRINTED

_BELT = questions.minefield_belt(situations.MinefieldBelt, ())
_DUEL = questions.duel(situations.Duel, ("R5", "R6", "R8", "R25", "R30", "R31", "R32", "R36"))
_BOMBARDMENT = questions.bombardment(situations.Bombardment, ("R8",))
_BATTERY_DAY = Calculator(
    "battery-day",
    "A battery fires every turn and is refilled by rally rolls",
    "5, 7",
    situations.BatteryDay,
    supply.battery_day,
    pattern=r"^\d+ fired$",
    grammar="<turns in which the battery fired> fired",
    readings=("R8", "R9"),
    results={
        "expected": "expected number of turns in which it fired; exact 'num/den'",
        "empty_at_end": "chance that it has no turn of fire left after the last roll; exact 'num/den'",
    },
    further=supply.day_figures,
)
_RALLY_CHAIN = questions.rally_chain(situations.RallyChain)

CALCULATORS = (
    questions.SIDE_CHOICE,
    questions.DAY_LENGTH,
    questions.artillery_fire(situations.OneBattery),
    questions.barrage(situations.Barrage),
    questions.one_combat(
        situations.Combat,
        ("R5", "R6", "R25", "R30", "R31", "R33", "R36"),
        tuple(Result),
        overrun.combat,
    ),
    questions.multi_combat(situations.MultiCombat, ("R5", "R6", "R7", "R25", "R30", "R31", "R36")),
    questions.one_rally(situations.Rally),
    Calculator(
        "rally-supply",
        "Rally or supply of an artillery unit",
        "7",
        situations.RallySupply,
        supply.rally_supply,
        pattern="^fp [01], shots [0-6]$",
        grammar="fp <fatigue points left>, shots <turns of fire left>",
        readings=("R8", "R9", "R34"),
    ),
    questions.OVERNIGHT_RALLY,
    questions.AIR_NUMBER,
    questions.AIR_ATTACK,
    questions.AIR_DAY,
    questions.minefield(situations.Minefield, ()),
    _BELT,
    _DUEL,
    _BOMBARDMENT,
    _BATTERY_DAY,
    _RALLY_CHAIN,
)

CHAINS = (
    questions.as_chain(questions.DAY_LENGTH),
    questions.as_chain(_BELT),
    questions.as_chain(_DUEL, chains.duel_answer, chains.duel_chain),
    questions.as_chain(_BOMBARDMENT),
    questions.as_chain(_BATTERY_DAY),
    questions.as_chain(_RALLY_CHAIN, chain=chains.recovery_chain),
)

BOARDS = (
    questions.move_allowance(("R14",)),
    questions.path(("R11", "R12", "R14")),
    BoardCheck(
        "may-move-into-contact",
        "May the unit move into contact of its own will",
        boards.OneKind,
        boards.may_move_into_contact,
        result="boolean",
    ),
    BoardCheck(
        "fatigue-limit",
        "FPs that destroy a unit",
        boards.OneKind,
        boards.fatigue_limit,
        result="integer: the class limit in FPs",
        readings=("R36",),
    ),
    questions.SPOTTING_DISTANCE,
    questions.can_fire(
        boards.BatteryAndSpotters,
        boards.can_fire,
        boards.OUT_OF_AMMO,
        shared.OUT_OF_RANGE,
        shared.NOT_SPOTTED,
    ),
    questions.ENGAGEMENT,
    questions.withdrawal("4", ""),
    questions.advance("2"),
    questions.RALLY_ELIGIBLE,
    questions.MINEFIELD_STOP,
    BoardCheck(
        "fortification-section",
        "Enemy bases engaged with the garrison of a section",
        boards.BasesNearSection,
        boards.fortification_section,
        result="integer: how many of the enemy bases are engaged with the one base inside (gap 0)",
    ),
    questions.OBJECTIVES,
    questions.division_strength(boards.SampleFormation, boards.division_strength, ("R10",)),
)

SYSTEM = System(
    title="Pz8 WW2 Divisional Wargame Rules, revised",
    era="Second World War; also the 1920s and 1950 to 1975",
    scale="a base is a battalion or a divisional HQ, an inch is a kilometre",
    board="kilometres",
    rules=PRINTED,
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
    tabletops=tabletop.NAMES,
    tabletop=tabletop.tabletop,
)
