"""The problems as they are asked, written with this kit; where from is named in the docstring of each."""

from __future__ import annotations

from pz8edu import D6, Chain, Distribution, Hand, Pool, die, symbol_die, together

D8, D10, D12, D20 = map(die, (8, 10, 12, 20))


# --- one pool
def solar_system():
    """one pool: The Solar System, 5dF, the lowest three (ArtemGr/Sidekick#264)"""
    return Pool(5, die(3) - 2).lowest(3)


def legacy():
    """one pool: Legacy, the best two of 3d6 + 1: miss, weak or strong hit (asacolips-projects/pbta#29)"""
    total = Pool(3).highest(2) + 1
    return total.map(lambda total: "strong" if total > 9 else "weak" if total > 6 else "miss")


def no_dice_left():
    """one pool: Forged in the Dark, no dice: the worse of two (Humblemonk/DiceMaiden#186)"""
    return Pool(2).nth(-1).map(lambda face: "bad" if face < 4 else "partial" if face < 6 else "full")


def two_d20():
    """one pool: 2d20, 4 dice on 12, 3 or less counts twice, twenties complicate (ArtemGr/Sidekick#121)"""
    return Pool(4, D20.map(lambda face: ((face <= 12) + (face <= 3), int(face == 20)))).counts()


def range_of_five():
    """one pool: The highest less the lowest of 5d6 (M. Conroy, A collection of dice problems)"""
    return Pool(5).ends().map(lambda ends: ends[1] - ends[0])


def different_faces():
    """one pool: How many different faces do ten dice show? (M. Conroy, A collection of dice problems)"""
    return Pool(10).fold(0, lambda many, face, shown: many + 1)


# --- sums
def degrees():
    """sums: Mutants and Masterminds, d20 + 8 against 10: five a degree (Humblemonk/DiceMaiden#206)"""
    return (D20 + 8 - 10).map(lambda over: over // 5 + (over >= 0))


def double_nines():
    """sums: Storypath Ultra, 7d10, 8 is a success, 9 and 10 are two (dice-roller/rpg-dice-roller#313)"""
    return 7 @ D10.map(lambda face: (face >= 8) + (face >= 9))


# --- explode
def successes(total):
    return max(0, (total - 7) // 2)


def opposed_with_criticals():
    """explode: 3d6 - 1 against 9, one more for every 2 over, 18 goes on, against the same (rpg.SE 48175)"""
    throw = 3 @ D6
    once = throw.map(lambda total: 0 if total == 3 else min(successes(total - 1), 3) if total < 18 else -1)
    again = throw.map(lambda total: successes(total - 5 + 17))
    side = once.then(lambda won: again if won < 0 else Distribution.certain(won))
    return side - side


# --- mixed dice
def agon():
    """mixed dice: Agon, 2d6, d8 and d10, the two highest (ArtemGr/Sidekick#266)"""
    return Pool.of(Pool(2), D8, D10).highest(2)


def ironsworn_word(action, first, second):
    score = min(action + 6, 10)
    beaten = (score > first) + (score > second)
    return ("miss", "weak hit", "strong hit")[beaten], first == second


def ironsworn_match():
    """mixed dice: Ironsworn, d6 + 6, 10 at most, against 2d10, do these match? (RANDSUM/randsum#972)"""
    return together(ironsworn_word, D6, D10, D10)


def duality(hope, fear, more):
    return hope + fear + more, "critical" if hope == fear else "hope" if hope > fear else "fear"


def daggerheart():
    """mixed dice: Daggerheart, 2d12, the better of two d6 (Foundryborne/daggerheart#203)"""
    return together(duality, D12, D12, Pool(2).nth(1))


# --- symbols
PLOT = symbol_die("- - o o c cc", {"o": (0, 1, 0), "c": (2, 0, 1)})


def cosmere():
    """symbols: Cosmere, d20 + 5 and a plot die: total, luck, trouble (the-metalworks/cosmere-rpg#107)"""
    plot = PLOT.map(lambda counts: (counts[0], counts[1], min(counts[2], 1)))
    return Pool.of(D20.map(lambda face: (face + 5, 0, 0)), plot).counts()


def wrath_and_glory():
    """symbols: Wrath and Glory, 6 dice, one of wrath: icons, glory (moo-man/WrathAndGlory-FoundryVTT#249)"""
    plain = D6.map(lambda face: ((face > 3) + (face == 6), 0, 0))
    wrath = D6.map(lambda face: ((face > 3) + (face == 6), int(face == 6), int(face == 1)))
    return Pool.of(Pool(5, plain), wrath).counts()


# --- several pools
def not_cancelled(state, face, plus, minus):
    free, hits = state
    cancelled = min(free + minus, plus)
    return (free + minus - cancelled, hits + plus - cancelled) if face else state


def negative_dice():
    """several pools: 5 dice of 4 or more, 3 negative ones cancel equal or lower hits (rpg.SE 95222)"""
    hit = D6.map(lambda face: face if face >= 4 else 0)
    return Pool(5, hit).fold((0, 0), not_cancelled, Pool(3, hit)).map(lambda state: state[1])


# --- a rule that depends on what was thrown
def wound(face, save):
    return 2 * (face == 6 or (face >= 3 and save < 5))


def devastating_wounds():
    """dependent rule: 4 shots, 3+ to hit, 3+ to wound, a six unsaved, 5+, damage 2 (toadchild/40kdice#14)"""
    shot = together(lambda hit, face, save: wound(face, save) if hit >= 3 else 0, D6, D6, D6)
    return 4 @ shot


def sustained_and_lethal():
    """dependent rule: 10 shots, 4+, a six wounds and hits again, 4+, saves 4+ (toadchild/40kdice#12)"""
    saved = D6.map(lambda face: int(face < 4))
    more = together(lambda wounds, saved: wounds * saved, D6.map(lambda face: int(face >= 4)), saved)
    shot = D6.then(lambda face: saved + more if face == 6 else more if face >= 4 else Distribution.certain(0))
    return 10 @ shot


def next_wound(state, damage):
    killed, left = state
    return (killed, left - damage) if damage < left else (killed + 1, 2)


def models_killed():
    """dependent rule: 6 shots, 3+ and 3+, d6 damage to models of 2 wounds each (toadchild/40kdice#25)"""
    damage = together(lambda hit, wound, much: much * (hit > 2 and wound > 2), D6, D6, D6)
    law = Distribution.certain((0, 2))
    for _ in range(6):
        law = law.then(lambda state: damage.map(lambda much: next_wound(state, much) if much else state))
    return law.map(lambda state: state[0])


# --- to the end
def put_aside(umpire, dice):
    return dice - umpire.pool("sixes", dice, on=6)


def twenty_five_dice():
    """to the end: 25 dice, sixes are put aside: how many throws? (math.SE, a dice game I used to play)"""
    return Chain(put_aside, start=25, over=lambda dice: dice == 0).expected_turns()


# --- cards
def combo_of_three():
    """cards: 4, 4 and 10 of 60 cards: one of each in 8? (math.SE, Hand drawing probabilities)"""
    return Hand({"A": 4, "B": 4, "C": 10, "other": 42}, 8).counts().map(lambda counts: all(counts[:3]))


def eighteen_combos():
    """cards: 18 pairs and 24 lands: how many pairs in 10 cards? (boardgames.SE, at least one combo)"""
    deck = dict.fromkeys(range(1, 19), 2) | {0: 24}
    return Hand(deck, 10).fold(0, lambda pairs, card, held: pairs + (held == 2 and card > 0))
