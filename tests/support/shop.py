"""Files for print shops."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdf
from pypdf.generic import ContentStream

from pnp.diagnostics import Diagnostics
from pnp.pipeline import job as press
from tests.conftest import RHINO, Built, options_for

FOUR = {b"k", b"K"}


def made(folder: Path, *, kit: Path = RHINO, **wanted: Any) -> Built:
    diagnostics = Diagnostics()
    job = press.build(options_for(kit, "a4", profile="shop", **wanted), diagnostics)
    assert job is not None, list(diagnostics)
    job.save(folder)
    return Built(folder)


def files(build: Built) -> list[Path]:
    return sorted(build.folder.glob("*.pdf"))


def streams(holder: Any, seen: set[int]) -> Iterator[tuple[Any, Any]]:
    """A page or form with its operators, and all that it places; bitmaps without."""
    content = holder.get_contents() if isinstance(holder, pypdf.PageObject) else holder
    yield holder, ContentStream(content, None).operations if content is not None else []
    for found in (holder["/Resources"].get("/XObject") or {}).values():
        inner = found.get_object()
        if id(inner) in seen:
            continue
        seen.add(id(inner))
        if inner["/Subtype"] == "/Form":
            yield from streams(inner, seen)
        else:
            yield inner, []


def all_streams(data: Path | bytes) -> Iterator[tuple[Any, Any]]:
    seen: set[int] = set()
    reader = pypdf.PdfReader(io.BytesIO(data) if isinstance(data, bytes) else data)
    for page in reader.pages:
        yield from streams(page, seen)


def mixes(path: Path) -> set[tuple[float, ...]]:
    return {
        tuple(map(float, operands))
        for _, operations in all_streams(path)
        for operands, operator in operations
        if operator in FOUR
    }


def transparent(data: bytes) -> list[Any]:
    """Everything in a file that a file without transparency may not have."""
    found: list[Any] = []
    for holder, operations in all_streams(data):
        states = (holder.get("/Resources") or {}).get("/ExtGState") or {}
        for state in states.values():
            found += [(key, state[key]) for key in ("/ca", "/CA") if state.get(key, 1) < 1]
            found += [state["/SMask"]] if state.get("/SMask", "/None") != "/None" else []
        found += [key for key in ("/SMask", "/Group") if key in holder]
        found += [operands for operands, operator in operations if operator == b"BDC" and operands[0] == "/OC"]
    root = pypdf.PdfReader(io.BytesIO(data)).root_object
    return found + [key for key in ("/OCProperties",) if key in root]
