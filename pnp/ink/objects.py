"""Operators and what they name -> objects of a PDF, their bytes written here.

reportlab would write each of their dictionaries key by key, which takes longer than all the rest of a file.
"""

from __future__ import annotations

from typing import Any

from reportlab.pdfbase import pdfdoc

from pnp.geometry import Rect
from pnp.ink.layers import Layers
from pnp.ink.stream import Operators, alpha_name, number


class Written(pdfdoc.PDFObject):  # type: ignore[misc]
    """An object of the file as bytes."""

    __RefOnly__ = 1

    def __init__(self, text: bytes = b"") -> None:
        self.text = text

    def format(self, document: Any) -> bytes:  # noqa: ARG002 - reportlab's signature
        return self.text


class Form(Written):
    """A form XObject. `content` is what is drawn in it."""

    def __init__(self, document: Any, layers: Layers, operators: Operators, box: Rect) -> None:
        self.content = operators.content
        edges = " ".join(map(number, (box.x, box.y, box.right, box.far)))
        told = (
            f"<</Type/XObject/Subtype/Form/BBox[{edges}]/Resources{_named(document, layers, operators)}"
            f"/Length {len(self.content)}>>\nstream\n"
        )
        super().__init__(b"".join((told.encode("ascii"), self.content, b"\nendstream\n")))


class Resources(pdfdoc.PDFObject):  # type: ignore[misc]
    """What the operators of a page name, as a part of the page's own object."""

    def __init__(self, document: Any, layers: Layers, operators: Operators) -> None:
        self.text = _named(document, layers, operators).encode("ascii")

    def format(self, document: Any) -> bytes:  # noqa: ARG002 - reportlab's signature
        return self.text


def _named(document: Any, layers: Layers, operators: Operators) -> str:
    """A resource dictionary. reportlab's own leave out the graphics states of forms, and layers."""
    parts = [f"/Font {_reference(document, pdfdoc.BasicFonts)}"]
    if operators.used:
        names = map(document.getXObjectName, operators.used)
        parts.append(f"/XObject<<{''.join(f'/{name} {_reference(document, name)}' for name in names)}>>")
    if operators.alphas:
        states = (f"/{alpha_name(a)}<</ca {a[0]:.7g}/CA {a[1]:.7g}>>" for a in operators.alphas)
        parts.append(f"/ExtGState<<{''.join(states)}>>")
    if operators.layers:
        groups = ((layers.key(name), layers.group(document, name)) for name in operators.layers)
        parts.append(f"/Properties<<{''.join(f'/{key} {_reference(document, name)}' for key, name in groups)}>>")
    return f"<<{''.join(parts)}>>"


def _reference(document: Any, name: str) -> str:
    count, version = document.idToObjectNumberAndVersion[name]
    return f"{count} {version} R"
