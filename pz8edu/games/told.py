"""What people are told of a game: armies, and where a choice leads. A record keeps sides and numbers."""

from __future__ import annotations

import re
from math import dist

from pz8edu.board.bearings import bearing_to, point_at
from pz8edu.board.lengths import in_words, with_unit
from pz8edu.board.position import Place
from pz8edu.board.scene import UNIT_SIGN
from pz8edu.board.zones import zone_words
from pz8edu.games.game import Event, Node
from pz8edu.turns.choice import Choice, Key
from pz8edu.turns.moment import CHANCE, AnyMoment
from pz8edu.turns.places import SHORT_OF
from pz8edu.turns.play import PASS, AnyPlay

COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
SIDES = {"hexes": (30, 60), "squares": (0, 90)}
"""The bearing over the first side of a cell, and the turn from one side to the next."""
SAME_THROW = re.compile(r"(([^;]+): [^;]+); \2: ")


def army(book: AnyPlay, side: str) -> str:
    """What a side is called on its table; the dice are nobody's."""
    return book.armies.get(side, side) or "the dice"


def with_armies(book: AnyPlay, words: object) -> str:
    """Words of a record with its sides as players call them."""
    return re.sub(rf"\b(?:{'|'.join(book.sides)})\b", lambda side: book.armies[side[0]], str(words))


def choice_said(book: AnyPlay, moment: AnyMoment, choice: Choice | Key) -> str:
    """A choice of a moment: "Sherman: move 5″ north-west, facing west", "Pz IV: move, by the wood"."""
    deed, where = deed_said(choice), place_said(book, moment, choice)
    joint = " " if where[:1].isdigit() and not choice.target and not choice.note else ", "
    said = joint.join(filter(None, (deed, where)))
    who = army(book, book.now(moment).side) if choice.kind == PASS else choice.unit
    return f"{who}: {said}" if who else with_armies(book, said)


def deed_said(choice: Choice | Key) -> str:
    """What is done, to whom and how; not who does it, nor where."""
    kind = "end the step" if choice.kind == PASS else choice.kind.replace("-", " ")
    return " ".join(filter(None, (kind, choice.target, choice.note)))


def place_said(book: AnyPlay, moment: AnyMoment, choice: Choice | Key, facing: bool = True) -> str:
    """Where a choice leads, "" for nowhere: a spot by its name, else how far it is and where."""
    if not choice.way:
        return ""
    to = choice.way[-1]
    for spot in getattr(getattr(book.table, "ground", None), "spots", ()):
        if dist((spot.x, spot.y), to[:2]) < SHORT_OF:
            return str(spot.why)
    looks = f"facing {compass(to.facing)}" if facing and to.facing is not None else ""
    level = f"at level {to.altitude}" if to.altitude is not None else ""
    return ", ".join(filter(None, (where_said(book, moment, choice.unit, to), looks, level)))


def where_said(book: AnyPlay, moment: AnyMoment, unit: str, to: Place) -> str:
    """A place as seen from a unit, or from whoever is nearest to it: "5″ north-west", "2 hexes east"."""
    kind, start = book.first_scene.kind, moment.places.get(unit)
    if kind == "zones":
        return zone_words(int(to.y) + 1)
    if start is None and (kind == "squares" or not moment.places):
        return f"column {int(to.x) + 1}, row {int(to.y) + 1}"
    if start is None:
        near = min(moment.places, key=lambda name: dist(moment.places[name][:2], to[:2]))
        return " of ".join(filter(None, (where_said(book, moment, near, to), near)))
    if kind in SIDES:
        steps = sorted(steps_to(start, to, *SIDES[kind]), reverse=True)
        told = [(with_unit(str(steps[0][0]), kind), steps[0][1]), *steps[1:]] if steps else []
        return ", ".join(f"{count} {compass(bearing)}" for count, bearing in told if count)
    far = dist(start[:2], to[:2])
    there = compass(bearing_to(start[:2], to[:2]))
    return f"{in_words(far, 1)}{UNIT_SIGN[kind]} {there}" if far > SHORT_OF else ""


def compass(bearing: float) -> str:
    """The nearest of eight points of the compass."""
    return COMPASS[round(bearing / 45) % 8]


def steps_to(start: Place, to: Place, first: int, turn: int) -> list[tuple[int, int]]:
    """From cell to cell: so many over one side, then so many over the next, each with its bearing."""
    x, y = to.x - start.x, to.y - start.y
    for bearing in range(first, 360, turn):
        (x1, y1), (x2, y2) = (point_at((0, 0), each, 1) for each in (bearing, bearing + turn))
        turned = x1 * y2 - x2 * y1
        one, other = round((x * y2 - y * x2) / turned), round((x1 * y - y1 * x) / turned)
        if one > 0 <= other:
            return [(one, bearing), (other, bearing + turn)]
    return []


def dice_said(book: AnyPlay, moment: AnyMoment, event: Event) -> tuple[str, str]:
    """The dice of an event, and what they came to; those that nobody chooses to throw are of sides."""
    dice = SAME_THROW.sub(r"\1, ", "; ".join(event.dice))
    if book.now(moment).side != CHANCE:
        return dice, event.outcome
    return with_armies(book, dice.replace(" 1: ", ": ")), with_armies(book, event.outcome)


def event_said(book: AnyPlay, node: Node) -> str:
    """What was chosen and what came of it: "T-34: fire Pz IV (attack 6): destroyed, chance 5/18"."""
    event, before = node.event, node.before
    assert event is not None
    assert before is not None
    dice, outcome = dice_said(book, before.moment, event)
    came = f" ({dice}): {outcome}, chance {event.chance}" if outcome else ""
    return f"{choice_said(book, before.moment, event.key)}{came}"
