"""Rewrite an SVG file for another renderer, so that it has nothing to misunderstand.

Style sheets, custom properties, units of transforms and notations of colours are resolved, and only attributes that are
known are written. What the renderer would ignore or draw differently is an error, with its line and column.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable

from pnp.graphics import bitmap, svgpath
from pnp.graphics.bitmap import ImageProblem
from pnp.graphics.content import Converted
from pnp.graphics.drawing import Drawing, Picture, every
from pnp.graphics.geometry import Size, Transform
from pnp.graphics.svg import names
from pnp.graphics.svg.css_values import UNITS, css_colour, is_length, is_mixed_in_srgb, written
from pnp.graphics.svg.elements import SvgDocument, SvgElement
from pnp.graphics.svgpath import NUMBER, RefusedError

_DRAWN = {
    "svg", "g", "a", "switch", "use", "symbol", "defs", "path", "rect",
    "circle", "ellipse", "line", "polyline", "polygon", "image", "linearGradient", "radialGradient", "stop",
    "pattern", "marker", "clipPath", "mask", "filter", "feBlend", "feColorMatrix", "feComponentTransfer",
    "feComposite", "feConvolveMatrix", "feDiffuseLighting", "feDistantLight", "feDropShadow",
    "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur", "feMerge", "feMergeNode",
    "feMorphology", "feOffset", "feSpecularLighting", "feTile", "feTurbulence",
}  # fmt: skip
"""The renderer has feDisplacementMap too, but shifts pixels elsewhere than browsers do; and lights at a place, whose
height over the picture changes with its resolution."""
_LEFT_OUT = {names.FOREIGN, "title", "desc", "metadata", "style"}
_PLAIN = frozenset({
    "id", "viewBox", "preserveAspectRatio", "points", "d", "gradientUnits", "spreadMethod", "patternUnits", "orient",
    "patternContentUnits", "clipPathUnits", "maskUnits", "maskContentUnits", "markerUnits", "display", "visibility",
    "fill-rule", "clip-rule", "stroke-linecap", "shape-rendering", "image-rendering", "systemLanguage",
    "color-interpolation-filters", "mask-type", "overflow",
})  # fmt: skip
"""Attributes that are written as they are."""
_WORDS = {
    "stroke-linejoin": "miter round bevel miter-clip",
    "paint-order": "normal fill stroke markers",
    "mix-blend-mode": "normal multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light"
    " difference exclusion hue saturation color luminosity",
    "isolation": "auto isolate",
}
_STYLES = ("mix-blend-mode", "isolation")
"""Properties that have no effect as attributes."""
_LENGTHS = frozenset({
    "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2", "fx", "fy", "fr", "refX", "refY",
    "markerWidth", "markerHeight", "stroke-width", "stroke-dashoffset", "stroke-dasharray",
})  # fmt: skip
_SHARES = frozenset({
    "opacity", "fill-opacity", "stroke-opacity", "stop-opacity", "flood-opacity", "offset", "stroke-miterlimit",
})  # fmt: skip
_COLOURS = frozenset({"color", "stop-color", "flood-color", "lighting-color"})
_REFERENCES = {
    "mask": "mask", "clip-path": "clipPath", "marker": "marker", "marker-start": "marker", "marker-mid": "marker",
    "marker-end": "marker",
}  # fmt: skip
_AMOUNTS = {"brightness", "contrast", "grayscale", "invert", "opacity", "saturate", "sepia"}
_OUTSIDE = re.compile(r"url\(\s*+(?!['\"]?#)", re.IGNORECASE)
_EMBEDDED = re.compile(r"data:image/(?:png|jpe?g);base64,([A-Za-z0-9+/=\s]+)")
_URL = re.compile(r"""url\(\s*+(?:#[^)'"\s]++|'#[^']++'|"#[^"]++")\s*+\)""")
_LENGTH = re.compile(rf"({NUMBER.pattern})([a-zA-Z]*|%)")
_SHARE = re.compile(rf"{NUMBER.pattern}%?")
_FILTER = re.compile(r"\s*([a-z-]+)\(((?:[^()]|\([^()]*+\))*+)\)")
_ARGUMENT = re.compile(r"(?:[^\s()]|\([^()]*+\))++")
_ANGLE = re.compile(rf"{NUMBER.pattern}(?:deg|grad|rad|turn)|0")
_EXPORT = "save the file as plain SVG in a drawing program, or replace it by a PNG"


def rewritten(document: SvgDocument, size: Size) -> str:
    """The text of a document whose root gets a size in CSS pixels. Reports faults to the document."""
    root = document.root
    root.check_root()
    return "".join(_element(root, {"width": f"{size.w:.9g}", "height": f"{size.h:.9g}"}, in_switch=False))


def _element(element: SvgElement, more: dict[str, str], *, in_switch: bool) -> list[str]:
    if not _is_written(element, in_switch=in_switch):
        return []
    if not element.tag.startswith("fe"):
        element.check()
    if element.tag in names.GRADIENTS:
        try:
            element.check_gradient()
        except RefusedError as fault:
            element.report(fault)
    attributes = {**_attributes(element), **more}
    inner = in_switch or element.tag == "switch"
    children = [part for child in element.children for part in _element(child, {}, in_switch=inner)]
    from xml.sax.saxutils import quoteattr  # imported here because it is rarely needed, and imports much of the web

    head = "".join(f" {name}={quoteattr(text)}" for name, text in attributes.items())
    return [f"<{element.tag}{head}>", *children, f"</{element.tag}>"]


def _is_written(element: SvgElement, *, in_switch: bool) -> bool:
    """Whether an element is kept. Reports one that is not, and would be drawn."""
    if element.tag in _LEFT_OUT or "requiredExtensions" in element.attributes:
        return False
    if element.tag in names.TEXTS:
        element.report(element.refuse(*names.NO_TEXT))
    elif element.tag not in _DRAWN and not in_switch and element.tag not in names.MOVING:
        element.report(element.refuse(f"<{element.tag}> is not supported, even as pixels"))
    return element.tag in _DRAWN


def _attributes(element: SvgElement) -> dict[str, str]:
    found = _values(element)
    marker = found.pop("marker", None)  # the renderer knows it only in styles, and its longer names everywhere
    if marker and "marker" in element.styled:
        found = {**dict.fromkeys(("marker-start", "marker-mid", "marker-end"), marker), **found}
    style = ";".join(f"{name}:{found.pop(name)}" for name in _STYLES if name in found)
    return {**found, "style": style} if style else found


def _values(element: SvgElement) -> dict[str, str]:
    """The attributes as each of them is written. Reports those with faults."""
    found: dict[str, str] = {}
    for name, text in element.given.items():
        if name in _STYLES and name not in element.styled:
            continue
        try:
            value = _value(element, name, text.strip())
        except RefusedError as fault:
            element.report(fault)
            continue
        if value is not None:
            found["href" if name == names.HREF_XLINK else name] = value
    return found


def _value(element: SvgElement, name: str, text: str) -> str | None:
    """What is written for an attribute; None for one that is left out."""
    if name in ("href", names.HREF_XLINK):
        return _link(element, text)
    if " " in name or name in names.REFUSED:
        return None
    if name not in ("style", "class") and _OUTSIDE.search(text):
        raise element.refuse(f"{name!r} of <{element.tag}> refers to something outside the file")
    return _READERS.get(name, _as_it_is)(element, name, text)


def _as_it_is(element: SvgElement, name: str, text: str) -> str | None:
    if name not in _PLAIN and not (element.tag == "filter" or element.tag.startswith("fe")):
        return None
    if "(" in text:
        raise _odd(element, name, text)
    return None if name in ("style", "class") else text


def _odd(element: SvgElement, name: str, text: str, hint: str = _EXPORT) -> RefusedError:
    return element.refuse(f"{name} {text[:40]!r} of <{element.tag}> is not drawn, even as pixels", hint)


def _link(element: SvgElement, text: str) -> str | None:
    if element.tag == "a":
        return None
    if text.startswith("#"):
        if element.tag == "use" and element.used() is None:
            raise element.refuse(f"<use> of {text!r}: there is no such shape in this file")
        return text
    embedded = _EMBEDDED.fullmatch(text)
    if element.tag != "image" or not embedded:
        raise element.refuse(f"<{element.tag}> refers to something outside the file", "embed pictures as PNG or JPEG")
    return _picture(element, embedded[1]) or text


def _picture(element: SvgElement, encoded: str) -> str:
    """The address of an embedded picture with its colours converted; empty for one that needs no conversion."""
    try:
        picture = bitmap.read(base64.b64decode(encoded), "the picture in it")
    except ValueError:
        raise element.refuse("the picture in it cannot be read") from None
    for problem in (picture.drawing, *picture.warnings):
        if isinstance(problem, ImageProblem):
            raise element.refuse(problem.message, *problem.hints)
    items = every(picture.drawing.items) if isinstance(picture.drawing, Drawing) else ()
    for content in (item.content for item in items if isinstance(item, Picture)):
        if isinstance(content, Converted):
            data = content.read()
            kind = "jpeg" if data.startswith(b"\xff\xd8") else "png"
            return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
    return ""


def _length(element: SvgElement, name: str, text: str) -> str | None:
    if text == "auto":
        return None
    words = re.split(r"[\s,]+", text) if name == "stroke-dasharray" else [text]
    lengths = [_LENGTH.fullmatch(word) for word in words]
    if text != "none" and not all(length and (length[2] == "%" or length[2] in UNITS) for length in lengths):
        raise _odd(element, name, text, "write it in px, mm, cm, in, pt or %")
    return text


def _share(element: SvgElement, name: str, text: str) -> str:
    if not _SHARE.fullmatch(text):
        raise _odd(element, name, text, "write it as a number")
    return text


def _colour(element: SvgElement, name: str, text: str) -> str:
    colour = "currentColor" if text.lower() == "currentcolor" else css_colour(text)
    if colour is None:
        raise element.refuse(f"{name} {text[:40]!r} is not a colour", "write it as #rrggbb")
    if name == "stop-color" and not is_mixed_in_srgb(text):
        raise element.refuse(*names.NO_SPACE)
    return colour


def _paint(element: SvgElement, name: str, text: str) -> str:
    if text in ("none", "context-fill", "context-stroke"):
        return text
    if not text.startswith("url("):
        return _colour(element, name, text)
    server = element.addressed(text)
    if server is None or server.tag not in names.PAINT_SERVERS:
        raise element.refuse(f"the paint {text!r}: there is no such gradient or pattern in this file")
    return f"url(#{server.attributes['id']})"


def _reference(element: SvgElement, name: str, text: str) -> str:
    """A reference to an element of this file."""
    if text == "none":
        return text
    target = element.addressed(text) if _URL.fullmatch(text) else None
    if target is None or target.tag != _REFERENCES[name]:
        raise _odd(element, name, text, f"refer to a <{_REFERENCES[name]}> of this file as url(#id)")
    return f"url(#{target.attributes['id']})"


def _transform(element: SvgElement, _name: str, text: str) -> str:
    try:
        return written(svgpath.transform(text)) if text else written(Transform())
    except ValueError as error:
        raise element.refuse(str(error), _EXPORT) from None


def _words(element: SvgElement, name: str, text: str) -> str:
    if not set(text.split()) <= set(_WORDS[name].split()):
        raise _odd(element, name, text, f"known: {_WORDS[name].replace(' ', ', ')}")
    return text


def _filter(element: SvgElement, name: str, text: str) -> str:
    """A filter element, or functions with their colours and lengths as every renderer reads them."""
    if text == "none":
        return text
    if _URL.fullmatch(text):
        target = element.addressed(text)
        if target is None or target.tag != "filter":
            raise element.refuse(f"{name} {text!r}: there is no such filter in this file")
        return f"url(#{target.attributes['id']})"
    functions, end = [], 0
    while found := _FILTER.match(text, end):
        end = found.end()
        functions.append(_function(found[1], _ARGUMENT.findall(found[2])))
    if not functions or None in functions or text[end:].strip():
        raise _odd(element, name, text, "draw it with a <filter>, and refer to it as url(#id)")
    return " ".join(function for function in functions if function)


def _function(name: str, words: list[str]) -> str | None:
    """A function of a filter; None for one that is not understood."""
    if name == "drop-shadow":
        return _shadow(words)
    checks: dict[str, Callable[[str], object]] = {"blur": _is_size, "hue-rotate": _ANGLE.fullmatch}
    check = checks.get(name, _SHARE.fullmatch if name in _AMOUNTS else None)
    return f"{name}({words[0]})" if check and len(words) == 1 and check(words[0]) else None


def _shadow(words: list[str]) -> str | None:
    lengths = [word for word in words if is_length(word)]
    others = [word for word in words if not is_length(word)]
    colour = "currentColor"
    if others and others[0].lower() != "currentcolor":
        colour = css_colour(others[0]) or ""
    is_together = words in ([*lengths, *others], [*others, *lengths])
    if not (colour and is_together and len(others) <= 1 and 2 <= len(lengths) <= 3) or "%" in "".join(lengths):
        return None
    return f"drop-shadow({' '.join([*lengths, colour])})"


def _is_size(word: str) -> bool:
    return is_length(word) and "%" not in word


_READERS: dict[str, Callable[[SvgElement, str, str], str | None]] = {
    **dict.fromkeys(_LENGTHS, _length),
    **dict.fromkeys(_SHARES, _share),
    **dict.fromkeys(_COLOURS, _colour),
    **dict.fromkeys(("fill", "stroke"), _paint),
    **dict.fromkeys(_REFERENCES, _reference),
    **dict.fromkeys(("transform", *names.TRANSFORMS.values()), _transform),
    **dict.fromkeys(_WORDS, _words),
    "filter": _filter,
}
