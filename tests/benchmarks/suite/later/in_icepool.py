"""The same problems as an icepool user writes them, each in the fastest idiom that was found."""

from __future__ import annotations

from fractions import Fraction

import icepool
from icepool import Deck, Pool, d6, d8, d10, d12, d20, multiset_function, vectorize

from tests.benchmarks.suite.in_icepool import Descending

FUDGE = icepool.z(3) - 1


# --- one pool
def solar_system():
    return FUDGE.lowest(5, 3)


def legacy():
    total = d6.highest(3, 2) + 1
    return total.map(lambda total: "strong" if total > 9 else "weak" if total > 6 else "miss")


def no_dice_left():
    return d6.lowest(2).map(lambda face: "bad" if face < 4 else "partial" if face < 6 else "full")


def two_d20():
    return 4 @ d20.map(lambda face: vectorize((face <= 12) + (face <= 3), face == 20))


@multiset_function
def highest_less_lowest(dice):
    return dice.highest(1).sum(), dice.lowest(1).sum()


def range_of_five():
    return highest_less_lowest(d6.pool(5)).map(lambda high, low: high - low)


def different_faces():
    return d6.pool(10).unique().size()


# --- sums
def degrees():
    return (d20 + 8 - 10).map(lambda over: over // 5 + (over >= 0))


def double_nines():
    return 7 @ d10.map(lambda face: (face >= 8) + (face >= 9))


# --- explode
def successes(total):
    return max(0, (total - 7) // 2)


def opposed_with_criticals():
    throw = 3 @ d6
    again = throw.map(lambda total: successes(total + 12))
    side = throw.map(lambda total: 0 if total == 3 else min(successes(total - 1), 3) if total < 18 else again)
    return side - side


# --- mixed dice
def agon():
    return Pool([d6, d6, d8, d10]).highest(2).sum()


def ironsworn_match():
    def word(action, first, second):
        score = min(action + 6, 10)
        beaten = (score > first) + (score > second)
        return ("miss", "weak hit", "strong hit")[beaten], first == second

    return icepool.map(word, d6, d10, d10)


def daggerheart():
    def duality(hope, fear, more):
        return hope + fear + more, "critical" if hope == fear else "hope" if hope > fear else "fear"

    return icepool.map(duality, d12, d12, d6.highest(2))


# --- symbols
def cosmere():
    faces = ((0, 0, 0), (0, 0, 0), (0, 1, 0), (0, 1, 0), (2, 0, 1), (4, 0, 1))
    plot = icepool.Die([vectorize(*face) for face in faces])
    return d20.map(lambda face: vectorize(face + 5, 0, 0)) + plot


def wrath_and_glory():
    plain = d6.map(lambda face: vectorize((face > 3) + (face == 6), 0, 0))
    wrath = d6.map(lambda face: vectorize((face > 3) + (face == 6), face == 6, face == 1))
    return 5 @ plain + wrath


# --- several pools
class NotCancelled(Descending):
    start = (0, 0)

    def next_state(self, state, order, outcome, plus, minus):
        free, hits = state
        free += minus
        return free - min(free, plus), hits + plus - min(free, plus)

    def final_outcome(self, state, *_):
        return state[1]


NOT_CANCELLED = NotCancelled()


def negative_dice():
    return NOT_CANCELLED(d6.pool(5).keep_outcomes([4, 5, 6]), d6.pool(3).keep_outcomes([4, 5, 6]))


# --- a rule that depends on what was thrown
def devastating_wounds():
    wound = d6.map(lambda face: 2 if face == 6 else 2 * (d6 < 5) if face >= 3 else 0)
    return 4 @ d6.map(lambda face: wound if face >= 3 else 0)


def sustained_and_lethal():
    saved = d6 < 4
    more = d6.map(lambda face: saved if face >= 4 else 0)
    return 10 @ d6.map(lambda face: saved + more if face == 6 else more if face >= 4 else 0)


def models_killed():
    damage = d6.map(lambda hit: d6.map(lambda wound: d6 if wound > 2 else 0) if hit > 2 else 0)

    def shot(killed, left):
        def hurt(much):
            return (killed, left - much) if much < left else (killed + 1, 2)

        return damage.map(hurt)

    return icepool.Die([(0, 2)]).map(shot, repeat=6).marginals[0]


# --- to the end
def twenty_five_dice():
    expected = [Fraction(0)]
    for dice in range(1, 26):
        rest = dice @ (d6 < 6)
        on = sum(rest.probability(n) * expected[n] for n in range(dice))
        expected.append((1 + on) / (1 - rest.probability(dice)))
    return expected[25]


# --- cards
def combo_of_three():
    hands = Deck({"A": 4, "B": 4, "C": 10, "other": 42}).deal(8)
    return hands.keep_outcomes(["A", "B", "C"]).unique().size() == 3


def eighteen_combos():
    deck = Deck(dict.fromkeys(range(1, 19), 2) | {0: 24}).deal(10)
    return deck.drop_outcomes([0]).keep_counts(">=", 2).unique().size()
