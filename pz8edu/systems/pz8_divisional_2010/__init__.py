"""Pz8 WW2 divisional level, edition of 6 March 2010: a battalion a base, a kilometre an inch."""

from __future__ import annotations

from pz8edu.rulebook import System
from pz8edu.systems.divisional_family import boards as shared
from pz8edu.systems.divisional_family import chains, questions
from pz8edu.systems.divisional_family.words import Result
from pz8edu.systems.pz8_divisional_2010 import boards, situations, tabletop
from pz8edu.systems.pz8_divisional_2010.situations import PRINTED

_RESULTS = (Result.WIN_DOUBLE, Result.WIN, Result.TIE, Result.LOSE, Result.LOSE_DOUBLE)
_BELT = questions.minefield_belt(situations.MinefieldBelt, ("R4",))
_DUEL = questions.duel(situations.Duel, ("R4", "R5", "R6", "R8", "R25", "R30"))
_BOMBARDMENT = questions.bombardment(
    situations.Bombardment,
    ("R4", "R8"),
    {
        "expected": "expected number of turns until the unit is destroyed when the shelling never stops, "
        "from target_fp; exact 'num/den'"
    },
    chains.shelling_time,
)
_RALLY_CHAIN = questions.rally_chain(situations.RallyChain)

CALCULATORS = (
    questions.SIDE_CHOICE,
    questions.DAY_LENGTH,
    questions.artillery_fire(situations.OneBattery),
    questions.barrage(situations.Barrage),
    questions.one_combat(situations.Combat, ("R4", "R5", "R6", "R25", "R30"), _RESULTS),
    questions.multi_combat(situations.MultiCombat, ("R5", "R6", "R7", "R25", "R30", "R4")),
    questions.one_rally(situations.Rally),
    questions.OVERNIGHT_RALLY,
    questions.AIR_NUMBER,
    questions.AIR_ATTACK,
    questions.AIR_DAY,
    questions.minefield(situations.Minefield, ("R4",)),
    _BELT,
    _DUEL,
    _BOMBARDMENT,
    _RALLY_CHAIN,
)

CHAINS = (
    questions.as_chain(questions.DAY_LENGTH),
    questions.as_chain(_BELT),
    questions.as_chain(_DUEL, chains.duel_answer, chains.duel_chain),
    questions.as_chain(_BOMBARDMENT, chain=chains.shelling_chain),
    questions.as_chain(_RALLY_CHAIN, chain=chains.recovery_chain),
)

BOARDS = (
    questions.move_allowance(("R13", "R14")),
    questions.path(("R11", "R12", "R13", "R14")),
    questions.SPOTTING_DISTANCE,
    questions.can_fire(shared.BatteryAndSpotters, shared.can_fire, shared.OUT_OF_RANGE, shared.NOT_SPOTTED),
    questions.ENGAGEMENT,
    questions.withdrawal("0", "doubled, or "),
    questions.advance("0"),
    questions.RALLY_ELIGIBLE,
    questions.MINEFIELD_STOP,
    questions.OBJECTIVES,
    questions.division_strength(boards.SampleFormation, boards.division_strength, ("R4", "R10")),
)

SYSTEM = System(
    title="Pz8 WW2 Divisional Level Wargame Rules, 2010",
    era="Second World War",
    scale="a base is a battalion or a divisional HQ, an inch is a kilometre",
    board="kilometres",
    rules=PRINTED,
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
    tabletops=tabletop.NAMES,
    tabletop=tabletop.tabletop,
)
