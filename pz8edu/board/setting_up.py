"""Setting up a table: things are put down, moved, turned, copied and taken away, as its file tells them.

Every state reads as a file does: what a file may not say is refused in the sentence that it would get.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, count, islice, product
from math import hypot
from pathlib import Path
from typing import Any, NamedTuple

from pz8edu.board.position import Place
from pz8edu.board.tabletop import AnyTabletop, BoardState
from pz8edu.core.rulebook.domain import (
    JSON,
    Domain,
    ListDomain,
    NullableDomain,
    NumberDomain,
    PlacesDomain,
    RecordDomain,
    WholeDomain,
    WordDomain,
)
from pz8edu.core.rulebook.shelf import file_inputs, read_toml
from pz8edu.core.rulebook.situation import Given, Situation
from pz8edu.core.rulebook.system import System
from pz8edu.errors import BadInput, shown, unknown
from pz8edu.printing.saving import read_text

NAMED = ("name", "unit", "ship")
"""What an entry of a file is called by."""
LISTED = ("sample", "vessel", "vehicle", "aircraft", "kind", "ground")
"""What names its row of a printed list."""
OUTLINES = ("corners", "points")
REFERRING = ("firer", "target", "chosen", "fires_at", "rides")
"""What names another entry."""
PLACED = (*OUTLINES, "x", "column", "zone", "at")
"""What says where an entry of a file is: who has none of it is off the table."""
OF_ITS_OWN = (*NAMED, *PLACED, "side", "y", "facing", "row", "altitude", "across", "heading")
"""What the next one of the same kind does not take over."""
FARTHEST, ELBOW, MOST_TRIED = 8, 0.9, 40
"""So many steps away a free place is looked for, so far from whoever stands there; so many are tried."""


class Thing(NamedTuple):
    """What is on a table: an entry of a list of its file, or a point that the file names (number -1)."""

    listed: str
    number: int = -1


def file_kind(home: System) -> type[Situation]:
    """How the files of a book's tables are read. Raises BadInput for a book without tables."""
    if not home.tabletops:
        raise BadInput(f"{home.id} has no tables")
    return type(home.tabletop(home.tabletops[0]).set_up)


def read_table(home: System, text: str, name: str = "the table") -> Situation:
    """A table of one's own from the text of its file. Raises BadInput for what is no table of the book."""
    found = read_toml(text, file_kind(home), name)
    home.tabletop(found).start()
    return found


def table_named(home: System, name: str) -> str | Situation:
    """One of a book's tables, or, for a name that ends in .toml, the one in that file. Raises BadInput."""
    if not name.endswith(".toml"):
        return name
    file = Path(name)
    return read_table(home, read_text(file, f"the file {shown(name)}"), file.name)


@dataclass(frozen=True)
class SettingUp:
    """A table of a book while it is set up: a value; every change makes another, or raises BadInput."""

    home: System
    setup: Situation

    @classmethod
    def of(cls, home: System, setup: Situation) -> SettingUp:
        """The table as its book sets it up."""
        kind: type[SettingUp] = home.tabletop(setup).sets_up or cls
        return kind(home, setup)

    @cached_property
    def table(self) -> AnyTabletop:
        """The table as it stands."""
        return self.home.tabletop(self.setup)

    @cached_property
    def lists(self) -> Mapping[str, Domain]:
        """The lists of its file that hold things with a place on the board, and what an entry is."""
        fields = self.setup.fields().items()
        items = {name: known.domain.item for name, known in fields if isinstance(known.domain, ListDomain)}
        return {name: item for name, item in items.items() if has_place(item)}

    def inputs_of(self, listed: str) -> Given:
        """The inputs of an entry; none where it is a point."""
        item = self.lists.get(listed)
        return item.kind.fields() if isinstance(item, RecordDomain) else {}

    def sides(self, listed: str) -> tuple[str, ...]:
        """Whose an entry of a list can be; nobody's where the file does not say it."""
        side = self.inputs_of(listed).get("side")
        return tuple(map(str, side.domain.options)) if side and isinstance(side.domain, WordDomain) else ()

    @property
    def mustered(self) -> str:
        """The list of those whom forces on a shelf have: an entry only says where one of them is."""
        return "positions" if "positions" in self.lists else "placed" if "placed" in self.lists else ""

    @property
    def named(self) -> str:
        """By what their entries name them."""
        return first_of(NAMED, self.inputs_of(self.mustered))

    # --- what is there
    @cached_property
    def things(self) -> dict[str, Thing]:
        """What stands and lies there, by its name on the board."""
        found: dict[str, Thing] = {}
        for listed in self.lists:
            for number, entry in enumerate(getattr(self.setup, listed)):
                found[new_name(entry_name(listed, entry), found)] = Thing(listed, number)
        for name, known in self.setup.fields().items():
            domain = known.domain.inner if isinstance(known.domain, NullableDomain) else known.domain
            if is_point(domain) and getattr(self.setup, name) is not None:
                found[new_name(name.replace("_", " "), found)] = Thing(name)
        return found

    def entry(self, thing: Thing) -> Any:
        """What the file says of a thing."""
        told_of = getattr(self.setup, thing.listed)
        return told_of if thing.number < 0 else told_of[thing.number]

    @cached_property
    def places(self) -> dict[str, Place]:
        """Where everything is on the board."""
        start = self.table.start()
        found = {name: start.places[name] for name in start.units if name in start.places}
        for name, thing in self.things.items():
            found[name] = start.places[name] if name in start.places else self.middle(self.entry(thing))
        return found

    def middle(self, entry: Any) -> Place:
        """Where an entry is of which the board knows no place: its point, or the middle of its outline."""
        points = outline_of(entry)
        if not points:
            at = entry if isinstance(entry, tuple) else getattr(entry, "at", None) or (entry.x, entry.y)
            points = (at,)
        x, y = (sum(float(point[axis]) for point in points) / len(points) for axis in (0, 1))
        return self.on_board(x, y)

    def on_board(self, x: float, y: float) -> Place:
        """A point of the file on the board."""
        scale = float(getattr(self.table, "scale", 1))
        return Place(round(x * scale, 3), round(y * scale, 3))

    def corners(self, name: str) -> dict[str, Place]:
        """The points of an outline on the board, by the names by which they are moved."""
        thing = self.things.get(name)
        points = outline_of(self.entry(thing)) if thing else ()
        return {f"{name}: {number}": self.on_board(*map(float, at)) for number, at in enumerate(points, 1)}

    # --- what is done
    def read(self, plain: Given) -> SettingUp:
        """The table as a file says it. Raises BadInput in the words that the file would get."""
        setup = type(self.setup).read(plain)
        self.home.tabletop(setup).start()
        return type(self)(self.home, setup)

    def told(self) -> JSON:
        """What its file says, to be changed."""
        return deepcopy(file_inputs(self.setup))

    def moved(self, name: str, place: Place) -> SettingUp:
        """With a thing, or the corner of an outline, elsewhere, or turned."""
        plain, noted = self.told(), self.table.noted(name, place)
        whole, _, corner = name.rpartition(": ")
        thing = self.things.get(name)
        if thing is not None and thing.number < 0:
            plain[thing.listed] = self.laid(thing.listed, plain[thing.listed], noted)
        elif thing is not None:
            entries = plain[thing.listed]
            entries[thing.number] = self.laid(thing.listed, entries[thing.number], noted)
        elif whole in self.things and corner.isdigit():
            thing = self.things[whole]
            entry = plain[thing.listed][thing.number]
            entry[first_of(OUTLINES, entry)][int(corner) - 1] = [noted["x"], noted["y"]]
        else:  # it came by itself, and is now told where
            row = self.laid(self.mustered, {self.named: name}, noted)
            plain.setdefault(self.mustered, []).append(row)
        return self.read(plain)

    def laid(self, listed: str, entry: Any, noted: Mapping[str, object]) -> Any:
        """An entry as it says that it is at a place."""
        at = [noted.get("x"), noted.get("y")]
        if isinstance(entry, list):
            return at
        outline, fields = first_of(OUTLINES, entry), self.inputs_of(listed)
        if outline:
            return {**entry, outline: shifted(entry[outline], at)}
        if "at" in fields and "at" not in noted:
            noted = {"at": at}
        return entry | {name: value for name, value in noted.items() if name in fields and value is not None}

    def put_down(self, listed: str, row: Any, near: Place) -> tuple[SettingUp, str]:
        """The table with one thing more, on a free place near another, and its name. Raises BadInput."""
        fields = self.inputs_of(listed)
        if fields:
            needed = {name: filler(name, known.domain) for name, known in fields.items() if known.required}
            row = needed | self.follows(listed, row) | dict(row)
            if "name" in needed and listed != self.mustered:
                row["name"] = new_name(row["name"] or entry_name(listed, row), self.places)
        why: BadInput | None = None
        for place in islice(self.free_places(near), MOST_TRIED):
            try:
                noted = self.table.noted(entry_name(listed, row), place)
                plain = self.told()
                plain.setdefault(listed, []).append(self.laid(listed, row, noted))
                found = self.read(plain)
            except BadInput as fault:
                why = why or fault
            else:
                last = Thing(listed, len(plain[listed]) - 1)
                return found, next(name for name, thing in found.things.items() if thing == last)
        raise why or BadInput(f"there is no free place for {entry_name(listed, row)}")

    def free_places(self, near: Place) -> Iterator[Place]:
        """Places where nothing stands yet, the nearest first."""
        step, taken = max(1.0, self.table.step), self.places.values()
        around = range(-FARTHEST, FARTHEST + 1)
        for right, up in sorted(product(around, around), key=lambda each: (hypot(*each), each)):
            place = self.table.stepped(self.table.stepped(near, 90, right * step), 0, up * step)
            if all(hypot(place.x - each.x, place.y - each.y) >= step * ELBOW for each in taken):
                yield place

    def copied(self, name: str) -> tuple[SettingUp, str]:
        """The table with the same once more, beside it, and the name of the new one. Raises BadInput."""
        thing = self.thing(name)
        if thing.listed == self.mustered:
            raise BadInput(f"{name} is there once: its force has one of this name")
        return self.put_down(thing.listed, self.told()[thing.listed][thing.number], self.places[name])

    def without(self, name: str) -> SettingUp:
        """With a thing taken away, and nobody who refers to it."""
        thing, plain = self.thing(name), self.told()
        del plain[thing.listed][thing.number]
        plain = renamed(plain, name, "")
        try:
            return self.read(plain)
        except BadInput:  # whoever is looked at first was something with it
            return self.read({each: value for each, value in plain.items() if each not in REFERRING})

    def cleared(self) -> SettingUp:
        """The bare table."""
        plain = self.told() | {listed: [] for listed in self.lists}
        return self.read({name: value for name, value in plain.items() if name not in (*REFERRING, "jump")})

    def changed(self, name: str, given: Given) -> SettingUp:
        """With what an entry says changed; "" is what the table says of itself. Who refers to it follows."""
        plain = self.told()
        if name:
            thing = self.thing(name)
            named = first_of(NAMED, plain[thing.listed][thing.number])
            plain[thing.listed][thing.number] = self.led(thing, given)
            if named and given[named] != name:
                plain = renamed(plain, name, given[named])
        else:
            plain |= dict(given)
        found = self.read(plain)
        return found.read(found.told())

    def follows(self, listed: str, row: Mapping[str, object]) -> dict[str, object]:
        """What the row of a printed list says of an entry that names it, where the book reads it so."""
        item = self.lists[listed]
        follows = getattr(item.kind, "follows", None) if isinstance(item, RecordDomain) else None
        return dict(follows(row)) if follows else {}

    def led(self, thing: Thing, given: Mapping[str, object]) -> dict[str, object]:
        """What an entry now says: what followed from its row goes with the row."""
        followed = self.follows(thing.listed, self.entry(thing).plain())
        fields = self.inputs_of(thing.listed)
        return {
            name: value
            for name, value in given.items()
            if name not in followed or fields[name].domain.plain(value) != followed[name]
        }

    def thing(self, name: str) -> Thing:
        """A thing that a list of the file holds. Raises BadInput for anything else."""
        thing = self.things.get(name)
        if thing is None or thing.number < 0:
            listed = [each for each, thing in self.things.items() if thing.number >= 0]
            raise unknown("thing that was put on the table", name, listed)
        return thing

    # --- what can be put down
    @cached_property
    def palette(self) -> dict[str, tuple[str, Any]]:
        """What can be put down, by its words: rows of printed lists, and units as on the book's tables."""
        found: dict[str, tuple[str, object]] = {}
        for listed in self.lists:
            fields = self.inputs_of(listed)
            closed = {each for each, known in fields.items() if isinstance(known.domain, WordDomain)}
            row_of = first_of(LISTED, closed)
            if not fields:
                found[listed] = (listed, [0, 0])
            elif row_of:
                options = [str(each) for each in fields[row_of].domain.options if each]
                found |= {words(each): (listed, {row_of: each}) for each in options}
        absent = getattr(self.setup, "absent", ())
        found |= {name: (self.mustered, {self.named: name}) for name in absent}
        return dict(kinds_of(self.home)) | found


@lru_cache(maxsize=16)
def kinds_of(home: System) -> Mapping[str, tuple[str, object]]:
    """What stands on the tables of a book, by its words."""
    found: dict[str, tuple[str, object]] = {}
    for table in map(home.tabletop, home.tabletops):
        found = dict(kinds_on(SettingUp(home, table.set_up))) | found
    return found


def kinds_on(set_up: SettingUp) -> Iterator[tuple[str, tuple[str, object]]]:
    """What stands on a table, without its place, side and state, by its words."""
    state, plain = BoardState(set_up.table.start()), set_up.told()
    for name, thing in set_up.things.items():
        fields = set_up.inputs_of(thing.listed)
        if thing.number < 0 or not fields or thing.listed == set_up.mustered:
            continue
        entry = plain[thing.listed][thing.number]
        own = set_up.table.changes(name, state, set_up.home.rules) if name in state.units else {}
        row = {each: value for each, value in entry.items() if each not in (*OF_ITS_OWN, *REFERRING, *own)}
        if first_of(OUTLINES, fields) or ("name" in fields and not first_of(LISTED, entry)):
            bare = entry_name(thing.listed, row)
            yield words(row.get("what") or (name if thing.listed == "units" else bare)), (thing.listed, row)


def is_point(domain: object) -> bool:
    """Is it a point in lengths?"""
    return isinstance(domain, PlacesDomain) and all(isinstance(each, NumberDomain) for each in domain.places)


def has_place(item: object) -> bool:
    """Does an entry of a list say where it is?"""
    return is_point(item) or (isinstance(item, RecordDomain) and bool(first_of(PLACED, item.kind.fields())))


def first_of(names: tuple[str, ...], known: Any) -> str:
    """The first of some names that is known, or nothing."""
    return next((name for name in names if name in known), "")


def entry_name(listed: str, entry: object) -> str:
    """What an entry of a list is called: by its name, by what it is, or by its list."""
    if isinstance(entry, list | tuple):
        return listed
    known = (*NAMED, *LISTED)
    said = (entry.get(name) if isinstance(entry, dict) else getattr(entry, name, None) for name in known)
    return str(next(filter(None, said), listed.removesuffix("es" if listed.endswith("oes") else "s")))


def new_name(name: str, taken: Any) -> str:
    """A name that nobody has: with a number behind it, if need be."""
    bare = name.rstrip("0123456789").rstrip() or name
    others = (f"{bare} {number}" for number in count(2))
    return next(each for each in chain((name,), others) if each not in taken)


def outline_of(entry: object) -> tuple[tuple[Any, Any], ...]:
    """The corners of a patch, the points of a road; none of what has no outline."""
    return next((getattr(entry, name) for name in OUTLINES if hasattr(entry, name)), ())


def shifted(points: list[list[float]], at: list[Any]) -> list[list[float]]:
    """An outline with its middle elsewhere."""
    by = [at[axis] - sum(point[axis] for point in points) / len(points) for axis in (0, 1)]
    return [[round(part + more, 3) for part, more in zip(point, by, strict=True)] for point in points]


def renamed(value: object, name: str, after: str) -> Any:
    """The same where somebody refers to a thing by another name, or no longer."""
    if isinstance(value, list):
        return [renamed(each, name, after) for each in value]
    if not isinstance(value, dict):
        return value
    same = {each: renamed(more, name, after) for each, more in value.items()}
    refers = {each for each in REFERRING if same.get(each) == name}
    if after:
        return same | dict.fromkeys(refers, after)
    refers |= {each for each, more in same.items() if isinstance(more, dict) and more.get("ship") == name}
    return {each: more for each, more in same.items() if each not in refers}


def filler(name: str, domain: Domain) -> Any:
    """What an entry says at first where it must say something."""
    if name in OUTLINES:
        return [[0, 0], [3, 0]] if name == "points" else [[0, 0], [2, 0], [2, 2], [0, 2]]
    if isinstance(domain, WordDomain):
        return domain.plain(domain.options[0])
    if isinstance(domain, WholeDomain):
        return domain.limits.minimum or 0
    if isinstance(domain, PlacesDomain):
        return [filler("", each) for each in domain.places]
    return 0 if isinstance(domain, NumberDomain) else ""


def words(name: str) -> str:
    """The row of a list as people say it."""
    return str(name).replace("-", " ")
