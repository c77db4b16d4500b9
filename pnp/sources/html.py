"""The HTML of card databases and spreadsheets, and the Markdown that prints it."""

from __future__ import annotations

import html
import re
from html.entities import html5

_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
_BREAKS = {"br": "\n", "p": "\n\n", "li": "\n- ", "ul": "\n\n", "ol": "\n\n", "hr": "\n\n---\n\n"}
"""The tags that begin a line, and what replaces them."""
_TAG = re.compile(rf"<(/?)({'|'.join([*_MARKS, *_BREAKS])})(?:\s[^<>]*)?\s*/?>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:[a-zA-Z][a-zA-Z0-9]{1,30}|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});")
_SPLIT = re.compile(r"(<[^<>]*>)")
_AGAIN = re.compile(r"</(b|strong|i|em)>([ \t]*)<\1>", re.IGNORECASE)
"""Bold that ends and begins again, whose marks would be read as others."""
_EMPTY = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_WORDS = re.compile(r"(?m)^([ \t]*(?:- )?)(\S(?:.*\S)?)([ \t]*)$")
_PUNCTUATION = re.compile(r"[^\w\s]*")


def found(text: str) -> str:
    """The first tag or entity in a text that `markdown` replaces; empty if there is none."""
    tag = _TAG.search(text) if "<" in text else None
    entities = _ENTITY.finditer(text) if "&" in text else ()
    return tag[0] if tag else next((match[0] for match in entities if _character(match) != match[0]), "")


def markdown(text: str) -> str:
    """A text with its tags for bold, italic, lines, paragraphs and lists as Markdown, and its entities as characters.

    Other tags stay as they are, as do tags that open and do not close, and all Markdown.
    """
    pieces: list[str] = []
    opened: list[tuple[str, int]] = []
    parts = _SPLIT.split(_AGAIN.sub(r"\2", text))
    for part, after in zip(parts, [*parts[1:], ""], strict=True):
        match = _TAG.fullmatch(part)
        if match is None:
            pieces.append(_unescaped(part))
            continue
        name = match[2].lower()
        if name in _BREAKS:
            pieces.append("" if name in ("li", "br", "hr") and match[1] else _BREAKS[name])
        elif not match[1]:
            opened.append((name, len(pieces)))
            pieces.append(part)
        elif name not in (one for one, _ in opened):
            pieces.append(part)
        else:
            while opened[-1][0] != name:
                opened.pop()
            _mark(pieces, opened.pop()[1], _MARKS[name], after)
    return _EMPTY.sub("\n\n", "".join(pieces)).replace("\n\n- ", "\n- ").strip()


def _unescaped(text: str) -> str:
    return _ENTITY.sub(_character, text) if "&" in text else text


def _character(entity: re.Match[str]) -> str:
    """The character of an entity; the entity itself if its name is unknown."""
    return html.unescape(entity[0]) if entity[0][1] == "#" else html5.get(entity[0][1:], entity[0])


def _mark(pieces: list[str], start: int, mark: str, after: str) -> None:
    """Put marks around the words since the tag at `start`, line by line.

    Markdown reads no marks around an empty text, with a space inside, or with punctuation inside and a letter outside.
    """
    before = "".join(pieces[:start])[-1:]
    words = "".join(pieces[start + 1 :])

    def marked(match: re.Match[str]) -> str:
        margin, line, rest = match.groups()
        first = _leading(line) if before.isalnum() and not (margin or match.start()) else 0
        last = _leading(line[::-1]) if after[:1].isalnum() and not (rest or match.end() < len(words)) else 0
        if first + last >= len(line):
            return match[0]
        end = len(line) - last
        return f"{margin}{line[:first]}{mark}{line[first:end]}{mark}{line[end:]}{rest}"

    pieces[start:] = [_WORDS.sub(marked, words)]


def _leading(text: str) -> int:
    """The number of punctuation marks at the beginning of a text."""
    match = _PUNCTUATION.match(text)
    return match.end() if match else 0
