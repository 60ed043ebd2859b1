"""The same problems as an icepool user writes them, each in the fastest idiom that was found."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

import icepool
from icepool import (
    Deck,
    Die,
    MultisetEvaluator,
    Order,
    Pool,
    Reroll,
    UnsupportedOrder,
    coin,
    d,
    d4,
    d6,
    d8,
    d10,
    d12,
    d20,
    multiset_function,
    standard_pool,
    vectorize,
)


class Descending(MultisetEvaluator):
    """Told the highest outcome first."""

    start = (0, 0)

    def initial_state(self, order, *_):
        if order == Order.Ascending:
            raise UnsupportedOrder
        return self.start


# --- one pool
def matching_sets():
    return d10.pool(10).all_counts(filter=2)


def blades_in_the_dark():
    counted = 4 @ d6.map(lambda face: vectorize(face == 6, face >= 4))
    return counted.map(
        lambda six, four: "critical" if six > 1 else "full" if six else "mixed" if four else "bad"
    )


class SetOrStraight(MultisetEvaluator):
    def next_state(self, state, order, outcome, count):
        score, run = state or (0, 0)
        if not count:
            return score, 0
        run += 1
        straight = run * outcome - run * (run - 1) // 2 if run > 2 else 0
        return max(score, outcome * count, straight), run

    def initial_state(self, order, *_):
        if order == Order.Descending:
            raise UnsupportedOrder
        return 0, 0

    def final_outcome(self, state, *_):
        return state[0]


SET_OR_STRAIGHT = SetOrStraight()


def cthulhutech():
    return SET_OR_STRAIGHT(d10.pool(10))


class LargestAndJokers(Descending):
    def next_state(self, state, order, outcome, count):
        jokers, largest = state
        return (count, 0) if outcome == 6 else state if outcome == 1 else (jokers, max(largest, count))

    def final_outcome(self, state, *_):
        return sum(state)


LARGEST_AND_JOKERS = LargestAndJokers()


def household():
    return LARGEST_AND_JOKERS(d6.pool(7))


def duplicates():
    return d6.pool(15).keep_counts(">=", 2).size()


class ThreeAndExtraSixes(Descending):
    def next_state(self, state, order, outcome, count):
        kept, total = state
        more = min(count, 3 - kept)
        return kept + more, total + outcome * more + (count - more if outcome == 6 else 0)

    def final_outcome(self, state, *_):
        return state[1]


THREE_AND_EXTRA_SIXES = ThreeAndExtraSixes()


def keep_three_extra_sixes():
    return THREE_AND_EXTRA_SIXES(d6.pool(11))


def middle_three():
    return d6.middle(7, 3)


@multiset_function
def hits_and_ones(dice):
    return dice.keep_outcomes([5, 6]).size(), dice.keep_outcomes([1]).size()


def shadowrun():
    return hits_and_ones(d6.pool(12)).map(lambda hits, ones: (hits, ones > 6))


def one_roll_engine():
    return d10.pool(8).largest_count_and_outcome()


# --- sums
def ability_scores():
    score = 3 @ d6
    return score.highest(12, 6), 6 @ score.highest(6), (6 @ score).highest(12)


def fudge():
    return 4 @ (d(3) - 2)


# --- explode
def legend_of_the_five_rings():
    return d10.explode(depth=9).highest(10, 5)


def world_of_darkness():
    return 6 @ d10.explode(depth=5).map(lambda total: total // 10 + (total % 10 >= 8))


def savage_worlds():
    return icepool.highest(d8.explode(depth=5), d6.explode(depth=5))


# --- reroll and push
def reroll_first_ones():
    return d6.reroll([1], depth=1).highest(4, 3)


def great_weapon_fighting():
    return 2 @ d6.reroll([1, 2], depth=1) + 5


class ThrowLowOnesAgain(MultisetEvaluator):
    def initial_state(self, order, *_):
        if order == Order.Descending:
            raise UnsupportedOrder
        return 0, 0

    def next_state(self, state, order, outcome, count):
        again, total = state
        more = min(count, 4 - again) if outcome < 4 else 0
        return again + more, total + outcome * (count - more)

    def final_outcome(self, state, *_):
        return state[0] @ d6 + state[1]


THROW_LOW_ONES_AGAIN = ThrowLowOnesAgain()


def empowered_spell():
    return THROW_LOW_ONES_AGAIN(d6.pool(8))


def year_zero():
    counted = d6.map(lambda face: vectorize(face == 6, face == 1))
    first = 6 @ counted

    def pushed(six, one):
        kept = vectorize(six, one)
        return kept if six else (6 - one) @ counted + kept

    return first.map(pushed)


# --- given
def two_dice_given_a_six():
    return icepool.map(lambda first, second: first + second if 6 in (first, second) else Reroll, d6, d6)


def burglar_alarm():
    causes = icepool.tupleize(coin(1, 1000), coin(2, 1000))
    return causes.map(called, star=True).filter(lambda found: found[1], depth="inf").marginals[0]


def called(burglary, earthquake):
    percent = {(1, 1): 95, (1, 0): 94, (0, 1): 29}.get((burglary, earthquake), Fraction(1, 10))
    both = coin(Fraction(percent, 100)).if_else(coin(90, 100) & coin(70, 100), coin(5, 100) & coin(1, 100))
    return icepool.tupleize(burglary, both)


# --- mixed dice
def cortex():
    return Pool([d(n).map({1: 0}) for n in (12, 10, 8, 8, 6)]).highest(2).sum()


def lowest_and_highest():
    return standard_pool([4, 6, 8, 10, 12, 20])[1, ..., 1].sum()


def mixed_sets():
    return standard_pool([12, 12, 12, 10, 10, 8]).all_counts(filter=2)


# --- several pools
def vampire():
    normal = Die({vectorize(0, 0, 0, 0): 5, vectorize(1, 0, 0, 0): 4, vectorize(1, 1, 0, 0): 1})
    hunger = Die(
        {
            vectorize(0, 0, 0, 1): 1,
            vectorize(0, 0, 0, 0): 4,
            vectorize(1, 0, 0, 0): 4,
            vectorize(1, 1, 1, 0): 1,
        }
    )

    def read(successes, tens, hungry, bestial):
        win = "" if tens < 2 else "messy" if hungry else "critical"
        return successes + 2 * (tens // 2), win, bestial > 0

    return (3 @ normal + 2 @ hunger).map(read)


class PairsWon(Descending):
    def next_state(self, state, order, outcome, first, second):
        won, ahead = state
        return won + min(max(ahead, 0), second), ahead + first - second

    def final_outcome(self, state, *_):
        return state[0]


PAIRS_WON = PairsWon()


def risk_3_against_2():
    return d6.pool(3).highest(2).sort_pair(">", d6.pool(2)).size()


class PairsAhead(Descending):
    def next_state(self, state, order, outcome, first, second):
        score, ahead = state
        return score + (min(second, ahead) if ahead > 0 else -min(first, -ahead)), ahead + first - second

    def final_outcome(self, state, *_):
        return state[0]


PAIRS_AHEAD = PairsAhead()


def risk_12_against_11():
    return PAIRS_AHEAD(d6.pool(12), d6.pool(11))


class ActionAndDanger(MultisetEvaluator):
    def initial_state(self, order, *_):
        return 0

    def next_state(self, best, order, outcome, action, danger):
        if action > danger:
            return action - danger + 5 if outcome == 6 else max(best, outcome)
        return best


ACTION_AND_DANGER = ActionAndDanger()


def neon_city_overdrive():
    return ACTION_AND_DANGER(d6.pool(11), d6.pool(11))


class Survivors(MultisetEvaluator):
    def initial_state(self, order, *_):
        if order == Order.Descending:
            raise UnsupportedOrder
        return 0, False, 0

    def next_state(self, state, order, outcome, action, push, hurt):
        if hurt or not action + push:
            return state
        return outcome, action + push > 1, state[2] + push


SURVIVORS = Survivors()


def technoir():
    return SURVIVORS(d6.pool(3), d6.pool(2), d6.pool(4))


class FaceToFace(MultisetEvaluator):
    def initial_state(self, order, *_):
        if order == Order.Descending:
            raise UnsupportedOrder
        return 0, 0, 0, 0

    def next_state(self, state, order, outcome, ours, theirs):
        hits, crits, their_hits, their_crits = state
        hits, crits = hits + ours * (outcome < 15), crits + ours * (outcome == 15)
        their_hits, their_crits = their_hits + theirs * (outcome < 12), their_crits + theirs * (outcome == 12)
        if crits or (ours and outcome <= 15):
            their_hits = 0
        if their_crits or (theirs and outcome <= 12):
            hits = 0
        return (0, 0, 0, 0) if crits and their_crits else (hits, crits, their_hits, their_crits)


FACE_TO_FACE = FaceToFace()


def infinity():
    return FACE_TO_FACE(d20.pool(3), d20.pool(2))


@multiset_function
def unmatched(ours, theirs):
    return ours.drop_outcomes(theirs).sum()


def no_duplicates():
    return unmatched(d6.pool(3), d4.pool(2))


class TopTwo(Descending):
    def next_state(self, state, order, outcome, green, red):
        greens, reds = state
        room, net = 2 - greens - reds, green - red
        return greens + min(room, max(net, 0)), reds + min(room, max(-net, 0))


TOP_TWO = TopTwo()


def green_against_red():
    five = standard_pool([12, 10, 8, 6, 4])
    return TOP_TWO(five, five)


# --- a rule that depends on what was thrown
def ironsworn():
    return (d6 + 1).map(lambda score: 2 @ (score > d10))


def advantage_with_criticals():
    def attack(roll):
        if roll == 20:
            return 2 @ d12 + 5
        return d12 + 5 if roll + 7 >= 15 else 0

    return d20.highest(2).map(attack)


def save_for_half():
    damage = 10 @ d6 + 10
    return (d20 + 3 >= 15).if_else(damage // 2, damage)


def forty_k_shots():
    return 10 @ ((d6 >= 3) & (d6 >= 4) & (d6 < 5))


@cache
def threes(dice):
    return icepool.map(best_choice, d6.map({3: 0}).pool(dice)) if dice else Die([0])


def best_choice(faces):
    kept = range(1, len(faces) + 1)
    return min((threes(len(faces) - n) + sum(faces[:n]) for n in kept), key=lambda law: law.mean())


def game_of_threes():
    return threes(5)


# --- symbols
WORTH = {"-": (0, 0, 0), "s": (1, 0, 0), "a": (0, 1, 0), "t": (1, 0, 1), "f": (-1, 0, 0), "h": (0, -1, 0)}


def symbols(faces):
    counted = [[WORTH[symbol] for symbol in face] for face in faces.split()]
    return Die([vectorize(*(sum(each) for each in zip(*face, strict=True))) for face in counted])


ABILITY = symbols("- s s ss a a sa aa")
PROFICIENCY = symbols("- s s ss ss a sa sa sa aa aa t")
DIFFICULTY = symbols("- f ff h h h hh fh")


def genesys():
    return 2 @ ABILITY + PROFICIENCY + 2 @ DIFFICULTY


# --- to the end
class BothWon(Descending):
    start = (0, 0, 0)

    def next_state(self, state, order, outcome, first, second):
        won, lost, ahead = state
        return won + min(max(ahead, 0), second), lost + min(max(-ahead, 0), first), ahead + first - second

    def final_outcome(self, state, *_):
        return vectorize(-state[1], -state[0]) if state[0] or state[1] else Reroll


BOTH_WON = BothWon()


@cache
def attrition(a, b):
    if not a or not b:
        return Die([(a, b)])
    return icepool.map(
        lambda lost, won: attrition(a + lost, b + won), BOTH_WON(d6.pool(a), d6.pool(b)), star=True
    )


def risk_attrition():
    return attrition(4, 3)


def risus():
    @cache
    def duel(a, b):
        if not a or not b:
            return Die([(a, b)])
        margin = (a @ d6 - b @ d6).sign().reroll([0], depth="inf")
        return margin.map({1: duel(a, b - 1), -1: duel(a - 1, b)})

    return duel(5, 4)


def craps():
    two = 2 @ d6

    def point(total):
        if total in (2, 3, 7, 11, 12):
            return total in (7, 11)
        return two.filter([7, total], depth="inf") == total

    return two.map(point)


# --- decisions
def yahtzee_score(hand):
    counts = sorted(map(hand.count, {*hand}))
    small = any({low, low + 1, low + 2, low + 3} <= {*hand} for low in (1, 2, 3))
    return max(sum(hand), 25 * (counts == [2, 3]), 30 * small, 50 * (counts == [5]))


def yahtzee():
    def worth(kept):
        return d6.pool(5 - len(kept)).expand().map(lambda more: yahtzee_score(kept + tuple(more))).mean()

    kept = [keep for count in range(6) for keep in combinations((1, 1, 3, 4, 6), count)]
    return max(((keep, worth(keep)) for keep in kept), key=lambda choice: choice[1])


@cache
def turn(total):
    if total >= 40:
        return "hold", Fraction(total)
    rolled = d6.map(lambda face: turn(total + face)[1] if face > 1 else 0).mean()
    return ("roll", rolled) if rolled > total else ("hold", Fraction(total))


def pig():
    return turn(19), turn(20), turn(0)


@cache
def campaign(a, b):
    stop = a + Fraction(6 * (not b))
    pairs = min(a - 1, b, 2)
    if not pairs:
        return "stop", stop
    won = PAIRS_WON(d6.pool(min(a - 1, 3)), d6.pool(min(b, 2)))
    on = won.map(lambda won: campaign(a - pairs + won, b - won)[1]).mean()
    return ("attack", on) if on > stop else ("stop", stop)


def attack_on():
    return campaign(3, 2)


# --- cards
RANKS = Deck(range(1, 14), times=4)


def poker():
    return RANKS.deal(5).all_counts(filter=2)


class LargerSets(MultisetEvaluator):
    def initial_state(self, order, *_):
        return 0, 0

    def next_state(self, state, order, outcome, held):
        return max(state[0], held[0]), max(state[1], held[1])


LARGER_SETS = LargerSets()


def two_hands():
    return LARGER_SETS((RANKS + Deck([14, 14])).deal((5, 4)))


def longest_run():
    return RANKS.deal(7).largest_straight()


def high_card_points():
    return Deck({4: 4, 3: 4, 2: 4, 1: 4, 0: 36}).deal(13).sum()
