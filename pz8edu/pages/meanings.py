"""What named results mean, in words for people: the public interface says it for programs too."""

from __future__ import annotations

import re
from collections.abc import Mapping

CHANCES = ("chance", "share")
"""Words that tell a chance from an expectation in what a result means."""

_INTERFACE = (
    (r"^exact rational 'num/den'[^:]*: ", ""),
    (r",? ?(;|the same, )?exact (rational )?'num/den'( in lowest terms)?", ""),
    (r", whole numbers as 'n/1'|, a whole number \(not a rational\)|,? or 'never'", ""),
    (r"(;|, or) null when [^;]*|[,;] (given )?also when (it is )?'0/1'", ""),
    (r"; (the word '|left out|this key is left out|all three keys are always present)[^;]*", ""),
    (r"; (numbers with chance 0 are left out|with \w+ only these two are given)", ""),
    (r"; <\w+> is the value of the input \w+| \(the key is the bare number\)", ""),
    (r"(^object: every outcome of chance above 0|: up to 10 turns).*", ""),
    (r"^limit of the share of", "in the long run, share of"),
    (r"^expected bursts times the mean (hits) of a burst \(R\d+\)", r"expected number of \1"),
    (r"^expected number of fights", "expected number of rounds"),
    (r"` ones", "`"),
    (r"\b(?<!`)up_to\b", "`up_to`"),
    (r"\btarget_fp\b", "`target_fp` FP"),
    (r"\bn (activations)", r"`\1` \1"),
    (r"^the key is the bare number of ([^:]*): its chance", r"chance of each number of \1"),
    (r"^(object with the eight keys [^:]*|(array|list) of integers(, rising)?|integer|boolean):? ?", ""),
    (r"^(without|with) \w+(, (instead|in addition)[^:]*)?: ?", ""),
)
"""What the descriptions say for programs only."""


def meaning(text: str) -> str:
    """What a result means, without what only programs need to know."""
    for pattern, instead in _INTERFACE:
        text = re.sub(pattern, instead, text)
    text = re.sub(r"\b[ab](?= falls\b)", lambda side: side[0].upper(), text.strip(" ;,:"))
    return text[:1].upper() + text[1:]


def meanings(results: Mapping[str, str], inputs: Mapping[str, object]) -> dict[str, str]:
    """What every result means, by the name that it has with these inputs ("<turns>" is filled in)."""
    found = {}
    for written, text in results.items():
        name, said = written, meaning(text)
        for key, value in inputs.items():
            name = name.replace(f"<{key}>", str(value))
            said = said.replace(f"<{key}>", str(value)).replace(f"`{key}`", str(value))
        found[name] = said or name[:1].upper() + name[1:].replace("_", " ")
    return found


def is_a_chance(name: str, told: Mapping[str, str]) -> bool:
    """Is a result a chance, and no expectation or count?  Outcomes of a distribution are."""
    said = told.get(name, "chance").lower()
    return name.startswith("p_") or any(word in said for word in CHANCES)
