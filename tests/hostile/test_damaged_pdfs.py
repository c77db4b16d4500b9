"""PDFs with damage anywhere: `pnp preflight` reports what it can, and never fails itself."""

from __future__ import annotations

import io
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pnp.cli import preflight as command
from pnp.pdf import preflight
from pnp.pdf.preflight import reader
from tests.conftest import run
from tests.support.foreign import File, Stream

PARTS = (
    b"/Kids", b"/Parent", b"/Count", b"-1", b"99999999999999999999", b"0", b"null", b"[", b"]", b"<<", b">>", b"(",
    b")", b"1 0 R", b"3 0 R", b"/Length", b"stream", b"endstream", b"endobj", b"NaN", b"1e400", b"true",
    b"/Filter/FlateDecode", b"/Encrypt", b"\xff\xfe", b"\0",
)  # fmt: skip
NUMBERS = (0, 1, 2, 3, 5, 2**31, 2**63, -5, 10**30)
MUTATIONS, AT_ONCE = 150, 50


def small() -> bytes:
    """A PDF with a font, a picture, boxes, colours and a printing condition."""
    file, stream = File(), io.BytesIO()
    picture = {
        "Type": "/XObject", "Subtype": "/Image", "Width": 2, "Height": 2, "BitsPerComponent": 8,
        "ColorSpace": "/DeviceRGB",
    }  # fmt: skip
    font = {"Type": "/Font", "Subtype": "/Type1", "BaseFont": "/Helvetica"}
    file.page(
        content=b"BT /F1 12 Tf (a) Tj ET q 50 0 0 50 10 10 cm /I Do Q 1 0 0 1 k 50 50 100 100 re f",
        resources={"Font": {"F1": font}, "XObject": {"I": Stream(picture, bytes(12))}},
        TrimBox=[10, 10, 200, 200],
        BleedBox=[5, 5, 205, 205],
    )
    condition = {"Type": "/OutputIntent", "S": "/GTS_PDFX", "OutputConditionIdentifier": "x"}
    file.root(OutputIntents=[condition], ViewerPreferences={"PrintScaling": "/None", "Duplex": "/Simplex"})
    file.writer.write(stream)
    return stream.getvalue()


def found(pattern: bytes, data: bytearray, chance: Random) -> slice:
    """One place that a pattern matches; the beginning where there is none."""
    places = [slice(*match.span()) for match in re.finditer(pattern, bytes(data))]
    return chance.choice(places) if places else slice(0, 0)


def mutated(data: bytes, seed: int) -> bytes:
    chance, made = Random(seed), bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        at = chance.randrange(len(made))
        match chance.randrange(6):
            case 0:
                made[at] = chance.randrange(256)
            case 1:
                del made[at : at + chance.randrange(1, 30)]
            case 2:
                made[at:at] = chance.choice(PARTS)
            case 3:
                made[found(rb"/[A-Za-z]+|-?\d+(?:\.\d+)?", made, chance)] = chance.choice(PARTS)
            case 4:
                copied = chance.randrange(len(made))
                made[at:at] = made[copied : copied + chance.randrange(100)]
            case _:
                made[found(rb"\d+", made, chance)] = str(chance.choice(NUMBERS)).encode()
    return bytes(made)


def in_this_process(path: Path) -> dict[str, Any]:
    return preflight.merged(path.stat().st_size, reader.parts(str(path)))


@pytest.mark.parametrize("first", range(0, MUTATIONS, AT_ONCE))
def test_damage_anywhere_is_reported(tmp_path, monkeypatch, first):
    monkeypatch.setattr(command, "read", in_this_process)  # a child for each would be slow, and hide what it raised
    file, whole = tmp_path / "x.pdf", small()
    for seed in range(first, first + AT_ONCE):
        file.write_bytes(mutated(whole, seed))
        for form in ("text", "json"):
            result = run("preflight", file, "--format", form, "--profile", ("home", "shop")[seed % 2])
            assert result.exit_code in (0, 1, 2), (seed, result.exception)
            assert result.exception is None or isinstance(result.exception, SystemExit), (seed, result.exception)
            assert result.output


@pytest.mark.parametrize("seed", range(0, MUTATIONS, 75))
def test_so_it_is_in_a_child_process(tmp_path, seed):
    file = tmp_path / "x.pdf"
    file.write_bytes(mutated(small(), seed))
    result = run("preflight", file)
    assert result.exit_code in (0, 1)
    assert "x.pdf: " in result.output
    assert "crashed" not in result.output
