"""Problems that people asked elsewhere, each with its source: collected before anything was tuned to them."""
