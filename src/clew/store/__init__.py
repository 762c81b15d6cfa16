"""Files of a bundle: atomic writes, journal, lock, ledger, layout."""
