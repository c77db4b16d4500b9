"""Objects of PDFs: what is written quickly is what pypdf would write."""

from __future__ import annotations

import io

import pypdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf.generic import TextStringObject, read_object

from pnp.pdf.objects import QuickObject, add, pdf_object

VALUES = st.recursive(
    st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.floats(-5000, 5000).map(lambda number: round(number, 5))
    | st.from_regex(r"[A-Z][A-Za-z0-9.]{0,9}", fullmatch=True)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=9).map(TextStringObject),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.from_regex(r"[A-Z][a-z]{0,5}", fullmatch=True), inner)
    ),
    max_leaves=12,
)


def written(value: object) -> bytes:
    out = io.BytesIO()
    QuickObject(value).write_to_stream(out)
    return out.getvalue()


@given(VALUES)
def test_values_are_read_back_as_those_of_pypdf(value):
    out = io.BytesIO()
    pdf_object(value).write_to_stream(out)
    ours, theirs = (read_object(io.BytesIO(data + b" "), None) for data in (written(value), out.getvalue()))
    assert ours == theirs


@pytest.mark.parametrize(
    "text", ["plain", "(a\\b)", "line\rline\nline", "Règle – ☃", "\N{RHINOCEROS}", "ਊ਍⠩⁜", "\x1f\x18\x7f\x00"]
)
def test_texts_are_read_back(text):
    assert read_object(io.BytesIO(written(TextStringObject(text))), None) == text


def test_streams_and_references_are_in_a_file():
    writer = pypdf.PdfWriter()
    inner = add(writer, QuickObject({"Type": "X"}))
    form = QuickObject({"Inner": inner, "BBox": [0, 0.5, 10.0, -0.25]}, b"q Q")
    page = writer.add_blank_page(9, 9)
    page[pypdf.generic.NameObject("/Piece")] = add(writer, form)
    out = io.BytesIO()
    writer.write(out)
    found = pypdf.PdfReader(out, strict=True).pages[0]["/Piece"]
    assert found.get_data() == b"q Q"
    assert found["/Inner"] == {"/Type": "/X"}
    assert [float(edge) for edge in found["/BBox"]] == [0, 0.5, 10, -0.25]
