"""Load kits from folders of data files: overlays, tables, phrases, templates and labels.

`load` reads a kit into the records of `model`; `schema` validates each value. Papers and card sizes are the records of
`sizes`. The names below are for all packages. They are imported on first use, because modules that only look for files
(`paths`, `plugins`, `trust`) must not wait for pydantic.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics.on_use import on_use

if TYPE_CHECKING:
    from pnp.kit.model import Card, Component, Kit, Style
    from pnp.kit.record import Record
    from pnp.kit.sizes import NamedSize, PrintFacts

__all__ = ["Card", "Component", "Kit", "NamedSize", "PrintFacts", "Record", "Style"]

__getattr__ = on_use(
    __name__,
    dict.fromkeys(__all__, "model") | {"NamedSize": "sizes", "PrintFacts": "sizes", "Record": "record"},
)
