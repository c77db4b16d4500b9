"""The game `duel`: its engine and data, and its proof."""
