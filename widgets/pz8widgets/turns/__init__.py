"""A rule played turn after turn, as a page."""
