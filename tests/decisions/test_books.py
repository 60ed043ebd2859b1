"""Decisions of the books beside programs written by hand, which ask the calculators for their chances."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import pz8edu
from pz8edu import BadInput, Sampling, system
from pz8edu.decisions.books import problem, problems
from pz8edu.pages.printed_sections import printed_sections

STAND_OFF = {"won": Fraction(1), "both there": Fraction(1, 2), "away": Fraction(1, 3), "lost": Fraction(0)}


def chances(book: str, question: str, **inputs: Any) -> dict[str, Fraction]:
    return dict(pz8edu.ask(book, question, inputs).fractions())


@pytest.mark.parametrize("seen", [0, 2, 6])
def test_the_only_missile(seen: int) -> None:
    shot = {"attack": 5, "defence": 4, "armoured": True, "guided": True}
    aims: tuple[dict[str, Any], ...] = ({"over_half_range": True}, {}, {"facing": "side"})
    hits = [chances("pz8-1950", "direct-fire", **shot, **aim)["destroyed"] for aim in aims]
    worth = hits[2]
    for place, far in ((1, False), (0, True)):
        fire = chances("pz8-1950", "direct-fire", attack=3, defence=0, over_half_range=far)
        lost = Fraction(seen, 6) * (fire.get("suppressed", 0) + fire.get("destroyed", 0))
        worth = max(hits[place], (1 - lost) * worth)
    found = problem("only-missile").best(seen=seen)
    assert found.worth == worth
    assert found.point("the only missile").worths["fire"] == hits[0]
    if seen == 2:
        assert found.worth == Fraction(99085, 314928)


@pytest.mark.parametrize(("stock", "trenches"), [(4, (1, 1)), (3, (2, 0)), (6, (0, 2)), (0, (1, 1))])
def test_how_many_points_now(stock: int, trenches: tuple[int, int]) -> None:
    def taken(points: int, trench: int) -> Fraction:
        found = chances(
            "pz8-ww1",
            "assault",
            attacker_average=3,
            attacker_ap=points,
            defender_average=2,
            trench=trench,
            view="square",
        )
        return found.get("taken", Fraction(0))

    def later(left: int) -> Fraction:
        return max(taken(points, trenches[1]) for points in range(left + 1))

    def worth(points: int) -> Fraction:
        left = stock - points
        second = later(left) if left else sum((later(more) for more in range(1, 7)), Fraction(0)) / 6
        return taken(points, trenches[0]) + second

    options = [worth(points) for points in range(stock + 1)]
    first, second = trenches
    found = problem("two-squares").best(stock=stock, first_trench=first, second_trench=second)
    assert found.worth == max(options)
    if stock:
        assert list(found.point("points, first square").worths.values()) == options


def test_the_gun_is_never_saved() -> None:
    found = problem("gun-at-charge").best(distance=14, cards=3)
    assert {point.choice for point in found.points} == {"burst"}
    one = problem("gun-at-charge").best(distance=6, cards=1)
    hits = {int(word.split()[0]): chance for word, chance in _bursts(6).items()}
    assert one.worth == sum(count * chance for count, chance in hits.items()) / 2


def _bursts(distance: int) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for word, chance in chances("pz8-colonial", "machine-gun", distance=distance).items():
        hits = f"{word.split()[0]} hits"
        found[hits] = found.get(hits, Fraction(0)) + chance
    return found


@pytest.mark.parametrize("start", [("ok", "ok"), ("damaged", "ok"), ("ok", "damaged")])
def test_when_to_withdraw(start: tuple[str, str]) -> None:
    laws: dict[tuple[str, str], dict[tuple[str, str], Fraction]] = {}

    def exchange(attacker: str, target: str) -> dict[tuple[str, str], Fraction]:
        if (attacker, target) not in laws:
            asked = {"attacker_damaged": attacker == "damaged", "target_damaged": target == "damaged"}
            law = chances("pz8-space", "exchange-of-fire", **asked)
            laws[attacker, target] = {tuple(word.split("/")): chance for word, chance in law.items()}  # type: ignore[misc]
        return laws[attacker, target]

    def worth(ships: tuple[str, str], turns: int, order: tuple[bool, ...]) -> Fraction:
        if "destroyed" in ships:
            return STAND_OFF["won" if ships[1] == "destroyed" else "lost"]
        if not order:
            if not turns:
                return STAND_OFF["both there"]
            return (worth(ships, turns - 1, (True, False)) + worth(ships, turns - 1, (False, True))) / 2
        yours, *rest = order
        law = exchange(*(ships if yours else ships[::-1]))
        on = Fraction(0)
        for after, chance in law.items():
            on += chance * worth(after if yours else after[::-1], turns, tuple(rest))
        return max(on, STAND_OFF["away"]) if yours else on

    damaged, enemy = (each == "damaged" for each in start)
    found = problem("when-to-withdraw").best(damaged=damaged, enemy_damaged=enemy)
    assert found.worth == worth(start, 2, ())


@pytest.mark.parametrize("name", problems())
def test_what_is_said_of_a_decision(name: str) -> None:
    asked = problem(name)
    best = asked.best()
    assert asked.section in printed_sections(system(asked.book).rules)
    goal = asked.goal or (lambda end: end)
    assert callable(goal)
    assert best.law.expectation(goal) == best.worth
    situation = asked.situation()
    games = Sampling(5, policy=best).frequencies(200, asked.rule, situation, system(asked.book).rules)
    assert set(games) <= set(best.law)
    assert "<svg" in best._repr_html_()


def test_what_no_decision_is_asked_for() -> None:
    with pytest.raises(BadInput, match=r"unknown decision 'only-misile'.*did you mean 'only-missile'"):
        problem("only-misile")
    with pytest.raises(BadInput, match="seen must be"):
        problem("only-missile").best(seen=7)
    with pytest.raises(BadInput, match="needs rules of pz8-1950"):
        problem("only-missile").best(system("pz8-ww1").rules)
    easier = problem("only-missile").best(system("pz8-1950").rules.variant(hit_on=3))
    assert easier.worth > problem("only-missile").best().worth
