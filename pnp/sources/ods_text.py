"""The texts of the cells of ODS workbooks, with the styles of their words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from xml.etree import ElementTree as ET

from pnp.sources import rich_text
from pnp.sources.rich_text import FontRun

_NAMES = "urn:oasis:names:tc:opendocument:xmlns"
OFFICE, TABLE, TEXT = (f"{{{_NAMES}:{name}:1.0}}" for name in ("office", "table", "text"))
CALC = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}"
_STYLE, _FONT = f"{{{_NAMES}:style:1.0}}", f"{{{_NAMES}:xsl-fo-compatible:1.0}}"
_ASIDE = (f"{OFFICE}annotation", f"{TEXT}note", f"{TEXT}ruby-text")
"""Elements in a paragraph that are not printed in its line."""
_SPACE = re.compile(r"[ \t\r\n]+")
_BOLD = ("bold", "600", "700", "800", "900")
_NONE = ("", "none")
MAX_PARENTS = 30
"""How many styles may inherit from each other; those of spreadsheets are two or three."""
MAX_SPACES = 1_000
"""The most spaces in one place, which are written as a number."""

_Keys = Mapping[str, str]


class Styles:
    """The styles of a workbook, by the roots of its files."""

    def __init__(self, roots: Iterable[ET.Element]) -> None:
        self._styles = {
            (style.get(f"{_STYLE}family", ""), style.get(f"{_STYLE}name", "")): style
            for root in roots
            for style in root.iter(f"{_STYLE}style")
        }

    def read(self, paragraphs: Sequence[ET.Element], style: str) -> tuple[str, str]:
        """The text of a cell with this style, and the same as Markdown if its words are in several fonts."""
        if not any(len(paragraph) for paragraph in paragraphs):
            return "\n".join(_SPACE.sub(" ", paragraph.text or "") for paragraph in paragraphs), ""
        base, runs = self._keys("table-cell", style), list[FontRun]()
        for number, paragraph in enumerate(paragraphs):
            runs += [FontRun("\n")] * (number > 0)
            runs += self._runs(paragraph, base)
        return "".join(run.text for run in runs), rich_text.markdown(runs)

    def _runs(self, element: ET.Element, keys: _Keys) -> Iterator[FontRun]:
        """The parts of an element with the fonts of their styles."""
        yield _run(_SPACE.sub(" ", element.text or ""), keys)
        for inner in element:
            if inner.tag == f"{TEXT}s":
                yield _run(" " * min(int(inner.get(f"{TEXT}c", "1")), MAX_SPACES), keys)
            elif inner.tag in (f"{TEXT}tab", f"{TEXT}line-break"):
                yield _run("\n" if inner.tag.endswith("break") else "\t", keys)
            elif inner.tag not in _ASIDE:
                style = inner.get(f"{TEXT}style-name", "") if inner.tag == f"{TEXT}span" else ""
                yield from self._runs(inner, {**keys, **self._keys("text", style)} if style else keys)
            yield _run(_SPACE.sub(" ", inner.tail or ""), keys)

    def _keys(self, family: str, name: str) -> _Keys:
        """The keys of a style's font, with those that it inherits."""
        keys: dict[str, str] = {}
        for _ in range(MAX_PARENTS):
            style = self._styles.get((family, name))
            if style is None:
                break
            font = style.find(f"{_STYLE}text-properties")
            keys = {**(font.attrib if font is not None else {}), **keys}
            name = style.get(f"{_STYLE}parent-style-name", "")
        return keys


def _run(text: str, keys: _Keys) -> FontRun:
    struck = any(keys.get(f"{_STYLE}text-line-through-{key}", "") not in _NONE for key in ("style", "type"))
    underline = keys.get(f"{_STYLE}text-underline-style", "")
    bold, italic = keys.get(f"{_FONT}font-weight", ""), keys.get(f"{_FONT}font-style", "")
    forms = rich_text.forms(underline, struck, _height(keys.get(f"{_STYLE}text-position", "")))
    return FontRun(text, bold in _BOLD, italic in ("italic", "oblique"), forms)


def _height(position: str) -> str:
    """Whether letters are raised or lowered, by a position such as `super 58%` or `-33% 58%`."""
    first = position.partition(" ")[0]
    if first in ("super", "sub"):
        return f"{first}script"
    percent = first.removesuffix("%")
    return "" if percent.strip("-0.") == "" else "subscript" if percent.startswith("-") else "superscript"
