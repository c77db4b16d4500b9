"""PDFs made to do harm end soon with a diagnostic, and damaged ones never crash."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from pypdf.generic import NameObject

from pnp.pdf import preflight
from tests.conftest import run
from tests.support.foreign import A4, File, Stream, asking, font, form, picture, saved, sheets
from tests.support.preflight import bomb, codes, with_boxes, with_resources


def looping_forms() -> File:
    file = asking(File())
    one = form(file, b"/X Do /I Do", {})
    inside = {"XObject": {"X": one, "I": picture(file, 9, 9)}}
    one.get_object()[NameObject("/Resources")] = file.made(inside)
    file.page(A4, b"/X Do", {"XObject": {"X": one}})
    return file


def deep_forms() -> File:
    file = asking(File())
    inner = picture(file, 9, 9)
    for _ in range(3000):
        inner = form(file, b"/X Do", {"XObject": {"X": inner}})
    file.page(A4, b"/X Do", {"XObject": {"X": inner}})
    return file


def looping_tree() -> File:
    file = sheets(A4)
    pages = file.writer._root_object["/Pages"]
    pages["/Kids"].append(pages.indirect_reference)
    return file


def looping_outline() -> File:
    file = sheets(A4)
    first = file.add({"Title": "a"})
    first.get_object()[NameObject("/Next")] = first
    file.root(Outlines={"First": first})
    return file


def packed(content: bytes, times: int = 1) -> File:
    """Contents that are small in the file and large outside it."""
    import zlib

    data = content
    for _ in range(times):
        data = zlib.compress(data, 9)
    file = asking(File())
    file.page()[NameObject("/Contents")] = file.add(Stream({"Filter": ["/FlateDecode"] * times}, data))
    return file


def many_pages() -> File:
    file = asking(File())
    shared = {"Font": {"F": font(file, embedded=True)}, "XObject": {"I": picture(file, 300, 300)}}
    resources = file.add(shared)
    for number in range(200):
        file.page(A4, b"q 72 0 0 72 %d 9 cm /I Do Q BT /F 9 Tf (page) Tj ET " % number * 20, resources)
    return file


def huge_numbers() -> File:
    content = b"9" * 500 + b" 0 0 1e99 0 0 cm 99999999999999999999999 0 0 9 9 9 cm /I Do " * 30
    return with_resources(content, lambda file: {"XObject": {"I": picture(file, 9, 9, Width=10**40, Height=-1)}})


STOPPED = {"damaged-file", "damaged-page", "unfinished-file"}
HOSTILE: dict[str, tuple[Callable[[], File | bytes], set[str]]] = {
    "forms in a loop": (looping_forms, set()),
    "forms 3000 deep": (deep_forms, set()),
    "a page tree in a loop": (looping_tree, {"damaged-file"}),
    "an outline in a loop": (looping_outline, set()),
    "a bomb of 80 MB": (lambda: packed(b" " * 80_000_000), {"damaged-page"}),
    "a bomb in a bomb": (lambda: packed(b"\n" * 80_000_000, 2), {"damaged-page"}),
    "30 MB of operators": (lambda: packed(b"q Q 0 g\n" * 3_700_000), STOPPED),
    "30 MB of brackets": (lambda: packed(b"[" * 30_000_000), STOPPED),
    "30 MB of closed strings": (lambda: packed(b"(" + b"()" * 15_000_000), STOPPED),
    "30 MB of pictures": (lambda: packed(b"BI/W 1/H 1 ID x EI " * 1_500_000), STOPPED),
    "forms that place ten others each, eight deep": (bomb, {"unfinished-file"}),
    "200 pages": (many_pages, set()),
    "huge numbers": (huge_numbers, {"damaged-page"}),
    "a huge page": (lambda: with_boxes(MediaBox=[0, 0, 1e8, 1e8]), {"bad-box"}),
    "no pages": (lambda: sheets(), {"damaged-file"}),
    "nothing": (lambda: b"", {"damaged-file"}),
    "a header": (lambda: b"%PDF-1.7\n", {"damaged-file"}),
    "a trailer that leads to itself": (
        lambda: b"%PDF-1.4\ntrailer<</Root 1 0 R/Prev 9>>\nstartxref\n9\n%%EOF", {"damaged-file"},
    ),
}  # fmt: skip
"""Hostile files, with codes of which at least one is found; nothing else is found where there are none."""


@pytest.mark.slow
@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_files_end_soon_with_a_diagnostic(what, tmp_path, monkeypatch):
    """What takes longer than the limit is reported, and is one of the expected codes."""
    make, expected = HOSTILE[what]
    monkeypatch.setattr(preflight, "MAX_SECONDS", 0.4 if "unfinished-file" in expected else 40)
    result = run("preflight", saved(make(), tmp_path / "file.pdf"))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    found = set(re.findall(r"(?:error|warning|note)\[([\w-]+)\]", result.stdout)) - {"coarse-picture", "scaled-print"}
    assert found & expected if expected else not found - {"repaired-file"}, result.stdout[-2000:]


def test_a_reader_that_crashes_is_a_diagnostic():
    assert codes(preflight.merged(9, [], "it crashed")) == {"damaged-file"}
    facts = preflight.merged(9, [{"total": 3, "scaling": "None", "duplex": ""}], "it crashed")
    assert facts["unfinished"] == "only 0 of 3 pages were read: it crashed"
    assert codes(facts) == {"unfinished-file"}
