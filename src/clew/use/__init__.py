"""Use cases: ingest, resolve, ask, check."""
