"""`play`, `replay`, `choices` and `table`: whole turns in a terminal, games and tables as text."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from pz8edu.analysis.opponents import STRONGER
from pz8edu.board.setting_up import table_named
from pz8edu.board.tabletop import BoardState
from pz8edu.commands.words import Commands, add_rules, rules_from, say
from pz8edu.core.rulebook.shelf import toml_of
from pz8edu.errors import BadInput, listed, shown, unknown
from pz8edu.games.game import Game
from pz8edu.games.plain import Picked
from pz8edu.games.players import PERSON, PLAYERS, play_on, seated, solo_side
from pz8edu.games.positions import position_line
from pz8edu.games.record import EVENT, key_text, read_line, replay
from pz8edu.games.told import army, choice_said, event_said
from pz8edu.printing.saving import read_text, save_text
from pz8edu.systems import ids, system
from pz8edu.turns.choice import Choice

EXAMPLE = "pz8edu play pz8-ww2 whole-turn --players own=person,enemy=greedy --save evening.pz8game"
HELP = """a number, with dice of your own after it: 3 to hit 5; attack 4
or the choice as a game writes it, to go anywhere that the book allows: Sherman: move @14,6
w tells where everything stands · n why the rest is not possible · u takes back · s saves · q ends"""


def add(commands: Commands) -> None:
    """The commands and their options."""
    play = commands.add_parser(
        "play", help="play whole turns, with the odds before every choice", epilog=EXAMPLE
    )
    play.add_argument("system", nargs="?", help="a system, such as pz8-ww2")
    play.add_argument("table", nargs="?", help="one of its tables, or FILE.toml (else the first)")
    who = ", ".join((*PLAYERS, *STRONGER, PERSON))
    play.add_argument("--players", default=PERSON, metavar="WHO", help=f"{who}; or SIDE=WHO,SIDE=WHO")
    play.add_argument("--seed", type=int, metavar="N", help="the same dice and players again")
    play.add_argument("--save", metavar="FILE", help="keep the game in this file; one that is there goes on")
    play.add_argument("--json", action="store_true", help="tell the end as JSON")
    add_rules(play)
    play.set_defaults(run=run_play)

    again = commands.add_parser("replay", help="play a file again, every line of it checked")
    again.add_argument("file")
    again.add_argument("--to", type=int, metavar="LINE", help="stop after this line of the file")
    again.add_argument("--json", action="store_true", help="result, position and lines as JSON")
    again.set_defaults(run=run_replay)

    may = commands.add_parser("choices", help="what may be done at the end of a file, with exact odds")
    may.add_argument("file")
    may.add_argument("--unit", metavar="NAME", help="of this unit only")
    may.add_argument("--json", action="store_true", help="as JSON")
    may.set_defaults(run=run_choices)

    tables = commands.add_parser("table", help="a table as its file says it, to make one of your own of it")
    tables.add_argument("system", help="a system, such as pz8-ww2")
    tables.add_argument("table", nargs="?", help="one of its tables, or FILE.toml to see whether it reads")
    tables.set_defaults(run=run_table)


# --- play
def run_play(chosen: argparse.Namespace) -> int:
    """Play a game to its end, or until the person at the keyboard leaves it."""
    if chosen.system is None:
        raise BadInput(f"name a system, such as: {EXAMPLE}; the systems are {listed(ids())}")
    game = opened(chosen)
    players = seated(chosen.players, game, chosen.seed, lambda each: asked(each, chosen.save), STRONGER)
    quiet = chosen.json or PERSON not in chosen.players
    try:
        play_on(game, players, told=None if quiet else tell, refused=print)
    except (Leaves, KeyboardInterrupt):
        say("the game stands as it is")
    kept(game, chosen.save)
    if chosen.json:
        print(json.dumps({**told(game), "game": game.text()}, ensure_ascii=False))
    else:
        print(game.text(), end="")
    return 0


def opened(chosen: argparse.Namespace) -> Game:
    """The game of a file that is there, or a new one."""
    home = system(chosen.system)
    table = chosen.table or next(iter(home.played), None)
    if table is None:
        home.play(next(iter(home.tabletops), ""))  # says why not
        raise BadInput(f"{home.id} has no table on which turns are played")
    wanted = table_named(home, table)
    solo = solo_side(chosen.players, home, wanted)
    if not chosen.save or not Path(chosen.save).exists():
        return Game(home, wanted, rules_from(home, chosen), chosen.seed, solo)
    game = read_game(chosen.save)
    if (game.home.id, game.own or game.table) != (home.id, wanted):
        its = f"{game.table}, as it was set up then" if game.own else game.table
        raise BadInput(f"{chosen.save} holds a game of {game.home.id} on {its}: it is left as it is")
    if solo not in ("", game.solo):
        alone = game.solo or "nobody"
        raise BadInput(f"in {chosen.save} {alone} plays itself, not {solo}: it is left as it is")
    game.random.seed(chosen.seed)
    return game


def kept(game: Game, file: str | None) -> None:
    """Save a game where it is to be saved."""
    if file:
        save_text(Path(file), game.text())


def tell(game: Game, picked: Picked) -> None:
    """Tell what has just been played."""
    last = game.line[-1]
    print(event_said(game.book, last) + (f"  ; {picked.why}" if picked.why else ""))


class Leaves(Exception):
    """The person at the keyboard leaves the game."""


def asked(game: Game, file: str | None) -> Picked:
    """Ask the person at the keyboard for a choice; the dice are laid if they are given, else rolled.

    Raises Leaves at the end of the input.
    """
    found = game.choices()
    now = game.now
    print(f"\nturn {game.moment.turn}, step {now.number}: {army(game.book, now.side)}, {now.kind}")
    for number, choice in enumerate(found, 1):
        said = choice_said(game.book, game.moment, choice)
        print(f"{number:>4}  {with_more(said, game, choice)}")
    while True:
        print("choose, or ? ", end="", flush=True)
        words = sys.stdin.readline()
        if not words or words.strip() == "q":
            raise Leaves
        try:
            return answered(words.strip(), game, found, file)
        except BadInput as fault:
            print(fault)


def answered(words: str, game: Game, found: list[Choice], file: str | None) -> Picked:
    """What the person has typed. Raises BadInput for what is no answer."""
    if words == "?":
        raise BadInput(HELP)
    if words == "s":
        if not file:
            raise BadInput("there is no file to save it in: start with --save FILE")
        kept(game, file)
        raise BadInput(f"saved in {file}")
    if words == "u":
        game.take_back()
        return asked(game, file)
    if words == "w":
        raise BadInput(where(game))
    if words == "n":
        raise BadInput(why_not(game))
    number, _, dice = words.partition(" ")
    if words[:1].isalpha() or words[:1] == '"':
        return written(words, game)
    if not number.isdigit() or not 1 <= int(number) <= len(found):
        raise BadInput(
            f"a number from 1 to {len(found)}, a choice in words, w, n, u, s or q; got {shown(words)}"
        )
    laid = tuple(each.strip() for each in dice.split(";")) if dice.strip() else None
    return Picked(found[int(number) - 1], dice=laid)


def written(words: str, game: Game) -> Picked:
    """A choice as a record writes it; a place without facing keeps the last. Raises BadInput: why not."""
    event = read_line(words, 1).event if EVENT.match(words) else None
    if event is None:
        raise BadInput(f"{shown(words)} is no choice; one is written: {key_text(game.choices()[0].key)}")
    key, at = event.key, game.moment.places.get(event.key.unit)
    if at is not None:
        way = (
            place._replace(
                facing=at.facing if place.facing is None else place.facing,
                altitude=at.altitude if place.altitude is None else place.altitude,
            )
            for place in key.way
        )
        key = key._replace(way=tuple(way))
    return Picked(game.book.allowed(game.moment, Choice(*key)), dice=event.dice or None)


def where(game: Game) -> str:
    """What stands on the table and in what state, as who is to act may know it."""
    scene = game.book.table.scene(BoardState(game.seen.position), game.rules)
    return "\n".join(base.describe() for base in scene.bases)


def why_not(game: Game) -> str:
    """What is not possible now, each with its reason."""
    refused = [each for each in game.book.options(game.seen) if each.why_not]
    return "\n".join(f"{key_text(each.key)}: {each.why_not}" for each in refused) or "everything is possible"


# --- replay and choices
def read_game(file: str) -> Game:
    """The game of a file. Raises BadInput with the line for what is none."""
    text = read_text(Path(file), f"the file {shown(file)}")
    try:
        return replay(text)
    except BadInput as fault:
        raise BadInput(f"{Path(file).name}: {fault}") from None


def run_replay(chosen: argparse.Namespace) -> int:
    """Play a file again; tell how it ends, or where it stands after a line."""
    text = read_text(Path(chosen.file), f"the file {shown(chosen.file)}")
    if chosen.to is not None and chosen.to < 1:
        raise BadInput(f"--to is the number of a line, from 1; got {chosen.to}")
    game = replay(text, chosen.to)
    found = told(game)
    if chosen.json:
        print(json.dumps(found, ensure_ascii=False))
    else:
        print(f"{found['result'] or 'still on'} after {found['lines']} events\n{found['position']}")
    return 0


def told(game: Game) -> dict[str, object]:
    """Where a game stands, for programs."""
    return {"result": game.result, "position": position_line(game), "lines": len(game.line)}


def run_choices(chosen: argparse.Namespace) -> int:
    """Print what may be done at the end of a file."""
    game = read_game(chosen.file)
    if chosen.unit and chosen.unit not in game.moment.places:
        raise unknown("unit", chosen.unit, game.moment.places)
    found = game.choices(chosen.unit or "")
    if chosen.json:
        print(json.dumps([as_json(game, each) for each in found], ensure_ascii=False))
    else:
        lines = [with_more(key_text(each.key), game, each) for each in found]
        print("\n".join(lines) or "nothing may be done")
    return 0


def run_table(chosen: argparse.Namespace) -> int:
    """Print a table as its file says it, or the names of a book's tables."""
    home = system(chosen.system)
    if chosen.table is None:
        print("\n".join(home.tabletops))
    else:
        print(toml_of(home.tabletop(table_named(home, chosen.table)).set_up), end="")
    return 0


def as_json(game: Game, choice: Choice) -> dict[str, object]:
    """A choice with its odds, for programs."""
    odds = game.odds(choice)
    fractions = {} if odds is None else {word: str(chance) for word, chance in odds.fractions().items()}
    return {"choice": key_text(choice.key), "odds": fractions, "section": choice.section}


def with_more(said: str, game: Game, choice: Choice) -> str:
    """A choice with what it is good for, and its odds."""
    odds = game.odds(choice)
    chances = (
        ""
        if odds is None
        else "  " + ", ".join(f"{word} {chance}" for word, chance in odds.fractions().items())
    )
    why = f"  ({choice.why})" if choice.why not in said else ""
    return f"{said}{why}{chances}"
