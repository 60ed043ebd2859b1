"""Pz8 Coastal on the table: vessels by night, who is seen, which guns bear, and where torpedoes run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import cos, dist, radians, sin
from pathlib import Path
from typing import Any, NamedTuple

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.bearings import bearing_to, point_at
from pz8edu.board.contact import in_contact
from pz8edu.board.distances import distance_squared, root
from pz8edu.board.ground import OPEN
from pz8edu.board.lengths import Number, exact_length, in_words
from pz8edu.board.march import Going
from pz8edu.board.outlines import rectangle
from pz8edu.board.position import Place, Position
from pz8edu.board.scene import Area, Base, Line, Mark, Ring, Shape, Wedge
from pz8edu.board.sight import Blocked, first_blocker
from pz8edu.board.table_setup import SetupTable, facing_of
from pz8edu.board.tabletop import Asked, BoardState, Fact, once_a_position, once_a_state
from pz8edu.core import Modifiers, Shelf, Situation
from pz8edu.systems.pz8_coastal import movement
from pz8edu.systems.pz8_coastal.arcs import MIDDLES, ahead_or_astern, arcs_of, bears
from pz8edu.systems.pz8_coastal.firing import light_gun_factor, modifiers_to_hit, score_to_hit
from pz8edu.systems.pz8_coastal.ruleset import Coastal
from pz8edu.systems.pz8_coastal.situations import AFLOAT, Aimed, NightVisibility
from pz8edu.systems.pz8_coastal.spotting import changes_when_spotting
from pz8edu.systems.pz8_coastal.torpedoes import first_touch, torpedo_target
from pz8edu.systems.pz8_coastal.vessels import SIDES, NightAction, TorpedoOnTable, VesselOnTable
from pz8edu.systems.pz8_coastal.words import SMALL, Arc, Level, Target

VISIBILITY = "inches of visibility"
"""What was rolled for the night, in the stock of a position; 0 before the roll."""
ARC_WORDS = {Arc.FORWARD: "forward", Arc.STARBOARD: "starboard", Arc.AFT: "aft", Arc.PORT: "port"}
"""An arc in words."""
NEAR = 0.5
"""How many inches off an end of a move a hand may let a vessel go: it then stands at that end."""
PLACES = 6
"""Decimal places of what is measured."""

Piece = VesselOnTable | TorpedoOnTable
State = BoardState[Piece]


class Seen(NamedTuple):
    """What was measured from one vessel to another: inches, bearing off the bow, arcs, what is in the way."""

    inches: Fraction
    bearing: Fraction
    arcs: tuple[Arc, ...]
    blocked: Blocked | None


@dataclass(frozen=True)
class CoastalTable(SetupTable[Piece]):
    """A sea on which one vessel looks for another, fires at it, or has torpedoes that cross it."""

    setup: NightAction

    @cached_property
    def ground(self) -> Battlefield:
        """Open sea."""
        return replace(super().ground, patches=())

    def start(self) -> Position[Piece]:
        """Vessels and torpedo counters as the file sets them up, and the visibility of the night."""
        pieces: tuple[Piece, ...] = (*self.setup.units, *self.setup.torpedoes)
        places = {piece.name: Place(float(piece.x), float(piece.y), facing_of(piece)) for piece in pieces}
        return Position(
            places, {piece.name: piece for piece in pieces}, (), {VISIBILITY: self.setup.visibility}
        )

    def changes(self, name: str, state: State, rules: Coastal) -> Mapping[str, Sequence[Any]]:
        """Damage, speed die, guns and tubes of a vessel; whether a torpedo is gone (sections 3, 5, 7, 10 and 11)."""
        piece, yes_or_no = state.units[name], (False, True)
        if isinstance(piece, TorpedoOnTable):
            return {"destroyed": yes_or_no}
        row = piece.row
        more: dict[str, Sequence[Any]] = {}
        for word, _ in zip(("first_gun_out", "second_gun_out"), piece.guns, strict=False):
            more[word] = yes_or_no
        if row and row.torpedoes:
            more["fired"] = range(row.torpedoes + 1)
        if row and row.aft_torpedoes:
            more["aft_fired"] = range(row.aft_torpedoes + 1)
        if piece.submarine:
            more |= {"spotted": yes_or_no, "submerged": yes_or_no}
        speeds = range(piece.fastest + 1)
        return {"level": AFLOAT, "destroyed": yes_or_no, "speed": speeds, **more, "activated": yes_or_no}

    # --- what is on the table
    @once_a_position
    def battlefield(self, state: State) -> Battlefield:
        """The sea as it stands; who is submerged has left it (section 11)."""
        there = (name for name in state.units if not self.gone(name, state))
        bases = (self.base(state.units[name], state.places[name]) for name in there)
        return replace(self.ground, units=tuple(bases))

    def gone(self, name: str, state: State) -> bool:
        """Is it sunk, submerged, or a torpedo that has run its way?"""
        piece = state.units[name]
        return piece.destroyed or (isinstance(piece, VesselOnTable) and piece.submerged)

    def vessels(self, state: State) -> dict[str, VesselOnTable]:
        """The vessels that are still there."""
        return {
            name: piece
            for name, piece in state.units.items()
            if isinstance(piece, VesselOnTable) and not self.gone(name, state)
        }

    def torpedoes(self, state: State) -> dict[str, TorpedoOnTable]:
        """The torpedo counters that are still there."""
        return {
            name: piece
            for name, piece in state.units.items()
            if isinstance(piece, TorpedoOnTable) and not piece.destroyed
        }

    def pair(self, state: State) -> tuple[VesselOnTable, VesselOnTable] | None:
        """The chosen two if both are vessels that are there."""
        afloat = self.vessels(state)
        if state.shooter == state.target or not {state.shooter, state.target} <= afloat.keys():
            return None
        return afloat[state.shooter], afloat[state.target]

    # --- what is measured
    @once_a_state
    def seen(self, state: State, rules: Coastal) -> Seen:
        """Distance, bearing and line of sight from the firer to the target; other vessels block it (section 6)."""
        here, there = state.places[state.shooter], state.places[state.target]
        inches = root(distance_squared(here[:2], there[:2]))
        off = (bearing_to(here[:2], there[:2]) - (here.facing or 0)) % 360
        bearing = exact_length(round(off, PLACES)) % 360
        field, afloat = self.battlefield(state), self.vessels(state)
        ships = replace(field, units=tuple(base for base in field.units if base.name in afloat))
        ends = ships.unit(state.shooter), ships.unit(state.target)
        blocked = first_blocker(here[:2], there[:2], ships.blockers(*ends))
        return Seen(inches, bearing, arcs_of(bearing, rules), blocked)

    def changes_when_seen(self, vessel: VesselOnTable, rules: Coastal) -> Modifiers:
        """What changes the distance at which a vessel is seen (sections 2 and 11)."""
        looked_at = NightVisibility(
            size=vessel.seen_as, target_speed=vessel.speed, submarine=vessel.submarine
        )
        return changes_when_spotting(looked_at, rules)

    def seen_at(self, vessel: VesselOnTable, state: State, rules: Coastal) -> int:
        """The inches at which a vessel is seen in the visibility of the night (sections 2 and 11)."""
        return state.position.stock[VISIBILITY] + self.changes_when_seen(vessel, rules).total

    def score(
        self, weapon: str, firer: VesselOnTable, target: VesselOnTable, seen: Seen, rules: Coastal
    ) -> str:
        """The faces that hit in words: "hits on 5–6" (section 6; R8, R12)."""
        aimed = Aimed(
            weapon=weapon,
            distance=seen.inches,
            target_speed=target.speed,
            firer_speed=firer.speed,
            submarine_deck_gun=firer.submarine and weapon != SMALL,
        )
        printed = score_to_hit(seen.inches, rules.weapons[weapon].inches, rules)
        return faces(printed - modifiers_to_hit(aimed, rules).total, rules)

    def weapons(self, firer: VesselOnTable, seen: Seen, rules: Coastal) -> Iterator[tuple[str, str]]:
        """Every weapon aboard and why it cannot fire; empty if it can (section 6; R10, R11, R15)."""
        for gun, arcs, out in firer.guns:
            inches = rules.weapons[gun].inches
            far = f"reaches {inches}″ (§8)" if seen.inches > inches else ""
            off = "" if bears(arcs, seen.arcs) else f"bears {arcs} only (§6)"
            yield gun, "is knocked out (§7)" if out else off or far
        if firer.light_guns:
            inches = rules.weapons[SMALL].inches
            far = f"reach {inches}″ (§8)" if seen.inches > inches else ""
            yield (
                SMALL,
                far or ("" if self.factor(firer, seen, rules) is not None else "are silenced by damage (§7)"),
            )

    def factor(self, firer: VesselOnTable, seen: Seen, rules: Coastal) -> int | None:
        """The Attack factor of its light guns; None if they cannot fire (section 6)."""
        halved = ahead_or_astern(seen.arcs, rules)
        return light_gun_factor(firer.light_guns, firer.level, halved, seen.inches, rules)

    # --- what it asks
    def asked(self, state: State, rules: Coastal) -> Asked | None:
        """The look, the volley or the torpedoes of the chosen two; of one that was hit alone, its guns."""
        firer, target = state.units.get(state.shooter), state.units.get(state.target)
        if isinstance(firer, VesselOnTable) and not state.target:
            return self.knocked_out(firer)
        if firer is None or target is None or firer is target:
            return None
        if isinstance(firer, TorpedoOnTable):
            return self.crossing(firer, target, state, rules)
        if (
            self.gone(firer.name, state)
            or self.gone(target.name, state)
            or isinstance(target, TorpedoOnTable)
        ):
            lost = next((name for name in (firer.name, target.name) if self.gone(name, state)), "")
            why_not = (
                f"{lost} is no longer on the table (§7, §11)." if lost else "Nobody fires at torpedoes (§10)."
            )
            return Asked("first-sighting", {"distance": 0}, why_not)
        seen = self.seen(state, rules)
        if firer.side == target.side:
            return self.look(target, seen, f"{target.name} is on the same side.", rules)
        if seen.blocked:
            return self.look(target, seen, self.why_blocked(seen), rules)
        if not state.position.stock[VISIBILITY]:
            return self.look(target, seen, "", rules)
        if target.submarine and not target.spotted:
            return self.look_for_submarine(target, seen, state, rules)
        why_not = self.unseen(target, seen, state, rules) or (
            f"{firer.name} has been activated (§3)." if firer.activated else ""
        )
        return self.fire(firer, target, seen, why_not, rules)

    def knocked_out(self, vessel: VesselOnTable, before: Level = Level.OK) -> Asked | None:
        """The dice for the guns of a vessel that has just been Damaged or Wrecked (section 7; R13)."""
        working = [str(mounted.gun) for mounted in vessel.guns if not mounted.out]
        if vessel.level is Level.OK or vessel.destroyed or not working:
            return None
        counted = f"working guns of {vessel.name}: {', '.join(working)}"
        more = {} if before is Level.OK else {"level_before": before}
        return Asked("gun-knock-out", {"guns": len(working), "result": vessel.level, **more}, "", (counted,))

    def look(self, target: VesselOnTable, seen: Seen, why_not: str, rules: Coastal) -> Asked:
        """Is the target seen, before the visibility is rolled (section 2)?"""
        inputs = {
            "distance": seen.inches,
            "size": target.seen_as,
            "target_speed": target.speed,
            "submarine": target.submarine,
        }
        return Asked("first-sighting", inputs, why_not, (str(self.changes_when_seen(target, rules)),))

    def look_for_submarine(self, target: VesselOnTable, seen: Seen, state: State, rules: Coastal) -> Asked:
        """The die that spots a submarine (section 11)."""
        at = max(self.seen_at(target, state, rules), 0)
        inputs = {"distance": seen.inches, "spotting_distance": at}
        return Asked(
            "submarine-spotting", inputs, self.unseen(target, seen, state, rules), (f"seen within {at}″",)
        )

    def unseen(self, target: VesselOnTable, seen: Seen, state: State, rules: Coastal) -> str:
        """Why the target is not spotted; empty if it is, or can be (sections 2, 6 and 11; R35)."""
        at = self.seen_at(target, state, rules)
        if seen.inches <= at:
            return ""
        return (
            f"{target.name} is {in_words(seen.inches)}″ away; in this night it is spotted at {at}″ (§2, §6)."
        )

    def why_blocked(self, seen: Seen) -> str:
        """Who blocks the line of sight; empty if nobody does (section 6)."""
        return f"{seen.blocked.blocker.name} blocks the line of sight (§6)." if seen.blocked else ""

    def one_weapon(
        self, weapon: str, firer: VesselOnTable, target: VesselOnTable, seen: Seen, rules: Coastal
    ) -> Asked:
        """One gun, or the light guns together, at one target (section 6; R31)."""
        inputs = self.aimed(firer, target, seen)
        if weapon == SMALL:
            more = {
                "count": firer.light_guns,
                "firer_level": firer.level,
                "fore_aft": ahead_or_astern(seen.arcs, rules),
            }
            return Asked("small-calibre-shot", inputs | more)
        return Asked("gun-shot", inputs | {"weapon": weapon, "submarine_deck_gun": firer.submarine})

    def aimed(self, firer: VesselOnTable, target: VesselOnTable, seen: Seen) -> dict[str, Any]:
        """What every shot of one vessel at another has in common."""
        return {
            "distance": seen.inches,
            "def": target.defence,
            "level": target.level,
            "target_speed": target.speed,
            "firer_speed": firer.speed,
        }

    def fire(
        self, firer: VesselOnTable, target: VesselOnTable, seen: Seen, why_not: str, rules: Coastal
    ) -> Asked:
        """All weapons that bear fire at one target; if none does, the torpedoes (sections 6 and 10; R31)."""
        firing = [weapon for weapon, idle in self.weapons(firer, seen, rules) if not idle]
        launched = self.launch(firer, target, seen, rules)
        if not firing and launched and not launched.why_not:
            return replace(launched, why_not=why_not)
        inputs = self.aimed(firer, target, seen)
        if not firing:
            idle = [f"{words(weapon)} {why}." for weapon, why in self.weapons(firer, seen, rules)]
            reasons = [
                each[0].upper() + each[1:] for each in (*idle, launched.why_not if launched else "") if each
            ]
            why_not = why_not or " ".join(reasons) or f"No weapons of {firer.name} are printed (§12)."
            firing = [gun for gun, *_ in firer.guns] or [SMALL]
        if firer.submarine:
            return Asked("gun-shot", {"weapon": firing[0], **inputs, "submarine_deck_gun": True}, why_not)
        halved = ahead_or_astern(seen.arcs, rules)
        volley = [[SMALL, max(firer.light_guns, 1)] if weapon == SMALL else weapon for weapon in firing]
        counted = [self.told(weapon, firer, target, seen, rules) for weapon in firing] if not why_not else []
        more = {"weapons": volley, "fore_aft": halved, "firer_level": firer.level}
        return Asked("volley", inputs | more, why_not, tuple(counted))

    def told(
        self, weapon: str, firer: VesselOnTable, target: VesselOnTable, seen: Seen, rules: Coastal
    ) -> str:
        """A weapon that fires, with its factor and the faces that hit: "4 inch, factor 6, hits on 5–6"."""
        factor = self.factor(firer, seen, rules) if weapon == SMALL else rules.weapons[weapon].attack
        return f"{words(weapon)}, factor {factor}, {self.score(weapon, firer, target, seen, rules)}"

    def launch(self, firer: VesselOnTable, target: VesselOnTable, seen: Seen, rules: Coastal) -> Asked | None:
        """The torpedoes of a vessel, if it has any left, fired straight at the target (section 10; R20, R21, R23)."""
        tubes = {arc: firer.tubes(arc is Arc.AFT) for arc in (Arc.FORWARD, Arc.AFT)}
        row = firer.row
        if row is None or not any(tubes.values()):
            return None
        number = max((count for arc, count in tubes.items() if arc in seen.arcs), default=0)
        why_not = "" if number else "Torpedoes are fired into the forward arc (§10; R23)."
        count = min(number, 1) if rules.R21 == "b" else number
        inputs = self.torpedo_inputs(row.calibre or 0, seen.inches, target, firer.speed, count, rules)
        way = f"{count} {'torpedo' if count == 1 else 'torpedoes'}, after all activations (§3)"
        return Asked("torpedo-attack", inputs, why_not or self.no_torpedo(inputs, target, rules), (way,))

    def torpedo_inputs(
        self, calibre: int, inches: Fraction, target: VesselOnTable, speed: int, count: int, rules: Coastal
    ) -> dict[str, Any]:
        """Torpedoes that cross a vessel so many inches from the one that fired them (section 10; R20, R24)."""
        far = (
            inches
            if rules.R20 == "a" or inches < rules.least_run
            else max(inches - rules.least_run, rules.least_run)
        )
        return {
            "calibre": calibre,
            "distance": far,
            "target_speed": target.speed,
            "firer_speed": speed,
            "target": torpedo_target(target.made, target.defence, rules),
            "torpedoes": max(count, 1),
        }

    def no_torpedo(self, inputs: Mapping[str, Any], target: VesselOnTable, rules: Coastal) -> str:
        """Why a torpedo does nothing; empty if it may hit (section 10; R24)."""
        if inputs["target"] is not Target.OTHER:
            return f"Torpedoes do nothing to {target.name} ({target.made}) (§10; R24)."
        if inputs["distance"] < rules.least_run:
            return f"Torpedoes run at least {in_words(rules.least_run)}″ (§10)."
        run = rules.torpedoes[str(inputs["calibre"])].inches
        return f"Torpedoes run {run}″ (§10)." if inputs["distance"] > run else ""

    # --- torpedo counters
    def touches(self, name: str, state: State, rules: Coastal) -> dict[str, Fraction]:
        """The vessels that a torpedo crosses, nearest first, with the inches from where it was fired (section 10)."""
        torpedo, place = self.torpedoes(state)[name], state.places[name]
        facing = place.facing or 0
        start = point_at(place[:2], facing + 180, rules.least_run)
        found = {}
        for other, vessel in self.vessels(state).items():
            x, y = state.places[other].x - start[0], state.places[other].y - start[1]
            turn = radians(facing)
            across, ahead = x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)
            seen = exact_length(round(across, PLACES)), exact_length(round(ahead, PLACES))
            inches = first_touch(Fraction(0), Fraction(torpedo.calibre), seen, vessel.size[1] / 2, rules)
            if inches is not None:
                found[other] = exact_length(round(inches, PLACES))
        return dict(sorted(found.items(), key=lambda each: each[1]))

    def crossed(self, name: str, state: State, rules: Coastal) -> str:
        """The vessels that a torpedo crosses, in words."""
        told = [
            f"{other} at {in_words(inches, 1)}″"
            + ("" if self.may_sink(self.vessels(state)[other], rules) else ", to no effect")
            for other, inches in self.touches(name, state, rules).items()
        ]
        return ", ".join(told) or "nobody"

    def crossing(self, torpedo: TorpedoOnTable, target: Piece, state: State, rules: Coastal) -> Asked:
        """A torpedo counter, and those like it, cross a vessel (section 10; R22)."""
        running = torpedo.name in self.torpedoes(state)
        if not running or not isinstance(target, VesselOnTable) or self.gone(target.name, state):
            lost = target.name if running else torpedo.name
            counter = isinstance(target, TorpedoOnTable) and running
            why_not = f"{lost} is {'a torpedo too' if counter else 'no longer on the table'} (§10)."
            return Asked("torpedo-attack", {}, why_not)
        touched = self.touches(torpedo.name, state, rules)
        inches = touched.get(target.name, Fraction(torpedo.calibre))
        alike = self.alike(torpedo, target, inches, state, rules)
        speed = torpedo.firer_speed
        inputs = self.torpedo_inputs(torpedo.calibre, inches, target, speed, len(alike), rules)
        before = [
            name
            for name, vessel in self.vessels(state).items()
            if touched.get(name, inches) < inches and self.may_sink(vessel, rules)
        ]
        if target.name not in touched:
            why_not = f"{torpedo.name} does not cross {target.name} where it lies now (§10)."
        elif before and rules.R22 == "b":
            why_not = f"{torpedo.name} crosses {before[0]} first and is removed there (§10; R22)."
        else:
            why_not = self.no_torpedo(inputs, target, rules)
        counted = [f"{len(alike)} like it cross {target.name}: {', '.join(alike)}"] if len(alike) > 1 else []
        counted += [f"it crosses {', '.join(before)} first (R22)"] if before else []
        return Asked("torpedo-attack", inputs, why_not, tuple(counted))

    def may_sink(self, vessel: VesselOnTable, rules: Coastal) -> bool:
        """Can a torpedo do anything to a vessel (section 10; R24)?"""
        return torpedo_target(vessel.made, vessel.defence, rules) is Target.OTHER

    def alike(
        self, torpedo: TorpedoOnTable, target: VesselOnTable, inches: Fraction, state: State, rules: Coastal
    ) -> tuple[str, ...]:
        """The counters that cross the target and need the same to hit (section 10)."""
        run = rules.torpedoes[str(torpedo.calibre)].inches
        found = []
        for name, other in self.torpedoes(state).items():
            same = (other.calibre, other.firer_speed) == (torpedo.calibre, torpedo.firer_speed)
            far = self.touches(name, state, rules).get(target.name) if same else None
            if far is not None and score_to_hit(far, run, rules) == score_to_hit(inches, run, rules):
                found.append(name)
        return tuple(found)

    # --- what the board shows
    def base(self, unit: Piece, place: Place) -> Base:
        """A vessel with its damage, speed die and counters beside its name."""
        base = super().base(unit, place)
        condition = unit.level.value if isinstance(unit, VesselOnTable) else "ok"
        return replace(
            base,
            side=SIDES[unit.side],
            kind=unit.made if isinstance(unit, VesselOnTable) else "torpedo",
            condition=condition,
        )

    def allowance(self, name: str, state: State, rules: Coastal) -> tuple[Number, Going]:
        """How far a vessel moves: its speed die; a counter stays until all torpedoes run (sections 4 and 10)."""
        piece = state.units[name]
        return piece.speed if isinstance(piece, VesselOnTable) else 0, Going({OPEN: 1})

    def why_it_stays(self, name: str, state: State, rules: Coastal) -> str:
        """Why something does not move now (sections 3, 4 and 10); empty if it does."""
        piece = state.units[name]
        if not isinstance(piece, VesselOnTable):
            return "torpedoes run after all activations (§10)"
        return (
            "it has been activated in this turn (§3)"
            if piece.activated
            else ""
            if piece.speed
            else "its speed is 0 (§5)"
        )

    def end_near(self, name: str, place: Place, position: Position[Piece], rules: Coastal) -> Place:
        """The end of a vessel's whole move that lies nearest to a place, as it then faces (section 4)."""
        vessel, start = position.units[name], position.places[name]
        assert isinstance(vessel, VesselOnTable)
        ahead, away = start.facing or 0.0, dist(start[:2], place[:2])
        seen = point_at((0, 0), bearing_to(start[:2], place[:2]) - ahead, away) if away else (0.0, 0.0)
        x, y, heading = movement.nearest_end(seen, vessel.speed, vessel.agile(rules), rules)
        end = point_at(point_at(start[:2], ahead, y), ahead + 90, x)
        return place._replace(x=round(end[0], 3), y=round(end[1], 3), facing=round(ahead + heading, 3) % 360)

    def why_not_move(self, name: str, place: Place, position: Position[Piece], rules: Coastal) -> str:
        """Why a vessel does not come to a place: no whole move of its speed ends near it (sections 4 and 5)."""
        if name not in position.units or place == position.places[name]:
            return ""
        stays = self.why_it_stays(name, BoardState(position), rules)
        if stays:
            return f"{name} does not move: {stays}."
        end, vessel = self.end_near(name, place, position, rules), position.units[name]
        if dist(end[:2], place[:2]) <= NEAR:
            return self.lies_on(name, end, BoardState(position))
        speed = vessel.speed if isinstance(vessel, VesselOnTable) else 0
        away = in_words(Fraction(str(round(dist(end[:2], place[:2]), 1))))
        return f"{name} moves its whole {speed}″ with its pivots: the nearest end is {away}″ away (§4)."

    def lies_on(self, name: str, end: Place, state: State) -> str:
        """Whose base a vessel would cover at an end of its move: the book is silent, so none may (R32)."""
        field, here = self.battlefield(state), self.base(state.units[name], end)
        others = (field.unit(other) for other in self.vessels(state) if other != name)
        under = next((base.name for base in others if in_contact(here, base)), "")
        return f"{name} would lie on {under}: vessels may not overlap (R32)." if under else ""

    def arrives(self, name: str, place: Place, position: Position[Piece], rules: Coastal) -> Place:
        """The end of its move that is nearest to where a vessel is let go (section 4)."""
        if place == position.places[name] or self.why_not_move(name, place, position, rules):
            return place
        return self.end_near(name, place, position, rules) if name in position.units else place

    def measures(self, state: State, rules: Coastal) -> Iterator[Shape]:
        """Arcs and ranges of the firer, the ends of its move, where it would see the target, tracks of torpedoes."""
        yield Area("sea", rectangle(*self.ground.extent))
        if self.setup.course:
            yield Line("track", self.setup.course, arrow=True, words="the plotted course of a convoy (§2)")
        firer = self.vessels(state).get(state.shooter)
        if firer is not None and not state.moving:
            yield from self.ranges(firer, state, rules)
            if not firer.activated:
                place = state.places[firer.name]
                for x, y in (
                    movement.ends_of_moves(firer.speed, firer.agile(rules), rules) if firer.speed else ()
                ):
                    out = point_at(point_at(place[:2], place.facing or 0, y), (place.facing or 0) + 90, x)
                    yield Mark("ending", out)
        pair = self.pair(state)
        if pair and state.position.stock[VISIBILITY]:
            at = self.seen_at(pair[1], state, rules)
            if at > 0:
                yield Ring("spotting", state.places[pair[0].name][:2], at, f"{pair[1].name} is seen at {at}″")
        yield from self.tracks(state, rules)

    def ranges(self, firer: VesselOnTable, state: State, rules: Coastal) -> Iterator[Shape]:
        """The arcs of its guns and tubes and the range of its light guns (sections 6, 8 and 10)."""
        at, facing = state.places[firer.name][:2], state.places[firer.name].facing or 0
        arcs = [(str(gun), arcs, rules.weapons[gun].inches) for gun, arcs, out in firer.guns if not out]
        if firer.row and firer.tubes(aft=False):
            arcs.append(("torpedo", Arc.FORWARD.value, rules.torpedoes[str(firer.row.calibre)].inches))
        if firer.row and firer.tubes(aft=True):
            arcs.append(("aft torpedo", Arc.AFT.value, rules.torpedoes[str(firer.row.calibre)].inches))
        for weapon, where, inches in dict.fromkeys(arcs):
            middle, wide = facing + MIDDLES[Arc(where[0])], rules.arc * len(where)
            yield Wedge(
                "arc",
                at,
                inches,
                middle - wide,
                middle + wide,
                f"{weapon} {inches}″",
                words=f"{weapon} bears {where} (§6)",
            )
        if firer.light_guns:
            inches = rules.weapons[SMALL].inches
            yield Ring("range", at, inches, f"light guns {inches}″")

    def tracks(self, state: State, rules: Coastal) -> Iterator[Shape]:
        """Where each torpedo runs after all activations, and what it crosses (section 10)."""
        for name, torpedo in self.torpedoes(state).items():
            place = state.places[name]
            left = torpedo.calibre - (rules.least_run if rules.R20 == "a" else 0)
            end = point_at(place[:2], place.facing or 0, left)
            words = f"{name} crosses {self.crossed(name, state, rules)} (§10)"
            yield Line("path", (place[:2], end), arrow=True, words=words)
            for inches in self.touches(name, state, rules).values():
                yield Mark("blocker", point_at(place[:2], place.facing or 0, inches - rules.least_run))

    def line(self, state: State, rules: Coastal) -> Iterator[Shape]:
        """The line between two vessels; a torpedo has its track."""
        if self.pair(state):
            yield from super().line(state, rules)

    def line_label(self, state: State, rules: Coastal) -> str:
        """Distance and arc: '7″ · port'."""
        seen = self.seen(state, rules)
        return f"{in_words(seen.inches, 1)}″ · {' and '.join(ARC_WORDS[arc] for arc in seen.arcs)}"

    def facts(self, state: State, rules: Coastal) -> tuple[Fact, ...]:
        """The chosen two, who is seen, which weapons bear, speed and move, torpedoes (sections 2 to 11)."""
        facts = [
            Fact("Firer", self.named(state.shooter, state)),
            Fact("Target", self.named(state.target, state)),
        ]
        visibility = state.position.stock[VISIBILITY]
        if self.setup.course:
            facts.append(Fact("Convoy", "keeps to its course", "until one vessel spots the enemy (§2)"))
        facts.append(Fact("Night", f"{visibility}″ visibility" if visibility else "not yet rolled for", "§2"))
        pair = self.pair(state)
        if pair:
            facts += self.facts_of_pair(*pair, state, rules)
        vessel = self.vessels(state).get(state.shooter)
        if vessel:
            facts += self.facts_of_move(vessel, rules)
        for name in self.torpedoes(state):
            crossed = f"crosses {self.crossed(name, state, rules)}"
            facts.append(Fact(name, crossed, "after all activations (§10)"))
        return tuple(facts)

    def facts_of_pair(
        self, firer: VesselOnTable, target: VesselOnTable, state: State, rules: Coastal
    ) -> Iterator[Fact]:
        """Distance, arc, spotting, and every weapon with what it needs or why it is idle."""
        seen = self.seen(state, rules)
        where = " and ".join(ARC_WORDS[arc] for arc in seen.arcs)
        yield Fact(
            "Distance",
            f"{in_words(seen.inches, 1)}″",
            f"{in_words(seen.bearing, 0)}° off the bow: {where} (§14)",
        )
        changes = str(self.changes_when_seen(target, rules))
        if state.position.stock[VISIBILITY]:
            yield Fact("Spotted", f"at {self.seen_at(target, state, rules)}″", changes)
        for weapon, idle in self.weapons(firer, seen, rules):
            told = self.told(weapon, firer, target, seen, rules) if not idle else f"{words(weapon)} {idle}"
            yield Fact("Weapon", told)

    def facts_of_move(self, vessel: VesselOnTable, rules: Coastal) -> Iterator[Fact]:
        """Its move now, the speeds that it may choose next, tubes, and whether it may submerge."""
        agile = vessel.agile(rules)
        turns = movement.pivots(vessel.speed, agile, rules)
        leg = rules.handy(agile).inches_for_pivot
        pivots = "1 pivot" if turns == 1 else f"{turns} pivots"
        yield Fact("Move", f"{vessel.speed}″, {pivots}", f"up to {rules.pivot}° after each {leg}″ (§4; R6)")
        choices = movement.speed_choices(vessel.speed, vessel.fastest, agile, vessel.level, rules)
        told = ", ".join(f"{speed}″" for speed in choices)
        most = movement.max_speed(vessel.fastest, vessel.level, rules)
        yield Fact("Next speed", told, f"at most {most}″ (§3a, §5, §7)")
        if vessel.row and vessel.row.torpedoes:
            aft = f", {vessel.tubes(aft=True)} aft" if vessel.row.aft_torpedoes else ""
            yield Fact(
                "Torpedoes",
                f"{vessel.tubes(aft=False)} of {vessel.row.torpedoes}{aft}",
                f"{vessel.row.calibre}″ (§10)",
            )
        if vessel.submarine:
            hurt = "" if vessel.level is Level.OK else f", for it is {vessel.level}"
            yield Fact("May submerge", "no" if hurt else "yes", f"at the end of its move{hurt} (§11)")


def faces(needed: int, rules: Coastal) -> str:
    """The faces of a die that hit (section 6; R12)."""
    lowest = min(max(needed, 2), 6) if rules.R12 == "b" else max(needed, 1)
    return "cannot hit" if lowest > 6 else "hits on 6" if lowest == 6 else f"hits on {lowest}–6"


def words(weapon: str) -> str:
    """A weapon in words."""
    return "light guns" if weapon == SMALL else str(weapon)


def tabletop(name: str | Situation) -> CoastalTable:
    """A table of Pz8 Coastal by its name or as set up; raises BadInput for an unknown one."""
    return CoastalTable(TABLES[name])


TABLES = Shelf("table of pz8-coastal", Path(__file__).parent / "tabletops", NightAction)
NAMES = TABLES.names()
"""The tables that are ready to play on, by name."""
