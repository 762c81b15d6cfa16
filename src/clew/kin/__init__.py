"""Which names mean one thing: normal forms, gates, nomination, judgement, and the vocabulary of relations. Pure."""
