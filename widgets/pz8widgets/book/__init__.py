"""The book without a kernel: lessons, books and calculators as pages that answer from files."""
