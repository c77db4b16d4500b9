"""Pixels in four inks -> the image of a PDF, its bytes as they are: what is deflated may differ between machines."""

from __future__ import annotations

import hashlib
from typing import Any

from reportlab.pdfbase import pdfdoc

from pnp.ink.inks import Bitmap

_OPAQUE, _CLEAR = "bitmap-", "clear-bitmap-"


def define(document: Any, bitmap: Bitmap) -> str:
    """The name of the image, which is written when first asked for."""
    digest = hashlib.sha256(b"%d " % bitmap.w + bitmap.pixels + (bitmap.alpha or b"")).hexdigest()[:16]
    name = (_OPAQUE if bitmap.alpha is None else _CLEAR) + digest
    key = document.getXObjectName(name)
    if key not in document.idToObject:
        image = _image(bitmap, "DeviceCMYK", bitmap.pixels)
        if bitmap.alpha is not None:
            image.dictionary["SMask"] = document.Reference(_image(bitmap, "DeviceGray", bitmap.alpha), f"{key}.alpha")
        document.Reference(image, key)
    return name


def is_translucent(name: str) -> bool:
    """Whether that is the name of an image that shines through."""
    return name.startswith(_CLEAR)


def _image(bitmap: Bitmap, space: str, content: bytes) -> Any:
    about = {
        "Type": pdfdoc.PDFName("XObject"),
        "Subtype": pdfdoc.PDFName("Image"),
        "Width": bitmap.w,
        "Height": bitmap.h,
        "BitsPerComponent": 8,
        "ColorSpace": pdfdoc.PDFName(space),
    }
    return pdfdoc.PDFStream(pdfdoc.PDFDictionary(about), content + b"\n")
