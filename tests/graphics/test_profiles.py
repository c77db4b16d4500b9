"""Pictures with colour profiles print in the colours that they show, read back from a finished PDF by PDFium."""

from __future__ import annotations

import base64
import io
import struct
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageCms, ImageStat

from pnp import pdf
from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.graphics import profiles
from pnp.graphics.content import Kept
from pnp.graphics.drawing import Drawing, Picture, every
from pnp.graphics.geometry import Size
from pnp.graphics.images import Gallery
from tests.support import icc
from tests.support.shop import all_streams
from tests.support.svg import HEAD, HERE, through_pdf
from tests.support.writing import document, page

ORANGE = (200, 60, 40)
PROFILES = {
    "Adobe RGB": icc.matrix(icc.ADOBE, icc.gamma(2.19921875)),
    "Display P3": icc.matrix(icc.P3, icc.srgb_curve),
    "ProPhoto": icc.matrix(icc.PROPHOTO, icc.gamma(1.8)),
}
FORMATS = {"x.png": {"compress_level": 1}, "x.jpg": {"quality": 100, "subsampling": 0}, "x.webp": {"lossless": True}}
FORMATS["x.avif"] = {"quality": 100, "subsampling": "4:4:4"}
SRGB = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
RED_INKS = (0, 1, 1, 0)


def saved(folder: Path, name: str, image: Image.Image, profile: bytes | None, **options: Any) -> None:
    image.save(folder / name, icc_profile=profile, **options)


def shown(folder: Path, name: str) -> tuple[Drawing | None, list[Diagnostic]]:
    diagnostics = Diagnostics()
    return Gallery([folder], diagnostics).drawing(name, HERE), list(diagnostics)


def printed(folder: Path, name: str, context: RenderContext) -> Any:
    drawing, found = shown(folder, name)
    assert drawing, found
    assert found == []
    (page,) = through_pdf([drawing], context.fonts, 100)
    return page.convert("RGB").getpixel((page.width // 2, page.height // 2))


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("name", FORMATS)
def test_a_picture_prints_in_the_colours_that_its_profile_means(tmp_path, context, name, profile):
    pixels = icc.encoded(ORANGE, PROFILES[profile])
    assert max(abs(one - other) for one, other in zip(pixels, ORANGE, strict=True)) > 10
    saved(tmp_path, name, Image.new("RGB", (40, 30), pixels), PROFILES[profile], **FORMATS[name])
    assert printed(tmp_path, name, context) == pytest.approx(ORANGE, abs=3)


def test_the_colours_are_those_that_are_known(tmp_path, context):
    for number, (profile, pixels) in enumerate((("Adobe RGB", (172, 61, 44)), ("ProPhoto", (135, 69, 38)))):
        saved(tmp_path, f"{number}.png", Image.new("RGB", (9, 9), pixels), PROFILES[profile])
        assert printed(tmp_path, f"{number}.png", context) == pytest.approx(ORANGE, abs=3)


def test_palettes_and_alpha_channels_are_kept(tmp_path):
    adobe, straight = PROFILES["Adobe RGB"], icc.grey(icc.gamma(1.0))
    palette = Image.new("RGB", (9, 9), (172, 61, 44)).quantize(2)
    cases = [
        (palette, adobe, (*ORANGE, 255)),
        (Image.new("RGBA", (9, 9), (172, 61, 44, 100)), adobe, (*ORANGE, 100)),
        (Image.new("LA", (9, 9), (55, 100)), straight, (128, 128, 128, 100)),
    ]
    for number, (image, profile, wanted) in enumerate(cases):
        saved(tmp_path, f"{number}.png", image, profile)
        drawing, found = shown(tmp_path, f"{number}.png")
        assert drawing
        assert found == []
        with Image.open(io.BytesIO(content(drawing).read())) as read:
            assert read.convert("RGBA").getpixel((4, 4)) == pytest.approx(wanted, abs=3)


@pytest.mark.parametrize("name", ["x.png", "x.jpg"])
def test_grey_with_a_profile_stays_grey(tmp_path, context, name):
    saved(tmp_path, name, Image.new("L", (40, 30), 55), icc.grey(icc.gamma(1.0)))
    assert printed(tmp_path, name, context) == pytest.approx((128, 128, 128), abs=3)
    drawing, _ = shown(tmp_path, name)
    assert drawing
    with Image.open(io.BytesIO(content(drawing).read())) as read:
        assert read.mode == "L"


def test_the_inks_of_a_jpeg_are_those_of_its_profile(tmp_path, context):
    profile = icc.cmyk({(0, 0, 0, 0): (255, 255, 255), RED_INKS: ORANGE})
    saved(tmp_path, "x.jpg", Image.new("CMYK", (40, 30), tuple(255 * ink for ink in RED_INKS)), profile, quality=100)
    assert printed(tmp_path, "x.jpg", context) == pytest.approx(ORANGE, abs=3)


def test_the_profile_of_adobe_rgb_is_that_of_its_primaries():
    assert profiles.adobe_rgb() == icc.matrix(icc.ADOBE, 563)


def from_camera(*, space: int = 65535, index: str = "R03") -> Image.Exif:
    """Exif data as cameras write them that are set to Adobe RGB."""
    exif = Image.Exif()
    exif[0x8769] = {0xA001: space, 0xA005: {1: index}}
    return exif


@pytest.mark.parametrize("name", ["x.jpg", "x.png", "x.webp"])
@pytest.mark.parametrize(
    ("exif", "wanted"),
    [(from_camera(), ORANGE), (from_camera(space=1), (172, 61, 44)), (from_camera(index="R98"), (172, 61, 44))],
    ids=["Adobe RGB", "sRGB", "another space"],
)
def test_exif_data_alone_declare_adobe_rgb(tmp_path, context, name, exif, wanted):
    saved(tmp_path, name, Image.new("RGB", (40, 30), (172, 61, 44)), None, exif=exif, **FORMATS[name])
    assert printed(tmp_path, name, context) == pytest.approx(wanted, abs=3)


def test_a_profile_counts_more_than_exif_data(tmp_path, context):
    saved(tmp_path, "x.jpg", Image.new("RGB", (40, 30), ORANGE), SRGB, exif=from_camera(), **FORMATS["x.jpg"])
    assert printed(tmp_path, "x.jpg", context) == pytest.approx(ORANGE, abs=3)


def test_a_converted_jpeg_is_embedded_as_a_jpeg_of_high_quality(tmp_path, context):
    noise = Image.effect_noise((100, 75), 60).resize((400, 300), Image.Resampling.BICUBIC)
    photo = Image.merge("RGB", (noise, noise.rotate(180), Image.linear_gradient("L").resize((400, 300))))
    saved(tmp_path, "x.jpg", photo, PROFILES["Adobe RGB"], quality=98, subsampling=0)
    drawing, _ = shown(tmp_path, "x.jpg")
    assert drawing
    data = pdf.write(document(page(replace(drawing, size=Size(40, 30)))), context.fonts)
    (image,) = [one for one, _ in all_streams(data) if one.get("/Subtype") == "/Image"]
    assert image["/Filter"] == "/DCTDecode"
    assert len(data) < 400 * 300 * 3
    with Image.open(tmp_path / "x.jpg") as source, Image.open(io.BytesIO(content(drawing).read())) as read:
        layers = [component[1:3] for component in read.layer]
        right = profiles.transform(PROFILES["Adobe RGB"], "RGB").apply(source)
        off = ImageStat.Stat(ImageChops.difference(right, read))
    assert layers == [(1, 1)] * 3
    assert max(off.mean) < 3


def content(drawing: Drawing) -> Any:
    (picture,) = [item for item in every(drawing.items) if isinstance(item, Picture)]
    return picture.content


@pytest.mark.parametrize("name", ["x.png", "x.jpg"])
@pytest.mark.parametrize("profile", [None, SRGB], ids=["no profile", "sRGB"])
def test_bytes_in_srgb_are_not_changed(tmp_path, name, profile):
    saved(tmp_path, name, Image.new("RGB", (9, 9), ORANGE), profile)
    drawing, found = shown(tmp_path, name)
    assert drawing
    assert found == []
    assert content(drawing) == Kept((tmp_path / name).read_bytes())


ABSURD = {
    "no profile at all": (b"hello", "it is damaged"),
    "cut off": (PROFILES["Adobe RGB"][:300], "it is damaged"),
    "nothing": (b"\0" * 200, "it is damaged"),
    "for grey": (icc.grey(icc.gamma(2.0)), "it is for grey, and the picture is in RGB"),
    "for inks": (icc.cmyk({}), "it is for CMYK, and the picture is in RGB"),
    "dark": (icc.matrix(((0.001,) * 3,) * 3, icc.gamma(1)), "it makes white dark or black light"),
    "inverted": (icc.matrix(icc.P3, lambda share: 1 - share), "it makes white dark or black light"),
    "large": (PROFILES["Adobe RGB"].ljust(profiles.MAX_BYTES + 1, b"\0"), "it has more than 5 MB"),
}


@pytest.mark.parametrize(
    ("name", "kind"), [*(("x.png", kind) for kind in ABSURD), ("x.jpg", "dark"), ("x.webp", "cut off")]
)
def test_a_profile_that_cannot_be_used_is_a_warning_where_the_picture_is_named(tmp_path, context, name, kind):
    profile, reason = ABSURD[kind]
    saved(tmp_path, name, Image.new("RGB", (9, 9), ORANGE), profile, **FORMATS[name])
    drawing, found = shown(tmp_path, name)
    message = f"the colour profile of {name} cannot be used: {reason}; its colours are read as sRGB"
    assert found == [Diagnostic(HERE, "warning", "bad-profile", message, ("save the picture again in sRGB",))]
    assert drawing
    (page,) = through_pdf([drawing], context.fonts, 100)
    assert page.convert("RGB").getpixel((50, 50)) == pytest.approx(ORANGE, abs=2)


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


@pytest.mark.parametrize(
    "data",
    [b"", b"x", b"x\0\0", b"x\0\0not packed", b"x\0\0" + zlib.compress(b"\0" * 50_000_000)],
    ids=["empty", "a name", "no data", "not packed", "a bomb"],
)
def test_a_damaged_chunk_of_a_png_is_a_warning(tmp_path, data):
    Image.new("RGB", (9, 9), ORANGE).save(tmp_path / "x.png")
    whole = (tmp_path / "x.png").read_bytes()
    (tmp_path / "x.png").write_bytes(whole[:33] + chunk(b"iCCP", data) + whole[33:])
    drawing, (found,) = shown(tmp_path, "x.png")
    assert drawing
    assert (found.severity, found.code) == ("warning", "bad-profile")


def test_a_jpeg_that_lacks_a_part_of_its_profile_is_a_warning(tmp_path):
    profile = PROFILES["Adobe RGB"].ljust(100_000, b"\0")
    saved(tmp_path, "x.jpg", Image.new("RGB", (9, 9), ORANGE), profile)
    data = (tmp_path / "x.jpg").read_bytes()
    second = data.index(b"ICC_PROFILE\0\2")
    length = int.from_bytes(data[second - 2 : second], "big")
    (tmp_path / "x.jpg").write_bytes(data[: second - 4] + data[second - 2 + length :])
    drawing, (found,) = shown(tmp_path, "x.jpg")
    assert drawing
    assert "a part of it is missing" in found.message


def test_a_picture_in_an_svg_file_is_converted_too(tmp_path, context):
    stream = io.BytesIO()
    Image.new("RGB", (9, 9), (172, 61, 44)).save(stream, "PNG", icc_profile=PROFILES["Adobe RGB"])
    href = f"data:image/png;base64,{base64.b64encode(stream.getvalue()).decode()}"
    (tmp_path / "x.svg").write_text(f'{HEAD}<image width="20" height="20" href="{href}"/></svg>', "utf-8")
    drawing = Gallery([tmp_path], Diagnostics(), rasterised=["x.svg"]).drawing("x.svg", HERE)
    assert drawing
    (page,) = through_pdf([drawing], context.fonts, 100)
    assert page.convert("RGB").getpixel((50, 50)) == pytest.approx(ORANGE, abs=3)


def with_chunk(data: bytes, name: bytes, content: bytes) -> bytes:
    body = name + content
    return data[:33] + struct.pack(">I", len(content)) + body + struct.pack(">I", zlib.crc32(body)) + data[33:]


SRGB_PLACES = struct.pack(">8I", 31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000)
P3_PLACES = struct.pack(">8I", 31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000)


@pytest.mark.parametrize(
    ("chunks", "reason"),
    [
        ([(b"cICP", bytes([12, 13, 0, 1]))], "it is declared by numbers (CICP), and not as ICC"),
        ([(b"cICP", bytes([9, 16, 0, 1]))], "it is declared by numbers (CICP), and not as ICC"),
        ([(b"cICP", bytes([1, 13, 0, 1]))], ""),
        ([(b"gAMA", struct.pack(">I", 100_000))], "it is declared as an exponent (gAMA, 1), and not as ICC"),
        ([(b"gAMA", struct.pack(">I", 45_455)), (b"cHRM", SRGB_PLACES)], ""),
        ([(b"cHRM", P3_PLACES)], "it is declared by measures (cHRM), and not as ICC"),
        ([(b"sRGB", b"\0"), (b"gAMA", struct.pack(">I", 100_000))], ""),
    ],
)
def test_colours_that_a_png_declares_without_a_profile_are_a_warning(tmp_path, chunks, reason):
    stream = io.BytesIO()
    Image.new("RGB", (9, 9), ORANGE).save(stream, "PNG")
    data = stream.getvalue()
    for name, content in chunks:
        data = with_chunk(data, name, content)
    (tmp_path / "x.png").write_bytes(data)
    _, found = shown(tmp_path, "x.png")
    assert [one.code for one in found] == ["bad-profile"] * bool(reason)
    assert not reason or reason in found[0].message


@pytest.mark.parametrize(("primaries", "codes"), [(1, []), (12, ["bad-profile"])])
def test_colours_that_an_avif_declares_without_a_profile_are_a_warning(tmp_path, primaries, codes):
    stream = io.BytesIO()
    Image.new("RGB", (16, 16), ORANGE).save(stream, "AVIF")
    data = bytearray(stream.getvalue())
    at = data.index(b"colrnclx")
    data[at + 8 : at + 10] = primaries.to_bytes(2, "big")
    (tmp_path / "x.avif").write_bytes(bytes(data))
    _, found = shown(tmp_path, "x.avif")
    assert [one.code for one in found] == codes
