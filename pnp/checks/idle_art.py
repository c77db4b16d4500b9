"""A picture in the kit's folder that nothing shows.

Its name is almost that of a picture of the base: `back.svg` beside a kit whose face shows `card-back.svg` changes
nothing, and the old back is printed. A picture that a file names, though no page shows it, is not reported, and neither
is one with a name of its own, such as a sketch, or one that pnp brings and that only some printings show.

PASS: swerve.svg: is `<svg viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>`
FAIL: swerv.svg: is `<svg viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>`
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterator
from pathlib import Path

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.context import sources
from pnp.diagnostics import Diagnostic, Span
from pnp.graphics import images
from pnp.kit import paths


def _idle(folder: Path, used: Collection[Path]) -> list[Path]:
    """The pictures of a kit's own folder that nothing shows; not those that are copies of art that comes with pnp."""
    brought = {path.name for path in (paths.root() / "art").rglob("*.*")}
    own = (file for file in sorted(folder.iterdir()) if file.suffix.lower() in images.SUFFIXES)
    return [file for file in own if file not in used and file.name not in brought]


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """A warning for each picture of the kit's own folder that nothing shows, with almost the name of one that is."""
    if not context.whole:
        return
    used = context.render.gallery.files()
    idle = _idle(context.render.kit.folder, used)
    texts = sources(context) if idle else ""
    names = sorted({path.name for path in used})
    for file in idle:
        near = next((name for name in names if file.stem in name), None) or _near(file.name, names)
        if near and not re.search(rf"(?<![\w-])(?:{re.escape(file.name)}|art: {re.escape(file.stem)}\b)", texts):
            message = f"nothing shows the picture {file.name!r}"
            yield diagnostic(__name__, Span(str(file)), message, f"did you mean {near!r}?", severity="warning")


def _near(name: str, names: list[str]) -> str:
    """The name of a picture that differs in a letter or two; empty if there is none."""
    return next(iter(difflib.get_close_matches(name, names, 1, 0.87)), "")
