"""The problems of the public suite as they are written with this kit.

A problem is a function without inputs, with the helpers that it needs; what its docstring says first is its
kind. The gallery shows these lines, the tests hold their answers to those of the peers, the suite times them.
"""

from __future__ import annotations

import operator
from functools import cache
from itertools import combinations

from pz8edu import D6, Chain, Distribution, Hand, Pool, best, die, symbol_die, together

D8, D10, D12, D20 = map(die, (8, 10, 12, 20))
RANKS = dict.fromkeys(range(1, 14), 4)


# --- one pool
def matching_sets():
    """one pool: All matching sets among 10d10: (3, 2) is a triple and a pair"""
    return Pool(10, D10).sets()


def blades_in_the_dark():
    """one pool: Blades in the Dark, 4 dice: the highest counts, two sixes are critical"""
    dice = 4 @ Distribution({0: 3, 1: 2, 5: 1})  # of a die 3 faces count nothing, two 1, and the six 5
    return dice.map(lambda n: "critical" if n > 9 else "full" if n > 4 else "mixed" if n else "bad")


def set_or_straight(state, face, shown):
    best, run = state
    run = run + 1 if shown else 0
    straight = run * face + run * (run - 1) // 2 if run > 2 else 0
    return max(best, face * shown, straight), run


def cthulhutech():
    """one pool: CthulhuTech, 10d10: the best sum of one set or of one straight of 3 or more"""
    return Pool(10, D10).fold((0, 0), set_or_straight, every_face=True).map(lambda state: state[0])


def largest_and_jokers(state, face, shown):
    jokers, largest = state
    return (shown, 0) if face == 6 else state if face == 1 else (jokers, max(largest, shown))


def household():
    """one pool: Household, 7 dice: the largest match of four suits (2 to 5) with jokers (6); 1 is blank"""
    return Pool(7).fold((0, 0), largest_and_jokers).map(sum)


def duplicates():
    """one pool: How many of 15d6 show what another one shows?"""
    return Pool(15).sets().map(sum)


def three_and_extra_sixes(state, face, shown):
    kept, total = state
    more = min(shown, 3 - kept)
    return kept + more, total + face * more + (shown - more if face == 6 else 0)


def keep_three_extra_sixes():
    """one pool: 11d6, keep the highest 3; every further six is one more"""
    return Pool(11).fold((0, 0), three_and_extra_sixes).map(lambda state: state[1])


def middle_three():
    """one pool: The middle 3 of 7d6"""
    return Pool(7).middle(3)


def shadowrun():
    """one pool: Shadowrun, 12d6: (hits, glitch), a glitch when more than half are ones"""
    return Pool(12).tally({5, 6}, {1}).map(lambda counts: (counts[0], counts[1] > 6))


def one_roll_engine():
    """one pool: One-Roll Engine, 8d10: (width, height) of the widest set"""
    return Pool(8, D10).largest_set()


# --- sums
def ability_scores():
    """sums: AD&D methods II, III and IV: six ability scores in all"""
    score = 3 @ D6
    return Pool(12, score).highest(6), 6 @ Pool(6, score).nth(1), Pool(12, 6 @ score).nth(1)


def fudge():
    """sums: Fudge, 4dF"""
    return 4 @ (die(3) - 2)


# --- explode
def legend_of_the_five_rings():
    """explode: Legend of the Five Rings, 10 keep 5, tens explode up to nine times"""
    return Pool(10, D10.explode(9)).highest(5)


def world_of_darkness():
    """explode: World of Darkness, 6 dice: 8 or more hits, a ten is thrown again, up to five times"""
    return 6 @ D10.explode(5).map(lambda total: total // 10 + (total % 10 >= 8))


def savage_worlds():
    """explode: Savage Worlds, the better of a d8 and a wild d6, both explode up to five times"""
    return Pool.of(D8.explode(5), D6.explode(5)).nth(1)


# --- reroll and push
def reroll_first_ones():
    """reroll: 4d6 drop the lowest, ones are thrown again once"""
    return Pool(4, D6.reroll({1})).highest(3)


def great_weapon_fighting():
    """reroll: Great weapon fighting, 2d6 + 5, ones and twos are thrown again once"""
    return 2 @ D6.reroll({1, 2}) + 5


def throw_low_ones_again(state, face, shown):
    again, total = state
    more = min(shown, 4 - again) if face < 4 else 0
    return again + more, total + face * (shown - more)


def empowered_spell():
    """reroll: Empowered spell, 8d6, up to four of the lowest are thrown again where they show 3 or less"""
    kept = Pool(8).fold((0, 0), throw_low_ones_again, lowest_first=True)
    return kept.then(lambda state: state[0] @ D6 + state[1])


def year_zero():
    """reroll: Year Zero, 6 dice: (sixes, ones), after a push of all other dice where no six came up"""
    return Pool(6).push(6, 1, content=lambda sixes, ones: sixes > 0)


# --- given
def two_dice_given_a_six():
    """given: The sum of two dice when at least one shows a six"""
    both = together(lambda first, second: (first + second, max(first, second)), D6, D6)
    return both.given(lambda dice: dice[1] == 6).map(lambda dice: dice[0])


def happens(per_mille):
    return Distribution({True: per_mille, False: 1000 - per_mille})


def called(burglary, earthquake):
    alarm = happens(
        {(True, True): 950, (True, False): 940, (False, True): 290}.get((burglary, earthquake), 1)
    )
    john, mary = {True: 900, False: 50}, {True: 700, False: 10}
    both = alarm.then(lambda on: together(operator.and_, happens(john[on]), happens(mary[on])))
    return both.map(lambda calls: (burglary, calls))


def burglar_alarm():
    """given: The burglar alarm: John and Mary both call. Is there a burglar?"""
    found = together(lambda *causes: causes, happens(1), happens(2)).then(lambda causes: called(*causes))
    return found.given(lambda found: found[1]).map(lambda found: found[0])


# --- mixed dice
def cortex():
    """mixed dice: Cortex, the best two of d12 d10 d8 d8 d6, ones do not count"""
    return Pool.of(*(die(n).map(lambda face: face if face > 1 else 0) for n in (12, 10, 8, 8, 6))).highest(2)


def lowest_and_highest():
    """mixed dice: The lowest plus the highest of d4 d6 d8 d10 d12 d20"""
    return Pool.of(*map(die, (4, 6, 8, 10, 12, 20))).ends().map(sum)


def mixed_sets():
    """mixed dice: All matching sets among 3d12 2d10 d8: (2, 2) is two pairs, () none"""
    return Pool.of(Pool(3, D12), Pool(2, D10), D8).sets()


# --- several pools
def vampire_test(tens, hungry_tens, hits, bestial):
    win = "" if tens + hungry_tens < 2 else "messy" if hungry_tens else "critical"
    return hits + tens + hungry_tens + (tens + hungry_tens) // 2 * 2, win, bestial > 0


def vampire():
    """several pools: Vampire, 3 normal and 2 hunger dice: (successes, kind of win, bestial failure)"""
    face = {"t": (1, 0, 0, 0), "T": (0, 1, 0, 0), "h": (0, 0, 1, 0), "b": (0, 0, 0, 1)}
    normal, hunger = symbol_die("- - - - - h h h h t", face), symbol_die("b - - - - h h h h T", face)
    return Pool.of(Pool(3, normal), Pool(2, hunger)).counts().map(lambda counts: vampire_test(*counts))


def pairs_won(state, face, first, second):
    won, ahead = state
    return won + min(max(ahead, 0), second), ahead + first - second


def risk_3_against_2():
    """several pools: RISK, 3 dice against 2: how many the defender loses"""
    return Pool(3).fold((0, 0), pairs_won, Pool(2)).map(lambda state: state[0])


def pairs_ahead(state, face, first, second):
    score, ahead = state
    return score + (min(second, ahead) if ahead > 0 else -min(first, -ahead)), ahead + first - second


def risk_12_against_11():
    """several pools: RISK-like, 12 dice against 11: pairs won more than lost"""
    return Pool(12).fold((0, 0), pairs_ahead, Pool(11)).map(lambda state: state[0])


def action_and_danger(best, face, action, danger):
    left = action - danger
    return best or max(0, face + (left - 1 if face == 6 else 0) if left > 0 else 0)


def neon_city_overdrive():
    """several pools: Neon City Overdrive, 11 against 11: the highest action die that no danger die cancels"""
    return Pool(11).fold(0, action_and_danger, Pool(11))


def survivors(state, face, action, push, hurt):
    highest, several, pushes = state
    if hurt or not action + push:
        return state
    return (highest, several, pushes + push) if highest else (face, action + push > 1, push)


def technoir():
    """several pools: Technoir, 3 action, 2 push, 4 hurt dice: (highest survivor, several, pushes left)"""
    return Pool(3).fold((0, False, 0), survivors, Pool(2), Pool(4))


def face_to_face(state, face, ours, theirs):
    hits, crits, their_hits, their_crits = state
    hits, crits = hits + ours * (face < 15), crits + ours * (face == 15)
    their_hits, their_crits = their_hits + theirs * (face < 12), their_crits + theirs * (face == 12)
    if crits or (ours and face <= 15):
        their_hits = 0
    if their_crits or (theirs and face <= 12):
        hits = 0
    return (0, 0, 0, 0) if crits and their_crits else (hits, crits, their_hits, their_crits)


def infinity():
    """several pools: Infinity, 3d20 on 15, 2d20 on 12: (our hits, our criticals, their hits, theirs) left"""
    return Pool(3, D20).fold((0, 0, 0, 0), face_to_face, Pool(2, D20), lowest_first=True)


def unmatched(total, face, ours, theirs):
    return total if theirs else total + face * ours


def no_duplicates():
    """several pools: The sum of those of 3d6 whose number no one of 2d4 shows"""
    return Pool(3).fold(0, unmatched, Pool(2, die(4)))


def top_two(state, face, green, red):
    greens, reds = state
    room, net = 2 - greens - reds, green - red
    return greens + min(room, max(net, 0)), reds + min(room, max(-net, 0))


def green_against_red():
    """several pools: Green d12 d10 d8 d6 d4 against red, equals cancel: highest two left (green, red)"""
    five = Pool.of(*map(die, (12, 10, 8, 6, 4)))
    return five.fold((0, 0), top_two, five)


# --- a rule that depends on what was thrown
def ironsworn():
    """dependent rule: Ironsworn, d6 + 1 against each of 2d10"""
    return (D6 + 1).then(lambda score: 2 @ D10.map(lambda challenge: int(score > challenge)))


def attack(roll):
    if roll == 20:
        return 2 @ D12 + 5
    return D12 + 5 if roll + 7 >= 15 else Distribution.certain(0)


def advantage_with_criticals():
    """dependent rule: Advantage on d20 + 7 against 15, damage d12 + 5, two dice on a twenty"""
    return Pool(2, D20).nth(1).then(attack)


def save_for_half():
    """dependent rule: 10d6 + 10 damage, half of it after a save of d20 + 3 against 15"""
    damage = 10 @ D6 + 10
    return (D20 + 3).map(lambda save: save >= 15).then(lambda saved: damage // 2 if saved else damage)


def forty_k_shots():
    """dependent rule: 10 shots, 3+ to hit, 4+ to wound, 5+ to save: how many come through?"""
    hit, wound, save = (D6.map(lambda face, on=on: face >= on) for on in (3, 4, 5))
    return 10 @ together(lambda hit, wound, saved: int(hit and wound and not saved), hit, wound, save)


@cache
def threes(dice):
    worth = D6.map(lambda face: face if face != 3 else 0)
    rolled = Pool(dice, worth).fold((), lambda faces, face, n: faces + (face,) * n, lowest_first=True)
    return rolled.then(best_choice) if dice else Distribution.certain(0)


def best_choice(faces):
    kept = range(1, len(faces) + 1)
    return min((threes(len(faces) - n) + sum(faces[:n]) for n in kept), key=lambda law: law.expectation())


def game_of_threes():
    """dependent rule: The game of threes with five dice, played for the lowest total"""
    return threes(5)


# --- symbols
WORTH = {"s": (1, 0, 0), "a": (0, 1, 0), "t": (1, 0, 1), "f": (-1, 0, 0), "h": (0, -1, 0)}
ABILITY = symbol_die("- s s ss a a sa aa", WORTH)
PROFICIENCY = symbol_die("- s s ss ss a sa sa sa aa aa t", WORTH)
DIFFICULTY = symbol_die("- f ff h h h hh fh", WORTH)


def genesys():
    """symbols: Genesys, 2 ability, 1 proficiency and 2 difficulty dice: (successes, advantages, triumphs)"""
    return Pool.of(Pool(2, ABILITY), PROFICIENCY, Pool(2, DIFFICULTY)).counts()


# --- to the end
def both_won(state, face, first, second):
    won, lost, ahead = state
    return won + min(max(ahead, 0), second), lost + min(max(-ahead, 0), first), ahead + first - second


@cache
def attrition(a, b):
    if not a or not b:
        return Distribution.certain((a, b))
    losses = Pool(a).fold((0, 0, 0), both_won, Pool(b)).given(lambda state: any(state[:2]))
    return losses.then(lambda state: attrition(a - state[1], b - state[0]))


def risk_attrition():
    """to the end: RISK, 4 dice against 3, pair by pair, until one side is gone: (attackers, defenders)"""
    return attrition(4, 3)


def duel_of_cliches(umpire, dice):
    a, b = dice
    margin = umpire.sum_of("ours", a) - umpire.sum_of("theirs", b)
    return margin.read("dice", lambda margin: (a - (margin < 0), b - (margin > 0)))


def risus():
    """to the end: Risus, 5 dice against 4, the lower total loses a die: (ours, theirs) at the end"""
    return Chain(duel_of_cliches, start=(5, 4), over=lambda dice: 0 in dice).ends()


TWO = 2 @ D6


def point(total):
    if total in (2, 3, 7, 11, 12):
        return Distribution.certain(total in (7, 11))
    return TWO.given(lambda throw: throw in (7, total)).map(lambda throw: throw == total)


def craps():
    """to the end: Craps: does the shooter win?"""
    return TWO.then(point)


# --- decisions
def yahtzee_score(hand):
    counts = sorted(map(hand.count, {*hand}))
    small = any({low, low + 1, low + 2, low + 3} <= {*hand} for low in (1, 2, 3))
    return max(sum(hand), 25 * (counts == [2, 3]), 30 * small, 50 * (counts == [5]))


def with_more(kept):
    return Pool(5 - len(kept)).fold(kept, lambda hand, face, shown: hand + (face,) * shown)


def yahtzee():
    """decisions: Yahtzee, 1 1 3 4 6 and one roll: full house, small straight, Yahtzee, the sum"""
    kept = [keep for count in range(6) for keep in combinations((1, 1, 3, 4, 6), count)]
    return best({keep: with_more(keep) for keep in kept}, yahtzee_score)


@cache
def turn(total):
    hold = {"hold": Distribution.certain(total)}
    roll = {"roll": D6.map(lambda face: turn(total + face).worth if face > 1 else 0)} if total < 40 else {}
    return best(hold | roll)


def pig():
    """decisions: Pig, one turn: rolls add up, a 1 loses them all; roll or hold at 19, at 20, at the start?"""
    return turn(19), turn(20), turn(0)


@cache
def campaign(a, b):
    stop = {"stop": Distribution.certain(a + 6 * (not b))}
    pairs = min(a - 1, b, 2)
    won = Pool(min(a - 1, 3)).fold((0, 0), pairs_won, Pool(min(b, 2)))
    on = {"attack": won.map(lambda n: campaign(a - pairs + n[0], b - n[0]).worth)} if pairs else {}
    return best(stop | on)


def attack_on():
    """decisions: RISK, 3 armies against 2: attack on or stop? An army left is worth 1, the land 6"""
    return campaign(3, 2)


# --- cards
def poker():
    """cards: The matching sets in 5 cards of 52: (2, 2) is two pairs, () none"""
    return Hand(RANKS, 5).sets()


def larger_sets(state, rank, first, second):
    return max(state[0], first), max(state[1], second)


def two_hands():
    """cards: The largest sets (in a hand of 5, in one of 4) from one deck of 52 cards and 2 jokers"""
    return Hand(RANKS | {14: 2}, 5).fold((0, 0), larger_sets, 4)


def longest_run():
    """cards: The longest run in 7 cards of 52"""
    return Hand(RANKS, 7).straight()


def high_card_points():
    """cards: Bridge, the high-card points of 13 cards"""
    return Hand({4: 4, 3: 4, 2: 4, 1: 4, 0: 36}, 13).total()
