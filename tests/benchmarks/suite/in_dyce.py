"""Those of the problems that a dyce user writes without much ado, in the fastest idioms that were found."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial
from itertools import combinations

from dyce import H, P, explode_n
from dyce import expand as expand_down_to
from dyce.p import survey_outcome_order_ascending as ascending
from dyce.p import survey_outcome_order_descending as descending

expand = partial(expand_down_to, min_path_probability=Fraction(0))
D6, D8, D10, D12, D20 = map(H, (6, 8, 10, 12, 20))


def largest_first(sizes, face, shown):
    return tuple(sorted((*sizes, shown), reverse=True)) if shown > 1 else sizes


def matching_sets():
    return (10 @ P(10)).survey(accumulate=largest_first, initial=(), order=ascending)


def blades_in_the_dark():
    both = 4 @ D6.apply(lambda face: 100 * (face == 6) + (face > 3))
    return both.apply(lambda n: "critical" if n > 199 else "full" if n > 99 else "mixed" if n else "bad")


def set_or_straight(state, face, shown):
    best, run, last = state
    run = run + 1 if face == last + 1 else 1
    straight = run * face - run * (run - 1) // 2 if run > 2 else 0
    return max(best, face * shown, straight), run, face


def cthulhutech():
    return (10 @ P(10)).survey(
        accumulate=set_or_straight, initial=(0, 0, 0), order=ascending, settle=lambda state: state[0]
    )


def largest_and_jokers(state, face, shown):
    jokers, largest = state
    return (shown, 0) if face == 6 else state if face == 1 else (jokers, max(largest, shown))


def household():
    return (7 @ P(6)).survey(accumulate=largest_and_jokers, initial=(0, 0), order=descending, settle=sum)


def duplicates():
    return (15 @ P(6)).survey(
        accumulate=lambda twice, face, shown: twice + shown * (shown > 1), initial=0, order=ascending
    )


def three_and_extra_sixes(state, face, shown):
    kept, total = state
    more = min(shown, 3 - kept)
    return kept + more, total + face * more + (shown - more if face == 6 else 0)


def keep_three_extra_sixes():
    return (11 @ P(6)).survey(
        accumulate=three_and_extra_sixes, initial=(0, 0), order=descending, settle=lambda state: state[1]
    )


def middle_three():
    return (7 @ P(6)).at(slice(2, 5))


def shadowrun():
    both = 12 @ D6.apply(lambda face: 13 * (face > 4) + (face == 1))
    return both.apply(lambda n: (n // 13, n % 13 > 6))


def one_roll_engine():
    return (8 @ P(10)).survey(
        accumulate=lambda best, face, shown: max(best, (shown, face)), initial=(0, 0), order=ascending
    )


def ability_scores():
    score = 3 @ D6
    best = score.order_stat_for_n_at_pos(6, 5)
    return (12 @ P(score)).at(slice(-6, None)), 6 @ best, (6 @ score).order_stat_for_n_at_pos(12, 11)


def fudge():
    return 4 @ (H(3) - 2)


def five_kept(state, face, shown):
    kept, total = state
    more = min(shown, 5 - kept)
    return kept + more, total + face * more


def legend_of_the_five_rings():
    return (10 @ P(explode_n(D10, n=9))).survey(
        accumulate=five_kept, initial=(0, 0), order=descending, settle=lambda state: state[1]
    )


def world_of_darkness():
    return 6 @ explode_n(D10, n=5).apply(lambda total: total // 10 + (total % 10 >= 8))


def savage_worlds():
    return P(explode_n(D8, n=5), explode_n(D6, n=5)).at(-1)


def reroll_first_ones():
    once = expand(lambda result: D6 if result.outcome == 1 else result.outcome, D6)
    return (4 @ P(once)).at(slice(1, None))


def great_weapon_fighting():
    return 2 @ expand(lambda result: D6 if result.outcome < 3 else result.outcome, D6) + 5


def throw_low_ones_again(state, face, shown):
    again, total = state
    more = min(shown, 4 - again) if face < 4 else 0
    return again + more, total + face * (shown - more)


def empowered_spell():
    kept = (8 @ P(6)).survey(accumulate=throw_low_ones_again, initial=(0, 0), order=ascending)
    again = [n @ D6 if n else H({0: 1}) for n in range(5)]
    return expand(lambda result: again[result.outcome[0]] + result.outcome[1], kept)


def two_dice_given_a_six():
    def given(first, second):
        return first.outcome + second.outcome if 6 in (first.outcome, second.outcome) else H({})

    return expand(given, D6, D6)


def cortex():
    dice = [H(n).apply(lambda face: face if face > 1 else 0) for n in (12, 10, 8, 8, 6)]
    return P(*dice).at(slice(-2, None))


def lowest_and_highest():
    return P(4, 6, 8, 10, 12, 20).at(0, -1)


def mixed_sets():
    return P(12, 12, 12, 10, 10, 8).survey(accumulate=largest_first, initial=(), order=descending)


def ironsworn():
    return expand(lambda score: 2 @ (D10.lt(score.outcome)), D6 + 1)


def advantage_with_criticals():
    critical, hit = 2 @ D12 + 5, D12 + 5

    def attack(roll):
        return critical if roll.outcome == 20 else hit if roll.outcome >= 8 else 0

    return expand(attack, P(20, 20).at(-1))


def save_for_half():
    damage = 10 @ D6 + 10
    half = damage // 2
    return expand(lambda save: half if save.outcome else damage, (D20 + 3).ge(15))


def forty_k_shots():
    return 10 @ (D6.ge(3) * D6.ge(4) * D6.lt(5))


def risk_3_against_2():
    def pairs(ours, theirs):
        return sum(a > b for a, b in zip(ours.roll[::-1], theirs.roll[::-1], strict=False))

    return expand(pairs, P(6, 6, 6), P(6, 6))


def risus():
    @cache
    def duel(a, b):
        if not a or not b:
            return H({(a, b): 1})
        margin = a @ D6 - b @ D6
        wins, loses = margin.gt(0)[True], margin.lt(0)[True]
        return expand(lambda won: duel(a, b - 1) if won.outcome else duel(a - 1, b), H({1: wins, 0: loses}))

    return duel(5, 4)


def craps():
    two = 2 @ D6

    def point(total):
        if total.outcome in (2, 3, 7, 11, 12):
            return total.outcome in (7, 11)
        return H({True: two[total.outcome], False: two[7]})

    return expand(point, two)


# --- decisions
def yahtzee_score(hand):
    counts = sorted(map(hand.count, {*hand}))
    small = any({low, low + 1, low + 2, low + 3} <= {*hand} for low in (1, 2, 3))
    return max(sum(hand), 25 * (counts == [2, 3]), 30 * small, 50 * (counts == [5]))


def mean(law):
    return Fraction(sum(value * count for value, count in law.items()), law.total)


def yahtzee():
    def worth(kept):
        if len(kept) == 5:
            return Fraction(yahtzee_score(kept))
        more = ((5 - len(kept)) @ P(6)).survey(
            accumulate=lambda hand, face, shown: hand + (face,) * shown,
            initial=kept,
            order=ascending,
            settle=yahtzee_score,
        )
        return mean(more)

    kept = [keep for count in range(6) for keep in combinations((1, 1, 3, 4, 6), count)]
    return max(((keep, worth(keep)) for keep in kept), key=lambda choice: choice[1])


@cache
def turn(total):
    if total >= 40:
        return "hold", Fraction(total)
    rolled = mean(D6.apply(lambda face: turn(total + face)[1] if face > 1 else 0))
    return ("roll", rolled) if rolled > total else ("hold", Fraction(total))


def pig():
    return turn(19), turn(20), turn(0)
