"""A picture in the kit's folder that nothing shows.

Its name is often almost that of a picture of the base: `back.svg` beside a kit whose face shows `card-back.svg` changes
nothing, and the old back is printed. A picture that a file names, though no page shows it, is not reported.

PASS: swerve.svg: is `<svg viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>`
FAIL: swerv.svg: is `<svg viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>`
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.sources import sources
from pnp.diagnostics import Diagnostic, Span, did_you_mean

PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".webp")


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """A warning for each picture of the kit's own folder that no component and no page uses, and no file names."""
    if not context.whole:
        return
    used = context.render.gallery.files()
    own = (file for file in sorted(context.render.kit.folder.iterdir()) if file.suffix.lower() in PICTURES)
    idle = [file for file in own if file not in used]
    texts = sources(context) if idle else ""
    for file in idle:
        if not re.search(rf"(?<![\w-])(?:{re.escape(file.name)}|art: {re.escape(file.stem)}\b)", texts):
            names = sorted({path.name for path in used})
            longer = next((name for name in names if file.stem in name), "")
            hint = f"did you mean {longer!r}?" if longer else did_you_mean(file.name, names)
            message = f"nothing shows the picture {file.name!r}"
            yield diagnostic(__name__, Span(str(file)), message, hint or "remove it, or name it", severity="warning")
