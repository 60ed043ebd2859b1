"""Those of the problems that a dyce user writes without much ado, in the fastest idioms that were found."""

from __future__ import annotations

from dyce import H, P, explode_n

from tests.benchmarks.suite.in_dyce import D6, D8, D10, D12, D20, descending, expand


def once_more(again, die):
    return expand(lambda result: die if result.outcome in again else result.outcome, die)


# --- one pool
def highest_plus_duplicates():
    return (12 @ P(6)).survey(
        accumulate=lambda best, face, shown: best or face + shown - 1, initial=0, order=descending
    )


def degenesis():
    packed = 8 @ D6.apply(lambda face: (face > 3) * 100 + (face == 6) * 10 + (face == 1))

    def word(n):
        hits, sixes, ones = n // 100, n // 10 % 10, n % 10
        return ("success", sixes) if hits >= 4 else ("botch" if ones > hits else "failure", 0)

    return packed.apply(word)


def two_ones_cancel():
    packed = 8 @ D6.apply(lambda face: (face > 3) * 100 + (face == 1))
    return packed.apply(lambda n: n // 100 - n % 100 // 2)


def silhouette():
    return (7 @ P(6)).survey(
        accumulate=lambda best, face, shown: best or face + (shown - 1) * (face == 6),
        initial=0,
        order=descending,
    )


def cut_two(state, face, shown):
    cut, best, largest = state
    left = shown - min(shown, 2 - cut)
    return cut + shown - left, best or face * (left > 0), max(largest, left)


def wildsea():
    return (6 @ P(6)).survey(
        accumulate=cut_two,
        initial=(0, 0, 0),
        order=descending,
        settle=lambda state: (state[1], state[2] > 1),
    )


def third_system():
    packed = 9 @ D6.apply(lambda face: (face in (4, 5)) * 10 + (face == 6))
    return packed.apply(lambda n: divmod(n, 10))


def median_of_nine():
    return D8.order_stat_for_n_at_pos(9, 4)


def keep_six_of_eight():
    return (8 @ P(10)).at(slice(2, None))


# --- sums
def success_counting():
    return 13 @ D10.ge(5)


def tens_count_twice():
    return 10 @ D10.apply(lambda face: (face >= 7) + (face == 10))


def ones_are_subtracted():
    return 12 @ D10.apply(lambda face: (face >= 7) - (face == 1))


def twenties():
    return 45 @ D20.eq(20)


def opposed_rolls():
    return D20 + 4 - D20


def sixteens():
    return 6 @ (4 @ P(6)).at(slice(1, None)).eq(16)


def wild_third_die():
    return (3 @ P(10)).at(slice(1, None)) - 2 @ D10


# --- explode and reroll
def open_ended():
    return 28 @ explode_n(D6, n=3).apply(lambda total: (total >= 10) - (total == 1))


def shadowrun_three():
    return 8 @ explode_n(D6, n=5).ge(7)


def penetrating():
    return 5 @ explode_n(D6, n=4).apply(lambda total: total - (total - 1) // 6)


def seventh_sea():
    return (7 @ P(explode_n(D10, n=4))).at(slice(3, None))


def cyberpunk_red():
    def stat(result):
        face = result.outcome
        return D10 + 17 if face == 10 else 8 - D10 if face == 1 else 7 + face

    return expand(stat, D10)


def eights_again():
    die = D8
    for _ in range(3):
        die = expand(lambda result, die=die: die if result.outcome == 8 else result.outcome, D8)
    return 4 @ die


def rerolled_misses():
    return 10 @ (once_more((1, 2, 3), D6).gt(3) * D6.gt(3))


# --- mixed dice
def electric_bastionland():
    return P(6, 8, 10).at(-1)


def cortex_prime():
    dice = [H(n).apply(lambda face: face if face > 1 else 0) for n in (12, 10, 8, 8, 6)]
    return P(*dice).at(slice(2, 4))


# --- several pools
def shadowrun_six():
    packed = 9 @ D6.apply(lambda face: (face == 5) * 10 + (face == 6))

    def hits(normal, wild):
        fives, sixes = divmod(normal.outcome, 10)
        return (sixes if wild.outcome == 1 else fives + sixes) + 3 * (wild.outcome >= 5)

    return expand(hits, packed, D6)


def wild_hits():
    wild = explode_n(D6, n=5).apply(lambda total: -1 if total == 1 else total // 6 + (total % 6 > 3))
    return 7 @ D6.gt(3) + wild


def all_and_highest(state, face, shown):
    return state[0] + face * shown, state[1] or face


def weg_wild_die():
    others = (4 @ P(6)).survey(accumulate=all_and_highest, initial=(0, 0), order=descending)
    dropped, kept = others.apply(lambda state: state[0] - state[1]), others.apply(lambda state: state[0])

    def total(wild):
        return dropped if wild.outcome == 1 else kept + wild.outcome

    return expand(total, explode_n(D6, n=4))


def alien():
    packed = 5 @ D6.eq(6) * 10 + 3 @ D6.apply(lambda face: 10 * (face == 6) + (face == 1))
    return packed.apply(lambda n: (n // 10, n % 10 > 0))


def duel_of_highest():
    margin = D6.order_stat_for_n_at_pos(3, 2) - D6.order_stat_for_n_at_pos(2, 1)
    return margin.apply(lambda margin: (margin > 0) - (margin < 0))


# --- a rule that depends on what was thrown
def well_of_twelve():
    def well(first, second, decider):
        first, second, decider = first.outcome, second.outcome, decider.outcome
        if first == second:
            return first + second + (decider if decider == first else 0)
        return min(first, second) if decider % 2 else max(first, second)

    return expand(well, D12, D12, D12)


def hits_then_saves():
    failed = D6.lt(5)
    return expand(lambda hits: hits.outcome @ failed if hits.outcome else 0, 12 @ D6.ge(4))
