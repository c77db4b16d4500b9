"""Picture files: what is read, and what is reported about files that become pixels or cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.diagnostics import Diagnostics
from pnp.graphics import picture_files, svg
from pnp.graphics.bitmap import ImageProblem
from pnp.graphics.drawing import Drawing
from tests.support.svg import HEAD

MASKED = '<mask id="m"/><g mask="url(#m)"/>'


def load(folder: Path, body: str) -> tuple[picture_files.ReadFile, list[tuple[str, str, int, str]]]:
    (folder / "x.svg").write_text(f"{HEAD}\n{body}</svg>", "utf-8")
    diagnostics = Diagnostics()
    read = picture_files.load(folder / "x.svg", diagnostics)
    return read, [(found.severity, found.code, found.span.line, found.message) for found in diagnostics]


def test_the_colours_of_a_drawing_are_those_that_are_printed(tmp_path: Path) -> None:
    body = '<style>.a{fill:tomato}</style><path class="a" d="M0 0h9v9z" fill="#123456" stroke="rgba(0,0,255,.5)"/>'
    read, found = load(tmp_path, body)
    assert isinstance(read.drawing, Drawing)
    assert read.colours == {"#ff6347", "#0000ff"}
    assert found == []


def test_a_file_that_needs_pixels_is_a_warning(tmp_path: Path) -> None:
    read, found = load(tmp_path, MASKED)
    assert read.drawing == svg.NeedsPixels(((2, "a mask"),))
    message = "x.svg is printed as pixels, because it has a mask (line 2)"
    assert found == [("warning", "rasterised", 2, message)]


def test_a_file_that_cannot_even_be_pixels_has_only_errors(tmp_path: Path) -> None:
    body = f'{MASKED}\n<image href="http://example.org/x.png"/>\n<defs><text>a</text></defs>'
    read, found = load(tmp_path, body)
    assert read.drawing is None
    assert found == [
        ("error", "svg-refused", 3, "<image> refers to something outside the file"),
        ("error", "svg-refused", 4, "text is not drawn, because not every computer has its font"),
    ]


@pytest.mark.parametrize("name", ["gone.svg", "gone.png"])
def test_a_missing_file_is_a_problem(tmp_path: Path, name: str) -> None:
    read = picture_files.load(tmp_path / name, Diagnostics())
    assert isinstance(read.drawing, ImageProblem)
    assert read.drawing.code == "unreadable-file"


def test_a_drawing_is_read_once_for_all_its_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places = list[Path]()

    def counted(data: bytes, path: Path, diagnostics: Diagnostics) -> object:
        places.append(path)
        return read_svg(data, path, diagnostics)

    read_svg = svg.read
    monkeypatch.setattr(svg, "read", counted)
    one, two = tmp_path / "one", tmp_path / "two"
    read = [load(made(folder), '<path d="M0 0h7v7z"/>')[0] for folder in (one, two)]
    assert places == [one / "x.svg"]
    assert read[0] == read[1]
    (two / "y.svg").write_bytes((two / "x.svg").read_bytes())
    other = picture_files.load(two / "y.svg", Diagnostics()).drawing
    assert isinstance(other, Drawing)
    assert other.name == "y"


def test_each_copy_of_a_file_with_faults_has_its_own_report(tmp_path: Path) -> None:
    for folder in (tmp_path / "one", tmp_path / "two"):
        diagnostics = Diagnostics()
        (made(folder) / "x.svg").write_text(f"{HEAD}<text>a</text></svg>", "utf-8")
        assert picture_files.load(folder / "x.svg", diagnostics).drawing is None
        assert [found.span.file for found in diagnostics] == [str(folder / "x.svg")]


def made(folder: Path) -> Path:
    """A folder that is made."""
    folder.mkdir()
    return folder
