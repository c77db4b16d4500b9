"""A set that is laid out -> what its first page tells of it: the files, what is in them, how to print them."""

from __future__ import annotations

from typing import Any

from pnp.bench import Bench
from pnp.layout import STOCKS, Group
from pnp.model import Measure
from pnp.order import Order
from pnp.paging import Volume, volumes


def plan(desk: Bench, order: Order, paper: Measure, version: str, groups: list[Group]) -> dict[str, Any]:
    """The fields of the guide's template under `plan`."""
    counted = dict.fromkeys(desk.kit.components, 0)
    for placed in (placed for group in groups for sheet in group.sheets for placed in sheet.front):
        counted[placed.piece.component] += 1
    files = volumes(order, groups)
    loose = [volume for volume in files if not any(group.booklet for group in volume.groups)]
    backed = any(volume.two_sided or "back" in volume.sides for volume in loose)
    return {
        "files": [_file(order, volume) for volume in files],
        "edge": order.flip if backed else "",
        "order": order.order,
        "separate": order.backs == "separate",
        "folded": any(group.folded for group in groups),
        "booklet": order.flip if len(loose) < len(files) else "",
        "kinds": sorted({desk.kit.components[id_].kind for id_, count in counted.items() if count}),
        "paper": paper.title,
        "version": version[:8],
        "radius": f"{desk.facts.corner:g}",
        "contents": [
            {"title": desk.kit.components[id_].title, "count": count}
            for id_, count in counted.items()
            if count and desk.kit.components[id_].stock == "cardstock"
        ],
    }


def _file(order: Order, volume: Volume) -> dict[str, Any]:
    return {
        "name": volume.name,
        "stock_says": STOCKS[volume.stock].split(",")[0],
        "sheets": volume.sheets,
        "sides_say": _sides(order, volume),
        "holds": [group.name.lower() for group in volume.groups],
    }


def _sides(order: Order, volume: Volume) -> str:
    if not volume.two_sided:
        return "second" if volume.sides == ("back",) else "one"
    return f"both, flip on {order.flip} edge"
