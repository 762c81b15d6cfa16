"""The server for coding agents and chat apps: they read and propose, and never decide."""
