"""More problems that people asked elsewhere, each with its source: run once before anything was tuned."""
