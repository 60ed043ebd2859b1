"""What a played table shows in words: the steps of the turn, the odds of a choice in a strip, the log."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from html import escape
from types import MappingProxyType

from pz8edu.asking.odds import Odds
from pz8edu.board.position import Place
from pz8edu.board.scene import Scene, role_family
from pz8edu.board.shapes import Area, Base, Cell
from pz8edu.games.game import Game, Node
from pz8edu.printing.percent import short_percent
from pz8edu.show.outcomes import outcome_looks
from pz8edu.turns.choice import Choice, Key
from pz8edu.turns.play import PASS
from pz8widgets.boards.drawing import ACTED
from pz8widgets.page.fraction_html import fraction_html
from pz8widgets.page.odds_bars import knowing, likeliest
from pz8widgets.page.pair_grid import pair_grid

SHOWN = 12
"""So many events are listed, the last first."""
REACH = "reachable"
MANY = 6
"""More outcomes than this have a line each."""
ONE_DIE = re.compile(r"(.+): ([1-6])(?: or (more|less))? on a D6")
"""A question of one die, as its title says it."""
SIGNS = {"": "", "more": "+", "less": "−"}


def steps_bar(game: Game, node: Node) -> str:
    """The turn with its steps, that of a node marked, and how the game has ended."""
    moment, book = node.moment, game.book
    ending = book.over(moment)
    lines = []
    for place, step in enumerate(book.steps(moment)):
        done, here = place < moment.step, place == moment.step and ending is None
        sign = "✓" if done else escape(step.number)
        words = escape(" ".join((army(game, step.side), step.kind.replace("-", " "))))
        mark = ' class="pz8-here" aria-current="step"' if here else ""
        lines.append(f"<li{mark}><b>{sign}</b> {words}</li>")
    told = str(ending._replace(winner=army(game, ending.winner) if ending.winner else "")) if ending else ""
    end = f'<p role="status"><b>{escape(told)}</b></p>' if ending else ""
    return f'<ol class="pz8-steps-bar"><li><b>Turn {moment.turn}</b></li>{"".join(lines)}</ol>{end}'


def army(game: Game, side: str) -> str:
    """What a side is called on this table; the dice are nobody's."""
    return game.book.armies.get(side, side) or "the dice"


def called(scene: Scene, armies: Mapping[str, str]) -> Scene:
    """The scene with its bases named by the armies of the sides."""
    shapes = tuple(
        replace(each, side=armies.get(each.side, each.side)) if isinstance(each, Base) else each
        for each in scene.shapes
    )
    return replace(scene, shapes=shapes)


def who_acts(game: Game) -> str:
    """Whose it is and what is done, in a line, and how many have done it."""
    moment = game.moment
    now, waiting = game.now, moment.tasks
    who = army(game, now.side)
    about = f": {escape(', '.join(map(str, waiting[-1].about)))}" if waiting and waiting[-1].about else ""
    done = [name for name in game.book.living(moment, now.side) if name in moment.acted] if now.side else []
    acted = f'<p class="pz8-quiet">✓ {escape(", ".join(done))}</p>' if done and not waiting else ""
    what = escape(now.kind.replace("-", " "))
    return f'<h3 class="pz8-title">{escape(who)}: {what}{about}</h3>{acted}'


def ticked(scene: Scene, acted: Collection[str]) -> Scene:
    """The scene with a tick at every unit that has acted."""
    if not acted:
        return scene
    shapes = tuple(
        replace(each, traits=(*each.traits, ACTED)) if isinstance(each, Base) and each.name in acted else each
        for each in scene.shapes
    )
    return replace(scene, shapes=shapes)


def without_reach(scene: Scene) -> Scene:
    """The scene of a step in which the unit in hand does not move."""
    shapes = (
        replace(each, role=role_family(each.role)) if each.role.endswith(REACH) else each
        for each in scene.shapes
        if isinstance(each, Cell) or not each.role.endswith(REACH)
    )
    return replace(scene, shapes=tuple(shapes))


def with_reach(scene: Scene, area: Area | None) -> Scene:
    """The scene with another area of reach, where the turn knows of one."""
    if area is None:
        return scene
    return replace(scene, shapes=tuple(area if each.role == REACH else each for each in scene.shapes))


def needed(game: Game, choice: Choice) -> str:
    """The score that the first die of a choice needs, with the faces that have it; "" for other dice."""
    step = game.throws(choice).waiting
    found = ONE_DIE.fullmatch(step.title) if step is not None else None
    if found is None:
        return ""
    what, score, sense = found[1], int(found[2]), found[3] or ""
    lowest, highest = {"": (score, score), "more": (score, 6), "less": (1, score)}[sense]
    faces = "".join(
        "<i class=pz8-in></i>" if lowest <= face <= highest else "<i></i>" for face in range(1, 7)
    )
    least = f"<b>{score}{SIGNS[sense]}</b>"
    return f'<p class="pz8-needs">{escape(what)} {least} <span aria-hidden="true">{faces}</span></p>'


def why_needed(game: Game, choice: Choice) -> str:
    """The first question of a choice in the book's words, with its reasons and its section."""
    step = game.throws(choice).waiting
    if step is None or not step.dice:
        return ""
    section = f" §{escape(step.section)}" if step.section else ""
    return f'<p class="pz8-quiet">{escape(str(step))}{section}</p>'


def strip(odds: Odds) -> str:
    """All outcomes of a choice in one line, as wide as they are likely, from harmless to final."""
    looks = outcome_looks(odds, odds.question.outcomes, odds.question.ranked)
    chances = odds.fractions()
    parts = "".join(
        f'<i class="{looks[word].css_class}" style="flex:{float(chances[word]):.5f} 0 2.5px"></i>'
        for word in looks
        if word in chances
    )
    last = likeliest(tuple(word for word in looks if word in chances), chances)[-1:]
    said = "".join(
        f"<span>{escape(word)} {fraction_html(chances[word])} "
        f'<span class="pz8-percent">{short_percent(chances[word])}</span></span>'
        for word in last
    )
    return f'<div class="pz8-strip"><span class="pz8-parts" aria-hidden="true">{parts}</span>{said}</div>'


def in_full(odds: Odds, names: Mapping[str, str]) -> str:
    """Every outcome of a choice with its fraction; those of two units as a grid."""
    looks = outcome_looks(odds, odds.question.outcomes, odds.question.ranked)
    bars, grid = knowing(odds, odds, looks), pair_grid(odds.fractions(), names)
    bars = f'<div class="pz8-many">{bars}</div>' if len(looks) > MANY else bars
    return f"{grid}<details><summary>Each as a fraction</summary>{bars}</details>" if grid else bars


def key_words(key: Key, place: str = "") -> str:
    """A choice as people say it: "Pz IV: move to 4.5, 5.8, facing 90°", or with the name of the place."""
    what = " ".join(filter(None, (key.kind.replace("-", " "), key.target, key.note)))
    where = f", {place}" if place else f" to {place_said(key.way[-1])}" if key.way else ""
    return f"{key.unit and f'{key.unit}: '}{what}{where}"


def named_places(choices: Sequence[Choice]) -> dict[Key, str]:
    """The places that need no numbers, since no other of these choices has that name: "by the wood"."""
    known = Counter((each.unit, each.why) for each in choices if each.way)
    return {each.key: each.why for each in choices if each.way and known[each.unit, each.why] == 1}


def place_said(at: Place) -> str:
    """Where a unit stands, which way it looks, and how high it flies."""
    facing = f", facing {at.facing:g}°" if at.facing is not None else ""
    height = f", level {at.altitude}" if at.altitude is not None else ""
    return f"{at.x:g}, {at.y:g}{facing}{height}"


def choice_words(choice: Choice) -> str:
    """A choice as a button says it."""
    if choice.kind == PASS:
        return "End the step"
    return " ".join(filter(None, (choice.kind.replace("-", " "), choice.target, choice.note)))


def reasons(choices: Sequence[Choice]) -> str:
    """What is not possible, with the reason in the book's words."""
    said = dict.fromkeys((choice_words(each), each.why_not) for each in choices if each.why_not)
    lines = "".join(f"<li><b>{escape(words)}</b>: {escape(why)}</li>" for words, why in said)
    return f'<ul class="pz8-reasons">{lines}</ul>' if lines else ""


def log(
    line: Sequence[Node], looked_at: Node | None = None, whys: Mapping[int, str] = MappingProxyType({})
) -> str:
    """What has happened, the last first: each with its dice, its outcome and the chance that it had.

    The event that is looked back at is marked, and seen; `whys` are the reasons that a machine gave.
    """
    passes, rows = 0, list[str]()
    numbered = list(enumerate(line, 1))[::-1]
    here = next((at for at, (_, node) in enumerate(numbered) if node is looked_at), 0)
    first = max(min(here - SHOWN // 2, len(numbered) - SHOWN), 0)
    for number, node in numbered[first : first + SHOWN]:
        event = node.event
        assert event is not None
        chance = fraction_html(event.chance) if event.chance is not None else ""
        cells = (key_words(event.key), "; ".join(event.dice), event.outcome)
        what, *others = map(escape, cells)
        if why := whys.get(id(node), node.remark):
            what += f'<br><span class="pz8-quiet">{escape(why)}</span>'
        undone = sum(len(each.after) > 1 for each in (node.before or node,))
        passes = 0 if event.key != Key(PASS) or why or undone or node is looked_at else passes + 1
        numbers = str(number)
        if passes > 1:
            rows.pop()
            numbers, what = f"{number}–{number + passes - 1}", f"pass, {passes} times"
        told = "".join(f"<td>{cell}</td>" for cell in (what, *others))
        more = f' <span class="pz8-quiet">{undone and "other lines"}</span>' if undone else ""
        mark = ' class="pz8-here" aria-current="true"' if node is looked_at else ""
        rows.append(f'<tr{mark}><th scope="row">{numbers}{more}</th>{told}<td>{chance}</td></tr>')
    heads = "".join(f'<th scope="col">{each}</th>' for each in ("", "what", "dice", "outcome", "its chance"))
    if not rows:
        return '<p class="pz8-quiet">Nothing has been played yet.</p>'
    return f'<table class="pz8-log"><thead><tr>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
