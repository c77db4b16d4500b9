"""Pages of PDF files, read back."""

from __future__ import annotations

from typing import Any

import pypdfium2
import pypdfium2.raw

from pnp.graphics.geometry import MM_PER_POINT, POINTS_PER_MM

STOCKS = ("cardstock", "paper")


def forms(page: pypdfium2.PdfPage) -> list[tuple[float, ...]]:
    """The matrices, in mm, of the forms drawn on a page."""
    kinds = [pypdfium2.raw.FPDF_PAGEOBJ_FORM]
    return [
        tuple(v * (MM_PER_POINT if i > 3 else 1 / POINTS_PER_MM) for i, v in enumerate(obj.get_matrix().get()))
        for obj in page.get_objects(filter=kinds, max_depth=1)
    ]


def matrix(placement: dict[str, Any]) -> tuple[float, ...]:
    """The matrix, in mm, that the manifest promises: drawings are y downwards from the trim's top left."""
    x, y, w, h = (placement[k] for k in "xywh")
    return {
        0: (1, 0, 0, -1, x, y + h),
        90: (0, 1, 1, 0, x, y),
        180: (-1, 0, 0, 1, x + w, y),
        270: (0, -1, -1, 0, x + w, y + h),
    }[placement["turn"]]
