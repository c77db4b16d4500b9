"""Pages of PDF files, read back."""

from __future__ import annotations

import ctypes
from typing import Any

import pypdfium2
import pypdfium2.raw

from pnp.graphics.geometry import MM_PER_POINT, POINTS_PER_MM

STOCKS = ("cardstock", "paper")


def forms(page: pypdfium2.PdfPage) -> list[tuple[float, ...]]:
    """The matrices, in mm, of the forms drawn on a page, without those that are decoration, as marks are."""
    kinds = [pypdfium2.raw.FPDF_PAGEOBJ_FORM]
    return [
        tuple(v * (MM_PER_POINT if i > 3 else 1 / POINTS_PER_MM) for i, v in enumerate(obj.get_matrix().get()))
        for obj in page.get_objects(filter=kinds, max_depth=1)
        if not _is_decoration(obj)
    ]


def _is_decoration(shown: pypdfium2.PdfObject) -> bool:
    """Whether an object is in marked content that is decoration."""
    name, length = (ctypes.c_ushort * 50)(), ctypes.c_ulong()
    for number in range(pypdfium2.raw.FPDFPageObj_CountMarks(shown)):
        mark = pypdfium2.raw.FPDFPageObj_GetMark(shown, number)
        pypdfium2.raw.FPDFPageObjMark_GetName(mark, name, ctypes.sizeof(name), length)
        if bytes(name)[: length.value].decode("utf-16-le").rstrip("\0") == "Artifact":
            return True
    return False


def matrix(placement: dict[str, Any]) -> tuple[float, ...]:
    """The matrix, in mm, that the manifest promises: drawings are y downwards from the trim's top left."""
    x, y, w, h = (placement[k] for k in "xywh")
    return {
        0: (1, 0, 0, -1, x, y + h),
        90: (0, 1, 1, 0, x, y),
        180: (-1, 0, 0, 1, x + w, y),
        270: (0, -1, -1, 0, x + w, y + h),
    }[placement["turn"]]
