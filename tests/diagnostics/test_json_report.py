"""The keys of JSON reports."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

from pnp.diagnostics import Cell, report
from pnp.diagnostics.diagnostic import CardPlace
from pnp.diagnostics.json_report import VERSION, Entry, Report, Summary
from tests.support.diagnostics import diagnostic


def test_a_report_has_the_keys_of_its_records_in_their_order(tmp_path: Path) -> None:
    found = diagnostic(tmp_path / "c.csv", 3, 5)._replace(card=CardPlace("dodge"))
    found = found._replace(span=found.span._replace(cell=Cell("row 3")))
    data = json.loads(report.write("json", [found], tmp_path))
    assert data["version"] == VERSION
    assert list(data) == [field.name for field in fields(Report) if field.name in data]
    assert list(data["summary"]) == [field.name for field in fields(Summary)]
    assert list(data["diagnostics"][0]) == [field.name for field in fields(Entry)]
