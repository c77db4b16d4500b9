"""The game of `duel`: its engine, its data, and what proves them."""
