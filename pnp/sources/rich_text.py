"""Make Markdown of texts with bold, italic, struck and raised words, as the cells of workbooks have them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from pnp.sources import html

_SIGN = re.compile(r"[\\*`~^]|(?<![^\W_])_|_(?![^\W_])")
"""Marks of Markdown. An underscore inside a word is none: the names of icons have them."""
_LINE = re.compile(r"\S(?:.*\S)?")
_BRACKET = re.compile(r"[\[\]]")
_HTML = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


class FontRun(NamedTuple):
    """A part of a text in one font."""

    text: str
    bold: bool = False
    italic: bool = False
    forms: tuple[str, ...] = ()
    """Those of the text's marks: underline, strike, super, sub."""


def markdown(parts: Iterable[FontRun]) -> str:
    """The text as Markdown, with a backslash before each mark that is part of the words.

    Empty if all of it looks the same: that is the style of a cell, and not of words in it.
    """
    every = [part for part in parts if part.text]
    if len({part[1:] for part in every if part.text.strip()}) < 2:
        return ""
    return html.markdown("".join(_written(forms, parts) for forms, parts in groupby(every, lambda part: part.forms)))


def _written(forms: tuple[str, ...], parts: Iterable[FontRun]) -> str:
    """Parts with the same forms, as text with tags for bold and italic."""
    if forms:
        return "".join(map(_formed, parts))
    return "".join(_tagged("b", bold, _italic(inner)) for bold, inner in groupby(parts, lambda part: part.bold))


def _italic(parts: Iterable[FontRun]) -> str:
    runs = groupby(parts, lambda part: part.italic)
    return "".join(_tagged("i", italic, "".join(_escaped(part.text) for part in inner)) for italic, inner in runs)


def forms(underline: str | None, strike: object, raised: str | None) -> tuple[str, ...]:
    """The forms of words by the values of a workbook's font."""
    heights = {"superscript": "super", "subscript": "sub"}
    found = ("underline" if underline and underline != "none" else "", "strike" if strike else "")
    return tuple(form for form in (*found, heights.get(raised or "", "")) if form)


def _formed(part: FontRun) -> str:
    """The words of a part in brackets for each of their forms, line by line, without the spaces around them."""
    return _LINE.sub(lambda words: _bracketed(words[0], part), part.text)


def _bracketed(words: str, part: FontRun) -> str:
    inner = _tagged("i", part.italic, _BRACKET.sub(r"\\\g<0>", _escaped(words)))
    inner = _tagged("b", part.bold, inner)
    for form in part.forms:
        inner = f"[{inner}]{{.{form}}}"
    return inner


def _tagged(tag: str, wanted: bool, text: str) -> str:
    return f"<{tag}>{text}</{tag}>" if wanted else text


def _escaped(text: str) -> str:
    """A text whose marks are kept as they are by Markdown, and whose tags and entities are by `html.markdown`."""
    return _SIGN.sub(r"\\\g<0>", text).translate(_HTML)
