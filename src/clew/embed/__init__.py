"""The packaged embedding model and the cache of vectors."""
