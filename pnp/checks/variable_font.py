"""A variable font of your own, which is printed in its default weight only.

A variable font file contains all weights from thin to black. pnp prints its default weight in every role, so bold words
would look like all others. If the font comes with a folder `static`, that contains one file per weight.

PASS: Mine.ttf: a plain font; fonts.yaml: is `bold: {file: Mine.ttf}`
FAIL: Mine.ttf: a variable font; fonts.yaml: is `bold: {file: Mine.ttf}`
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pnp.checks import CheckContext, diagnostic
from pnp.diagnostics import Diagnostic


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One warning for every variable font."""
    for font in context.render.fonts.variable():
        message = f"{Path(font.file).name} is a variable font; only its default weight is printed"
        hint = "use a font file with only the weight that you want"
        yield diagnostic(__name__, font.at("file"), message, hint, severity="warning")
