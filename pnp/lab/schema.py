"""The JSON Schema of the report that `pnp balance --format json` writes."""

from __future__ import annotations

from pnp.kit import jsonschema
from pnp.kit.schema import Json
from pnp.lab.report import BalanceReport


def schema() -> Json:
    """The schema of a report."""
    (root,), defined = jsonschema.described([BalanceReport])
    return jsonschema.document(root, defined, "balance.json", "What `pnp balance --format json` writes.")
