"""Names of layers -> the optional content of a PDF: shown and printed, until a viewer switches it off."""

from __future__ import annotations

from typing import Any

from reportlab.pdfbase import pdfdoc

from pnp.drawing import CUT_LINES, FOLD_LINES, NOTES

ORDER = (CUT_LINES, FOLD_LINES, NOTES)
"""How viewers list layers; any others follow by name."""


class Layers:
    """The layers of one file, each made when something is first drawn in it."""

    def __init__(self) -> None:
        self._keys: dict[str, str] = {}

    def key(self, name: str) -> str:
        """What content streams call a layer."""
        return self._keys.setdefault(name, f"L{len(self._keys) + 1}")

    def finish(self, document: Any) -> None:
        """Tell the file's catalogue of all layers; of none if there are none."""
        if not self._keys:
            return
        rank = {name: number for number, name in enumerate(ORDER)}
        names = sorted(self._keys, key=lambda name: (rank.get(name, len(rank)), name))
        groups = pdfdoc.PDFArray([pdfdoc.PDFObjectReference(self.group(document, name)) for name in names])
        shown = pdfdoc.PDFDictionary({"Name": pdfdoc.PDFString("Layers"), "Order": groups})
        catalog = document.Catalog
        catalog.__NoDefault__ = [*catalog.__NoDefault__, "OCProperties"]
        catalog.OCProperties = pdfdoc.PDFDictionary({"OCGs": groups, "D": shown})

    def group(self, document: Any, name: str) -> str:
        """What the file calls the object of a layer, which is made when first asked for."""
        reference = f"Layer.{self.key(name)}"
        if reference not in document.idToObject:
            told = {"Type": pdfdoc.PDFName("OCG"), "Name": pdfdoc.PDFString(name)}
            document.Reference(pdfdoc.PDFDictionary(told), reference)
        return reference
