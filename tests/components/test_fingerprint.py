"""Fingerprints of drawings and versions of data: what changes them and what does not."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics, Span
from pnp.graphics import Drawing, Group, Item, Path, Rect, Size, Stroke, Tag, Transform
from pnp.graphics.content import Kept
from pnp.graphics.drawing import FROM_EDGE, Picture, Text, Use
from pnp.kit import paths
from tests.conftest import edit


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("cards.yaml", "count: 8", "count: 9"),
        ("rulebook.md", "Keep your hand secret", "Keep your hand hidden"),
        ("rules.yaml", "# Every number", "# Each number"),
    ],
)
def test_any_change_of_the_data_changes_their_version(kit, file, old, new):
    diagnostics = Diagnostics()
    before = paths.data_version(kit, [], diagnostics)
    assert paths.data_version(kit, [], diagnostics) == before
    edit(kit, file, old, new)
    assert paths.data_version(kit, [], diagnostics) != before


def test_what_is_no_data_does_not_change_the_version(kit):
    before = paths.data_version(kit, [], Diagnostics())
    (kit / ".DS_Store").write_bytes(b"x")
    (kit / "cards.yaml~").write_bytes(b"x")
    assert paths.data_version(kit, [], Diagnostics()) == before


LINE = (("m", (0.0, 0.0)), ("l", (4.0, 3.0)))
CONTENT = Kept(b"picture")
DOT = Drawing("dot", Size(2, 2), (Path(LINE, "#112233"),))
BASES: list[Item] = [
    Path(LINE, "#112233", Stroke("#445566", 0.5)),
    Text(1, 2, "word", "body", 8, "#000000"),
    Picture(Rect(0, 0, 2, 2), CONTENT, (4, 4)),
    Group((Path(LINE, "#112233"),), Transform.move(1, 0), LINE),
    Use(DOT, Transform.move(1, 0)),
]
CHANGES: list[dict[str, object]] = [
    {
        "segments": (("m", (0.0, 0.0)), ("m", (4.0, 3.0))), "fill": "#112234", "even_odd": True, "alpha": 0.5,
        "stroke": Stroke("#445566", 0.6),
    },
    {"x": 1.1, "y": 2.1, "text": "Word", "font": "bold", "size": 9, "colour": "#000001", "alpha": 0.5},
    {"box": Rect(0, 0, 2, 3), "content": Kept(b"other"), "alpha": 0.5},
    {"items": (), "transform": Transform.move(2, 0), "clip": (), "clip_even_odd": True},
    {"drawing": Drawing("dot", Size(2, 2), (Path(LINE, "#332211"),)), "transform": Transform.move(2, 0), "alpha": 0.5},
]  # fmt: skip
STROKES = {"colour": "#445567", "width": 0.6, "dash": (1.0, 2.0), "cap": 1, "join": 1, "miter": 5.0, "alpha": 0.5}


def test_whatever_is_printed_otherwise_changes_the_fingerprint(context):
    items = [BASES[0], *(BASES[0]._replace(stroke=BASES[0].stroke._replace(**{k: v})) for k, v in STROKES.items())]
    for base, changes in zip(BASES[1:], CHANGES[1:], strict=True):
        items += [base, *(base._replace(**{key: value}) for key, value in changes.items())]
    items += [BASES[0]._replace(**{key: value}) for key, value in CHANGES[0].items() if key != "stroke"]
    prints = [context.fingerprints.side(Drawing("a", Size(9, 9), (item,))) for item in items]
    assert len({*prints}) == len(prints)


def test_what_prints_the_same_has_the_same_fingerprint(context):
    shown = (Path(LINE, "#112233"), Text(1, 2, "word", "body", 8, "#000000"))
    nearly = (Path((("m", (0.0, 0.0)), ("l", (4.0 + 1e-9, 3.0))), "#112233"), shown[1])
    beside = Tag("Bleed", (Path(LINE, "#ff0000"),), FROM_EDGE)
    alike = [
        Drawing("a", Size(9, 9), shown),
        Drawing("b", Size(9, 9), nearly, bleed=3.0, alt="words"),
        Drawing("a", Size(9, 9), (Tag("P", shown, "words", Span("x.yaml", 3)), beside)),
    ]
    assert len({*map(context.fingerprints.side, alike)}) == 1
