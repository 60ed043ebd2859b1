"""Boards as data: what lies where, what can be measured from it, and what a picture of it shows.

Nothing here draws on a screen and nothing here knows a rule: functions measure, and take the numbers of
the rulebook as arguments. Inches and kilometres share one plane; hexes, squares and zones have a module each.
"""
