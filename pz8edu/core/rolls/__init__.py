"""Rolls that nobody has looked at yet, their modifiers, and what is known about their dice."""
