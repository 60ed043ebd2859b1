"""Exact chance: distributions, rolls that nobody has looked at, conditioning, decks and chains.

**For people who come from AnyDice, icepool or dyce.** What they write, and what is written here:

=========================  ========================  ========================  ==========================
AnyDice                    icepool                   dyce                      here
=========================  ========================  ========================  ==========================
``output 3d6``             ``3 @ d6``                ``3 @ H(6)``              ``3 @ D6``
``output d20 + 3``         ``d20 + 3``               ``H(20) + 3``             ``die(20) + 3``
``[highest 3 of 4d6]``     ``d6.highest(4, 3)``      ``P(6, 6, 6, 6).at(…)``   ``Pool(4).highest(3)``
``[count {5,6} in 12d6]``  ``d6.count(12, {5, 6})``  ``12 @ H({1: 2, 0: 4})``  ``Pool(12).tally({5, 6})``
a function of a sequence   ``MultisetEvaluator``     ``P.survey(…)``           ``Pool(5).fold(…)``
a function of a number     ``die.map(f)``            ``expand(f, h)``          a rule: a plain function
–                          ``die.map(f, repeat=…)``  –                         ``Chain(f, start=…)``
–                          ``die.filter(…)``         ``expand``, ``H({})``     ``tree.given(…)``
–                          –                         –                         ``loaded_die()``
=========================  ========================  ========================  ==========================

>>> from pz8edu import D6, Attrition, Chain, Distribution, Enumerating, Pool, die, loaded_die, together
>>> from pz8edu import unknown_chance

**Dice are distributions.** They add and subtract as independent throws; chances are exact.

>>> (2 @ D6)[7]
1/6
>>> (D6 + 2 - D6).chance(lambda margin: margin >= 3)
5/12
>>> (3 @ Distribution({1: 1, 2: 1, 6: 1})).expectation()
9

**Pools** are many equal dice of which only the faces matter. Any question that can be answered face by face,
from the highest down, is a `fold`: here the sum of the best three of five and the number of ties.

>>> Pool(4).highest(3).expectation()
15869/1296
>>> Pool(12).tally({5, 6}, {1}).chance(lambda counts: counts[1] >= 2)
1346704211/2176782336
>>> def best_three_and_ties(state, face, shown):
...     total, kept, ties = state
...     best = min(shown, 3 - kept)
...     return total + best * face, kept + best, ties + shown - 1
>>> Pool(5, die(10)).fold((0, 0, 0), best_three_and_ties)[30, 3, 4]
1/100000

**A rule is a plain function.** Where AnyDice passes a die to a function and works out every case by itself,
the umpire here does: a roll stays undecided until the rule asks about it, and the tree branches on the
answers, not on the faces.

>>> def shot(umpire, attack, defence):
...     if umpire.d6("to hit") < 4:
...         return "missed"
...     if umpire.d6("attack") + attack > umpire.d6("defence") + defence:
...         return "destroyed"
...     return "no damage"
>>> tree = Enumerating().tree(shot, 3, 2)
>>> tree.leaves
3
>>> tree.distribution
missed      1/2   50.00 %
destroyed  7/24   29.17 %
no damage  5/24   20.83 %

**Given** what happened: the outcome of a part, or what a die has shown.

>>> tree.given(lambda answers, outcome: outcome != "missed")["destroyed"]
7/12
>>> tree.given({"to hit": True})["destroyed"]
7/12
>>> tree.posterior("attack", given="destroyed")[6]
2/7

**Chains** play a turn again and again: who wins, how long it takes, how the number of turns is spread.

>>> def round_of_fire(umpire, fight):
...     a, b = fight
...     by_a, by_b = umpire.pool("A fires", a, on=5), umpire.pool("B fires", b, on=5)
...     return together(lambda hits, suffered: (max(a - suffered, 0), max(b - hits, 0)), by_a, by_b)
>>> duel = Chain(round_of_fire, start=(2, 1), over=lambda fight: 0 in fight)
>>> duel.ends()[2, 0], duel.expected_turns()
(10/19, 9/5)

They know more: the spread, losses, whether and when play comes to a state, and when it is over.

>>> duel.variance_of_turns(), duel.expected(lambda fight: 2 - fight[0])
(36/25, 3/5)
>>> duel.chance_of((1, 1)), duel.turns_until((1, 1))
(4/19, 27/19)
>>> duel.duration(2)
1        5/9   55.56 %
2      20/81   24.69 %
later  16/81   19.75 %

**Decimals**, where exact numbers grow too long, come with the bound of their error and are never mixed with
exact ones: `chain.in_decimals`, `pool.fold_in_decimals`, and `Attrition` for two sides that wear each other
down.

>>> duel.in_decimals.expected_turns()
about 1.8 ± 2e-16
>>> fight = Attrition((40, 30), lambda n: n @ D6.map(lambda face: int(face >= 5)))
>>> fight.in_decimals.ends().chance(lambda left: left[1] > 0)
about 0.0037126714933 ± 8e-14

**Loaded dice and unknown chances** go through the same functions as symbols; no peer but lea and sympy.stats
has them.

>>> (2 @ loaded_die())[4]
2*p1*p3 + p2**2
>>> (3 @ unknown_chance("p"))[2]
-3*p**3 + 3*p**2
>>> from pz8edu import ask
>>> odds = ask("pz8-ww2", "direct-fire", attack=5, defence=4)
>>> odds.posterior("to hit", given="destroyed")[4]
1/3
>>> odds.what_if(chance="to hit").formula()["destroyed"]
5*p/18
>>> odds.what_if(loaded="attack").sensitivity("destroyed")[6]
7/36

The chain behind a question of a rule system is `chain_of`: with formulas where a chance is unknown.

>>> from pz8edu import chain_of, what_if
>>> usual = chain_of("pz8-ww2", "shots-to-destroy", attack=5, defence=4)
>>> shots = what_if(usual, chance="to hit").formula()
>>> shots.expected_turns(), shots.chance_of("suppressed")
(768/(245*p), 19/49)
"""
