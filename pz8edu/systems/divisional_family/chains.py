"""Rules of both editions played turn after turn: duel, bombardment, rally until nothing is left."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Protocol

from pz8edu.chance.chain import Chain, Never
from pz8edu.chance.roll import Roll
from pz8edu.systems.divisional_family.combat import aftermath, clash, modifiers
from pz8edu.systems.divisional_family.fire import fp_word, shelled
from pz8edu.systems.divisional_family.rally import rallies
from pz8edu.systems.divisional_family.ruleset import Divisional, Fighter
from pz8edu.systems.divisional_family.words import Quality, Survivor, Works
from pz8edu.umpire import Growing, Umpire


def outcomes(
    rule: Callable[..., Any], situation: Any, rules: Divisional, word: Callable[[Any], str] = str
) -> dict[str, Any]:
    """The chances of a rule's outcomes by their words."""
    law = Growing(draw=False).grow(rule, situation, rules).distribution
    return dict(law.map(word).fractions())


# --- duel
class FightToTheEnd(Protocol):
    """What a duel is asked about in either edition."""

    @property
    def attacker(self) -> Fighter: ...
    @property
    def defender(self) -> Fighter: ...
    @property
    def rallies(self) -> tuple[Quality | None, Quality | None]: ...
    @property
    def defender_fort(self) -> bool: ...
    def __hash__(self) -> int: ...


@dataclass(frozen=True)
class Contact:
    """Two units that fight on: their FPs (None: destroyed), and whether the fortification stands."""

    attacker: int | None
    defender: int | None
    fort: bool

    def __str__(self) -> str:
        works = ", fortified" if self.fort else ""
        return f"attacker {fp_word(self.attacker)}, defender {fp_word(self.defender)}{works}"

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
    umpire: Umpire, contact: Contact, situation: FightToTheEnd, bonuses: tuple[int, int], rules: Divisional
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


def duel_chain(situation: FightToTheEnd, rules: Divisional, **how: Any) -> Chain[Contact]:
    """Two combats a turn, after each of which the side whose phase it was may rally (sections 6 and 7)."""
    attacker, defender = situation.attacker, situation.defender
    attackers_rally, defenders_rally = (
        None if quality is None else rules.rally_needs(quality) for quality in situation.rallies
    )

    def first(umpire: Umpire, contact: Contact) -> Contact:
        bonuses = rules.duel_bonuses(attacker.quality, defender.quality, second=False)
        contact = one_combat(umpire, contact, situation, bonuses, rules)
        if contact.over or attackers_rally is None or contact.attacker is None:
            return contact
        return replace(contact, attacker=rallies(umpire, contact.attacker, attackers_rally))

    def second(umpire: Umpire, contact: Contact) -> Contact:
        bonuses = rules.duel_bonuses(attacker.quality, defender.quality, second=True)
        contact = one_combat(umpire, contact, situation, bonuses, rules)
        if contact.over or defenders_rally is None or contact.defender is None:
            return contact
        return replace(contact, defender=rallies(umpire, contact.defender, defenders_rally))

    start = Contact(attacker.fp, defender.fp, situation.defender_fort)
    return Chain(first, second, start=start, over=lambda contact: contact.over, **how)


@lru_cache(maxsize=256)
def exact_duel(situation: FightToTheEnd, rules: Divisional) -> Chain[Contact]:
    """The chain of a duel with fair dice, made once."""
    return duel_chain(situation, rules)


def duel(umpire: Umpire, situation: FightToTheEnd, rules: Divisional) -> Roll[Survivor | Never]:
    """Two units fight every combat phase until one or both are destroyed (sections 6 and 7)."""
    how = {"loaded": umpire.loaded, "freed": umpire.freed}
    chain = duel_chain(situation, rules, **how) if any(how.values()) else exact_duel(situation, rules)
    return umpire.roll("fight to the end", chain.ends()).read("{}", survivor)


def survivor(end: Contact | Never) -> Survivor | Never:
    """Who is left at the end; a variant in which nothing tires the units may have none."""
    return end if isinstance(end, Never) else end.survivor


def fights(contact: Contact) -> bool:
    """Is there a combat: a phase that begins is a combat that is fought."""
    return not contact.over


def combats_fought(situation: FightToTheEnd, rules: Divisional) -> Mapping[str, Any]:
    """The expected number of combats, the last one included."""
    chain = exact_duel(situation, rules)
    first, second = (chain.expected_visits(fights, phase) for phase in (0, 1))
    return {"expected": None if first is None or second is None else first + second}


def duel_answer(situation: FightToTheEnd, rules: Divisional) -> Mapping[str, Any]:
    """Who survives, and the expected number of combats (sections 6 and 7)."""
    ends = exact_duel(situation, rules).ends().map(survivor).map(str)
    return {"outcomes": ends.fractions(), **combats_fought(situation, rules)}


# --- bombardment
class Shelling(Protocol):
    """What a bombardment is asked about in either edition."""

    @property
    def shots(self) -> int: ...
    @property
    def firer_quality(self) -> Quality: ...
    @property
    def fire_turns(self) -> int: ...
    @property
    def turns(self) -> int: ...
    @property
    def target(self) -> Fighter: ...
    @property
    def target_fort(self) -> bool: ...
    @property
    def rally_quality(self) -> Quality | None: ...


@dataclass(frozen=True)
class ShellingTurn:
    """One turn of a bombardment: shots, what they need, the limit of the target, what its rally needs."""

    shots: int
    fire_needs: int
    limit: int
    rally_needs: int | None


def shelling_turn(situation: Shelling, fires: bool, rules: Divisional) -> ShellingTurn:
    """A turn in which the batteries fire, or are out of ammo."""
    quality = situation.rally_quality
    return ShellingTurn(
        situation.shots if fires else 0,
        rules.fire_needs(situation.firer_quality, situation.target_fort),
        rules.fp_limit(situation.target),
        None if quality is None else rules.rally_needs(quality),
    )


def next_shelling(umpire: Umpire, fp: int | None, turn: ShellingTurn, rules: Divisional) -> int | None:
    """All shots one after another, then the rally roll of a unit that lives (sections 5 and 7)."""
    if fp is None:
        return None
    if turn.shots:
        shots = shelled(umpire, fp, turn.shots, turn.fire_needs, turn.limit, rules)
        fp = umpire.settle("after the shots", shots)
    if fp is None or turn.rally_needs is None:
        return fp
    return rallies(umpire, fp, turn.rally_needs)


def bombardment(umpire: Umpire, situation: Shelling, rules: Divisional) -> Roll[int | None]:
    """Batteries shell one unit turn after turn (sections 5 and 7)."""
    turns = tuple(
        shelling_turn(situation, turn < situation.fire_turns, rules) for turn in range(situation.turns)
    )
    start: int | None = situation.target.fp
    return umpire.in_turn("turn", turns, next_shelling, start, rules)


def shelling_chain(situation: Shelling, rules: Divisional, **how: Any) -> Chain[int | None]:
    """The same turn again and again until the unit is destroyed: the shelling never stops."""
    every = shelling_turn(situation, True, rules)

    def turn(umpire: Umpire, fp: int | None) -> int | None:
        return next_shelling(umpire, fp, every, rules)

    start: int | None = situation.target.fp
    return Chain(turn, start=start, over=lambda fp: fp is None, word=fp_word, **how)


def shelling_time(situation: Shelling, rules: Divisional) -> Mapping[str, Any]:
    """The expected number of turns until the unit is destroyed when the shelling never stops."""
    return {"expected": shelling_chain(situation, rules).expected_turns()}


# --- rally-chain
class Recovery(Protocol):
    """What a chain of rally rolls is asked about in either edition."""

    @property
    def fp(self) -> int: ...
    @property
    def quality(self) -> Quality: ...
    @property
    def objectives_lost(self) -> int: ...
    @property
    def turns(self) -> int: ...


def next_rally(umpire: Umpire, fp: int, needed: int, rules: Divisional) -> int:
    """One more rally roll (section 7)."""
    return rallies(umpire, fp, needed)


def rally_chain(umpire: Umpire, situation: Recovery, rules: Divisional) -> Roll[int]:
    """One rally roll a turn until all FPs are gone (sections 7 and 11)."""
    needed = rules.rally_needs(situation.quality, situation.objectives_lost)
    return umpire.in_turn("turn", (needed,) * situation.turns, next_rally, situation.fp, rules)


def recovery_chain(situation: Recovery, rules: Divisional, **how: Any) -> Chain[int]:
    """One rally roll a turn until no FP is left (sections 7 and 11)."""
    needed = rules.rally_needs(situation.quality, situation.objectives_lost)

    def turn(umpire: Umpire, fp: int) -> int:
        return rallies(umpire, fp, needed)

    return Chain(turn, start=situation.fp, over=lambda fp: not fp, word=fp_word, **how)


def recovery_time(situation: Recovery, rules: Divisional) -> Mapping[str, Any]:
    """The expected number of turns until no FP is left; None when no roll can succeed."""
    return {"expected": recovery_chain(situation, rules).expected_turns()}
