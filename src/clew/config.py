"""The one noun on top."""
