"""What a rule is written with: chance, rolls, umpires, trees, chains and the rulebook."""
