"""Dice problems that people ask about, as they are written here and with the peers."""
