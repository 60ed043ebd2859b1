"""The table to play on: bases to move, what the rules say about them, and the same in words."""
