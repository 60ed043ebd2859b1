"""The pages of a book, for people: its sections, what an outcome means, which functions a rule is made of."""
