"""A credit that names a typeface that is not printed, or another licence than the kit's.

A sentence that names typefaces must name all that are printed, and no other: their makers are owed the credit. The
names are those in the font files. A printed licence, such as CC BY 4.0, must be in the `credit` of kit.yaml; and that
licence must be in the kit's `LICENSE.md`, or else in the `LICENSES.md` of the project, if there is one.

PASS: credits-book.md: `{{ kit.credit.typefaces }}` -> `The fonts are Lilita One and Atkinson Hyperlegible.`
FAIL: credits-book.md: `{{ kit.credit.typefaces }}` -> `The typefaces are Marcellus and Atkinson Hyperlegible.`
FAIL: credits-book.md: `{{ kit.credit.typefaces }}` -> `The typeface is Lilita One.`
FAIL: credits.md: `{{ kit.credit.licence }}` -> `Words and drawings are under CC BY-SA 4.0.`
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.context import memoised
from pnp.checks.support.sentences import Sentence, place, sentences
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.kit import load, paths
from pnp.kit.model import Font
from pnp.text import marked
from pnp.text.fontfile import family_in
from pnp.text.roles import cut, font_file

_OPEN_FONT_LICENCE = "SIL Open Font License"
_LICENCES = re.compile(
    r"\bCC BY(?:-NC)?(?:-SA|-ND)? \d\.\d\b"
    r"|\bMIT(?=[ -][lL]i[cz]en)|(?<=licence )MIT\b"
    rf"|\b{_OPEN_FONT_LICENCE}\b"
    r"|\b(?:[AL]?GPL|MPL) \d(?:\.\d)?"
    r"|\bCC0\b"
)
_MIT = re.compile(r"\bMIT\b")
_FAMILY_OF_FILE = re.compile(r"[-_.]")
"""What ends the name of a family in the name of a packaged font's file: AbrilFatface-Regular.ttf."""
_LONG = {
    "Creative Commons Attribution-NonCommercial-ShareAlike": "CC BY-NC-SA",
    "Creative Commons Attribution-ShareAlike": "CC BY-SA",
    "Creative Commons Attribution": "CC BY",
}


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One error for each sentence with a wrong typeface or licence, and for each licence that no file grants."""
    printed = _families(context) if context.whole else None
    credit = context.render.kit.credit
    granted = _licences(f"{credit.notice} {credit.licence}")
    for sentence in sentences(context):
        if printed is not None:
            yield from _typefaces(context, sentence, printed)
        for licence in sorted(_licences(sentence.text) - granted - {_OPEN_FONT_LICENCE}):
            message = f"{licence} is printed, but it is not the licence of this kit"
            hint = f"'credit' in kit.yaml has {_listed(granted) or 'none'}"
            yield diagnostic(__name__, place(context, sentence), message, hint)
    yield from _unknown(context)


def _families(context: CheckContext) -> set[str]:
    """The families of all fonts in which something is printed."""
    drawings = [*(drawing for _, drawing in context.drawings()), *(piece.front for piece in context.described)]
    fonts = context.render.fonts
    return {fonts.typeface(role).family for role in fonts.roles_of(text for one in drawings for text in one.texts())}


def _known(context: CheckContext, text: str) -> set[str]:
    """The families of fonts that the kit may choose, as far as a text may name them.

    A font of a package is only opened if the text has the name of its file, which is its family without spaces: to
    unpack all of them took 30 ms.
    """
    fonts = [font for name, font in _fonts(context) if name in _letters(text)]
    return {family_in(font_file(font, paths.fonts_folder()), font.index) for font in fonts} - {""}


@memoised()
def _fonts(context: CheckContext) -> list[tuple[str, Font]]:
    """The fonts that the kit may choose; for those of packages, with their families."""
    roles = load.font_roles(Diagnostics(), context.render.kit.folder)
    ways = ((True, False), (False, True), (True, True))
    cuts = {cut(role, bold=bold, italic=italic) for role in roles for bold, italic in ways}
    fonts = [roles[role] for role in sorted(roles.keys() - cuts)]  # a cut has the family of its role
    return [(_letters(_FAMILY_OF_FILE.split(font.file)[0]) if font.package else "", font) for font in fonts]


def _letters(text: str) -> str:
    return "".join(text.split()).casefold()


def _typefaces(context: CheckContext, sentence: Sentence, printed: set[str]) -> Iterator[Diagnostic]:
    """One error if a sentence about typefaces does not name those that are printed."""
    if sentence.kind != marked.CREDIT and _OPEN_FONT_LICENCE not in sentence.text:
        return
    known = _known(context, sentence.text) | printed
    named = {family for family in known if re.search(rf"\b{re.escape(family)}\b", sentence.text)}
    if not named and _OPEN_FONT_LICENCE not in sentence.text:
        return
    credit = context.render.kit.credit
    own = " ".join(credit.typefaces.split())
    where = credit.at("typefaces") if own and own in sentence.text else place(context, sentence)
    for family in sorted(named - printed):
        yield diagnostic(__name__, where, f"nothing is printed in {family}", f"printed typefaces: {_listed(printed)}")
    for family in sorted(printed - named):
        yield diagnostic(__name__, where, f"this credit lacks the typeface {family}, which is printed")


def _unknown(context: CheckContext) -> Iterator[Diagnostic]:
    """One error for each licence of the kit that the file of licences does not have."""
    credit = context.render.kit.credit
    file = next((path for path in _files(context) if path.is_file()), None)
    if file is None:
        return
    text = file.read_text("utf-8")
    known = _licences(text) | set(_MIT.findall(text))
    for licence in sorted(_licences(credit.licence) - known):
        yield diagnostic(__name__, credit.at("licence"), f"{licence} is not in {file.name}", f"it has {_listed(known)}")


def _files(context: CheckContext) -> Iterator[Path]:
    """The files with the licences of a kit: in the folder of one of its layers or, for shipped kits, at the root."""
    kit = context.render.kit
    for folder in map(Path, kit.spoken):
        yield folder / "LICENSE.md"
    if kit.folder.parent == paths.data_folder():
        yield paths.root() / "LICENSES.md"


def _licences(text: str) -> set[str]:
    """The licences that a text names."""
    plain = " ".join(text.split())
    for long, short in _LONG.items():
        plain = plain.replace(long, short)
    return set(_LICENCES.findall(plain))


def _listed(names: set[str]) -> str:
    return ", ".join(sorted(names))
