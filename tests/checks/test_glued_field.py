"""Fields that touch words are errors; numbers may touch units, and scripts without spaces need none."""

from __future__ import annotations
