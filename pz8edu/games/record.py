"""The record of a game as text, in the tradition of chess: written, read back, replayed with its variations.

    game     = { tag } , blank , { line } , "result " , words ;
    tag      = "[" , name , " " , '"' , words , '"' , "]" ;      Book and Table are needed, others are kept;
                                                             SetUp is a table of one's own, packed
    line     = { "|  " } , [ "|- " | "|+ " ] , ( "; " , remark | event , [ "  ; " , remark ] ) ;
    event    = [ clock , " " ] , [ thing , ": " ] , kind , [ " " , thing ] , { " @" , place } ,
               [ " / " , thing ] , [ " " , dice ] , [ " = " , thing , " " , fraction ] ;
    clock    = turn , "." , number of the step , ">" ;           written where it changes, and checked
    place    = x , "," , y , [ "^" , facing ] , [ "_" , altitude ] ;
    dice     = "{" , throw , { "; " , throw } , "}" ;            every throw in the order in which it fell
    thing    = a word without blanks, or '"' , words , '"' ;

An event reads: unit, what it does, to whom, by which way, what else was chosen, the dice, and the outcome
with its chance before the dice fell. That chance is the check sum of the rules: under other rules the game is
refused at its first wrong line. "|- " opens a variation: it stands instead of the line before it, one level
up. "|+ " opens a line that was taken back: it goes on from there. Solo names a side that plays itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pz8edu.board.setting_up import read_table
from pz8edu.core.rulebook.ruleset import changes_in
from pz8edu.core.rulebook.shelf import toml_of
from pz8edu.core.rulebook.situation import Situation
from pz8edu.core.rulebook.system import System
from pz8edu.errors import BadInput, shown
from pz8edu.games.game import Event, Game, Node
from pz8edu.games.links import packed, unpacked
from pz8edu.systems import system
from pz8edu.turns.choice import Choice, Key
from pz8edu.turns.moment import AnyMoment
from pz8edu.turns.places import move_to, place_words

BARE = r"[\w][\w.'\-/+]*"
THING = rf'(?:"[^"]*"|{BARE})'
EVENT = re.compile(
    rf"""(?:(?P<turn>\d+)\.(?P<number>\w+)>\ )?
    (?:(?P<unit>{THING}):\ )?
    (?P<kind>[a-z][a-z\-]*)
    (?:\ (?P<target>{THING}))?
    (?P<way>(?:\ @\S+)*)
    (?:\ /\ (?P<note>{THING}))?
    (?:\ \{{(?P<dice>[^}}]*)\}})?
    (?:\ =\ (?P<outcome>{THING})\ (?P<chance>\d+(?:/[1-9]\d*)?))?$""",
    re.VERBOSE,
)
TAG = re.compile(r'\[(\w+) "([^"]*)"\]$')
BARS = re.compile(r"(?:\|  )*(?:\|[-+] )?")
OWN_TAGS = ("Book", "Table", "SetUp", "Solo", "Rules")
"""The tags that say what is played; all others are kept as they are."""
RESULT, OPEN = "result ", "still on"
MOST_LINES = 20_000
"""A longer game is refused before it is read."""


@dataclass(frozen=True)
class Line:
    """A line of a record: an event or a remark alone, and how deep it stands in variations.

    `opens` is "-" for one that stands instead of the line before it, "+" for one that goes on from there.
    """

    event: Event | None
    clock: tuple[int, str] | None = None
    remark: str = ""
    depth: int = 0
    opens: str = ""
    number: int = 0


@dataclass(frozen=True)
class Record:
    """A game as it was written: tags, lines, and the result it tells."""

    tags: Mapping[str, str]
    lines: tuple[Line, ...] = ()
    result: str = OPEN


# --- writing
def text_of(game: Game) -> str:
    """A game as text; its main line leads to where it stands."""
    main = {id(node) for node in game.line}
    return "\n".join(
        (tags_of(game), "", *lines_of(game, game.root, main), f"{RESULT}{game.result or OPEN}", "")
    )


def tags_of(game: Game) -> str:
    """What a game is played on and by, as the tags of its record."""
    tags = {"Book": game.home.id, "Table": game.table}
    if game.own is not None:
        tags["SetUp"] = packed(toml_of(game.own))
    if game.solo:
        tags["Solo"] = game.solo
    tags |= game.tags
    changed = ", ".join(f"{name}={value}" for name, value in game.rules.departures().items())
    if changed:
        tags["Rules"] = changed
    return "\n".join(f'[{name} "{words}"]' for name, words in tags.items())


def lines_of(
    game: Game, node: Node, main: set[int], bars: str = "", told: tuple[int, str] | None = None
) -> Iterator[str]:
    """The lines after a node, each followed by those played instead; `told` is the clock above.

    The line goes on with whoever is in `main`; a line that is in no way the main one with its first.
    """
    yield from (f"{bars}; {words}" for words in node.words)
    while node.after:
        clock = clock_of(game, node.moment)
        on = next((each for each in node.after if id(each) in main), None)
        if on is None and bars:
            on = node.after[0]
        if on is not None:
            yield bars + event_text(on.event, clock if clock != told else None, on.remark)
            told = clock
        for other in node.after:
            if other is not on:
                yield f"{bars}|{'+' if on is None else '-'} {event_text(other.event, clock, other.remark)}"
                yield from lines_of(game, other, main, f"{bars}|  ", clock)
                told = None
        if on is None:
            return
        yield from (f"{bars}; {words}" for words in on.words)
        node = on


def clock_of(game: Game, moment: AnyMoment) -> tuple[int, str]:
    """Turn and number of the step."""
    return moment.turn, game.book.now(moment).number


def event_text(event: Event | None, clock: tuple[int, str] | None = None, remark: str = "") -> str:
    """One event as a line."""
    assert event is not None
    words = [f"{clock[0]}.{clock[1]}>"] if clock else []
    words.append(key_text(event.key))
    if event.dice:
        words.append("{" + "; ".join(event.dice) + "}")
    if event.outcome:
        words.append(f"= {thing(event.outcome)} {event.chance}")
    return " ".join(words) + (f"  ; {remark}" if remark else "")


def key_text(key: Key) -> str:
    """A choice in words, as it is written before its dice."""
    words = [f"{thing(key.unit)}: {key.kind}" if key.unit else key.kind]
    words += [thing(key.target)] if key.target else []
    words += [f"@{place_words(place)}" for place in key.way]
    words += [f"/ {thing(key.note)}"] if key.note else []
    return " ".join(words)


def thing(words: str) -> str:
    """A name or an outcome: in quotes where it is more than a word."""
    return words if re.fullmatch(BARE, words) else f'"{words}"'


# --- reading
def read_record(text: str) -> Record:
    """A game as it is written. Raises BadInput with the line for what is none."""
    tags: dict[str, str] = {}
    lines: list[Line] = []
    result = OPEN
    written = text.splitlines()
    if len(written) > MOST_LINES:
        raise BadInput(f"a game has at most {MOST_LINES} lines; got {len(written)}")
    for number, each in enumerate(written, 1):
        words = each.rstrip()
        if tag := TAG.match(words):
            tags[tag[1]] = tag[2]
        elif words.startswith(RESULT):
            result = words.removeprefix(RESULT)
        elif words:
            lines.append(read_line(words, number))
    for name in ("Book", "Table"):
        if name not in tags:
            raise BadInput(f'a game names its {name.lower()} in a tag such as [{name} "..."]; there is none')
    return Record(tags, tuple(lines), result)


def read_line(words: str, number: int) -> Line:
    """One line of a game. Raises BadInput with its number."""
    found = BARS.match(words)
    bars = found[0] if found else ""
    opens = bars[-2:-1].strip()
    depth, rest = bars.count("|"), words[len(bars) :]
    if rest.startswith("; "):
        return Line(None, None, rest[2:], depth, opens, number)
    rest, _, remark = rest.partition("  ; ")
    event = EVENT.match(rest)
    if event is None:
        raise BadInput(f"line {number}: {shown(rest)} is no event of a game")
    try:
        way = tuple(move_to(each[1:]) for each in event["way"].split())
    except BadInput as fault:
        raise BadInput(f"line {number}: {fault}") from None
    key = Key(event["kind"], bare(event["unit"]), bare(event["target"]), way, bare(event["note"]))
    dice = tuple(event["dice"].split("; ")) if event["dice"] else ()
    chance = Fraction(event["chance"]) if event["chance"] else None
    clock = (int(event["turn"]), event["number"]) if event["turn"] else None
    return Line(Event(key, dice, bare(event["outcome"]), chance), clock, remark, depth, opens, number)


def bare(words: str | None) -> str:
    """A thing without its quotes."""
    return words.strip('"') if words else ""


# --- replaying
def replay(text: str, to: int | None = None, like: Game | None = None) -> Game:
    """The game that a text tells, every line of it played again; `to` stops after that line of the file.

    Every choice must be legal where it stands, every outcome and chance as written. What another game that is
    `like` it knows of the odds is not worked out again. Raises BadInput with the first line that is not, in a
    sentence.
    """
    record = read_record(text)
    game = game_of(record)
    if like is not None:
        game.knows_of(like)
    at = [game.root]
    for line in record.lines:
        if to is not None and line.number > to:
            break
        try:
            replay_line(game, line, at)
        except BadInput as fault:
            raise BadInput(f"line {line.number}: {fault}") from None
    game.go_to(at[0])
    told = str(game.ending) if game.ending else OPEN
    if to is None and told != record.result:
        raise BadInput(f"the game ends {shown(told)}, the file says {shown(record.result)}")
    return game


def game_of(record: Record) -> Game:
    """The game of a record before its first event. Raises BadInput for what no game has."""
    home = system(record.tags["Book"])
    changes = changes_in(record.tags["Rules"]) if record.tags.get("Rules") else {}
    table = set_up_in(home, record.tags["SetUp"]) if "SetUp" in record.tags else record.tags["Table"]
    changed, solo = home.rules.variant(changes) if changes else None, record.tags.get("Solo", "")
    game = Game(home, table, changed, solo=solo)
    game.tags = {name: words for name, words in record.tags.items() if name not in OWN_TAGS}
    return game


def set_up_in(home: System, letters: str) -> Situation:
    """The table that a record carries. Raises BadInput for letters that hold none."""
    try:
        return read_table(home, unpacked(letters))
    except BadInput as fault:
        raise BadInput(f"the tag SetUp holds no table of {home.id}: {fault}") from None


def replay_line(game: Game, line: Line, at: list[Node]) -> None:
    """Play a line where it stands: `at` holds the last node of each depth."""
    if line.event is None:
        at[min(line.depth, len(at) - 1)].words.append(line.remark)
        return
    if line.opens:
        above = at[line.depth - 1] if 1 <= line.depth <= len(at) else None
        start = above if above is None or line.opens == "+" else above.before
        if start is None:
            raise BadInput("a variation stands instead of the line before it, and there is none")
        del at[line.depth :]
        at.append(start)
    elif line.depth >= len(at):
        raise BadInput("no variation has begun here")
    else:
        del at[line.depth + 1 :]
        start = at[line.depth]
    game.go_to(start)
    clock = clock_of(game, start.moment)
    if line.clock is not None and line.clock != clock:
        raise BadInput(f"it is turn {clock[0]}, step {clock[1]}, not {line.clock[0]}.{line.clock[1]}")
    event = game.play(Choice(*line.event.key), line.event.dice if line.event.outcome else None)
    game.node.remark = line.remark
    at[-1] = game.node
    if (event.outcome, event.chance) != (line.event.outcome, line.event.chance):
        wrong = f"{line.event.outcome or 'no outcome'} {line.event.chance or ''}".strip()
        raise BadInput(f"these dice come to {event.outcome} {event.chance}, not to {wrong}")
    if line.opens:  # it stands behind what was played
        start.after.remove(game.node)
        start.after.append(game.node)
