"""A rule as a page: fill it in, roll it step by step, and look closer, a card a question."""
