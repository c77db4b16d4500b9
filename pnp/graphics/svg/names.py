"""The elements, attributes and properties of SVG, by their effect on what is printed."""

from __future__ import annotations

SVG = "http://www.w3.org/2000/svg"
HREF_XLINK = "http://www.w3.org/1999/xlink href"

SHAPES = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})
GROUPS = frozenset({"g", "a", "switch"})
CHECKED = SHAPES | GROUPS | {"svg", "use", "image"}
"""Elements whose attributes may be misspelt: others have more attributes than are drawn."""
FOREIGN = "(foreign)"
"""The tag of elements that are not SVG, such as those of an editor."""
SILENT = frozenset({
    FOREIGN, "title", "desc", "defs", "metadata", "style", "clipPath", "linearGradient", "radialGradient", "pattern",
    "filter", "mask", "marker", "symbol", "view", "cursor", "font", "font-face", "color-profile", "solidColor",
})  # fmt: skip
"""Elements that print nothing where they are. Some print where they are used."""
TEXTS = frozenset({"text", "flowRoot"})
MOVING = frozenset({"script", "animate", "animateColor", "animateMotion", "animateTransform", "set", "discard"})
"""Elements that change a picture while it is shown."""

GRADIENTS = frozenset({"linearGradient", "radialGradient"})
PAINT_SERVERS = {"linearGradient": "a gradient", "radialGradient": "a gradient", "pattern": "a pattern"}

INHERITED = frozenset({
    "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray",
    "stroke-dashoffset", "fill-rule", "fill-opacity", "stroke-opacity", "color", "visibility", "paint-order",
    "clip-rule",
})  # fmt: skip
PROPERTIES = INHERITED | {"opacity", "clip-path", "display", "overflow"}
"""Properties that are drawn, as attributes or in style sheets."""
GEOMETRY = frozenset(
    ["x", "y", "width", "height", "rx", "ry", "r", "cx", "cy", "x1", "y1", "x2", "y2", "d", "points", "transform"]
)
"""Attributes that are drawn. In styles, some are in other units, and some have no effect."""
STYLED_GEOMETRY = {
    "x": ("rect", "svg", "image", "use"), "y": ("rect", "svg", "image", "use"),
    "width": ("rect", "svg", "image"), "height": ("rect", "svg", "image"),
    "rx": ("rect", "ellipse"), "ry": ("rect", "ellipse"),
    "cx": ("circle", "ellipse"), "cy": ("circle", "ellipse"), "r": ("circle",), "d": ("path",),
}  # fmt: skip
"""The elements on which a style has the effect of such an attribute."""
TRANSFORMS = {
    "linearGradient": "gradientTransform", "radialGradient": "gradientTransform", "pattern": "patternTransform",
}  # fmt: skip
"""The attribute with the transform of an element, if it is not `transform`."""
DRAWN = PROPERTIES | GEOMETRY | {"viewBox", "preserveAspectRatio", "href", "clipPathUnits"}

_ZERO = frozenset({"none", "auto", "normal", ""})
PIXELS = {
    "filter": ("a filter", _ZERO),
    "mask": ("a mask", _ZERO),
    "marker": ("a marker", _ZERO),
    "marker-start": ("a marker", _ZERO),
    "marker-mid": ("a marker", _ZERO),
    "marker-end": ("a marker", _ZERO),
    "mix-blend-mode": ("a blend mode", _ZERO),
    "systemLanguage": ("a choice by language", frozenset[str]()),
}
"""Properties that only pixels have, with the feature's name and the values without effect."""
REFUSED = {
    "vector-effect": _ZERO,
    "clip": _ZERO,
    "pathLength": frozenset[str](),
    "transform-box": frozenset({"view-box"}),
    "mask-image": _ZERO,
    "zoom": frozenset({"1"}),
    "translate": _ZERO,
    "rotate": frozenset({"none", "auto", "0"}),
    "scale": _ZERO,
    "all": frozenset[str](),
    "animation": _ZERO,
    "animation-name": _ZERO,
    "offset-path": _ZERO,
    "outline": _ZERO | {"0"},
}
"""Properties that would change the picture and are not drawn, with the values without effect."""
REMOVE = "remove it, or convert the shape to a path in a drawing program"
"""The hint about such a property."""


def misspelt(name: str) -> str:
    """The drawn attribute that differs by one letter from an unknown one; else an empty text."""
    return next((_VARIANTS[variant] for variant in _variants(name) if variant in _VARIANTS), "")


def _variants(name: str) -> list[str]:
    """A name and its variants with one letter left out, if it is neither short nor long."""
    return [name, *(name[:at] + name[at + 1 :] for at in range(len(name)))] if 3 <= len(name) <= 20 else []


_VARIANTS = {variant: name for name in sorted(DRAWN) for variant in _variants(name)}

NO_TEXT = (
    "text is not drawn, because not every computer has its font",
    "convert it to paths in a drawing program (in Inkscape: Path > Object to Path)",
)
"""The message about text, and its hint."""
NO_WHOLE = "a transform of the whole picture is not drawn", "put everything into a <g> with this transform"
BACKGROUNDS = frozenset({"background", "background-color", "background-image"})
NO_BACKGROUND = "a background of the whole picture is not drawn", "draw a <rect> behind everything"
NO_SPACE = "a gradient with colours in other spaces than sRGB is not drawn", "write its colours as #rrggbb"
"""Messages about the root and about gradients, with their hints."""
