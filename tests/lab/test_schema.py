"""The schema of reports."""

from __future__ import annotations

from pnp.lab.report import BalanceReport
from pnp.lab.schema import schema


def test_every_key_is_explained():
    found = schema()
    assert list(found["properties"]) == list(BalanceReport.__dataclass_fields__)
    models = [found, *found["$defs"].values()]
    assert {"CardNumbers", "Curve", "Intervals", "Spread"} <= set(found["$defs"])
    for model in models:
        assert model["description"]
        assert all(each.get("description") for key, each in model["properties"].items())
    assert found["additionalProperties"] is False
