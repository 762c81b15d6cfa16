"""The web app and its JSON API: both thin over `Bundle`, on this machine only unless asked otherwise."""
