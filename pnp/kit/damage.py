"""Signs of damage in texts that were copied through other programs: characters read in a wrong encoding, line ends as
`\\n`, and the errors of spreadsheets.

Icons as people write them in spreadsheets: `{coin}` or `[coin]` for `:coin:`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pnp.sources.grid import CellValue, Grid

_NEXT = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ\u00a0-\u00bf"
"""What Windows-1252 makes of the second and later bytes of a character in UTF-8."""
_ENDS = "‘’“”‚„‹›«»…–—\u00a0ªº"
"""Of these, the characters that may follow a word in upper case: AMANHÃ”."""
_MISREAD = (
    rf"(?!(?<!\w)Â[²³])(?:(?<![A-ZÀ-Þ“„«‘(])[ÂÃ][{_NEXT}]|[ÂÃ](?=[{_NEXT}])[^’‘](?=[^\W\d_])|[ÂÃ](?=[{_NEXT}])(?![{_ENDS}]).)"
    rf"|(?<![A-ZÀ-Þ])[ÄÅ][{_NEXT}](?=[a-zß-ÿ])|(?<=[a-zß-ÿ])[ÄÅ](?=[{_NEXT}])(?![{_ENDS}])."
    rf"|â€[{_NEXT}\x81-\x9d]?|â[‚„†ˆœ˜™š][{_NEXT}\x81-\x9d]|â[–—](?![{_ENDS}])[{_NEXT}\x81-\x9d]"
    rf"|ï»¿|(?:[à-ï][{_NEXT}\x81-\x9d]{{2}}){{2,}}"
    rf"|ðŸ[{_NEXT}\x81-\x9d]*|(?:[ÐÑ][{_NEXT}\x81-\x9d]){{2,}}|(?:[ÎÏ][{_NEXT}\x81-\x9d]){{2,}}"
)
"""As a text, as others here that few kits need: to compile it takes 2 ms."""
_FIRST = re.compile("[ÂÃÄÅà-ïðÐÑÎÏ√‚]")
"""The first characters of what is misread, which most texts do not have."""
_MAC = r"(?<=[a-zß-ÿ])√[©®†°§¶ß™´¨ªºñúìîòôö±£¢]|‚Ä[ôúùìîòö¶¢]"
"""The same of Mac OS Roman, as in caf√©. A root sign before a number or a letter of its own is none."""
_BREAK = (
    r"(?:(?<=[\w.!?:;,)\]”’»…*])|(?<=[.!?:;] ))(?:\\r)?\\n"
    r"(?!(?:abla|e|eq|eg|exists|u|i|ot|otin|mid|cong|less|parallel|ewline|ormalsize|ewcommand)\b)"
)
"""A line end of programs after words. LaTeX has commands that begin with n."""
_CODE = r"`[^`]*`|\"[^\"]*\"|'[^'\s][^']*'|\b[A-Za-z]:\\\S*|\\\\\S+|\$[^$]*\$|\{[^{}]*\}"
"""Where a backslash is meant: in code, quotes, names of files, formulas, and expressions of faces."""
_ERROR = re.compile(
    r"(?:#(?:REF|VALUE|DIV/0|NUM|NULL|SPILL|CALC|ERROR|BEZUG|WERT|ZAHL|NULL|VALEUR|NOMBRE|¡REF|¡VALOR|¡NUM|¡DIV/0)!"
    r"|#(?:NAME|NOM|¿NOMBRE)\?|#N/[AD]|#NV|Err:5\d\d)"
)
_LEFT = re.compile(r"NaN|undefined|\[object Object\]")
"""What programs write for a value that is not there."""
_FORMULA = re.compile(r"=(?:[A-Z][A-Z.]+\(.*\)|\$?[A-Z]{1,3}\$?\d+(?:[-+*/&^:].*)?)", re.DOTALL)
_LOST = re.compile("\ufffd|_x000[9AD]_")
"""The sign for a character that a program could not read, and line ends as workbooks escape them."""
_WAITING = re.compile(r"(?:Loading|Wird geladen|Chargement|Cargando)(?:\.\.\.|…)")
"""What an online spreadsheet shows until its formulas have values."""


class Damage(NamedTuple):
    """A damaged part of a text: where it begins, its length, what it is, and what to do."""

    start: int
    length: int
    message: str
    hint: str


def found(text: str) -> Damage | None:
    """The first sign of damage in a text."""
    value = text.strip()
    if _ERROR.fullmatch(value):
        hint = "correct the formula, or type the value"
        return Damage(text.index(value), len(value), f"{value!r} is an error of a spreadsheet", hint)
    if _WAITING.fullmatch(value):
        hint = "export the table again when all its formulas have values"
        return Damage(text.index(value), len(value), f"{value!r} is what a spreadsheet shows before the value", hint)
    if _LEFT.fullmatch(value):
        hint = "type the value, or leave the cell empty"
        return Damage(text.index(value), len(value), f"{value!r} is what a program writes for a missing value", hint)
    if _FORMULA.fullmatch(value):
        return Damage(text.index(value), len(value), f"{value!r} is a formula and not its value", "type the value")
    return _misread(text) or _lost(text) or _broken(text)


def _misread(text: str) -> Damage | None:
    if not _FIRST.search(text):
        return None
    match = re.search(_MISREAD, text) or re.search(_MAC, text)
    if match is None:
        return None
    begins = max(text.rfind(space, 0, match.start()) for space in " \n\t") + 1
    word = re.match(r"[^ \n\t]*", text[begins:])
    shown = word[0] if word else match[0]
    meant = repaired(shown)
    rest = "; where there are more, save the table again in UTF-8, which spreadsheets call 'CSV UTF-8'"
    hint = f"write {meant!r}{rest}" if meant != shown else f"write the character that is meant{rest}"
    return Damage(match.start(), len(match[0]), f"{shown!r} has characters that were read in a wrong encoding", hint)


def _lost(text: str) -> Damage | None:
    match = _LOST.search(text)
    if match is None:
        return None
    if match[0] != "\ufffd":
        return Damage(
            match.start(), len(match[0]), f"{match[0]!r} is printed as it is typed", "write a line end or a space"
        )
    hint = "write the character that is meant; where there are more, save the table again in UTF-8"
    return Damage(match.start(), 1, "'\ufffd' stands for a character that a program could not read", hint)


def repaired(text: str) -> str:
    """A text with its misread characters as they were, as far as they are complete, also if it was misread twice."""
    once = re.sub(r"[^ \n\t]+", lambda word: _repaired_word(word[0]), text)
    return text if once == text else repaired(once)


def _repaired_word(word: str) -> str:
    """A word with all its characters decoded, or those that are certainly misread."""
    whole = _decoded(word, "cp1252")
    if whole != word:
        return whole.removeprefix("\ufeff")
    known = re.sub(_MISREAD, lambda match: _decoded(match[0], "cp1252"), word)
    return re.sub(_MAC, lambda match: _decoded(match[0], "mac-roman"), known)


def _decoded(text: str, encoding: str) -> str:
    """The characters whose bytes in UTF-8 are those of a text; the text itself if they are none."""
    try:
        data = b"".join(_bytes(character, encoding) for character in text)
        return data.decode("utf-8")
    except UnicodeError:
        return {"â€": "”"}.get(text, text)


def _bytes(character: str, encoding: str) -> bytes:
    """The byte of a character. Programs keep the five bytes that Windows-1252 does not have."""
    return character.encode("latin-1" if "\x80" <= character <= "\x9f" else encoding)


def _broken(text: str) -> Damage | None:
    if "\\n" not in text:
        return None
    match = re.search(_BREAK, re.sub(_CODE, lambda code: " " * len(code[0]), text))
    if match is None:
        return None
    hint = "write a line end: in a spreadsheet with Alt+Enter; in YAML, put the text in double quotes or below '|'"
    return Damage(match.start(), len(match[0]), f"{match[0]!r} is printed as it is typed".replace("\\\\", "\\"), hint)


_NAME = r"([A-Za-z][A-Za-z0-9]*(?:[-_ ][A-Za-z0-9]+)*)"
WRITTEN = {"braces": re.compile(rf"\{{{_NAME}\}}"), "brackets": re.compile(rf"\[{_NAME}\](?![{{(])")}
"""How an icon is written in cells. Words in brackets before `{` have a colour, those before `(` are a link."""


def icon_named(words: str) -> str:
    """The name of an icon from the words between the marks: `Gold Coin` is `gold-coin`."""
    return words.lower().replace(" ", "-")


def with_icons(grid: Grid, form: str) -> Grid:
    """A grid with the icons in its cells written as in other texts."""
    return grid._replace(rows=tuple(tuple(_read(entry, WRITTEN[form]) for entry in row) for row in grid.rows))


def _read(entry: CellValue, pattern: re.Pattern[str]) -> CellValue:
    def signed(text: str) -> str:
        return pattern.sub(lambda match: f":{icon_named(match[1])}:", text)

    if not isinstance(entry.value, str) or entry.nested is not None:
        return entry
    return entry._replace(value=signed(entry.value), shown=signed(entry.shown))
