"""Take it along: tables, drawings, mathematics, and the command that repeats the answer."""

from __future__ import annotations

import json
import shlex
from base64 import b64encode
from collections.abc import Callable, Mapping
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as w

from pz8edu.asking.json_lines import fraction_text
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Situation
from pz8edu.errors import BadInput, unknown
from pz8widgets.calculators.game_page import GamePage
from pz8widgets.page.panel import Panel
from pz8widgets.page.theme import words

KINDS = {"csv": "text/csv", "svg": "image/svg+xml", "tex": "text/plain", "json": "application/json"}
NAMES = {
    "csv": "odds (CSV)",
    "paths.csv": "paths (CSV)",
    "svg": "tree (SVG)",
    "tex": "arithmetic (LaTeX)",
    "json": "answer (JSON)",
}


class Export(Panel[GamePage]):
    """Files to save, and lines to copy."""

    title = "Export"
    note = "everything here is made from the exact answer"

    def build(self) -> tuple[w.Widget, ...]:
        """Links and lines."""
        self.text = words("")
        return (self.text,)

    def follow(self) -> None:
        """Files of this situation."""
        calculator = self.page
        if calculator.play is None:
            self.text.value = ""
            return
        name = escape(f"{calculator.system.id}-{calculator.question.id}")
        links = [
            f'<a class="pz8-file" download="{name}.{kind}" href="{address_of(kind, text())}">{title}</a>'
            for (kind, text), title in zip(texts(calculator).items(), NAMES.values(), strict=True)
        ]
        drawn = f'class="pz8-file" onclick="{escape(PNG)}" data-name="{name}"'
        links.append(f'<button type="button" {drawn}>tree (PNG)</button>')
        lines = (
            to_copy("The same question on the command line", command(calculator)),
            to_copy("The same question in Python", python_line(calculator)),
        )
        self.text.value = f'<p class="pz8-files">{" ".join(links)}</p>{"".join(lines)}'


def to_copy(label: str, line: str) -> str:
    """A line that can be copied, under its label."""
    quiet = f"<p class='pz8-quiet'>{escape(label)}</p>"
    return f"{quiet}<pre class='pz8-source pz8-copy' tabindex='0'>{escape(line)}</pre>"


PNG = (
    "const s=this.closest('.pz8-calculator').querySelector('.pz8-tree svg'),i=new Image,n=this.dataset.name;"
    "i.onload=()=>{const c=document.createElement('canvas');c.width=2*s.width.baseVal.value;"
    "c.height=2*s.height.baseVal.value;const g=c.getContext('2d');g.fillStyle='#fff';"
    "g.fillRect(0,0,c.width,c.height);g.drawImage(i,0,0,c.width,c.height);"
    "const a=document.createElement('a');a.download=n+'.png';a.href=c.toDataURL();a.click()};"
    "const t=new XMLSerializer().serializeToString(s);"
    "i.src='data:image/svg+xml;base64,'+btoa(unescape(encodeURIComponent(t)))"
)
"""Draws the tree on a canvas of twice its size and saves it."""


def texts(calculator: GamePage) -> Mapping[str, Callable[[], str]]:
    """How each file is made."""
    play = calculator.play
    assert play is not None
    return {
        "csv": play.before.to_csv,
        "paths.csv": lambda: play.tree.to_csv(calculator.question.word),
        "svg": calculator.drawing,
        "tex": lambda: play.tree.latex(calculator.question.word) + "\n",
        "json": lambda: answer_json(calculator),
    }


def export(calculator: GamePage, path: str | Path) -> Path:
    """Save a calculator's answer in the kind of file that the name ends with.

    Raises BadInput for another ending, and while the situation cannot be used.
    """
    target = Path(path)
    if calculator.play is None:
        raise BadInput(calculator.form.problem)
    made = texts(calculator)
    kind = "paths.csv" if target.name.endswith(".paths.csv") else target.suffix.lstrip(".")
    if kind not in made:
        raise unknown("kind of file", kind, made)
    target.write_text(made[kind](), encoding="utf-8")
    return target


def address_of(kind: str, text: str) -> str:
    """A file as an address that holds it."""
    media = KINDS[kind.rpartition(".")[2]]
    return f"data:{media};base64,{b64encode(text.encode()).decode()}"


def answer_json(calculator: GamePage) -> str:
    """The question, its inputs, the rules that depart from the book, and the exact answer."""
    play = calculator.play
    assert play is not None
    return json.dumps(
        {
            "system": calculator.system.id,
            "calculator": calculator.question.id,
            "inputs": play.situation.plain(),
            "changes": {name: _shown(value) for name, value in play.rules.departures().items()},
            "outcomes": fraction_text(play.before.fractions()),
        },
        ensure_ascii=False,
        indent=1,
    )


def _shown(value: Any) -> Any:
    return value if isinstance(value, (int, str)) and not isinstance(value, bool) else str(value)


def command(calculator: GamePage) -> str:
    """The command that repeats the answer."""
    play = calculator.play
    assert play is not None
    return f"{asking(calculator.system.id, calculator.question.id, play.situation, play.rules)} --tree"


def asking(system_id: str, question: str, situation: Situation, rules: Ruleset) -> str:
    """The command that asks a question."""
    words_ = ["python", "-m", "pz8edu", "ask", system_id, question]
    words_ += [f"{name}={_argument(value)}" for name, value in told_inputs(situation).items()]
    readings = rules.readings()
    departures = rules.departures()
    doubts = ",".join(f"{name}={value}" for name, value in departures.items() if name in readings)
    if doubts:
        words_ += ["--reading", doubts]
    for name, value in departures.items():
        if name not in readings:
            words_ += ["--set", f"{name}={value}"]
    return shlex.join(words_)


def told_inputs(situation: Situation) -> dict[str, Any]:
    """The inputs that must be told: those without a default, and those that are not at it."""
    known = situation.fields()
    return {
        name: value
        for name, value in situation.plain().items()
        if known[name].required
        or known[name].optional
        or value != known[name].domain.plain(known[name].default)
    }


def _argument(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def python_line(calculator: GamePage) -> str:
    """The call that repeats the answer."""
    play = calculator.play
    assert play is not None
    return calling("ask", calculator.system.id, calculator.question.id, play.situation, play.rules)


def calling(function: str, system_id: str, question: str, situation: Situation, rules: Ruleset) -> str:
    """The call of a function that takes a question, such as `ask`, with its import."""
    inputs = "".join(f", {name}={value!r}" for name, value in told_inputs(situation).items())
    start = f'{function}("{system_id}", "{question}"{inputs}'
    departures = rules.departures()
    if not departures:
        return f"from pz8edu import {function}\n{start})"
    changes = {name: _shown(value) for name, value in departures.items()}
    variant = f'rules = system("{system_id}").rules.variant({changes!r})'
    return f"from pz8edu import {function}, system\n{variant}\n{start}, rules=rules)"
