"""Packed answers: a calculator with all its situations in a small file that answers without Python."""
