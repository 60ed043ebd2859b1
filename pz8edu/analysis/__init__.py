"""What a choice is worth: best play of positions, what was luck, opponents, advice, puzzles."""
