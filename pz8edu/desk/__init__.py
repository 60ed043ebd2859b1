"""A designer's desk: which change does what, which value brings what, and what a unit is worth."""
