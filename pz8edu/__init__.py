"""Exact odds, readable rules and boards for sets of miniature wargame rules.

`ask("pz8-ww2", "direct-fire", attack=5, defence=4)` asks any question by name; `odds`, `results` and `check`
do so where an editor helps; `system("pz8-ww2")` is a rule system with its rules and questions. All public
names stand with their homes in `__init__.pyi`, the file beside this one, where type checkers read them too.
"""

from pz8edu.lazily import offer

__version__ = "0.1.0"
__all__, __getattr__, __dir__ = offer(__name__, __file__)
