"""Convert drawings to greys with the luminances of their colours."""

from __future__ import annotations

from collections.abc import Callable

from pnp.graphics import colour, gradient
from pnp.graphics.content import Content
from pnp.graphics.drawing import Changed, Item, Path, Picture, Text
from pnp.graphics.inksaver import bitmaps


class GreyConverter:
    """Converts each drawing once; `paint` maps a colour to its grey, `bitmap` a bitmap file."""

    def __init__(
        self, paint: Callable[[str], str] = colour.grey, bitmap: Callable[[Content], Content] = bitmaps.grey
    ) -> None:
        self._paint, self._bitmap = paint, bitmap
        self.drawing = Changed(self._changed).drawing

    def _changed(self, item: Item) -> tuple[Item]:
        if isinstance(item, Path):
            return (self._path(item),)
        if isinstance(item, Text):
            return (item._replace(colour=self._paint(item.colour)),)
        if isinstance(item, Picture):
            return (item._replace(content=self._bitmap(item.content)),)
        return (item,)

    def _path(self, path: Path) -> Path:
        fill = gradient.of(path.fill, self._paint) if path.fill else None
        stroke = path.stroke._replace(colour=self._paint(path.stroke.colour)) if path.stroke else None
        return path._replace(fill=fill, stroke=stroke)
