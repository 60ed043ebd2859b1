"""The umpire of a rule: who rolls the dice decides what the rule means."""

from pz8edu.core.umpire.base import Order, Umpire
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.core.umpire.sampling import Sampling
from pz8edu.core.umpire.scripted import Answered, Scripted, Waiting

__all__ = ["Answered", "Enumerating", "Order", "Sampling", "Scripted", "Umpire", "Waiting"]
