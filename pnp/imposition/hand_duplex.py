"""Draw the test for printing both sides by hand: two sheets, with a number and an arrow on each of their sides.

Which number comes out behind the 1 shows in which order a printer takes a stack, and the arrows show which way up its
backs are. The answers are kept in the printer's profile.
"""

from __future__ import annotations

from pnp.graphics import Drawing, Item, Path, Size, Transform
from pnp.graphics.drawing import Text, polygon
from pnp.imposition.sheet import Room
from pnp.text import Fonts
from pnp.text.layout import paragraphs

PAGES = 4
"""The fronts of two sheets, then their backs."""
LIKE_NUMBERS = "3"
"""The back that is behind the 1 if backs are printed in the order of the fronts."""

_INK = "#000000"
_NUMBER, _SIZES = 120.0, (11.0, 10.0, 9.0, 8.0, 7.0)
_ARROW = Size(24, 14)


def pages(room: Room, fonts: Fonts, printer: str = "my-printer") -> list[Drawing]:
    """The pages of the test. Raises ValueError for paper that is too small."""
    return [_page(room, fonts, number, _steps(printer) if number == 1 else ()) for number in range(1, PAGES + 1)]


def _steps(printer: str) -> tuple[str, ...]:
    return (
        "**Both sides by hand: a test with two sheets.** Once done, the right order and the right way up come by "
        "themselves.",
        "**1.** Print **pages 1 and 2** of this file at 100\u00a0%, on one side.",
        "**2.** Lay both sheets back into the tray as they came out, together, so that their empty sides are printed. "
        "Most printers need the stack turned over for that, on its long edge; some need it as it is. Remember how you "
        "did it.",
        "**3.** Print **pages 3 and 4**. Are two numbers on one side of a sheet? Then begin again, and lay the stack "
        "in with the other side up.",
        "**4.** Take the sheet with the **1**, the arrow pointing up, and turn it over like a page of a book. Is a 3 "
        "or a 4 on its back? Does the arrow there point up or down?",
        f"**5.** Type **pnp printer by-hand {printer} --behind 3**, or **--behind 4**. Add **--upside-down** if the "
        "arrow points down.",
        f"From then on, print with **pnp build KIT --order sides --printer {printer}**: all fronts first, then the "
        "stack laid in as in step 2, then all backs.",
    )


def _page(room: Room, fonts: Fonts, number: int, steps: tuple[str, ...]) -> Drawing:
    """A page with an arrow at the top, a large number, and steps below it."""
    paper, middle = room.paper, room.paper.w / 2
    top = room.margin + 8
    tip, left, right = (middle, top), (middle - _ARROW.w / 2, top + _ARROW.h), (middle + _ARROW.w / 2, top + _ARROW.h)
    cap = fonts.cap_height("bold", _NUMBER)
    below = top + _ARROW.h + 12 + cap
    width = fonts.width(str(number), "bold", _NUMBER)
    items: list[Item] = [
        Path(polygon(tip, right, left), fill=_INK),
        Text(middle - width / 2, below, str(number), "bold", _NUMBER, _INK),
    ]
    return Drawing(f"by-hand-{number}", paper, (*items, *_words(room, fonts, steps, below + 12)))


def _words(room: Room, fonts: Fonts, steps: tuple[str, ...], top: float) -> list[Item]:
    """The steps from `top` down, in the largest type in which they fit."""
    width = min(room.paper.w - 2 * room.margin - 16, 150.0)
    left = (room.paper.w - width) / 2
    for size in _SIZES:
        words, height = paragraphs(fonts, steps, width, size)
        if top + height <= room.paper.h - room.margin:
            return [words._replace(transform=Transform.move(left, top))]
    raise ValueError(f"the test has no room for its instructions on {room.paper}")
