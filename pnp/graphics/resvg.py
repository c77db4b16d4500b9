"""Render SVG to PNG with resvg, in the confined child process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.confined import Limits, StoppedError, call

DPI = 96
"""The pixels per inch by which resvg converts mm, cm, in, pt and pc to pixels, as in CSS."""


def rendered(text: str, seconds: float) -> bytes:
    """Render an SVG text to a PNG, in at most some seconds of computing. Raises RuntimeError with the reason."""
    try:
        reason, blobs = call("pnp.graphics.resvg:task", None, text.encode(), limits=Limits(seconds))
    except StoppedError as error:
        raise RuntimeError(str(error)) from None
    if reason:
        raise RuntimeError(reason)
    return blobs[0]


def task(_data: Any, blobs: Sequence[bytes], _note: object) -> tuple[str, Sequence[bytes]]:
    """The reason why a text cannot be rendered, or nothing and the PNG."""
    try:
        import resvg_py

        data = resvg_py.svg_to_bytes(svg_string=blobs[0].decode(), dpi=DPI, skip_system_fonts=True)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever resvg says is wrong with a file
        return str(error).strip().rpartition("\n")[2] or type(error).__name__, ()
    return "", [bytes(data)]
