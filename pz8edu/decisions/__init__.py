"""What to decide: the best play of rules in which somebody chooses, and decisions of the books."""
