"""What a renderer of pixels would ignore or misread is an error at its line and column, with a hint."""

from __future__ import annotations

import re
from pathlib import Path

from pnp.diagnostics import Diagnostics
from pnp.graphics import picture_files
from tests.support.drawn import case_test
from tests.support.svg import HEAD
from tests.support.svg_lines import lines_of_rasters

test_drawn = case_test("svg/refused", lines_of_rasters)


def read(folder: Path, body: str) -> tuple[picture_files.RenderableSvg | None, Diagnostics]:
    diagnostics = Diagnostics()
    return picture_files.read(f"{HEAD}\n  {body}</svg>".encode(), folder / "x.svg", diagnostics), diagnostics


def test_styles_are_resolved_and_nothing_unknown_is_written(tmp_path):
    style = "<style>.a{fill:hwb(120 0% 49.8%);transform:translate(1in, 2px);--x:1px;stroke-width:var(--x)}</style>"
    source, diagnostics = read(tmp_path, f'{style}<path class="a" data-b="c" d="M0 0h9v9z"/>')
    assert list(diagnostics) == []
    assert source
    (path,) = re.findall(r"<path (.*?)></path>", source.text)
    assert sorted(re.findall(r'[\w-]+="[^"]*"', path)) == [
        'd="M0 0h9v9z"', 'fill="#008000"', 'stroke-width="1px"', 'transform="matrix(1 0 0 1 96 2)"'
    ]  # fmt: skip
    assert "style" not in source.text
