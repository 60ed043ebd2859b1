"""AS-7, AS-14, AS-16, AS-18 and AS-19 on the table: distance, sight, cover, arcs, detection, scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from pz8edu.board.battlefield import SMOKE, Battlefield, smoke_at
from pz8edu.board.bearings import bearing_to, face_at, turn_between
from pz8edu.board.contact import footprint, gap
from pz8edu.board.distances import within
from pz8edu.board.ground import Patch
from pz8edu.board.lengths import in_words
from pz8edu.board.scene import Ring
from pz8edu.board.sight import Blocked, Blocker, first_blocker
from pz8edu.board.table_setup import SetupTable
from pz8edu.board.tabletop import BoardState, once_a_position, once_a_state
from pz8edu.systems.asp_ww2 import boards, fire, situations
from pz8edu.systems.asp_ww2.ruleset import AspWw2
from pz8edu.systems.asp_ww2.stands import PRINTED, Battle, Stand, row_of
from pz8edu.systems.asp_ww2.words import Arc, Concealment, Cover, Light, Option

WOOD, BUILDINGS, HILL = "wood", "buildings", "hill"
COVER_OF: Mapping[str, Cover] = {WOOD: Cover.COVER, BUILDINGS: Cover.HARD, HILL: Cover.COVER}
"""What ground gives to who is in it, or on its crest, against who is not (AS-7)."""
STATIC = frozenset(COVER_OF)
"""Features in which a stand is a target for bombers: built-up areas and minor features (U9)."""
INSIDE = frozenset({WOOD, BUILDINGS})
"""Ground in which a stand is seen only from near (AS-7)."""
SMOKES = {"artillery smoke": PRINTED.artillery_smoke, "mortar smoke": PRINTED.mortar_smoke}
"""Markers of smoke, and how many metres wide each is (AS-23)."""
LIGHTS = {
    "artillery illumination": PRINTED.artillery_light,
    "mortar illumination": PRINTED.mortar_light,
}
"""Markers of zones that shells light, and how many metres across each is (AS-24)."""
ANTI_TANK, ANTI_PERSONNEL, UNDECLARED = "anti-tank obstacle", "anti-personnel obstacle", "obstacle"
OBSTACLES = frozenset({ANTI_TANK, ANTI_PERSONNEL})
"""Markers of obstacles by their kind, which is not declared at first (AS-22)."""
CROSSED_BY = {
    ANTI_TANK: frozenset({"slow", "medium", "fast", "very-fast"}),
    ANTI_PERSONNEL: frozenset({"foot", "wheeled-halftrack"}),
}
"""Whom an obstacle stops, by the rows of the moves: half-tracks and wheels are stopped as men are (AS-22)."""
ARCS = {"front": Arc.FRONT, "side": Arc.FLANK, "rear": Arc.REAR}
State = BoardState[Stand]


@dataclass(frozen=True)
class Measuring(SetupTable[Stand]):
    """What is measured between two stands of a table, in metres."""

    setup: Battle

    @property
    def scale(self) -> Fraction:
        """Inches for a metre, by the scale of the models (U1)."""
        return boards.inches_a_metre(self.setup.scale, PRINTED)

    @once_a_position
    def battlefield(self, state: State) -> Battlefield:
        """The table as it stands, with its smoke (AS-23)."""
        smoke = tuple(
            replace(smoke_at((marker.x, marker.y), self.inches(wide)), depth=self.inches(PRINTED.smoke_depth))
            for kind, wide in SMOKES.items()
            for marker in state.position.marked(kind)
        )
        field = super().battlefield(state)
        on_the_table = tuple(base for base in field.units if not state.units[base.name].bussed)
        return replace(field, units=on_the_table, smoke=smoke)

    # --- what was measured
    @once_a_position
    def metres(self, state: State, one: str, other: str) -> Fraction:
        """From edge to edge of two stands, in metres: 0 is contact. Who is bussed is where his transport is."""
        field = self.battlefield(state)
        ends = (state.units[each].bussed or each for each in (one, other))
        inches = gap(*map(field.unit, ends))
        return Fraction(str(round(inches / float(self.scale), 6)))

    def off(self, state: State, one: str, other: str) -> float:
        """How many degrees another stand lies off the front of one; 0 for one that has no front."""
        here, there = state.places[one], state.places[other]
        if here.facing is None:
            return 0.0
        return abs(turn_between(here.facing, bearing_to(here[:2], there[:2])))

    @once_a_state
    def blocked(self, state: State, one: str, other: str) -> Blocked | None:
        """What blocks sight: features in which neither stands, and smoke (AS-7, AS-23)."""
        field = self.battlefield(state)
        ends = (state.places[one][:2], state.places[other][:2])
        ground = [
            Blocker(patch.called, patch.outline)
            for patch in field.patches
            if patch.ground in COVER_OF and not any(map(patch.holds, ends))
        ]
        return first_blocker(*ends, (*ground, *(Blocker(SMOKE, footprint(base)) for base in field.smoke)))

    def inside(self, state: State, name: str) -> Patch | None:
        """The wood or built-up area that a stand is wholly inside; none at its edge (AS-7)."""
        field = self.battlefield(state)
        base = field.unit(name)
        patch = field.patch_at(base.at)
        if patch is None or patch.ground not in INSIDE:
            return None
        return patch if all(map(patch.holds, footprint(base))) else None

    @once_a_state
    def cover(self, state: State, shooter: str, target: str) -> Cover:
        """The cover of a stand against another (AS-7, AS-22)."""
        stand = state.units[target]
        patch = self.battlefield(state).patch_at(state.places[target][:2])
        if stand.dug_in:
            return Cover.HARD
        if patch is None or stand.flies:
            return Cover.NONE
        on_one_hill = patch.ground == HILL and patch.holds(state.places[shooter][:2])
        return Cover.NONE if on_one_hill else COVER_OF.get(patch.ground, Cover.NONE)

    def arc(self, state: State, shooter: str, target: str, rules: AspWw2) -> Arc:
        """The arc of a target that is shot at (AS-18)."""
        off = self.off(state, target, shooter)
        return ARCS[face_at(off, rules.front_up_to, rules.flank_up_to)]

    def lit(self, state: State) -> Iterator[Ring]:
        """The zones that shells light (AS-24)."""
        for kind, metres in LIGHTS.items():
            for marker in state.position.marked(kind):
                yield Ring("command radius", (marker.x, marker.y), self.inches(Fraction(metres, 2)), kind)

    def light(self, state: State, at: str) -> Light:
        """The light in which a stand is seen: that of day in a zone that is lit (AS-24, AS-25)."""
        place = state.places[at][:2]
        in_zone = any(within(zone.centre, place, zone.radius) for zone in self.lit(state))
        return Light.DAY if in_zone else self.setup.light

    def looking(self, state: State, by: str, at: str, *, acts: bool) -> situations.Detecting:
        """A stand that looks for another; the one that acts may do so on option B (AS-14)."""
        target = state.units[at]
        covered = self.cover(state, by, at) is not Cover.NONE
        return situations.Detecting(
            distance=self.metres(state, by, at),
            kind=target.kind,
            cover=Concealment.COVER if covered else Concealment.OPEN,
            motion=target.motion,
            light=self.light(state, at),
            weather=self.setup.weather,
            option_b=acts and state.units[by].option is Option.B,
            fire_marker=target.fire_marker,
        )

    def detects_on(self, state: State, by: str, at: str, rules: AspWw2, *, acts: bool) -> int | None:
        """The die with which a stand detects another; None if it cannot (AS-14; R2, R3)."""
        looking = self.looking(state, by, at, acts=acts)
        needed = fire.needed_to_detect(looking, rules)
        if needed is None or self.unseen(state, by, at, rules):
            return None
        needed -= fire.modifiers_of_detection(looking, rules).total
        return max(needed, 2) if rules.R3 == "b" else needed

    @once_a_state
    def unseen(self, state: State, by: str, at: str, rules: AspWw2) -> str:
        """Why one cannot see another at all; empty if it can (AS-7)."""
        if state.units[by].flies or state.units[at].flies:
            return ""
        found = self.blocked(state, by, at)
        if found is not None:
            return f"{at} is not in sight: {found.blocker.name} is in the way (AS-7)."
        patch = self.inside(state, at)
        if patch is not None and self.metres(state, by, at) > rules.seen_inside:
            return f"{at} is inside {patch.called}: it is seen only within {rules.seen_inside} m (AS-7)."
        return ""

    def aim(self, state: State, by: str, at: str, rules: AspWw2, *, acts: bool) -> situations.Aim | None:
        """How one stand shoots at another; None if it does not shoot (AS-16)."""
        stand, target = state.units[by], state.units[at]
        if stand.shooter is None:
            return None
        return situations.Aim(
            shooter=stand.shooter,
            target=target.target,
            option=stand.option if acts else Option.B,
            cover=self.cover(state, by, at),
            pinned=stand.pinned,
            repulsed=stand.repulsed,
            arc=self.arc(state, by, at, rules),
            skirts=target.skirts,
        )

    def need(self, state: State, by: str, at: str, rules: AspWw2, *, acts: bool) -> int | None:
        """The score that a stand needs; None for a dash (U7, AS-16)."""
        aim = self.aim(state, by, at, rules, acts=acts)
        return None if aim is None else fire.needed_score(aim, rules)

    def out_of_reach(self, state: State, by: str, at: str, rules: AspWw2) -> str:
        """Why a stand cannot shoot from where it stands: range or arc; empty if it can (AS-18, AS-19)."""
        stand, row = state.units[by], row_of(state.units[by], rules)
        metres = self.metres(state, by, at)
        if row is not None and row.range is not None and metres > row.range:
            return f"{at} is {in_words(metres, 0)} m away; {stand.shooter} reaches {row.range} m (U7)."
        half_arc = rules.front_up_to if stand.turretless or stand.flies else rules.flank_up_to
        if self.off(state, by, at) > half_arc:
            where = "forward" if half_arc == rules.front_up_to else "to front and sides"
            return f"{at} lies outside the arc of {by}, which fires {where} (AS-18)."
        return ""
