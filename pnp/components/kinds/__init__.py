"""The kinds of components, one module each, found by looking."""
