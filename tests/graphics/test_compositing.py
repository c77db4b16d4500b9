"""Translucent items."""

from pnp.graphics.compositing import faded
from pnp.graphics.content import Kept
from pnp.graphics.drawing import Drawing, Group, Path, Picture, Stroke, Tag, Text, Use, rectangle
from pnp.graphics.geometry import Rect, Size, Transform

BOX = Rect(0, 0, 10, 10)
FILL = Path(rectangle(BOX), "#000000", Stroke("#ff0000", 1, alpha=0.5), alpha=0.5)


def test_opacities_are_multiplied_in_everything_that_paints():
    drawing = Drawing("d", Size(10, 10), (FILL,))
    use = Use(drawing, Transform())
    items = (
        Group((Tag("P", (Text(0, 0, "a", "body", 8, "#000000", icon=use),)),)),
        Picture(BOX, Kept(b""), (1, 1)),
        use,
    )
    (group, picture, used, path) = faded((*items, FILL), 0.5)
    (text,) = group.items[0].items
    assert (text.alpha, picture.alpha, used.alpha, text.icon.alpha) == (0.5,) * 4
    assert (path.alpha, path.stroke.alpha) == (0.25, 0.25)
    assert used.drawing is drawing, "it is translucent as a whole"


def test_nothing_is_left_of_what_is_transparent():
    assert faded((FILL,), 0.0) == ()
