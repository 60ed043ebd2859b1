"""Puzzles: a position of a game with exactly one best choice, proved by solving all that can follow.

`shelf/puzzles.jsonl` holds one a line; `proved` solves one again, from its position alone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from sys import modules

from pz8edu.analysis.ahead import Ahead
from pz8edu.analysis.foresight import DEEPEST, TWO, Foresight
from pz8edu.analysis.positions import Positions, SearchProgress, from_the_end
from pz8edu.analysis.solved import Solved
from pz8edu.board.setting_up import read_table
from pz8edu.core.rulebook.shelf import toml_of
from pz8edu.errors import BadInput, unknown
from pz8edu.games.game import Game, Node
from pz8edu.games.players import at_random, play_on
from pz8edu.games.positions import changes_of, position_line, read_position
from pz8edu.games.record import key_text, read_line
from pz8edu.games.told import army, choice_said
from pz8edu.printing.percent import in_points, short_percent
from pz8edu.systems import system
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, AnyMoment
from pz8edu.turns.places import place_words
from pz8edu.turns.play import PASS

SHELF = Path(__file__).with_name("shelf")
"""The puzzles, and in a folder a book the small tables of their own."""
MARGIN = Fraction(2, 100)
"""The best choice is better than any other by so much chance to win, or more."""
PLAIN = Fraction(10, 100)
PLAIN_WORTHS = 3
"""Where a player who looks two choices ahead finds it: by so much, and choices have so many worths."""
FEWEST, MOST_CHOICES = 2, 12
MOST = 5_000
"""So many positions are solved at most to prove a puzzle."""


@dataclass(frozen=True)
class Puzzle:
    """A table, a position in one line, who is to choose, and what every choice is worth to that side.

    `choices` go from the best down. `ahead` is how many choices one must look ahead until the best is seen
    and stays so; `trap` is what a player takes who looks two ahead. `rules` tell under what it was proved.
    """

    id: str
    book: str
    table: str
    rules: str
    position: str
    side: str
    choices: Mapping[str, Fraction]
    ahead: int
    trap: str
    theme: str
    size: int

    @property
    def taken(self) -> str:
        """What was chosen in a game of one's own; nothing for a puzzle of the shelf."""
        return ""

    @property
    def answer(self) -> str:
        """The best choice."""
        return next(iter(self.choices))

    @property
    def margin(self) -> Fraction:
        """What the next best loses."""
        best, second, *_ = self.choices.values()
        return best - second

    def loses(self, choice: str) -> Fraction:
        """What a choice loses. Raises BadInput for one that is none of the puzzle."""
        if choice not in self.choices:
            raise unknown(f"choice of puzzle {self.id}", choice, self.choices)
        return self.choices[self.answer] - self.choices[choice]

    @property
    def game(self) -> Game:
        """A game that stands there. Raises BadInput where the table is no more."""
        found = game_on(self.book, self.table)
        found.node = Node(read_position(self.position, found))
        return found

    @property
    def rating(self) -> int:
        """How hard it is for a start, on the scale of chess: one learns from pupils how hard it is."""
        return round(1000 + 130 * self.ahead + 40 * len(self.choices) - 1500 * self.margin)

    def as_json(self) -> dict[str, object]:
        """For programs: fractions as text."""
        worths = {choice: str(worth) for choice, worth in self.choices.items()}
        return {**asdict(self), "choices": worths, "margin": str(self.margin)}


def game_on(book: str, table: str, seed: int | None = None) -> Game:
    """A game on a table of the shelf, or on one of the book's."""
    home, own = system(book), SHELF / book / f"{table}.toml"
    if not own.exists():
        return Game(home, table, seed=seed)
    return Game(home, read_table(home, own.read_text(encoding="utf-8"), table), seed=seed)


def puzzle_of(line: str) -> Puzzle:
    """The puzzle of a line of the shelf."""
    told = json.loads(line)
    told.pop("margin")
    choices = {choice: Fraction(worth) for choice, worth in told.pop("choices").items()}
    return Puzzle(**told, choices=choices)


@cache
def shelf() -> Mapping[str, Puzzle]:
    """All puzzles of the kit by their ids."""
    lines = (SHELF / "puzzles.jsonl").read_text(encoding="utf-8").splitlines()
    return {each.id: each for each in map(puzzle_of, lines)}


def puzzle(name: str) -> Puzzle:
    """A puzzle by its id. Raises BadInput for one that is not there."""
    if name not in shelf():
        raise unknown("puzzle", name, shelf())
    return shelf()[name]


def of_the_day(day: date) -> Puzzle:
    """The puzzle of a day: the same for everybody, each once before one comes again."""
    ordered = day_by_day()
    return ordered[day.toordinal() % len(ordered)]


def day_by_day() -> list[Puzzle]:
    """All puzzles, mixed, in the order of their days."""
    return sorted(shelf().values(), key=lambda one: hashlib.sha256(one.id.encode()).digest())


def family(one: Puzzle) -> tuple[Puzzle, ...]:
    """The puzzles whose position differs from this one's in one word."""
    mine = words_of(one)
    return tuple(
        each
        for each in shelf().values()
        if (each.book, each.table, each.side) == (one.book, one.table, one.side)
        and len(mine ^ words_of(each)) in (1, 2)
        and len(mine - words_of(each)) < 2 > len(words_of(each) - mine)
    )


def words_of(one: Puzzle) -> frozenset[str]:
    """The position as words: each unit where it stands, and each word of its state."""
    found = set()
    for part in one.position.split(" | "):
        head, _, state = part.partition(" {")
        found |= {head, *(f"{head.split()[0]} {word}" for word in state.rstrip("}").split(",") if word)}
    return frozenset(found)


def rules_told(game: Game) -> str:
    """What a proof rests on: sixteen hexadecimal digits for the printed rules and tables and the set-up."""
    rules = game.rules
    named = {name: str(rules.value(name)) for name in (*rules.numbers(), *rules.readings())}
    told = hashlib.sha256(f"{rules} {named} {toml_of(game.book.table.set_up)}".encode())
    for kind in type(rules).__mro__:
        file = getattr(modules.get(kind.__module__), "__file__", None)
        if file and ".systems." in kind.__module__:
            for each in sorted(Path(file).parent.rglob("*.csv")):
                told.update(each.name.encode() + each.read_bytes())
    return told.hexdigest()[:16]


# --- proved
def proved(one: Puzzle, told: SearchProgress | None = None) -> Puzzle:
    """The puzzle as it is under the rules now. Raises BadInput that says why it is none any more."""
    game = one.game
    known = Solved(Positions(Ahead(game), game.moment, MOST, told))
    return weighed(game, one.table, known, Foresight(known), 0)


def searched(
    book: str, table: str, seed: int, most: int = MOST, told: SearchProgress | None = None
) -> Iterator[Puzzle | str]:
    """The puzzles of a game played at random, from as far back of its end as so many positions allow."""
    game, player = game_on(book, table, seed), at_random(seed)
    play_on(game, dict.fromkeys(game.book.sides, player))
    moments = [node.moment for node in (game.root, *game.line)]
    positions = from_the_end(Ahead(game), moments, most, told)
    yield from harvest(game, table, Solved(positions)) if positions else ()


def harvest(game: Game, table: str, known: Solved) -> Iterator[Puzzle | str]:
    """A puzzle of every position that is worth one, and of every other decision why it is not."""
    seen = Foresight(known)
    for number, side in enumerate(known.positions.sides):
        if side != CHANCE and known.positions.ways[number]:
            try:
                yield weighed(game, table, known, seen, number)
            except BadInput as fault:
                yield str(fault)


def weighed(game: Game, table: str, known: Solved, seen: Foresight, number: int) -> Puzzle:
    """The puzzle of a position that was solved. Raises BadInput that says why it is none."""
    mine = sorted(worths_of(known, number), reverse=True)
    why_not = dull(mine) or last(known, number)
    if why_not or 2 * seen.drawn[number] >= 1:
        raise BadInput(why_not or "best play is for a draw")
    best = worths_of(known, number).index(mine[0])
    if seen.ahead(number, best) <= TWO and (mine[0] - mine[1] < PLAIN or len(set(mine)) < PLAIN_WORTHS):
        raise BadInput("who looks two choices ahead finds it, and there is little else to see")
    return made(game, table, known, seen, number)


def worths_of(known: Solved, number: int) -> list[Fraction]:
    """What the choices of a position are worth to who is to choose."""
    first = known.positions.sides[number] == known.first
    return [each if first else 1 - each for each in known.of_choices(number)]


def made(game: Game, table: str, known: Solved, seen: Foresight, number: int) -> Puzzle:
    """A position that was solved as a puzzle, whether it is a good one or not; the game then stands there."""
    ways, moment, mine = (
        known.positions.ways[number],
        known.positions.moments[number],
        worths_of(known, number),
    )
    order = sorted(range(len(mine)), key=lambda at: -mine[at])
    best, trap = order[0], seen.taken(number, order[0])
    game.node = Node(moment)
    position = position_line(game)
    name = hashlib.sha256(f"{game.home.id} {table} {position}".encode()).hexdigest()[:8]
    return Puzzle(
        id=name,
        book=game.home.id,
        table=table,
        rules=rules_told(game),
        position=position,
        side=known.positions.sides[number],
        choices={key_text(ways[at].choice.key): mine[at] for at in order},
        ahead=seen.ahead(number, best),
        trap=key_text(ways[trap].choice.key),
        theme=theme(game, moment, ways[best].choice, ways[trap].choice),
        size=len(reached(known, number)),
    )


def dull(worths: list[Fraction]) -> str:
    """Why worths, from the best down, make no puzzle; empty if they do."""
    if not FEWEST <= len(worths) <= MOST_CHOICES:
        return f"there are {len(worths)} choices, not {FEWEST} to {MOST_CHOICES}"
    if worths[0] == worths[1]:
        return "two choices are best"
    if worths[0] - worths[1] < MARGIN:
        return f"the best choice is better by less than {MARGIN}"
    if worths[0] in (0, Fraction(1, 2), 1):
        return "the end is certain after the best choice"
    if worths[1] == 0:
        return "no other choice can win"
    return ""


def last(known: Solved, number: int) -> str:
    """Why nothing hangs on it: nobody chooses any more; empty if somebody does."""
    later = reached(known, number) - {number}
    sides, ways = known.positions.sides, known.positions.ways
    chosen = any(sides[each] != CHANCE and len(ways[each]) > 1 for each in later)
    return "" if chosen else "nobody chooses after it"


def reached(known: Solved, number: int) -> set[int]:
    """All positions that can follow one, and itself."""
    found, waiting = {number}, [number]
    while waiting:
        for to, _ in known.positions.next_to(waiting.pop()):
            if to not in found:
                found.add(to)
                waiting.append(to)
    return found


def theme(game: Game, moment: AnyMoment, best: Choice, trap: Choice) -> str:
    """What there is to learn, in a word or two: the best choice beside the one that suggests itself."""
    if best.kind == PASS:
        return "patience"
    if best.unit != trap.unit and trap.kind != PASS:
        return "who acts"
    if best.way and (trap.way or trap.kind == PASS):
        ours, theirs = (nearest(game, moment, each) for each in (best, trap))
        return "closer" if ours < theirs else "keep away" if ours > theirs else "where to"
    if best.target and trap.target not in ("", best.target):
        return "which target"
    if best.asked is None:
        return "do not roll yet" if trap.asked else "first things first"
    return "act now" if trap.asked is None else "how"


def nearest(game: Game, moment: AnyMoment, choice: Choice) -> Fraction:
    """How near the enemy is to the side that chooses, once a move is made."""
    side = game.book.now(moment).side
    after = game.book.lands(moment, choice) if choice.asked is None and choice.kind != PASS else moment
    return game.book.away(after, side)


# --- in words
def stands(one: Puzzle) -> Iterator[str]:
    """Who stands where, in what state, as far as it is not as the table began."""
    game = one.game
    start = game.root.moment
    for name, place in game.moment.places.items():
        unit = game.moment.units.get(name)
        if unit is None or game.book.is_out(name, game.moment):
            continue
        state = [f"{word} {value}" for word, value in changes_of(unit, start.units.get(name)).items()]
        at = place_words(place).replace(",", ", ").replace("^", " facing ")
        whose = army(game.book, getattr(unit, "side", "")) if hasattr(unit, "side") else "?"
        yield f"{name} ({whose}) at {', '.join((at, *state))}"


def asks(one: Puzzle) -> str:
    """The question of a puzzle."""
    game = one.game
    return (
        f"Turn {game.moment.turn}, {game.now.kind}: {army(game.book, one.side)} is to choose. "
        "Which choice wins most often, if both sides play their best after it?"
    )


def said_in(choice: str, game: Game) -> str:
    """A choice as a puzzle keeps it, as a person says it."""
    event = read_line(choice, 1).event
    return choice_said(game.book, game.moment, event.key) if event is not None else choice


def explained(one: Puzzle, chosen: str = "") -> Iterator[str]:
    """Why the answer is the answer, from the worths of all choices. Raises BadInput for no choice of it."""
    lost = one.loses(chosen or one.answer)
    if chosen:
        yield "Right." if not lost else f"It loses {in_points(lost)} points."
    game = one.game
    wins = f"{army(game.book, one.side)} then wins {short_percent(one.choices[one.answer])} of all games"
    yield f"Best is {said_in(one.answer, game)}. {wins}."
    lost_by = {said_in(each, game): in_points(one.loses(each)) for each in one.choices if each != one.answer}
    others = (f"{each} loses {points} points" for each, points in lost_by.items())
    yield f"{'; '.join(others)}."
    if one.taken:
        yield f"In your game you took {said_in(one.taken, game)}."
    if one.ahead > TWO:
        deep = f"{one.ahead} choices ahead" if one.ahead <= DEEPEST else f"more than {DEEPEST} choices ahead"
        trap = said_in(one.trap, game)
        yield f"Who looks two choices ahead takes {trap}: one must look {deep} ({one.theme})."
    yield f"Proved: all {one.size} positions that can follow were solved, and no choice anywhere is better."
