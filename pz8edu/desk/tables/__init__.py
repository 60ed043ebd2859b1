"""Whole tables: every situation of a domain, in memory, in files, over processes."""
