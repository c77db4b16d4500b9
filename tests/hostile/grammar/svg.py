"""SVG files: shapes, groups, transforms, gradients, clips, uses, style sheets, nested viewports and units."""

from __future__ import annotations

import re
from random import Random

from pnp.graphics.svg import names
from tests.hostile.grammar import kit, paths
from tests.hostile.grammar.rules import Files, Rules, written

_PROPERTIES = sorted(names.PROPERTIES | set(names.PIXELS) | set(names.REFUSED))
_TAG = re.compile(r"""(<[\w:]+)((?: [\w:-]+="[^"<]*")+)""")
_ATTRIBUTE = re.compile(r"""([\w:-]+)=("[^"<]*")""")

RULES: Rules = {
    **paths.RULES,
    "file": (
        '<svg$space viewBox="0 0 40 40">$shape</svg>', "<svg$space$viewport><title>A</title>$content</svg>",
        "<svg$space$viewport><title>A</title>$content</svg>", "§<svg$space$viewport$attribute*>$content</svg>",
        '<?xml version="1.0" encoding="$encoding"?>\n<svg$space$viewport>$content</svg>',
        "§<svg$viewport>$content</svg>", "§<svg$space$viewport>$content",
        '<!DOCTYPE svg><svg$space$viewport>$content</svg>', "§<g$space>$content</g>",
        '<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><s:rect width="5" height="5"/></s:svg>',
    ),
    "encoding": ("utf-8", "§UTF-16", "§latin1", "ascii", "§x"),
    "space": (' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"',),
    "viewport": (
        ' viewBox="0 0 40 40"', ' viewBox="0 0 40 40"', ' width="20mm" height="20mm"', ' viewBox="$box"$aspect?',
        '§ width="$length" height="$length" viewBox="$box"$aspect?', ' width="$length" height="$length"', "§",
        '§ width="100%" height="100%"', '§ width="50%" height="9" viewBox="0 0 9 9"',
    ),
    "box": ("0 0 40 40", "$digit $digit $whole $whole", "-5,-5,50,50", "§$number $number $number $number", "§0 0 0 0"),
    "aspect": (
        ' preserveAspectRatio="none"', ' preserveAspectRatio="xMidYMid slice"', ' preserveAspectRatio="xMinYMax meet"',
        '§ preserveAspectRatio="$text"', ' preserveAspectRatio="defer xMidYMid"',
    ),
    "content": ("$shape", "$basis$shape$shape*", "$definitions$shape$shape*", "$sheet?$definitions$shape$shape*"),
    "definitions": (
        "$basis", "$basis<defs>$definition</defs>", "§<defs>$definition</defs>", "<defs>$definition$definition*</defs>",
    ),
    "basis": (
        '<defs><g id="a">$shape</g><linearGradient id="b"$gradient>$stop$stop</linearGradient>'
        '<clipPath id="c"><circle r="9"/>'
        '</clipPath><symbol id="d" viewBox="0 0 9 9">$shape</symbol></defs>',
    ),
    "definition": (
        '<g id="$id">$shape</g>', '<linearGradient id="$id"$gradient>$stop$stop*</linearGradient>',
        '<radialGradient id="$id"$gradient$round>$stop$stop*</radialGradient>',
        '<clipPath id="$id"$clip?>$shape$shape*</clipPath>', '<symbol id="$id"$viewport>$shape$shape*</symbol>',
        '<path id="$id" d="$path"/>', '§<pattern id="$id" width="4" height="4">$shape</pattern>',
        '§<filter id="$id"/>', '§<mask id="$id">$shape</mask>', '§<marker id="$id">$shape</marker>',
        '§<use id="$id" href="#$id"/>', '§<g id="$id"><use href="#$id"/><use href="#$id"/></g>',
    ),
    "id": ("e", "f", "§a", "§b", "§c", "§d"),
    "used": ("a", "d", "§$id"), "paints": ("b", "§$id"), "clips": ("c", "§$id"),
    "clip": (' clipPathUnits="objectBoundingBox"', ' clipPathUnits="userSpaceOnUse"', "$transform", "$clipped"),
    "clipped": (
        ' clip-path="url(#$clips)"', " clip-path=\"url('#$clips')\"", ' clip-path="none"', '§ clip-path="circle(3px)"',
    ),
    "gradient": (
        "", ' x1="$share" x2="$share"', ' gradientUnits="userSpaceOnUse" x1="$length" y2="$length"',
        ' href="#$paints"', '§ xlink:href="#$id"', ' gradientTransform="$matrix"', ' spreadMethod="$spread"',
        '$gradient$gradient',
    ),
    "round": ("", ' cx="$share" cy="$share" r="$share"', ' fx="$share" fr="$share"', ' r="0"'),
    "spread": ("pad", "reflect", "repeat", "§x"),
    "share": ("0.5", "0", "1", "50%", "§$number", "§$number%", "-20%", "2"),
    "stop": (
        '<stop offset="$share" stop-color="$colour"/>', '<stop offset="0" stop-color="#fff"/>',
        '<stop offset="1" stop-color="#c80" stop-opacity="$share"/>', '<stop style="stop-color: $colour"/>', "§<stop/>",
        "§$shape",
    ),
    "shape": (
        '<rect width="5" height="5"/>', '<path d="$path"$painted*/>', '<path d="$path"$painted*/>',
        '<rect x="$length" y="$length" width="$length" height="$length"$corner?$painted*/>',
        '<circle cx="$length" cy="$length" r="$length"$painted*/>',
        '<ellipse cx="$length" cy="$length" rx="$length" ry="$length"$painted*/>',
        '<line x1="$length" y1="$length" x2="$length" y2="$length"$painted*/>',
        '<polygon points="$pair $pair $pair"$painted*/>', '<polyline points="$pair $pair$also*"$painted*/>',
        '§<polygon points="$number*"$painted*/>', "<g$painted*>$shape$shape*</g>", "<g$painted*>$shape$shape*</g>",
        "<a>$shape</a>", "<switch>$shape$shape</switch>", '<use href="#$used"$place$painted*/>',
        '<use xlink:href="#$used" width="$length" height="$length"$painted*/>',
        "<svg$place$viewport$painted*>$shape</svg>", "§<text>$text</text>", '§<image href="$text.png"/>', "§$strange",
    ),
    "strange": (
        "<!-- x -->", "<![CDATA[ x ]]>", "<x:y xmlns:x='urn:x'><rect/></x:y>", "<script/>", "<animate/>",
        '<foreignObject width="9"/>', "<desc>$shape</desc>", "<title>$text</title>", "<metadata/>", "<rect", "&#0;",
        "&x;", "<view/>", "<clipPath>$shape</clipPath>", "<stop/>", "<switch/>", "<g/>", "<svg/>", "<use/>", "<path/>",
        "<circle/>",
    ),
    "corner": (' rx="$length"', ' ry="$length"', ' rx="$length" ry="auto"', ' rx="999"'),
    "place": ("", ' x="$length" y="$length"', ' width="$length" height="$length"'),
    "painted": (
        ' fill="$paint"', ' fill="$paint"', ' stroke="$paint"', ' stroke="$paint" stroke-width="$length"', "$transform",
        "$transform", "$clipped", "$clipped", "$styled", ' class="$id"', ' opacity="$share"', ' fill-opacity="$share"',
        ' stroke-dasharray="$dashes"', ' fill-rule="evenodd"', "§$attribute",
    ),
    "attribute": (*(f' {name}="$value"' for name in _PROPERTIES), ' $id="$value"', ' fil="red"', ' onclick="x"'),
    "value": (
        "none", "$paint", "$length", "$share", "inherit", "round", "square", "hidden", "visible", "$dashes", "$text",
    ),
    "also": (" $pair",),
    "dashes": ("3 1", "none", "$length $length", "0 0", "§0.001", "§3,,1", "§-1 2", "3 1 2px"),
    "transform": (' transform="translate(2 3)"', ' transform="$matrix"', ' transform="$matrix $matrix*"'),
    "matrix": (
        "translate(1)", "translate($pair)", "scale($pair)", "§scale(0)", "§scale($number)", "rotate($turn)",
        "rotate($turn $pair)", "skewX($turn)", "§skewY(90)", "matrix($pair $pair $pair)", "§matrix(0 0 0 0 0 0)",
        "§none", "§matrix(1e-9 0 0 1e-9 0 0)", "§scale(99999)", "§x(1)", "§translate(1 2 3)", "§translate(5mm)",
        "§rotate(1turn)",
    ),
    "length": (
        "5", "$whole", "$whole", "$digit.$digit", "§$number", "$digit$unit", "$digit$unit", "§$whole%", "0", "§auto",
    ),
    "unit": ("px", "mm", "cm", "in", "pt", "pc", "Q", "§em", "§ex", "§vw", "§x", "§PX"),
    "paint": (
        "red", "$colour", "$colour", "none", "§url(#$id)", "url(#$id)", '§url(#$paints) red', "currentColor", "inherit",
    ),
    "colour": (
        "#c80", "#1f1b3d", "#11223344", "#1234", "rgb(1, 2, 3)", "rgb(10% 20% 30% / 0.5)",
        "rgba($number,$number,0,$share)", "hsl($number, 50%, 50%)", "hsl($number 10% 20% / $share)", "teal", "Red",
        "transparent", "§#12", "§lab(1 2 3)", "§$text", "§device-cmyk(0 1 0 1)", "§rgb(1)",
        "§color-mix(in srgb, red, blue)", "currentColor",
    ),
    "styled": (' style="fill: $paint"', ' style="$declarations"', ' style="$declarations"', '§ style="$text"'),
    "declarations": (
        "fill: red", "$declaration", "$declaration; $declaration", "$declaration;;$declaration ! important",
    ),
    "declaration": (
        "fill: $paint", "stroke: $paint", "stroke-width: $length", "opacity: $share", "§transform: none", "§r: 5",
        "§d: path('')", "clip-path: url(#$id)", "fill : #c80 /* x */", "-x-y: z", "stroke-dasharray: $dashes", "§x",
        "§: x", "§fill: url($text)", *(f"{name}: $value" for name in _PROPERTIES),
    ),
    "sheet": ("<style>$rule</style>", "<style>$rule$rule*</style>", "<style><![CDATA[$rule$rule*]]></style>"),
    "rule": ("* {fill: red}", "$selector {$declarations}\n", "$selector, $selector {$declarations}", "§$wrong"),
    "selector": (
        ".$id", "path", "#$id", "rect.$id", "*", "svg", "§g path", "§g > *", "§:hover", "§a[b]", "§.a.b", "§$text",
    ),
    "wrong": ("@media print {}", "@import 'x';", "{", "}", "a {", "@font-face {}", "/* x", "a {b}", "<!-- -->", "a{}b"),
}  # fmt: skip


def write(chance: Random) -> Files:
    """A face with two SVG pictures, in one of ten kits converted to pixels."""
    elements = [
        {"art": "one.svg", "box": [5, 20, 30, 30]},
        {"art": "two.svg", "box": [5, 52, 20, 20], "fit": chance.choice(("contain", "cover")), "colour": "accent"},
    ]
    pixels = {"rasterise": ["one.svg"]} if chance.random() < 0.1 else {}
    recoloured = {"recolour": {"#c80": "accent", "#1f1b3d": "none"}} if chance.random() < 0.1 else {}
    made = kit.files(elements, kit={**pixels, **recoloured})
    for name in ("one.svg", "two.svg"):
        text = written(RULES, "file", chance, chance.choice((30, 100, 300)))
        text = _TAG.sub(_once, text) if chance.random() < 0.95 else text
        made[name] = text.encode("utf-8", "surrogatepass")
    return made


def _once(tag: re.Match[str]) -> str:
    """A tag with each attribute once, or XML would not be read further."""
    attributes = dict(_ATTRIBUTE.findall(tag[2]))
    return tag[1] + "".join(f" {name}={value}" for name, value in attributes.items())
