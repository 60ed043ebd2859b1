"""Loaded dice and unknown chances: odds as formulas, and how fast they change."""
