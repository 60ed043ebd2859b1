"""asp games World War 2: battle groups of platoons, batteries and flights, distances in metres."""

from __future__ import annotations

from pz8edu.core.rulebook import System, Texts
from pz8edu.core.rulebook.ruleset import printed_rules
from pz8edu.systems.asp_ww2 import aircraft, boards, chains, command, fire, tabletop, terrain, time_of_day
from pz8edu.systems.asp_ww2.ruleset import AspWw2

TEXTS = Texts(__file__)

CALCULATORS = (
    TEXTS.calculator("climate-zone", terrain.climate_zone),
    TEXTS.calculator("opposed-roll", terrain.opposed_roll),
    TEXTS.calculator("major-terrain", terrain.major_terrain),
    TEXTS.calculator("major-built-up", terrain.major_built_up),
    TEXTS.calculator("minor-count", terrain.minor_count),
    TEXTS.calculator("minor-type", terrain.minor_type),
    TEXTS.calculator("terrain-square", terrain.terrain_square),
    TEXTS.calculator("command-points", command.command_points),
    TEXTS.calculator("morale-test", command.morale_test),
    TEXTS.calculator("suppression-removal", command.suppression_removal),
    TEXTS.calculator("detection", fire.detection),
    TEXTS.calculator("initiative", fire.initiative),
    TEXTS.calculator("effect", fire.effect),
    TEXTS.calculator("shot", fire.shot),
    TEXTS.calculator("engagement", fire.engagement),
    TEXTS.calculator("air-attack", aircraft.air_attack),
    TEXTS.calculator("obstacle-crossing", command.obstacle_crossing),
    TEXTS.calculator("call-of-fire", command.call_of_fire),
    TEXTS.calculator("season", time_of_day.season),
    TEXTS.calculator("hour", time_of_day.hour),
    TEXTS.calculator("light", time_of_day.light),
    TEXTS.calculator("weather", time_of_day.weather),
    TEXTS.calculator("random-game", time_of_day.random_game),
)

CHAINS = (
    TEXTS.chain("clear-suppression", chains.clear_suppression, chain=chains.turns_of_clearing),
    TEXTS.chain("markers-after", chains.markers_after, chain=chains.turns_of_clearing),
    TEXTS.chain("repulse-recovery", chains.repulse_recovery, chain=chains.recoveries),
    TEXTS.chain("fire-until-destroyed", chains.fire_until_destroyed, chain=chains.steady_fire),
    TEXTS.chain("obstacle-crossing", chains.crossing, chain=chains.crossings),
    TEXTS.chain("attack-sorties", chains.attack_sorties, chain=chains.sorties),
    TEXTS.chain("battle-group-collapse", chains.battle_group_collapse, chain=chains.group_tests),
)

BOARDS = (
    TEXTS.board("move", boards.move),
    TEXTS.board("tactical-cp", boards.tactical_cp),
    TEXTS.board("march-cp", boards.march_cp),
    TEXTS.board("options-per-cp", boards.options_per_cp),
    TEXTS.board("options-cost", boards.options_cost),
    TEXTS.board("points", boards.points),
    TEXTS.board("table-width", boards.table_width),
    TEXTS.board("german-aircraft-1944", boards.german_aircraft_1944),
    TEXTS.board("detection-range", boards.detection_range),
    TEXTS.board("needed-score", boards.needed_score),
    TEXTS.board("battle-group-must-test", boards.battle_group_must_test),
    TEXTS.board("side-has-lost", boards.side_has_lost),
)

SYSTEM = System(
    title="asp games, World War 2 rules",
    era="1925 to 1955, in practice 1939 to 1945",
    scale="a stand = a platoon, a battery or a flight",
    board="inches",
    rules=printed_rules(AspWw2),
    calculators=CALCULATORS,
    chains=CHAINS,
    boards=BOARDS,
    tabletops=tabletop.TABLES.names(),
    tabletop=tabletop.tabletop,
)
