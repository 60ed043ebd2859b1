"""Rules played turn after turn: duel, bombardment, rally until nothing is left."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Unpack

from pz8edu.core import Chain, Enumerating, Modifiers, Never, Part, Parts, PlayedWith, Roll, Umpire
from pz8edu.systems.pz8_divisional_2010.combat import aftermath, clash, modifiers
from pz8edu.systems.pz8_divisional_2010.fire import face_to_hit, fp_word, shelled
from pz8edu.systems.pz8_divisional_2010.rally import modifiers_to_rally, rallies
from pz8edu.systems.pz8_divisional_2010.ruleset import Divisional2010
from pz8edu.systems.pz8_divisional_2010.situations import Bombardment, Duel, RallyChain
from pz8edu.systems.pz8_divisional_2010.words import Survivor, Works


def played(
    rule: Callable[..., Any],
    word: Callable[[Any], str] = str,
    further: Callable[..., Mapping[str, Any]] | None = None,
) -> Callable[..., Mapping[str, Any]]:
    """The answer of a chain that is asked as a calculator too: every outcome, and the further results."""

    def answer(situation: Any, rules: Divisional2010) -> Mapping[str, Any]:
        law = Enumerating(draw=False).tree(rule, situation, rules).distribution
        more = further(situation, rules) if further else {}
        return {"outcomes": dict(law.map(word).fractions()), **more}

    return answer


# --- duel
@dataclass(frozen=True)
class Contact:
    """Two units that fight on: their FPs (None: destroyed), and whether the fortification stands."""

    attacker: int | None
    defender: int | None
    fort: bool

    @property
    def parts(self) -> Parts:
        """Both units, and the works where they stand."""
        units = Part("attacker", fp_word(self.attacker)), Part("defender", fp_word(self.defender))
        return (*units, Part("", "fortified")) if self.fort else units

    def __str__(self) -> str:
        return ", ".join(map(str, self.parts))

    @property
    def over(self) -> bool:
        """Is one of them destroyed?"""
        return self.attacker is None or self.defender is None

    @property
    def survivor(self) -> Survivor:
        """Who is left."""
        if self.attacker is not None:
            return Survivor.ATTACKER
        return Survivor.NOBODY if self.defender is None else Survivor.DEFENDER


def one_combat(
    umpire: Umpire, contact: Contact, situation: Duel, bonuses: tuple[int, int], rules: Divisional2010
) -> Contact:
    """One more combat, as the units are by now (section 6)."""
    assert contact.attacker is not None
    assert contact.defender is not None
    attacker = replace(situation.attacker, fp=contact.attacker)
    defender = replace(situation.defender, fp=contact.defender)
    attack, defence = modifiers(attacker, defender, contact.fort, rules, quality=bonuses)
    met = umpire.odds("combat", clash, attack.total, defence.total, rules)

    def after(met: Any) -> Contact:
        then = aftermath(met, attacker, defender, contact.fort, rules)
        return Contact(then.attacker, then.defender, contact.fort and then.works is Works.KEPT)

    return umpire.settle("after the combat", met.read("units", after))


def duel_chain(situation: Duel, rules: Divisional2010, **how: Unpack[PlayedWith]) -> Chain[Contact]:
    """Two combats a turn, after each of which the side whose phase it was may rally (sections 6 and 7)."""
    attacker, defender = situation.attacker, situation.defender
    attackers_rally, defenders_rally = (
        None if quality is None else modifiers_to_rally(quality, 0, rules) for quality in situation.rallies
    )

    def first(umpire: Umpire, contact: Contact) -> Contact:
        bonuses = rules.duel_bonuses(attacker.quality, defender.quality, second=False)
        contact = one_combat(umpire, contact, situation, bonuses, rules)
        if contact.over or attackers_rally is None or contact.attacker is None:
            return contact
        return replace(contact, attacker=rallies(umpire, contact.attacker, attackers_rally, rules))

    def second(umpire: Umpire, contact: Contact) -> Contact:
        bonuses = rules.duel_bonuses(attacker.quality, defender.quality, second=True)
        contact = one_combat(umpire, contact, situation, bonuses, rules)
        if contact.over or defenders_rally is None or contact.defender is None:
            return contact
        return replace(contact, defender=rallies(umpire, contact.defender, defenders_rally, rules))

    start = Contact(attacker.fp, defender.fp, situation.defender_fort)
    return Chain(
        first,
        second,
        start=start,
        over=lambda contact: contact.over,
        parts=lambda contact: contact.parts,
        **how,
    )


@lru_cache(maxsize=256)
def exact_duel(situation: Duel, rules: Divisional2010) -> Chain[Contact]:
    """The chain of a duel with fair dice, made once."""
    return duel_chain(situation, rules)


def duel(umpire: Umpire, situation: Duel, rules: Divisional2010) -> Roll[Survivor | Never]:
    """Two units fight every combat phase until one or both are destroyed (sections 6 and 7)."""
    how = umpire.other_chances()
    chain = duel_chain(situation, rules, **how) if any(how.values()) else exact_duel(situation, rules)
    return umpire.roll("fight to the end", chain.ends()).read("{}", survivor)


def survivor(end: Contact | Never) -> Survivor | Never:
    """Who is left at the end; a variant in which nothing tires the units may have none."""
    return end if isinstance(end, Never) else end.survivor


def fights(contact: Contact) -> bool:
    """Is there a combat: a phase that begins is a combat that is fought."""
    return not contact.over


def combats_fought(situation: Duel, rules: Divisional2010) -> Mapping[str, Any]:
    """The expected number of combats, the last one included."""
    chain = exact_duel(situation, rules)
    first, second = (chain.solver.expected_visits(fights, phase) for phase in (0, 1))
    return {"expected": None if first is None or second is None else first + second}


def duel_answer(situation: Duel, rules: Divisional2010) -> Mapping[str, Any]:
    """Who survives, and the expected number of combats (sections 6 and 7)."""
    ends = exact_duel(situation, rules).ends().map(survivor).map(str)
    return {"outcomes": ends.fractions(), **combats_fought(situation, rules)}


# --- bombardment
@dataclass(frozen=True)
class ShellingTurn:
    """One turn of a bombardment: shots, the face they need, the limit of the target, its rally (or None)."""

    shots: int
    face: int
    limit: int
    rally: Modifiers | None


def shelling_turn(situation: Bombardment, fires: bool, rules: Divisional2010) -> ShellingTurn:
    """A turn in which the batteries fire, or are out of ammo."""
    quality = situation.rally_quality
    return ShellingTurn(
        situation.shots if fires else 0,
        face_to_hit(situation, rules),
        rules.fp_limit(situation.target),
        None if quality is None else modifiers_to_rally(quality, 0, rules),
    )


def next_shelling(umpire: Umpire, fp: int | None, turn: ShellingTurn, rules: Divisional2010) -> int | None:
    """All shots one after another, then the rally roll of a unit that lives (sections 5 and 7)."""
    if fp is None:
        return None
    if turn.shots:
        shots = shelled(umpire, fp, turn.shots, turn.face, turn.limit, rules)
        fp = umpire.settle("after the shots", shots)
    if fp is None or turn.rally is None:
        return fp
    return rallies(umpire, fp, turn.rally, rules)


def bombardment(umpire: Umpire, situation: Bombardment, rules: Divisional2010) -> Roll[int | None]:
    """Batteries shell one unit turn after turn (sections 5 and 7)."""
    turns = tuple(
        shelling_turn(situation, turn < situation.turns_of_fire, rules) for turn in range(situation.turns)
    )
    start: int | None = situation.target.fp
    return umpire.in_turn("turn", turns, next_shelling, start, rules)


def shelling_chain(
    situation: Bombardment, rules: Divisional2010, **how: Unpack[PlayedWith]
) -> Chain[int | None]:
    """The same turn again and again until the unit is destroyed: the shelling never stops."""
    every = shelling_turn(situation, True, rules)

    def turn(umpire: Umpire, fp: int | None) -> int | None:
        return next_shelling(umpire, fp, every, rules)

    start: int | None = situation.target.fp
    return Chain(turn, start=start, over=lambda fp: fp is None, word=fp_word, **how)


def shelling_time(situation: Bombardment, rules: Divisional2010) -> Mapping[str, Any]:
    """The expected number of turns until the unit is destroyed when the shelling never stops."""
    return {"expected": shelling_chain(situation, rules).solver.expected_turns()}


# --- rally-chain
def rally_chain(umpire: Umpire, situation: RallyChain, rules: Divisional2010) -> Roll[int]:
    """One rally roll a turn until all FPs are gone (sections 7 and 11)."""
    modifiers = modifiers_to_rally(situation.quality, situation.objectives_lost, rules)
    return umpire.in_turn("turn", (modifiers,) * situation.turns, rallies, situation.fp, rules)


def recovery_chain(situation: RallyChain, rules: Divisional2010, **how: Unpack[PlayedWith]) -> Chain[int]:
    """One rally roll a turn until no FP is left (sections 7 and 11)."""
    modifiers = modifiers_to_rally(situation.quality, situation.objectives_lost, rules)

    def turn(umpire: Umpire, fp: int) -> int:
        return rallies(umpire, fp, modifiers, rules)

    return Chain(turn, start=situation.fp, over=lambda fp: not fp, word=fp_word, **how)


def recovery_time(situation: RallyChain, rules: Divisional2010) -> Mapping[str, Any]:
    """The expected number of turns until no FP is left; None when no roll can succeed."""
    return {"expected": recovery_chain(situation, rules).solver.expected_turns()}
