"""What could be better about the knowledge in a bundle: pure checks, one small function each."""
