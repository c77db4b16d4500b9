"""A font of your own that has many cuts in one file, of which only one is printed.

Such a file holds all weights from thin to black, and programs choose between them. Here the usual one is printed,
whatever the role is: bold words would look like all others. Where there is a folder `static` beside the file, the cuts
are in there, a file each.

PASS: Mine.ttf: a plain font; fonts.yaml: is `bold: {file: Mine.ttf}`
FAIL: Mine.ttf: a variable font; fonts.yaml: is `bold: {file: Mine.ttf}`
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pnp.checks import CheckContext, diagnostic
from pnp.diagnostics import Diagnostic


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """A warning for every such font."""
    for font in context.render.fonts.variable():
        message = f"{Path(font.file).name} is a variable font; only its usual cut is printed"
        hint = "take the cut that you want as a file of its own"
        yield diagnostic(__name__, font.at("file"), message, hint, severity="warning")
