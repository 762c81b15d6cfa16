"""Open Knowledge Format pages: front matter, links, generated regions, derived files."""
