"""What a played table shows in words: the steps of the turn, the odds of a choice in a strip, the log."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from html import escape
from types import MappingProxyType

from pz8edu.asking.odds import Odds
from pz8edu.board.scene import Scene, role_family
from pz8edu.board.shapes import Area, Base, Cell
from pz8edu.games.game import Game, Node
from pz8edu.games.told import COMPASS, army, choice_said, deed_said, dice_said, place_said, with_armies
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
ONE_DIE = re.compile(r"(.+): ([1-6])(?: or (more|less))? on a D6")
"""A question of one die, as its title says it."""
INITIALS = {words: "".join(each[0] for each in words.split("-")).upper() for words in COMPASS}
LONG = re.compile("|".join(sorted(COMPASS, key=len, reverse=True)))
"""Points of the compass as a list has room for them: "NW"."""
SIGNS = {"": "", "more": "+", "less": "−"}


def steps_bar(game: Game, node: Node) -> str:
    """The turn with its steps, that of a node marked, and how the game has ended."""
    moment, book = node.moment, game.book
    ending = book.over(moment)
    lines = []
    for place, step in enumerate(book.steps(moment)):
        done, here = place < moment.step, place == moment.step and ending is None
        sign = "✓" if done else escape(step.number)
        words = escape(" ".join((army(game.book, step.side), step.kind.replace("-", " "))))
        mark = ' class="pz8-here" aria-current="step"' if here else ""
        lines.append(f"<li{mark}><b>{sign}</b> {words}</li>")
    end = f'<p role="status"><b>{escape(with_armies(book, ending))}</b></p>' if ending else ""
    return f'<ol class="pz8-steps-bar"><li><b>Turn {moment.turn}</b></li>{"".join(lines)}</ol>{end}'


def called(scene: Scene, armies: Mapping[str, str]) -> Scene:
    """The scene with its bases, and who wins by its note, named by the armies of the sides."""
    shapes = tuple(
        replace(each, side=armies.get(each.side, each.side)) if isinstance(each, Base) else each
        for each in scene.shapes
    )
    note = scene.note.replace("the enemy wins", f"the {armies.get('enemy', 'enemy')} wins")
    return replace(scene, shapes=shapes, note=note)


def who_acts(game: Game) -> str:
    """Whose it is and what is done, in a line, and how many have done it."""
    moment = game.moment
    now, waiting = game.now, moment.tasks
    who = army(game.book, now.side)
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
    return f"{grid}<details><summary>Each as a fraction</summary>{bars}</details>" if grid else bars


def place_words(game: Game, choice: Choice, turns: bool) -> str:
    """A place in a list: its name, or how far it is, after what it is good for; `turns` tells the facing."""
    said = place_said(game.book, game.moment, choice, turns).replace("at level", "level")
    where = LONG.sub(lambda long: INITIALS[long[0]], said)
    note = f" ({choice.note})" if choice.note and choice.note != choice.why else ""
    return ": ".join(dict.fromkeys(filter(None, (choice.why, where)))) + note or "here"


def choice_words(choice: Choice) -> str:
    """A choice as a button says it."""
    return "End the step" if choice.kind == PASS else deed_said(choice)


def reasons(choices: Sequence[Choice]) -> str:
    """What is not possible, with the reason in the book's words; targets that share one stand in a line."""
    alike: dict[tuple[str, str, str], list[Choice]] = {}
    for each in choices:
        if each.why_not:
            alike.setdefault((each.kind, each.note, each.why_not.rpartition(": ")[2]), []).append(each)
    lines = []
    for (_, _, shared), found in alike.items():
        why = shared if len({each.why_not for each in found}) > 1 else found[0].why_not
        targets = ", ".join(dict.fromkeys(each.target for each in found))
        words = choice_words(replace(found[0], target=targets))
        lines.append(f"<li><b>{escape(words)}</b>: {escape(why)}</li>")
    return f'<ul class="pz8-reasons">{"".join(lines)}</ul>' if lines else ""


def log(game: Game, looked_at: Node | None = None, whys: Mapping[int, str] = MappingProxyType({})) -> str:
    """What has happened, the last first: each with its dice, its outcome and the chance that it had.

    The event that is looked back at is marked, and seen; `whys` are the reasons that a machine gave.
    """
    passes, rows = 0, list[str]()
    numbered = list(enumerate(game.line, 1))[::-1]
    here = next((at for at, (_, node) in enumerate(numbered) if node is looked_at), 0)
    first = max(min(here - SHOWN // 2, len(numbered) - SHOWN), 0)
    for number, node in numbered[first : first + SHOWN]:
        event, before = node.event, node.before
        assert event is not None
        assert before is not None
        chance = fraction_html(event.chance) if event.chance is not None else ""
        said = choice_said(game.book, before.moment, event.key)
        what, *others = map(escape, (said, *dice_said(game.book, before.moment, event)))
        if why := whys.get(id(node), node.remark):
            what += f'<br><span class="pz8-quiet">{escape(why)}</span>'
        undone = len(before.after) > 1
        passes = 0 if event.key != Key(PASS) or why or undone or node is looked_at else passes + 1
        numbers = str(number)
        if passes > 1:
            rows.pop()
            numbers, what = f"{number}–{number + passes - 1}", f"end the step, {passes} times"
        told = "".join(f"<td>{cell}</td>" for cell in (what, *others))
        more = ' <span class="pz8-quiet">other lines</span>' if undone else ""
        mark = ' class="pz8-here" aria-current="true"' if node is looked_at else ""
        rows.append(f'<tr{mark}><th scope="row">{numbers}{more}</th>{told}<td>{chance}</td></tr>')
    heads = "".join(f'<th scope="col">{each}</th>' for each in ("", "what", "dice", "outcome", "its chance"))
    if not rows:
        return '<p class="pz8-quiet">Nothing has been played yet.</p>'
    return f'<table class="pz8-log"><thead><tr>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
