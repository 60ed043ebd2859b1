"""How an idea of the course asks about a roll: what is asked, the answer, real mistakes, and the reason."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from math import comb, factorial

from pz8edu.asking.odds import Odds
from pz8edu.core.rulebook.domain import to_fraction
from pz8edu.core.tree.wording import answer_words
from pz8widgets.course.cards import PACKED, cards
from pz8widgets.course.rule_in_lines import called
from pz8widgets.course.wording import fraction
from pz8widgets.course.wrong_models import Asked, Mistake, wrong_chances

Way = Callable[[Odds, str, random.Random], Asked | None]


def _law(odds: Odds) -> dict[str, Fraction]:
    return {word: to_fraction(odds[word]) or Fraction(0) for word in odds}


def _once(odds: Odds, outcome: str) -> str:
    return f"Once, “{called(odds, outcome)}” has the chance {fraction(_law(odds)[outcome])}."


def _chance(odds: Odds, outcome: str, source: random.Random) -> Asked:
    p = _law(odds)[outcome]
    wrong = wrong_chances(odds, outcome)
    source.shuffle(wrong)
    wrong.sort(key=lambda each: each.of_another)
    return Asked(f"How likely is “{called(odds, outcome)}”?", "", p, tuple(wrong), "Every way to it:")


def _total(odds: Odds, outcome: str, source: random.Random) -> Asked | None:
    ways = [way for way in odds.tree.paths() if odds.question.word(way.outcome) == outcome]
    return _chance(odds, outcome, source) if len(ways) > 1 else None


def _complement(odds: Odds, outcome: str, source: random.Random) -> Asked:
    p, n = _law(odds)[outcome], source.randint(2, 4)
    q = 1 - p
    wrong = (
        Mistake(n * p, f"That adds {n} chances. What comes twice is then counted twice."),
        Mistake(q**n, "That is the chance of *never*. Take it from 1."),
        Mistake(p**n, "That is the chance that it comes *every time*."),
        Mistake(p, "That is a single try."),
    )
    why = (
        f"Never is {fraction(q)} each time, {fraction(q)}^{n} = "
        f"{fraction(q**n)} in all; 1 minus that is at least once."
    )
    asks = f"It is tried {n} times. How likely is “{called(odds, outcome)}” at least once?"
    return Asked(asks, _once(odds, outcome), 1 - q**n, wrong, why)


def _independence(odds: Odds, outcome: str, source: random.Random) -> Asked:
    p, n = _law(odds)[outcome], source.randint(2, 3)
    wrong = (
        Mistake(n * p, "That adds the chances. What must happen together is multiplied."),
        Mistake(p / n, f"That divides by {n}; each further try must succeed as well, so multiply."),
        Mistake(1 - (1 - p) ** n, "That is the chance of *at least once*."),
        Mistake(p, "That is only the first step; the others must come as well."),
    )
    why = f"No die knows the others: {' × '.join([fraction(p)] * n)} = {fraction(p**n)}."
    asks = f"It is tried {n} times. How likely is “{called(odds, outcome)}” every time?"
    return Asked(asks, _once(odds, outcome), p**n, wrong, why)


def _exactly(p: Fraction, many: int, tries: int) -> Fraction:
    return comb(tries, many) * p**many * (1 - p) ** (tries - many)


def _pools(odds: Odds, outcome: str, source: random.Random) -> Asked:
    p, n = _law(odds)[outcome], source.randint(3, 4)
    k = source.randint(1, n - 1)
    right = _exactly(p, k, n)
    wrong = (
        Mistake(right / comb(n, k), f"That is one order only; there are {comb(n, k)}."),
        Mistake(comb(n, k) * p**k, "That forgets that the others must *not* end so."),
        Mistake(p**k, f"That is {k} out of {k} tries; {n - k} more must not end so, in any order."),
        Mistake(sum((_exactly(p, each, n) for each in range(k, n + 1)), Fraction(0)), "That is *at least*."),
    )
    why = f"{comb(n, k)} orders, each ({fraction(p)})^{k} × ({fraction(1 - p)})^{n - k}: {fraction(right)}."
    asks = f"{n} units try it at once. How likely is “{called(odds, outcome)}” for exactly {k}?"
    return Asked(asks, _once(odds, outcome), right, wrong, why)


def _counting(odds: Odds, outcome: str, source: random.Random) -> Asked:
    n = source.randint(4, 7)
    k = source.randint(2, n - 2)
    wrong = (
        Mistake(
            Fraction(factorial(n) // factorial(n - k)), "That tells the successes apart; they are alike."
        ),
        Mistake(Fraction(n * k), f"That multiplies {n} by {k}. Each place taken leaves one fewer to take."),
        Mistake(Fraction(2**n), "That counts every result, whatever number it has."),
        Mistake(Fraction(comb(n, k - 1)), f"That is the number of orders for {k - 1}."),
    )
    places = " × ".join(str(n - each) for each in range(k))
    why = f"{places} places if they were told apart, divided by {k}! = {factorial(k)}: {comb(n, k)}."
    asks = (
        f"{n} tries, one after the other; {k} of them end in "
        f"“{called(odds, outcome)}”. In how many orders can that come?"
    )
    return Asked(asks, "", Fraction(comb(n, k)), wrong, why)


def _conditional(odds: Odds, outcome: str, source: random.Random) -> Asked | None:
    law = {word: each for word, each in _law(odds).items() if each}
    others = sorted(set(law) - {outcome})
    if len(others) < 2:
        return None
    out = source.choice(others)
    gone, wanted = called(odds, out), called(odds, outcome)
    p, left = law[outcome], 1 - law[out]
    wrong = (
        Mistake(p, "That is as if nothing were known."),
        Mistake(p * left, "That multiplies by what is left; one *divides* by it."),
        Mistake(
            p + law[out], "That gives the whole of what fell away to one outcome; all that are left share."
        ),
        Mistake(Fraction(1, len(others)), "Those left are not equally likely."),
        Mistake(1 - p / left, f"That is the chance that it is *not* {wanted}."),
    )
    knows = "; ".join(f"{called(odds, word)} {fraction(each)}" for word, each in law.items())
    why = (
        f"Of 1 are left 1 − {fraction(law[out])} = {fraction(left)}; "
        f"{fraction(p)} ÷ {fraction(left)} = {fraction(p / left)}."
    )
    asks = f"You are told only: it is *not* “{gone}”. How likely is “{wanted}” now?"
    return Asked(asks, knows, p / left, wrong, why)


def _bayes(odds: Odds, outcome: str, source: random.Random) -> Asked | None:
    """From what is seen to what it came from: one cause, the other way round, or two causes compared."""
    causes = _causes(odds, outcome)
    if not any(0 < both < share for _, share, both in causes) or len(causes) < 2:
        return None  # where every cause decides what is seen there is nothing to weigh
    rows = "\n".join(
        f"| {cause} | {fraction(share)} | {fraction(both / share)} |" for cause, share, both in causes
    )
    seen = called(odds, outcome)
    knows = f"| {_first_label(odds)} | how often | and then “{seen}” |\n|---|---|---|\n{rows}"
    shape = source.choice((_one_cause, _not_seen, _two_causes))
    asked = shape(causes, seen, source)
    return asked and asked._replace(knows=knows)


Cause = tuple[str, Fraction, Fraction]
"""An answer of the first roll, its chance, and the chance of it together with what is seen."""


def _first_label(odds: Odds) -> str:
    return next(node.label for node in odds.tree.nodes() if not node.certain)


def _causes(odds: Odds, outcome: str) -> list[Cause]:
    """The answers of the first roll; none where not every way begins with it."""
    first: dict[str, list[Fraction]] = {}
    label = ""
    for way in odds.tree.paths():
        steps = [step for step in way.steps if not step[0].certain]
        if not steps or way.last is None or (label and steps[0][0].label != label):
            return []
        label = steps[0][0].label
        share = first.setdefault(answer_words(*steps[0]), [Fraction(0), Fraction(0)])
        chance = way.last.fraction()
        share[0] += chance
        share[1] += chance if odds.question.word(way.outcome) == outcome else 0
    return [(cause, share, both) for cause, (share, both) in first.items() if share]


def _one_cause(causes: list[Cause], seen: str, source: random.Random) -> Asked | None:
    possible = [each for each in causes if each[2]]
    if len(possible) < 2:
        return None
    said, prior, both = source.choice(possible)
    total = sum((each for _, _, each in causes), Fraction(0))
    wrong = (
        Mistake(both / prior, f"That is the other way round: “{seen}”, when it is known: “{said}”."),
        Mistake(prior, "That is as likely as before; what was seen is not used."),
        Mistake(both, "That is the chance of both. Divide by the chance of what was seen."),
        Mistake(1 - both / total, f"That is the chance that it was *not* “{said}”."),
        Mistake(Fraction(1, len(possible)), "That takes the causes as equally likely."),
    )
    why = (
        f"Both: {fraction(both)}. Seen in all: {fraction(total)}. "
        f"{fraction(both)} ÷ {fraction(total)} = {fraction(both / total)}."
    )
    return Asked(
        f"You see that it ended in “{seen}”. How likely was it “{said}”?", "", both / total, wrong, why
    )


def _not_seen(causes: list[Cause], seen: str, source: random.Random) -> Asked | None:
    against = [(cause, share, share - both) for cause, share, both in causes]
    asked = _one_cause(against, f"not {seen}", source)
    return asked and asked._replace(
        asks=asked.asks.replace(f"You see that it ended in “not {seen}”", f"It did *not* end in “{seen}”")
    )


def _two_causes(causes: list[Cause], seen: str, source: random.Random) -> Asked | None:
    possible = [each for each in causes if each[2]]
    if len(possible) < 2:
        return None
    (one, share, both), (other, rival, with_it) = source.sample(possible, 2)
    right = both / with_it
    wrong = (
        Mistake(share / rival, "That is how they stood before; what was seen changes it."),
        Mistake(
            both / share / (with_it / rival),
            "That is how well each explains it; how common each was counts too.",
        ),
        Mistake(1 / right, "That is the other way round."),
        Mistake(
            both / (both + with_it), "That is a chance, one of the two; how many *times* as likely was asked."
        ),
        Mistake(Fraction(1), "They are not equally likely."),
    )
    why = (
        f"{one}: {fraction(share)} × {fraction(both / share)} = {fraction(both)}; "
        f"{other}: {fraction(with_it)}. "
        f"{fraction(both)} ÷ {fraction(with_it)} = {fraction(right)}; what was seen need not be divided by."
    )
    asks = f"You see that it ended in “{seen}”. How many times as likely as “{other}” was “{one}”?"
    return Asked(asks, "", right, wrong, why)


def _mean(odds: Odds, outcome: str, source: random.Random) -> Asked:
    p, n = _law(odds)[outcome], source.choice((5, 7, 10, 15, 20))
    typical = max(range(n + 1), key=lambda many: _exactly(p, many, n))
    wrong = (
        Mistake(
            Fraction(typical), "That is the likeliest number, the typical one. The mean need not be whole."
        ),
        Mistake(n * (1 - p), "That is how often it does *not* come."),
        Mistake(p, "That is the mean of a single try."),
        Mistake(Fraction(n, len(odds)), "That takes the outcomes as equally likely."),
    )
    why = f"{n} tries give {fraction(p)} each, on average: {n} × {fraction(p)} = {fraction(n * p)}."
    asks = f"It is tried {n} times. How often does “{called(odds, outcome)}” come on average?"
    return Asked(asks, _once(odds, outcome), n * p, wrong, why)


def _decision(odds: Odds, outcome: str, source: random.Random) -> Asked:
    p = _law(odds)[outcome]
    gain, loss = source.randint(2, 6), source.randint(1, 3)
    right = gain * p - loss * (1 - p)
    wrong = (
        Mistake(gain * p, "That forgets what is lost when it does not come."),
        Mistake(gain * (1 - p) - loss * p, "That has gain and loss the wrong way round."),
        Mistake(Fraction(gain - loss, 2), "That takes both as equally likely."),
        Mistake(gain * p - loss, "That pays the loss always; it is lost only when it does not come."),
    )
    why = (
        f"{gain} × {fraction(p)} − {loss} × {fraction(1 - p)} = {fraction(right)}; below 0 you would not try."
    )
    points = "point" if loss == 1 else "points"
    asks = (
        f"“{called(odds, outcome)}” wins you {gain} points, anything else "
        f"costs you {loss} {points}. What is a try worth on average?"
    )
    return Asked(asks, _once(odds, outcome), right, wrong, why)


def _variance(odds: Odds, outcome: str, source: random.Random, one_for_all: bool) -> Asked:
    p, n = _law(odds)[outcome], source.choice((4, 6, 10, 12))
    each, together = n * p * (1 - p), n**2 * p * (1 - p)
    other = (
        Mistake(each, "That is so when each rolls for itself. One roll for all moves all together.")
        if one_for_all
        else Mistake(together, "That is so when one roll decides for all. Here each rolls for itself.")
    )
    wrong = (
        other,
        Mistake(n * p, "That is the mean."),
        Mistake(p * (1 - p), "That is the variance of a single unit."),
        Mistake(n * (1 - p), "That is how many on average do *not* end so."),
    )
    how = "One roll decides for all" if one_for_all else "Each rolls for itself"
    right = together if one_for_all else each
    grows = f"{n}² × " if one_for_all else f"{n} × "
    why = (
        f"One has {fraction(p)} × {fraction(1 - p)} = "
        f"{fraction(p * (1 - p))}; {grows}that is {fraction(right)}."
    )
    asks = (
        f"{n} units try it. {how}. How many end in “{called(odds, outcome)}” "
        "has which variance (the square of its standard deviation)?"
    )
    return Asked(asks, _once(odds, outcome), right, wrong, why)


def _sampling(odds: Odds, outcome: str, source: random.Random) -> Asked:
    p, n = _law(odds)[outcome], source.choice((10, 20, 50, 100))
    one = p * (1 - p)
    wrong = (
        Mistake(one, "That is a single try. The share of many lies nearer to the chance."),
        Mistake(one * n, "That is the variance of the *count*. The share is the count divided by the tries."),
        Mistake(p / n, "That leaves out how often it does not come."),
        Mistake(one / n**2, f"That divides by {n} once too often."),
    )
    why = (
        f"The count has {n} × {fraction(one)}; a share is the "
        f"count over {n}, so divide by {n}²: {fraction(one / n)}."
    )
    asks = (
        f"It is tried {n} times, and the *share* that ends in "
        f"“{called(odds, outcome)}” is written down. Which variance has that share?"
    )
    return Asked(asks, _once(odds, outcome), one / n, wrong, why)


def _testing(odds: Odds, outcome: str, source: random.Random) -> Asked:
    p, n = _law(odds)[outcome], source.randint(3, 4)
    k = n - 1
    exactly, every = _exactly(p, k, n), p**n
    wrong = (
        Mistake(exactly, f"That is exactly {k}. {n} would have been stranger still, and counts too."),
        Mistake(p**k, "That leaves out in how many orders it can come."),
        Mistake(1 - exactly - every, "That is the chance of fewer."),
        Mistake(every, f"That is only {n} of {n}."),
    )
    why = f"Exactly {k}: {fraction(exactly)}; {n}: {fraction(every)}; together {fraction(exactly + every)}."
    asks = (
        f"In {n} tries “{called(odds, outcome)}” came {k} times. With "
        "fair dice, how likely is that often *or oftener*?"
    )
    return Asked(asks, _once(odds, outcome), exactly + every, wrong, why)


def _waiting(odds: Odds, outcome: str, source: random.Random) -> Asked:
    p = _law(odds)[outcome]
    typical, none = 1, 1 - p
    while none > Fraction(1, 2):
        typical, none = typical + 1, none * (1 - p)
    if source.random() < 0.5:
        wrong: tuple[Mistake, ...] = (
            Mistake(
                Fraction(typical),
                "That is the typical wait: by then half have it. The mean counts long waits.",
            ),
            Mistake(1 / p - 1, "That counts only the tries before it; the one that succeeds counts too."),
            Mistake(1 / (1 - p), "That waits until it does *not* come."),
        )
        mean = fraction(1 / p)
        why = f"One in {mean} tries has it, so one waits 1 ÷ {fraction(p)} = {mean} on average."
        asks = f"It is tried until “{called(odds, outcome)}” comes. How many tries does that take on average?"
        return Asked(asks, _once(odds, outcome), 1 / p, wrong, why)
    added = -(-1 // (2 * p))
    wrong = (
        Mistake(1 / p, "That is the mean, pulled up by a few long waits; it is not the typical wait."),
        Mistake(
            Fraction(added), "That adds the chances until they reach a half; what comes twice counts twice."
        ),
        Mistake(Fraction(typical - 1), "At that number it has come in fewer than half of all games."),
        Mistake(Fraction(typical + 1), "One fewer is enough."),
    )
    why = (
        f"In {typical} tries it never comes with ({fraction(1 - p)})^{typical}, "
        "at most a half; with one fewer it is more."
    )
    asks = (
        f"It is tried until “{called(odds, outcome)}” comes. By "
        "which try has it come in at least half of all games?"
    )
    return Asked(asks, _once(odds, outcome), Fraction(typical), wrong, why)


def _first_step(odds: Odds, outcome: str, source: random.Random) -> Asked:
    p = _law(odds)[outcome]
    wrong = (
        Mistake(2 / p, "That waits until it has come twice, not twice *in a row*."),
        Mistake(1 / p**2, "That leaves out the tries of rows that broke off after one."),
        Mistake(1 / p, "That waits for the first one only."),
        Mistake(2 / p**2, "That tries in pairs; a row may also begin with the second of a pair."),
    )
    right = (1 + p) / p**2
    why = (
        f"To the first takes 1 ÷ {fraction(p)} = {fraction(1 / p)} tries, then one more; "
        f"that works with {fraction(p)}, or else all begins anew: "
        f"({fraction(1 / p)} + 1) ÷ {fraction(p)} = {fraction(right)}."
    )
    asks = (
        f"It is tried until “{called(odds, outcome)}” comes twice "
        "in a row. How many tries does that take on average?"
    )
    return Asked(asks, _once(odds, outcome), right, wrong, why)


def _risks(odds: Odds, outcome: str, source: random.Random) -> Asked | None:
    law = {word: each for word, each in _law(odds).items() if each}
    others = sorted(set(law) - {outcome})
    if len(others) < 2:
        return None
    rival = source.choice(others)
    p, r = law[outcome], law[rival]
    wrong = (
        Mistake(p, "That is the first try only; if neither comes, it is tried again."),
        Mistake(p / (1 - r), "That is one try in which the other did not come."),
        Mistake(Fraction(1, 2), "They are not equally likely."),
        Mistake(r / (p + r), f"That is the chance that “{called(odds, rival)}” comes first."),
        Mistake(p + r, "That is the chance that either comes in one try."),
    )
    knows = f"Each time: {called(odds, outcome)} {fraction(p)}, {called(odds, rival)} {fraction(r)}."
    why = (
        f"Only tries with one of the two decide: {fraction(p)} ÷ "
        f"({fraction(p)} + {fraction(r)}) = {fraction(p / (p + r))}."
    )
    asks = (
        f"It is tried until “{called(odds, outcome)}” or “{called(odds, rival)}” "
        f"comes. How likely is “{called(odds, outcome)}” the first?"
    )
    return Asked(asks, knows, p / (p + r), wrong, why)


IDEAS: Mapping[str, Way] = {
    "chance": _chance,
    "counting": _counting,
    "complement": _complement,
    "independence": _independence,
    "total probability": _total,
    "conditional probability": _conditional,
    "bayes": _bayes,
    "pools": _pools,
    PACKED: cards,
    "mean": _mean,
    "spread": partial(_variance, one_for_all=False),
    "dependence": partial(_variance, one_for_all=True),
    "waiting": _waiting,
    "competing risks": _risks,
    "first step": _first_step,
    "sampling error": _sampling,
    "testing a die": _testing,
    "decision": _decision,
}
"""Ideas of the course that are drilled, with how they ask."""

NOT_DRILLED = frozenset({"symmetry", "chains", "minimax", "models", "calibration"})
"""Ideas of more than one roll's odds: a table of states, two readings."""
