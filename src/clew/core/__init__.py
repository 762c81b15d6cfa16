"""Pure functions on values: text, evidence, state, conflict, ranking, pages."""
