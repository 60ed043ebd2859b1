"""One law by many roads, or a refusal by every one: rules as a notebook has them, written at random."""

from __future__ import annotations

import math
import traceback
from collections.abc import Callable
from dataclasses import is_dataclass
from fractions import Fraction
from typing import Any

import pytest

from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.core.umpire.sampling import Sampling
from pz8edu.errors import BadInput, Impure, Unasked
from tests.core.umpire.face_by_face import Face, Faces, plain, run_through
from tests.core.umpire.rules_at_random import Aim, Rules, Written, written_rules
from tests.share import Share

SEEDS = 528
PARTS = 16
GAMES = 60
REFUSALS = (BadInput, Impure, Unasked)

Law = dict[Any, Fraction]


class AllFaces(Faces):
    """One way in which the dice can fall, for rules that also roll again and look at dice of others."""

    def until(self, label: str, rule: Callable[..., Any], *args: Any) -> Any:
        ways: dict[Any, Fraction] = {}
        for outcome, share, _ in run_through(rule, *args):
            if outcome is not None:
                ways[outcome] = ways.get(outcome, Fraction(0)) + share
        below = math.lcm(*(share.denominator for share in ways.values()))
        return self.falls(label, {outcome: int(share * below) for outcome, share in ways.items()})

    def repeat(self, label: str, count: int, rule: Callable[..., Any], *args: Any) -> Any:
        found = [self.resolve(f"{label} {place}", rule, *args) for place in range(1, count + 1)]
        return type("Tally", (), {"count": lambda _, name: Face(found.count(name))})()

    def settle(self, label: str, roll: Any) -> Any:
        return plain(roll)


def by_faces(rule: Callable[..., Any], *args: Any) -> Law:
    """The law of a rule by writing out all faces."""
    choices: list[list[int]] = []
    law: Law = {}
    while True:
        faces = AllFaces(choices, {})
        outcome = known(plain(rule(faces, *args)))
        law[outcome] = law.get(outcome, Fraction(0)) + faces.share
        while choices and choices[-1][0] + 1 == choices[-1][1]:
            choices.pop()
        if not choices:
            return law
        choices[-1][0] += 1


def known(outcome: Any) -> Any:
    """An outcome as it can be compared with that of another road, to its type."""
    if is_dataclass(outcome):
        return type(outcome).__name__, known(outcome.n)  # type: ignore[attr-defined]
    if isinstance(outcome, tuple):
        return tuple(map(known, outcome))
    return type(outcome).__name__, outcome


def law_or_refusal(ask: Callable[[], Any]) -> Law | str:
    try:
        return {known(outcome): chance for outcome, chance in ask().distribution.fractions().items()}
    except REFUSALS as refusal:
        return type(refusal).__name__


def asked(written: Written, *given: Any) -> Law | None:
    """The one law by all roads; None where every road refuses."""
    umpire = Enumerating(draw=False)
    laws = [
        law_or_refusal(lambda: umpire.tree(written.rule, *given)),
        law_or_refusal(lambda: umpire.tree(written.rule, *given)),
        law_or_refusal(lambda: Enumerating(unfold=True).tree(written.rule, *given)),
    ]
    refused = [law for law in laws if isinstance(law, str)]
    try:
        games = Sampling(1).frequencies(GAMES, written.rule, *given)
    except REFUSALS:
        refused.append("sampled")
    if refused:
        assert len(refused) == len(laws) + 1, (refused, laws)
        return None
    law = by_faces(written.rule, *given)
    for road in laws:
        assert road == law
    for outcome, times in games.items():
        chance = law[known(outcome)]
        assert abs(times - GAMES * chance) <= 6 * math.sqrt(GAMES * chance * (1 - chance)) + 1
    return law


@pytest.mark.whole_domain(9)
@pytest.mark.parametrize("part", range(PARTS))
def test_one_law_by_every_road_or_none(part: int) -> None:
    answered = 0
    rules = list(written_rules(range(part, SEEDS, PARTS)))
    for written in rules:
        try:
            for given in ((Aim(a=1, b=True), Rules()), (Aim(a=0, b=False), Rules(2, 3))):
                law = asked(written, *given)
                assert (law is None) == written.strange
                answered += law is not None
            written.change()
            assert (asked(written, Aim(a=1, b=True), Rules()) is None) == written.strange
        except Exception:
            pytest.fail(f"{traceback.format_exc()}\n{written.source[written.source.index('def rule') :]}")
    assert answered > len(rules)


def test_the_world_around_a_rule_does_change_its_law(share: Share) -> None:
    changed, seeds = 0, share(range(120), 3)
    for written in written_rules(seeds):
        given = Aim(a=1, b=True), Rules()
        first = asked(written, *given)
        written.change()
        changed += first != asked(written, *given)
    assert changed > len(seeds) / 6
