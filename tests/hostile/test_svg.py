"""SVG that is not drawn: each feature is refused by its name, soon, and garbage never raises."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.diagnostics import Diagnostic
from pnp.graphics import picture_files, svg
from pnp.graphics.drawing import Drawing
from pnp.graphics.geometry import Size
from pnp.graphics.svg import names
from tests.support.svg import HEAD, HERE, drawn, loaded

PATH = '<path d="M0 0"/>'


def refused(folder: Path, body: str) -> Diagnostic:
    found = loaded(folder, f"{HEAD}\n{body}\n</svg>")
    assert isinstance(found, list), found
    (diagnostic,) = found
    assert diagnostic.severity == "error"
    assert diagnostic.span.file == str(folder / "x.svg")
    return diagnostic


# Refusals


SEE = "see docs/art.md for what is"
KNOWN = "known: nonzero, evenodd"
CLIP = "refer to a <clipPath> as url(#id)"
REMOVE = "remove it, or convert the shape to a path in a drawing program"


@pytest.mark.parametrize(
    ("body", "at", "message", "hint"),
    [
        (
            "<text>a</text>",
            (2, 1),
            "text is not drawn, because not every computer has its font",
            "convert it to paths in a drawing program (in Inkscape: Path > Object to Path)",
        ),
        ("<script>1</script>", (2, 1), "<script> is not supported", "remove scripts and animations"),
        ("<foreignObject/>", (2, 1), "<foreignObject> is not drawn", SEE),
        ("<animate/>", (2, 1), "<animate> is not supported", "remove scripts and animations"),
        (
            '<g>\n  <image href="x.png"/></g>',
            (3, 3),
            "<image> refers to something outside the file",
            "embed pictures as PNG or JPEG",
        ),
        ('<path onclick="x()"/>', (2, 1), "onclick 'x()' of <path> is not drawn", REMOVE),
        ('<use href="#a" width="3"/>', (2, 1), "<use> of '#a': there is no such shape in this file", ""),
        ('<rect x="a" width="1" height="1"/>', (2, 1), "x 'a' is not a number", "write it in px, mm, cm, in, pt or %"),
        ('<circle r=""/>', (2, 1), "r '' is not a number", "write it in px, mm, cm, in, pt or %"),
        ('<circle r="nan"/>', (2, 1), "r 'nan' is not a number", "write it in px, mm, cm, in, pt or %"),
        (
            '<path stroke-width="thin"/>',
            (2, 1),
            "stroke-width 'thin' is not a number",
            "write it in px, mm, cm, in, pt or %",
        ),
        ('<path stroke-dasharray="1 a"/>', (2, 1), "'1 a' is not a list of numbers", ""),
        ('<polygon points="1 2 x"/>', (2, 1), "'1 2 x' is not a list of numbers", ""),
        ('<polygon points="1 2 3"/>', (2, 1), "points must be pairs of numbers, two or more", ""),
        ('<polyline points="1 2"/>', (2, 1), "points must be pairs of numbers, two or more", ""),
        ("<polyline/>", (2, 1), "'' is not a list of numbers", ""),
        ('<path d="M0 0X"/>', (2, 1), "path data: cannot read 'X'", ""),
        ('<path d="L0 0"/>', (2, 1), "path data: it must begin with M", ""),
        (
            '<path fill="url(#a)"/>',
            (2, 1),
            "the paint 'url(#a)': there is no such gradient or pattern in this file",
            "",
        ),
        ('<path fill="#12"/>', (2, 1), "the paint '#12' is not a colour", "write it as #rrggbb"),
        ('<path stroke-linecap="x"/>', (2, 1), "stroke-linecap 'x' is not drawn", "known: butt, round, square"),
        ('<path stroke-linejoin="arcs"/>', (2, 1), "stroke-linejoin 'arcs' is not drawn", "known: miter, round, bevel"),
        ('<path fill-rule="odd"/>', (2, 1), "fill-rule 'odd' is not drawn", KNOWN),
        ('<g transform="rotate(1 2)"/>', (2, 1), "the transform rotate(2 numbers) is not drawn", ""),
        ('<g transform="matrix(1 2 3)"/>', (2, 1), "the transform matrix(3 numbers) is not drawn", ""),
        ('<g transform="scale"/>', (2, 1), "the transform 'scale' is not understood", ""),
        ('<g transform="scale(1) x"/>', (2, 1), "the transform 'scale(1) x' is not understood", ""),
        ('<g transform="scale(a)"/>', (2, 1), "'a' is not a list of numbers", ""),
        ('<g transform="scale()"/>', (2, 1), "'' is not a list of numbers", ""),
        ('<use href="#gone"/>', (2, 1), "<use> of '#gone': there is no such shape in this file", ""),
        ("<use/>", (2, 1), "<use> of '': there is no such shape in this file", ""),
        ('<use href="b.svg#x"/>', (2, 1), "<use> of 'b.svg#x': there is no such shape in this file", ""),
        ('<use xlink:href="//a/c.svg#x"/>', (2, 1), "<use> of '//a/c.svg#x': there is no such shape in this file", ""),
        ('<clipPath id="c"/><use href="#c"/>', (2, 19), "<use> of '#c': there is no such shape in this file", ""),
        ('<g id="a">\n<use href="#a"/></g>', (3, 1), "<use> inside <use> more than 8 levels deep", ""),
        ('<use id="u" href="#u"/>', (2, 1), "<use> inside <use> more than 8 levels deep", ""),
        ('<g clip-path="url(#c)"/>', (2, 1), "clip-path 'url(#c)': there is no such clipPath in this file", CLIP),
        (
            '<g id="c" clip-path="url(#c)"/>',
            (2, 1),
            "clip-path 'url(#c)': there is no such clipPath in this file",
            CLIP,
        ),
        (
            '<g clip-path="circle(3px)"/>',
            (2, 1),
            "clip-path 'circle(3px)': there is no such clipPath in this file",
            CLIP,
        ),
        (
            '<clipPath id="c"><g/></clipPath><g clip-path="url(#c)"/>',
            (2, 18),
            "a clipPath may only contain shapes, and uses of shapes in this file",
            "",
        ),
        ('<rect width="-1" height="1"/>', (2, 1), "width must be 0 or more", ""),
        ('<rect width="1" height="1" ry="-1"/>', (2, 1), "ry must be 0 or more", ""),
        ('<circle r="-1"/>', (2, 1), "r must be 0 or more", ""),
        ('<g stroke-width="-1"/>', (2, 1), "stroke-width must be 0 or more", ""),
        ('<g stroke-width=".001"/>', (2, 1), "stroke-width must be 0, or 0.01 or more", ""),
        ('<g stroke-dasharray="3 -1"/>', (2, 1), "stroke-dasharray must be 0, or 0.01 or more", ""),
        ('<g stroke-dasharray="1e-9"/>', (2, 1), "stroke-dasharray must be 0, or 0.01 or more", ""),
        (f'<g stroke-dasharray="{"1 " * 101}"/>', (2, 1), "stroke-dasharray has more than 100 lengths", ""),
        ('<g stroke-miterlimit=".9"/>', (2, 1), "stroke-miterlimit must be 1 or more", ""),
        (
            '<path d="M1 1h0" stroke="#000" stroke-linecap="square"/>',
            (2, 1),
            "square ends of a line without length are not drawn",
            "draw a <rect>",
        ),
        ('<g color="none"/>', (2, 1), "the paint 'none' is not a colour", "write it as #rrggbb"),
        ('<g transform="scale(0)"/>', (2, 1), "a transform to less than 0.001 of the size is not drawn", ""),
        ('<g transform="matrix(1 2 2 4 0 0)"/>', (2, 1), "a transform to less than 0.001 of the size is not drawn", ""),
        ('<g transform="scale(999) scale(999)"/>', (2, 1), "transforms go up to 100,000", ""),
        (f'<g transform="{"scale(99999)" * 80}"/>', (2, 1), "transforms go up to 100,000", ""),
        ('<path id="p"/><use href="#p" x="9e4" transform="scale(9)"/>', (2, 15), "transforms go up to 100,000", ""),
        ('<g transform="scale(1),,scale(1)"/>', (2, 1), "the transform 'scale(1),,scale(1)' is not understood", ""),
        ('<g transform="scale(2),"/>', (2, 1), "the transform 'scale(2),' is not understood", ""),
        ('<polygon points="1,,2 3,4"/>', (2, 1), "'1,,2 3,4' is not a list of numbers", ""),
        ('<circle r="\u0665"/>', (2, 1), "r '٥' is not a number", "write it in px, mm, cm, in, pt or %"),
        ('<circle r="1e9"/>', (2, 1), "numbers go up to 100,000", ""),
        (f'<g transform="{" " * 1001}"/>', (2, 1), "transform is longer than 1,000 characters", ""),
    ],
)
def test_what_is_not_drawn_exactly_is_refused_by_name(
    tmp_path: Path, body: str, at: tuple[int, int], message: str, hint: str
) -> None:
    diagnostic = refused(tmp_path, body)
    hints = tuple(said for said in diagnostic.hints if "rasterise" not in said)
    assert (diagnostic.code, diagnostic.message, hints) == ("svg-refused", message, (hint,) if hint else ())
    assert (diagnostic.span.line, diagnostic.span.column) == at


@pytest.mark.parametrize(
    "body",
    [
        '<rect width="1e999" height="1"/>',
        '<path d="M0 0L1e400 0"/>',
        '<g transform="scale(1e400)"/>',
        '<path d="M0 0A1e-200 1 0 0 1 5 5"/>',
    ],
)
def test_numbers_beyond_all_measure_do_no_harm(tmp_path: Path, body: str) -> None:
    found = loaded(tmp_path, f"{HEAD}{body}</svg>")
    assert isinstance(found, Drawing) or [d.code for d in found] == ["svg-refused"]
    if isinstance(found, Drawing):
        assert "inf" not in repr(found.items)


@pytest.mark.parametrize(
    ("svg", "line", "code", "message"),
    [
        (
            f'\n<!DOCTYPE svg [<!ENTITY a "b">]>\n{HEAD}&a;</svg>',
            2,
            "svg-refused",
            "document types with entities are not supported",
        ),
        ("<g/>", 1, "svg-refused", "the root is not an <svg> of SVG's namespace"),
        ("<html/>", 1, "svg-refused", "the root is not an <svg> of SVG's namespace"),
        ('<svg xmlns="http://example.com"/>', 1, "svg-refused", "the root is not an <svg> of SVG's namespace"),
        ("<svg/>", 1, "svg-refused", "the picture needs a viewBox, or a width and a height in px or mm"),
        ('<svg viewBox="0 0 5"/>', 1, "svg-refused", "the viewBox needs four numbers, with a width and a height"),
        ('<svg viewBox="0 0 0 5"/>', 1, "svg-refused", "the viewBox needs four numbers, with a width and a height"),
        ('<svg viewBox="0 0 5 -5"/>', 1, "svg-refused", "the viewBox needs four numbers, with a width and a height"),
        (
            '<svg width="100%" height="5"/>',
            1,
            "svg-refused",
            "the picture needs a viewBox, or a width and a height in px or mm",
        ),
        ('<svg viewBox="a"/>', 1, "svg-refused", "'a' is not a list of numbers"),
        ('<svg viewBox="0 0 5 1e-9"/>', 1, "svg-refused", "the viewBox needs four numbers, with a width and a height"),
        ('<svg viewBox="0 0 5 1e9"/>', 1, "svg-refused", "numbers go up to 100,000"),
        ('<svg viewBox="0 0 5 5" width="0" height="0"/>', 1, "svg-refused", "width and height must be 0.01 or more"),
        (
            f'<?xml version="1.0" encoding="latin1"?>{HEAD}</svg>',
            1,
            "svg-refused",
            "the encoding 'latin1' is not supported",
        ),
        (
            f'<?xml version="1.0" encoding="none"?>{HEAD}</svg>',
            1,
            "svg-refused",
            "the encoding 'none' is not supported",
        ),
        (f"{HEAD}\n<g>\n</svg>", 3, "bad-svg", "not readable as SVG: mismatched tag: line 3, column 2"),
        (f"{HEAD}&a;</svg>", 1, "bad-svg", "not readable as SVG: undefined entity"),
        ("", 1, "bad-svg", "not readable as SVG: no element found"),
        ("no svg", 1, "bad-svg", "not readable as SVG: syntax error"),
        ("\x89PNG", 1, "bad-svg", "not readable as SVG: "),
    ],
)
def test_what_is_no_such_svg_is_refused(tmp_path: Path, svg: str, line: int, code: str, message: str) -> None:
    (diagnostic,) = loaded(tmp_path, svg)
    assert diagnostic.code == code
    assert diagnostic.message.startswith(message)
    assert diagnostic.span.line == line
    assert diagnostic.span.column >= 1


@pytest.mark.parametrize(
    "doctype",
    [
        "<!DOCTYPE svg>",
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"\n "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">',
        "<!-- Generator --><!DOCTYPE svg SYSTEM 'file:///etc/passwd'>",
    ],
)
def test_a_doctype_that_declares_nothing_is_read_past_and_its_file_never_read(tmp_path: Path, doctype: str) -> None:
    assert isinstance(loaded(tmp_path, f"{doctype}{HEAD}{PATH}</svg>"), Drawing)
    for body in ("&a;", '<path d="M0 0&a;"/>'):
        (diagnostic,) = loaded(tmp_path, f"{doctype}{HEAD}{body}</svg>")
        assert diagnostic.code == "bad-svg"
        assert "undefined entity" in diagnostic.message


@pytest.mark.parametrize("size", ['width="30px" height="60"', 'width="3mm" height="6mm"', 'width="9"', 'height="100%"'])
def test_width_and_height_of_the_view_boxs_proportions_say_nothing_more(tmp_path: Path, size: str) -> None:
    drawing = loaded(tmp_path, f'<svg viewBox="0 0 10 20" {size}/>')
    assert isinstance(drawing, Drawing)
    assert drawing.size == Size(10, 20)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_an_svg_may_be_any_unicode(tmp_path: Path, encoding: str) -> None:
    drawing = loaded(tmp_path, f"{HEAD}<title>Nashörner</title></svg>".encode(encoding))
    assert isinstance(drawing, Drawing)
    assert drawing.alt == "Nashörner"


def test_an_entity_bomb_is_refused_at_once(tmp_path: Path) -> None:
    entities = '<!ENTITY e0 "lol">' + "".join(f'<!ENTITY e{i} "' + f"&e{i - 1};" * 10 + '">' for i in range(1, 12))
    (diagnostic,) = loaded(tmp_path, f"<!DOCTYPE svg [{entities}]>{HEAD}<title>&e11;</title></svg>")
    assert diagnostic.message == "document types with entities are not supported"
    assert diagnostic.hints[0].startswith("remove the DOCTYPE; in Illustrator,")


@pytest.mark.slow
def test_too_many_elements_are_refused(tmp_path: Path) -> None:
    assert len(drawn(tmp_path, PATH * (svg.MAX_ELEMENTS - 1))) == svg.MAX_ELEMENTS - 1
    diagnostic = refused(tmp_path, f"{PATH}\n" * svg.MAX_ELEMENTS)
    assert diagnostic.message == "more than 20000 elements"
    assert (diagnostic.span.line, diagnostic.span.column) == (svg.MAX_ELEMENTS + 1, 1)


def test_uses_of_uses_do_not_multiply_beyond_the_elements_allowed(tmp_path: Path) -> None:
    levels = [f'<g id="g{i}">' + f'<use href="#g{i - 1}"/>' * 12 + "</g>" for i in range(1, 6)]
    body = f'<defs><path id="g0"/>{"".join(levels)}</defs><use href="#g5"/>'
    assert refused(tmp_path, body).code == "svg-refused"


def test_uses_of_a_long_path_do_not_multiply_beyond_the_lines_allowed(tmp_path: Path) -> None:
    path = f'<path id="p" d="M0 0{"h1v1h-1v-1" * 5000}"/>'
    assert refused(tmp_path, path + '<use href="#p"/>' * 60).message.startswith("more than 1,000,000 lines and curves")
    clip = f'<clipPath id="c">{path}</clipPath>' + '<g clip-path="url(#c)"/>' * 60
    assert refused(tmp_path, clip).message.startswith("more than 1,000,000 lines and curves")


def test_uses_do_not_nest_groups_deeper_than_allowed(tmp_path: Path) -> None:
    chain = "".join(f'<g id="n{i}">{"<g>" * 50}<use href="#n{i + 1}"/>{"</g>" * 50}</g>' for i in range(7))
    diagnostic = refused(tmp_path, f'<defs>{chain}<path id="n7"/></defs><use href="#n0"/>')
    assert diagnostic.message == "nested more than 60 levels deep"


@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    [
        '<polygon points="' + "1" * 200_000 + '-"/>',
        '<polygon points="' + " " * 200_000 + 'x"/>',
        "<title>" + "x<g/>" * 15_000 + "</title>",
        "<desc>" + "\n" * 500_000 + "</desc>",
        '<clipPath id="c">' + '<circle r="1"/>' * 9_000 + "</clipPath>" + '<g clip-path="url(#c)"/>' * 9_000,
        '<g id="a" transform="' + "translate(1)" * 80 + '"/>' + '<use href="#a"/>' * 15_000,
        '<g id="a" stroke-dasharray="' + "1 " * 100 + '"/>' + '<use href="#a"/>' * 15_000,
        "<g " + "".join(f'xmlns:a{i}="b{i}" ' for i in range(20_000)) + "/>",
        "<g " + "".join(f'fil{i}="b" ' for i in range(60_000)) + "/>",
        '<g id="a" style="' + "fill:;" * 60_000 + '"/>' + '<use href="#a"/>' * 15_000,
        '<path id="a" d="' + "M0 0" * 50_000 + 'X"/>' + '<use href="#a"/>' * 15_000,
        '<path id="p" d="'
        + "M0 0" * 50_000
        + 'X"/><clipPath id="c"><use href="#p"/></clipPath>'
        + '<g clip-path="url(#c)"/>' * 15_000,
        "<style>" + ".a{fill:red}" * 2_000 + "</style>" + '<g class="a"/>' * 19_000,
        '<g class="' + "a " * 400_000 + '"/>',
        "<style>" + "a{" * 300_000 + "</style>",
        "<text>" + "a<tspan/>" * 19_000 + "</text>",
        "<!DOCTYPE svg" + " " * 800_000,
    ],
    ids=["digits", "spaces", "title", "desc", "clips", "transforms", "dashes", "namespaces", "names", "style", "path"]
    + ["path in a clip", "rules", "classes", "braces", "text", "doctype"],
)
def test_what_is_long_takes_no_long_time(tmp_path: Path, body: str) -> None:
    """Most take less than a second; a machine that is busy with other work takes three times as long."""
    started = time.process_time()
    loaded(tmp_path, f"{HEAD}{body}</svg>")
    assert time.process_time() - started < 60


def test_groups_nested_too_deep_are_refused(tmp_path: Path) -> None:
    drawn(tmp_path, "<g>" * 60 + "</g>" * 60)
    diagnostic = refused(tmp_path, "<g>" * 5000 + "</g>" * 5000)
    assert diagnostic.message == "nested more than 60 levels deep"


def test_an_svg_that_is_too_large_is_refused_where_it_is_named(tmp_path: Path) -> None:
    (diagnostic,) = loaded(tmp_path, HEAD + " " * picture_files.MAX_SVG_BYTES + "</svg>")
    assert diagnostic == Diagnostic(HERE, "error", "file-too-large", "x.svg is larger than 1000 kB")


@pytest.mark.slow
@settings(max_examples=200)
@given(st.text('<>/="# gusepathdrcl0123M', max_size=40))
def test_no_svg_raises(tmp_path_factory: pytest.TempPathFactory, body: str) -> None:
    loaded(tmp_path_factory.getbasetemp(), f"{HEAD}{body}</svg>")


NAMES = [*sorted(names.SHAPES | names.GROUPS | names.SILENT - {names.FOREIGN}), "svg", "use", "text", "image"]
ATTRIBUTES = sorted(names.DRAWN | names.PIXELS.keys() | names.REFUSED.keys() | {"id", "class", "style"})
VALUES = [
    "#a",
    "url(#a)",
    "a",
    "1",
    "-1",
    "0",
    "2 3",
    "#f00",
    "none",
    "currentColor",
    "scale(0)",
    "M0 0H5A1 1 0 0 1 9 9z",
    "x",
]


def tagged(name: str, attributes: dict[str, str], inside: list[str]) -> str:
    said = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f"<{name}{said}>{''.join(inside)}</{name}>"


elements = st.recursive(
    st.just(""),
    lambda inner: st.tuples(
        st.sampled_from(NAMES),
        st.dictionaries(st.sampled_from(ATTRIBUTES), st.sampled_from(VALUES), max_size=3),
        st.lists(inner, max_size=3),
    ).map(lambda e: tagged(*e)),
    max_leaves=5,
)


@pytest.mark.slow
@settings(max_examples=200)
@given(elements)
def test_no_tree_of_known_elements_raises(tmp_path_factory: pytest.TempPathFactory, body: str) -> None:
    loaded(tmp_path_factory.getbasetemp(), f"{HEAD}{body}</svg>")
