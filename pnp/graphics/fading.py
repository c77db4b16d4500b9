"""Make items translucent.

A drawing that is used is translucent as a whole. Each other text, fill, line and bitmap gets the opacity for itself;
where two of them overlap, the lower one shines through the upper one.
"""

from __future__ import annotations

from pnp.graphics.drawing import Group, Item, Path, Tag, Text, mapped


def faded(items: tuple[Item, ...], alpha: float) -> tuple[Item, ...]:
    """The items with their opacities multiplied by `alpha`, from 0 to 1; none if it is 0."""
    return mapped(items, lambda item: (_faded(item, alpha),)) if alpha else ()


def _faded(item: Item, alpha: float) -> Item:
    if isinstance(item, Group | Tag):
        return item
    item = item._replace(alpha=item.alpha * alpha)
    if isinstance(item, Path):
        return item._replace(stroke=item.stroke and item.stroke._replace(alpha=item.stroke.alpha * alpha))
    if isinstance(item, Text):
        return item._replace(icon=item.icon and item.icon._replace(alpha=item.icon.alpha * alpha))
    return item
