"""Map the columns of a table to keys of a card, by the mapping `columns` in `kit.yaml`."""

from __future__ import annotations

from pnp.diagnostics import Diagnostics, did_you_mean
from pnp.kit.tables.ids import from_name, is_id
from pnp.sources import Node
from pnp.sources.grid import CellValue


def targets(header: tuple[CellValue, ...], mapping: Node | None, diagnostics: Diagnostics) -> dict[str, Node]:
    """The key of a card, as written in `kit.yaml`, for each mapped column. Reports columns that the table lacks."""
    mapped: dict[str, Node] = mapping.value if mapping is not None else {}
    names = [entry.text for entry in header if not entry.is_empty]
    for name, target in mapped.items():
        if name not in names:
            message = f"the table has no column {name!r}"
            all_ = f"columns: {', '.join(names)}"
            diagnostics.error(target.key_span, "missing-column", message, did_you_mean(name, names), all_)
        _check_key(target, diagnostics)
    return mapped


def _check_key(target: Node, diagnostics: Diagnostics) -> None:
    """Report a text of a card whose name is not an id, once and not for each row."""
    first, dot, rest = target.text.partition(".")
    if first in ("asides", "words") and dot and not is_id(rest):
        hint = f"write '{first}.{from_name(rest, set())}'"
        message = f"{rest!r} is not an id of lower-case letters, digits and underscores"
        diagnostics.error(target.span, "bad-form", message, hint)
