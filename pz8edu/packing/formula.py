"""A law as a formula of counts: a page works it out for any numbers, where a table would have too many laws.

    {"test": form, "yes": formula, "no": formula}    is the form 1 or more?
    {"draw": form, "of": [[worth, form], …], "back": yes or no, "then": formula}
    {"word": form} or {"word": "text"}               the outcome
    {"refused": ["text", form, "text", …]}

A form is [plain, place, times, place, times, …]: a plain number and so many times the numbers at some places,
which are the values of the inputs and behind them what was drawn on the way. So many cards are drawn of a
pack in which so many are worth this and that, `back` after each draw or not: together they are worth the next
number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb

from pz8edu.core.rulebook.domain import JSON

Form = Sequence[int]


def number_of(form: Form, numbers: Sequence[int]) -> int:
    """What a form comes to."""
    plain, *rest = form
    return plain + sum(numbers[at] * times for at, times in zip(rest[::2], rest[1::2], strict=True))


def law_by(formula: JSON, numbers: Sequence[int]) -> str | dict[str, Fraction]:
    """The chance of each outcome, or why the rules refuse."""
    if "refused" in formula:
        return "".join(
            each if isinstance(each, str) else str(number_of(each, numbers)) for each in formula["refused"]
        )
    if "word" in formula:
        word = formula["word"]
        return {word if isinstance(word, str) else str(number_of(word, numbers)): Fraction(1)}
    if "test" in formula:
        return law_by(formula["yes" if number_of(formula["test"], numbers) >= 1 else "no"], numbers)
    kinds = [(worth, number_of(copies, numbers)) for worth, copies in formula["of"]]
    found: dict[str, Fraction] = {}
    for total, chance in chances_of_draw(kinds, number_of(formula["draw"], numbers), formula["back"]).items():
        law = law_by(formula["then"], (*numbers, total))
        if isinstance(law, str):
            return law
        for word, part in law.items():
            found[word] = found.get(word, Fraction(0)) + chance * part
    return found


def chances_of_draw(kinds: Sequence[tuple[int, int]], count: int, back: bool) -> Mapping[int, Fraction]:
    """What so many cards are worth together, drawn of some kinds: (worth, copies) each."""
    cards = sum(copies for _, copies in kinds)
    every = cards**count if back else comb(cards, count)
    return {total: Fraction(ways, every) for total, ways in ways_of_draw(kinds, count, back).items()}


def ways_of_draw(kinds: Sequence[tuple[int, int]], count: int, back: bool) -> dict[int, int]:
    """In how many ways they are worth a total; cards of one kind are told apart."""
    (worth, copies), *others = kinds
    found: dict[int, int] = {}
    for taken in range(count + 1) if others else (count,):
        ways = comb(count, taken) * copies**taken if back else comb(copies, taken)
        rest = ways_of_draw(others, count - taken, back) if ways and others else {0: 1}
        for total, more in rest.items() if ways else ():
            at = total + worth * taken
            found[at] = found.get(at, 0) + ways * more
    return found
