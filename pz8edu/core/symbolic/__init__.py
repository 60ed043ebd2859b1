"""Weights that are not whole numbers: polynomials in unknown chances, and numbers that know their slopes."""
