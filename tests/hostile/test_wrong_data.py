"""Data of a wrong kind, each of which once ended in a traceback: an error with a place, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pnp import checks
from pnp.diagnostics import Diagnostics
from pnp.graphics import picture_files
from pnp.pipeline import job
from pnp.sources.yaml import read
from tests.conftest import options_for


def false_examples(kit: Path) -> list[str]:
    """The messages on examples that cannot be played or are not true, for which nothing is drawn."""
    diagnostics = Diagnostics()
    planned = job.plan(options_for(kit), diagnostics)
    assert planned, list(diagnostics)
    found_ = list(checks.checks()["false-example"].check(planned.check_context({})))
    assert all(Path(diagnostic.span.file).is_file() and diagnostic.span.line >= 1 for diagnostic in found_)
    return sorted(diagnostic.message for diagnostic in found_)


def write(kit: Path, file: str, *path: Any, value: Any) -> None:
    """Put a value into one of a kit's files."""
    data = read(kit / file, Diagnostics()).plain()
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    (kit / file).write_text(json.dumps(data), "utf-8")


@pytest.mark.parametrize(("key", "wrong"), [("given", "x"), ("then", None)])
def test_examples_without_mappings_are_errors(kit, key, wrong):
    id_ = next(id_ for id_, one in read(kit / "examples.yaml", Diagnostics()).plain().items() if key in one)
    write(kit, "examples.yaml", id_, key, value=wrong)
    assert f"example {id_}: {key!r} must be a mapping" in false_examples(kit)


@pytest.mark.parametrize("wrong", ["play lunge", [None], {"a": 1}])
def test_examples_without_lists_of_moves_are_errors(kit, wrong):
    examples = read(kit / "examples.yaml", Diagnostics()).plain()
    id_ = next(id_ for id_, example in examples.items() if "moves" in example)
    write(kit, "examples.yaml", id_, "moves", value=wrong)
    messages = false_examples(kit)
    assert f"example {id_}: 'moves' must be a list of texts" in messages


@pytest.mark.parametrize("hand", [10**16, 0, -1])
def test_an_example_with_a_hand_that_nobody_can_hold_is_an_error(kit, hand):
    write(kit, "examples.yaml", "R18", "given", "hand", value=hand)
    messages = false_examples(kit)
    assert messages == [f"example R18: this cannot be set up or played: a hand cannot have {hand} cards"]


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>é</title><path d="M0 0h9v9z"/></svg>'


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_drawing_for_pixels_may_be_in_any_encoding_of_unicode(encoding):
    diagnostics = Diagnostics()
    source = picture_files.read(SVG.encode(encoding), Path("x.svg"), diagnostics)
    assert list(diagnostics) == []
    assert source
    assert source.title == "é"
