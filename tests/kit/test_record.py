"""Records know where they were written, and are equal if their data are."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.diagnostics import Diagnostics
from pnp.kit.record import Record
from pnp.kit.schema import build
from pnp.sources.yaml import parse


@dataclass(frozen=True, kw_only=True)
class Horse(Record):
    name: str
    speeds: tuple[int, ...]


def horse(text: str, file: str = "horses.yaml") -> Horse:
    diagnostics = Diagnostics()
    node = parse(text, file, diagnostics)
    assert node is not None
    found = build(Horse, node, diagnostics)
    assert found is not None, list(diagnostics)
    return found


def test_a_record_points_at_the_line_and_column_of_each_value():
    found = horse("name: Bayard\nspeeds:\n  - 3\n  - 6\n")
    place = found.at("speeds", 1)
    assert (place.file, place.line, place.column) == ("horses.yaml", 4, 5)


def test_records_with_equal_data_are_equal_wherever_they_were_written():
    assert horse("name: Bayard\nspeeds: [3]\n") == horse("\n\nspeeds: [3]\nname: Bayard\n", "others.yaml")
    assert horse("name: Bayard\nspeeds: [3]\n") != horse("name: Bayard\nspeeds: [4]\n")
