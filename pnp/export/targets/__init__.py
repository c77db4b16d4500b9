"""The targets of exports, one per module."""
