"""Read the metrics and the TrueType data of fonts."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from pnp.text import fontfile
from pnp.text.characters import ZERO, printable, widened
from pnp.text.fontfile import FontError


class Typeface(NamedTuple):
    """A font. Lengths are in thousandths of the type size; characters are code points."""

    data: bytes
    """The font as a TrueType file."""
    digest: str
    """The SHA-256 of `data`."""
    widths: dict[int, float]
    """The width of each printable character, including those that are replaced by others."""
    usual: float
    """The width of a missing character."""
    glyphs: frozenset[int]
    """The characters in the font."""
    replaced: frozenset[int]
    """The characters without a glyph that can be printed all the same: spaces, and what has a replacement."""
    descent: float
    cap: float
    """The height of capitals; 0 if the font does not give it."""
    shapes: bool
    """Whether the font has rules for shaping: kerning, ligatures, joined forms."""
    coloured: bool
    """Whether the font has glyphs in colours (COLR)."""
    variable: bool
    """Whether the font is variable; its default instance is used."""
    family: str
    """The name of the family, without the cut: that of its credits."""


class Loan(NamedTuple):
    """Characters that a font borrows, and the data of the font that lends them, with its index in a collection."""

    characters: str
    data: bytes
    number: int | None


Shares = tuple[tuple[str, float], ...]
"""Characters, each with the share of its width that it gets."""
SECONDS, MOST_SECONDS = 5, 20
"""The computing time to read a small font and a large one, in seconds: 5,000 PostScript outlines take about ten."""
_BYTES_PER_SECOND = 100_000
"""How much larger a font must be for another second."""
_STOPPED = "replace the file, or use another font"


@lru_cache(maxsize=100)
def read(
    data: bytes,
    index: int | None = None,
    loan: Loan | None = None,
    shares: Shares = (),
    cut: str | None = None,
    *,
    checked: bool = True,
    confined: bool = True,
) -> Typeface:
    """Read the font in a file, or the one with this index in a collection, in the child process if it is `confined`.

    If `checked`, all outlines are read. Raises FontError, also for a loan or a changed width that is not possible.
    """
    from pnp.confined import Limits, StoppedError, call  # not for `task`: the child process starts none itself

    lent = [loan.characters, loan.number] if loan else None
    asked = {"index": index, "loan": lent, "shares": shares, "cut": cut, "checked": checked}
    blobs = [data, *([loan.data] if loan else [])]
    try:
        seconds = min(MOST_SECONDS, SECONDS + sum(map(len, blobs)) / _BYTES_PER_SECOND)
        facts, made = call("pnp.text.fonts:task", asked, *blobs, limits=Limits(seconds), confined=confined)
    except StoppedError as error:
        raise FontError(str(error), _STOPPED) from None
    if "problem" in facts:
        message, hint, code, key = facts["problem"]
        raise FontError(message, hint, code=code, key=key)
    facts |= {"widths": dict(facts["widths"]), "glyphs": frozenset(facts["glyphs"])}
    return Typeface(**{**facts, "data": made[0], "replaced": frozenset(facts["replaced"])})


def task(asked: Any, blobs: Sequence[bytes], _note: object) -> tuple[dict[str, Any], Sequence[bytes]]:
    """What is wrong with a font as `problem`; or the fields of its Typeface, and its data."""
    loan = Loan(asked["loan"][0], blobs[1], asked["loan"][1]) if asked["loan"] else None
    try:
        face = _read(blobs[0], asked["index"], loan, asked["shares"], asked["cut"], checked=asked["checked"])
    except FontError as error:
        return {"problem": (str(error), error.hint, error.code, error.key)}, ()
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - fontTools raises anything for a damaged file
        problem = FontError(f"it is not a font, or is damaged ({_first_line(error)})", _STOPPED)
        return {"problem": (str(problem), problem.hint, problem.code, problem.key)}, ()
    facts = face._asdict()
    widths = list(facts.pop("widths").items())
    sets = {name: sorted(facts.pop(name)) for name in ("glyphs", "replaced")}
    made = facts.pop("data")
    return {"widths": widths, **sets, **facts}, [made]


def _first_line(error: Exception) -> str:
    return next(iter((getattr(error, "strerror", None) or str(error)).splitlines()), type(error).__name__)


def _read(
    data: bytes, index: int | None, loan: Loan | None, shares: Shares, cut: str | None, *, checked: bool
) -> Typeface:
    font = fontfile.opened(data, index)
    variable = "fvar" in font
    fontfile.plain(font)
    if loan:
        fontfile.borrow(font, fontfile.opened(loan.data, loan.number), loan.characters)
    fontfile.widen(font, shares)
    if cut:
        fontfile.make_cut(font, bold="bold" in cut, italic="italic" in cut)
    scale = 1000 / font["head"].unitsPerEm
    metrics = font["hmtx"].metrics
    usual = metrics[font.getGlyphOrder()[0]][0] * scale
    widths = {code: metrics[name][0] * scale for code, name in font.getBestCmap().items() if code < fontfile.PRIVATE}
    os2 = font.get("OS/2")
    descent = (os2.sTypoDescender if os2 else font["hhea"].descent) * scale
    cap = getattr(os2, "sCapHeight", 0) * scale
    subset = fontfile.written(font)
    if checked:
        fontfile.check_outlines(subset)
    digest = hashlib.sha256(subset).hexdigest()
    family = fontfile.family(font)
    usable = widened(widths, usual)
    shapes = fontfile.has_rules(font)
    replaced = frozenset(printable(widths) | set(map(ord, f"\n {ZERO}")))
    marks = (shapes, "COLR" in font, variable)
    return Typeface(subset, digest, usable, usual, frozenset(widths), replaced, descent, cap, *marks, family)
