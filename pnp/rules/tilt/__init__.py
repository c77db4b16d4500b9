"""The game of `tilt`: its engine, its data, and what proves them."""
