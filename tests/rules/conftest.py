"""Engines by name."""

from tests.support.engines import engine

__all__ = ["engine"]
