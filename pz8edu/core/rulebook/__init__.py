"""Rulesets, readings, variants, printed tables and situations: what a rule system is written with."""
