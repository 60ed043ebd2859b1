"""The same problems as an icepool user writes them, each in the fastest idiom that was found."""

from __future__ import annotations

import icepool
from icepool import Deck, MultisetEvaluator, Pool, d, d6, d8, d10, d12, d20, multiset_function, vectorize

from tests.benchmarks.suite.in_icepool import Descending


# --- one pool
class HighestAndCopies(Descending):
    start = 0

    def next_state(self, state, order, outcome, count):
        return state or (outcome + count - 1 if count else 0)


HIGHEST_AND_COPIES = HighestAndCopies()


def highest_plus_duplicates():
    return HIGHEST_AND_COPIES(d6.pool(12))


def degenesis():
    counts = 8 @ d6.map(lambda face: vectorize(face > 3, face == 6, face == 1))

    def word(hits, sixes, ones):
        return ("success", sixes) if hits >= 4 else ("botch" if ones > hits else "failure", 0)

    return counts.map(word)


def two_ones_cancel():
    counts = 8 @ d6.map(lambda face: vectorize(face > 3, face == 1))
    return counts.map(lambda hits, ones: hits - ones // 2)


class Silhouette(Descending):
    start = 0

    def next_state(self, state, order, outcome, count):
        return state or (outcome + (count - 1) * (outcome == 6) if count else 0)


SILHOUETTE = Silhouette()


def silhouette():
    return SILHOUETTE(d6.pool(7))


class CutTwo(Descending):
    start = (0, 0, 0)

    def next_state(self, state, order, outcome, count):
        cut, best, largest = state
        left = count - min(count, 2 - cut)
        return cut + count - left, best or outcome * (left > 0), max(largest, left)

    def final_outcome(self, state, *_):
        return state[1], state[2] > 1


CUT_TWO = CutTwo()


def wildsea():
    return CUT_TWO(d6.pool(6))


def third_system():
    return 9 @ d6.map(lambda face: vectorize(face in (4, 5), face == 6))


def median_of_nine():
    return d8.middle(9, 1)


def keep_six_of_eight():
    return d10.highest(8, 6)


# --- sums
def success_counting():
    return 13 @ (d10 >= 5)


def tens_count_twice():
    return 10 @ d10.map(lambda face: (face >= 7) + (face == 10))


def ones_are_subtracted():
    return 12 @ d10.map(lambda face: (face >= 7) - (face == 1))


def twenties():
    return 45 @ (d20 == 20)


def opposed_rolls():
    return d20 + 4 - d20


def sixteens():
    return 6 @ (d6.highest(4, 3) == 16)


def wild_third_die():
    return d10.highest(3, 2) - 2 @ d10


# --- explode and reroll
def open_ended():
    return 28 @ d6.explode(depth=3).map(lambda total: (total >= 10) - (total == 1))


def shadowrun_three():
    return 8 @ (d6.explode(depth=5) >= 7)


def penetrating():
    return 5 @ d6.explode(depth=4).map(lambda total: total - (total - 1) // 6)


def seventh_sea():
    return d10.explode(depth=4).highest(7, 4)


def cyberpunk_red():
    return d10.map({1: 8 - d10, 10: 17 + d10} | {face: 7 + face for face in range(2, 10)})


def eights_again():
    return 4 @ d8.reroll([8], depth=3)


def rerolled_misses():
    return 10 @ ((d6.reroll([1, 2, 3], depth=1) > 3) & (d6 > 3))


# --- mixed dice
def electric_bastionland():
    return icepool.highest(d6, d8, d10)


def cortex_prime():
    dice = [d(n).map(lambda face: face if face > 1 else 0) for n in (12, 10, 8, 8, 6)]
    return Pool(dice)[-3:-1].sum()


# --- several pools
class PairsDown(Descending):
    start = (0, 0, False)

    def next_state(self, state, order, outcome, ours, theirs):
        side, won, over = state
        if not ours and not theirs:
            return state
        if not side:
            return (ours > theirs) - (ours < theirs), won + max(ours, theirs), False
        mine, other = (ours, theirs) if side > 0 else (theirs, ours)
        return side, won + mine * (not over and not other), bool(over or other)

    def final_outcome(self, state, *_):
        return state[:2]


PAIRS_DOWN = PairsDown()


def sorcerer():
    return PAIRS_DOWN(d10.pool(5), d10.pool(4))


def shadowrun_six():
    normal = 9 @ d6.map(lambda face: vectorize(face == 5, face == 6))

    def hits(normal, wild):
        fives, sixes = normal
        return (sixes if wild == 1 else fives + sixes) + 3 * (wild >= 5)

    return icepool.map(hits, normal, d6)


def wild_hits():
    wild = d6.explode(depth=5).map(lambda total: -1 if total == 1 else total // 6 + (total % 6 > 3))
    return 7 @ (d6 > 3) + wild


@multiset_function
def all_and_highest(dice):
    return dice.sum(), dice.highest(1).sum()


def weg_wild_die():
    def total(wild, others):
        return others[0] - others[1] if wild == 1 else others[0] + wild

    return icepool.map(total, d6.explode(depth=4), all_and_highest(d6.pool(4)))


def alien():
    base = 5 @ d6.map(lambda face: vectorize(face == 6, 0))
    stress = 3 @ d6.map(lambda face: vectorize(face == 6, face == 1))
    return (base + stress).map(lambda sixes, ones: (sixes, ones > 0))


def duel_of_highest():
    return (d6.highest(3) - d6.highest(2)).sign()


# --- a rule that depends on what was thrown
def well_of_twelve():
    def well(first, second, decider):
        if first == second:
            return first + second + (decider if decider == first else 0)
        return min(first, second) if decider % 2 else max(first, second)

    return icepool.map(well, d12, d12, d12)


def hits_then_saves():
    return (12 @ (d6 >= 4)) @ (d6 < 5)


# --- cards
class Deuces(MultisetEvaluator):
    def next_state(self, state, order, outcome, held):
        return tuple(held) if outcome == 2 else state or (0, 0)


DEUCES = Deuces()


def deuces():
    return DEUCES(Deck({2: 4, 0: 48}).deal((7, 5)))


class Held(Descending):
    start = ()

    def next_state(self, state, order, outcome, held):
        return (*state, held)


HELD = Held()


def flop():
    return HELD(Deck({3: 3, 2: 3, 1: 44}).deal(3))


def seven_card_sets():
    return Deck(range(13), times=4).deal(7).all_counts(filter=2)
