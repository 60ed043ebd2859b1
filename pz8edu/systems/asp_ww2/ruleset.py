"""Every number, table and reading of asp games World War 2."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property

from pz8edu.core import Bands, Row, Ruleset, Step, Table, number, reading, table
from pz8edu.core.rulebook.table import row_of_die
from pz8edu.systems.asp_ww2.words import (
    Concealment,
    Grade,
    Kind,
    Light,
    Major,
    Motion,
    Result,
    Season,
    Shooter,
    Sky,
    Target,
    Zone,
)


class Scale(Row):
    """What 250 metres are on the table: in inches, or in centimetres (U1)."""

    scale: str
    inches: int | None
    centimetres: int | None
    note: str


class ZoneRow(Row):
    """A climatic zone: its die, its built-up areas, its minor features, its weather (U2)."""

    zone: str
    first: int
    last: int
    built_up_on: int
    feature_dice: int
    weather: str
    note: str


class Terrain(Row):
    """The major terrain that a die gives in each zone (U2b)."""

    die: str
    desert: str
    steppe: str
    tropical: str
    temperate: str
    cold: str


class Feature(Row):
    """A minor feature and its die (AS-5)."""

    feature: str
    first: int
    last: int
    note: str


class Move(Row):
    """Metres of a march and of a tactical move, in good and bad going (U3)."""

    type: str
    march_good: int
    march_bad: int
    tactical_good: int
    tactical_bad: int
    note: str


class GradeRow(Row):
    """Dice for command points (the two lower count), tactical points, morale, factor of points (U4, U11)."""

    grade: str
    dice: int
    tactical_points: int
    morale_on: int
    factor: Fraction
    note: str


class OptionRow(Row):
    """An option of tactical moves: its tactical points, and whether it both moves and fires (U5)."""

    option: str
    what: str
    tactical_points: int
    moves_and_fires: bool
    note: str


class DetectionRange(Row):
    """Metres within which 2+ and 5+ detect a target that moves or stands (U6)."""

    target: str
    moving_first: int
    moving_second: int
    stationary_first: int
    stationary_second: int
    note: str


class Score(Row):
    """The score that a shooter needs against each class of target; range in metres (U7)."""

    shooter: str
    inf: int | None
    smt: int | None
    la: int | None
    ma: int | None
    ha: int | None
    xa: int | None
    art: int | None
    ac: int | None
    range: int | None
    note: str


class ResultRow(Row):
    """What a modified score does to a target of each grade (U8)."""

    score: str
    a: str
    b: str
    c: str
    d: str


class Vehicle(Row):
    """A vehicle: gun, armour, speed and class of points (U10)."""

    vehicle: str
    nation: str
    gun: str
    armour: str
    speed: str
    points_class: str
    note: str


class Points(Row):
    """Points of a stand (U11)."""

    stand: str
    points: Fraction
    note: str


class SeasonRow(Row):
    """A season: its die, and the hours at which dawn, day, dusk and night begin (U12)."""

    season: str
    first: int
    last: int
    dawn: int
    day: int
    dusk: int
    night: int
    note: str


class Weather(Row):
    """The die from which the weather is adverse (U13)."""

    season: str
    temperate: int
    tropical: int
    desert: int
    cold: int
    note: str


class GunClass(Row):
    """What shoots as a class of Table U7, its calibre, and its class of points (U9, U11)."""

    shooter: str
    calibre: str
    pieces: str
    what: str
    towed: bool
    points_class: str
    note: str


class TargetClass(Row):
    """What a class of target is, with the book's examples (U9)."""

    target: str
    what: str
    examples: str
    note: str


class Troops(Row):
    """The grade of troops, and whether they are mobile or cautious; blank where the book is silent (AS-11, AS-12)."""

    troops: str
    grade: str
    style: str
    note: str


class Going(Row):
    """How ground goes for who moves over it, and on a road through it (AS-4, AS-8)."""

    ground: str
    foot: str
    wheeled_halftrack: str
    tracked: str
    road: str
    note: str


class TankShare(Row):
    """Percent of the tank stands that may be of a class (U14)."""

    tank: str
    german: int
    soviet: int
    note: str


class AspWw2(Ruleset):
    """asp games World War 2: a stand is a platoon, a battery or a flight; distances in metres."""

    system = "asp-ww2"

    # AS-1, AS-2 Armies and table
    fire_granted_on: int = number(5, "AS-1", "score with which fire far from the own HQ is granted")
    fire_granted_british: int = number(4, "AS-1", "the same for late British artillery")
    table_width: int = number(3000, "AS-2", "metres of table for each battle group", minimum=1)
    stand: int = number(250, "AS-1", "metres of the side of a stand", minimum=1)
    group: int = number(12, "AS-1", "stands of a battle group, its HQ among them", agreement=True)
    near_hq: int = number(5000, "AS-1", "metres from its BGHQ at which a battery or aircraft has targets")
    metres_a_unit: int = number(250, "AS-2, U1", "metres that a scale tells in inches", minimum=1)

    # AS-9 Deployment
    deployed_within: int = number(2000, "AS-9", "metres from the own edge to deploy in", agreement=True)
    off_table: int = number(10, "AS-9", "inches at most of the zone off the table", agreement=True)
    off_table_metres: int = number(30000, "AS-9", "metres that this zone stands for", agreement=True)

    # AS-10 to AS-13 Command
    march_clear: int = number(2000, "AS-10", "metres that a march keeps from the enemy", agreement=True)
    linked_within: int = number(500, "AS-10", "metres from a linked stand to another", agreement=True)
    apart: int = number(250, "AS-13", "metres at which results are no longer shared", agreement=True)
    mobile: int = number(2, "AS-12", "command points of mobile troops")
    cautious: int = number(-2, "AS-12", "command points of cautious troops")
    mobile_points: int = number(1, "AS-13, U4", "tactical points of mobile stands more")
    most_command_points: int = number(3, "AS-12", "command points on a stand", minimum=1)
    tactical_step: int = number(1000, "AS-13", "metres to the HQ for a command point more", minimum=1)
    march_cost: int = number(3, "AS-10", "command points of a march")
    march_step: int = number(2000, "AS-10", "metres to the HQ for a command point more", minimum=1)

    # AS-7, AS-18 Sight and arcs
    seen_inside: int = number(250, "AS-7", "metres at which a stand inside woods or buildings is seen")
    front_up_to: int = number(45, "AS-18", "degrees to either side of the front; the diagram is lost")
    flank_up_to: int = number(135, "AS-18", "degrees up to which it is a flank; the diagram is lost")

    # AS-14 Detection
    near_on: int = number(2, "AS-14, U6", "score that detects within the first range")
    far_on: int = number(5, "AS-14, U6", "score that detects within the second range")
    seen_firing: int = number(1, "AS-14", "option B, or the target has a FIRE marker")
    poor_light_divisor: int = number(2, "AS-25", "dawn and dusk divide detection by", minimum=1)
    bad_weather_divisor: int = number(2, "AS-26", "adverse weather divides detection by", minimum=1)
    night_in_the_open: int = number(125, "AS-25", "metres of detection by night in the open", minimum=0)
    night_in_cover: int = number(75, "AS-25", "metres of detection by night in cover", minimum=0)

    # AS-15 Tactical initiative
    higher_grade: int = number(1, "AS-15", "higher grade")
    enemy_fired: int = number(1, "AS-15", "the other stand has a FIRE marker")
    has_detected: int = number(3, "AS-15", "it has detected the other stand")
    own_marker: int = number(-1, "AS-15", "each own suppression marker")
    no_effect: int = number(-2, "AS-15", "it cannot affect the other stand")
    lead: int = number(4, "AS-15", "lead with which one side shoots alone", minimum=1)

    # AS-16, AS-17 Score and result
    moving_shooter: int = number(1, "AS-16", "needed score with options C to F")
    target_in_cover: int = number(1, "AS-16", "needed score, target in cover")
    target_in_hard_cover: int = number(2, "AS-16", "needed score, target in hard cover")
    pinned_shooter: int = number(1, "AS-16", "needed score, shooter pinned")
    repulsed_shooter: int = number(2, "AS-16", "needed score, shooter repulsed")
    flank: int = number(-2, "AS-16", "needed score, flank of the target")
    flank_with_skirts: int = number(-1, "AS-16", "the same against skirt plates")
    flank_with_skirts_infantry: int = number(0, "AS-16", "the same for infantry shooters")
    rear: int = number(-3, "AS-16", "needed score, rear of the target")
    marker_on_target: int = number(1, "AS-17", "each suppression marker on the target")
    late_british: int = number(1, "AS-17", "late British artillery fires")
    light_mortars: int = number(1, "AS-17", "an IG or RG with light mortars fires")
    transport_aircraft: int = number(2, "AS-17", "transport aircraft or glider as target")
    night_aircraft: int = number(-2, "AS-17", "aircraft as target by night without radar")
    pinned_markers: int = number(1, "AS-17, U8", "suppression markers of a pinned stand")
    repulsed_markers: int = number(2, "AS-17, U8", "suppression markers of a repulsed stand")
    marker_removed_on: int = number(5, "sequence", "score that removes a suppression marker")

    repulse: int = number(500, "AS-17", "metres that a repulsed stand goes from any enemy")

    # AS-19, AS-20 Aircraft and reaction
    fighter_cost: int = number(2, "sequence", "command points of a fighter stand")
    bomber_cost: int = number(3, "sequence", "command points of a bomber stand")
    attack_cost: int = number(4, "sequence", "command points of an attack stand")
    most_attacks: int = number(3, "sequence", "attacks of an attack stand", minimum=1)
    repulsed_for_a_test: int = number(4, "AS-20", "repulsed stands that cause a test")
    shaken_for_a_test: int = number(6, "AS-20", "pinned or repulsed stands that cause a test")
    lost_divisor: int = number(2, "AS-20", "part of the battle groups that loses the game", minimum=1)

    # AS-22 Obstacles
    crosses_on: int = number(4, "AS-22", "score that crosses an obstacle")
    few_markers: int = number(-1, "AS-22", "one or two suppression markers")
    many_markers: int = number(-2, "AS-22", "more suppression markers")
    many: int = number(3, "AS-22", "suppression markers that are many")

    obstacle_told: int = number(500, "AS-22", "metres at which its kind is declared", agreement=True)

    # AS-23, AS-24 Smoke and illumination
    artillery_smoke: int = number(500, "AS-23", "metres of width of the smoke of artillery", minimum=0)
    mortar_smoke: int = number(250, "AS-23", "metres of width of the smoke of mortars", minimum=0)
    smoke_depth: int = number(250, "AS-23", "metres of depth of smoke", minimum=0)
    artillery_light: int = number(500, "AS-24", "metres across the zone that artillery lights", minimum=0)
    mortar_light: int = number(250, "AS-24", "metres across the zone that mortars light", minimum=0)
    turns_of_shells: int = number(
        2, "AS-23, AS-24", "turns for which a battery has smoke, and light", agreement=True
    )

    # AS-25, AS-27 Time of day, organisations
    morning_up_to: int = number(4, "AS-25", "die up to which it is before noon")
    german_aircraft_divisor: int = number(2, "AS-27", "German aircraft are one in", minimum=1)

    scales: Table[Scale] = table("scales.csv", Scale, "AS-2, U1", "ground scale")
    zones: Table[ZoneRow] = table("zones.csv", ZoneRow, "AS-3, U2a", "climatic zones")
    terrain: Table[Terrain] = table("terrain.csv", Terrain, "AS-4, U2b", "major terrain")
    features: Table[Feature] = table("features.csv", Feature, "AS-5", "minor features")
    moves: Table[Move] = table("moves.csv", Move, "AS-10, U3", "moves")
    grades: Table[GradeRow] = table("grades.csv", GradeRow, "AS-12, U4", "grades")
    options: Table[OptionRow] = table("options.csv", OptionRow, "AS-13, U5", "tactical move options")
    detection: Table[DetectionRange] = table("detection.csv", DetectionRange, "AS-14, U6", "detection ranges")
    scores: Table[Score] = table("scores.csv", Score, "AS-16, U7", "scores required for effect")
    results: Table[ResultRow] = table("results.csv", ResultRow, "AS-17, U8", "results")
    vehicles: Table[Vehicle] = table("vehicles.csv", Vehicle, "U10", "vehicles")
    points: Table[Points] = table("points.csv", Points, "AS-21, U11", "points")
    seasons: Table[SeasonRow] = table("seasons.csv", SeasonRow, "AS-25, U12", "seasons")
    weather: Table[Weather] = table("weather.csv", Weather, "AS-26, U13", "adverse weather")
    tank_shares: Table[TankShare] = table(
        "tank_shares.csv", TankShare, "AS-27, U14", "percent of the tank stands at most"
    )
    gun_classes: Table[GunClass] = table("gun_classes.csv", GunClass, "U9", "what shoots as which class")
    target_classes: Table[TargetClass] = table("target_classes.csv", TargetClass, "U9", "classes of targets")
    troops: Table[Troops] = table("troops.csv", Troops, "AS-11, AS-12", "who has which grade and style")
    going: Table[Going] = table("going.csv", Going, "AS-4, AS-8", "what going ground is")
    sequence: Table[Step] = table("sequence.csv", Step, "sequence", "steps of a turn of the active player")

    R1: str = reading(
        "AS-17",
        "Is the results die a new die?",
        a="the results die is a second die (default)",
        b="it is the die that was thrown for the score",
    )
    R2: str = reading(
        "AS-14",
        "Option B and a FIRE marker both?",
        a="option B and a FIRE marker together give +1 (default)",
        b="they give +2",
    )
    R3: str = reading(
        "AS-14",
        "Is a needed 2 with a bonus certain?",
        a="a needed 2 with a bonus is certain (default)",
        b="an unmodified 1 never detects",
    )
    R4: str = reading(
        "sequence",
        "How many markers can a stand lose in a turn?",
        a="each marker's die may remove one marker (default)",
        b="at most one marker is removed in a turn, on any 5+",
    )
    R5: str = reading(
        "AS-16",
        "A shooter both pinned and repulsed?",
        a="pinned and repulsed shooter: both modifiers, +3 (default)",
        b="only the +2 of repulsed",
    )
    R8: str = reading(
        "AS-15",
        "The leader does not or cannot shoot?",
        a="if the leader by 4 or more does not or cannot shoot, nobody shoots (default)",
        b="then the other stand may",
    )
    R9: str = reading(
        "AS-13",
        "Distances to the HQ between full steps?",
        a="distance surcharges for full steps only (default)",
        b="for every started step",
    )
    R11: str = reading(
        "AS-13",
        "How do command points buy tactical points?",
        a="one option per CP, each within the grade's tactical points (default)",
        b="the tactical points are pooled over the CP spent, at least one CP per option",
        c="one CP buys several options as long as their points fit; the fewest CP that hold all options",
    )
    R12: str = reading(
        "AS-25",
        "The ends of the hours of dawn and dusk?",
        a="dawn and dusk include their first hour, not their last (default)",
        b="both ends belong to them",
    )
    R14: str = reading(
        "AS-6",
        "Ties?",
        a="ties are rolled again until they break (default)",
        b="the tie is an outcome of its own",
    )
    R15: str = reading(
        "AS-15",
        "Who gets the bonus for a FIRE marker?",
        a="each stand gets the bonus for its opponent's FIRE marker (default)",
        b="only the nominated shooter does (shooter in initiative, a in engagement)",
    )
    R16: str = reading(
        "AS-17",
        "When does a pin end?",
        a="a pin lasts through later shots of the same approach that do nothing (default)",
        b="a later shot that does nothing lifts it",
    )
    R20: str = reading(
        "AS-20",
        "How often does a battle group test?",
        a="a battle group tests once when a threshold is newly reached (default)",
        b="at every own turn while the threshold holds",
    )
    R23: str = reading(
        "AS-21",
        "Does the grade factor multiply added equipment?",
        a="the grade factor multiplies the stand and its extras (default)",
        b="the extras are added after the factor",
    )
    R24: str = reading(
        "AS-25",
        "Which score detects by night?",
        a="by night the ordinary bands are cut off at the limit (default)",
        b="2+ up to the greatest range that night leaves, for both bands",
    )

    T1: str = reading(
        "AS-12",
        "Does the cap of CP on a stand count surcharges and air missions?",
        a="no: far marches and attack aircraft would be impossible (default)",
        b="yes: all CP that are spent on a stand count",
        played=True,
    )
    T2: str = reading(
        "AS-23",
        "Does smoke or light need a score?",
        a="no: none is printed, it lands where it is wanted (default)",
        b='yes, as against infantry: it is placed "using the same rules as if the area was a target"',
        played=True,
    )
    T3: str = reading(
        "AS-24",
        "How long does illumination last?",
        a="as smoke, until the player's turn ends (default)",
        b="until the other player's turn ends, so that he sees by it too",
        played=True,
    )
    T4: str = reading(
        "AS-19",
        "Must those who shoot at bombers and attack aircraft detect them first?",
        a="no: step 4 only says that the opponent may shoot (default)",
        b="yes, each rolls for it before",
        played=True,
    )
    T5: str = reading(
        "AS-20",
        "Where is the baseline to which a battle group goes back that has failed?",
        a="the edge behind its side, as both were set up: one baseline for all of it (default)",
        b="for each stand the nearest edge, but for that behind the enemy",
        played=True,
    )
    T6: str = reading(
        "AS-20",
        "Does a battle group of which no stand is left count as one that has failed?",
        a="yes: else a side that is wiped out in one blow could not lose (default)",
        b="no: the book counts morale tests only",
        played=True,
    )

    # --- tables as the rules ask them
    def zone_of(self, die: int) -> Zone:
        """The climatic zone that a die gives (U2a)."""
        return Zone(row_of_die(self.zones, die).zone)

    def season_of(self, die: int) -> Season:
        """The season that a die gives (U12)."""
        return Season(row_of_die(self.seasons, die).season)

    def feature_of(self, die: int) -> str:
        """The minor feature that a die gives (AS-5)."""
        return row_of_die(self.features, die).feature

    def major_of(self, zone: Zone, die: int) -> Major:
        """The major terrain that a die gives in a zone (U2b)."""
        return Major(getattr(self.terrain[str(die)], zone))

    def adverse_on(self, season: Season, zone: Zone) -> int:
        """The die from which the weather is adverse (U13)."""
        on: int = getattr(self.weather[season], self.zones[zone].weather)
        return on

    def light_at(self, season: Season, hour: int) -> Light:
        """The light at an hour of the 24-hour clock (U12; R12)."""
        row, last = self.seasons[season], 1 if self.R12 == "b" else 0
        if row.dawn <= hour < row.day + last:
            return Light.DAWN
        if row.dusk <= hour < row.night + last:
            return Light.DUSK
        return Light.DAY if row.day <= hour < row.dusk else Light.NIGHT

    def detection_ranges(
        self, kind: Kind, cover: Concealment, motion: Motion, light: Light, sky: Sky
    ) -> tuple[Fraction, Fraction]:
        """Metres within which the nearer and the farther score detect (U6, AS-25, AS-26)."""
        where = "in cover" if cover is Concealment.COVER else "in the open"
        row = self.detection[f"{kind} {where}"]
        near, far = (
            (row.moving_first, row.moving_second)
            if motion is Motion.MOVING
            else (row.stationary_first, row.stationary_second)
        )
        divisor = self.poor_light_divisor if light in (Light.DAWN, Light.DUSK) else 1
        divisor *= self.bad_weather_divisor if sky is Sky.ADVERSE else 1
        limit = self.night_in_cover if cover is Concealment.COVER else self.night_in_the_open
        most = limit if light is Light.NIGHT else max(near, far)
        return min(Fraction(near, divisor), Fraction(most)), min(Fraction(far, divisor), Fraction(most))

    def score(self, shooter: Shooter, target: Target) -> int | None:
        """The score that a shooter needs; None for a dash (U7)."""
        needed: int | None = getattr(self.scores[shooter], target.lower())
        return needed

    @cached_property
    def result(self) -> Mapping[Grade, Bands[Result]]:
        """What a modified score does to a target of each grade (U8)."""
        tops = [*range(1, len(self.results.rows)), None]
        return {
            grade: Bands(
                *(
                    (top, Result(getattr(row, grade.lower())))
                    for top, row in zip(tops, self.results.rows, strict=True)
                )
            )
            for grade in Grade
        }
