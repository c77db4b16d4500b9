"""The game of `soaring`: its engine, its data, and what proves them."""
