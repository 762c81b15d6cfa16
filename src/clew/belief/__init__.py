"""What is believed: events, chains, standings, slots, verdicts, tombstones."""
