"""What a question opens once a first guess is made: a calculator, a table, a chain or a desk, with inputs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import ipywidgets as w

from pz8edu.asking.ask import rules_for
from pz8edu.systems import system


def opened(written: Mapping[str, Any]) -> w.Widget:
    """The widget of one entry of `opens`: `{calculator = "rally", system = "pz8-ww2", inputs = {...}}`.

    Raises BadInput as the widgets do.
    """
    from pz8widgets import Calculator, Desk, Tabletop, TurnByTurn

    name, inputs = written["system"], dict(written.get("inputs", {}))
    rules = rules_for(system(name), written.get("reading"), changes=written.get("changed"))
    if "tabletop" in written:
        return Tabletop(name, written["tabletop"], rules=rules)
    if "desk" in written:
        return Desk(name, written["desk"], second=rules, inputs=inputs)
    if "chain" in written:
        return TurnByTurn(name, written["chain"], rules=rules, inputs=inputs)
    return Calculator(name, written["calculator"], rules=rules, inputs=inputs)


def veil(widgets: Iterable[w.Widget], veiled: bool) -> None:
    """Take the chances out of the calculators among some widgets, or put them back."""
    from pz8widgets import Calculator

    for each in widgets:
        if isinstance(each, Calculator) and each.veiled is not veiled:
            each.veil(veiled)
