"""Rules played turn after turn, solved exactly."""
