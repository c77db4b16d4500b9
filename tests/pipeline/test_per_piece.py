"""One page for each piece, as print shops want them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import Any

import pypdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from pnp.graphics.geometry import MM_PER_POINT
from pnp.pdf import icc
from tests.conftest import SMALL, Built, run
from tests.support import shop as shop_files
from tests.support.shop import files, mixes

made = partial(shop_files.made, kit=SMALL)


@pytest.fixture(scope="module")
def shop(tmp_path_factory) -> Built:
    return made(tmp_path_factory.mktemp("shop"))


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Built:
    folder = tmp_path_factory.mktemp("home")
    assert run("build", SMALL, "--output", folder).exit_code == 0
    return Built(folder)


def cards(build: Built) -> Path:
    return build.folder / "small-shop-cards-63x88.pdf"


def box(found: Any) -> list[float]:
    return [float(v) * MM_PER_POINT for v in found]


# Pages -----------------------------------------------------------------------------------------------------------


def test_every_page_is_a_piece_with_its_bleed_and_nothing_else(shop):
    pieces = {piece["id"]: piece for piece in shop.manifest["pieces"]}
    placed = {(p["file"], p["page"]): p for p in shop.manifest["placements"]}
    assert len(placed) == len(shop.manifest["placements"])
    for path in files(shop):
        for number, page in enumerate(pypdf.PdfReader(path).pages, start=1):
            placement = placed[path.name, number]
            trim = pieces[placement["piece"]]["trim"]
            bleed = 3
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


def test_all_copies_repeats_them(shop, tmp_path):
    build = made(tmp_path, all_copies=True, only=("moves",))
    wanted = [p for p in shop.manifest["pieces"] if p["component"] == "moves"]
    assert {p["id"]: p["copies"] for p in build.manifest["pieces"]} == {p["id"]: p["copies"] for p in wanted}
    reader = pypdf.PdfReader(cards(build))
    assert len(reader.pages) == 2 * sum(p["copies"] for p in wanted)
    assert reader.page_labels[2] == f"{wanted[0]['title']} 2 of {wanted[0]['copies']}, front"


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
    assert len(numbers) == 4


def test_covers_extend_past_the_trim_and_other_pages_are_white_there(shop):
    path = next(path for path in files(shop) if "rulebook" in path.name)
    pages = [page.render(scale=2).to_pil().convert("RGB") for page in pypdfium2.PdfDocument(path)]
    for number, page in enumerate(pages, start=1):
        colours = {colour for part in edge_strips(page.size) for _, colour in page.crop(part).getcolors()}
        if number in (1, len(pages)):
            assert (255, 255, 255) not in colours
        else:
            assert colours == {(255, 255, 255)}


def test_covers_reach_the_edge_of_an_eighth_of_an_inch(tmp_path):
    (path,) = files(made(tmp_path, bleed=3.175, only=("rulebook",)))
    page = pypdfium2.PdfDocument(path)[0].render(scale=8).to_pil().convert("RGB")
    colours = [colour for part in edge_strips(page.size) for _, colour in page.crop(part).getcolors()]
    assert (255, 255, 255) not in colours


def test_bleed_may_be_less_or_an_eighth_of_an_inch(tmp_path):
    build = made(tmp_path, bleed=1.5, only=("moves",))
    page = pypdf.PdfReader(cards(build)).pages[0]
    assert box(page.mediabox) == pytest.approx([0, 0, 66, 91], abs=0.01)
    page = pypdf.PdfReader(cards(made(tmp_path / "more", bleed=3.175, only=("moves",)))).pages[1]
    assert box(page.mediabox) == pytest.approx([0, 0, 69.35, 94.35], abs=0.01)
    image = pypdfium2.PdfDocument(cards(Built(tmp_path / "more")))[1].render(scale=4).to_pil().convert("L")
    edges = [image.crop(part) for part in edge_strips(image.size)]
    assert max(edge.getextrema()[1] for edge in edges) < 255, "art reaches the edge of the bleed"


def edge_strips(size: tuple[int, int]) -> list[tuple[int, int, int, int]]:
    """The outermost whole pixels of a picture on its four sides."""
    w, h = size
    return [(1, 1, w - 1, 2), (1, h - 2, w - 1, h - 1), (1, 1, 2, h - 1), (w - 2, 1, w - 1, h - 1)]


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
        assert intent["/DestOutputProfile"]["/N"] == 4
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


def test_preflight_finds_nothing_but_small_text_in_several_inks(shop, tmp_path):
    result = run("preflight", *map(str, files(shop)), "--profile", "shop")
    assert result.exit_code == 0
    assert set(re.findall(r"(?:error|warning|note)\[[a-z-]+", result.output)) <= {"note[small-mixed-text"}
    result = run(
        "preflight",
        *map(str, files(made(tmp_path, ink_limit=240, only=("moves", "extras", "rulebook")))),
        "--profile",
        "shop",
    )
    assert result.exit_code == 0
    assert set(re.findall(r"(?:error|warning|note)\[[a-z-]+", result.output)) <= {"note[small-mixed-text"}


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


def test_each_side_looks_like_the_one_printed_at_home(shop, home):
    home, single = Pictures(home), Pictures(shop)
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
    assert compared == 14


# The command -----------------------------------------------------------------------------------------------------


def test_the_page_on_printing_at_home_is_nothing_for_a_shop(tmp_path):
    result = run("build", SMALL, "--profile", "shop", "--only", "guide", "--output", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert "--only" in result.output


def test_the_command_prints_into_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("build", SMALL, "--profile", "shop", "--only", "moves", "--backs", "none", "--ink", "grey")
    assert result.exit_code == 0, result.output
    folder = tmp_path / "output" / "small-shop"
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert [file["path"] for file in manifest["files"]] == ["small-shop-cards-63x88.pdf"]
    assert all(mix[:3] == (0, 0, 0) for mix in mixes(folder / "small-shop-cards-63x88.pdf"))


# PDF/X-1a ----------------------------------------------------------------------------------------------------------


def test_profiles_newer_than_pdf_1_4_are_refused(tmp_path):
    new = bytearray(icc.standard().data)
    new[8] = 4
    (tmp_path / "new.icc").write_bytes(new)
    places = ("--icc", str(tmp_path / "new.icc"), "--output", str(tmp_path / "out"))
    arguments = ("build", SMALL, "--profile", "shop", *places)
    result = run(*arguments, "--pdfx", "x1a")
    assert result.exit_code == 2
    assert "--pdfx x4" in result.output
    assert run(*arguments, "--only", "score-markers").exit_code == 0
