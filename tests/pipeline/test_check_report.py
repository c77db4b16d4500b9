"""Reports of checks: their JSON Schema, and the places of overlays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pnp.diagnostics import Cell, report
from pnp.diagnostics.diagnostic import CardPlace
from pnp.pipeline import check_report
from tests.conftest import edit, run
from tests.support import overlays, three_cards
from tests.support.diagnostics import diagnostic


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    schema = json.loads(run("check", "--schema").stdout)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def reports(folder: Path) -> list[Any]:
    """Reports of a correct kit, of wrong ones with all optional keys, and of a wrong command."""
    kit = three_cards.write(folder / "kit")
    correct = run("check", kit, "--format", "json", "--coverage", "--ignore", "text-overflow").stdout
    edit(kit, "cards.yaml", "count: 5", "count: many")
    wrong = run("check", kit, "--format", "json").stdout
    found = diagnostic(folder / "c.csv", 3, 5)._replace(card=CardPlace("dodge"))
    found = found._replace(span=found.span._replace(cell=Cell("row 3")))
    with_cell = report.write("json", [found], folder)
    failed = run("check", folder / "nosuch", "--format", "json").stdout
    return [json.loads(text) for text in (correct, wrong, with_cell, failed)]


def test_reports_match_their_schema(validator: Draft202012Validator, tmp_path: Path) -> None:
    correct, wrong, with_cell, failed = every = reports(tmp_path)
    for data in every:
        validator.validate(data)
    assert (correct["summary"]["error"], wrong["summary"]["error"]) == (0, 1)
    assert {"cell", "card"} <= with_cell["diagnostics"][0].keys()
    assert "there is no kit" in failed["failure"]


def test_the_schema_describes_every_key(validator: Draft202012Validator, tmp_path: Path) -> None:
    schema = validator.schema
    for data in reports(tmp_path):
        assert data.keys() <= schema["properties"].keys()
        for entry in data["diagnostics"]:
            assert entry.keys() <= schema["$defs"]["Entry"]["properties"].keys()
    for record in schema["$defs"].values():
        assert all(key.get("description") for key in record["properties"].values())


@pytest.mark.parametrize(
    ("key", "value"),
    [("version", 2), ("version", "1"), ("summary", {}), ("diagnostics", [{"line": 1}]), ("failure", 1)],
)
def test_the_schema_refuses_other_values(key: str, value: object, validator: Draft202012Validator) -> None:
    data = json.loads(report.failure("json", "wrong"))
    assert validator.is_valid(data)
    assert not validator.is_valid({**data, key: value})


def test_overlays_are_found_by_the_folders_of_their_bases(tmp_path: Path) -> None:
    base = three_cards.write(tmp_path / "lib" / "base")
    middle = overlays.kit(tmp_path / "lib" / "middle", kit="title: Middle\nextends: ../base\n")
    over = overlays.kit(tmp_path / "lib" / "over", kit="title: Over\n\nextends: ../middle\n")
    found = check_report.overlays([over], over)
    assert {folder: (Path(span.file), span.line) for folder, span in found.items()} == {
        middle.resolve(): (over / "kit.yaml", 3),
        base.resolve(): (over / "kit.yaml", 3),
    }
    within = check_report.overlays([over], tmp_path)
    assert Path(within[base.resolve()].file) == middle / "kit.yaml"
    assert check_report.overlays([over], tmp_path / "elsewhere") == {}
    assert check_report.overlays([base], tmp_path) == {}
