"""The kinds of components, one per module; every module of the package is a kind."""
