"""Drawings in PDF files: where they are, and that each is written once."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

import pypdf
import pypdfium2
import pypdfium2.raw
import pytest

from tests.conftest import Built, run
from tests.support import three_cards
from tests.support.pages import STOCKS, forms, matrix


def written(page: pypdf.PageObject) -> list[tuple[float, ...]]:
    """The matrices, in mm, of the pieces on a page, forms or written into it.

    All pieces are in the first saved state, whose unit is mm; the marks are in the second.
    """
    found, depth, is_new = [], 0, False
    for operands, operator in page.get_contents().operations:
        if operator == b"q":
            depth += 1
            is_new = depth == 2
        elif operator == b"Q":
            depth -= 1
            if depth == 0:
                break
        elif operator == b"cm" and is_new:
            found.append(tuple(float(v) for v in operands))
            is_new = False
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "backs"), [("a4", "long"), ("letter", "short")])
def test_every_piece_lies_where_the_manifest_says_to_a_hundredth_of_a_millimetre(built, paper, backs):
    build: Built = built(paper, backs)
    for stock in STOCKS:
        by_page = defaultdict(list)
        for placement in build.placements(stock):
            by_page[placement["page"]].append(placement)
        for number, page in enumerate(pypdf.PdfReader(build.file(stock)).pages, start=1):
            assert [pytest.approx(matrix(p), abs=0.01) for p in by_page[number]] == written(page)
        if stock == "cardstock":
            for number, page in enumerate(pypdfium2.PdfDocument(build.file(stock)), start=1):
                assert [pytest.approx(matrix(p), abs=0.01) for p in by_page[number]] == forms(page)


def test_a_drawing_is_written_once_and_placed_many_times(built):
    build = built()
    names: dict[tuple[str, str], set[str]] = defaultdict(set)
    reader = pypdf.PdfReader(build.file("cardstock"))
    placements = iter(build.placements("cardstock"))
    for page in reader.pages:
        for drawn in re.findall(rb"/FormXob\.(\d+-[^ ]+) Do", page.get_contents().get_data()):
            placement = next(placements)
            names[placement["piece"], placement["side"]].add(drawn.decode())
    assert next(placements, None) is None
    assert all(len(found) == 1 for found in names.values())
    fronts = [form for (_, side), found in names.items() if side == "front" for form in found]
    assert len(fronts) == len(set(fronts)), "two pieces share a front"
    assert len({next(iter(names[f"moves/{m}", "back"])) for m in ("swerve", "lunge", "charge")}) == 1


def test_forms_have_the_trim_size_of_their_piece_plus_bleed(built):
    build = built()
    sizes = Counter()
    for sides in ("both", "one"):
        for page in pypdf.PdfReader(build.file("cardstock", sides)).pages:
            for form in page["/Resources"].get("/XObject", {}).values():
                left, bottom, right, top = (float(v) for v in form.get_object()["/BBox"])
                sizes[round(right - left, 3), round(top - bottom, 3)] += 1
    lined = [(46, 126)]  # with half of the line along the edge, 0.125 mm
    # The rims of tokens and the colours of the box extend past the cut line.
    others = {(63, 88), (69, 94), (210, 60), (86, 42), (18, 18), (17, 17), (209.8, 173.3)}
    assert others | {(round(w + 0.25, 3), round(h + 0.25, 3)) for w, h in lined} == set(sizes)


@pytest.mark.parametrize("stock", STOCKS)
def test_art_is_vector_and_nothing_is_compressed(built, stock):
    data = built().file(stock).read_bytes()
    assert b"/Subtype /Image" not in data
    assert b"FlateDecode" not in data


def test_the_name_of_a_form_is_short_enough_for_a_pdf_however_long_the_name_of_the_card_is(tmp_path):
    kit = three_cards.write(tmp_path / "long")
    long = "_".join(["a_very_long_name"] * 12)
    cards = "".join(f"  {long}_{ending}: {{name: One}}\n" for ending in ("first", "last"))
    (kit / "cards.yaml").write_text(f"all:\n{cards}", "utf-8")
    assert run("build", kit, "--output", tmp_path / "out").exit_code == 0
    (file,) = (tmp_path / "out").glob("*cardstock*.pdf")
    page = pypdf.PdfReader(file).pages[0]
    names = [name for name in page["/Resources"]["/XObject"] if "very_long" in name]
    assert len(names) == 2
    assert all(len(name.encode()) <= 128 for name in names)  # the slash and at most 127 bytes
