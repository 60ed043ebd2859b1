"""The small core: what a rule is written with, and all that can then be asked of it, exactly.

**A rule is a plain function** `rule(umpire, situation, rules) -> outcome`. The *umpire* is who rolls the
dice. Here is a rule as a rulebook would print it: hit on 4 or more, one less at a target in cover; what is
hit is lost, but for a save on 5 or more.

>>> from typing import Annotated
>>> from pz8edu.core import Enumerating, Help, Modifiers, Ruleset, Sampling, Scripted, Situation, number
>>> class Shot(Situation):
...     cover: Annotated[bool, Help("the target is in cover")] = False
>>> class Toy(Ruleset):
...     hit_on: int = number(4, "3", "score that hits")
...     in_cover: int = number(-1, "3", "target in cover")
...     save_on: int = number(5, "4", "score that saves")
>>> def shot(umpire, situation, rules):
...     cover = Modifiers((rules.in_cover, "target in cover", situation.cover, "3"))
...     if umpire.d6("to hit").modified(cover) < rules.hit_on:
...         return "missed"
...     return "saved" if umpire.d6("save") >= rules.save_on else "lost"

**Who the umpire is decides what the rule means.** One who tries every way gives the exact tree; it branches
on what the rule asks, not on the faces, so it has the leaves that a person would draw.

>>> tree = Enumerating().tree(shot, Shot(cover=True), Toy())
>>> tree.leaves, tree.distribution["lost"]
(3, 2/9)
>>> tree.given({"to hit": True})["lost"]
2/3

One whose dice are laid out plays it step by step; one with a seed plays a game of it.

>>> shot(Scripted({"to hit": 5, "save": 2}), Shot(), Toy())
'lost'
>>> shot(Sampling(seed=1), Shot(), Toy()) in ("missed", "saved", "lost")
True

**A die that nobody has looked at is a `Roll`.** It can be added to and modified; a comparison, `==` or a
table *asks* it, and only then the tree branches. **Numbers of the book are the `Ruleset`'s**: a variant is
a difference, and the same rule answers under it.

>>> Enumerating().tree(shot, Shot(cover=True), Toy().variant(hit_on=3)).distribution["lost"]
1/3

**A `Chain` plays a rule turn after turn**, from state to state, until it is over.

>>> from pz8edu.core import Chain
>>> def turn(umpire, before):
...     return shot(umpire, Shot(), Toy())
>>> fire = Chain(turn, start="missed", over=lambda state: state == "lost")
>>> fire.expected_turns(), fire.after(2).fraction("lost")
(3, Fraction(5, 9))

Rooms, from the lowest: `chance` (distributions, pools, hands), `rolls` (dice nobody has looked at,
conditioning), `tree`, `umpire` (who rolls), `facts` (known before dice fall), `chains`, `rulebook`
(rulesets, readings, tables, situations, systems). Below it is `pz8edu.algebra`, which knows no die. A rule
file imports from here; nothing here knows a screen.
"""

from pz8edu.lazily import offer

__all__, __getattr__, __dir__ = offer(__name__, __file__)
