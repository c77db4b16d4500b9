"""What the guide reports of a set: its files, what is in them, and how to print them."""

from __future__ import annotations

from typing import Any

from pnp.build import pages
from pnp.build.options import BuildOptions
from pnp.build.pages import OutputFile
from pnp.build.sheets import Group
from pnp.components.context import RenderContext
from pnp.kit.sizes import LANDSCAPE, NamedSize


def description(context: RenderContext, order: BuildOptions, groups: list[Group]) -> dict[str, Any]:
    """The fields of the guide's template under `plan`."""
    counted = dict.fromkeys(context.kit.components, 0)
    for placed in (placed for group in groups for sheet in group.sheets for placed in sheet.front):
        counted[placed.piece.component] += 1
    files = pages.files(order, groups)
    loose = [file for file in files if not any(group.booklet for group in file.groups)]
    backed = any(file.two_sided or "back" in file.sides for file in loose)
    return {
        "files": [_file(context, order, file) for file in files],
        "edge": order.flip if backed else "",
        "order": order.order,
        "separate": order.backs == "separate",
        "folded": any(group.folded for group in groups),
        "booklet": order.flip if len(loose) < len(files) else "",
        "kinds": sorted({context.kit.components[id_].kind for id_, count in counted.items() if count}),
        "paper": _paper(context, order.paper),
        "radius": context.labels.number(context.facts.corner),
        "contents": [
            {"title": context.kit.components[id_].title, "count": count}
            for id_, count in counted.items()
            if count and context.kit.components[id_].stock == "cardstock"
        ],
    }


def _paper(context: RenderContext, paper: NamedSize) -> str:
    """What the paper is called: by its name, and that it is landscape, or by its measures."""
    upright = paper.name.removesuffix(LANDSCAPE)
    if upright not in context.facts.papers:
        return " × ".join(context.labels.number(side) for side in paper.size) + " mm"
    title = context.facts.papers[upright].title
    return title if upright == paper.name else context.say("landscape", paper=title)


def _file(context: RenderContext, order: BuildOptions, file: OutputFile) -> dict[str, Any]:
    return {
        "name": file.name,
        "stock_says": context.say(f"stock_{file.stock}"),
        "sheets": file.sheets,
        "sides_say": context.say(_sides(order, file)),
        "holds": [group.name for group in file.groups],
    }


def _sides(order: BuildOptions, file: OutputFile) -> str:
    """Which sides of its paper a file is printed on, by the key of the words for it."""
    if not file.two_sided:
        return "sides_second" if file.sides == ("back",) else "sides_one"
    return f"sides_both_{order.flip}"
