"""Games: played with the exact odds before every choice, written as text, read back and replayed."""
