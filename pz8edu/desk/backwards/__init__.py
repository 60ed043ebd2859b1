"""Questions asked backwards: which change reaches a goal, and what each number is worth."""
