"""A set that is laid out -> what its first page tells of it: the files, what is in them, how to print them."""

from __future__ import annotations

from typing import Any

from pnp.build.options import BuildOptions
from pnp.build.pages import Volume, volumes
from pnp.build.sheets import Group
from pnp.components.context import Bench
from pnp.kit.load import LANDSCAPE
from pnp.kit.model import Measure


def plan(desk: Bench, order: BuildOptions, paper: Measure, groups: list[Group]) -> dict[str, Any]:
    """The fields of the guide's template under `plan`."""
    counted = dict.fromkeys(desk.kit.components, 0)
    for placed in (placed for group in groups for sheet in group.sheets for placed in sheet.front):
        counted[placed.piece.component] += 1
    files = volumes(order, groups)
    loose = [volume for volume in files if not any(group.booklet for group in volume.groups)]
    backed = any(volume.two_sided or "back" in volume.sides for volume in loose)
    return {
        "files": [_file(desk, order, volume) for volume in files],
        "edge": order.flip if backed else "",
        "order": order.order,
        "separate": order.backs == "separate",
        "folded": any(group.folded for group in groups),
        "booklet": order.flip if len(loose) < len(files) else "",
        "kinds": sorted({desk.kit.components[id_].kind for id_, count in counted.items() if count}),
        "paper": _paper(desk, order, paper),
        "radius": desk.sheet.number(desk.facts.corner),
        "contents": [
            {"title": desk.kit.components[id_].title, "count": count}
            for id_, count in counted.items()
            if count and desk.kit.components[id_].stock == "cardstock"
        ],
    }


def _paper(desk: Bench, order: BuildOptions, paper: Measure) -> str:
    """What the paper is called: by its name, and that it lies, or by its measures."""
    upright = order.paper.removesuffix(LANDSCAPE)
    if upright not in desk.facts.papers:
        return " × ".join(desk.sheet.number(side) for side in paper.extent) + " mm"
    title = desk.facts.papers[upright].title
    return title if upright == order.paper else desk.say("landscape", paper=title)


def _file(desk: Bench, order: BuildOptions, volume: Volume) -> dict[str, Any]:
    return {
        "name": volume.name,
        "stock_says": desk.say(f"stock_{volume.stock}"),
        "sheets": volume.sheets,
        "sides_say": desk.say(_sides(order, volume)),
        "holds": [group.name for group in volume.groups],
    }


def _sides(order: BuildOptions, volume: Volume) -> str:
    """Which sides of its paper a file is printed on, by the key of the words for it."""
    if not volume.two_sided:
        return "sides_second" if volume.sides == ("back",) else "sides_one"
    return f"sides_both_{order.flip}"
