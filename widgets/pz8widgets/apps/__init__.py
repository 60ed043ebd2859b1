"""Served pages for a classroom: Panel is the shell, the widgets are the same as in the lessons."""
