"""Whole turns on a page: the table, what may be chosen with its odds, and what has happened."""
