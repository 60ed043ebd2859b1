"""The problems as a user of this kit writes them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from pz8edu.algebra.approximate import ApproximateDistribution
from pz8edu.asking.ask import results
from pz8edu.asking.chain_of import chain_of
from pz8edu.asking.diagrams import Diagrams, LawDiagrams, one_diagram
from pz8edu.core import Enumerating, Umpire
from pz8edu.core.chains.attrition import Attrition
from pz8edu.core.chains.chain import Chain
from pz8edu.core.chains.in_decimals import InDecimals
from pz8edu.core.chains.model import Model
from pz8edu.core.chains.solver import Solver
from pz8edu.core.chance.distribution import D6, Distribution, die
from pz8edu.core.chance.loaded import loaded_die, unknown_chance
from pz8edu.core.chance.pool import Pool
from pz8edu.core.facts.fact import KnownLaws
from pz8edu.core.facts.laws import Laws
from pz8edu.core.records import names_of
from pz8edu.core.rolls.roll import Roll, together
from pz8edu.core.tree.tree import Tree
from pz8edu.systems.pz8_ww2.fire import direct_fire
from pz8edu.systems.pz8_ww2.situations import Shot
from tests.benchmarks.situations import MODIFIERS, RULES, WEIGHTS, make_shots, some_shots

D10, D20 = die(10), die(20)
NAMES = names_of(Shot)


def sum_of_d6(count: int) -> Any:
    return count @ D6


def sum_of_uneven(count: int) -> Any:
    return count @ Distribution(WEIGHTS)


def lowest_two_and_half(count: int) -> Any:
    return Pool(count).lowest(2) + (D6 + 1) // 2


def margins(count: int) -> Any:
    modifiers = MODIFIERS[:count]
    return {(a, b): (D6 + a) - (D6 + b) for a in modifiers for b in modifiers}


def margins_by_shifting(count: int) -> Any:
    modifiers, margin = MODIFIERS[:count], D6 - D6
    return {(a, b): margin + (a - b) for a in modifiers for b in modifiers}


def hits_and_jams(count: int) -> Any:
    return Pool(count).tally({5, 6}, {1}).map(lambda counts: (counts[0], counts[1] >= 2))


def hits_and_jams_in_one_number(count: int) -> Any:
    many = count + 1
    return (count @ Distribution({many: 2, 1: 1, 0: 3})).map(lambda n: (n // many, n % many >= 2))


def best_three_and_ties(count: int) -> Any:
    def face_by_face(state: tuple[int, int, int], face: int, shown: int) -> tuple[int, int, int]:
        total, kept, ties = state
        best = min(shown, 3 - kept)
        return total + best * face, kept + best, ties + shown - 1

    return Pool(count, D10).fold((0, 0, 0), face_by_face).map(lambda end: (end[0], end[2]))


def keep_highest(count: int) -> Any:
    return Pool(count, D20).highest(count // 2)


def direct_fire_laws(count: int) -> Any:
    known, shots = KnownLaws(), some_shots(count)
    rows = [[getattr(shot, name) for name in NAMES] for shot in shots]
    columns = zip(*rows, strict=True)
    values = [{value: place for place, value in enumerate(dict.fromkeys(each))} for each in columns]
    diagrams = Diagrams([len(each) for each in values])
    fields = {
        name: one_diagram(diagrams, [~known.values.of(value) for value in each], [axis])
        for axis, (name, each) in enumerate(zip(NAMES, values, strict=True))
    }
    found = LawDiagrams(Laws(direct_fire, Shot, RULES, known), diagrams, fields).law()
    places = (enumerate(place[value] for place, value in zip(values, row, strict=True)) for row in rows)
    return [known.laws.things[diagrams.code(found, dict(each))] for each in places]


def direct_fire_trees(count: int) -> Any:
    umpire = Enumerating()
    return [umpire.tree(direct_fire, shot, RULES) for shot in some_shots(count)]


Fight = tuple[int, int]


def round_of_fire(umpire: Umpire, fight: Fight) -> Roll[Fight]:
    a, b = fight
    by_a, by_b = umpire.pool("A fires", a, on=5), umpire.pool("B fires", b, on=5)
    return together(lambda hits, suffered: (max(a - suffered, 0), max(b - hits, 0)), by_a, by_b)


def winner(fight: Fight) -> str:
    return "A" if fight[0] else "B" if fight[1] else "nobody"


def duel(count: int) -> Any:
    chain = Chain(round_of_fire, start=(count, count), over=lambda fight: 0 in fight)
    return chain.ends().map(winner)


def hits(dice: int) -> Distribution[int]:
    return dice @ HIT


HIT = D6.map(lambda face: int(face >= 5))


def duel_by_attrition(count: int) -> Any:
    return Attrition((count, count), hits).ends().map(winner)


def duel_in_decimals(count: int) -> Any:
    return Attrition((count, count), hits).in_decimals.ends().map(winner)


MODELS: dict[int, Model[Any]] = {}
"""The chains of two gunnery duels, a small and a large one: finding their states is no part of the time."""


def find_states(size: int) -> None:
    small = {"x": "Ajax", "y": "Achilles", "range": 1, "turns": 4}
    large = {"x": "Bismarck", "y": "Hood", "range": 2, "turns": 4}
    MODELS[size] = chain_of("pz8-naval", "gunnery-duel", **(small if size == 1 else large)).model


def ends_of_a_group(size: int) -> Any:
    return Solver(MODELS[size]).ends()


def ends_of_a_group_in_decimals(size: int) -> Any:
    return InDecimals(MODELS[size]).ends()


def firefight(count: int) -> Any:
    unit = {"figures": count, "distance": 5}
    both = {"e": {**unit, "weapon": "european rifle"}, "n": {**unit, "weapon": "native rifle"}}
    return dict(results("pz8-colonial", "firefight", **both))


def duel_with_unknown_chance(count: int) -> Any:
    hit = unknown_chance("p")

    def round_(umpire: Umpire, fight: Fight) -> Roll[Fight]:
        a, b = fight
        by_a, by_b = umpire.sum_of("A fires", a, die=hit), umpire.sum_of("B fires", b, die=hit)
        return together(lambda hits, suffered: (max(a - suffered, 0), max(b - hits, 0)), by_a, by_b)

    chain = Chain(round_, start=(count, count), over=lambda fight: 0 in fight)
    return chain.ends().map(winner)["A"]


def loaded(count: int) -> Any:
    return (count @ loaded_die("p")).chances()


def forget() -> None:
    """Empty what the shared die remembers."""
    D6._cache.clear()


def plain(answer: Any) -> Any:
    if isinstance(answer, Distribution):
        if all(type(weight) is int for weight in answer.weights.values()):
            return answer.fractions()
        return answer.chances()
    if isinstance(answer, ApproximateDistribution):
        return {str(end): f"{float(chance):.9f}" for end, chance in answer.items()}
    if isinstance(answer, dict):
        return {key: law.fractions() if isinstance(law, Distribution) else law for key, law in answer.items()}
    if isinstance(answer, list):
        check_drawn([each for each in answer if isinstance(each, Tree)])
        laws = (each.distribution if isinstance(each, Tree) else each for each in answer)
        return [law.fractions() for law in laws]
    return answer


def check_drawn(trees: list[Tree[Any]]) -> None:
    """A drawn tree has at most ten leaves, a label and a line of source at each node, and adds up."""
    for tree in trees:
        if tree.root is None:
            continue
        assert tree.leaves <= 10
        assert all(node.label and node.line and node.line[1] > 0 for node in tree.nodes())
        leaves = [last.fraction() for _, _, last in tree.paths() if last is not None]
        assert sum(leaves) == Fraction(1)
        assert len(leaves) == tree.leaves


ENTRIES: dict[str, dict[str, Callable[[int], Any]]] = {
    "sum-100": {"": sum_of_d6},
    "sum-1000": {"": sum_of_d6},
    "sum-1000-uneven": {"": sum_of_uneven},
    "lowest-two": {"": lowest_two_and_half},
    "margins": {"": margins},
    "margins-shifted": {"": margins_by_shifting},
    "hits-and-jams": {"": hits_and_jams},
    "hits-and-jams-encoded": {"": hits_and_jams_in_one_number},
    "best-three": {"": best_three_and_ties},
    "keep-20": {"": keep_highest},
    "fire": {"": direct_fire_laws},
    "fire-remembering": {"": direct_fire_laws},
    "fire-10000": {"": direct_fire_laws},
    "fire-100000": {"": direct_fire_laws},
    "fire-as-one-function": {"": direct_fire_laws},
    "fire-drawn": {"": direct_fire_trees},
    "duel-12": {"": duel_by_attrition},
    "duel-12-chain": {"": duel},
    "duel-30": {"": duel_by_attrition},
    "duel-100-decimals": {"": duel_in_decimals},
    "group-decimals": {"": ends_of_a_group_in_decimals},
    "group-exact": {"": ends_of_a_group},
    "firefight-20": {"": firefight},
    "loaded-4": {"": loaded},
    "duel-3-symbolic": {"": duel_with_unknown_chance},
    "duel-6-symbolic": {"": duel_with_unknown_chance},
}

PREPARED: dict[str, Callable[[int], None]] = {
    "fire-10000": make_shots,
    "fire-100000": make_shots,
    "group-decimals": find_states,
    "group-exact": find_states,
}
"""What has to be there before the clock runs."""
