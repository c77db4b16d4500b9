"""A text that differs in one entry is read as a whole one is, with the same places."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pnp.diagnostics import Diagnostics
from pnp.sources import Node, yaml
from pnp.sources.yaml_part import spliced
from tests.conftest import SMALL

FACES = (SMALL / "faces.yaml").read_text("utf-8")
CARDS = (SMALL / "cards.yaml").read_text("utf-8")
NASTY = [
    "# top\n---\na:\n  b: {x: 1}\n\n  # why\n  c:\n    - 1\n    - |\n      text\n\n"
    "  'd e': >-\n    two\n    lines\nf: {g: 1,\n  h: 2}\n",
    "a: {b: {c: 1},\n    d: 2}\n",
    "a:\n  b: 1\n  c:\na2:\n  b:\n    x: 'one\n      two'\n  d: {e: [1,\n    2]}",
    "a:\n    b:\n        - {x: 1}\n    c: 2\n  # comment\nd:\n- 1\n",
    "a: {x: 1}\nb:\n  c: 1\n...\n",
]
INSERTS = [
    "x", " ", "\n", "- ", "{", "}", "'", '"', ":", ": ", "# ", "|", "\n  k: 1", "\n---\n", "\n...\n", "\t", "&a ", "*a",
    "\n    ", "!!str ", "? ", "%", "[1,", "é", "\n  b: 2\n", "\nz: 1\n", "after-the-entry: 1", "\n\n\n", "1.5", "~",
]  # fmt: skip


def whole(text: str) -> Node | None:
    found = Diagnostics()
    node = yaml._root(text, "x.yaml", found)
    return None if found else node


def places(node: Node) -> Any:
    inner = node.value
    if isinstance(inner, dict):
        inner = [(key, places(value)) for key, value in inner.items()]
    elif isinstance(inner, list):
        inner = [places(value) for value in inner]
    return node.span, node.key_span, node.text, type(inner), inner


def part(before: str, text: str) -> Node | None:
    root = whole(before)
    return spliced(before, root, text, whole) if root else None


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        ("[6, 18, 51, 40]", "[7, 18, 51, 40]", 8), ('      - {art: "{art}", box: [6, 18, 51, 40]}\n', "", 7),
        ("      - {art:", "      - {text: x}\n      - {art:", 9), ("size: 16, least: 10", "size: 15", 3),
        ("score: {elements:", "score: {bleeds: true, elements:", 3),
    ],
)  # fmt: skip
def test_only_the_lines_of_the_changed_entry_are_read(old, new, lines):
    read: list[str] = []

    def counted(text: str) -> Node | None:
        read.append(text)
        return whole(text)

    text, root = FACES.replace(old, new, 1), whole(FACES)
    assert root
    found, expected = spliced(FACES, root, text, counted), whole(text)
    assert found
    assert expected
    assert places(found) == places(expected)
    assert sum(bool(line) for line in read[0].split("\n")) == lines
    assert (
        found.value["faces"].value["rhino-back"].value is root.value["faces"].value["rhino-back"].value
        or "\n" in old + new
    )


def test_what_is_no_change_of_one_entry_is_read_as_a_whole():
    for text in (
        FACES.replace("  move:", "  moved:"),
        FACES.replace("faces:", "fases:"),
        FACES.replace("{name}", "{title}"),
        FACES.replace("  plain:", "   plain:"),
        FACES + "new: 1\n",
        "faces: {}\n",
        "",
    ):
        assert part(FACES, text) is None, text


def random_change(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    kind = chance.random()
    if kind < 0.4:
        return text[:at] + chance.choice(INSERTS) + text[at:]
    if kind < 0.7:
        return text[:at] + text[at + chance.randrange(1, 12) :]
    lines = text.split("\n")
    number = chance.randrange(len(lines))
    if kind < 0.8:
        del lines[number]
    else:
        lines.insert(chance.randrange(len(lines)), lines[number])
    return "\n".join(lines)


def compare(texts: list[str], count: int, seed: int) -> int:
    """Change texts at random; returns how often only a part was read."""
    chance, found = random.Random(seed), 0
    for _ in range(count):
        before = chance.choice(texts)
        text = random_change(before, chance)
        node = part(before, text)
        if node is not None:
            expected = whole(text)
            assert expected is not None, (before, text)
            assert places(node) == places(expected), (before, text)
            found += 1
    return found


def test_random_changes_are_read_with_the_same_places():
    assert compare([FACES, CARDS, *NASTY], 500, 7) > 100


@pytest.mark.slow
def test_more_random_changes_are_read_with_the_same_places():
    assert compare(NASTY, 3_000, 8) > 250
