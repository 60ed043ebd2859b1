"""Exact chance: distributions, rolls that nobody has looked at, conditioning, decks and chains."""
