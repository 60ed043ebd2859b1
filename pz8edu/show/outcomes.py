"""What outcomes mean, in looks and in order: from harmless to final, whatever words a rule set has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from pz8edu.show.outcome_styles import COUNTS, KINDS, LADDER, SCALE, OutcomeStyle, without_doubles

MEANING: Mapping[str, int] = {
    **dict.fromkeys(("ok", "none", "nothing", "unhurt", "holds", "no effect", "no crater"), 0),
    **dict.fromkeys(("miss", "survives", "survive", "success", "pass", "unjammed"), 0),
    **dict.fromkeys(("damaged", "disorganized", "driven-back", "crater", "spotted", "detected"), 2),
    **dict.fromkeys(("jam", "jammed", "failure", "fail", "fails", "refused"), 3),
    **dict.fromkeys(("suppressed", "immobilised", "stuck"), 4),
    **dict.fromkeys(("crippled", "aircraft lost", "hit", "routs", "rout"), 5),
    **dict.fromkeys(("destroyed", "target destroyed", "sunk", "eliminated"), 6),
}
"""Words that mean something, at an end too ("T damaged"), to their step from harmless (0) to final (6)."""

ALONE: Mapping[str, int] = {
    **dict.fromkeys(("unharmed", "saved", "evaded", "no damage", "target survives"), 0),
    **dict.fromkeys(("attack: none", "good", "ammunition left"), 0),
    **dict.fromkeys(("not affected", "not spotted", "undetected", "still hidden", "no shot", "won"), 0),
    **dict.fromkeys(("impossible", "attack: impossible", "not allowed", "granted", "through", "crosses"), 0),
    **dict.fromkeys(("deviates", "deviated", "fake", "hit but saved", "straddle"), 1),
    **dict.fromkeys(("shaken", "aircraft driven off", "revealed", "draw"), 2),
    **dict.fromkeys(("P", "attack: P", "no contact"), 3),
    **dict.fromkeys(("pinned", "R", "attack: R", "out of ammunition"), 4),
    **dict.fromkeys(("wrecked", "broken", "observer lost", "carrier killed"), 5),
    **dict.fromkeys(("removed", "D", "attack: D", "destroyed with weapons", "lost"), 6),
}
"""Words that mean something only where nothing stands before them."""

STRUCK = 5
"""The step of a word that is not printed, where others are: the name of who is struck."""

PARTS = re.compile(r" / |, |/")
OF_TWO = re.compile(r"([Aa])[: ] ?(.+?)(?: / |, | )([BbTX])[: ] ?(.+)")
"""An outcome of two units: "A:none B:P", "A ok / T damaged", "a loses 0, b loses 5"."""
NUMBER = re.compile(r"\d+")
COUNTED = re.compile(r"([-−]?\d+)(?: [a-z]+)?(, jam)?")
"""An outcome that only counts: "3", "2 hits", and with a jam "2 hits, jam"."""
REMAINING = re.compile(r"^(?:wire|trench|bunker) (\d+)$|^(\d+) defences left$")
LETTERS, FEW = 2, 3
"""So short a word is an abbreviation, if it is in capitals; up to this count every loss is a step."""


def remaining(word: str) -> int | None:
    """How many field defences are left, where an outcome tells that."""
    found = [match for match in map(REMAINING.match, PARTS.split(word)) if match]
    return sum(int(match[1] or match[2]) for match in found) if found else None


def count(word: str) -> int | None:
    """The losses, hits or fatigue points that an outcome counts, added up; None where it counts nothing."""
    numbers = [int(number) for number in NUMBER.findall(word)]
    return sum(numbers) if numbers else None


def harm(word: str, others: Iterable[str] = ()) -> int | None:
    """How much an outcome hurts among others: 0 (harmless) to 6 (final); None if it does not say."""
    words = [*others, word]
    steps = [step for part in PARTS.split(word) if (step := step_of_word(part)) is not None]
    left = remaining(word)
    if left is not None:
        most = max(remaining(each) or 0 for each in words)
        steps.append(by_thirds(most - left, most))
    elif (lost := count(word)) is not None:
        steps.append(by_thirds(lost, max(FEW, *(count(each) or 0 for each in words))))
    return max(steps, default=None)


def step_of_word(part: str) -> int | None:
    """The step of a word, or of the last one of "T damaged"; None if it means nothing by itself."""
    if part in ALONE:
        return ALONE[part]
    return MEANING.get(part, MEANING.get(re.split("[ -]", part)[-1]))


def by_thirds(lost: int, most: int) -> int:
    """The step of a count: 0 is harmless, else by thirds of the most that can be lost."""
    return -(-lost * 3 // max(most, 1))


def outcome_looks(
    words: Iterable[str], listed: Iterable[str] | None = None, ranked: bool = True
) -> dict[str, OutcomeStyle]:
    """Outcomes with their looks: in the printed order if there is one, else from harmless to final.

    No two look alike while the ladder of looks has enough for all that are printed, or for those that come.
    Outcomes that are not `ranked` or of which none means any harm, such as who begins or the order of cards,
    have looks that say nothing of harm; those that only count have the looks of `COUNTS`.
    """
    found, printed = list(dict.fromkeys(words)), list(listed or ())
    places = {word: place for place, word in enumerate(printed or found)}
    ordered = sorted(found, key=lambda word: _order(word, printed, found, ranked))
    every = list(dict.fromkeys([*printed, *ordered]))
    if counts := _counts(every if set(found) & set(printed) else ordered):
        return {word: counts[word] for word in ordered}
    steps = {word: harm(word, found) for word in every}
    if not ranked or all(steps[word] is None for word in found):
        at = {word: every.index(word) for word in ordered}
        kinds = len(KINDS) // 2
        many = kinds if len({place % kinds for place in at.values()}) == len(at) else len(KINDS)
        return {word: KINDS[place % many] for word, place in at.items()}
    looks = {}
    for word, step in steps.items():
        in_order = places[word] * (len(SCALE) - 1) // max(len(places) - 1, 1) if word in places else STRUCK
        looks[word] = SCALE[in_order if step is None else step]
    if len(every) > len(LADDER):
        looks = {word: looks[word] for word in ordered}
    looks = none_twice(looks)
    return {word: looks[word] for word in ordered}


def _counts(words: Sequence[str]) -> dict[str, OutcomeStyle]:
    """The looks of words that only count, turned with a jam: each number has its own, if it goes so far."""
    found = {word: match for word in words if (match := COUNTED.fullmatch(word))}
    numbers = {word: int(match[1].replace("−", "-")) for word, match in found.items()}
    steps, many = sorted({*numbers.values()}), len(COUNTS) // 2
    if len(found) < len(words) or not steps:
        return {}
    fits = steps[0] >= 0 and steps[-1] < many
    at = {n: n if fits else place * (many - 1) // (len(steps) - 1 or 1) for place, n in enumerate(steps)}
    return {word: COUNTS[at[n] + many * bool(found[word][2])] for word, n in numbers.items()}


def shown_order(
    words: Iterable[str], listed: Iterable[str] | None = None, ranked: bool = True
) -> Sequence[str]:
    """Outcomes in the order in which they are shown."""
    return tuple(outcome_looks(words, listed, ranked))


def spoken(word: str, meaning: str = "") -> str:
    """An outcome as people say it: "both destroyed"; a letter with the word that its meaning begins with.

    >>> spoken("both-destroyed"), spoken("P", "Pinned: it gets a marker."), spoken("a eliminated")
    ('both destroyed', 'P, pinned', 'A eliminated')
    >>> spoken("wire 1, trench 2, bunker 0, crater"), spoken("wire 0, trench 1, bunker 0, no crater")
    ('wire, 2 trenches and crater', 'trench')
    """
    if word.startswith("wire "):
        left = re.findall(r"(\w+) ([1-9])", word)
        parts = [each if n == "1" else f"{n} {each}{'e' * (each == 'trench')}s" for each, n in left]
        parts += ["crater"] * word.endswith(", crater")
        return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:]))) or "nothing left"
    found = re.match(r"(\w+): ", meaning)
    if found and word.isupper() and len(word) <= LETTERS:
        return f"{word}, {found[1].lower()}"
    word = re.sub(r"\bfp (\d+)", r"\1 fatigue points", word)
    word = re.sub(r"\b[ab](?= (?:eliminated|loses)\b)", lambda side: side[0].upper(), word)
    word = re.sub(r"\b1 ([a-z]+ )?([a-z]*[^s\W])s\b", r"1 \1\2", word)
    return re.sub(r"(?<=[a-z])-(?=[a-z])", " ", re.sub(r"(?<=[a-z])/(?=[a-z])", ", ", word))


def none_twice(looks: Mapping[str, OutcomeStyle]) -> dict[str, OutcomeStyle]:
    """The same looks, none of them twice while there are enough; what hurts more never looks less."""
    ranked = {word: LADDER.index(look) for word, look in looks.items() if look in LADDER}
    words = sorted(ranked, key=lambda word: (ranked[word], count(word) or 0, word not in MEANING))
    places = without_doubles(tuple(ranked[word] for word in words))
    return {**looks, **{word: LADDER[place] for word, place in zip(words, places, strict=True)}}


def _order(word: str, printed: list[str], found: list[str], ranked: bool) -> tuple[int, int, int]:
    """The printed ones first; then numbers by size, those with a jam last; else from harmless to final."""
    if word in printed:
        return (0, printed.index(word), 0)
    counted = COUNTED.fullmatch(word)
    if counted and (counted[0] == counted[1] or all(map(COUNTED.fullmatch, found))):
        return (1, bool(counted[2]), int(counted[1].replace("−", "-")))
    if not ranked:
        return (2, found.index(word), 0)
    left = remaining(word)
    return (2, harm(word, found) or 0, -left if left is not None else count(word) or 0)
