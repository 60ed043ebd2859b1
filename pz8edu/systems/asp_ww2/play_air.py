"""Aircraft in a played turn of asp games World War 2: fighters, bombers, attack stands (AS-1, AS-15, AS-19)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import dist
from typing import Any

from pz8edu.board.bearings import bearing_to
from pz8edu.board.position import Place
from pz8edu.board.tabletop import Asked
from pz8edu.core.rulebook.system import Calculator
from pz8edu.systems.asp_ww2.aircraft import (
    DRIVEN_OFF,
    HIGHER,
    LOST,
    LOWER,
    AirAttackInPlay,
    Sortie,
    air_attack_in_play,
    race,
)
from pz8edu.systems.asp_ww2.command import GRANTED
from pz8edu.systems.asp_ww2.fire import DETECTED
from pz8edu.systems.asp_ww2.play_field import Now
from pz8edu.systems.asp_ww2.play_groups import MOST_MARKERS, Groups
from pz8edu.systems.asp_ww2.situations import Detecting, Initiative
from pz8edu.systems.asp_ww2.stands import Stand, row_of
from pz8edu.systems.asp_ww2.words import Result, Shooter
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, Task
from pz8edu.turns.places import rounded_place

IN_PLAY = Calculator(
    "air-attack-in-play",
    "An air attack, with the markers of both",
    "AS-19",
    AirAttackInPlay,
    air_attack_in_play,
    ranked=False,
    readings=("R1", "R16"),
)
RACE = Calculator(
    "fighter-initiative",
    "A fighter's initiative",
    "AS-15",
    Initiative,
    race,
    (LOWER, HIGHER),
    readings=("R15",),
)
CALLED = "called"


class Flying(Groups):
    """What aircraft do in the steps before the tactical moves, and who shoots at them."""

    def do_fighters(self, moment: Now, name: str) -> Iterator[Choice]:
        """A fighter stand attacks an enemy fighter stand (sequence, step 3)."""
        if moment.units[name].shooter is Shooter.FIGHTER:
            for target, asked in self.targets(moment, name):
                why_not = self.gone(moment, name) or self.too_dear(moment, name, self.rules.fighter_cost)
                why_not = why_not or asked.why_not or self.no_fighter(moment.units[target])
                yield Choice("fly", name, target, asked=asked, section="AS-19", why_not=why_not)

    def do_bombers(self, moment: Now, name: str) -> Iterator[Choice]:
        """A bomber or attack stand looks for its target, on its way through the shots of the enemy."""
        shooter = moment.units[name].shooter
        if shooter not in (Shooter.BOMBER, Shooter.ATTACK):
            return
        stand = moment.units[name]
        if self.table.is_wholly_off(stand) and f"{name} {CALLED}" not in moment.acted:
            yield self.call(stand)
            return
        cost = self.rules.bomber_cost if shooter is Shooter.BOMBER else self.rules.attack_cost
        for target in self.living(moment, self.other(stand.side)):
            state = self.over_the_table(moment, name, target).picked(name, target)
            asked = self.table.asked(state, self.rules)
            assert asked is not None
            seen = Asked("detection", Detecting.plain(self.table.looking(state, name, target, acts=True)))
            look = None if moment.units[target].off_table else seen
            why_not = self.gone(moment, name) or self.too_dear(moment, name, cost) or asked.why_not
            yield Choice("look", name, target, asked=look, section="AS-19", why_not=why_not)

    def call(self, stand: Stand) -> Choice:
        """A battle group of aircraft or batteries only calls for a target near the BGHQ of another one (AS-1)."""
        asked = Asked("call-of-fire", {"late_british": stand.late_british})
        return Choice("call", stand.name, asked=asked, section="AS-1")

    def after_call(self, moment: Now, choice: Choice, outcome: str) -> Now:
        """It is granted, or this shot or attack is not made (AS-1)."""
        name, granted = choice.unit, outcome == GRANTED
        if not moment.tasks:
            return moment.has_acted(f"{name} {CALLED}" if granted else name)
        shoot = Task(moment.units[name].side, "shoot", (name, CALLED))
        return moment.settled.first(shoot) if granted else moment.settled

    def over_the_table(self, moment: Now, name: str, target: str) -> Now:
        """An aircraft stand that is put short of its target, faced to it: on its way, in range (sequence, step 4)."""
        here, there, row = moment.places[name], moment.places[target], row_of(moment.units[name], self.rules)
        assert row is not None
        assert row.range is not None
        away = dist(here[:2], there[:2])
        share = max(0.0, 1 - float(self.table.inches(row.range)) / away) if away else 0.0
        x, y = (at + share * (to - at) for at, to in zip(here[:2], there[:2], strict=True))
        facing = float(round(bearing_to((x, y), there[:2])) % 360) if away else here.facing
        return moment.moved(name, rounded_place(Place(x, y, facing)))

    def no_fighter(self, stand: Stand) -> str:
        """Why a fighter does not attack a stand in its own turn; empty if it does."""
        if stand.shooter is Shooter.FIGHTER:
            return f"{stand.name} is repulsed and has left the table (AS-17)." if stand.away else ""
        return f"Fighters attack enemy fighters, and shoot at other aircraft on their way in: not at {stand.name} (AS-19)."

    def gone(self, moment: Now, name: str) -> str:
        """Why an aircraft stand does not attack; empty if it does (AS-17, AS-20)."""
        if why_not := self.why_failed(moment, name):
            return why_not
        return f"{name} is repulsed and has left the table (AS-17)." if moment.units[name].away else ""

    def targets(self, moment: Now, name: str) -> Iterator[tuple[str, Asked]]:
        """Every enemy with the question that the table asks of a shot at it."""
        for target in self.living(moment, self.other(moment.units[name].side)):
            asked = self.table.asked(moment.picked(name, target), self.rules)
            if asked is not None:
                yield target, asked

    def after_fly(self, moment: Now, choice: Choice, outcome: Result) -> Now:
        """A fighter has attacked."""
        moment = self.paid(moment, choice.unit, self.rules.fighter_cost).has_acted(choice.unit)
        return self.suffers(moment, choice.target, outcome)

    def after_look(self, moment: Now, choice: Choice, outcome: str | None) -> Now:
        """It flies in whether it has detected its target or not; who may shoot at it is settled first (T4).

        Of what is off the table no detection is needed; only fighters with the higher score may shoot then.
        """
        name, target = choice.unit, choice.target
        bomber, off = moment.units[name].shooter is Shooter.BOMBER, moment.units[target].off_table
        moment = self.paid(moment, name, self.rules.bomber_cost if bomber else self.rules.attack_cost)
        moment = self.over_the_table(moment, name, target)
        able = self.shooters_at(moment, name)
        blind = tuple(each for each in able if off and not moment.units[each].off_table)
        kind = "race" if off else "spot" if self.rules.T4 == "b" else ""
        tasks = [Task(CHANCE, kind, (each, name)) for each in able if kind and each not in blind]
        if set(able) - set(blind):
            tasks.append(Task(self.other(moment.units[name].side), "flak", (name,)))
        run = Task(CHANCE, "run", (name, target, off or outcome == DETECTED))
        return moment.has_acted(name).first(*tasks, run).note(blind=blind or None)

    def shooters_at(self, moment: Now, name: str) -> list[str]:
        """Who can shoot at an aircraft stand on its way in, and is not known to be blind (AS-19)."""
        able = self.table.shooters_at(moment.units[name], moment.picked(), self.rules)
        return [each for each in able if each not in moment.noted.get("blind", ())]

    def on_race(self, moment: Now, name: str, aircraft: str) -> Iterator[Choice]:
        """A fighter that would shoot at aircraft which attack off the table throws for initiative (AS-19)."""
        ends = (name, aircraft), (aircraft, name)
        one, other = (self.in_initiative(moment, *each) for each in ends)
        asked = Asked(RACE.id, {"shooter": one, "target": other})
        yield Choice("race", name, aircraft, asked=asked, section="AS-15")

    def in_initiative(self, moment: Now, name: str, against: str) -> dict[str, Any]:
        """A stand as it throws for initiative against another that it need not detect (AS-15)."""
        stand, other = moment.units[name], moment.units[against]
        need = self.table.need(moment.picked(), name, against, self.rules, acts=False)
        higher = stand.grade.place < other.grade.place
        return {
            "higher_grade": higher,
            "opponent_fire_marker": other.fire_marker,
            "markers": stand.markers,
            "no_effect": need is None,
        }

    def after_race(self, moment: Now, choice: Choice, outcome: str) -> Now:
        """Without the higher score it does not shoot."""
        return self.holds(moment.settled, choice.unit, outcome == HIGHER)

    def holds(self, moment: Now, name: str, shoots: bool) -> Now:
        """With one more who does not shoot, unless it does."""
        return moment if shoots else moment.note(blind=(*moment.noted.get("blind", ()), name))

    def on_flak(self, moment: Now, aircraft: str) -> Iterator[Choice]:
        """Who can shoot at an aircraft may hold its fire: a shot gives it a FIRE marker (AS-15, AS-19)."""
        able = self.shooters_at(moment, aircraft)
        told = ", ".join(able) or "nobody"
        yield Choice("open-fire", target=aircraft, section="AS-19", why=told)
        yield from (Choice("hold", each, aircraft, section="AS-19") for each in able)

    def after_hold(self, moment: Now, choice: Choice, outcome: None) -> Now:
        """One of them does not."""
        return self.holds(moment, choice.unit, shoots=False)

    def on_spot(self, moment: Now, name: str, aircraft: str) -> Iterator[Choice]:
        """Who shoots at an aircraft detects it first (AS-14; T4)."""
        looking = self.table.looking(moment.picked(), name, aircraft, acts=False)
        yield Choice(
            "spot", name, aircraft, asked=Asked("detection", Detecting.plain(looking)), section="AS-14"
        )

    def after_spot(self, moment: Now, choice: Choice, outcome: str) -> Now:
        """Who has not detected it does not shoot."""
        return self.holds(moment.settled, choice.unit, outcome == DETECTED)

    def on_run(self, moment: Now, name: str, target: str, detected: bool) -> Iterator[Choice]:
        """The shots of the enemy, and the attack of who comes through and has detected the target."""
        state, stand = moment.picked(name, target), moment.units[name]
        asked = self.table.asked(state, self.rules)
        assert asked is not None
        everybody, able = self.table.shooters_at(stand, state, self.rules), self.shooters_at(moment, name)
        shots = zip(everybody, asked.inputs["shots"], strict=True)
        inputs = {
            **asked.inputs,
            "shots": [shot for each, shot in shots if each in able],
            "need": asked.inputs["need"] if detected else None,
            "markers": stand.markers,
            "target_markers": moment.units[target].markers,
        }
        asked = replace(asked, calculator=IN_PLAY.id, inputs=inputs)
        yield Choice("run", name, target, asked=asked, section="AS-19")

    def after_run(self, moment: Now, choice: Choice, outcome: Sortie) -> Now:
        """Markers of the aircraft, its end, and what its target suffers; who is repulsed leaves (AS-17, AS-19)."""
        moment, stand, way = moment.settled, moment.units[choice.unit], outcome.way
        for each in self.shooters_at(moment, choice.unit):
            moment = moment if moment.units[each].off_table else moment.unit(each, fire_marker=True)
        driven_off, once = way.end == DRIVEN_OFF, stand.shooter is Shooter.BOMBER
        markers = stand.markers + self.rules.repulsed_markers if driven_off else way.markers
        before, moment = moment, moment.note(blind=None)
        moment = moment.unit(
            choice.unit,
            attacks=self.rules.most_attacks if once else stand.attacks + 1,
            markers=min(markers, MOST_MARKERS),
            pinned=stand.pinned or way.pinned,
            repulsed=stand.repulsed or driven_off,
            destroyed=way.end == LOST,
        )
        home = moment.moved(choice.unit, self.table.start().places[choice.unit])
        moment = self.tests(before, home, choice.unit)
        return moment if outcome.attack is None else self.suffers(moment, choice.target, outcome.attack)
