"""The game of `rhino`: its engine, its data, and what proves them."""
