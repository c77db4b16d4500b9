"""The imposition schemes, one per module; every module of the package is a scheme."""
