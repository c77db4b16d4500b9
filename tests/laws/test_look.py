"""Pictures: small ones of all that kits print against those that are kept, the night games, those of the pages.

After a wanted change: `pytest tests/laws/test_look.py --update-golden`, and look at what git shows as changed.
"""

from __future__ import annotations

import importlib
import io
import re
from itertools import islice
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw

from pnp.diagnostics import Diagnostics
from pnp.kit import load, paths
from pnp.pipeline import job
from tests.conftest import SMALL, edit, options_for
from tests.support import look

GOLDEN = Path(__file__).parents[1] / "golden" / "pictures"
PLAYED = ("cards.yaml", "rules.yaml", "phrases.yaml", "rulings.yaml", "examples.yaml")


# The kits ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("kit", look.KITS, ids=lambda kit: kit.name)
def test_every_face_looks_as_it_did(kit, tmp_path, update_golden):
    found = list(look.sheets(kit))
    names = {f"{sheet.name}.png" for sheet in found}
    kept = {path.name: path for path in GOLDEN.glob(f"{kit.name}-*.png") if _belongs(path, kit)}
    if update_golden:
        _write(found, [path for name, path in kept.items() if name not in names])
        return
    diagnostics = list(_diagnostics(found))
    message = ", ".join(f"{name}: {words}" for name, words, *_ in diagnostics)
    assert not diagnostics, f"{message}; see {look.report(tmp_path / 'look.html', diagnostics)}"
    assert kept.keys() == names, "a picture is kept of something that is no longer printed"


def _belongs(path: Path, kit: Path) -> bool:
    """Whether a picture is of this kit, and not of one whose name begins with its name."""
    longer = [other.name for other in look.KITS if other.name.startswith(f"{kit.name}-")]
    return not any(path.name.startswith(f"{name}-") for name in longer)


def _write(found: list[look.Sheet], gone: list[Path]) -> None:
    """Pictures that look as they did stay as they are, so that git shows only those that changed."""
    GOLDEN.mkdir(exist_ok=True)
    for path in gone:
        path.unlink()
    for name, *_ in list(_diagnostics(found)):
        (sheet,) = [sheet for sheet in found if sheet.name == name]
        (GOLDEN / f"{name}.png").write_bytes(look.kept(sheet.picture))


def _diagnostics(found: list[look.Sheet]):
    for sheet in found:
        path = GOLDEN / f"{sheet.name}.png"
        if not path.is_file():
            yield sheet.name, "not kept yet", None, sheet.picture, sheet.picture
            continue
        golden = Image.open(path).convert("RGB")
        words, marked = look.compared(golden, sheet.picture)
        if words:
            yield sheet.name, words, golden, sheet.picture, marked


def test_kept_pictures_are_small_and_of_a_kit():
    files = list(GOLDEN.glob("*"))
    assert len(files) >= len(look.KITS)
    for path in files:
        assert path.stat().st_size < look.MOST_BYTES, path.name
        assert any(path.name.startswith(f"{kit.name}-") for kit in look.KITS), path.name


# The comparison ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def moves() -> Image.Image:
    return next(sheet.picture for sheet in look.sheets(SMALL) if sheet.name == "small-moves")


def copies(kit: Path) -> Image.Image:
    return next(sheet.picture for sheet in look.sheets(kit) if sheet.name == "small-moves")


def reread(picture: Image.Image) -> Image.Image:
    return Image.open(io.BytesIO(look.kept(picture))).convert("RGB")


def test_a_picture_of_few_colours_looks_like_itself(moves):
    assert look.compared(reread(moves), moves)[0] == ""


def test_a_changed_colour_is_found(small, moves):
    edit(
        small,
        "faces.yaml",
        "  move:\n    elements:\n",
        "  move:\n    elements:\n      - {rectangle: [3, 60, 57, 22], fill: soft}\n",
    )
    assert look.difference(reread(moves), copies(small)).tiles > 50


def test_a_moved_box_is_found(small, moves):
    edit(small, "faces.yaml", "box: [6, 18, 51, 40]", "box: [6, 16.8, 51, 40]")
    message, _ = look.compared(reread(moves), copies(small))
    assert message.endswith("places of 8 × 8 pixels differ")


def test_another_number_on_one_card_is_found(small, moves):
    edit(small, "cards.yaml", "count: 3", "count: 28")
    message, _ = look.compared(reread(moves), copies(small))
    assert message
    assert look.difference(reread(moves), copies(small)).tiles <= 6


def test_how_another_rasteriser_smooths_edges_is_noise():
    """The same pages drawn finer, with other thin lines, and all of them a part of a pixel aside."""
    sheets = zip(look.sheets(SMALL), look.sheets(SMALL, look.FINER + 2), strict=True)
    for one, other in islice(sheets, 2):
        again = Image.blend(other.picture, ImageChops.offset(other.picture, 1, 1), 0.1)
        assert again.tobytes() != one.picture.tobytes()
        # Drawn finer, a piece may be a pixel wider; a coloured edge of it then differs.
        assert look.difference(reread(one.picture), _like(again, one.picture)).tiles <= EDGE, one.name


EDGE = 12
"""As many tiles are along the longest coloured edge."""


def _like(picture: Image.Image, other: Image.Image) -> Image.Image:
    """Cut or filled up to the size of another, which begun pixels make differ by one."""
    whole = other.copy()
    whole.paste(picture)
    return whole


def test_a_single_dot_is_noise_and_a_small_blot_is_not(moves):
    dotted, blotted = moves.copy(), moves.copy()
    dotted.putpixel((40, 40), (255, 0, 0))
    ImageDraw.Draw(blotted).rectangle((100, 100, 104, 104), fill=(255, 0, 0))
    assert look.difference(moves, dotted).tiles == 0
    assert look.difference(moves, blotted).tiles >= 1


def test_another_size_is_reported(moves):
    message, _ = look.compared(moves, moves.crop((0, 0, 100, 90)))
    assert message == f"100 × 90 pixels, and were {moves.width} × {moves.height}"


def test_the_report_shows_what_was_what_is_and_where_they_differ(moves, tmp_path):
    blotted = moves.copy()
    ImageDraw.Draw(blotted).rectangle((200, 200, 220, 220), fill=(255, 0, 0))
    message, marked = look.compared(moves, blotted)
    assert marked.getpixel((210, 210)) != blotted.getpixel((210, 210))
    page = look.report(tmp_path / "look.html", [("small-moves", message, moves, blotted, marked)])
    text = page.read_text("utf-8")
    assert text.count("<img src='data:image/png;base64,") == 3
    assert f"small-moves: {message}" in text


def test_an_update_writes_what_looks_other_and_takes_away_what_is_gone(moves, tmp_path, monkeypatch):
    monkeypatch.setattr("tests.laws.test_look.GOLDEN", tmp_path)
    blotted = moves.copy()
    ImageDraw.Draw(blotted).rectangle((200, 200, 220, 220), fill=(255, 0, 0))
    for name in ("a", "b", "gone"):
        (tmp_path / f"{name}.png").write_bytes(look.kept(moves))
    as_it_was = (tmp_path / "a.png").read_bytes() + b"untouched"
    (tmp_path / "a.png").write_bytes(as_it_was)
    _write([look.Sheet("a", moves), look.Sheet("b", blotted), look.Sheet("c", moves)], [tmp_path / "gone.png"])
    assert {path.name for path in tmp_path.iterdir()} == {"a.png", "b.png", "c.png"}
    assert (tmp_path / "a.png").read_bytes() == as_it_was
    assert (tmp_path / "b.png").read_bytes() == look.kept(blotted)
    assert list(_diagnostics([look.Sheet("b", blotted)])) == []


def test_what_looks_other_is_reported_with_the_way_to_the_report(moves, tmp_path, monkeypatch):
    monkeypatch.setattr("tests.laws.test_look.GOLDEN", tmp_path)
    monkeypatch.setattr(look, "sheets", lambda _kit: iter([look.Sheet("small-moves", moves)]))
    with pytest.raises(AssertionError, match=rf"small-moves: not kept yet; see {re.escape(str(tmp_path))}.look\.html"):
        test_every_face_looks_as_it_did(SMALL, tmp_path, update_golden=False)
    assert "small-moves: not kept yet" in (tmp_path / "look.html").read_text("utf-8")


# Themes -------------------------------------------------------------------------------------------------------

THEMES = [("rhino-night", "moves", {"title", "tagline", "fonts"}), ("soaring-sunset", "deck", {"title"})]
theme = pytest.mark.parametrize(("name", "deck", "more"), THEMES, ids=lambda value: value if "-" in value else "")


@pytest.mark.slow
@theme
def test_a_theme_changes_how_cards_look_and_nothing_of_what_they_say(name, deck, more):
    folder = paths.data_folder() / name
    base = paths.data_folder() / paths.extends(folder).value
    plain, themed = (job.lay_out(options_for(kit, only=(deck,)), Diagnostics()) for kit in (base, folder))
    assert plain
    assert themed
    assert themed.plan.context.kit.edition == "canonical"
    assert [load.merged(folder, Diagnostics())[file].plain() for file in PLAYED] == [
        load.merged(base, Diagnostics())[file].plain() for file in PLAYED
    ]
    for one, two in zip(plain.pieces[deck], themed.pieces[deck], strict=True):
        assert (one.id, one.copies) == (two.id, two.copies)
        if not one.filler:
            assert sorted(t.text for t in one.front.texts()) == sorted(t.text for t in two.front.texts())
            assert one.front != two.front


@theme
def test_a_theme_is_an_overlay_of_its_look_only(name, deck, more):
    folder = paths.data_folder() / name
    assert {path.name for path in folder.iterdir()} <= {"kit.yaml", "faces.yaml", "vouched.yaml"}
    keys = load.merged(folder, Diagnostics())["kit.yaml"].value
    own = {key for key, node in keys.items() if Path(node.span.file).parent == folder}
    assert own == {"edition", "palette", "recolour"} | more


# The pictures of the documentation --------------------------------------------------------------------------------

ROOT = GOLDEN.parents[2]
SHOWN = ROOT / "docs" / "pictures"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "art" / "README.md"]


def pictures_of(page: Path) -> list[tuple[str, Path]]:
    """The pictures that a page shows, with what is said of each for those who do not see it."""
    text = re.sub(r"```.*?```|`[^`\n]+`", "", page.read_text("utf-8"), flags=re.DOTALL)
    found = re.findall(r"!\[(.*?)\]\(([^)\s]+)\)", text)
    return [(message, (page.parent / target).resolve()) for message, target in found]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_picture_of_a_page_is_there_is_small_and_is_described(page):
    for message, file in pictures_of(page):
        assert file.is_file(), file
        assert file.stat().st_size < 400_000, file
        assert len(message.split()) >= 4, f"{file.name}: what is to be seen?"


def test_every_picture_that_is_kept_is_shown_and_drawn_by_the_script(pictures):
    shown = {file for page in PAGES for _, file in pictures_of(page)}
    kept = {path.resolve() for path in SHOWN.glob("*.png")}
    assert kept <= shown
    assert {path.stem for path in kept} == set(pictures.DRAWN)


@pytest.mark.slow
def test_pictures_of_the_pages_are_of_kits_as_they_are(pictures, tmp_path, monkeypatch):
    """One of them, drawn again, looks as it is kept: else `python docs/pictures.py` was forgotten."""
    monkeypatch.setattr(pictures, "HERE", tmp_path)
    pictures.main(["night"])
    kept, now = (Image.open(folder / "night.png").convert("RGB") for folder in (SHOWN, tmp_path))
    assert look.compared(kept, now)[0] == "", "run `python docs/pictures.py`"


@pytest.fixture
def pictures(monkeypatch):
    """The script that draws them, with the modules beside it."""
    monkeypatch.syspath_prepend(ROOT / "docs")
    return importlib.import_module("pictures")
