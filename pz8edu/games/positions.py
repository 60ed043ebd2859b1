"""A position of a game in one line, written and read back: what differs from the start of its table.

    position = turn , "." , step , { " | " , thing , " " , place , [ " " , json ] } , [ " # " , json ] ;

The step is its place in the turn. The JSON of a unit holds what of its state is not as it started; that at
the end what else the moment holds: counters, stock, who has acted, what is noted, what is to be settled.
"""

from __future__ import annotations

import dataclasses
import json
import re
import typing
from dataclasses import replace
from typing import Any

from pz8edu.board.position import AnyPosition, Marker, Place
from pz8edu.core.rulebook.domain import JSON, Domain, domain_of
from pz8edu.errors import BadInput, reason, shown, unknown
from pz8edu.games.game import Game
from pz8edu.games.record import THING, bare, thing
from pz8edu.turns.moment import AnyMoment, Task
from pz8edu.turns.places import move_to, place_words

CLOCK = re.compile(r"([1-9]\d*)\.([1-9]\d*)")
UNIT = re.compile(rf" \| ({THING}) (\S+)")
DECODER = json.JSONDecoder()


def position_line(game: Game) -> str:
    """The moment of a game in one line."""
    now, start = game.moment, game.root.moment
    words = [f"{now.turn}.{now.step + 1}"]
    for name, place in now.places.items():
        state = changes_of(now.units.get(name), start.units.get(name))
        more = f" {compact(state)}" if state else ""
        if state or place != start.places.get(name):
            words.append(f"{thing(name)} {place_words(place)}{more}")
    rest = {word: value for word, value in rest_of(now).items() if value != rest_of(start)[word]}
    return " | ".join(words) + (f" # {compact(rest)}" if rest else "")


def changes_of(unit: object, before: object) -> dict[str, object]:
    """What of the state of a unit is not as it was, as JSON holds it; of a new one all that it has."""
    if unit is None or unit == before:
        return {}
    return {
        name: domain.plain(getattr(unit, name))
        for name, domain in fields_of(type(unit)).items()
        if getattr(unit, name) != (None if before is None else getattr(before, name))
    }


def fields_of(kind: type[Any]) -> dict[str, Domain]:
    """The state that a unit has: what each word of it may be."""
    hints = typing.get_type_hints(kind, include_extras=True)
    if hasattr(kind, "fields"):
        return {name: known.domain for name, known in kind.fields().items()}
    return {each.name: domain_of(hints[each.name]) for each in dataclasses.fields(kind)}


def rest_of(moment: AnyMoment) -> dict[str, object]:
    """What a moment holds beside places and units."""
    at = moment.position
    return {
        "markers": [list(each) for each in at.markers],
        "stock": dict(at.stock),
        "acted": sorted(moment.acted),
        "noted": dict(moment.noted),
        "tasks": [list(task) for task in moment.tasks],
    }


def compact(value: object) -> str:
    """JSON without blanks."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def read_position(line: str, game: Game) -> AnyMoment:
    """The moment that a line tells, on the table of a game. Raises BadInput for what is none."""
    start = game.root.moment
    clock = CLOCK.match(line)
    if clock is None:
        raise BadInput(f"a position begins with turn and step, such as 1.1; got {shown(line)}")
    position, at = start.position, clock.end()
    while found := UNIT.match(line, at):
        name, at = bare(found[1]), found.end()
        state: dict[str, object] = {}
        if line.startswith(" {", at):
            state, at = read_json(line, at + 1)
        position = with_base(position, name, move_to(found[2]), state)
    rest: dict[str, object] = {}
    if line.startswith(" # ", at):
        rest, at = read_json(line, at + 3)
    if line[at:].strip():
        raise BadInput(f"a position goes on with a base or ends; got {shown(line[at:])}")
    moment = replace(start, position=position, turn=int(clock[1]), step=int(clock[2]) - 1)
    moment = with_rest(moment, rest)
    if moment.step >= (steps := len(game.book.steps(moment))):
        raise BadInput(f"a turn has {steps} steps here; got {shown(clock[0])}")
    return moment


def read_json(line: str, at: int) -> tuple[dict[str, object], int]:
    """The JSON object that begins somewhere in a line, and where it ends."""
    try:
        value, end = DECODER.raw_decode(line, at)
    except ValueError as fault:
        raise BadInput(f"{shown(line[at:])} is no JSON: {reason(fault)}") from None
    if not isinstance(value, dict):
        raise BadInput(f"a JSON object is wanted; got {shown(value)}")
    return value, end


def with_base(position: AnyPosition, name: str, place: Place, state: JSON) -> AnyPosition:
    """The position with a base there in that state; of one that came after the start all of it is told."""
    if name in position.places:
        position = position.moved(name, place)
        return with_state(position, name, state) if state else position
    kind = type(next(iter(position.units.values())))
    known = fields_of(kind)
    nothing = {each.name for each in dataclasses.fields(kind) if each.default is None}
    if not set(known) - nothing <= set(state) <= set(known):
        raise unknown("base", name, position.places)
    told = {word: known[word].read(value, word) for word, value in state.items()}
    fresh = kind(**{**dict.fromkeys(nothing), **told})
    places = {**position.places, name: place}
    return replace(position, places=places, units={**position.units, name: fresh})


def with_state(position: AnyPosition, name: str, state: JSON) -> AnyPosition:
    """The position with what a unit's state is told to be. Raises BadInput for what it cannot be."""
    if name not in position.units:
        raise unknown("unit", name, position.units)
    known = fields_of(type(position.units[name]))
    for word in state:
        if word not in known:
            raise unknown(f"state of {name}", word, known)
    return position.with_unit(name, **{word: known[word].read(value, word) for word, value in state.items()})


def with_rest(moment: AnyMoment, rest: JSON) -> AnyMoment:
    """The moment with what else a line tells. Raises BadInput for words that a moment has not."""
    known = rest_of(moment)
    for word, value in rest.items():
        if word not in known or type(value) is not type(known[word]):
            raise BadInput(f"a moment has {', '.join(known)}, lists and objects; got {shown({word: value})}")
    told = {word: frozen(value) for word, value in (known | rest).items()}
    try:
        markers = tuple(Marker(*each) for each in told["markers"])
        tasks = tuple(Task(*each) for each in told["tasks"])
    except TypeError:
        raise BadInput("a counter is [kind, x, y, side], a task [side, kind, [about]]") from None
    position = replace(moment.position, markers=markers, stock=dict(rest.get("stock", known["stock"])))
    noted = {word: frozen(value) for word, value in rest.get("noted", known["noted"]).items()}
    return replace(moment, position=position, acted=frozenset(told["acted"]), noted=noted, tasks=tasks)


def frozen(value: Any) -> Any:
    """JSON with tuples in place of its lists, so that a moment can be a key."""
    return tuple(map(frozen, value)) if isinstance(value, list) else value
