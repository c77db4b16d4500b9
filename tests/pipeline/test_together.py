"""Cards of several kits are on shared sheets, each with its own back exactly behind it."""

from __future__ import annotations

import io
from pathlib import Path

import pypdf
import pypdfium2
import pytest

from pnp.diagnostics import Diagnostics
from pnp.pipeline import job, together
from pnp.pipeline.choices import ChoiceError
from pnp.pipeline.result import BuildResult, KitCards
from tests.conftest import edit, options_for
from tests.conftest import run as call
from tests.support import three_cards

MM = 72 / 25.4
RED, BLUE = "#a01818", "#1830a0"


def kit(folder: Path, colour: str, count: int, font: str = "") -> Path:
    """A kit with some copies of one card, named after its folder; its back has a colour."""
    three_cards.write(folder)
    (folder / "cards.yaml").write_text(f"all:\n  one: {{name: {folder.name.title()}, count: {count}}}\n", "utf-8")
    more = f"palette: {{accent: '{colour}'}}\n" + (f"fonts: {{title: {font}}}\n" if font else "")
    edit(folder, "kit.yaml", "title: My cards\n", f"title: {folder.name.title()}\n{more}")
    return folder


@pytest.fixture
def two(tmp_path: Path) -> tuple[Path, Path]:
    """Two kits with five and three cards, in other fonts."""
    return kit(tmp_path / "red", RED, 5), kit(tmp_path / "blue", BLUE, 3, "fat-face")


def cards_of(folder: Path, **options: object) -> KitCards:
    diagnostics = Diagnostics()
    result = job.build(options_for(folder, together=True, **options), diagnostics)
    assert result, list(diagnostics)
    assert result.cards
    return result.cards


def printed(*folders: Path, **options: object) -> BuildResult:
    diagnostics = Diagnostics()
    result = together.build([cards_of(folder, **options) for folder in folders], diagnostics)
    assert not diagnostics, list(diagnostics)
    return result


@pytest.mark.parametrize("backs", ["long", "short"])
def test_the_back_behind_each_front_is_that_of_its_own_kit(two, backs):
    result = printed(*two, backs=backs)
    (name,) = (name for name in result.files if name.endswith(".pdf"))
    front, back = pypdfium2.PdfDocument(result.files[name])
    assert name == "together-a4-cardstock.pdf"
    image = back.render(scale=1).to_pil().convert("RGB")
    words = front.get_textpage()
    fronts = [one for one in result.manifest["placements"] if one["side"] == "front"]
    assert [one["piece"] for one in fronts] == ["red/all/one"] * 5 + ["blue/all/one"] * 3
    for one in fronts:
        box = (one["x"], one["y"], one["x"] + one["w"], one["y"] + one["h"])
        read = words.get_text_bounded(*(MM * edge for edge in box)).strip()
        x, y = MM * (one["x"] + one["w"] / 2), MM * (one["y"] + one["h"] / 2)
        turned = (back.get_width() - x, back.get_height() - y) if backs == "long" else (x, y)  # images have y down
        colour = "#{:02x}{:02x}{:02x}".format(*image.getpixel(tuple(map(int, turned))))
        assert (read, colour) in (("Red", RED), ("Blue", BLUE))
        assert one["piece"].startswith(read.lower())


def test_the_file_has_the_fonts_the_titles_and_the_tags_of_all_kits(two):
    result = printed(*two)
    data = result.files["together-a4-cardstock.pdf"]
    reader = pypdf.PdfReader(io.BytesIO(data))
    fonts = {str(font["/BaseFont"]) for page in reader.pages for font in page["/Resources"]["/Font"].values()}
    assert any("AbrilFatface" in font for font in fonts)
    assert len(fonts) > 1
    assert reader.metadata
    assert reader.metadata.title == "Red + Blue"
    assert "Red + Blue · Cards · page 1 of 2" in reader.pages[0].extract_text()
    assert reader.root_object["/MarkInfo"]["/Marked"]
    assert result.manifest["kit"] == "together"


def test_a_kits_own_files_lack_its_cards_and_its_manifest_lists_them(small):
    result = job.build(options_for(small, together=True), Diagnostics())
    assert result
    assert result.cards
    assert set(result.cards.pieces) == {"moves", "rhinos", "extras"}
    printed_here = {one["component"] for one in result.manifest["pieces"]}
    assert {"foldies", "score-markers", "guide"} <= printed_here
    assert not printed_here & {"moves", "rhinos", "extras"}
    assert {"moves", "rhinos"} <= {one["component"] for one in result.manifest["not_printed"]}
    alone = job.build(options_for(small), Diagnostics())
    assert alone
    assert alone.cards is None


def test_blank_cards_do_not_fill_up_shared_sheets(small, two):
    result = printed(small, two[0])
    assert "small/extras/blank" not in {one["piece"] for one in result.manifest["placements"]}


def test_cards_of_other_sizes_are_on_sheets_of_their_own(two):
    edit(two[1], "kit.yaml", "size: poker", "size: tarot")
    result = printed(*two)
    assert result.manifest["files"][0]["sheets"] == 2
    assert together.sharing(result.manifest).startswith("no sheet has cards of several kits")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("title: Blue\n", "title: Blue\nlanguage: de\n"), "the sheets are in one language, but red is in 'en'"),
        (("all: {kind: deck", "all: {kind: deck, copies: 0"), "fewer than two of these kits have cards to print"),
    ],
)
def test_kits_that_cannot_share_sheets_are_refused(two, change, message):
    edit(two[1], "kit.yaml", *change)
    with pytest.raises(ChoiceError, match=message):
        printed(*two)


def test_the_command_prints_all_or_nothing(two, tmp_path):
    out = tmp_path / "out"
    result = call("build", *two, "--together", "--output", out)
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-1] == "cards of several kits are on 1 sheet"
    assert sorted(path.name for path in out.iterdir()) == ["manifest.json", "together-a4-cardstock.pdf"]
    edit(two[1], "cards.yaml", "count: 3", "count: many")
    (out / "together-a4-cardstock.pdf").unlink()
    assert call("build", *two, "--together", "--output", out).exit_code == 1
    assert not (out / "together-a4-cardstock.pdf").exists()


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--pages", "1"), "not with --pages"),
        (("--profile", "shop"), "each piece has a page of its own"),
        (("--skip", "99"), "there is no slot 99"),
    ],
)
def test_what_does_not_go_together_is_refused(two, more, message, tmp_path):
    result = call("build", *two, "--together", "--output", tmp_path / "out", *more)
    assert result.exit_code == 2
    assert message in result.output
    assert not (tmp_path / "out").exists()


def test_several_kits_have_a_folder_each_and_need_names_of_their_own(two, tmp_path):
    out = tmp_path / "out"
    assert call("build", *two, "--output", out).exit_code == 0
    assert sorted(path.name for path in out.iterdir()) == ["blue-a4", "red-a4"]
    other = kit(tmp_path / "more" / "red", BLUE, 1)
    result = call("build", two[0], other, "--output", out)
    assert result.exit_code == 2
    assert "two kits have the name 'red'" in result.output
