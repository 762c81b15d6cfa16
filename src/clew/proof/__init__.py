"""Evidence: quotes found in the stored text, read in their sentence, checked against the claim."""
