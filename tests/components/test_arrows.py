"""Arrows between points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.components.arrows import Look, arrows
from tests.support.drawn import case_test
from tests.support.dump import lines_of_items


def lines_of_arrows(case: dict[str, Any]) -> Iterator[str]:
    look = {"colour": "#ff0000", "width": 0.4, "head": 2.0, "clear": [0, 2], **case}
    pairs = [(tuple(start), tuple(end)) for start, end in look.pop("pairs")]
    return lines_of_items(arrows(pairs, Look(**look)), set())


test_is_drawn_as_reviewed = case_test("components/arrows", lines_of_arrows)
