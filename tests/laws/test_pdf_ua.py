"""Every home file of a game conforms to PDF/UA-1, and other programs find nothing wrong with it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import page as pdf_ua
import pypdf
import pytest

from tests.conftest import Builder


@pytest.fixture(scope="module", params=["rhino", "tilt"])
def files(request, built: Builder) -> list[Path]:
    """The PDFs of a game on A4."""
    return sorted(built(kit=request.param).folder.glob("*.pdf"))


@pytest.mark.slow
def test_every_file_conforms_to_pdf_ua(files):
    for file in files:
        report = pdf_ua.validate_pdf(str(file), profile="ua1")
        assert [(failure.rule_id, failure.message) for failure in report.failures] == [], file.name


@pytest.mark.slow
def test_tables_have_header_cells_and_rows_hold_cells_only(files):
    for file in files:
        for role, kids in _elements(pypdf.PdfReader(file).root_object["/StructTreeRoot"]["/K"]):
            if role == "/Table":
                assert set(kids) == {"/TR"}, file.name
            elif role == "/TR":
                assert set(kids) <= {"/TH", "/TD"}, file.name


def _elements(element):
    kids = element.get("/K", [])
    kids = [kid.get_object() for kid in (kids if isinstance(kids, list) else [kids])]
    inner = [kid for kid in kids if isinstance(kid, dict)]
    yield element["/S"], [kid["/S"] for kid in inner]
    for kid in inner:
        yield from _elements(kid)


QPDF = shutil.which("qpdf")


@pytest.mark.slow
@pytest.mark.skipif(not QPDF, reason="qpdf is not installed")
def test_qpdf_finds_nothing(files):
    for file in files:
        done = subprocess.run([QPDF, "--check", file], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
