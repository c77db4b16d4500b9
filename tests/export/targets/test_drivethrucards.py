"""DriveThruCards: the order of pages, their boxes, their inks, and the standard."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import pypdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from pnp.export import PrintedSet, Settings
from pnp.export.targets import drivethrucards
from pnp.graphics.geometry import MM_PER_POINT
from pnp.pdf import icc
from pnp.pdf.preflight.rules import breaches
from pnp.pipeline import exporting
from pnp.pipeline.choices import ChoiceError
from tests.conftest import run
from tests.support import three_cards
from tests.support.preflight import codes, read
from tests.support.shop import FOUR, all_streams, transparent


@pytest.fixture(scope="module")
def decks(made) -> dict[str, bytes]:
    found = dict(made("drivethrucards"))
    del found[exporting.LIST]
    return found


def test_each_deck_is_a_file_with_a_pair_of_pages_for_each_copy(decks, laid):
    wanted: dict[str, int] = {}
    for piece in laid.all_pieces:
        if laid.plan.context.kit.components[piece.component].kind == "deck":
            wanted[piece.component] = wanted.get(piece.component, 0) + max(piece.copies, int(piece.filler))
    assert {name: len(pypdf.PdfReader(io.BytesIO(data)).pages) for name, data in decks.items()} == {
        f"{component}.pdf": 2 * copies for component, copies in wanted.items()
    }


def test_backs_come_before_fronts(decks):
    reader = pypdf.PdfReader(io.BytesIO(decks["moves.pdf"]))
    labels = reader.page_labels
    assert labels[:4] == ["Swerve 1 of 8, back", "Swerve 1 of 8, front", "Swerve 2 of 8, back", "Swerve 2 of 8, front"]
    texts = [page.extract_text().lower() for page in reader.pages[:4]]
    assert all("swerve" in text for text in texts[1::2])
    assert all("swerve" not in text for text in texts[::2])


def test_pages_are_the_card_with_an_eighth_of_an_inch_around_it(decks):
    for data in decks.values():
        for page in pypdf.PdfReader(io.BytesIO(data)).pages:
            edges = {
                key: [float(v) * MM_PER_POINT for v in page[key]] for key in ("/MediaBox", "/BleedBox", "/TrimBox")
            }
            assert edges["/MediaBox"] == pytest.approx([0, 0, 63 + 6.35, 88 + 6.35], abs=0.01)
            assert edges["/BleedBox"] == pytest.approx(edges["/MediaBox"], abs=1e-3)
            assert edges["/TrimBox"] == pytest.approx([3.175, 3.175, 66.175, 91.175], abs=0.01)


def test_backs_reach_the_edge_of_the_page(decks):
    image = pypdfium2.PdfDocument(decks["moves.pdf"])[0].render(scale=6).to_pil().convert("L")
    around = image.copy()
    around.paste(0, (2, 2, image.width - 2, image.height - 2))
    assert around.getextrema()[1] < 250


def test_files_are_pdf_x_1a_with_little_ink(decks, tmp_path):
    for data in decks.values():
        reader = pypdf.PdfReader(io.BytesIO(data))
        assert reader.pdf_header == "%PDF-1.4"
        assert reader.trailer["/Info"]["/GTS_PDFXVersion"] == "PDF/X-1a:2003"
        assert transparent(data) == []
        mixes = [
            sum(map(float, operands))
            for _, operations in all_streams(data)
            for operands, operator in operations
            if operator in FOUR
        ]
        assert max(mixes) <= 2.4 + 1e-6
        assert b"CutContour" not in data
        facts = read(data, tmp_path)
        assert (facts["standard"], list(breaches(facts))) == ("PDF/X-1a:2003", [])
        assert codes(facts, "shop") <= {"small-mixed-text"}


def test_a_card_without_a_back_has_a_white_one(laid):
    card = replace(next(piece for piece in laid.all_pieces if piece.id == "moves/swerve"), back=None, copies=1)
    data = drivethrucards.files(PrintedSet(laid.plan.context, Settings(), (card,)))["moves.pdf"]
    back, front = pypdfium2.PdfDocument(data)
    assert back.render().to_pil().convert("L").getextrema() == (255, 255)
    assert front.render().to_pil().convert("L").getextrema()[0] < 100


def test_fronts_look_like_those_of_other_exports(decks, made):
    page = pypdfium2.PdfDocument(decks["rhinos.pdf"])[1]
    one = page.render(scale=60 / 72).to_pil().convert("RGB")
    name = pypdf.PdfReader(io.BytesIO(decks["rhinos.pdf"])).page_labels[1].split(" 1 of")[0].lower()
    (other,) = [data for path, data in made("png", bleed=3.175).items() if path == f"rhinos/{name}.png"]
    with Image.open(io.BytesIO(other)) as image:
        difference = ImageChops.difference(one, image.convert("RGB").resize(one.size))
    assert max(ImageStat.Stat(difference).mean) < 16, "inks look duller"


def test_the_profile_is_the_users_and_other_options_are_refused(tmp_path):
    (tmp_path / "mine.icc").write_bytes(icc.standard().data.replace(b"coated", b"Coated"))
    kit = three_cards.write(tmp_path / "mine")
    command = ("export", kit, "--to", "drivethrucards")
    result = run(*command, "--icc", str(tmp_path / "mine.icc"), "--output", str(tmp_path / "out"))
    assert result.exit_code == 0, result.output
    listed = json.loads((tmp_path / "out" / "export.json").read_text("utf-8"))
    assert listed["settings"]["icc"]["description"] == "FOGRA39L Coated, made for pnp"
    reader = pypdf.PdfReader(tmp_path / "out" / "all.pdf")
    assert reader.root_object["/OutputIntents"][0]["/OutputConditionIdentifier"] == "FOGRA39L Coated, made for pnp"
    for option, value in (("--dpi", "300"), ("--bleed", "3"), ("--base-url", "https://x")):
        result = run(*command, option, value)
        assert result.exit_code == 2
        assert option in result.output
    result = run("export", kit, "--to", "png", "--icc", str(tmp_path / "mine.icc"))
    assert result.exit_code == 2
    assert "--icc" in result.output


def test_the_profile_may_be_a_path_and_is_of_an_old_version(tmp_path):
    data = icc.standard().data
    (tmp_path / "old.icc").write_bytes(data)
    (tmp_path / "new.icc").write_bytes(data[:8] + b"\x04" + data[9:])
    assert exporting.settings("drivethrucards", {"icc": str(tmp_path / "old.icc")}).icc == icc.standard()
    for name, problem in (("new.icc", "PDF/X-1a takes profiles of version 2 only"), ("none.icc", "cannot read")):
        with pytest.raises(ChoiceError, match=problem):
            exporting.settings("drivethrucards", {"icc": tmp_path / name})
    with pytest.raises(ChoiceError, match="only with --to drivethrucards"):
        exporting.settings("png", {"icc": tmp_path / "old.icc"})
