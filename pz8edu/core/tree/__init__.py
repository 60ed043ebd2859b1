"""The exact probability tree of a rule, what its questions say, and what follows from evidence."""
