"""`pnp preview`: every face once, cards large with their lines where they must be, the same pixels as the print."""

from __future__ import annotations

import io
import re

import openpyxl
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.graphics.drawing import Path, Piece, Text
from pnp.graphics.geometry import MM_PER_INCH, Rect
from pnp.pdf import png, rendering
from pnp.pipeline import job, preview
from pnp.pipeline.choices import ChoiceError
from pnp.pipeline.preview import Owners
from tests.conftest import SMALL, Built, edit, options_for, run
from tests.support import big_deck

DPI = 254
"""Ten pixels a millimetre."""


@pytest.fixture(scope="module")
def laid() -> job.Layout:
    diagnostics = Diagnostics()
    found = job.lay_out(options_for(SMALL), diagnostics)
    assert found is not None
    assert not list(diagnostics)
    return found


def shown(laid: job.Layout, page, dpi: float = DPI) -> Image.Image:
    return Image.open(io.BytesIO(png.write(page, laid.plan.context.fonts, dpi))).convert("RGB")


def cut(image: Image.Image, box: Rect) -> Image.Image:
    """A box in mm from the top left, of a picture with ten pixels a millimetre."""
    return image.crop(tuple(round(10 * v) for v in (box.x, box.y, box.right, box.far)))


def piece(laid: job.Layout, name: str) -> Piece:
    (found,) = preview.named(laid.all_pieces, name)
    return found


def likeness(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two pictures, 0 to 255."""
    assert one.size == other.size
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


@pytest.mark.parametrize("name", ["moves/swerve", "foldies/chipdip"])
def test_a_proof_is_what_is_printed(laid, name, tmp_path):
    assert run("build", SMALL, "--output", tmp_path).exit_code == 0
    build = Built(tmp_path)
    mine = piece(laid, name)
    image = shown(laid, preview.card_proof(laid.plan.context, [mine]))
    sides = "both" if mine.back else "one"
    pages = pypdfium2.PdfDocument(build.file("cardstock", sides))
    for side, place in zip(("front", "back") if mine.back else ("front",), preview.places(mine), strict=True):
        found = next(p for p in build.placements("cardstock", sides) if (p["piece"], p["side"]) == (name, side))
        sheet = pages[found["page"] - 1].render(scale=DPI / 72 * rendering.EXACT).to_pil().convert("RGB")
        x, y, w, h = (found[key] for key in "xywh")
        printed = Rect(x, 297 - y - h, w, h)
        turned = cut(sheet, printed.inset(3.5)).rotate(-found["turn"], expand=True)
        inside = cut(image, place.inset(3.5))
        assert likeness(turned, inside) < 1
        if side == "front":  # a back comes to itself by half a turn
            assert likeness(turned, inside.rotate(180)) > 12


def has(image: Image.Image, x: float, y: float, colour: str, *, across: float = 0.1) -> bool:
    """Whether a line of about that colour runs by a place, in mm."""
    wanted = tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))
    reach = round(10 * across)
    around = [
        image.getpixel((round(10 * x) + i, round(10 * y) + j))
        for i in range(-reach - 1, reach + 1)
        for j in range(-reach - 1, reach + 1)
    ]
    return any(sum(abs(a - b) for a, b in zip(pixel, wanted, strict=True)) < 170 for pixel in around)


def runs_along(image: Image.Image, box: Rect, colour: str) -> float:
    """Which part of a box's outline has a line of that colour."""
    steps = [i / 50 for i in range(2, 49)]
    points = [(box.x, box.y + s * box.h) for s in steps] + [(box.right, box.y + s * box.h) for s in steps]
    points += [(box.x + s * box.w, box.y) for s in steps] + [(box.x + s * box.w, box.far) for s in steps]
    return sum(has(image, x, y, colour) for x, y in points) / len(points)


def test_trim_bleed_and_safe_zone_are_where_they_must_be(laid):
    mine = piece(laid, "moves/swerve")
    image = shown(laid, preview.card_proof(laid.plan.context, [mine]))
    facts = laid.plan.context.facts
    front, back = preview.places(mine)
    for place in (front, back):
        assert place.size == mine.size
        assert runs_along(image, place, preview.TRIM.colour) == 1
        assert 0.3 < runs_along(image, place.inset(facts.safe), preview.SAFE.colour) <= 1
        assert runs_along(image, place.inset(1.5), preview.TRIM.colour) == 0
    assert mine.back is not None
    assert (mine.front.bleed, mine.back.bleed) == (0, facts.bleed)
    assert 0.4 < runs_along(image, back.inset(-facts.bleed), preview.BLEED.colour) < 1
    assert runs_along(image, front.inset(-facts.bleed), preview.BLEED.colour) == 0


def test_ink_runs_to_the_bleed_and_not_beyond(laid):
    mine = piece(laid, "moves/swerve")
    image = shown(laid, preview.card_proof(laid.plan.context, [mine]))
    back = preview.places(mine)[1]
    bleed = laid.plan.context.facts.bleed
    beside = Rect(back.x - bleed + 0.3, back.y, bleed - 0.6, back.h)
    assert ImageStat.Stat(cut(image, beside)).mean[2] < 250
    beyond = Rect(back.x - bleed - 2, back.y, 1.7, back.h)
    assert cut(image, beyond).getextrema() == ((255, 255),) * 3


def test_every_face_is_on_the_contact_sheet_once(laid):
    faces = preview.faces(laid.all_pieces, laid.plan.context.fonts)
    message = {face.name: face.times for face in faces}
    assert message["moves/swerve"] == "× 8"
    assert message["back of moves/swerve and 4 more"] == "× 19 · fills up sheets"
    assert message["back of rhinos/chipdip and 1 more"] == "× 2"
    assert message["extras/blank"] == "fills up sheets"
    fronts = [name for name in message if not name.startswith("back of")]
    assert {"guide/page", "rulebook/1", "bracket/page", "foldies/stomper"} <= set(fronts)
    assert len(faces) == len({id(face.drawing) for face in faces}) == len(message)
    texts = {text.text for text in preview.contact_sheet(laid.plan.context, laid.all_pieces).printer_marks.texts()}
    assert set(message) | {"× 8 · at 80 %"} <= texts


def test_words_that_are_too_long_are_cut_and_never_run_over(laid):
    text = preview._words("a very long name " * 20, 0, 0, 30, laid.plan.context.fonts)
    assert text.text.endswith("…")
    assert laid.plan.context.fonts.width(text.text, text.font, text.size) <= 30


@pytest.mark.parametrize(("arguments", "name", "dpi"), [((), "small-faces", 120), (("swerve",), "small-swerve", 300)])
def test_the_picture_is_written_and_reported(arguments, name, dpi, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("preview", SMALL, *arguments)
    assert result.exit_code == 0, result.output
    (file,) = (tmp_path / "output").iterdir()
    assert file.name == f"{name}.png"
    with Image.open(file) as image:
        assert image.format == "PNG"
        assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.1)
        assert f"output/{name}.png, {image.width} × {image.height} pixels at {dpi} dpi" in result.stdout


def test_a_card_is_as_large_as_it_is_printed(laid, tmp_path):
    file = tmp_path / "deep" / "one.png"
    assert run("preview", SMALL, "moves/swerve", "--dpi", 100, "--output", file).exit_code == 0
    page = preview.card_proof(laid.plan.context, [piece(laid, "moves/swerve")])
    with Image.open(file) as image:
        assert image.size == png.pixels(page.paper, 100)
        assert image.width == round((2 * preview.MARGIN + 4 * preview.AROUND + 2 * 63) / MM_PER_INCH * 100)


def test_a_proof_names_its_piece_and_how_often_it_is_printed(laid):
    swerve, blank = (piece(laid, name) for name in ("moves/swerve", "extras/blank"))
    texts = [text.text for text in preview.card_proof(laid.plan.context, [swerve, blank]).printer_marks.texts()]
    assert f"moves/swerve · {swerve.size} · × 8 · front and back" in texts
    assert f"extras/blank · {blank.size} · fills up sheets · front and back" in texts


def test_a_card_of_several_components_is_shown_in_all_of_them(laid):
    assert [p.id for p in preview.named(laid.all_pieces, "chipdip")] == ["rhinos/chipdip", "foldies/chipdip"]


def test_faces_are_chosen_by_component_and_by_fault(tmp_path, monkeypatch):
    kit = big_deck.write(tmp_path / "mine", 10)
    more = "  more: {kind: deck, title: More, cards: deck, size: poker, face: front}\n"
    (kit / "kit.yaml").write_text((kit / "kit.yaml").read_text("utf-8") + more, "utf-8")
    drawn = []
    real = preview.contact_sheet

    def noted(context, pieces):
        drawn.append([one.id for one in pieces])
        return real(context, pieces)

    monkeypatch.setattr(preview, "contact_sheet", noted)
    for options in (("--faulty", "--only", "deck"), ("--only", "more"), ("--faulty",)):
        result = run("preview", kit, *options, "--dpi", 20, "--output", tmp_path / "a.png")
        assert result.exit_code == 0, result.output
    wrong = ["c2", "c4", "c5", "c6", "c8", "c10"]
    assert drawn[0] == [f"deck/{id_}" for id_ in wrong]
    assert drawn[1] == [f"more/c{number}" for number in range(1, 11)]
    assert drawn[2] == [f"{component}/{id_}" for component in ("deck", "more") for id_ in wrong]


def test_nothing_is_drawn_if_no_card_has_an_error(tmp_path):
    kit = big_deck.write(tmp_path / "mine", 3, faults=False)
    result = run("preview", kit, "--faulty", "--output", tmp_path / "a.png")
    assert (result.exit_code, result.stdout) == (0, "no card here has an error or a warning; nothing was drawn\n")
    assert not (tmp_path / "a.png").exists()


def test_the_reported_maximum_is_possible(laid):
    page = preview.contact_sheet(laid.plan.context, laid.all_pieces)
    most = rendering.finest(page.paper)
    wide, high = png.pixels(page.paper, most)
    assert wide * high <= rendering.PIXELS * 1.001
    with pytest.raises(ChoiceError, match=f"the maximum is --dpi {most}$"):
        preview.picture(laid.plan.context, laid.all_pieces, None, most + 1)


def test_the_file_is_left_whole_where_it_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("x")
    result = run("preview", SMALL, "swerve", "--output", tmp_path / "file" / "a.png")
    assert result.exit_code == 2
    assert "cannot write to" in result.stderr


@pytest.fixture
def kit(tmp_path):
    """Every second card's text is too long, every fifth is pale; card 10 has both and no picture."""
    return big_deck.write(tmp_path / "mine", 20)


def _codes(kit, card, tmp_path):
    """The codes that are reported for a card, and the end of the summary."""
    report = run("preview", kit, card, "--output", tmp_path / "card.png", "--dpi", "40").stderr.splitlines()
    return re.findall(r"(?:error|warning)\[([a-z-]+)\]", "\n".join(report)), report[-1].partition("elsewhere")[0]


def test_only_the_cards_own_faults_are_reported(kit, tmp_path):
    # 10 texts are too long, 2 are pale, 2 pictures do not exist
    assert _codes(kit, "c2", tmp_path) == (["text-overflow"], "1 error, shown anyway; 11 errors, 2 warnings ")
    assert _codes(kit, "c5", tmp_path) == (["low-contrast"], "1 warning, shown anyway; 12 errors, 1 warning ")
    summary = "2 errors, shown anyway; 10 errors, 2 warnings "
    assert _codes(kit, "deck/c10", tmp_path) == (["missing-art", "text-overflow"], summary)
    assert _codes(kit, "c1", tmp_path) == ([], "nothing wrong on this card, 12 errors, 2 warnings ")


def test_faults_of_its_face_are_its_own(kit, tmp_path):
    edit(kit, "faces.yaml", "size: 14", "size: 14, colour: ink")
    edit(
        kit,
        "faces.yaml",
        "    elements:\n",
        '    elements:\n      - {text: "{asides.lore}", box: [5, 5, 50, 3], style: name}\n',
    )
    assert _codes(kit, "c1", tmp_path)[0] == ["unfilled-field"]


def test_a_diagnostic_in_the_lines_of_a_face_is_about_all_its_cards(kit):
    layout = job.lay_out(options_for(kit), Diagnostics())
    assert layout
    owners = Owners(layout.plan.context.kit)

    def cards(file: str, line: int) -> frozenset[str]:
        return owners.cards(Diagnostic(Span(str(kit / file), line), "error", "x", "y"))

    assert cards("cards.csv", 8) == {"c7"}
    assert len(cards("faces.yaml", 8)) == 20
    assert cards("faces.yaml", 2) == cards("cards.csv", 99) == cards("kit.yaml", 1) == frozenset()


def test_rows_of_a_workbook_are_told_apart(tmp_path):
    kit = big_deck.write(tmp_path / "mine", 3, faults=False)
    book = openpyxl.Workbook()
    for row in (kit / "cards.csv").read_text("utf-8").splitlines():
        book.active.append(row.split(","))
    book.active["C3"] = "lost.svg"
    book.save(kit / "cards.xlsx")
    edit(kit, "kit.yaml", "cards.csv", "cards.xlsx")
    assert _codes(kit, "c2", tmp_path) == (["missing-art"], "1 error, shown anyway")
    assert _codes(kit, "c1", tmp_path) == ([], "nothing wrong on this card, 1 error ")
    assert "Sheet!C3, column 'art'" in run("check", kit).stdout


def test_the_lines_of_the_legend_are_beside_their_words(laid):
    (all_,) = preview.card_proof(laid.plan.context, [piece(laid, "moves/swerve")]).printer_marks.items
    words = next(one for one in all_.items if isinstance(one, Text) and one.text.startswith("trim: "))
    *_, sample = (one for one in all_.items if isinstance(one, Path) and one.stroke == preview.TRIM)
    (_, (x, y)), (_, end) = sample.segments
    assert 0 < words.y - y < preview.ROW / 2
    assert x < end[0] < words.x
