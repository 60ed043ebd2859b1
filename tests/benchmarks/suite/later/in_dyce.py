"""Those of the problems that a dyce user writes without much ado, in the fastest idioms that were found."""

from __future__ import annotations

from dyce import H, P

from tests.benchmarks.suite.in_dyce import D6, D10, D12, D20, ascending, descending, expand

FUDGE = H((-1, 0, 1))


# --- one pool
def solar_system():
    return (5 @ P(FUDGE)).at(slice(0, 3))


def legacy():
    total = (3 @ P(6)).at(slice(1, None)) + 1
    return total.apply(lambda total: "strong" if total > 9 else "weak" if total > 6 else "miss")


def no_dice_left():
    lowest = D6.order_stat_for_n_at_pos(2, 0)
    return lowest.apply(lambda face: "bad" if face < 4 else "partial" if face < 6 else "full")


def two_d20():
    packed = 4 @ D20.apply(lambda face: 10 * ((face <= 12) + (face <= 3)) + (face == 20))
    return packed.apply(lambda n: divmod(n, 10))


def range_of_five():
    return (5 @ P(6)).survey(
        accumulate=lambda ends, face, shown: (ends[0] or face, face),
        initial=(0, 0),
        order=descending,
        settle=lambda ends: ends[0] - ends[1],
    )


def different_faces():
    return (10 @ P(6)).survey(accumulate=lambda many, face, shown: many + 1, initial=0, order=ascending)


# --- sums
def degrees():
    return (D20 + 8 - 10).apply(lambda over: over // 5 + (over >= 0))


def double_nines():
    return 7 @ D10.apply(lambda face: (face >= 8) + (face >= 9))


# --- explode
def successes(total):
    return max(0, (total - 7) // 2)


def opposed_with_criticals():
    throw = 3 @ D6
    again = throw.apply(lambda total: successes(total + 12))

    def side(result):
        total = result.outcome
        return 0 if total == 3 else min(successes(total - 1), 3) if total < 18 else again

    law = expand(side, throw)
    return law - law


# --- mixed dice
def agon():
    return P(6, 6, 8, 10).at(slice(2, None))


def ironsworn_match():
    def word(action, first, second):
        score = min(action.outcome + 6, 10)
        beaten = (score > first.outcome) + (score > second.outcome)
        return ("miss", "weak hit", "strong hit")[beaten], first.outcome == second.outcome

    return expand(word, D6, D10, D10)


def daggerheart():
    def duality(hope, fear, more):
        hope, fear = hope.outcome, fear.outcome
        return hope + fear + more.outcome, ("critical" if hope == fear else "hope" if hope > fear else "fear")

    return expand(duality, D12, D12, D6.order_stat_for_n_at_pos(2, 1))


# --- symbols
def cosmere():
    plot = H([0, 0, 10, 10, 201, 401])
    packed = D20.apply(lambda face: 100 * (face + 5)) + plot
    return packed.apply(lambda n: (n // 100, n // 10 % 10, n % 10))


def wrath_and_glory():
    plain = D6.apply(lambda face: 100 * ((face > 3) + (face == 6)))
    wrath = D6.apply(lambda face: 100 * ((face > 3) + (face == 6)) + 10 * (face == 6) + (face == 1))
    return (5 @ plain + wrath).apply(lambda n: (n // 100, n // 10 % 10, n % 10))


# --- a rule that depends on what was thrown
def devastating_wounds():
    saved = D6.lt(5) * 2
    wound = expand(lambda face: 2 if face.outcome == 6 else saved if face.outcome >= 3 else 0, D6)
    return 4 @ expand(lambda face: wound if face.outcome >= 3 else 0, D6)


def sustained_and_lethal():
    saved = D6.lt(4)
    more = expand(lambda face: saved if face.outcome >= 4 else 0, D6)
    both = saved + more
    return 10 @ expand(lambda face: both if face.outcome == 6 else more if face.outcome >= 4 else 0, D6)


def models_killed():
    wound = expand(lambda face: D6 if face.outcome > 2 else 0, D6)
    damage = expand(lambda face: wound if face.outcome > 2 else 0, D6)

    def shot(state, much):
        (killed, left), much = state.outcome, much.outcome
        return (killed, left - much) if much < left else (killed + 1, 2)

    law = H({(0, 2): 1})
    for _ in range(6):
        law = expand(shot, law, damage)
    return law.apply(lambda state: state[0])
