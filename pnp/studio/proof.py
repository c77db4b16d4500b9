"""What the sentences of a piece rest on, for the page: shades where they are printed, and the words about each."""

from __future__ import annotations

from typing import Any

from pnp.checks import CheckContext, coverage


def of_piece(context: CheckContext | None, id_: str) -> dict[str, Any] | None:
    """The proof of a piece for the page; None while the checks run, or if there is no such piece."""
    found = coverage.of_piece(context, id_) if context else None
    if found is None:
        return None
    kinds = [kind for kind in coverage.CLASSES if any(line.kind == kind for line in found.lines)]
    return {
        "sides": found.sides,
        "lines": [line._asdict() | {"head": line.head} for line in found.lines],
        "classes": [
            {"name": kind, "about": coverage.LOOKS[kind][1], "swatch": coverage.swatch(kind)} for kind in kinds
        ],
        "patterns": f'<svg xmlns="http://www.w3.org/2000/svg">{coverage.patterns(kinds)}</svg>',
    }
