"""Build a kit: draw, impose, check and write its files."""
