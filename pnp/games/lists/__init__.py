"""The game `lists`: its engine and data, and its proof."""
