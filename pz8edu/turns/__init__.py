"""Whole turns: the moment of a game, what may be chosen in it, and how a book is played.

Every book says it for itself in the `play.py` beside its tables; `pz8edu.games` plays, records and replays.
"""
