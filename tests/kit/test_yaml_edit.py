"""Values are changed in the text of a file, and all other text stays."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit.yaml_edit import REMOVED, changed, flow, path_at, rewritten, source
from pnp.sources import Node
from pnp.sources.yaml import parse


@pytest.mark.parametrize("value", ["play a5", "yes: no", "null", "7", "", " x", "a, b", "é", "#1", None, True, 1, -2])
def test_what_is_written_is_read_as_the_same(value: object) -> None:
    text = f"a: {flow({'k': [value]})}\n"
    node = parse(text, "x.yaml", Diagnostics())
    assert node
    assert node.plain() == {"a": {"k": [value]}}


FACES = """faces:
  move:  # of all moves
    size: [63, 88]
    elements:
      - {text: "{name}", box: [14, 7.5, 41.5, 12]}  # the title
      - text: 'it''s'
        box:
          - 1  # left
          - 2
          - 3
          - 4
      # the last one
      - {markdown: x, box: [0, 0, 1, 1]}
  back: {elements: []}
notes: |
  One line.

  Another.
"""


@pytest.mark.parametrize(
    ("path", "value", "old", "new"),
    [
        (("faces", "move", "elements", 0, "box"), [19, 7.5, 41.5, 12], "[14, 7.5", "[19, 7.5"),
        (("faces", "move", "elements", 0, "box"), [14, 7.5, 41.5, 13.25], "41.5, 12]", "41.5, 13.25]"),
        (("faces", "move", "elements", 0, "text"), 'Say "hi"', '"{name}"', r'"Say \"hi\""'),
        (("faces", "move", "elements", 1, "text"), "that's", "'it''s'", "'that''s'"),
        (("faces", "move", "elements", 1, "box"), [1, 2, 9, 4], "- 3\n", "- 9\n"),
        (("faces", "move", "elements", 1, "fill"), "red", "          - 4\n", "          - 4\n        fill: red\n"),
        (("faces", "move", "elements", 3), {"qr": "x"}, "0, 1, 1]}\n", "0, 1, 1]}\n      - {qr: x}\n"),
        (("faces", "back", "elements", 0), {"qr": "x"}, "elements: []", "elements: [{qr: x}]"),
        (("faces", "move", "size"), REMOVED, "    size: [63, 88]\n", ""),
        (("faces", "move", "elements", 0, "text"), REMOVED, '{text: "{name}", box', "{box"),
        (("faces", "move", "elements", 0, "box"), REMOVED, '", box: [14, 7.5, 41.5, 12]}', '"}'),
        (("faces", "move", "elements", 2), REMOVED, "      - {markdown: x, box: [0, 0, 1, 1]}\n", ""),
        (("faces", "back"), REMOVED, "  back: {elements: []}\n", ""),
        (("notes",), "Other.\n\nWords.\n", "  One line.\n\n  Another.\n", "  Other.\n\n  Words.\n"),
    ],
)
def test_only_the_characters_of_one_value_change(path, value, old, new) -> None:
    assert changed(FACES, path, value) == FACES.replace(old, new, 1)


def paths_of(text: str) -> list[tuple[str | int, ...]]:
    """The paths of all values."""
    root = parse(text, "x.yaml", Diagnostics())
    assert root
    open_, found = [((), root)], []
    while open_:
        path, node = open_.pop()
        found.append(path)
        inner = (
            node.value.items()
            if isinstance(node.value, dict)
            else enumerate(node.value if isinstance(node.value, list) else ())
        )
        open_ += [((*path, step), one) for step, one in inner]
    return found


def test_every_value_is_found_by_its_place() -> None:
    for text in NASTY:
        root = parse(text, "x.yaml", Diagnostics())
        assert root
        for path in paths_of(text):
            span = root.at(*path)
            there = path_at(text, span.line, span.column)
            assert there is not None
            assert root.at(*there)[:3] == span[:3]


def test_an_item_with_a_comment_beside_its_dash_is_removed_with_it() -> None:
    text = "a:\n  - x: 1\n  - # why\n\n    x: 2\n    y: 3\n  - x: 4\n"
    assert changed(text, ("a", 1), REMOVED) == "a:\n  - x: 1\n  - x: 4\n"
    assert changed(text, ("a", 0), REMOVED) == "a:\n  - # why\n\n    x: 2\n    y: 3\n  - x: 4\n"


def test_every_value_can_be_written_as_it_is_or_is_refused() -> None:
    refused = 0
    for text in NASTY:
        for path in filter(None, paths_of(text)):
            try:
                after = rewritten(text, path, source(text, path))
            except ValueError:
                refused += 1
            else:
                assert [line.lstrip() for line in after.split("\n")] == [line.lstrip() for line in text.split("\n")]
    assert refused < 8


NASTY = [
    FACES,
    "{a: {b: [1, {c: d}]}, 'e f': \"g\", h: }\n",
    "a:\n- 1\n-   x: 1\n    y: 2\n- - 3\n  - 4\nb: >-\n  folded\n  text\n\nc: ~\n",
    "# top\n---\na: 1\n",
    "a: 'long\n  text'\nb:\n  # why\n  c: [1,\n      2]   # two\n",
    'é: ü\n"q": {ß: [ä]}\n',
]
VALUES: list[object] = [
    1, -2.5, True, None, "x", "a: b", "it's", "two\nlines", [1, 2], {"k": [1]}, "#a", "", " x", REMOVED,
]  # fmt: skip


@pytest.mark.parametrize("text", NASTY)
def test_a_change_of_any_value_is_that_change_alone_or_is_refused(text: str) -> None:
    """`changed` proves what the text says; here, that nothing else in it changes: all other lines stay."""
    whole = parse(text, "x.yaml", Diagnostics())
    assert whole
    refused = 0
    for path in filter(None, paths_of(text)):
        node = whole
        for step in path:
            node = node.value[step]
        for value in VALUES:
            try:
                after = changed(text, path, value)
            except ValueError:
                refused += 1
                continue
            others = [line for line in text.splitlines() if line not in after.splitlines()]
            assert len(others) <= _lines(node) + (len(path) < 2), (path, value)
    assert refused < len(VALUES) * len(paths_of(text)) / 3


def _lines(node: Node) -> int:
    """How many lines a value has at most, with that of its key and the one after it."""
    found = [span.line for span in node.spans()]
    return max(found) - min(found) + 2 + (node.value.count("\n") if isinstance(node.value, str) else 0)
