"""Every number, table and reading of Panzertroops."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

from pz8edu.core import Bands, Row, Ruleset, Step, Table, measure, number, reading, table
from pz8edu.systems.panzertroops.words import Morale


class Figure(Row):
    """Points of an unarmed man (U1)."""

    figure: str
    points: int
    note: str


class Weapon(Row):
    """Firepower against soft targets and armour, range in inches, points and crew (U2).

    `points` is the price that the vehicle lists confirm, `printed_points` the one in print (R19).
    """

    weapon: str
    soft: int | None
    armour: int | None
    range: int
    points: int | None
    printed_points: int | None
    crew: int
    indirect_soft: int | None
    indirect_armour: int | None
    note: str


class Speed(Row):
    """Inches a move, and what a road adds or multiplies (U3)."""

    mover: str
    inches: int
    road_bonus: int
    road_factor: int
    wheeled: bool
    note: str


class ChassisRow(Row):
    """What a road multiplies for vehicles with a speed of their own (U3)."""

    chassis: str
    road_factor: int
    wheeled: bool
    note: str


class SoftDefence(Row):
    """Defence value of a soft target, and the other two ways to fill the lost numbers (U4; R18)."""

    state: str
    defence: int
    second: int
    third: int
    note: str


class Vehicle(Row):
    """A vehicle: tons, inches of speed, armour, guns by their keys, machine-guns, that on its roof, points (U5)."""

    vehicle: str
    tons: int | None
    speed: int
    front: int
    side_rear: int
    guns: str
    machine_guns: int
    roof: str
    listed: int | None
    note: str

    @property
    def projectors(self) -> bool:
        """Does its entry in the list name smoke projectors, for all of its kind?"""
        return "smoke projectors" in self.note and "some with" not in self.note


class WeightStep(Row):
    """What weight does to speed, in inches; up to so many tons (U9)."""

    weight: str
    tons: int | None
    step: int
    note: str


class CarrierRow(Row):
    """Men that a vehicle carries and whether it tows, by the rules and by the vehicle lists (PT-5; R17)."""

    vehicle: str
    men: int
    tows: bool
    listed_men: int
    listed_tows: bool
    note: str


class VehicleOption(Row):
    """What a vehicle may have besides: machine-guns more, a gun instead of another, its points (U5)."""

    option: str
    vehicle: str
    points: int | None
    machine_guns: int
    instead_of: str
    gun: str
    note: str


class SoftVehicle(Row):
    """A soft vehicle as the lists have it: inches a move, men at most, what it tows and may mount (U5; R17)."""

    vehicle: str
    nation: str
    inches: int
    men: int
    tows: str
    weapon: str
    note: str


class Organisation(Row):
    """A formation: its men or vehicles in all where the book counts them, and what it is made of (U10)."""

    formation: str
    nation: str
    men: int | None
    vehicles: int | None
    composition: str
    note: str


class Panzertroops(Ruleset):
    """Panzertroops: one miniature is one man, one gun or one vehicle; inches on the table."""

    system = "panzertroops"

    # PT-3 to PT-5 Movement
    terrain_divisor: int = number(2, "PT-4", "rough ground and steep hills divide a move by", minimum=1)
    wall: int = number(1, "PT-4", "inches a wall or hedge takes off a move", minimum=0)

    riders_outside: int = number(
        6, "PT-5", "men who ride outside an AFV at most; none on a half-track", agreement=True
    )

    # PT-6 to PT-19 Shooting
    woods_range: int = number(5, "PT-9", "longest range into or through woods or buildings", minimum=0)
    field_of_fire: int = number(30, "PT-8", "degrees to either side", minimum=0, maximum=180)
    side_from: int = number(60, "PT-11", "degrees from which the side is hit", minimum=0, maximum=180)
    side_up_to: int = number(120, "PT-11", "degrees up to which the side is hit", minimum=0, maximum=180)
    infantry_moved: int = number(-2, "PT-13", "infantry that moved, attacking fire")
    vehicle_moved: int = number(-2, "PT-13", "vehicle that moved, weapon in no rotating turret")
    turret_moved: int = number(-1, "PT-13", "vehicle that moved, weapon in a rotating turret")
    split_within: int = number(3, "PT-16", "inches around the first target of split fire", minimum=0)
    broken_firer: int = number(-1, "PT-24", "firer's group is broken")
    soft_save: int = number(7, "PT-14", "roll that saves in soft cover", minimum=2, maximum=12)
    soft_save_too: int = number(11, "PT-14", "the other roll that saves in soft cover", minimum=2, maximum=12)
    hard_save_on: int = number(8, "PT-14", "score that saves in hard cover")
    total_destruction: int = number(3, "PT-18", "above the Defence, a hit destroys the weapons too")
    pinned_below: int = number(1, "PT-19", "so far below the Defence, a total pins a man", minimum=0)

    # PT-20 Bailing out
    crew_losses: int = number(-3, "PT-20", "AFV crew")
    halftrack_crew_losses: int = number(-5, "PT-20", "half-track crew")
    rider_losses: int = number(-1, "PT-20", "riders or passengers")

    # PT-21, PT-22 Satchel charges and flamethrowers
    satchel_reach: Fraction = measure(Fraction(3, 2), "PT-21", "inches that a satchel charge reaches")
    satchel_firepower: int = number(7, "PT-21", "firepower of a satchel charge")
    flame_firepower: int = number(3, "PT-22", "firepower of a flamethrower")
    fuel_out_on: int = number(1, "PT-22", "die of this or less: out of fuel", minimum=0, maximum=6)

    # PT-23 Artillery support
    observer_team: int = number(2, "PT-23", "men of an observer team", minimum=1)
    radio_on: int = number(6, "PT-23", "score with which a call gets through")
    off_table: int = number(10, "PT-23", "inches behind the edge where mortars stand", minimum=0)

    # PT-24 Morale
    group_within: int = number(3, "PT-24", "inches between men of a combat group", minimum=0)
    group_men: int = number(6, "PT-24", "men on foot that a combat group needs at least", minimum=1)
    surrenders_within: int = number(
        3, "PT-24", "inches of an enemy to whom the broken surrender", agreement=True
    )
    good_on: int = number(6, "PT-24", "score of good morale")
    shaken_on: int = number(4, "PT-24", "score of shaken morale")
    veterans: int = number(1, "PT-24", "all veteran or elite")
    green_men: int = number(-1, "PT-24", "any green men")
    no_leader: int = number(-3, "PT-24", "no noncom or officer, or immobilised AFV")
    check_from: int = number(3, "PT-24", "lowest roll that frightens a vehicle")
    check_up_to: int = number(4, "PT-24", "highest roll that frightens a vehicle")

    # PT-26 Smoke
    screen: int = number(3, "PT-26", "inches that a smoke screen is across", minimum=0)
    projected: int = number(3, "PT-26", "inches ahead that smoke projectors throw", minimum=0, agreement=True)
    smoke_fails_on: int = number(4, "PT-26", "roll with which smoke fails", minimum=2, maximum=12)
    smoke_fails_too: int = number(10, "PT-26", "other roll with which smoke fails", minimum=2, maximum=12)
    no_smoke_left_on: int = number(8, "PT-26", "score with which no smoke is left")

    # PT-28 Vehicle values
    millimetres_a_point: int = number(16, "PT-28", "millimetres of armour for a point of Defence", minimum=1)
    least_armour: int = number(8, "PT-28", "Defence of no armour at all")
    points_a_machine_gun: int = number(3, "PT-28", "points of a machine-gun")
    unarmoured: int = number(7, "PT-28", "armour value that costs nothing")
    armour_power: Fraction = measure(Fraction(8, 5), "PT-28", "power of the armour term")

    men: Table[Figure] = table("men.csv", Figure, "PT-27, U1", "points of men")
    weapons: Table[Weapon] = table("weapons.csv", Weapon, "PT-1, U2", "weapons")
    speeds: Table[Speed] = table("speeds.csv", Speed, "PT-2, U3", "speeds")
    chassis: Table[ChassisRow] = table("chassis.csv", ChassisRow, "PT-3, U3", "road factors of vehicles")
    soft_defences: Table[SoftDefence] = table(
        "soft_defences.csv", SoftDefence, "PT-10, U4", "Defence of soft targets"
    )
    vehicles: Table[Vehicle] = table("vehicles.csv", Vehicle, "PT-28, U5", "vehicles")
    weight_steps: Table[WeightStep] = table(
        "weight_steps.csv", WeightStep, "PT-28, U9", "what weight does to speed"
    )
    carriers: Table[CarrierRow] = table("carriers.csv", CarrierRow, "PT-5", "what vehicles carry")
    vehicle_options: Table[VehicleOption] = table(
        "vehicle_options.csv", VehicleOption, "PT-28, U5", "options of vehicles and their points"
    )
    soft_vehicles: Table[SoftVehicle] = table(
        "soft_vehicles.csv", SoftVehicle, "PT-5, U5", "soft vehicles of the lists"
    )
    organisations: Table[Organisation] = table(
        "organisations.csv", Organisation, "PT-30, U10", "squads, companies, tank platoons"
    )
    sequence: Table[Step] = table("sequence.csv", Step, "turn sequence", "steps of a turn")

    R1: str = reading(
        "PT-16",
        "Is split fire one roll, or one for each target?",
        a="split fire: one roll for each target (default)",
        b="one shared to-hit roll for all, each hit target saves on its own",
    )
    R2: str = reading(
        "PT-16",
        "Does the movement penalty hit every part of split fire?",
        a="the movement penalty hits every part of split fire (default)",
        b="it was taken off the pool before splitting, so `penalty` is ignored",
    )
    R3: str = reading(
        "PT-19",
        "Is a man whose save succeeded pinned?",
        a="a man whose save succeeded is not pinned (default)",
        b="in the advanced game he is: outcome pinned instead of saved (in `volley` pinned instead of unharmed)",
    )
    R4: str = reading(
        "PT-24",
        "When did the firer roll a 3 or 4?",
        a="morale trigger: the two to-hit dice add up to 3 or 4 (default)",
        b="either die shows 3 or 4",
        c="the total after all modifiers is 3 or 4",
    )
    R5: str = reading(
        "PT-24",
        "Leaderless and immobilised: -3 once or twice?",
        a="leaderless and immobilised together count -3 (default)",
        b="they count -6",
    )
    R7: str = reading(
        "PT-24",
        "Can a broken firer's firepower fall below 0?",
        a="a broken firer's firepower can fall below 0 (default)",
        b="not below 0 (before the movement penalty)",
    )
    R8: str = reading(
        "PT-27",
        "Ties in the set-up rolls?",
        a="ties are rolled again (default)",
        b="a tie is reported",
    )
    R9: str = reading(
        "PT-26",
        "Does a smoke round that fails use up ammunition?",
        a="a smoke round that fails uses up ammunition, so its supply roll counts (default)",
        b="it does not: after a round that fails there are always rounds left",
    )
    R11: str = reading(
        "PT-24",
        "Half strength of an odd number?",
        a="half strength is reached when the survivors are half the starting number or fewer (default)",
        b="half of an odd number is rounded up",
    )
    R12: str = reading(
        "PT-24",
        "A leader lost at half strength?",
        a="a leader lost at a loss that causes a check anyway: two checks (default)",
        b="one check",
    )
    R13: str = reading(
        "PT-20",
        "More survivors than were aboard?",
        a="survivors are capped by the number aboard (default)",
        b="not capped",
    )
    R14: str = reading(
        "PT-20",
        "How do passengers of a half-track bail out?",
        a="passengers of a half-track survive as riders, D6 - 1 (default)",
        b="as its crew, D6 - 5",
    )
    R15: str = reading(
        "PT-9",
        "Is a target at exactly the range in range?",
        a="range limits are inclusive (default)",
        b="exclusive",
    )
    R17: str = reading(
        "PT-5",
        "What does a jeep carry?",
        a="jeep: 3 men, tows nothing (default)",
        b="jeep: 4 men, may tow a gun",
    )
    R18: str = reading(
        "U4",
        "The lost Defence values of infantry-assault and heavy-weapon-moving?",
        a="infantry-assault 8, heavy-weapon-moving 7 (default)",
        b="7 and 8",
        c="7 and 7",
    )
    R19: str = reading(
        "U2",
        "The prices of very light AT guns and medium artillery?",
        a="at-very-light costs 6, art-medium 19 (default)",
        b="8 and 15 as printed",
    )
    R23: str = reading(
        "PT-4",
        "Steep ground and the road bonus of men on foot?",
        a="on a steep road the foot bonus of 3 inches is halved with the speed (default)",
        b="only the speed is halved, then the 3 inches are added",
    )

    T1: str = reading(
        "PT-10",
        "How long is a man a running target?",
        a="until his own next movement, as the enemy's attacking fire comes later (default)",
        b="in the fire of his own half of the turn only",
        played=True,
    )
    T2: str = reading(
        "PT-24",
        'What does "cannot move or close to enemy" forbid the shaken?',
        a="to move nearer to the enemy: it cannot be stricter than broken (default)",
        b="to move at all",
        played=True,
    )
    T3: str = reading(
        "PT-5",
        "What is the Defence of men who ride outside or look out?",
        a="that of men who run if the vehicle has moved, else of men who stand, as a soft vehicle's (default)",
        b="always that of men who stand",
        played=True,
    )
    T4: str = reading(
        "PT-26",
        "Which tanks, assault guns and tank destroyers have smoke projectors?",
        a="those whose entry in the lists names them (default)",
        b='all with a gun, as they "usually" had them',
        played=True,
    )
    T5: str = reading(
        "PT-24",
        "May a man leave the others of his combat group behind?",
        a="in one movement, as men move one by one; with a gap he moves only to close it (default)",
        b="never farther than the distance that the group keeps",
        played=True,
    )
    T6: str = reading(
        "PT-27",
        "Who is Side A where the table does not say that it is on the offensive?",
        a="the own side, which is set up first (default)",
        b="a die before the game says who moves first",
        played=True,
    )
    T7: str = reading(
        "PT-13",
        "Does a machine-gun on the roof count as one in a turret?",
        a="no: its penalty after a move is that of other weapons (default)",
        b="yes",
        played=True,
    )
    T8: str = reading(
        "PT-24",
        "Whose crews are leaderless without a noncom or officer?",
        a="those of guns, never those of armour (default)",
        b="both",
        c="neither",
        played=True,
    )
    T9: str = reading(
        "PT-26",
        "May mortars fire smoke?",
        a="yes, medium and heavy ones: the rule of supply speaks of mortars (default)",
        b="no: only guns and artillery are named",
        played=True,
    )
    T10: str = reading(
        "PT-23",
        "Do shells that observers call have a penalty when these have moved?",
        a="none: the guns have not moved (default)",
        b="that of infantry, as if they were fired from where the observers stand",
        played=True,
    )

    @cached_property
    def morale(self) -> Bands[Morale]:
        """What the score of a morale check means (PT-24)."""
        return Bands.starting(Morale.BROKEN, ((self.shaken_on, Morale.SHAKEN), (self.good_on, Morale.GOOD)))

    def price(self, weapon: str) -> int | None:
        """Points of a weapon; None where no price is printed (U2; R19)."""
        row = self.weapons[weapon]
        return row.printed_points if self.R19 == "b" else row.points

    def soft_defence(self, state: str) -> int:
        """Defence value of a soft target (U4; R18)."""
        row = self.soft_defences[state]
        return {"a": row.defence, "b": row.second, "c": row.third}[self.R18]
