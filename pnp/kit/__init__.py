"""Load kits from folders of data files: overlays, tables, phrases, templates and labels.

`load` reads a kit into the records of `model`; `schema` validates each value. Papers and card sizes are the records of
`print_facts`. The names below are for all packages. They are imported
on first use, because modules that only look for files (`paths`, `names`, `plugins`, `trust`) must not wait for
pydantic.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pnp.kit.model import Card, Component, Kit, Style
    from pnp.kit.print_facts import PrintFacts
    from pnp.kit.record import Record
    from pnp.kit.sizes import NamedSize

__all__ = ["Card", "Component", "Kit", "NamedSize", "PrintFacts", "Record", "Style"]

_MODULES = dict.fromkeys(__all__, "model") | {
    "NamedSize": "sizes",
    "PrintFacts": "print_facts",
    "Record": "record",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
