"""Show the glyphs of a line with one operator.

reportlab has no method for the operator that moves glyphs one by one, so a line is drawn with the space between its
glyphs changed before each part. Programs that read turned text take such parts for separate words, in any order.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(r"\((?:\\.|[^\\()])*\)|[^\s()]+", re.DOTALL)
_GLYPH = re.compile(r"\\[0-7]{3}|\\.|[^\\]", re.DOTALL)


def kerned(operators: str) -> str:
    """The operators of a text object with `TJ` in place of all `Tj` and `Tc`; the same if there is no `Tc`."""
    if " Tc " not in operators:
        return operators
    done: list[str] = []
    operands: list[str] = []
    shown: list[str] = []
    size, after = 1.0, 0.0
    for word in _TOKEN.findall(operators):
        if word == "Tj":
            shown += _moved(operands.pop(), -1000 * after / size)
        elif word == "Tc":
            after = float(operands.pop())
        elif word[0] in "(/+-.0123456789":
            operands.append(word)
        else:
            if shown:
                done.append(f"[{' '.join(shown)}] TJ")
                shown = []
            if word == "Tf":
                size = float(operands[-1])
            done.append(" ".join([*operands, word]))
            operands = []
    return " ".join(done)


def _moved(string: str, by: float) -> list[str]:
    """The glyphs of a string, each followed by a movement to the left, in thousandths of the type size."""
    if not by:
        return [string]
    return [part for glyph in _GLYPH.findall(string[1:-1]) for part in (f"({glyph})", f"{by:.1f}")]
