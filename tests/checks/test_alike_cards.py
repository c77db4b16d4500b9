"""Cards that are equal, and names that differ only in how they are typed."""

from __future__ import annotations
