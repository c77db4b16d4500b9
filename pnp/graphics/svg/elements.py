"""Read an SVG file as a tree of elements, with limits on its size and depth."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, TypeVar, cast
from weakref import ref
from xml.parsers import expat

from pnp.graphics.svg import names, style
from pnp.graphics.svg.style import StyleError, StyleSheet
from pnp.graphics.svgpath import LimitError, RefusedError

MAX_ELEMENTS = 20_000
MAX_PIXEL_ELEMENTS = 100_000
"""The maximum number of elements of a file that becomes pixels."""
MAX_DEPTH = 60
MAX_TEXT = 1_000

_URL = re.compile(r"""url\(\s*+(?:#([^)'"\s]++)|'#([^']++)'|"#([^"]++)")\s*+\)""")
_DOCTYPE = re.compile(rb"""<!DOCTYPE\s+svg(?:\s+(?:PUBLIC|SYSTEM|"[^"<>]*+"|'[^'<>]*+'))*+\s*+>""")
_Made = TypeVar("_Made")


class PixelsError(RefusedError):
    """A feature that only pixels have."""


class SvgElement:
    """An element with its place. It exists as long as its document, which it and what is in it refer to weakly."""

    def __init__(
        self,
        document: SvgDocument,
        parent: SvgElement | None,
        tag: str,
        attributes: dict[str, str],
        line: int,
        column: int,
    ) -> None:
        self.tag, self.attributes, self.line, self.column = tag, attributes, line, column
        self._document, self._parent = ref(document), ref(parent) if parent else None
        self.children: list[SvgElement] = []
        self.text = ""
        self._made: dict[Callable[[SvgElement], Any], Any] = {}

    @property
    def document(self) -> SvgDocument:
        return cast("SvgDocument", self._document())

    @property
    def parent(self) -> SvgElement | None:
        return self._parent() if self._parent else None

    def once(self, make: Callable[[SvgElement], _Made]) -> _Made:
        """The result of `make`, or its RefusedError, computed once even if the element is used several times."""
        if make not in self._made:
            try:
                self._made[make] = make(self)
            except RefusedError as error:
                self._made[make] = error
        made: _Made = self._made[make]
        if isinstance(made, RefusedError):
            raise made.with_traceback(None)
        return made

    def refuse(self, message: str, hint: str = "") -> RefusedError:
        return RefusedError(self.line, self.column, message, hint)

    def limit(self, message: str) -> LimitError:
        return LimitError(self.line, self.column, message)

    def pixels(self, feature: str) -> PixelsError:
        return PixelsError(self.line, self.column, feature)

    def report(self, fault: RefusedError) -> None:
        self.document.faults.append(fault)

    @property
    def around(self) -> SvgElement | None:
        """The element that it is in, for selectors."""
        return None if self.document.alone is self else self.parent

    @property
    def inside(self) -> list[SvgElement]:
        """The elements in it, for selectors."""
        return self.children

    @cached_property
    def styled(self) -> dict[str, str]:
        """Its properties by style sheets and its `style`. Reports styles with errors."""
        try:
            return self.document.sheet.properties(self)
        except StyleError as error:
            self.report(self.refuse(error.message, error.hint))
            return {}

    @cached_property
    def custom(self) -> dict[str, str]:
        return style.custom(self)

    @cached_property
    def given(self) -> dict[str, str]:
        return style.given(self)

    def check(self) -> None:
        """Report attributes and properties that are not drawn and have an effect on ink."""
        for name, text in self.given.items():
            if name in names.DRAWN or " " in name:
                if len(text) > MAX_TEXT and name not in ("d", "points", "href"):
                    self.report(self.refuse(f"{name} is longer than {MAX_TEXT:,} characters"))
            elif fault := self._not_drawn(name, text):
                self.report(fault)

    def _not_drawn(self, name: str, text: str) -> RefusedError | None:
        """What is wrong with an attribute that is not drawn; None if it has no effect on ink."""
        if name in names.REFUSED or name.startswith("on"):
            is_harmless = text.strip() in names.REFUSED.get(name, ())
            message = f"{name} {text[:40]!r} of <{self.tag}> is not drawn"
            return None if is_harmless else self.refuse(message, names.REMOVE)
        if name in names.PIXELS:
            feature, harmless = names.PIXELS[name]
            return None if text.strip() in harmless else self.pixels(feature)
        if self.tag in names.CHECKED and (near := names.misspelt(name)):
            return self.refuse(f"the attribute {name!r} of <{self.tag}> is unknown", f"did you mean {near!r}?")
        return None

    def check_root(self) -> None:
        """Report what is not drawn at the root of a file."""
        if self.given.get("transform"):
            self.report(self.refuse(*names.NO_WHOLE))
        if any(self.given.get(name, "none") not in ("none", "transparent") for name in names.BACKGROUNDS):
            self.report(self.refuse(*names.NO_BACKGROUND))

    def check_gradient(self) -> None:
        """Raise a RefusedError for a gradient whose colours are mixed in another space than sRGB."""
        around: SvgElement | None = self
        while around and "color-interpolation" not in around.given:
            around = around.parent
        if around and around.given["color-interpolation"].strip() not in ("auto", "sRGB"):
            raise self.refuse(*names.NO_SPACE)

    def linked(self) -> SvgElement | None:
        """The element in this file that a `use` refers to."""
        href = self.href
        return self.document.find(self, href[1:]) if href.startswith("#") else None

    def used(self) -> SvgElement | None:
        """The element that a `use` shows. Raises a RefusedError if programs differ on its style there."""
        target = self.linked()
        if target and target.tag not in names.SILENT - {"symbol"}:
            if self.custom != (target.parent.custom if target.parent else {}):
                raise self.refuse("custom properties around a <use> are not drawn", "write values in place of var()")
            if not target.once(SvgElement._has_own_style):
                message = f"the style of {self.href} depends on the elements around it, which a <use> leaves out"
                raise self.refuse(message, "select it by its class or id")
        return target

    def _has_own_style(self) -> bool:
        """Whether no rule for it, or for an element in it, looks at elements outside."""
        if not self.document.sheet.looks_around:
            return True
        self.document.alone = self
        try:
            return all(self.document.sheet.properties(element) == element.styled for element in self._all())
        except StyleError:
            return True  # reported where it is drawn
        finally:
            self.document.alone = None

    def _all(self) -> Iterator[SvgElement]:
        yield self
        for child in self.children:
            yield from child._all()

    @property
    def href(self) -> str:
        return self.attributes.get("href") or self.attributes.get(names.HREF_XLINK) or ""

    def addressed(self, text: str) -> SvgElement | None:
        """The element in this file that `url(#id)` refers to."""
        url = _URL.match(text)
        return self.document.find(self, url[1] or url[2] or url[3]) if url else None


class SvgDocument:
    """The elements of an SVG file, and the faults found while reading them."""

    def __init__(self, data: bytes, most: int = MAX_ELEMENTS) -> None:
        self._most = most
        self.sheet = StyleSheet()
        self.faults: list[RefusedError] = []
        self.alone: SvgElement | None = None
        """The element that is matched with selectors as if it were in no other."""
        self._by_id: dict[str, SvgElement] = {}
        self._twice: set[str] = set()
        self._stack: list[SvgElement] = []
        self._count = 0
        self._parser = self._new_parser()
        self._parser.Parse(_without_doctype(data), True)  # noqa: FBT003 - expat takes it by position only
        del self._parser  # which holds its handlers, and so this document
        if self.root.tag != "svg":
            self.faults.append(self.root.refuse("the root is not an <svg> of SVG's namespace"))

    def find(self, user: SvgElement, id_: str) -> SvgElement | None:
        if id_ in self._twice:
            raise user.refuse(f"the id {id_!r} is there twice")
        return self._by_id.get(id_)

    def _new_parser(self) -> expat.XMLParserType:
        parser = expat.ParserCreate("utf-8", " ")
        parser.buffer_text = True
        parser.XmlDeclHandler = self._declaration
        parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = self._refuse_type
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler = self._text
        return parser

    def _refuse_type(self, *_: object) -> None:
        hint = "remove the DOCTYPE; in Illustrator, save without 'Preserve Illustrator Editing Capabilities'"
        message = "document types with entities are not supported"
        raise LimitError(self._parser.CurrentLineNumber, 1, message, hint)

    def _declaration(self, _version: str, encoding: str | None, _standalone: int) -> None:
        if encoding and encoding.lower() not in ("utf-8", "us-ascii", "ascii"):
            hint = "save the file in the UTF-8 encoding"
            raise LimitError(1, 1, f"the encoding {encoding!r} is not supported", hint)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        space, _, name = tag.rpartition(" ")
        name = name if space in ("", names.SVG) else names.FOREIGN
        place = self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1
        element = SvgElement(self, self._stack[-1] if self._stack else None, name, attributes, *place)
        if self._count > self._most:
            raise element.limit(f"more than {self._most} elements")
        if len(self._stack) > MAX_DEPTH:
            raise element.limit(f"nested more than {MAX_DEPTH} levels deep")
        if name in names.MOVING:
            self.faults.append(element.refuse(f"<{name}> is not supported", "remove scripts and animations"))
        id_ = attributes.get("id")
        if id_ and self._by_id.setdefault(id_, element) is not element:
            self._twice.add(id_)
        if self._stack:
            self._stack[-1].children.append(element)
        else:
            self.root = element
        self._stack.append(element)

    def _end(self, _tag: str) -> None:
        element = self._stack.pop()
        if element.tag == "style" and element.attributes.get("type", "text/css") in ("text/css", ""):
            if element.attributes.get("media", "all") not in ("all", ""):
                self.faults.append(element.refuse("style sheets for some media are not supported", "remove 'media'"))
            try:
                self.sheet.add(element.text)
            except StyleError as error:
                self.faults.append(element.refuse(error.message, error.hint))

    def _text(self, data: str) -> None:
        element = self._stack[-1]
        if element.tag == "title":
            element.text = (element.text + data)[:MAX_TEXT]
        elif element.tag == "style":
            element.text += data
        elif data.strip():
            for outer in self._stack:
                outer.text = outer.text or ("…" if outer.tag in names.TEXTS else "")


def _without_doctype(data: bytes) -> bytes:
    """XML with spaces in place of a document type that declares nothing. Editors write it, and it has no effect."""
    return _DOCTYPE.sub(lambda found: re.sub(rb"[^\n]", b" ", found[0]), data, count=1)
