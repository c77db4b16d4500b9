"""Values are changed in the text of a file, and all other text stays."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit.yaml_edit import flow, with_value
from pnp.sources.yaml import parse


@pytest.mark.parametrize(
    ("before", "path", "value", "after"),
    [
        ("a: {b: 1} # why\n", "a.b", 2, "a: {b: 2} # why\n"),
        ("a: {b: 1, c: 2}\n", "a.b", [1, 2], "a: {b: [1, 2], c: 2}\n"),
        ("a: {b: 1}\n", "a.c", True, "a: {b: 1, c: true}\n"),
        ("a: {}\n", "a.c", 1, "a: {c: 1}\n"),
        ("{a: 1}\n", "b", 1, "{a: 1, b: 1}\n"),
        ("a:\n  b: 1  # one\n# end\nc: 2\n", "a.d", "x", "a:\n  b: 1  # one\n  d: x\n# end\nc: 2\n"),
        ("a:\n  b:\n    - 1\n    - 2\n\n# end\n", "a.b", [3], "a:\n  b: [3]\n\n# end\n"),
        ("a:\nb: 1\n", "a", {"c": None}, "a: {c: null}\nb: 1\n"),
        ("a: {b: 1}\n", "a", None, "a: null\n"),
        ("# only\n", "a.b", 1, "# only\na: {b: 1}\n"),
        ("a: 1", "b.c", 1, "a: 1\nb: {c: 1}"),
        ("é: {b: 1}\na: {b: ü, c: 1}\n", "a.c", 2, "é: {b: 1}\na: {b: ü, c: 2}\n"),
    ],
)
def test_one_value_is_changed(before: str, path: str, value: object, after: str) -> None:
    assert with_value(before, path.split("."), value) == after


def test_a_value_inside_a_text_is_written_over_it() -> None:
    assert with_value("a: 1\n", ("a", "b"), 2) == "a: {b: 2}\n"


def test_a_list_at_the_root_is_refused() -> None:
    with pytest.raises(ValueError, match="line 1 is no mapping"):
        with_value("- a\n", ("a",), 2)


@pytest.mark.parametrize("value", ["play a5", "yes: no", "null", "7", "", " x", "a, b", "é", "#1", None, True, 1, -2])
def test_what_is_written_is_read_as_the_same(value: object) -> None:
    text = f"a: {flow({'k': [value]})}\n"
    node = parse(text, "x.yaml", Diagnostics())
    assert node
    assert node.plain() == {"a": {"k": [value]}}
