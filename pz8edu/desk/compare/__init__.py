"""Two rule texts side by side: what changed, where, by how much, and what it means."""
