"""Errors of an overlay stand at its own lines, not in the files of installed kits."""

from __future__ import annotations
