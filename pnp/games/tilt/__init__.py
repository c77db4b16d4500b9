"""The game `tilt`: its engine and data, and its proof."""
