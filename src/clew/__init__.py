"""Clew keeps the thread: a local-first knowledge graph of what was said, decided and changed."""

__version__ = "0.1.0"
