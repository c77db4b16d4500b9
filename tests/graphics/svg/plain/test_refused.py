"""What a renderer of pixels would ignore or misread is an error at its line and column, with a hint."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pnp.diagnostics import Diagnostics
from pnp.graphics import raster
from tests.support.svg import HEAD

NO_FILTER = "draw it with a <filter>, and refer to it as url(#id)"
REMOVE = "remove it, or convert the shape to a path in a drawing program"
UNITS = "write it in px, mm, cm, in, pt or %"


def read(folder: Path, body: str) -> tuple[raster.RenderableSvg | None, Diagnostics]:
    diagnostics = Diagnostics()
    return raster.read(f"{HEAD}\n  {body}</svg>".encode(), folder / "x.svg", diagnostics), diagnostics


@pytest.mark.parametrize(
    ("attribute", "message", "hint"),
    [
        ('style="filter:blur(1em)"', "filter 'blur(1em)' of <g> is not drawn, even as pixels", NO_FILTER),
        ('filter="blur(5)"', "filter 'blur(5)' of <g> is not drawn, even as pixels", NO_FILTER),
        (
            'style="filter:drop-shadow(1px 1px 10%)"',
            "filter 'drop-shadow(1px 1px 10%)' of <g> is not drawn, even as pixels",
            NO_FILTER,
        ),
        ('filter="url(#a) blur(1px)"', "filter 'url(#a) blur(1px)' of <g> is not drawn, even as pixels", NO_FILTER),
        ('filter="url(#gone)"', "filter 'url(#gone)': there is no such filter in this file", ""),
        (
            'mask="url(#gone)"',
            "mask 'url(#gone)' of <g> is not drawn, even as pixels",
            "refer to a <mask> of this file as url(#id)",
        ),
        (
            'style="clip-path:polygon(0 0,9px 0,0 9px)"',
            "clip-path 'polygon(0 0,9px 0,0 9px)' of <g> is not drawn, even as pixels",
            "refer to a <clipPath> of this file as url(#id)",
        ),
        ('vector-effect="non-scaling-stroke"', "vector-effect 'non-scaling-stroke' of <g> is not drawn", REMOVE),
        ('pathLength="3"', "pathLength '3' of <g> is not drawn", REMOVE),
        ('style="rotate:45deg"', "rotate '45deg' of <g> is not drawn", REMOVE),
        ("style=\"offset-path:path('M0 0')\"", "offset-path \"path('M0 0')\" of <g> is not drawn", REMOVE),
        (
            'style="stroke-width:calc(1px * 2)"',
            "stroke-width 'calc(1px * 2)' of <g> is not drawn, even as pixels",
            UNITS,
        ),
        ('stroke-width="1em"', "stroke-width '1em' of <g> is not drawn, even as pixels", UNITS),
        (
            'fill="color-mix(in srgb, red, blue)"',
            "fill 'color-mix(in srgb, red, blue)' is not a colour",
            "write it as #rrggbb",
        ),
        ('fill="light-dark(red, blue)"', "fill 'light-dark(red, blue)' is not a colour", "write it as #rrggbb"),
        ('fill="rgb(from red r g b)"', "fill 'rgb(from red r g b)' is not a colour", "write it as #rrggbb"),
        ('fill="inital"', "fill 'inital' is not a colour", "write it as #rrggbb"),
        (
            'style="mix-blend-mode:plus-lighter"',
            "mix-blend-mode 'plus-lighter' of <g> is not drawn, even as pixels",
            "known: normal, multiply, screen, overlay, darken, lighten, color-dodge, color-burn, hard-light, "
            "soft-light, difference, exclusion, hue, saturation, color, luminosity",
        ),
        ('opacity="calc(.5)"', "opacity 'calc(.5)' of <g> is not drawn, even as pixels", "write it as a number"),
        ('fil="red"', "the attribute 'fil' of <g> is unknown", "did you mean 'fill'?"),
    ],
)
def test_a_feature_that_is_drawn_differently_is_refused_by_name(
    tmp_path: Path, attribute: str, message: str, hint: str
) -> None:
    source, diagnostics = read(tmp_path, f"<g {attribute}/>")
    (found,) = diagnostics
    assert source is None
    assert (found.code, found.message, found.hints) == ("svg-refused", message, (hint,) if hint else ())
    assert (found.span.line, found.span.column) == (2, 3)


def test_styles_are_resolved_and_nothing_unknown_is_written(tmp_path: Path) -> None:
    style = "<style>.a{fill:hwb(120 0% 49.8%);transform:translate(1in, 2px);--x:1px;stroke-width:var(--x)}</style>"
    source, diagnostics = read(tmp_path, f'{style}<path class="a" data-b="c" d="M0 0h9v9z"/>')
    assert list(diagnostics) == []
    assert source
    (path,) = re.findall(r"<path (.*?)></path>", source.text)
    assert sorted(re.findall(r'[\w-]+="[^"]*"', path)) == [
        'd="M0 0h9v9z"', 'fill="#008000"', 'stroke-width="1px"', 'transform="matrix(1 0 0 1 96 2)"'
    ]  # fmt: skip
    assert "style" not in source.text


@pytest.mark.parametrize(
    ("element", "name"),
    [
        ('<feDisplacementMap in="SourceGraphic" in2="SourceGraphic" scale="9"/>', "feDisplacementMap"),
        ('<feDiffuseLighting><fePointLight x="5" y="5" z="9"/></feDiffuseLighting>', "fePointLight"),
        ('<feSpecularLighting><feSpotLight x="5" y="5" z="9"/></feSpecularLighting>', "feSpotLight"),
    ],
)
def test_a_filter_that_the_renderer_draws_otherwise_than_browsers_is_refused(
    tmp_path: Path, element: str, name: str
) -> None:
    _, found = read(tmp_path, f'<filter id="f">{element}</filter>')
    assert [(one.code, one.message) for one in found] == [("svg-refused", f"<{name}> is not supported, even as pixels")]
