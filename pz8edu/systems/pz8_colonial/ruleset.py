"""Every number, table and reading of Pz8 Colonial."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

from pz8edu.core import Bands, Row, Ruleset, Step, Table, measure, number, reading, table
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_colonial.words import Action, Card, Melee, Quality, Side


class UnitSize(Row):
    """How many men a unit has, and what share of them may have firearms (section 2)."""

    side: str
    least: int
    most: int
    firearms: Fraction


class ActivatingCard(Row):
    """What a card activates (sections 2 and 11)."""

    card: str
    side: Side
    units: int
    event: bool
    note: str


class Move(Row):
    """Moves and charges in inches, on good and on bad ground (sections 2, 3, 4, 6)."""

    troop: str
    move: int
    bad_dice: int | None
    bad_move: int | None
    charge: int | None
    bad_charge: int | None
    note: str


class WeaponRow(Row):
    """Range in inches, and what else tells a weapon from the others (sections 2 and 3).

    `half_range`: a 6 is needed beyond half of the range. `aimed`: a unit that stands still fires better.
    """

    weapon: str
    inches: int
    half_range: bool
    modifier: int
    firearm: bool
    aimed: bool
    note: str


class Class(Row):
    """What the class of a unit does to its dice in fire, melee and morale (sections 2 and 7)."""

    quality: str
    in_fire: int
    in_melee: int
    in_morale: int


class LeaderSave(Row):
    """The die on which a leader ignores a hit (section 2)."""

    leader: str
    ignores_on: int


class Shelter(Row):
    """The die on which a figure is safe under a shell (section 4)."""

    place: str
    safe_on: int


class GunRow(Row):
    """What a gun does with canister and with shell (section 4); the radius in inches."""

    gun: str
    canister_dice: int
    burst_radius: int


class SoloAction(Row):
    """What an activated Native unit does in the solo game (section 8)."""

    rolls: str
    up_to: int
    action: Action
    note: str


class Rating(Row):
    """The random class of a unit by the face of a die (section 9)."""

    nation: str
    one: Quality
    two: Quality
    three: Quality
    four: Quality
    five: Quality
    six: Quality

    @property
    def faces(self) -> tuple[Quality, ...]:
        """The classes on the faces of the die, from 1 to 6."""
        return self.one, self.two, self.three, self.four, self.five, self.six


class Event(Row):
    """What a player may choose when his Joker is drawn (section 11)."""

    event: str
    befalls: str
    effect: str


class FigureSize(Row):
    """How the distances of the rules are measured for figures of one size (section 1)."""

    figures: str
    factor: int
    unit: str


class Colonial(Ruleset):
    """Pz8 Colonial: one figure is one man, inches for 15 mm figures."""

    system = "pz8-colonial"

    # 2 Unit activation: movement, cohesion, charge
    extra_dice: int = number(1, "2", "D6 inches of a further move instead of firing", minimum=0)
    cohesion: Fraction = measure(2, "2", "inches from a figure of a unit to another", minimum=0)
    counter_move: Fraction = measure(
        Fraction(1, 2), "2", "share of its move that a charged unit may make", minimum=0
    )

    # 2 Fire
    hit_on: int = number(5, "2", "die that hits", minimum=-9, maximum=19)
    hit_on_over_half: int = number(6, "2", "die that hits over half range", minimum=-9, maximum=19)
    most_needed: int = number(6, "2", "needing more than this halves the dice", minimum=1, maximum=6)
    halved_by: int = number(2, "2", "what the dice are divided by then", minimum=1)
    aimed_fire: int = number(1, "2", "aimed fire")
    in_cover: int = number(-1, "2", "target in bad ground or cover")
    mounted_native: int = number(-1, "5", "mounted Natives with firearms")
    short_munitions: int = number(-1, "11", "Short on Munitions")

    takes_firearm: Fraction = measure(
        2, "2", "inches within which a Native takes up a fallen comrade's firearm", minimum=0
    )

    # 2 Melee
    shield_revolver_lance: int = number(1, "2", "shield, revolver or cavalry lance")
    cavalry: int = number(2, "2", "cavalry")
    crew_or_native_firearm: int = number(-1, "2", "gun crew, or Native with firearm")
    defending: int = number(1, "2", "defending a hill, building or fortification")
    wins_by: int = number(2, "2", "difference that eliminates the loser", minimum=1)
    recoil: Fraction = measure(2, "2", "inches that both figures recoil", minimum=0)

    # 3 Machine gun
    machine_gun_dice: int = number(12, "3", "dice of a burst", minimum=0, maximum=60)
    jams_on: int = number(1, "3", "unmodified face that jams", minimum=1, maximum=6)
    jamming_dice: int = number(2, "3", "dice with that face that jam the gun", minimum=1)
    machine_gun_crew: int = number(2, "3", "men with whom a machine gun fires", minimum=0)
    packing: int = number(1, "3, 4", "activations to pack, unpack, limber or unlimber", minimum=0)
    unjams_on: int = number(5, "3", "die that clears a jam", minimum=1, maximum=7)

    # 4 Artillery
    gun_crew: int = number(4, "4", "men in a full gun crew", minimum=0)
    least_gun_crew: int = number(2, "4", "men with whom a gun still fires", minimum=0)
    reloading: int = number(1, "4", "activations in which a full crew reloads", minimum=0)
    canister_range: Fraction = measure(12, "4", "inches of canister", minimum=0)
    canister_hit_on: int = number(5, "4", "die that hits with canister", minimum=-9, maximum=19)

    # 7 Morale
    holds_on: int = number(4, "7", "score that holds", minimum=-9, maximum=19)
    leader_present: int = number(1, "7", "officer, chief, NCO or religious leader present")
    half_strength: Fraction = measure(
        Fraction(1, 2), "7", "share of its figures at which a unit begins to test", minimum=0, maximum=1
    )

    # 10 Snipers
    sniper_range: Fraction = measure(24, "10", "inches of a sniper", minimum=0, agreement=True)
    sniper_hit_on: int = number(5, "10", "die that hits in the open", minimum=1, maximum=7)
    sniper_hit_on_cover: int = number(6, "10", "die that hits in cover", minimum=1, maximum=7)

    # 12 Native activation
    court_units: int = number(2, "12", "Native units that a black King, Queen or Jack activates", minimum=1)

    sequence: Table[Step] = table("sequence.csv", Step, "2", "steps of a turn")
    units: Table[UnitSize] = table("units.csv", UnitSize, "2", "men in a unit")
    cards: Table[ActivatingCard] = table("cards.csv", ActivatingCard, "2, 11", "what a card activates")
    movement: Table[Move] = table("movement.csv", Move, "2, 3, 4, 6", "moves and charges in inches")
    weapons: Table[WeaponRow] = table("weapons.csv", WeaponRow, "2", "ranges in inches, and modifiers")
    classes: Table[Class] = table("classes.csv", Class, "2, 7", "what the class of a unit does")
    saves: Table[LeaderSave] = table("saves.csv", LeaderSave, "2", "saving rolls of leaders")
    shelter: Table[Shelter] = table("shelter.csv", Shelter, "4", "saving rolls under a shell")
    guns: Table[GunRow] = table("guns.csv", GunRow, "4", "canister dice and burst radius of guns")
    solo: Table[SoloAction] = table("solo.csv", SoloAction, "8", "what Native units do in the solo game")
    ratings: Table[Rating] = table("ratings.csv", Rating, "9", "random class of a unit")
    events: Table[Event] = table("events.csv", Event, "11", "unexpected events")
    sizes: Table[FigureSize] = table("sizes.csv", FigureSize, "1", "distances for figures of other sizes")

    R3: str = reading(
        "2",
        "Are drawn cards put back?",
        a="drawn cards are not put back (default)",
        b="the pack is complete again for every draw",
    )
    R5: str = reading(
        "2",
        "What if 8 or more is needed?",
        a="a needed number above 6: the dice are halved once, rounded up, and hit on 6 (default)",
        b="halved again, rounding up each time, for every point above 7",
    )
    R7: str = reading(
        "2",
        "Who chooses the figures that are hit?",
        a="the owner of the target chooses the figures hit: ordinary figures first, then leaders, the better save "
        "first (default)",
        b="the shooter chooses: leaders first, the worse save first, then ordinary figures",
        c="every set of as many figures is equally likely",
    )
    R8: str = reading(
        "3",
        "Do the hits of a jamming burst count?",
        a="the hits of a jamming burst count (default)",
        b="they are lost: the outcome is '0 hits, jam'",
    )
    R9: str = reading(
        "4",
        "What modifies canister?",
        a="quality, cover and Short on Munitions modify canister, no half range (default)",
        b="nothing modifies canister: always 5-6",
        c="as a, and one more is needed beyond 6 inches",
    )
    R10: str = reading(
        "4",
        "Has a leader under a shell two saves?",
        a="a leader who fails the burst save still has his own save (default)",
        b="he has the burst save only",
    )
    R11: str = reading(
        "2",
        "Do leaders save in melee?",
        a="leaders have no save in melee (default)",
        b="a leader who would be eliminated saves as usual; both figures then recoil",
    )
    R12: str = reading(
        "3",
        "Does clearing a jam take the activation?",
        a="the attempt to clear a jam takes the activation (default)",
        b="after a successful attempt the gun may fire at once",
    )
    R14: str = reading(
        "7",
        "What is 50% by excess?",
        a="tests begin when the figures left are half of the starting strength, rounded up, or fewer (default)",
        b="half rounded down, or fewer",
    )
    R15: str = reading(
        "2",
        "What does cohesion ask for?",
        a="every figure must be within 2 inches of some other figure (default)",
        b="the whole unit must form one connected chain of such steps",
    )
    R16: str = reading(
        "3, 4",
        "How do guns move on bad ground?",
        a="guns on bad ground move 1D6 inches as foot (default)",
        b="they move 6 inches there too",
    )
    R20: str = reading(
        "8",
        "Does a solo unit charge after passing its test?",
        a="a solo unit at half strength within charge distance that passes its test charges (default)",
        b="it rolls on the table",
    )
    R25: str = reading(
        "11",
        "Does Short on Munitions touch guns?",
        a="Short on Munitions applies to machine guns and artillery (default)",
        b="only to small arms: the input short_munitions has no effect on machine gun and canister",
    )
    R28: str = reading(
        "10",
        "Has a leader hit by a sniper his save?",
        a="a leader hit by a sniper has his save (default)",
        b="he has none",
    )
    R29: str = reading(
        "2",
        "May gun crews charge?",
        a="gun crews may not charge (default)",
        b="a gun crew charges as foot: 9 inches, 6 on bad ground",
    )

    # what only whole turns ask
    T1: str = reading(
        "2",
        "May the same unit be activated again and again?",
        a="yes, by every card of its colour: nothing marks who was activated (default)",
        b="each unit once, until all of its side have been",
        played=True,
    )
    T2: str = reading(
        "11",
        "What is shuffled after a Joker?",
        a="the whole pack, with all cards that were drawn (default)",
        b="only the cards that are left",
        played=True,
    )
    T3: str = reading(
        "2",
        "Does the further die of a move need good ground?",
        a="no: it goes over any ground (default)",
        b="yes: bad ground is closed to it",
        played=True,
    )
    T4: str = reading(
        "2",
        "What of a charge that is partly on bad ground?",
        a="any bad ground on its way shortens it (default)",
        b="only bad ground where it ends does",
        played=True,
    )
    T5: str = reading(
        "7",
        "Does a unit that has passed its test act?",
        a="yes, as any other (default)",
        b="no: the test is its activation",
        played=True,
    )
    T6: str = reading(
        "2",
        "What becomes of a card whose side has nobody left to act?",
        a="it is wasted (default)",
        b="the next one is drawn in its place",
        played=True,
    )
    T7: str = reading(
        "7",
        "Where does a unit in rout run?",
        a="straight to the edge of its own side (default)",
        b="straight away from the nearest enemy",
        played=True,
    )
    T8: str = reading(
        "12",
        "May a card for two units activate one of them twice?",
        a="no, two different units (default)",
        b="yes",
        played=True,
    )
    T9: str = reading(
        "10",
        "Where do snipers lie?",
        a="in any cover, from where they see their target: nobody is told which one (default)",
        b="anywhere: all that stands on the table is in their sight",
        played=True,
    )
    T10: str = reading(
        "2",
        "Do figures roll that are more than the enemies in contact?",
        a="no: they match one another, and those left over do not roll (default)",
        b="yes, each against one enemy, who rolls once against all of them",
        played=True,
    )

    def check(self) -> None:
        tops = [row.up_to for row in self.solo.values()]
        if tops != sorted(set(tops)):
            raise BadInput(f"the rows of the solo table must rise (section 8); got {tops}")
        for row in self.movement.values():
            if row.bad_dice is None and row.bad_move is None:
                raise BadInput(f"movement/{row.troop} needs bad_dice or bad_move (section 2); got neither")

    @cached_property
    def melee(self) -> Bands[Melee]:
        """What the total of a minus the total of b does (section 2)."""
        return Bands.starting(
            Melee.A_ELIMINATED,
            [(1 - self.wins_by, Melee.BOTH_RECOIL), (self.wins_by, Melee.B_ELIMINATED)],
            signed=True,
        )

    @cached_property
    def solo_table(self) -> Bands[Action]:
        """What the die of a Native unit with a target in range means in the solo game (section 8)."""
        return _solo_bands(self.solo.rows)

    @cached_property
    def solo_table_out_of_range(self) -> Bands[Action]:
        """The same without a target in range: aimed fire becomes the next row (section 8)."""
        rows = self.solo.rows
        return _solo_bands([row for row in rows[:-1] if row.action is not Action.AIMED_FIRE] + [rows[-1]])

    def half_mark(self, figures: int) -> int:
        """The figures left at which a unit begins to test (section 7; R14)."""
        share = self.half_strength * figures
        return share.__floor__() if self.R14 == "b" else share.__ceil__()

    def halved(self, dice: int) -> int:
        """Half of the dice, rounded up (section 2)."""
        return -(-dice // self.halved_by)

    def activated(self, card: Card, native_activation: bool) -> int:
        """How many units a card activates (sections 2 and 12)."""
        if card is Card.BLACK_COURT and native_activation:
            return self.court_units
        return self.cards[card].units


def _solo_bands(rows: Sequence[SoloAction]) -> Bands[Action]:
    return Bands(*((row.up_to, row.action) for row in rows[:-1]), (None, rows[-1].action))
