"""How long tests wait for what always comes, on any machine."""

LAST_RESORT = 600.0
"""Seconds after which a wait is given up, so that a hang ends. A busy machine may need some minutes."""
