"""The game of `lists`: its engine, its data, and what proves them."""
