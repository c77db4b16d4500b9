"""Pictures that somebody drops beside the data: which file is taken, which way up, how large, how fine."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageOps

from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.graphics import bitmap, geometry
from pnp.graphics.drawing import Drawing, Group, Picture
from pnp.graphics.geometry import Rect, Size, Transform
from pnp.graphics.images import Gallery, vectors
from pnp.kit import load, new
from pnp.pipeline import job
from pnp.text.roles import Fonts
from tests.conftest import edit, run
from tests.support.svg import through_pdf

HERE = Span("cards.yaml", 7, 3, 9)
RED, GREEN, BLUE, GREY = (220, 30, 40), (20, 160, 60), (30, 60, 200), (128, 128, 128)
CORNERS = (RED, GREEN, BLUE, GREY)


def overlay(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True)
    for name, text in {"kit": "extends: rhino\n", **files}.items():
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    return folder


def shapes(colour: str = "#b83a26") -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z" fill="{colour}"/></svg>'


ABOUT_PICTURES = {
    "missing-art", "outside-path", "bad-picture", "bad-profile", "first-frame", "svg-refused", "coarse-art",
}  # fmt: skip


def found_in(kit: Path) -> list[Diagnostic]:
    """The diagnostics of a kit's pictures."""
    diagnostics = Diagnostics()
    label = job.check(kit, diagnostics, strict=True)
    return [d for d in (*diagnostics, *label) if d.code in ABOUT_PICTURES]


def taken(folders: list[Path], name: str) -> Path | None:
    gallery = Gallery(folders, Diagnostics())
    return next(iter(gallery.alike(name)), None)


# Which file is taken -----------------------------------------------------------------------------------------


@pytest.fixture
def layers(tmp_path: Path) -> list[Path]:
    folders = [tmp_path / "top", tmp_path / "base", tmp_path / "art"]
    for folder in folders:
        folder.mkdir()
    return folders


def put(folder: Path, *names: str) -> None:
    for name in names:
        if name.endswith("svg"):
            (folder / name).write_text(shapes(), "utf-8")
        else:
            Image.new("RGB", (4, 4)).save(folder / name, "PNG")


@pytest.mark.parametrize(
    ("top", "base", "name", "wanted"),
    [
        ([], ["a.svg"], "a.svg", "base/a.svg"), ([], ["a.svg"], "a", "base/a.svg"),
        (["a.png"], ["a.svg"], "a.svg", "top/a.png"), (["a.png"], ["a.svg"], "a", "top/a.png"),
        (["a.JPG"], ["a.svg"], "a.svg", "top/a.JPG"), (["a.svg"], ["a.png"], "a.png", "top/a.svg"),
        ([], ["a.svg", "a.png"], "a.png", "base/a.png"), ([], ["a.svg", "a.png"], "a", "base/a.svg"),
        ([], ["a.png", "a.jpg", "a.jpeg"], "a", "base/a.png"), ([], ["a.jpeg", "a.jpg"], "a.svg", "base/a.jpg"),
        (["ab.png"], ["a.svg"], "a", "base/a.svg"), (["A.png"], ["a.svg"], "a.svg", "base/a.svg"),
        (["a.b.png"], [], "a.b", "top/a.b.png"), (["a.b.png"], [], "a", None), (["a.png.txt"], [], "a", None),
    ],
)  # fmt: skip
def test_the_uppermost_picture_of_a_name_is_taken_whatever_its_suffix(layers, top, base, name, wanted):
    put(layers[0], *top)
    put(layers[1], *base)
    found = taken(layers, name)
    assert (found and f"{found.parent.name}/{found.name}") == wanted


def test_a_picture_in_a_folder_of_its_own_is_found_by_its_name_too(layers):
    (layers[0] / "riders").mkdir()
    put(layers[0] / "riders", "a.png")
    assert taken(layers, "riders/a.svg") == layers[0] / "riders" / "a.png"


def test_a_name_without_suffix_is_compared_with_names_without_suffix(layers):
    put(layers[1], "swerve.svg")
    diagnostics = Diagnostics()
    assert Gallery(layers, diagnostics).drawing("swreve", HERE) is None
    (diagnostic,) = diagnostics
    assert (diagnostic.code, diagnostic.message) == ("missing-art", "there is no picture 'swreve'")
    assert diagnostic.hints[0] == "did you mean 'swerve'?"


def test_show_tells_which_files_are_taken_and_what_before(tmp_path):
    top = overlay(tmp_path / "top")
    Image.new("RGB", (900, 600), RED).save(top / "swerve.png")
    shown = run("show", top, "swerve").output
    assert "# pictures:" in shown
    line = next(line for line in shown.splitlines() if "swerve.png" in line)
    assert line.startswith("#   swerve.svg: top/swerve.png, instead of rhino/swerve.svg ")
    assert line.endswith("# rhino/cards.yaml:8")
    assert "back-moves.svg: rhino/back-moves.svg" in shown


def test_a_whole_copy_has_the_uppermost_picture_of_each_name_only(tmp_path):
    low = overlay(tmp_path / "low")
    Image.new("RGB", (900, 600), RED).save(low / "swerve.png")
    made = load.open_kit(low, Diagnostics())
    assert made is not None
    copied = new.copy(made, low, tmp_path / "copied", Diagnostics())
    assert [name for name in copied if name.startswith("swerve.")] == ["swerve.png"]
    assert "stomp.svg" in copied


# What is taken instead ---------------------------------------------------------------------------------------


def with_element(small: Path, element: str) -> None:
    """The first picture of the kit's first face, as given here."""
    path = small / "faces.yaml"
    text, changed = re.subn(
        r'\{(id: \w+, )?art: "\{(?:art|id)\}.*\}$',
        lambda found: "{" + (found[1] or "") + element[1:],
        path.read_text("utf-8"),
        count=1,
        flags=re.M,
    )
    assert changed
    path.write_text(text, "utf-8")


def in_place(picture: Path) -> Path:
    """The path of a picture, in whose place the small set has an SVG until now."""
    picture.with_suffix(".svg").unlink(missing_ok=True)
    return picture


def with_pictures(small: Path, keys: str) -> None:
    """All pictures of the kit's cards, with these keys instead of `art`."""
    path = small / "faces.yaml"
    text = path.read_text("utf-8")
    assert 'art: "{art}",' in text
    path.write_text(re.sub(r'([{ ])art: "\{art\}",', lambda found: f"{found[1]}{keys},", text), "utf-8")


def test_the_first_picture_that_there_is_is_taken(small):
    with_pictures(small, 'art: "{art}", fallback: ["{id}-plain", silhouette.svg]')
    edit(small, "cards.yaml", "art: swerve.svg", "art: not-drawn-yet.png")
    edit(small, "cards.yaml", "art: dodge.svg", "art: not-drawn-yet.png")
    (small / "silhouette.svg").write_text(shapes(), "utf-8")
    Image.new("RGB", (900, 600), RED).save(in_place(small / "lunge.png"))
    Image.new("RGB", (1200, 800), RED).save(small / "dodge-plain.png")  # the rulebook shows it larger
    assert found_in(small) == []
    for card, wanted in (("swerve", "silhouette.svg"), ("lunge", "lunge.png"), ("dodge", "dodge-plain.png")):
        shown = run("show", small, card).output
        assert f"small/{wanted}" in shown.partition("# pictures:")[2].splitlines()[1]


def test_where_there_is_none_the_last_is_missing(small):
    with_element(small, '{art: "{id}", fallback: ["{art}"], box: [3.6, 13.9, 55.8, 34.3]}')
    line = edit(small, "cards.yaml", "art: dodge.svg", "art: trikcy.svg")
    edit(small, "cards.yaml", "  dodge:", "  dirty_move:")
    (diagnostic,) = [d for d in found_in(small) if d.code == "missing-art"]
    assert (diagnostic.span.file, diagnostic.span.line) == (str(small / "cards.yaml"), line)
    assert diagnostic.message == "there is no picture 'trikcy.svg'"


def test_a_card_without_a_picture_of_its_own_name_is_reported_at_its_id(small):
    with_element(small, '{art: "{id}", box: [3.6, 13.9, 55.8, 34.3]}')
    text = (small / "cards.yaml").read_text("utf-8")
    line = text[: text.index("  swerve:")].count("\n") + 1
    (small / "cards.yaml").write_text(text.replace("  swerve:", "  swerved:"), "utf-8")
    (diagnostic,) = [d for d in found_in(small) if d.code == "missing-art"]
    assert (diagnostic.span.file, diagnostic.span.line, diagnostic.hints[0]) == (
        str(small / "cards.yaml"), line, "did you mean 'swerve'?",
    )  # fmt: skip


# The right way up --------------------------------------------------------------------------------------------


def quarters(mode: str = "RGB") -> Image.Image:
    """A picture of 60 × 40 pixels with a colour in each quarter."""
    image = Image.new("RGB", (60, 40))
    for number, colour in enumerate(CORNERS):
        image.paste(colour, (30 * (number % 2), 20 * (number // 2), 30 * (number % 2) + 30, 20 * (number // 2) + 20))
    return image.convert(mode)


def saved(image: Image.Image, kind: str, **options: Any) -> bytes:
    stream = io.BytesIO()
    image.save(stream, kind, **options)
    return stream.getvalue()


def oriented(kind: str, orientation: int, **options: Any) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = orientation
    return saved(quarters(), kind, exif=exif, **options)


def seen(data: bytes, fonts: Fonts) -> Image.Image:
    drawing = bitmap.read(data, "x").drawing
    assert isinstance(drawing, Drawing), drawing
    (image,) = through_pdf([drawing], fonts, 240)
    return image.convert("RGB")


def near(one: tuple[int, ...], other: tuple[int, ...], by: int = 8) -> bool:
    return all(abs(a - b) <= by for a, b in zip(one, other, strict=True))


def unlike(found: Image.Image, wanted: Image.Image, by: int = 8) -> list[tuple[float, float]]:
    """The places, in shares of the width and the height, where two pictures of one shape have other colours."""
    assert found.width * wanted.height == pytest.approx(found.height * wanted.width, rel=0.02)
    places = [(x, y) for x in (0.15, 0.35, 0.65, 0.85) for y in (0.15, 0.35, 0.65, 0.85)]
    return [place for place in places if not near(*(pixel(image, *place) for image in (found, wanted)), by)]


def pixel(image: Image.Image, x: float, y: float) -> tuple[int, ...]:
    found = image.getpixel((int(x * image.width), int(y * image.height)))
    assert isinstance(found, tuple)
    return found


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_photo_stands_the_way_it_was_taken(context, kind, orientation):
    data = oriented(kind, orientation, **({"quality": 95} if kind == "JPEG" else {}))
    with Image.open(io.BytesIO(data)) as image:
        wanted = ImageOps.exif_transpose(image).convert("RGB")
    assert unlike(seen(data, context.fonts), wanted) == []


@pytest.mark.parametrize("orientation", [0, 9, 65535])
def test_an_orientation_that_there_is_not_turns_nothing(orientation):
    drawing = bitmap.read(oriented("JPEG", orientation), "x").drawing
    assert isinstance(drawing, Drawing)
    assert drawing.size == Size(60, 40)
    assert isinstance(drawing.items[0], Picture)


def test_no_pixel_of_a_photo_is_changed_and_its_metadata_are_left_out():
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = "Maker of telephones"
    data = saved(quarters(), "JPEG", exif=exif)
    drawing = bitmap.read(data, "x").drawing
    assert isinstance(drawing, Drawing)
    (group,) = drawing.items
    assert isinstance(group, Group)
    (picture,) = group.items
    assert isinstance(picture, Picture)
    assert (drawing.size, picture.pixels) == (Size(40, 60), (60, 40))
    assert b"Maker" in data
    assert b"Maker" not in picture.content.read()
    assert picture.content.read()[-200:] == data[-200:]
    with Image.open(io.BytesIO(picture.content.read())) as bare, Image.open(io.BytesIO(data)) as whole:
        assert bare.tobytes() == whole.tobytes()


def test_of_several_pictures_in_one_file_the_first_is_drawn(context):
    data = saved(quarters(), "MPO", save_all=True, append_images=[Image.new("RGB", (60, 40))])
    assert unlike(seen(data, context.fonts), quarters(), 20) == []
    drawing = bitmap.read(data, "x").drawing
    assert isinstance(drawing, Drawing)
    with Image.open(io.BytesIO(drawing.items[0].content.read())) as image:
        assert image.format == "JPEG", "so it goes into the PDF as it is"


# Every kind of pixel -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "kind"),
    [("RGB", "PNG"), ("P", "PNG"), ("L", "PNG"), ("1", "PNG"), ("RGB", "JPEG"), ("L", "JPEG"), ("CMYK", "JPEG")],
)
def test_each_kind_of_picture_is_drawn_in_its_colours(context, mode, kind):
    image = quarters("L").point(lambda value: 255 * (value > 99)) if mode == "1" else quarters()
    image = image.quantize(4) if mode == "P" else image.convert(mode)
    options = {"quality": 95} if kind == "JPEG" else {}
    by = 60 if mode == "CMYK" else 10  # PDF readers mix inks each in their own way
    assert unlike(seen(saved(image, kind, **options), context.fonts), image.convert("RGB"), by) == []


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
def test_what_is_clear_lets_the_ground_through(context, mode):
    image = Image.new("RGBA", (40, 20), (*BLUE, 255))
    image.paste((0, 0, 0, 0), (20, 0, 40, 20))
    made = image.convert("P") if mode == "P" else image.convert(mode)
    options = {"transparency": bytes([255] * 255)} if mode == "P" else {}
    if mode == "P":
        made = image.convert("RGB").convert("P", palette=Image.Palette.ADAPTIVE, colors=2)
        clear = made.getpixel((30, 10))
        options = {"transparency": bytes(0 if n == clear else 255 for n in range(2))}
    found = seen(saved(made, "PNG", **options), context.fonts)
    left, right = found.getpixel((found.width // 4, found.height // 2)), found.getpixel((found.width * 3 // 4, 20))
    assert near(right, (255, 255, 255))
    grey = image.convert("LA").getpixel((5, 5))[0]
    assert near(left, (grey,) * 3 if mode == "LA" else BLUE)


# How it fills its box ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "focus", "wanted"),
    [
        (Size(20, 10), (0.5, 0.5), Transform(2, 0, 0, 2, -5, 7)),
        (Size(20, 10), (0, 0.5), Transform(2, 0, 0, 2, 5, 7)),
        (Size(20, 10), (1, 0.5), Transform(2, 0, 0, 2, -15, 7)),
        (Size(20, 10), (0.3, 0), Transform(2, 0, 0, 2, 3, 7)),
        (Size(10, 20), (0.5, 1), Transform(2, 0, 0, 2, 5, -13)),
        (Size(5, 5), (0.9, 0.1), Transform(4, 0, 0, 4, 5, 7)),
    ],
)
def test_what_covers_a_box_has_its_focus_as_near_the_middle_as_can_be(content, focus, wanted):
    assert geometry.placed_over(content, Rect(5, 7, 20, 20), *focus) == pytest.approx(wanted)


# How fine it is ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pixels", "severity", "says"),
    [
        ((300, 200), "error", "has 148 dpi as printed, below the minimum 150 dpi"),
        ((600, 400), "warning", "has 296 dpi as printed; 300 dpi would look sharp"),
        ((610, 410), None, ""),
    ],
)
def test_a_picture_says_how_many_pixels_would_do(small, pixels, severity, says):
    with_element(small, '{art: "{art}", box: [3.6, 13.9, 55.8, 34.3]}')
    Image.new("RGB", pixels, RED).save(in_place(small / "swerve.png"))
    coarse = [d for d in found_in(small) if d.code == "coarse-art"]
    found = [d for d in coarse if d.span.file == str(small / "cards.yaml")]
    assert [d.severity for d in found] == ([severity] if severity else [])
    for diagnostic in found:
        assert diagnostic.message == f"the picture on 'Swerve' {says}"
        assert diagnostic.hints[0] == "use a picture of at least 608 × 406 pixels, or an SVG"


def test_a_photo_on_its_side_is_measured_as_it_stands(small):
    exif = Image.Exif()
    exif[0x0112] = 6
    with_element(small, '{art: "{art}", box: [3.6, 13.9, 55.8, 34.3]}')
    Image.new("RGB", (410, 610), RED).save(in_place(small / "swerve.jpg"), exif=exif)
    assert [d.code for d in found_in(small)] == []


def test_a_picture_that_a_face_names_is_reported_there(small):
    line = edit(small, "faces.yaml", "fill: soft}", "fill: soft}, {art: tiny.png, box: [6, 6, 51, 50]}")
    Image.new("RGB", (60, 36), RED).save(small / "tiny.png")
    (diagnostic,) = [d for d in found_in(small) if d.code == "coarse-art"]
    assert (diagnostic.span.file, diagnostic.span.line) == (str(small / "faces.yaml"), line)


def test_an_svg_that_is_wrong_has_no_vectors(tmp_path):
    assert vectors(b"<svg", tmp_path / "x.svg") is None
