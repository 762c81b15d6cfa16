"""From a question to a block: reading it, walking, ranking, gating, bounding."""
