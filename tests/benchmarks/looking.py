"""Answers of any engine looked at, as somebody would who shows them: part of everybody's time."""

from __future__ import annotations

from typing import Any


def looked_at(answer: Any) -> None:
    """Every outcome of a law, or of several, read with its weight."""
    if isinstance(answer, dict):
        for each in answer.values():
            looked_at(each)
    elif isinstance(answer, (tuple, list)):
        for each in answer:
            looked_at(each)
    else:
        for _ in pairs(answer):
            pass


def pairs(law: Any) -> Any:
    """The outcomes with their weights; lea works them out when they are asked for. A number has none."""
    if hasattr(law, "pmf_tuple"):
        return law.pmf_tuple()
    law = getattr(law, "distribution", law)  # of a tree
    return law.items() if hasattr(law, "items") else ()
