"""The laws of a rule for a whole table of situations: what two situations share is worked out once.

Situations that agree in the local names of a rule, and in the fields that the rest of the rule looks at,
have the same law from there on. So a rule is taken apart at its own statements; each is run, as it stands,
once for every different combination of what it reads. Reads are watched, never guessed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.tree.tree import Tree
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.core.umpire.pieces import MISSING, Block, Local, Piece, Undivided, by_itself, taken_apart
from pz8edu.core.umpire.throws import Memo
from pz8edu.core.umpire.watching import watched

S = TypeVar("S")
T = TypeVar("T")

Law = Distribution[Any]


class WholeTable(Generic[S, T]):
    """A rule under one ruleset; `law(situation)` is its law, quicker with every situation.

    `memo` remembers what is worked out; it may be emptied at any time.

    >>> from pz8edu import system
    >>> ww2 = system("pz8-ww2")
    >>> aims = [ww2.calculators["to-hit"].situation.read({"cover": cover}) for cover in ("open", "rough")]
    >>> table = WholeTable(ww2.calculators["to-hit"].rule, ww2.rules)
    >>> [table.law(aim).fractions() for aim in aims]
    [{'miss': Fraction(1, 2), 'hit': Fraction(1, 2)}, {'miss': Fraction(2, 3), 'hit': Fraction(1, 3)}]
    """

    def __init__(self, rule: Callable[..., object], rules: object, memo: Memo | None = None) -> None:
        self.rules = rules
        self.memo: Memo = {} if memo is None else memo
        self.umpire = Enumerating(draw=False, memo=self.memo)
        self.rule = rule

    def law(self, situation: S) -> Distribution[T]:
        """The law of the outcome; raises what the rule raises."""
        kind: Any = type(situation)
        start = taken_apart(self.rule, kind)
        if start is None:
            tree: Tree[Any] = self.umpire.tree(self.rule, situation, self.rules)
            return tree.distribution
        return self._worked_out(start, situation, {})

    def _from(self, block: Block, situation: object, local: Local) -> Law:
        """The law of the outcome from a statement on, remembered by all that it depends on."""
        reads, key = block.reads, (self, *block.key(situation, local))
        law = self.memo.get(key)
        if law is None:
            law = self._worked_out(block, situation, local)
            self.memo[key if block.reads is reads else (self, *block.key(situation, local))] = law
        return law  # type: ignore[return-value]

    def _worked_out(self, block: Block, situation: object, local: Local) -> Law:
        if not block.whole:
            try:
                return self._step_by_step(block, situation, local)
            except Undivided:
                block.whole = True
        return self._run(block, situation, local, last=True)

    def _step_by_step(self, block: Block, situation: object, local: Local) -> Law:
        value = self._run(block.first, situation, local, last=not block.after)

        def onward(held: object) -> Law:
            if block.target:
                return self._from(block.after[0], situation, {**local, block.target: held})
            return self._from(block.after[0 if held else 1], situation, local)

        law = value
        if block.after:
            law = onward(next(iter(value))) if len(value) == 1 else value.then(onward)
        for part in (block.first, *block.after):
            block.looks_at(part.reads)
        return law

    def _run(self, piece: Piece, situation: object, local: Local, last: bool) -> Law:
        """The law of what a piece works out; unless it is the last, its values must stand by themselves."""
        reads, key = piece.reads, (self, last, *piece.key(situation, local))
        law = self.memo.get(key)
        if law is None:
            seen: set[str] = set()
            function = piece.compiled(self.rule.__globals__)
            held = [local.get(name, MISSING) for name in piece.names]
            piece_of_rule = function if last else by_itself(function)
            record = watched(situation, seen)
            law = self.umpire.tree(piece_of_rule, record, self.rules, *held).distribution
            piece.looks_at(seen)
            self.memo[key if piece.reads is reads else (self, last, *piece.key(situation, local))] = law
        return law  # type: ignore[return-value]
