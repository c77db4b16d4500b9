"""Files for a print shop, read back: boxes, order, inks, what they claim to be, and what they look like."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pypdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat
from pypdf.generic import ContentStream

from pnp import pdf
from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Drawing, Picture, Piece, rectangle
from pnp.graphics.drawing import Path as Shape
from pnp.graphics.geometry import MM_PER_POINT, Edges, Rect, Size
from pnp.imposition import Placed
from pnp.pdf import Condition, separation
from pnp.pipeline import job as press
from tests.conftest import RHINO, Built, options_for, run

RED_GREEN_BLUE = {b"rg", b"RG"}
GREY = {b"g", b"G"}
FOUR = {b"k", b"K"}


def made(folder: Path, **wanted: Any) -> Built:
    diagnostics = Diagnostics()
    job = press.build(options_for(RHINO, "a4", profile="shop", **wanted), diagnostics)
    assert job is not None, list(diagnostics)
    job.save(folder)
    return Built(folder)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return made(tmp_path_factory.mktemp("shop"))


def files(build: Built) -> list[Path]:
    return sorted(build.folder.glob("*.pdf"))


def cards(build: Built) -> Path:
    return build.folder / "rhino-shop-cards-63x88.pdf"


def box(found: Any) -> list[float]:
    return [float(v) * MM_PER_POINT for v in found]


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


# Pages -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_page_is_a_piece_with_its_bleed_and_nothing_else(shop):
    pieces = {piece["id"]: piece for piece in shop.manifest["pieces"]}
    placed = {(p["file"], p["page"]): p for p in shop.manifest["placements"]}
    assert len(placed) == len(shop.manifest["placements"])
    for path in files(shop):
        for number, page in enumerate(pypdf.PdfReader(path).pages, start=1):
            placement = placed[path.name, number]
            trim = pieces[placement["piece"]]["trim"]
            bleed = 0 if "rulebook" in path.name else 3
            whole = [0, 0, trim["w"] + 2 * bleed, trim["h"] + 2 * bleed]
            assert box(page.mediabox) == pytest.approx(whole, abs=0.01)
            assert box(page["/BleedBox"]) == box(page["/CropBox"]) == pytest.approx(box(page.mediabox), abs=1e-4)
            assert box(page["/TrimBox"]) == pytest.approx(
                [bleed, bleed, bleed + trim["w"], bleed + trim["h"]], abs=0.01
            )
            assert (placement["x"], placement["y"], placement["turn"]) == (bleed, bleed, 0)
            assert page.rotation == 0
            assert "page " not in page.extract_text().lower() or "rulebook" in path.name


def test_fronts_and_backs_come_in_turn_and_labels_count(shop):
    file = next(f for f in shop.manifest["files"] if f["path"] == cards(shop).name)
    assert file["print"] == {"scale": 100, "sides": "both", "flip": "long", "copies": "as each piece says"}
    mine = [p for p in shop.manifest["placements"] if p["file"] == file["path"]]
    pieces = {piece["id"]: piece for piece in shop.manifest["pieces"]}
    assert [p["side"] for p in mine] == ["front", "back"] * (len(mine) // 2)
    assert [p["piece"] for p in mine[::2]] == [p["piece"] for p in mine[1::2]]
    assert len({p["piece"] for p in mine}) == len(mine) // 2
    message = [f"{pieces[p['piece']]['title']} × {pieces[p['piece']]['copies']}, {p['side']}" for p in mine]
    reader = pypdf.PdfReader(cards(shop))
    assert reader.page_labels == message
    assert sum(pieces[p["piece"]]["copies"] for p in mine[::2]) > len(mine[::2])
    assert reader.root_object["/ViewerPreferences"]["/Duplex"] == "/DuplexFlipLongEdge"


def test_the_number_of_copies_is_that_of_the_kit(shop, built):
    home = {piece["id"]: piece for piece in built().manifest["pieces"]}
    for piece in shop.manifest["pieces"]:
        if not home.get(piece["id"], {"filler": True}).get("filler"):
            assert piece["copies"] == home[piece["id"]]["copies"]
    assert shop.manifest["paper"] is None


@pytest.mark.slow
def test_all_copies_repeats_them(shop, tmp_path):
    build = made(tmp_path, all_copies=True, only=("moves",))
    wanted = [p for p in shop.manifest["pieces"] if p["component"] == "moves"]
    assert {p["id"]: p["copies"] for p in build.manifest["pieces"]} == {p["id"]: p["copies"] for p in wanted}
    reader = pypdf.PdfReader(cards(build))
    assert len(reader.pages) == 2 * sum(p["copies"] for p in wanted)
    assert reader.page_labels[2] == f"{wanted[0]['title']} 2 of {wanted[0]['copies']}, front"


@pytest.mark.slow
def test_one_size_one_file_and_fronts_only_if_asked(shop, tmp_path):
    for file in shop.manifest["files"]:
        sizes = {(p["w"], p["h"]) for p in shop.manifest["placements"] if p["file"] == file["path"]}
        assert len(sizes) == 1
    build = made(tmp_path, backs="none", only=("moves",))
    assert {p["side"] for p in build.manifest["placements"]} == {"front"}


def test_the_rulebook_is_single_pages_in_order(shop):
    path = next(path for path in files(shop) if "rulebook" in path.name)
    numbers = [int(re.search(r"page (\d+)", label)[1]) for label in pypdf.PdfReader(path).page_labels]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > 4


@pytest.mark.slow
def test_bleed_may_be_less_and_more_is_refused_where_drawings_do_not_reach(tmp_path):
    build = made(tmp_path, bleed=1.5, only=("moves",))
    page = pypdf.PdfReader(cards(build)).pages[0]
    assert box(page.mediabox) == pytest.approx([0, 0, 66, 91], abs=0.01)
    result = run("build", "rhino", "--profile", "shop", "--bleed", "3.175", "--output", str(tmp_path / "more"))
    assert result.exit_code == 1
    assert "back-moves.svg" in result.output
    assert not (tmp_path / "more").exists()


# Inks ------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_there_is_no_red_green_and_blue_anywhere(shop):
    for path in files(shop):
        assert b"/DeviceRGB" not in path.read_bytes()
        operators = {operator for _, operations in all_streams(path) for _, operator in operations}
        assert not operators & (RED_GREEN_BLUE | GREY)
        assert operators & FOUR


@pytest.mark.slow
def test_black_is_black_ink_alone(shop):
    for path in files(shop):
        assert (0, 0, 0, 1) in mixes(path) or "pieces-15x15" in path.name


@pytest.mark.slow
@pytest.mark.parametrize("limit", [160, 300])
def test_no_place_gets_more_ink_than_the_limit(limit, shop, tmp_path):
    build = shop if limit == 300 else made(tmp_path, ink_limit=limit)
    found = max(sum(mix) * 100 for path in files(build) for mix in mixes(path))
    assert 150 < found <= limit + 1e-6


@pytest.mark.slow
@pytest.mark.parametrize("limit", [150, 240, 300])
def test_mixes_keep_the_limit_and_greys_are_black(limit):
    for red, green, blue in product((0.0, 0.1, 0.25, 0.5, 0.75, 1.0), repeat=3):
        mix = separation.mixed((red, green, blue), limit)
        assert mix.total <= limit + 1e-6
        assert all(0 <= share <= 1 and share == round(share, 2) for share in mix)
        if red == green == blue:
            assert mix[:3] == (0, 0, 0)
    assert separation.mixed((1.0, 1.0, 1.0), limit) == (0, 0, 0, 0)
    assert separation.mixed((0.0, 0.0, 0.0), limit) == (0, 0, 0, 1)
    darker = [separation.mixed((grey / 255,) * 3, limit).black for grey in range(256)]
    assert darker == sorted(darker, reverse=True)


KNOWN = {
    "#f39200": (0, 50, 100, 0),
    "#f9b233": (0, 35, 85, 0),
    "#e6332a": (0, 90, 85, 0),
    "#2fac66": (75, 0, 75, 0),
    "#1d71b8": (85, 50, 0, 0),
    "#951b81": (50, 100, 0, 0),
    "#9d9d9c": (0, 0, 0, 50),
    "#575756": (0, 0, 0, 80),
}


@pytest.mark.parametrize("colour", KNOWN)
def test_mixes_come_near_to_those_that_profiles_give(colour):
    """Black may take the place of some of the others."""
    mix = separation.mixed(separation.light(colour), 300)
    known = [share / 100 for share in KNOWN[colour]]
    assert sum(abs(own - other) for own, other in zip(mix, known, strict=True)) < 0.3


# Bitmaps ---------------------------------------------------------------------------------------------------------


def pictured(context: RenderContext, mode: str, limit: float = 300) -> bytes:
    image = Image.new(mode, (6, 4), (180, 30, 40, 128)[: len(mode)])
    image.putpixel((0, 0), (255, 255, 255, 255)[: len(mode)])
    stream = io.BytesIO()
    image.save(stream, "PNG")
    size = Size(30, 20)
    items = (Shape(rectangle(Rect(0, 0, 5, 5)), fill="#000000"), Picture(Rect(5, 5, 20, 10), stream.getvalue(), (6, 4)))
    piece = Piece("a/b", "a", "B", size, Drawing("b", size, items))
    rect = Rect(3, 3, *size)
    placed = Placed(piece, 1, "front", rect, 0, Edges(3, 3, 3, 3))
    whole = Size(36, 26)
    page = pdf.Page(whole, (placed,), Drawing("none", whole, ()), "B", trim=rect)
    return pdf.write(pdf.Document("T", "A", "S", "en", "Simplex", (page,), Condition(limit)), context.fonts)


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_bitmaps_are_in_inks_and_only_clear_ones_are_clear(context, mode):
    data = pictured(context, mode)
    assert data == pictured(context, mode)
    assert b"/DeviceRGB" not in data
    (image,) = (held for held, _ in all_streams(data) if held.get("/Subtype") == "/Image")
    assert image["/ColorSpace"] == "/DeviceCMYK"
    assert "/Filter" not in image
    pixels = image.get_data()
    assert pixels[:4] == b"\0\0\0\0"
    assert pixels[5] > 180 > pixels[4]
    assert ("/SMask" in image) == (mode == "RGBA")
    (page,) = pypdf.PdfReader(io.BytesIO(data)).pages
    assert (page.get("/Group") == {"/S": "/Transparency", "/CS": "/DeviceCMYK"}) == (mode == "RGBA")
    seen = pypdfium2.PdfDocument(data)[0].render(scale=2).to_pil().convert("RGB")
    red, green, blue = seen.getpixel((seen.width // 2, seen.height // 2))
    assert red > max(green, blue) + 50


@pytest.mark.slow
def test_bitmaps_keep_the_limit():
    stream = io.BytesIO()
    image = Image.new("RGB", (16, 16))
    image.putdata([(16 * x, 8 * y, (x * y) % 40) for x in range(16) for y in range(16)])
    image.save(stream, "PNG")
    bitmap = separation.separated(stream.getvalue(), 200)
    totals = [sum(bitmap.pixels[at : at + 4]) / 2.55 for at in range(0, len(bitmap.pixels), 4)]
    assert len(totals) == 256
    assert 150 < max(totals) <= 200.5


# What the files say ----------------------------------------------------------------------------------------------


def test_they_say_what_they_are_made_for(shop):
    ids = set()
    for path in files(shop):
        reader = pypdf.PdfReader(path)
        root, info = reader.root_object, reader.trailer["/Info"]
        (intent,) = root["/OutputIntents"]
        intent = intent.get_object()
        assert (intent["/S"], intent["/OutputConditionIdentifier"]) == ("/GTS_PDFX", "FOGRA39")
        assert intent["/RegistryName"] == "http://www.color.org"
        assert "FOGRA39" in intent["/Info"]
        assert "/DestOutputProfile" not in intent
        assert info["/Trapped"] == "/False"
        message = root["/Metadata"].get_object().get_data().decode()
        assert "<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>" in message
        metadata = reader.xmp_metadata
        assert metadata.dc_title["x-default"] == info["/Title"]
        assert metadata.dc_creator == [info["/Author"]]
        assert metadata.pdf_producer == info["/Producer"]
        assert metadata.xmp_create_date.strftime("D:%Y%m%d%H%M%S+00'00'") == info["/CreationDate"]
        assert not reader.is_encrypted
        assert not {"/JavaScript", "/OpenAction", "/AA", "/AcroForm"} & set(root)
        ids.add((metadata.xmpmm_document_id, bytes(reader.trailer["/ID"][0].original_bytes)))
        assert reader.pdf_header == "%PDF-1.6"
    assert len({id_ for id_, _ in ids}) == len({id_ for _, id_ in ids}) == len(files(shop))


@pytest.mark.slow
def test_preflight_finds_nothing_but_much_ink_and_less_is_to_be_had(shop, tmp_path):
    result = run("preflight", *map(str, files(shop)), "--profile", "shop")
    assert result.exit_code == 0
    assert set(re.findall(r"(?:error|warning|note)\[[a-z-]+", result.output)) <= {"warning[heavy-ink"}
    result = run("preflight", *map(str, files(made(tmp_path, ink_limit=240))), "--profile", "shop")
    assert result.exit_code == 0
    assert not re.findall(r"(?:error|warning|note)\[", result.output)


@pytest.mark.slow
def test_the_same_order_makes_the_same_bytes(shop, tmp_path):
    again = made(tmp_path)
    for path in (*files(shop), shop.folder / "manifest.json"):
        assert (again.folder / path.name).read_bytes() == path.read_bytes()


@pytest.mark.skipif(not shutil.which("qpdf"), reason="qpdf is not installed")
def test_qpdf_finds_nothing(shop):
    for path in files(shop):
        done = subprocess.run(["qpdf", "--check", str(path)], capture_output=True, text=True, check=False)  # noqa: S607
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not shutil.which("pdffonts"), reason="pdffonts is not installed")
def test_all_fonts_are_in_the_files(shop):
    for path in files(shop):
        done = subprocess.run(["pdffonts", str(path)], capture_output=True, text=True, check=True)  # noqa: S607
        for line in done.stdout.splitlines()[2:]:
            assert re.search(r" yes yes yes +\d+ +\d+$", line), line


# How they look ---------------------------------------------------------------------------------------------------


class Pictures:
    """Pages as they look, two pixels to the millimetre, and what lies on them where a manifest says."""

    def __init__(self, build: Built) -> None:
        self.build = build
        self.pages: dict[tuple[str, int], Image.Image] = {}

    def of(self, placement: dict[str, Any]) -> Image.Image:
        key = (placement["file"], placement["page"])
        if key not in self.pages:
            page = pypdfium2.PdfDocument(self.build.folder / key[0])[key[1] - 1]
            self.pages[key] = page.render(scale=2 * MM_PER_POINT).to_pil().convert("RGB")
        image = self.pages[key]
        x, y, w, h = (placement[k] for k in "xywh")
        height = image.height / 2
        part = image.crop([round(2 * v) for v in (x, height - y - h, x + w, height - y)])
        return part.rotate(-placement["turn"], expand=True)


@pytest.mark.slow
def test_each_side_looks_like_the_one_printed_at_home(shop, built):
    home, single = Pictures(built()), Pictures(shop)
    at_home = defaultdict(list)
    for placement in home.build.manifest["placements"]:
        at_home[placement["piece"], placement["side"]].append(placement)
    compared = 0
    for placement in shop.manifest["placements"]:
        others = at_home.get((placement["piece"], placement["side"]))
        if others and "cards" in placement["file"]:
            one, other = (picture.resize((12, 17)) for picture in (single.of(placement), home.of(others[0])))
            apart = ImageStat.Stat(ImageChops.difference(one, other)).mean
            assert max(apart) < 16, placement
            compared += 1
    assert compared > 30


# The command -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        "--backs gutterfold",
        "--backs short",
        "--backs separate",
        "--paper letter",
        "--order sides",
        "--rulebook booklet",
        "--marks lines",
        "--gap 3",
        "--pages 1",
        "--draft",
    ],
)
def test_what_means_nothing_to_a_shop_is_refused(given, tmp_path):
    result = run("build", "rhino", "--profile", "shop", *given.split(), "--output", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert given.split()[0] in result.output
    assert "--profile shop" in result.output
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("given", ["--ink-limit 240", "--all-copies", "--bleed 3.175"])
def test_what_means_nothing_at_home_is_refused(given, tmp_path):
    result = run("build", "rhino", *given.split(), "--output", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert given.split()[0] in result.output
    assert not (tmp_path / "out").exists()


def test_the_page_on_printing_at_home_is_nothing_for_a_shop(tmp_path):
    result = run("build", "rhino", "--profile", "shop", "--only", "guide", "--output", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert "--only" in result.output


@pytest.mark.slow
def test_the_command_prints_into_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("build", "rhino", "--profile", "shop", "--only", "moves", "--backs", "none", "--ink", "grey")
    assert result.exit_code == 0, result.output
    folder = tmp_path / "output" / "rhino-shop"
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert [file["path"] for file in manifest["files"]] == ["rhino-shop-cards-63x88.pdf"]
    assert all(mix[:3] == (0, 0, 0) for mix in mixes(folder / "rhino-shop-cards-63x88.pdf"))
