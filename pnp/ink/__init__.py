"""Sheets -> ink: one target per file. Nothing here knows of YAML, kits or games; it reads drawings and places."""
