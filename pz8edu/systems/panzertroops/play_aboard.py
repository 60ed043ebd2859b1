"""Who rides, tows, bails out or takes over a weapon in a played turn of Panzertroops (PT-5, PT-15, PT-17, PT-20)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.bearings import point_at
from pz8edu.board.contact import first_contact, in_contact
from pz8edu.board.field_tabletop import into_contact
from pz8edu.board.march import measure_move
from pz8edu.board.position import Place
from pz8edu.board.scene import Base
from pz8edu.board.tabletop import Asked
from pz8edu.systems.panzertroops.boards import Load, transport
from pz8edu.systems.panzertroops.miniatures import Miniature
from pz8edu.systems.panzertroops.ruleset import Panzertroops
from pz8edu.systems.panzertroops.tabletop import PanzertroopsTable
from pz8edu.systems.panzertroops.words import Aboard, Chassis, Mover, Target
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, Moment, Task
from pz8edu.turns.places import HEADINGS, holds, rounded_place, why_no_room
from pz8edu.turns.play import Play

Now = Moment[Miniature]
LOADS, MOVES = "load", "move"
"""What a carrier does with a half of its move."""
TWO_HALVES = 2
BEST = 6
"""The highest face of the die of those who bail out."""
ON_FOOT: Mapping[str, Any] = {"weapon": "pistol", "fires": "pistol", "moves": Mover.RUN, "mount": "hand"}
"""What is left of who has lost his weapon."""
GUNNER = "gunner of {}"
"""How the crewman at the gun on the roof of a vehicle is called."""
NOWHERE = (-100, -100)
"""Where nobody touches whoever stands on the table."""


class Riding(Play[Miniature, Panzertroops]):
    """Halves of a move: a carrier loads, unloads or moves in each; men climb up at the end of half of theirs."""

    table: PanzertroopsTable

    def riders(self, moment: Now, carrier: str) -> list[str]:
        """The living who are aboard a vehicle, or towed by it."""
        return [name for name, unit in moment.units.items() if unit.aboard == carrier and not unit.destroyed]

    def halves(self, moment: Now, carrier: str) -> tuple[str, ...]:
        """What a carrier has done with the halves of its move."""
        done: tuple[str, ...] = moment.noted.get(f"halves {carrier}", ())
        return done

    def why_no_load(self, moment: Now, carrier: str) -> str:
        """Why a carrier has no half of its move for loading; men who climb at the same time share one."""
        done = self.halves(moment, carrier)
        if len(done) < TWO_HALVES or done[-1] == LOADS:
            return ""
        return f"{carrier} has used its move; to load or unload takes half of it (PT-5)."

    def loads(self, moment: Now, carrier: str) -> Now:
        """A carrier whose half of a move goes into loading."""
        done = self.halves(moment, carrier)
        if done[-1:] == (LOADS,):
            return moment
        moment = moment.note(**{f"halves {carrier}": (*done, LOADS)})
        return moment if moment.units[carrier].destroyed else moment.unit(carrier, half=True)

    def drives(self, moment: Now, name: str, place: Place) -> Now:
        """A vehicle sets out: with half of its move, or with all of it."""
        way = self.table.way_to(name, place, moment.picked(), self.rules)
        done = self.halves(moment, name)
        whole = way is not None and not done and 2 * way.spent > way.allowance
        return moment.note(**{f"halves {name}": (*done, *(MOVES,) * (1 + whole))})

    # --- climbing up and hooking up (PT-5)
    def mounts(self, moment: Now, name: str, note: str) -> Iterator[Choice]:
        """A man climbs on a vehicle, or a gun is hooked to it, at the end of half a move."""
        side = moment.units[name].side
        for carrier, unit in self.living(moment, side).items():
            if carrier != name and unit.kind is not Target.MAN:
                spot, why_not = self.beside(moment, name, carrier)
                why_not = why_not or self.why_no_load(moment, carrier) or self.why_no_seat(moment, name, unit)
                yield Choice("mount", name, carrier, (spot,), note, section="PT-5", why_not=why_not)

    def beside(self, moment: Now, name: str, carrier: str) -> tuple[Place, str]:
        """Where a man on his straight way to a vehicle touches it, and why half a move does not take him there."""
        state = moment.picked()
        field, here = self.table.battlefield(state), moment.places[name]
        base, there = field.unit(name), field.unit(carrier)
        if in_contact(base, there):
            return here, ""
        inches, going = self.table.allowance(name, state, self.rules)
        share = first_contact(base, there.at, there)
        x, y = into_contact(base.at, there.at, 1.0 if share is None else share)
        spot = rounded_place(here._replace(x=x, y=y))
        half = inches if moment.units[name].half else inches / 2
        if measure_move(field, name, [spot[:2]], half, going).is_legal:
            return spot, ""
        return spot, f"{carrier} is more than half a move of {name} away: {float(half):g}″ (PT-5)."

    def why_no_seat(self, moment: Now, name: str, vehicle: Miniature) -> str:
        """Why a vehicle does not take one more; empty if it does (PT-5)."""
        kind = vehicle.carries
        loaded = [moment.units[each] for each in (*self.riders(moment, vehicle.name), name)]
        guns = [each for each in loaded if each.posture.startswith("gun")]
        heavy = sum(each.posture.startswith("heavy-weapon") for each in loaded)
        men = sum(each.crew(self.rules) - each.crew_lost for each in loaded)
        if kind is None:
            fits = vehicle.vehicle and not guns and not heavy and men <= self.rules.riders_outside
            most = f"{self.rules.riders_outside} men outside" if vehicle.vehicle else "nobody"
        else:
            load = Load(vehicle=kind, men=men, heavy_weapons=heavy, towed_gun=bool(guns))
            row = self.rules.carriers[kind]
            fits, most = len(guns) < TWO_HALVES and transport(load, self.rules), f"{row.men} men"
        return "" if fits else f"{vehicle.name} has no room for {name}: it takes {most} (PT-5)."

    def on_board(self, moment: Now, name: str, carrier: str) -> Iterator[Choice]:
        """There he is: up he climbs."""
        yield Choice("board", name, carrier, section="PT-5")

    def after_board(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """He rides; a towed gun is limbered."""
        moment = self.loads(moment.settled, choice.target)
        moment = moment.unit(choice.unit, aboard=choice.target, looks_out=False)
        return self.carried(moment, choice.target)

    def carried(self, moment: Now, carrier: str) -> Now:
        """Who rides is where the vehicle is, and as easy to hit as it moves (PT-5, PT-24; T3)."""
        vehicle = moment.units[carrier]
        runs = vehicle.has_moved and self.rules.T3 == "a"
        for name in self.riders(moment, carrier):
            unit = moment.units[name]
            doing = unit.posture.partition("-")[0] if unit.posture.startswith(("gun", "heavy")) else ""
            posture = {"": "infantry-run" if runs else "infantry-stationary", "gun": "gun-moving"}
            moment = moment.moved(name, moment.places[carrier]).unit(
                name, posture=posture.get(doing, "heavy-weapon-moving")
            )
        return moment

    # --- climbing down, and out of a wreck (PT-5, PT-20)
    def unloads(self, moment: Now, name: str) -> Iterator[Choice]:
        """Who rides gets off beside the vehicle, in half a move; a head goes up or down (PT-15)."""
        carrier = moment.units[name].aboard
        why_not = self.why_no_load(moment, carrier)
        if self.still_burns(moment, carrier):
            why_not = f"{name} runs out of the wreck in its next movement (PT-20)."
        for why, place in self.spots_beside(moment, name):
            yield Choice("unload", name, carrier, (place,), section="PT-5", why=why, why_not=why_not)
        yield from self.heads(moment, name)

    def heads(self, moment: Now, name: str) -> Iterator[Choice]:
        """A man in a half-track, or a roof gunner, looks out to fire or takes cover, once a step (PT-15).

        He may in the own movement and in defensive fire.
        """
        unit = moment.units[name]
        carrier = moment.units.get(unit.aboard)
        in_armour = carrier and not carrier.destroyed and carrier.carries is not None and carrier.vehicle
        gunner = self.table.roof_gun(unit, self.rules) and not unit.gunner_lost
        rests = moment.noted.get(f"head {name}") != (moment.turn, moment.step)
        if (in_armour or gunner) and rests:
            note = "down" if unit.looks_out else "up"
            yield Choice("head", name, note=note, section="PT-15")

    def after_head(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """It stays so until he has a chance again."""
        return moment.unit(choice.unit, looks_out=choice.note == "up").note(
            **{f"head {choice.unit}": (moment.turn, moment.step)}
        )

    def spots_beside(self, moment: Now, name: str) -> Iterator[tuple[str, Place]]:
        """Places around a vehicle, or a wreck, where somebody gets off."""
        carrier = moment.units[name].aboard
        there, mover = self.base_of(moment, carrier), self.base_of(moment, name)
        for number in range(HEADINGS):
            bearing = 360 / HEADINGS * number
            far = point_at(there.at, bearing, there.size + there.length)
            share = first_contact(replace(mover, at=far), there.at, there)
            if share is not None:
                x, y = into_contact(far, there.at, share)
                place = rounded_place(moment.places[name]._replace(x=x, y=y))
                if not self.why_not_there(moment, name, place):
                    yield f"beside {carrier}", place

    def why_not_there(self, moment: Now, name: str, place: Place) -> str:
        """Why somebody does not get off at a place; empty if he does."""
        carrier = moment.units[name].aboard
        mover, field = self.base_of(moment, name), self.table.battlefield(moment.picked())
        moved = replace(mover, at=place[:2], facing=place.facing)
        if not holds(field, place[:2]) or not in_contact(moved, self.base_of(moment, carrier)):
            return f"{name} gets off beside {carrier}, touching it (PT-5)."
        others = replace(field, units=tuple(each for each in field.units if each.name != carrier))
        return without_contact(others, mover, place)

    def base_of(self, moment: Now, name: str) -> Base:
        """The base of whatever stands, rides or burns."""
        return self.table.base(moment.units[name], moment.places[name])

    def after_unload(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """He stands beside the vehicle; with half of his move, unless the vehicle has moved first.

        Of a gun or mortar it is remembered that a vehicle has moved it: its smoke runs out (PT-26).
        """
        name, carrier = choice.unit, choice.target
        rode = MOVES in self.halves(moment, carrier)
        moment = self.loads(moment, carrier).moved(name, choice.way[-1])
        unit = moment.units[name]
        kind = unit.posture.rpartition("-")[0]
        posture = "infantry-run" if kind == "infantry" else f"{kind}-moving"
        moment = moment.unit(name, aboard="", looks_out=False, posture=posture, half=True)
        moment = moment.note(**{f"towed {name}": True}) if unit.emplaced else moment
        return moment.has_acted(name) if rode else moment

    def with_gunner(self, moment: Now, name: str) -> Now:
        """The moment with the roof gunner of a vehicle as a target of his own, as who rides is one (PT-15; T3)."""
        vehicle, gunner = moment.units[name], GUNNER.format(name)
        doing = "run" if vehicle.has_moved and self.rules.T3 == "a" else "stationary"
        man = Miniature(
            name=gunner, x=vehicle.x, y=vehicle.y, side=vehicle.side, what="roof gunner", symbol="figure"
        )
        man = replace(man, posture=f"infantry-{doing}", aboard=name, looks_out=True)
        places, units = {**moment.places, gunner: moment.places[name]}, {**moment.units, gunner: man}
        return moment.at(replace(moment.position, places=places, units=units))

    # --- a destroyed vehicle (PT-5, PT-20)
    def wrecked(self, moment: Now, name: str) -> Now:
        """All aboard are lost; of armour a die says how many get out, one for the crew and one for the riders."""
        vehicle, aboard = moment.units[name], self.riders(moment, name)
        for rider in aboard:
            unit = moment.units[rider]
            moment = moment.unit(rider, destroyed=True, crew_lost=unit.crew(self.rules))
        if not vehicle.vehicle:
            return moment
        bails = [Task(CHANCE, "bail", (str(self.crew_of(vehicle)), BEST, name))]
        men = sum(moment.units[rider].crew(self.rules) for rider in aboard)
        if men:
            as_crew = vehicle.chassis is Chassis.HALFTRACK and self.rules.R14 == "b"
            kind = Aboard.HALFTRACK_CREW if as_crew else Aboard.RIDERS
            bails.append(Task(CHANCE, "bail", (str(kind), men, name, *aboard)))
        return moment.first(*bails)

    def crew_of(self, vehicle: Miniature) -> Aboard:
        """What its crew is when the vehicle burns (PT-20)."""
        return Aboard.HALFTRACK_CREW if vehicle.chassis is Chassis.HALFTRACK else Aboard.CREW

    def on_bail(self, moment: Now, who: str, men: int, name: str, *riders: str) -> Iterator[Choice]:
        """How many get out of a wreck (PT-20)."""
        asked = Asked("bailout", {"who": who, "aboard": men})
        yield Choice("bail", name, note=who, asked=asked, section="PT-20")

    def after_bail(self, moment: Now, choice: Choice, outcome: int) -> Now:
        """Of the crew so many men with pistols; of the riders their owner says who."""
        riders = tuple(map(str, moment.tasks[-1].about[3:]))
        moment, side = moment.settled, moment.units[choice.unit].side
        if riders:
            return moment.first(Task(side, "out", (outcome, choice.unit, *riders))) if outcome else moment
        return self.jump_out(moment, choice.unit, outcome)

    def jump_out(self, moment: Now, name: str, men: int) -> Now:
        """Crewmen with pistols, still in the wreck: they run out in their next movement (PT-20)."""
        vehicle, place = moment.units[name], moment.places[name]
        names = tuple(f"{name} crew {number + 1}" for number in range(men))
        places, units = dict(moment.places), dict(moment.units)
        for each in names:
            places[each] = place._replace(facing=None)
            man = Miniature(
                name=each, x=vehicle.x, y=vehicle.y, side=vehicle.side, what="crewman", symbol="figure"
            )
            units[each] = replace(man, figure=vehicle.figure, aboard=name, **dict[str, Any](ON_FOOT))
        position = replace(moment.position, places=places, units=units)
        return moment.at(position).note(**{f"group of {each}": names for each in names})

    def on_out(self, moment: Now, left: int, name: str, *riders: str) -> Iterator[Choice]:
        """Which of the riders are the survivors: man by man (PT-20)."""
        for rider in riders:
            if moment.units[rider].crew_lost:
                yield Choice("out", rider, section="PT-20")

    def after_out(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """A man more has survived; heavy weapons and guns are lost (PT-20)."""
        left, name, *riders = moment.tasks[-1].about
        unit, side = moment.units[choice.unit], self.now(moment).side
        lost = unit.emplaced
        changed = {**ON_FOOT, "posture": "infantry-run", "crew_lost": 0} if lost else {}
        moment = moment.settled.unit(
            choice.unit, **{"destroyed": False, "crew_lost": unit.crew_lost - 1, **changed}
        )
        more = left - 1 and any(moment.units[each].crew_lost for each in riders)
        return moment.first(Task(side, "out", (left - 1, name, *riders))) if more else moment

    def abandoned(self, moment: Now, name: str) -> Now:
        """The crew of a vehicle that cannot move jumps off when it is broken, and so do its riders (PT-24)."""
        losses = {
            Aboard.CREW: self.rules.crew_losses,
            Aboard.HALFTRACK_CREW: self.rules.halftrack_crew_losses,
        }
        men = BEST + losses[self.crew_of(moment.units[name])]
        moment = self.jump_out(moment.unit(name, destroyed=True), name, men)
        return self.all_off(moment, moment.units[name].side)

    def all_off(self, moment: Now, side: str) -> Now:
        """Who is still in a wreck that did not begin to burn in this step stands beside it, where there is room."""
        for name, unit in self.inside_wrecks(moment).items():
            if unit.side != side or self.still_burns(moment, unit.aboard):
                continue
            spot = next((place for _, place in self.spots_beside(moment, name)), moment.places[unit.aboard])
            kind = unit.posture.rpartition("-")[0]
            posture = "infantry-run" if kind == "infantry" else f"{kind}-moving"
            moment = moment.moved(name, spot).unit(name, aboard="", posture=posture)
        return moment

    def still_burns(self, moment: Now, wreck: str) -> bool:
        """Has a vehicle been destroyed in this very step?"""
        return moment.noted.get(f"burns {wreck}") == (moment.turn, moment.step)

    def inside_wrecks(self, moment: Now) -> dict[str, Miniature]:
        """The living who are aboard what has been destroyed."""
        return {
            name: unit
            for name, unit in moment.units.items()
            if unit.aboard and not unit.destroyed and moment.units[unit.aboard].destroyed
        }

    # --- taking over a weapon (PT-17)
    def takes_over(self, moment: Now, name: str) -> Iterator[Choice]:
        """An infantryman who touches a weapon takes it, or a dead crewman's place, and leaves his own weapon.

        Nobody else can be an observer, but what is left of two teams makes one (PT-23).
        """
        unit, base = moment.units[name], self.base_of(moment, name)
        if not unit.posture.startswith("infantry") or (unit.observer and not unit.crew_lost):
            return
        for other, weapon in moment.units.items():
            fell = other in moment.noted.get("fell", ())
            lacks = fell or (weapon.crew_lost and not weapon.destroyed and not weapon.aboard)
            ours = weapon.side == unit.side and weapon.observer is unit.observer
            if other != name and ours and weapon.kind is Target.MAN and lacks:
                touches = in_contact(base, self.base_of(moment, other))
                why_not = "" if touches else f"{name} does not touch {other} (PT-17)."
                yield Choice("man", name, other, section="PT-17", why_not=why_not)

    def after_man(self, moment: Now, choice: Choice, outcome: object) -> Now:
        """The figure goes, and the dead one is back: a crewman, or with the weapon that he had (PT-17)."""
        name, other = choice.unit, choice.target
        weapon = moment.units[other]
        if not weapon.destroyed:
            moment = self.regrouped(moment, {name: ""}).unit(other, crew_lost=weapon.crew_lost - 1)
            return moment.unit(name, aboard=other).has_acted(name)
        unit, on_foot = moment.units[name], weapon.posture.startswith("infantry")
        back = {
            "destroyed": False,
            "crew_lost": weapon.crew(self.rules) - 1,
            "figure": unit.figure,
            "morale": unit.morale,
            "pinned": unit.pinned,
            "posture": unit.posture if on_foot else f"{weapon.posture.rpartition('-')[0]}-stationary",
        }
        fell = tuple(each for each in moment.noted["fell"] if each != other)
        moment = self.regrouped(moment, {name: other, other: name}).note(fell=fell or None)
        return moment.unit(other, **back).unit(name, destroyed=True).has_acted(name, other)

    def regrouped(self, moment: Now, now: Mapping[str, str]) -> Now:
        """The combat groups with others in the place of some; with nobody where the other has no name."""
        groups = {
            f"group of {now.get(name) or name}": tuple(
                now.get(each, each) for each in moment.noted[f"group of {name}"] if now.get(each, each)
            )
            for name in moment.units
            if f"group of {name}" in moment.noted
        }
        return moment.note(**groups)


def without_contact(field: Battlefield, mover: Base, place: Place) -> str:
    """Why there is no room for a base that comes from nowhere."""
    return why_no_room(field, replace(mover, at=NOWHERE), place, may_touch=False)
