"""Plots as data: drawn live by Bokeh, and as still pictures everywhere else."""
