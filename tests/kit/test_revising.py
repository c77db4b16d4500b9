"""Worked examples are revised in a kit's own file: only what differs from its bases is written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pnp.kit.revising import Examples

HEAD = "# yaml-language-server: $schema=../schemas/"
BASE = "A: {form: hit, given: {at: 1, on: [x, y]}, then: {won: true, by: 2}}\nB: {form: hit, then: {won: false}}\n"
A: dict[str, Any] = {"form": "hit", "given": {"at": 1, "on": ["x", "y"]}, "then": {"won": True, "by": 2}}


@pytest.fixture
def layers(tmp_path: Path) -> Path:
    """An overlay of a kit with two examples."""
    for name, text in (("base", "title: Base\n"), ("mine", "extends: ../base\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "kit.yaml").write_text(text, "utf-8")
    (tmp_path / "base" / "examples.yaml").write_text(BASE, "utf-8")
    return tmp_path / "mine"


def revised(folder: Path, **wanted: Any) -> str:
    return Examples(folder).revised(wanted).decode()


@pytest.mark.parametrize(
    ("before", "wanted", "after"),
    [
        ("", {"A": A | {"then": {"won": False, "by": 2}}}, "A: {then: {won: false}}\n"),
        ("", {"A": A | {"then": {"won": True}}}, "A: {then: {by: null}}\n"),
        ("", {"A": A | {"given": {"at": 1, "on": ["z"]}}}, "A: {given: {on: [z]}}\n"),
        ("", {"A": None, "B": {"form": "hit", "then": {"won": True}}}, "A: null\nB: {then: {won: true}}\n"),
        (
            "A: {given: {at: 9}, then: {by: 5}} # ours\n",
            {"A": A | {"given": {"at": 9, "on": ["x", "y"]}, "then": {"won": False, "by": 5}}},
            "A: {given: {at: 9}, then: {by: 5, won: false}} # ours\n",
        ),
        ("A: {then: {by: 3, of: 4}}\n", {"A": A}, "A: {then: {}}\n"),
        (
            "# Ours.\r\nA: {then: {by: 3}}\r\n",
            {"A": A | {"then": {"won": True, "by": 4}}},
            "# Ours.\r\nA: {then: {by: 4}}\r\n",
        ),
    ],
)
def test_only_what_differs_is_written_and_all_else_stays(layers, before, wanted, after):
    if before:
        (layers / "examples.yaml").write_bytes(before.encode())
    assert revised(layers, **wanted) == after


def test_a_new_file_names_its_schema_as_the_others_do(layers: Path) -> None:
    (layers / "kit.yaml").write_text(f"{HEAD}kit.overlay.schema.json\nextends: ../base\n", "utf-8")
    assert revised(layers, A=None) == f"{HEAD}examples.overlay.schema.json\nA: null\n"


def test_a_kit_without_bases_has_whole_examples(layers: Path) -> None:
    base = layers.parent / "base"
    assert revised(base, A=A | {"then": {"won": True, "by": 7}}) == BASE.replace("by: 2", "by: 7")
    assert revised(base, A=A | {"then": {"won": True}}) == BASE.replace(", by: 2", "")


def test_a_file_of_another_form_is_refused(layers: Path) -> None:
    (layers / "examples.yaml").write_text("- A\n", "utf-8")
    with pytest.raises(ValueError, match=r"line 1 is no mapping|cannot be changed"):
        revised(layers, A=None)
