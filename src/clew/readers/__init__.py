"""Readers of chat exports and documents, one small file per format."""
