"""The problems as they are asked, written with this kit; where from is named in the docstring of each."""

from __future__ import annotations

from pz8edu import D6, Hand, Pool, die, together

D8, D10, D12, D20 = map(die, (8, 10, 12, 20))


# --- one pool
def highest_and_copies(state, face, shown):
    return state or face + shown - 1


def highest_plus_duplicates():
    """one pool: 12d6, the highest and 1 more for each copy of it (rpg.stackexchange.com/q/183917)"""
    return Pool(12).fold(0, highest_and_copies)


def degenesis_word(hits, sixes, ones):
    return ("success", sixes) if hits >= 4 else ("botch" if ones > hits else "failure", 0)


def degenesis():
    """one pool: Degenesis, 8d6 against 4: triggers, botches (rpg.stackexchange.com/q/205007)"""
    return Pool(8).tally({4, 5, 6}, {6}, {1}).map(lambda counts: degenesis_word(*counts))


def two_ones_cancel():
    """one pool: 8d6, hits from 4, two ones take one away (ArtemGr/Sidekick#159)"""
    return Pool(8).tally({4, 5, 6}, {1}).map(lambda counts: counts[0] - counts[1] // 2)


def silhouette():
    """one pool: Silhouette, 7d6, the highest, 1 more for each further six (Humblemonk/DiceMaiden#73)"""
    return Pool(7).fold(0, lambda best, face, shown: best or face + (shown - 1) * (face == 6))


def cut_two(state, face, shown):
    cut, best, largest = state
    left = shown - min(shown, 2 - cut)
    return cut + shown - left, best or face * (left > 0), max(largest, left)


def wildsea():
    """one pool: The Wildsea, 6d6 cut 2, the highest, twist on doubles (Humblemonk/dicemaiden-rs#117)"""
    return Pool(6).fold((0, 0, 0), cut_two).map(lambda state: (state[1], state[2] > 1))


def third_system():
    """one pool: 9d6, marginal and full successes (frank-mitchell.com/posts/dice-pools-explored)"""
    return Pool(9).tally({4, 5}, {6})


def median_of_nine():
    """one pool: The median of 9d8 (indie-rpgs.com/archive/index.php?topic=27948)"""
    return Pool(9, D8).nth(5)


def keep_six_of_eight():
    """one pool: 8d10, keep 6 (Zirak/SO-ChatBot#23)"""
    return Pool(8, D10).highest(6)


# --- sums
def success_counting():
    """sums: 13d10, how many show 5 or more? (dice-roller/rpg-dice-roller#23)"""
    return 13 @ D10.map(lambda face: int(face >= 5))


def tens_count_twice():
    """sums: Exalted, 10d10, 7 or more is a success, a ten two (ArtemGr/Sidekick#47)"""
    return 10 @ D10.map(lambda face: (face >= 7) + (face == 10))


def ones_are_subtracted():
    """sums: 12d10, 7 or more is a success, ones are subtracted (alessio29/savagebot#32)"""
    return 12 @ D10.map(lambda face: (face >= 7) - (face == 1))


def twenties():
    """sums: How many twenties in 45 throws? (T. Mogensen, Analysis of die-roll methods, 2002)"""
    return 45 @ D20.map(lambda face: int(face == 20))


def opposed_rolls():
    """sums: d20 + 4 against d20 (Dice Math, part 1 of N)"""
    return D20 + 4 - D20


def sixteens():
    """sums: How many of six ability scores are 16? (indie-rpgs.com/archive/index.php?topic=27948)"""
    return 6 @ Pool(4).highest(3).map(lambda score: int(score == 16))


def wild_third_die():
    """sums: 3d10, the best two less 2d10 (lostworldsdesign.wordpress.com/2013/06/07)"""
    return Pool(3, D10).highest(2) - 2 @ D10


# --- explode and reroll
def open_ended():
    """explode: 28 open-ended d6, 10 or more hits, a 1 takes one away (alessio29/savagebot#32)"""
    return 28 @ D6.explode(3).map(lambda total: (total >= 10) - (total == 1))


def shadowrun_three():
    """explode: Shadowrun 3, 8d6, each explodes by itself, 7 or more (Humblemonk/DiceMaiden#40)"""
    return 8 @ D6.explode(5).map(lambda total: int(total >= 7))


def penetrating():
    """explode: 5d6 that penetrate, up to four times (dice-roller/rpg-dice-roller#7)"""
    return 5 @ D6.explode(4).map(lambda total: total - (total - 1) // 6)


def seventh_sea():
    """explode: 7th Sea, 7 keep 4, tens explode (ArtemGr/Sidekick#250)"""
    return Pool(7, D10.explode(4)).highest(4)


def cyberpunk_red():
    """explode: Cyberpunk RED, 7 + d10, a ten adds one, a one takes one (dice-roller/rpg-dice-roller#207)"""
    return together(lambda face, more: 7 + face + more * ((face == 10) - (face == 1)), D10, D10)


def eights_again():
    """reroll: 4d8, eights are thrown again, at most three times (indie-rpgs.com topic 27948)"""
    return 4 @ D8.reroll({8}, 3)


def rerolled_misses():
    """reroll: 10 shots, 4+ to hit with misses again, 4+ to wound (troubleatthemill.blogspot.com/2013/02)"""
    hit = D6.reroll({1, 2, 3})
    return 10 @ together(lambda hit, wound: int(hit > 3 and wound > 3), hit, D6)


# --- mixed dice
def electric_bastionland():
    """mixed dice: d6, d8 and d10, the highest (Humblemonk/DiceMaiden#132)"""
    return Pool.of(D6, D8, D10).highest(1)


def cortex_prime():
    """mixed dice: Cortex Prime, d12 d10 d8 d8 d6, the next two after the highest (icepool's apps)"""
    return Pool.of(*(die(n).map(lambda face: face if face > 1 else 0) for n in (12, 10, 8, 8, 6))).places(
        2, 3
    )


# --- several pools
def pairs_down(state, face, ours, theirs):
    side, won, over = state
    if not side:
        return (ours > theirs) - (ours < theirs), won + max(ours, theirs), False
    mine, other = (ours, theirs) if side > 0 else (theirs, ours)
    return side, won + mine * (not over and not other), bool(over or other)


def sorcerer():
    """several pools: Sorcerer, 5d10 against 4d10: who is ahead, dice above (HighDiceRoller/icepool#248)"""
    return Pool(5, D10).fold((0, 0, False), pairs_down, Pool(4, D10)).map(lambda state: state[:2])


def shadowrun_wild(normal, wild):
    fives, sixes = normal
    return (sixes if wild == 1 else fives + sixes) + 3 * (wild >= 5)


def shadowrun_six():
    """several pools: Shadowrun 6, 9 dice and a wild die, 3 or no fives (RPTools/dicelib#87)"""
    return together(shadowrun_wild, Pool(9).tally({5}, {6}), D6)


def wild_hits():
    """several pools: D6 Legends, 7 dice and an exploding wild die (Humblemonk/DiceMaiden#220)"""
    wild = D6.explode(5).map(lambda total: -1 if total == 1 else total // 6 + (total % 6 > 3))
    return 7 @ D6.map(lambda face: int(face > 3)) + wild


def weg_total(wild, others):
    return others[0] - others[1] if wild == 1 else others[0] + wild


def all_and_highest(state, face, shown):
    return state[0] + face * shown, state[1] or face


def weg_wild_die():
    """several pools: WEG Star Wars, 4d6 and a wild die: a 1 drops the highest (ArtemGr/Sidekick#146)"""
    return together(weg_total, D6.explode(4), Pool(4).fold((0, 0), all_and_highest))


def alien():
    """several pools: Alien, 5 dice and 3 stress dice: sixes, panic (Humblemonk/dicemaiden-rs#92)"""
    dice = Pool.of(Pool(5, D6.map(lambda face: (int(face == 6), 0))), Pool(3, D6.map(stressed)))
    return dice.counts().map(lambda counts: (counts[0], counts[1] > 0))


def stressed(face):
    return int(face == 6), int(face == 1)


def duel_of_highest():
    """several pools: Middle-earth, 3 dice against 2, the highest wins (tellmeatalegreatorsmall.blogspot)"""
    return (Pool(3).nth(1) - Pool(2).nth(1)).map(lambda margin: (margin > 0) - (margin < 0))


# --- a rule that depends on what was thrown
def well(first, second, decider):
    if first == second:
        return first + second + (decider if decider == first else 0)
    return min(first, second) if decider % 2 else max(first, second)


def well_of_twelve():
    """dependent rule: 3d12, one decides: lowest, highest, doubles, triples (rpg.stackexchange.com/q/91739)"""
    return together(well, D12, D12, D12)


def hits_then_saves():
    """dependent rule: 12 dice hit on 4+, saves on 5+ (wargaming-mechanics.blogspot.com, Buckets of dice)"""
    hits = 12 @ D6.map(lambda face: int(face >= 4))
    return hits.then(lambda many: many @ D6.map(lambda face: int(face < 5)))


# --- cards
def deuces():
    """cards: Deuces in 7 cards and in somebody else's 5 (boards.straightdope.com/t/405096)"""
    return Hand({2: 4, 0: 48}, 7).fold((0, 0), lambda state, card, *held: held if card else state, 5)


def flop():
    """cards: An ace and an eight in hand: how many more in three cards? (studyzin.com, question 31115)"""
    return Hand({"ace": 3, "eight": 3, "other": 44}, 3).counts()


def seven_card_sets():
    """cards: The matching sets in 7 cards of 52 (charlesreid1.com/wiki/Cards)"""
    return Hand(dict.fromkeys(range(13), 4), 7).sets()
