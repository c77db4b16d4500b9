"""What reports of `pnp check` need from kits: the places of overlays. Also the JSON Schema of reports."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

from pnp.diagnostics import Diagnostics, Span
from pnp.diagnostics.report import Report, shown
from pnp.kit import jsonschema, paths


def schema_text() -> str:
    """The JSON Schema of the report that `pnp check --format json` writes. It allows other keys, of later versions."""
    (root,), defined = jsonschema.described([Report])
    for record in defined.values():
        record.pop("additionalProperties", None)
    document = jsonschema.document(root, defined, "check.json", "What `pnp check --format json` writes.")
    return jsonschema.text(document)


def overlays(kits: Iterable[Path], near: Path) -> dict[Path, Span]:
    """The place of `extends` that leads to each base of kits, by the folder of the base.

    Of several on the way to a base it is the last one in a file below the folder `near`.
    """
    places: dict[Path, Span] = {}
    for kit in kits:
        place = None
        for folder, base in pairwise(paths.layers(kit, Diagnostics())):
            node = paths.extends(folder)
            if node and not Path(shown(Path(node.span.file), near)).is_absolute():
                place = node.span
            if place:
                places.setdefault(base.resolve(), place)
    return places
