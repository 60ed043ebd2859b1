"""How far exact chances are followed: further on they have more digits than anybody can read."""

MOST_DIGITS = 20_000
"""The digits of the longest number that is still worked out."""
LONGEST = 66_500
"""The same in bits."""
MOST_TURNS = 100_000
"""The longest horizon of a chain that does not come to rest."""
SHORT = 1_000
"""Shorter numbers are brought to lowest terms as they come, longer ones when their length has doubled."""
