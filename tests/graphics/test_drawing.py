"""The items of drawings: finding them, with and without their transforms, and changing them."""

from __future__ import annotations

from pnp.diagnostics import Span
from pnp.graphics.drawing import (
    At,
    Changed,
    Drawing,
    Group,
    Item,
    Tag,
    Text,
    Use,
    descend,
    every,
    fold,
    is_own,
    mapped,
    mapped_down,
    walk,
)
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
    assert list(every(drawing.items)) == [item for item, _ in walked]
    moved = {item.text: at.frame.e for item, at in walked if isinstance(item, Text)}
    assert moved == {"a": 0, "b": 3, "c": 3, "d": 6, "e": 3, "f": 0}


def words(items) -> str:
    return "".join(item.text for item in every(items) if isinstance(item, Text))


def capital(item: Item) -> tuple[Item, ...]:
    return (item._replace(text=item.text.upper()) if isinstance(item, Text) else item,)


def test_what_is_inside_is_left_out_where_it_is_refused():
    items = drawn().items
    assert "".join(item.text for item in every(items, is_own) if isinstance(item, Text)) == "abcf"
    assert "".join(item.text for item, _ in walk(items, enter=is_own) if isinstance(item, Text)) == "abcf"
    assert [type(item) for item in every(items, lambda item: isinstance(item, Tag))] == [Text, Group, Use, Text]


def test_items_are_written_where_the_nearest_tag_around_them_is():
    outer, inner = Span("a.yaml", 1, 1), Span("a.yaml", 2, 1)
    items = (
        Tag("L", (text("a"), Tag("P", (text("b"),), origin=inner), Tag("P", (text("c"),))), origin=outer),
        text("d"),
    )
    written = {item.text: at.origin for item, at in walk(items, At()) if isinstance(item, Text)}
    assert written == {"a": outer, "b": inner, "c": outer, "d": None}


def test_a_context_is_handed_down():
    def inside(item, depth):
        return depth + 1 if is_own(item) else None

    depths = {item.text: depth for item, depth in descend(drawn().items, 0, inside) if isinstance(item, Text)}
    assert depths == {"a": 0, "b": 1, "c": 2, "f": 0}

    def numbered(item, depth):
        return (item._replace(text=str(depth)) if isinstance(item, Text) else item,)

    assert words(mapped_down(drawn().items, numbered, 0, inside)) == "012de0"


def test_values_are_made_from_the_inside_out():
    def value(item, inside):
        return item.text if isinstance(item, Text) else f"({''.join(inside)})"

    assert fold(drawn().items, value) == ("a", "(b(c))", "()", "f")


def test_items_are_changed_at_every_depth_but_not_in_drawings_that_are_used():
    assert words(mapped(drawn().items, capital)) == "ABCdeF"
    assert words(mapped(drawn().items, capital, lambda item: isinstance(item, Tag))) == "AbcdeF"


def test_items_are_removed_and_replaced_by_several():
    items = mapped(drawn().items, lambda item: item.items if isinstance(item, Group | Tag) else (item, item))
    assert [type(item) for item in items] == [Text, Text, Text, Text, Text, Text, Use, Use, Text, Text]
    assert words(mapped(drawn().items, lambda item: () if isinstance(item, Text) else (item,))) == "de"


def test_items_that_do_not_change_are_the_same():
    drawing = drawn()
    assert mapped(drawing.items, lambda item: (item,)) is drawing.items
    assert Changed(lambda item: (item,)).drawing(drawing) is drawing
    other = Changed(lambda item: (item._replace(text="x") if item == text("a") else item,)).drawing(drawing)
    assert words(other.items) == "xbcdef"
    assert other.items[1] is drawing.items[1]


def test_a_drawing_that_is_used_twice_is_changed_once():
    inner = Drawing("inner", SIZE, (text("a"),))
    icon = text(":b:")._replace(icon=Use(inner, MOVED))
    outer = Changed(capital).drawing(Drawing("outer", SIZE, (Use(inner, MOVED), Group((Use(inner, MOVED),)), icon)))
    first, group, third = outer.items
    assert words(first.drawing.items) == "A"
    assert first.drawing is group.items[0].drawing is third.icon.drawing


def test_a_tag_is_a_layer_a_decoration_or_a_bleed_by_its_role():
    roles = ("Layer", "Artifact", "Bleed", "P")
    tags = [Tag(role, (), "Cut lines") for role in roles]
    assert [tag.layer for tag in tags] == ["Cut lines", "", "", ""]
    assert [tag.is_decoration for tag in tags] == [False, True, False, False]
    assert [tag.is_bleed for tag in tags] == [False, False, True, False]
