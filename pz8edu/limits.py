"""How far exact chances are followed: further on they have more digits than anybody can read."""

MOST_DIGITS = 20_000
"""The digits of the longest number that is still worked out."""
LONGEST = 66_500
"""The same in bits."""
MOST_DICE = 10_000
"""So many dice may be in a pool, and so many cards drawn."""
MOST_FACES = 100_000
"""A die has so many faces at most."""
MOST_PAIRS = 5_000_000
"""Two laws that are put together have so many pairs of outcomes at most."""
MOST_SUMMED = 1_000_000
"""So many dice are added up, in decimals or where the digits of the exact sums have room."""
MOST_CARDS = 1_000_000
"""A deck has so many equal cards at most."""
MOST_BITS_OF_SUMS = 2**31
"""The room for the ways of all sums of many dice (256 MB)."""
MOST_TURNS = 100_000
"""The longest horizon of a chain that does not come to rest."""
MOST_CIRCLING = 120
"""So many states may lead to each other in a chain with one unknown chance."""
MOST_CIRCLING_WITH_MORE = 16
"""The same with several unknown chances, such as those of a loaded die."""
SHORT = 1_000
"""Shorter numbers are brought to lowest terms as they come, longer ones when their length has doubled."""
MOST_QUESTIONS = 1_000
"""The questions that a rule may ask on one way; one that asks more may never end."""
