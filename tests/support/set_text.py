"""Texts of cases, set as Markdown in a column or fitted into a box, as lines for golden files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.diagnostics import Diagnostics, Span
from pnp.graphics import Rect
from pnp.kit.model import Style
from pnp.sources import Node
from pnp.text.blocks import Strip, columns
from pnp.text.fit import fit, place, runs, wrap
from pnp.text.layout import fit_column, set_text
from pnp.text.styles import Setting, styles_of
from tests.support import drawn
from tests.support.dump import lines_of_items, number, numbers
from tests.support.text import COLOURS, HERE, PICTURES, WIDTH


def lines_of_text(case: str | dict[str, Any]) -> Iterator[str]:
    """Markdown as strips, on pages if the case has a `height`, or as a whole if it has a `box`."""
    case = case if isinstance(case, dict) else {"text": case}
    context, diagnostics = drawn.kit(), Diagnostics()
    styles = styles_of(context.kit.facebook.styles, "book")
    if not case.get("lead"):
        del styles["lead"]
    setting = Setting(context.fonts, styles, COLOURS.__getitem__, PICTURES.get, HERE, diagnostics, context.say)
    if "box" in case:
        yield from lines_of_items(fit_column(case["text"], setting, Rect(*case["box"])), set(PICTURES.values()))
    else:
        strips = set_text(case["text"], setting, case.get("width", WIDTH)).strips
        for page in columns(strips, case["height"]) if "height" in case else [strips]:
            if "height" in case:
                yield "page"
            for strip in page:
                yield from _strip(strip)
    yield from (f"{one.severity}[{one.code}] {one.message}" for one in diagnostics)


def _strip(strip: Strip) -> Iterator[str]:
    facts = [f"{number(strip.before)} above"] * bool(strip.before)
    facts += ["kept"] * strip.keep + ["new page"] * strip.new_page
    facts += [f"heading {strip.heading.level} {strip.heading.words!r}"] if strip.heading else []
    facts += ["in " + " ".join(tag.role for tag in strip.within)] if strip.within else []
    yield " ".join([f"strip {number(strip.height)} high", *facts])
    yield from (f"  {line}" for line in lines_of_items(strip.items, set(PICTURES.values())))


def lines_of_fit(case: str | dict[str, Any]) -> Iterator[str]:
    """A text in a box, in a style with the other keys of the case."""
    given = {"font": "body", "size": 10.0, "text": case} if isinstance(case, str) else {"font": "body", **case}
    fonts, diagnostics = drawn.kit().fonts, Diagnostics()
    text, box = given.pop("text"), Rect(*given.pop("box", (10, 20, 40, 30)))
    style = Style(origin=Node({}, Span("faces.yaml")), **{"size": 10.0, **given})
    block = fit(fonts, text, style, box, HERE, diagnostics)
    yield f"{block.size:g} pt, {number(block.height)} high, leading {number(block.leading)}, cap {number(block.cap)}"
    yield from lines_of_items(place(block, box, style, "#123456"), set())
    yield from (f"{one.severity}[{one.code}] {one.message}" for one in diagnostics)


def lines_of_wrap(case: dict[str, Any]) -> Iterator[str]:
    """The lines of a text in 10 pt, with their width and where each run begins."""
    parted = case.get("parted", "")
    content = runs(case["text"], "body")
    for line in wrap(drawn.kit().fonts, content, 10, case["width"], parted, forced=case.get("forced", True)):
        yield f"{number(line.width)}: " + " | ".join(f"{numbers(x)} {run.text!r} {run.font}" for x, run in line.words)
