"""Forces against each other: duels, fair points, and the same duel in other systems."""
