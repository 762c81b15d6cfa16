"""What models are told and how replies are read: versioned texts, fences, chunks, checks. No call is made here."""
