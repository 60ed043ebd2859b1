"""What a page shows, as an address says it.

`?ask=pz8-ww2 rally condition=suppressed` asks a question, `?rules=pz8-naval&show=salvo` opens one by name,
`?desk=pz8-ww2 rally --set rally_on=4` lays it on the designer's desk, `?rules=pz8-ww2&setup=…` opens a table
of somebody's own. `&set=rally_on=4, R3=b` (or
`&variant=pz8-ww2(rally_on=4)`) changes the rules of any of them; `&first=…` those that a desk compares with.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

from pz8edu.board.setting_up import read_table
from pz8edu.cli import parser
from pz8edu.commands.words import inputs_from, rules_from
from pz8edu.core.rulebook.ruleset import Ruleset, changes_in
from pz8edu.core.rulebook.situation import Situation
from pz8edu.core.rulebook.system import BoardCheck, Question, System
from pz8edu.errors import BadInput, listed, shown, unknown
from pz8edu.games.links import packed, unpacked
from pz8edu.systems import ids, system

if TYPE_CHECKING:
    import ipywidgets as w

    from pz8widgets import Play, SetUp

FIRST, FIRST_SHOWN = "pz8-ww2", "calculator:direct-fire"
"""The rules and the question that a visitor meets first."""

KINDS = ("calculator", "chain", "table", "play", "setup", "desk")
LONGEST, LONGEST_GAME = 4000, 12_000
"""Letters: longer addresses are refused; one that holds a game or a table may be longer."""

COMMAND = ("python", "-m", "pz8edu", "ask")


class Asking(NamedTuple):
    """A question with its inputs and rules, as one line says it."""

    system: System
    question: Question
    inputs: Mapping[str, Any]
    rules: Ruleset


def catalogue() -> list[dict[str, Any]]:
    """Every rule system with all that can be shown of it, in the order in which it is offered."""
    return [{"rules": each, "title": system(each).title, "shows": shows(system(each))} for each in ids()]


def shows(rules: System) -> list[dict[str, str]]:
    """The questions, chains and tables of one rule system."""
    titles = (
        {name: each.title for name, each in rules.calculators.items()},
        {name: each.title for name, each in rules.chains.items()},
        {name: name.replace("-", " ") for name in rules.tabletops},
        {name: name.replace("-", " ") for name in rules.played},
        {name: name.replace("-", " ") for name in rules.tabletops},
        {name: each.title for name, each in (rules.chains | rules.calculators).items()},
    )
    return [
        {"show": f"{kind}:{name}", "title": title}
        for kind, named in zip(KINDS, titles, strict=True)
        for name, title in named.items()
    ]


def page_at(address: str) -> tuple[w.VBox, str]:
    """The page that an address asks for, and its title; an empty one asks for the first question there is.

    Raises BadInput in one sentence for what the rules do not know.
    """
    given = dict(parse_qsl(address.removeprefix("?")))
    most = LONGEST_GAME if given.get("game") or given.get("setup") else LONGEST
    if len(address) > most:
        raise BadInput(f"an address has {most} letters at most; this one has {len(address)}")
    if given.get("game"):
        from pz8widgets import Play

        play = Play.of(unpacked(given["game"]))
        return play, title_of(play)
    if given.get("setup"):
        rules = system(given.get("rules") or FIRST)
        page, title = setting_up(rules, read_table(rules, unpacked(given["setup"])))
        page.begun_with(given.get("show", "").removeprefix("setup:"))
        return page, title
    if given.get("desk"):
        return desk_of(changed(asked_in(given["desk"]), given), given.get("first"))
    if given.get("ask"):
        return page_of(changed(asked_in(given["ask"]), given))
    rules = system(given.get("rules") or FIRST)
    first = FIRST_SHOWN if rules.id == FIRST else shows(rules)[0]["show"]
    kind, name = found(rules, given.get("show") or first)
    if kind == "play":
        from pz8widgets import Play

        play = Play(rules.id, name)
        return play, title_of(play)
    if kind == "setup":
        return setting_up(rules, name)
    if kind == "table":
        from pz8widgets import Tabletop

        return Tabletop(rules.id, name), f"{name.replace('-', ' ')} · {rules.title}"
    if kind == "desk":
        question = rules.question(name, "calculator" if name in rules.calculators else "chain")
        return desk_of(changed(Asking(rules, question, {}, rules.rules), given), given.get("first"))
    return page_of(changed(Asking(rules, rules.question(name, kind), {}, rules.rules), given))


def setting_up(rules: System, table: str | Situation) -> tuple[SetUp, str]:
    """A table to be set up, and its title; visitors save nothing on this machine."""
    from pz8widgets import SetUp

    page = SetUp(rules.id, table, may_save=False)
    return page, f"{getattr(page.setup, 'title', 'a table')}, to be set up · {rules.title}"


def title_of(play: Play) -> str:
    """The title of the page of a game."""
    return f"{play.game.table.replace('-', ' ')}, whole turns · {play.game.home.title}"


def changed(asked: Asking, given: Mapping[str, str]) -> Asking:
    """The question under the changes that an address names besides. Raises BadInput."""
    rules = asked.rules
    if given.get("variant"):
        named = type(rules).parse(given["variant"])
        rules = rules.variant(named.departures())
    if given.get("set"):
        rules = rules.variant(changes_in(given["set"]))
    return asked._replace(rules=rules)


def desk_of(asked: Asking, first: str | None = None) -> tuple[w.VBox, str]:
    """The designer's desk with a question on it, and its title; visitors save nothing on this machine."""
    from pz8widgets import Desk

    desk = Desk(
        asked.system.id,
        asked.question.id,
        second=asked.rules,
        first=first,
        inputs=asked.inputs,
        kind=asked.question.kind,
        may_save=False,
    )
    return desk, f"{asked.question.title} · {asked.system.title} · the desk"


def found(rules: System, show: str) -> tuple[str, str]:
    """The kind and the name of what is to be shown; the kind may be left out. Raises BadInput."""
    known = [each["show"] for each in shows(rules)]
    for wanted in (show, *(f"{kind}:{show}" for kind in KINDS)):
        if wanted in known:
            kind, _, name = wanted.partition(":")
            return kind, name
    raise unknown("page", show, known)


def page_of(asked: Asking) -> tuple[w.VBox, str]:
    """The page of a question, filled in, and its title."""
    from pz8widgets import Calculator, TurnByTurn

    if isinstance(asked.question, BoardCheck):
        raise BadInput(f"{asked.question.id!r} has no page: pages show calculators, chains and tables")
    kind = Calculator if asked.question.kind == "calculator" else TurnByTurn
    page = kind(asked.system.id, asked.question.id, inputs=asked.inputs, rules=asked.rules)
    return page, f"{asked.question.title} · {asked.system.title}"


def asked_in(line: str) -> Asking:
    """Read the words of `python -m pz8edu ask`; no file is ever opened. Raises BadInput."""
    try:
        words = shlex.split(line)
        if tuple(words[: len(COMMAND)]) == COMMAND:
            words = words[len(COMMAND) :]
        chosen, more = parser().parse_known_args(["ask", *words])
    except (ValueError, SystemExit) as fault:
        if isinstance(fault, BadInput):
            raise
        raise BadInput(f"the question {shown(line)} cannot be read") from None
    if chosen.batch is not None or chosen.variant is not None:
        raise BadInput("a page opens no files: say --set name=value and --reading R3=b instead")
    texts = [*chosen.words, *more]
    if len(texts) < 2:
        raise BadInput(f"say the rules and a question, such as pz8-ww2 rally; the rules are {listed(ids())}")
    rules = system(texts[0])
    question = rules.question(texts[1], chosen.kind)
    return Asking(rules, question, inputs_from(texts[2:], question.situation), rules_from(rules, chosen))


def address_of_page(page: w.VBox) -> str | None:
    """The address that opens this page as it is; None where there is none."""
    from pz8widgets.desk.desk import Desk
    from pz8widgets.desk.keep_panel import link
    from pz8widgets.play.play import Play
    from pz8widgets.play.setting_up import SetUp

    if isinstance(page, Desk):
        return link(page).removeprefix("?") if page.situation is not None else None
    if isinstance(page, SetUp):
        return page.address
    if isinstance(page, Play):
        shown = {"rules": page.game.home.id, "show": f"play:{page.game.table}"}
        told = page.game.root.after or page.game.own is not None
        return urlencode(shown | ({"game": packed(page.text)} if told else {}))
    line = line_of(page)
    return address_of(line) if line is not None else None


def line_of(page: w.VBox) -> str | None:
    """The words of `python -m pz8edu ask` that open this page as it is; None where there are none."""
    from pz8widgets.calculators.export import asking
    from pz8widgets.page.question_page import QuestionPage

    if not isinstance(page, QuestionPage) or page.situation is None:
        return None
    question = page.question
    words = shlex.split(asking(page.system.id, question.id, page.situation, page.rules))[len(COMMAND) :]
    if question.id in page.system.calculators and question.id in page.system.chains:
        words += ["--kind", question.kind]
    return shlex.join(words)


def address_of(line: str) -> str:
    """The address that asks a line."""
    return urlencode({"ask": line})
