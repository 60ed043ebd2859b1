"""The umpire of a rule: who rolls the dice decides what the rule means."""

from pz8edu.umpire.base import Order, Umpire
from pz8edu.umpire.enumerating import Enumerating
from pz8edu.umpire.sampling import Sampling
from pz8edu.umpire.scripted import Answered, Scripted, Waiting

__all__ = ["Answered", "Enumerating", "Order", "Sampling", "Scripted", "Umpire", "Waiting"]
