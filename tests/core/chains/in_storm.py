"""A chain asked of Storm, a model checker, in exact numbers: where it ends, and after how many turns."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from tempfile import NamedTemporaryFile
from typing import Any

import stormpy

from pz8edu.core.chains.model import END, Model


def prism_of(model: Model[Any]) -> str:
    """A chain as a program of the PRISM language; the state `s` is the place among the model's states.

    Whole numbers end in ".0": Storm reads others into 64 bits.
    """
    return "\n".join(_lines(model))


def _lines(model: Model[Any]) -> Iterator[str]:
    yield f"dtmc\nmodule play\n s : [0..{len(model.states)}] init 0;"
    over = []
    for place, moves in enumerate(model.moves):
        if moves is None:
            over.append(place)
            yield f" [] s={place} -> (s'={place});"
        else:
            total, row = moves
            ways = " + ".join(f"{weight}.0/{total}.0 : (s'={to})" for to, weight in row)
            yield f" [] s={place} -> {ways};"
    yield "endmodule"
    firsts = [place for place, (phase, _) in enumerate(model.states) if phase == 0]
    yield f'rewards "turns"\n {_any_of(firsts)} : 1;\nendrewards'
    yield f'label "over" = {_any_of(over)};'
    for number, place in enumerate(over):
        yield f'label "end{number}" = s={place};'


def _any_of(places: list[int]) -> str:
    """Is it one of them? Halved again and again: Storm goes no deeper than 10,000 brackets."""
    if len(places) < 2:
        return "".join(f"s={place}" for place in places) or "false"
    middle = len(places) // 2
    return f"({_any_of(places[:middle])} | {_any_of(places[middle:])})"


def answers_of_storm(model: Model[Any]) -> tuple[dict[Any, Fraction], Fraction | None]:
    """The chance of each end, and the turns to expect, None where the play may never end."""
    ends = [state for phase, state in model.states if phase == END]
    wanted = [f'P=? [F "end{number}"]' for number in range(len(ends))]
    wanted.append('R{"turns"}=? [F "over"]')
    with NamedTemporaryFile("w", suffix=".prism") as file:
        file.write(prism_of(model))
        file.flush()
        program = stormpy.parse_prism_program(file.name)
    properties = stormpy.parse_properties(";".join(wanted), program)
    built = stormpy.build_model[stormpy.Rational](program, properties)
    start = built.initial_states[0]
    found = [str(stormpy.model_checking(built, each).get_value(start)) for each in properties]
    chances = {state: Fraction(chance) for state, chance in zip(ends, found, strict=False)}
    return {state: chance for state, chance in chances.items() if chance}, (
        None if "inf" in found[-1] else Fraction(found[-1])
    )
