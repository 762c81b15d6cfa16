"""Chat models: providers of one method each, behind a client that retries, limits, counts and remembers."""
