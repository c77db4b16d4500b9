"""A colour, text style, face or font role that nothing uses, with almost the name of another; a style's idle space.

`papr: "#fffdf5"` below `palette` changes nothing, and `paper` is printed in the shared colour. A name that is like no
other, such as that of a colour for later, is not reported. Space above and below and a line below are for the parts of
Markdown: `rule` of a style named `card-title` prints no line below the title of a `text` element.

PASS: kit.yaml: `palette:` -> `palette:\\n  violet: "#6a3fa0"`
FAIL: kit.yaml: `palette:` -> `palette:\\n  papre: "#fffdf5"`
FAIL: faces.yaml: `styles:` -> `styles:\\n  book-bdoy: {font: title, size: 9}`
PASS: faces.yaml: `styles:` -> `styles:\\n  note-h1: {font: title, size: 9, rule: 1}`
FAIL: faces.yaml: `styles:` -> `styles:\\n  noted: {font: title, size: 9, rule: 1}`
FAIL: fonts.yaml: is `tite: {file: LilitaOne-Regular.ttf, package: fontpkg-lilita-one}`
"""

from __future__ import annotations

import difflib
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.context import sources
from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.kit import Kit, load, paths
from pnp.kit.paths import FONTS_FILE
from pnp.sources.yaml import read_text
from pnp.text.styles import SPACED, STYLE_ROLES

MOST = 20
"""Names of a kind that are compared with all others, which takes a while if there are thousands."""
STYLE = "text style"
_NAME = re.compile(r"[\w-]+")


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """A warning for names of the kit's own files that are nowhere else, and almost another one; for `MOST` at most."""
    shared = (paths.data_folder() / paths.COMMON).glob("*.yaml")
    texts = "\n".join([sources(context), *(read_text(file, Diagnostics()) or "" for file in shared)])
    written = Counter(_NAME.findall(texts))
    for what, places in _names(context):
        idle = (name for name in places if _is_idle(name, what, places[name], context.render.kit.folder, written))
        for name in islice(idle, MOST):
            near = difflib.get_close_matches(name, [other for other in places if other != name], 1, 0.8)
            if near and not any(f"{begin}{{" in texts for begin in _begins(name)):
                hint = f"did you mean {near[0]!r}?"
                yield diagnostic(__name__, places[name], f"nothing uses the {what} {name!r}", hint, severity="warning")
    yield from islice(_idle_spaces(context), MOST)


def _idle_spaces(context: CheckContext) -> Iterator[Diagnostic]:
    """A warning for each key of the kit's own files that no style with it has an effect for."""
    for (key, place), names in sorted(_spaces(context.render.kit).items()):
        if not any(name.rpartition("-")[2] in SPACED[key] for name in names):
            message = f"{key!r} has no effect in the text style {names[0]!r}"
            hint = f"it is for Markdown, in styles whose names end in {', '.join(f'-{role}' for role in SPACED[key])}"
            yield diagnostic(__name__, place, message, hint, severity="warning")


def _spaces(kit: Kit) -> dict[tuple[str, Span], list[str]]:
    """The spaces that styles of the kit's own files have, and the styles that have each: one that extends it too."""
    written = defaultdict[tuple[str, Span], list[str]](list)
    styles = kit.facebook.origin.value.get("styles")
    for name, style in styles.value.items() if styles else ():
        for key in SPACED.keys() & style.value.keys():
            if style.value[key].value and Path(style.value[key].key_span.file).parent == kit.folder:
                written[key, style.value[key].key_span].append(name)
    return written


def _is_idle(name: str, what: str, place: Span, folder: Path, written: Counter[str]) -> bool:
    """Whether a name of the kit's own is written only where it is given, and is no style by its role, `book-h1`."""
    file = Path(place.file)
    by_role = what == STYLE and name.rpartition("-")[2] in STYLE_ROLES
    return file.parent == folder and not by_role and written[name] <= (file.name != FONTS_FILE)


def _begins(name: str) -> list[str]:
    """The beginnings of a name that a field may end, as in `mini-{id}`."""
    return [name[: at + 1] for at, letter in enumerate(name) if letter == "-"]


def _names(context: CheckContext) -> Iterator[tuple[str, dict[str, Span]]]:
    """What a kit and those below it name, and where each name is written."""
    kit = context.render.kit
    held = (
        ("colour", kit.origin, "palette"),
        (STYLE, kit.facebook.origin, "styles"),
        ("face", kit.facebook.origin, "faces"),
    )
    for what, origin, key in held:
        node = origin.value.get(key)
        yield what, {name: inner.key_span for name, inner in node.value.items()} if node else {}
    roles = load.font_roles(Diagnostics(), kit.folder)
    yield "font role", {name: font.origin.key_span for name, font in roles.items()}
