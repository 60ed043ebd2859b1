"""Exact algebra, without a die: weights with unknown chances, equations solved exactly, bounded decimals."""
