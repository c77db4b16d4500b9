"""Profiles of printing conditions: what is read, and what is refused."""

from __future__ import annotations

import io
import math

import pypdf
import pytest
from PIL import Image, ImageCms

from pnp import pdf
from pnp.pdf import icc
from pnp.pdf.colour import level, mixed
from tests.conftest import run
from tests.support.presses import without
from tests.support.writing import document, page, words


def other(name: bytes = b"Paper from elsewhere") -> bytes:
    """The standard profile with another description of the same length."""
    data, old = icc.standard().data, icc.standard().description.encode()
    return data.replace(old, name.ljust(len(old)))


def test_the_own_profile_is_a_small_cmyk_printer():
    profile = ImageCms.ImageCmsProfile(io.BytesIO(icc.standard().data)).profile
    assert (profile.device_class, profile.xcolor_space.strip(), profile.version) == ("prtr", "CMYK", 2.2)
    assert len(icc.standard().data) < 125_000
    assert "FOGRA39" in icc.standard().description


@pytest.mark.parametrize("colour", ["#ffffff", "#009fe3", "#e6007e", "#ffed00", "#8a6d3b", "#c0392b", "#2e6b4f"])
def test_colours_are_mixed_for_the_condition_that_is_named(colour):
    dots = tuple(round(255 * share) for share in mixed(colour, icc.standard(), 300))
    printed = lab(Image.new("CMYK", (1, 1), dots), io.BytesIO(icc.standard().data))
    assert math.dist(lab(Image.new("RGB", (1, 1), level(colour)), ImageCms.createProfile("sRGB")), printed) < 8


def lab(image: Image.Image, profile: object) -> tuple[float, ...]:
    """The colour of a picture in CIELAB."""
    change = ImageCms.buildTransform(profile, ImageCms.createProfile("LAB"), image.mode, "LAB")
    light, *others = ImageCms.applyTransform(image, change).tobytes()
    return light / 2.55, *(byte - 256 if byte > 127 else byte for byte in others)


@pytest.mark.parametrize("table", [b"A2B", b"B2A"])
def test_a_profile_without_a_table_is_refused(table, tmp_path):
    (tmp_path / "half.icc").write_bytes(without(icc.standard().data, table))
    with pytest.raises(ValueError, match=r"half.icc is damaged: its colours cannot be read"):
        icc.read(tmp_path / "half.icc")


def test_the_profile_is_in_the_file(context, tmp_path):
    (tmp_path / "mine.icc").write_bytes(other())
    mine = icc.read(tmp_path / "mine.icc")
    for condition, profile, name, registry in (
        (pdf.PrintingCondition(300), icc.standard(), "FOGRA39", "http://www.color.org"),
        (pdf.PrintingCondition(300, mine), mine, "Paper from elsewhere", None),
    ):
        written = pdf.write(document(page(words("a")))._replace(condition=condition), context.fonts)
        intent = pypdf.PdfReader(io.BytesIO(written)).root_object["/OutputIntents"][0]
        assert (intent["/OutputConditionIdentifier"], intent.get("/RegistryName")) == (name, registry)
        assert intent["/DestOutputProfile"]["/N"] == 4
        assert intent["/DestOutputProfile"].get_data() == profile.data


def sized(data: bytes) -> bytes:
    """A profile whose header has its true size."""
    return len(data).to_bytes(4, "big") + data[4:]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "is not an ICC profile"),
        (b"GIF89a" * 100, "is not an ICC profile"),
        (other()[:-1], "not a whole one"),
        (sized(other()[:400]), "is damaged"),
        (ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes(), "a profile of a display in RGB"),
        (other()[:12] + b"scnr" + other()[16:], "a profile of an input device in CMYK"),
        (other()[:12] + b"\x00\xff\x00\xff" + other()[16:], "a profile of the class"),
    ],
)
def test_other_files_are_refused_with_a_hint(data, problem, tmp_path):
    file, out = tmp_path / "some.icc", tmp_path / "out"
    file.write_bytes(data)
    result = run("build", "rhino", "--profile", "shop", "--icc", str(file), "--output", str(out))
    assert result.exit_code == 2
    text = " ".join(result.output.split())
    assert "--icc" in text
    assert problem in text
    assert "give the CMYK profile that your print shop names" in text
    assert not out.exists()


def test_files_that_are_missing_huge_or_no_files_are_refused(tmp_path):
    huge = tmp_path / "huge.icc"
    with huge.open("wb") as file:
        file.truncate(icc.MAX_PROFILE + 1)
    for path, problem in ((huge, "larger than 20000 kB"), (tmp_path, "cannot read"), (tmp_path / "no", "No such file")):
        result = run("build", "rhino", "--profile", "shop", "--icc", str(path), "--output", str(tmp_path / "out"))
        assert result.exit_code == 2
        assert problem in " ".join(result.output.split())


def test_a_home_printer_takes_no_profile(tmp_path):
    (tmp_path / "mine.icc").write_bytes(other())
    result = run("build", "rhino", "--icc", str(tmp_path / "mine.icc"), "--output", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert "only with --profile shop" in result.output


def test_control_characters_of_a_description_are_not_written(tmp_path):
    (tmp_path / "mine.icc").write_bytes(other(b"two\x1b[2J\nlines"))
    assert icc.read(tmp_path / "mine.icc").description == "two [2J lines"
