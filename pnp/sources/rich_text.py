"""Make Markdown of texts with bold and italic words, as the cells of workbooks have them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from pnp.sources import html

_SIGN = re.compile(r"[\\*`]|(?<![^\W_])_|_(?![^\W_])")
"""Marks of Markdown. An underscore inside a word is none: the names of icons have them."""
_HTML = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


class FontRun(NamedTuple):
    """A part of a text in one font."""

    text: str
    bold: bool = False
    italic: bool = False


def markdown(parts: Iterable[FontRun]) -> str:
    """The text as Markdown, with a backslash before each mark that is part of the words.

    Empty if all of it looks the same: that is the style of a cell, and not of words in it.
    """
    every = [part for part in parts if part.text]
    if len({part[1:] for part in every if part.text.strip()}) < 2:
        return ""
    return html.markdown("".join(_tagged("b", bold, _italic(inner)) for bold, inner in groupby(every, _is_bold)))


def _is_bold(part: FontRun) -> bool:
    return part.bold


def _italic(parts: Iterable[FontRun]) -> str:
    runs = groupby(parts, lambda part: part.italic)
    return "".join(_tagged("i", italic, "".join(_escaped(part.text) for part in inner)) for italic, inner in runs)


def _tagged(tag: str, wanted: bool, text: str) -> str:
    return f"<{tag}>{text}</{tag}>" if wanted else text


def _escaped(text: str) -> str:
    """A text whose marks are kept as they are by Markdown, and whose tags and entities are by `html.markdown`."""
    return _SIGN.sub(r"\\\g<0>", text).translate(_HTML)
