"""The disposable SQLite index: all SQL lives here."""
