"""Questions of the books that players decide, each written once as a rule that calls the book's own."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from pz8edu.core import Help, Roll, Situation, Umpire, Whole
from pz8edu.decisions.problem import Problem
from pz8edu.errors import unknown
from pz8edu.systems.pz8_1950.situations import Shot as MissileShot
from pz8edu.systems.pz8_colonial.machine_gun import Burst, machine_gun, unjam
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.situations import JammedGun, MachineGun
from pz8edu.systems.pz8_colonial.words import Jam
from pz8edu.systems.pz8_space.fire import Both, exchange_of_fire
from pz8edu.systems.pz8_space.ruleset import Space
from pz8edu.systems.pz8_space.situations import Exchange
from pz8edu.systems.pz8_space.words import Condition as Ship
from pz8edu.systems.pz8_ww1.artillery import last_rounds
from pz8edu.systems.pz8_ww1.assault import assault
from pz8edu.systems.pz8_ww1.ruleset import Ww1
from pz8edu.systems.pz8_ww1.situations import MOST_POINTS, Assault, Nothing
from pz8edu.systems.pz8_ww1.words import AssaultView, Ground
from pz8edu.systems.pz8_ww2.fire import direct_fire
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.words import Condition, Facing


# --- pz8-1950: the only missile
class OnlyMissile(Situation):
    """A team with one missile, and a tank that comes nearer: far, near, then with its flank to it."""

    attack: Annotated[int, Whole(0, 6), Help("Attack Factor of the missile")] = 5
    defence: Annotated[int, Whole(0, 7), Help("Defence Factor of the tank")] = 4
    seen: Annotated[int, Whole(0, 6), Help("the tank sees the team on a die of so much or less")] = 2
    gun: Annotated[int, Whole(0, 6), Help("Attack Factor of the tank against the team")] = 3


def only_missile(umpire: Umpire, situation: OnlyMissile, rules: Ww2) -> str:
    """Fire the only missile now, or wait for a better shot? (pz8-1950, sections 5 and 6)."""
    places = ("far", True, Facing.FRONT), ("near", False, Facing.FRONT), ("flank", False, Facing.SIDE)
    for tank, far, facing in places:
        if umpire.choose("the only missile", ("fire", "keep it"), seen=f"the tank: {tank}") == "fire":
            shot = MissileShot(
                attack=situation.attack,
                defence=situation.defence,
                armoured=True,
                guided=True,
                over_half_range=far,
                facing=facing,
            )
            return str(umpire.resolve("missile", direct_fire, shot, rules))
        if facing is Facing.FRONT and umpire.d6("the team is seen") <= situation.seen:
            answer = MissileShot(attack=situation.gun, defence=0, over_half_range=far)
            if umpire.resolve("the tank fires", direct_fire, answer, rules) in LOST:
                return "team lost"
    return "never fired"


LOST = (Condition.SUPPRESSED, Condition.DESTROYED)
"""A team in such a condition fires no missile."""


# --- pz8-ww1: how many points now
class TwoSquares(Situation):
    """Two squares that are assaulted one after the other, with one stock of Artillery Points."""

    stock: Annotated[int, Whole(0, 6), Help("Artillery Points that are left")] = 4
    infantry: Annotated[int, Whole(1, 3), Help("Average infantry units of each assault")] = 3
    first_trench: Annotated[int, Whole(0, 2), Help("trenches of the first square")] = 1
    second_trench: Annotated[int, Whole(0, 2), Help("trenches of the second square")] = 1
    defenders: Annotated[int, Whole(1, 3), Help("Average infantry units in each of the squares")] = 2


def two_squares(umpire: Umpire, situation: TwoSquares, rules: Ww1) -> int:
    """How many points for the first assault, how many for the second? (pz8-ww1, sections 5-assault and 7)."""
    left, taken = situation.stock, 0
    for name, trench in (("first", situation.first_trench), ("second", situation.second_trench)):
        points = umpire.choose(f"points, {name} square", range(min(left, MOST_POINTS) + 1))
        left -= points
        fight = Assault(
            attacker_average=situation.infantry,
            attacker_ap=points,
            defender_average=situation.defenders,
            trench=trench,
            view=AssaultView.SQUARE,
        )
        taken += umpire.resolve(f"{name} assault", assault, fight, rules) is Ground.TAKEN
        if name == "first" and not left:
            left = umpire.settle("last rounds", last_rounds(umpire, Nothing(), rules))
    return taken


# --- pz8-colonial: fire now, or save the gun
class GunAtCharge(Situation):
    """A machine gun that Natives on foot come at, card by card."""

    distance: Annotated[int, Whole(1, 24), Help("inches between them")] = 18
    cards: Annotated[int, Whole(1, 5), Help("cards until it is decided elsewhere, red or black alike")] = 3


def gun_at_charge(umpire: Umpire, situation: GunAtCharge, rules: Colonial) -> int | Roll[int]:
    """Fire a burst now, or save the gun for a nearer target? (pz8-colonial, sections 2 and 3; R3=b)."""
    distance, jammed = situation.distance, False
    hits: list[Roll[int]] = []
    for _ in range(situation.cards):
        if not umpire.chance("a red card?", Fraction(1, 2)):
            distance -= rules.movement["foot"].move
            if distance <= 0:
                break
        elif jammed:
            jammed = umpire.resolve("unjam", unjam, JammedGun(), rules) is Jam.STILL_JAMMED
        elif umpire.choose("the gun", ("burst", "save it"), seen=(distance,)) == "burst":
            burst = machine_gun(umpire, MachineGun(distance=Fraction(distance)), rules)
            hits.append(burst.read("hits", hits_of))
            jammed = umpire.look_up("jam", burst, jam_of)
    return sum(hits[1:], hits[0]) if hits else 0


def hits_of(burst: Burst) -> int:
    """The hits of a burst."""
    return burst.hits


def jam_of(burst: Burst) -> bool:
    """Has it jammed the gun?"""
    return burst.jammed


# --- pz8-space: fire, or jump away
class StandOff(Situation):
    """Two ships that face each other turn after turn."""

    distance: Annotated[int, Whole(1, 9), Help("hexes between them")] = 3
    turns: Annotated[int, Whole(1, 3), Help("turns that are played")] = 2
    damaged: Annotated[bool, Help("your ship is Damaged")] = False
    enemy_damaged: Annotated[bool, Help("the enemy ship is Damaged")] = False


def stand_off(umpire: Umpire, situation: StandOff, rules: Space) -> str:
    """Fire, or jump away? (pz8-space, sections 2, 4 and 6)."""
    damaged = {True: Ship.DAMAGED, False: Ship.OK}
    ships = Both(damaged[situation.damaged], damaged[situation.enemy_damaged])
    for _ in range(situation.turns):
        first = umpire.chance("you have the initiative", Fraction(1, 2))
        for yours in (first, not first):
            known = str(ships), "first" if first else "second"
            if yours and umpire.choose("your ship", ("fire", "jump away"), seen=known) == "jump away":
                return "away"
            seen = ships if yours else ships.changed_over
            shot = Exchange(
                distance=situation.distance,
                attacker_damaged=seen.attacker is Ship.DAMAGED,
                target_damaged=seen.target is Ship.DAMAGED,
            )
            after = umpire.resolve("fire" if yours else "enemy fire", exchange_of_fire, shot, rules)
            ships = after if yours else after.changed_over
            if ships.over:
                return "won" if ships.target is Ship.DESTROYED else "lost"
    return "both there"


STAND_OFF = {"won": Fraction(1), "both there": Fraction(1, 2), "away": Fraction(1, 3), "lost": Fraction(0)}


def worth_of_stand_off(end: str) -> Fraction:
    """A win is worth 1, a draw 1/2, the field given up 1/3."""
    return STAND_OFF[end]


PROBLEMS = {
    each.id: each
    for each in (
        Problem(
            "only-missile",
            "pz8-1950",
            "The only missile",
            "5",
            "A tank comes nearer. Fire the only missile now, or keep it for a better shot?",
            OnlyMissile,
            only_missile,
            lambda end: int(end == str(Condition.DESTROYED)),
            "the chance that the missile destroys the tank",
            "The tank comes on in three steps whatever happens, and whether it sees the team is one die.",
        ),
        Problem(
            "two-squares",
            "pz8-ww1",
            "How many points now?",
            "5-assault",
            "Two squares are assaulted one after the other. How many Artillery Points go into the first?",
            TwoSquares,
            two_squares,
            None,
            "the squares that are taken, on average",
            "The defender spends no points, and what the assaults lose does not count.",
        ),
        Problem(
            "gun-at-charge",
            "pz8-colonial",
            "Burst now, or save the gun?",
            "3",
            "Natives come nearer. Fire now from far, and risk a jam, or save the gun for a nearer target?",
            GunAtCharge,
            gun_at_charge,
            None,
            "the hits, on average",
            "Cards are red or black alike (R3=b), the Natives only come on, and nobody else fires.",
        ),
        Problem(
            "when-to-withdraw",
            "pz8-space",
            "Fire, or jump away?",
            "6",
            "Two ships face each other. When is it time to jump away?",
            StandOff,
            stand_off,
            worth_of_stand_off,
            "a win counts 1, both still there 1/2, away 1/3",
            "The enemy always fires, nobody moves otherwise, and the jump leads where no ship is near.",
        ),
    )
}
"""The decisions of the books by their names."""


def problem(name: str) -> Problem:
    """A decision of a book by its name: "only-missile"."""
    if name not in PROBLEMS:
        raise unknown("decision", name, PROBLEMS)
    return PROBLEMS[name]
