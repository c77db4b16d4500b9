"""What has no effect on ink is left out, what has is drawn, becomes pixels or is an error with its line."""

from __future__ import annotations

import gc
from pathlib import Path
from weakref import ref

import pytest

from pnp.diagnostics import Diagnostics
from pnp.graphics import svg
from pnp.graphics.drawing import Drawing
from pnp.graphics.svg.elements import SvgDocument
from tests.support.drawn import case_test
from tests.support.svg import HEAD
from tests.support.svg_lines import lines_of_both, lines_of_svg

test_is_drawn_as_reviewed = case_test("svg/without_effect", lines_of_svg)


test_is_refused_as_reviewed = case_test("svg/differently", lines_of_both)


SQUARE = '<path d="M1 1h8v8z"/>'


def read(folder: Path, body: str, head: str = HEAD) -> tuple[Drawing | svg.NeedsPixels | None, list[tuple[int, str]]]:
    diagnostics = Diagnostics()
    drawing = svg.read(f"{head}{body}</svg>".encode(), folder / "x.svg", diagnostics)
    return drawing, [(found.span.line, found.message) for found in diagnostics]


def test_of_many_errors_the_first_are_listed_and_the_others_counted(tmp_path):
    _, found = read(tmp_path, '\n<path fill="x"/>' * 30)
    assert [line for line, _ in found] == list(range(2, 23))
    assert found[-1] == (22, "10 more errors like these, the next one here")


@pytest.mark.parametrize("head", ["style='transform:scale(2)'", "transform='scale(2)'", "style='background:red'"])
def test_a_transform_or_background_of_the_whole_picture_is_an_error(tmp_path, head):
    _, found = read(tmp_path, SQUARE, HEAD.replace("<svg", f"<svg {head}"))
    (message,) = [text for _, text in found]
    assert message.endswith("of the whole picture is not drawn")


def test_a_document_is_freed_with_its_last_reference():
    """Its elements, its parser and it held each other, until a garbage collection."""
    document = SvgDocument(b"<svg xmlns='http://www.w3.org/2000/svg'><g><path d='M0 0'/></g></svg>")
    path = document.root.children[0].children[0]
    assert path.parent is document.root.children[0]
    kept = ref(document), ref(path)
    gc.disable()
    try:
        del document, path
        assert [one() for one in kept] == [None, None]
    finally:
        gc.enable()
