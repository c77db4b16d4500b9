"""The game `soaring`: its engine and data, and its proof."""
