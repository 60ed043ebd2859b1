"""The answers of a calculator to many situations: one law for all that share it, and which one each has."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any

from pz8edu.asking.diagrams import Diagrams, LawDiagrams, fields_of
from pz8edu.asking.odds import Odds
from pz8edu.asking.situations import Situations, cut_in_parts
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.facts.fact import KnownLaws, Refused
from pz8edu.core.facts.laws import Laws
from pz8edu.core.rolls.throw import Law
from pz8edu.core.rulebook.own_rules import under
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.system import Calculator
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.desk.tables.numbering import as_codes, counted
from pz8edu.errors import BadInput, Impure

if TYPE_CHECKING:
    from pz8edu.desk.tables.numbering import Codes

FEW = 1_000
"""So many situations are asked as each is alone."""
PART = 1 << 21
"""Where somebody wants to hear how far it is, at most so many situations are asked together."""
FIRST_PART, SOON, LATE = 1 << 12, 0.25, 2.0
"""The first part, and seconds that are too few or too many for one."""

CHECKED, LEAST_CHECKED = 20, 3
"""So many situations of every table are asked one by one as well, and no fewer however long that takes."""

Progress = Callable[[int, int], object]
"""Hears how many situations are answered, of how many."""


@dataclass(eq=False, repr=False)
class Answers:
    """What a calculator answers to a table of situations under one ruleset, exactly.

    Equal laws are one of `laws` (outcome words, or why the rules refuse); `codes` has the place of its law
    for every situation, in order.
    """

    question: Calculator
    rules: Ruleset
    situations: Situations
    laws: Sequence[Distribution[str] | Refused]
    codes: Codes

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, row: int) -> Odds:
        """The odds of one situation, by its place; raises BadInput where the rules refuse it."""
        law = self.laws[int(self.codes[row])]
        if isinstance(law, Refused):
            raise BadInput(law.why)
        situation = self.situations.situation(row)
        question = under(self.question, self.rules)
        further = question.further(situation, self.rules) if question.further else None
        return Odds(law, question, situation, self.rules, further)

    def __iter__(self) -> Iterator[Distribution[str] | Refused]:
        """The law of every situation in order, or why the rules refuse it."""
        return (self.laws[int(code)] for code in self.codes)

    def counts(self) -> list[tuple[Distribution[str] | Refused, int]]:
        """Every law, and how many situations have it."""
        return [
            (law, count)
            for law, count in zip(self.laws, counted(self.codes, len(self.laws)), strict=True)
            if count
        ]

    def refused(self) -> dict[str, int]:
        """The sentences with which the rules refuse situations, and how many each."""
        return {law.why: count for law, count in self.counts() if isinstance(law, Refused)}

    def check_any(self) -> None:
        """Raise BadInput when the rules refuse every situation that there is."""
        refused = self.refused()
        if refused and sum(refused.values()) == len(self):
            raise BadInput(next(iter(refused)))


def answers(
    question: Calculator,
    rulesets: Sequence[Ruleset],
    values: Mapping[str, tuple[object, ...]],
    fixed: Mapping[str, object],
    told: Progress | None = None,
    known: KnownLaws | None = None,
) -> list[Answers]:
    """The answers to all combinations of some inputs' values, under one ruleset after the other.

    What a run has not looked at is not run again, be it an input or a number of the rules; `known` has what
    earlier tables of the same question under the same rulesets have come to. Raises BadInput
    for values that the form does not know, and for too many situations; combinations that the rules refuse
    are told in the answers.
    """
    situations = Situations(question.situation, values, fixed)
    known = known or KnownLaws()
    found = []
    met: dict[object, Law | Refused] = {}
    for number, rules in enumerate(rulesets):
        hears = told and _later(told, number * len(situations), len(rulesets) * len(situations))
        own = under(question, rules)
        begun = process_time()
        laws = Laws(own.rule, own.situation, rules, known, checked=True)
        codes = codes_of(laws, situations, hears)
        check_some(own, laws, situations, codes, process_time() - begun)
        under(question, rules)  # refused where the form was found to ask a function that is replaced
        found.append((own, rules, codes))
    return [
        Answers(question, rules, situations, list(_in_words(own, known, codes, met)), codes)
        for own, rules, codes in found
    ]


def codes_of(laws: Laws, situations: Situations, told: Callable[[int], object] | None = None) -> Codes:
    """The law of every situation, by its number in what `laws` knows; `told` hears how many are done."""
    found, part_size = array("i"), PartSize(len(situations) if told is None else FIRST_PART)
    for part in cut_in_parts(situations.sizes, part_size):
        diagrams = Diagrams([each.stop - each.start for each in part])
        fields = fields_of(situations.columns(part), diagrams, laws.known, list(situations.values))
        found += diagrams.codes(LawDiagrams(laws, diagrams, fields).law(few=len(situations) <= FEW))
        if told:
            told(len(found))
            part_size.renew()
    return as_codes(found)


def _in_words(
    question: Calculator, known: KnownLaws, codes: Codes, met: dict[object, Law | Refused]
) -> Iterator[Distribution[str] | Refused]:
    """The laws that are known, their outcomes as the question says them; equal ones that are `met` are one.

    Those that no situation has, such as the laws of helpers, stay as they are.
    """
    for law, used in zip(known.laws.things, counted(codes, len(known.laws.things)), strict=True):
        if not used:
            yield law
            continue
        if isinstance(law, Refused):
            yield met.setdefault(law, law)
            continue
        said = law_in_words(question, law)
        yield met.setdefault((frozenset(said.weights.items()), said.total), said)


def law_in_words(question: Calculator, law: Law | Refused) -> Any:
    """A law with its outcomes as the question says them; a refusal as it is."""
    return law if isinstance(law, Refused) else law.map(question.word).reduced()


def _later(told: Progress, before: int, of: int) -> Callable[[int], object]:
    """Hears of one ruleset, when others came before it."""
    return lambda done: told(before + done, of)


def check_some(
    question: Calculator,
    laws: Laws,
    situations: Situations,
    codes: Sequence[int] | Codes,
    seconds: float = 1.0,
) -> None:
    """Ask some situations of a table one by one, the same every time, in a tenth of its time.

    Raises Impure where one of them has another law.
    """
    umpire, begun = Enumerating(draw=False, memo={}), process_time()
    for number, row in enumerate(
        sorted(Random(len(codes)).sample(range(len(codes)), min(CHECKED, len(codes) // 4)))
    ):
        situation = situations.situation(row)
        law = laws.known.laws.things[int(codes[row])]
        try:
            situation.check()
            alone: Any = umpire.tree(question.rule, situation, laws.rules).distribution
        except BadInput as fault:
            alone = Refused(str(fault))
        if not same_law(law, alone):
            raise Impure(
                f"{question.id}: {situation} has other odds in a table than alone; a rule may depend on "
                "nothing but its inputs and the dice"
            )
        if number >= LEAST_CHECKED and process_time() - begun > seconds / 10:
            return


def same_law(law: Distribution[object] | Refused, other: Distribution[object] | Refused) -> bool:
    """Do two laws have the same chances, or refuse with the same words?"""
    if isinstance(law, Refused) or isinstance(other, Refused):
        return law == other
    return law.fractions() == other.fractions()


class PartSize:
    """How many situations the next part may have, so that somebody hears again in a second or so."""

    def __init__(self, most: int) -> None:
        self.most, self.begun = most, monotonic()

    def __call__(self) -> int:
        """So many situations."""
        return self.most

    def renew(self) -> None:
        """A part is done: the next one is larger where that was soon, and smaller where it was late."""
        seconds, self.begun = monotonic() - self.begun, monotonic()
        if seconds < SOON:
            self.most = min(4 * self.most, PART)
        elif seconds > LATE:
            self.most = max(self.most // 4, 1)
