"""The items of drawings, with and without their transforms."""

from __future__ import annotations

from pnp.graphics.drawing import Drawing, Group, Tag, Text, Use, every, walk
from pnp.graphics.geometry import Size, Transform

SIZE = Size(10, 10)
MOVED = Transform(1, 0, 0, 1, 3, 0)


def text(words: str) -> Text:
    return Text(0, 0, words, "body", 9, "#000000")


def drawn() -> Drawing:
    """Texts at every depth: alone, in a group, in a tag and in a drawing that is used."""
    inner = Drawing("inner", SIZE, (Group((text("d"),), MOVED), text("e")))
    items = (text("a"), Group((text("b"), Tag("P", (text("c"),))), MOVED), Use(inner, MOVED), text("f"))
    return Drawing("outer", SIZE, items)


def test_items_at_every_depth_are_found_in_the_order_in_which_they_are_drawn():
    assert "".join(one.text for one in drawn().texts()) == "abcdef"


def test_the_same_items_are_found_with_their_transforms():
    drawing = drawn()
    walked = list(walk(drawing.items))
    assert list(every(drawing.items)) == [item for item, _, _ in walked]
    moved = {item.text: frame.e for item, frame, _ in walked if isinstance(item, Text)}
    assert moved == {"a": 0, "b": 3, "c": 3, "d": 6, "e": 3, "f": 0}
