"""Write numbers as a spreadsheet shows them, by the formats of their cells.

A format has up to four sections, for positive numbers, negative numbers, zero and texts. Decimals have a point and
thousands a comma, as in the format itself; spreadsheet programs replace these by the characters of the user's country.
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

GENERAL, _TEXT = "General", "@"
MAX_FORMAT = 255
"""The most characters of a format in spreadsheet programs."""
_DIGITS = 300
"""The precision of calculation: more than a format has places."""
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|\[\$(?P<currency>[^\]-]*)[^\]]*\]|\[(?P<condition>[<>=][^\]]*)\]|\[[^\]]*\]'
    r"|(?P<space>_.)|\*.|(?P<fraction>(?:[#0?]+ +)?[#0?]+ *\/ *(?:[#0?]+|[1-9][0-9]*))"
    r"|(?P<scientific>[#0?]*(?:\.[#0?]*)?E[+-]0+)|(?P<digits>[#0?][#0?,]*(?:\.[#0?]*)?,*|\.[#0?]+)"
    rf"|(?P<general>{GENERAL})|(?P<percent>%)|;|(?P<letter>[A-Za-z@\"])|(?P<literal>.)",
    re.DOTALL,
)
_PLACES = ("fraction", "scientific", "digits", "general")
"""The parts of a format that a number replaces."""


class _FormatPart(NamedTuple):
    kind: str
    text: str


@lru_cache(maxsize=1024)
def shown(value: float, form: str) -> str | None:
    """A number as a cell with this format shows it; None if the format hides it or is not read here, as of dates."""
    with localcontext(prec=_DIGITS):
        # A number that was typed before its cell was formatted as text stays a number, and looks as before.
        return _shown(value, GENERAL if form == _TEXT else form) or None


def _shown(value: float, form: str) -> str:
    sections = _sections(form)
    at = _section(value, len(sections))
    parts = sections[at]
    places = [part for part in parts if part.kind in _PLACES]
    if any(part.kind in ("letter", "condition") for part in parts) or len(places) > 1:
        return ""
    amount = Decimal(f"{value:.15g}") * 100 ** sum(part.kind == "percent" for part in parts)
    text = "".join(_written(part, abs(amount)) for part in parts).strip()
    is_zero = bool(places) and not re.search("[1-9]", _written(places[0], abs(amount)))
    return f"-{text}" if value < 0 and at == 0 and not is_zero else text


@lru_cache(maxsize=64)
def _sections(form: str) -> list[list[_FormatPart]]:
    if len(form) > MAX_FORMAT:
        return [[_FormatPart("letter", form)]]
    sections: list[list[_FormatPart]] = [[]]
    for match in _TOKEN.finditer(form):
        kind = match.lastgroup or ""
        if match[0] == ";":
            sections.append([])
        elif kind:
            sections[-1].append(_FormatPart(kind, match[kind]))
    return sections


def _section(value: float, count: int) -> int:
    """The index of the section for a value. The fourth section is for texts."""
    if value < 0 and count > 1:
        return 1
    return 2 if value == 0 and count > 2 else 0


def _written(part: _FormatPart, amount: Decimal) -> str:
    """What a part of a format writes for an amount that is not negative."""
    if part.kind == "digits":
        return _digits(part.text, amount)
    if part.kind == "fraction":
        return _fraction(part.text, amount)
    if part.kind == "scientific":
        return _scientific(part.text, amount)
    return {"space": " ", "general": f"{amount.normalize():f}"}.get(part.kind, part.text)


def _digits(form: str, amount: Decimal) -> str:
    scaled = form.rstrip(",")
    amount /= 1000 ** (len(form) - len(scaled))
    whole, _, decimals = scaled.partition(".")
    rounded = amount.quantize(Decimal(1).scaleb(-len(decimals)), ROUND_HALF_UP)
    before, _, after = f"{rounded:f}".partition(".")
    before = before.lstrip("0").rjust(whole.count("0"), "0")
    if "," in whole and before:
        before = f"{int(before):0{len(before) + (len(before) - 1) // 3},}"
    least = decimals.rfind("0") + 1
    after = after[:least] + after[least:].rstrip("0")
    return f"{before}.{after}" if after else before


def _fraction(form: str, amount: Decimal) -> str:
    above, _, below = form.partition("/")
    below = below.strip()
    if below.isdigit() and below.strip("0"):
        exact = Fraction(round(amount * int(below)), int(below))
    else:
        exact = Fraction(amount).limit_denominator(10 ** len(below) - 1)
    if " " not in above.strip():
        return f"{exact.numerator}/{exact.denominator}"
    whole, rest = divmod(exact.numerator, exact.denominator)
    if not rest:
        return str(whole)
    return f"{whole} {rest}/{exact.denominator}" if whole else f"{rest}/{exact.denominator}"


def _scientific(form: str, amount: Decimal) -> str:
    digits, _, power = form.partition("E")
    mantissa, _, exponent = f"{amount:.{len(digits.partition('.')[2])}E}".partition("E")
    sign = "-" if exponent.startswith("-") else power[0].replace("-", "")
    return f"{mantissa}E{sign}{exponent.lstrip('+-').rjust(len(power) - 1, '0')}"
