"""The umpire of a rule: who rolls the dice decides what the rule means."""
