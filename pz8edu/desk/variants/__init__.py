"""Variants as files: read, checked, merged and told apart, also inside notebooks."""
