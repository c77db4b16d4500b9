"""The game `rhino`: its engine and data, and its proof."""
