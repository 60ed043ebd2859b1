"""The umpire of a rule: who rolls the dice decides what the rule means."""

from pz8edu.umpire.growing import Growing
from pz8edu.umpire.sampling import Sampling
from pz8edu.umpire.scripted import Answered, Scripted, Waiting
from pz8edu.umpire.vocabulary import Order, Umpire

__all__ = ["Answered", "Growing", "Order", "Sampling", "Scripted", "Umpire", "Waiting"]
