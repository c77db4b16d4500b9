"""PDFs made to do harm end soon with a diagnostic, and damaged ones never crash."""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject

from pnp.pdf import preflight
from pnp.pdf.preflight import rules
from tests.conftest import SMALL, run
from tests.support.foreign import A4, File, Stream, asking, font, form, picture, press_card, saved, sheets
from tests.support.preflight import (
    SIZES,
    bomb,
    codes,
    judge,
    labelled,
    pictured_in_a_form,
    read,
    text_in_a_form,
    with_boxes,
    with_resources,
)


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
    for number in range(500):
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
    "500 pages": (many_pages, set()),
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
    monkeypatch.setattr(preflight, "MAX_SECONDS", 1 if "unfinished-file" in expected else 40)
    result = run("preflight", saved(make(), tmp_path / "file.pdf"))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    found = set(re.findall(r"(?:error|warning|note)\[([\w-]+)\]", result.stdout)) - {"coarse-picture", "scaled-print"}
    assert found & expected if expected else not found - {"repaired-file"}, result.stdout[-2000:]


@pytest.fixture(scope="module")
def samples(foreign, tmp_path_factory) -> list[bytes]:
    """Small files of many kinds, and a page of a kit."""
    small = [bomb(2, 3), labelled("Simplex"), pictured_in_a_form(), text_in_a_form(), press_card()]
    kit = PdfWriter()
    out = tmp_path_factory.mktemp("build")
    assert run("build", SMALL, "--only", "moves", "--output", out).exit_code == 0
    kit.append(PdfReader(out / "small-a4-cardstock.pdf"), pages=(0, 1))
    packed_ = PdfWriter(clone_from=foreign)
    packed_.compress_identical_objects()
    written = []
    for writer in (kit, packed_):
        writer.write(out := io.BytesIO())
        written.append(out.getvalue())
    return [*(file.data() for file in small), foreign.read_bytes(), *written]


def answered(facts: dict[str, Any]) -> None:
    """Whatever the facts are, they can be judged and shown."""
    for profile in ("home", "shop"):
        diagnostics = judge(facts, profile)
        assert list(rules.summary("file.pdf", facts, SIZES))
        assert len(list(rules.diagnostic_lines("file.pdf", diagnostics, lambda text, _: text))) == 2 * len(diagnostics)
    assert json.loads(json.dumps(facts, allow_nan=False)) == facts


@pytest.mark.slow
def test_damage_anywhere_never_crashes(samples, tmp_path):
    """The same damage at every run, because a chance one may make PDFium take all memory of this process."""
    chance = random.Random(0)
    for number in range(56):
        data = bytearray(samples[number % len(samples)])
        for _ in range(chance.choice((0, 1, 3, 30))):
            start = chance.randrange(len(data) - 3)
            new = chance.randbytes(chance.randint(1, 3))
            data[start : start + len(new)] = new
        answered(read(bytes(data[: chance.choice((None, chance.randrange(len(data) // 3, len(data))))]), tmp_path))


@pytest.mark.slow
def test_a_damaged_kit_always_has_an_answer(samples, tmp_path):
    chance = random.Random(0)
    for _ in range(15):
        data = bytearray(samples[-2])
        for _ in range(chance.choice((1, 3, 30, 300))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        answered(read(bytes(data), tmp_path))
    result = run("preflight", tmp_path / "file.pdf")
    assert result.exit_code in (0, 1)
    assert "Traceback" not in result.output


def test_a_reader_that_crashes_is_a_diagnostic():
    assert codes(preflight.merged(9, [], "it crashed")) == {"damaged-file"}
    facts = preflight.merged(9, [{"total": 3, "scaling": "None", "duplex": ""}], "it crashed")
    assert facts["unfinished"] == "only 0 of 3 pages were read: it crashed"
    assert codes(facts) == {"unfinished-file"}
