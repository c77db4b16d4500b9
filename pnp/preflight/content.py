"""The operators of a page, form or pattern -> what they use, and what they place where.

Each stream is read once, however often it is placed. Forms are not entered here: `pages` follows them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from pnp.geometry import Transform
from pnp.preflight import colours
from pnp.preflight.objects import (
    Budget,
    entries,
    is_dictionary,
    is_stream,
    item,
    items,
    name,
    number,
    numbers,
    true,
    whole,
)
from pnp.preflight.tokens import Name, operators

_MAX_STATES = 2000
_INVISIBLE = 3


class Placed(NamedTuple):
    """A form, pattern or glyph with the resources it falls back on; `at` is None where size means nothing."""

    stream: Any
    resources: Any
    at: Transform | None


class Shown(NamedTuple):
    """A bitmap: its object, its pixels, its colours, and the map from the unit square to its parent's points."""

    picture: Any
    w: int
    h: int
    colours: frozenset[str]
    at: Transform


class Paint(NamedTuple):
    """What fills or strokes are painted with; `ink` in percent, if it is plain CMYK; `own` once operators set it."""

    colours: frozenset[str]
    ink: float = 0.0
    own: bool = True


class Content:
    """What a stream of operators uses. Fonts by the identity of their dictionary, with whether text is set in them."""

    def __init__(self, resources: Any) -> None:
        self.resources = resources
        self.colours: set[str] = set()
        self.transparency: set[str] = set()
        self.fonts: dict[int, tuple[Any, bool]] = {}
        self.placed: dict[tuple[int, Transform | None], Placed] = {}
        self.shown: list[Shown] = []
        self.ink = 0.0
        self.troubles: set[str] = set()
        self.pictured: bool | None = None

    def place(self, stream: Any, at: Transform | None, resources: Any = None) -> None:
        """Note a stream placed here; its own matrix comes first."""
        own = numbers(item(stream, "/Matrix"), 6)
        at = at.over(Transform(*own)) if at and own else at
        self.placed[id(stream), at] = Placed(stream, item(stream, "/Resources") or resources or self.resources, at)


def read(data: bytes, resources: Any, budget: Budget) -> Content:
    """All that the operators use."""
    reader = _Reader(Content(resources), budget)
    reader.fonts()
    for operator, operands in operators(data, budget.spend):
        act = _ACTS.get(operator)
        if act:
            act(reader, operands)
    return reader.content


class _Reader:
    """Follows the operators of one stream with the part of the graphics state that facts depend on."""

    def __init__(self, content: Content, budget: Budget) -> None:
        self.content = content
        self.resources = content.resources
        self.budget = budget
        self.at = Transform()
        self.paints = {"fill": Paint(colours.GRAY, own=False), "stroke": Paint(colours.GRAY, own=False)}
        self.font: Any = None
        self.mode = 0
        self.saved: list[tuple[Any, ...]] = []
        self.named: dict[str, Any] = {}

    def fonts(self) -> None:
        for _, font in entries(self.resources, "/Font"):
            if is_dictionary(font):
                self.content.fonts[id(font)] = (font, False)

    def resource(self, kind: str, operands: list[Any]) -> Any:
        """What the last operand names among the resources."""
        if not operands or not isinstance(operands[-1], Name):
            return None
        key = f"{kind}/{operands[-1]}"
        if key not in self.named:
            self.budget.spend(1)
            self.named[key] = item(self.resources, f"/{kind}", f"/{operands[-1]}")
        return self.named[key]

    # State ---------------------------------------------------------------------------------------------------

    def save(self, _operands: list[Any]) -> None:
        if len(self.saved) < _MAX_STATES:
            self.saved.append((self.at, dict(self.paints), self.font, self.mode))

    def restore(self, _operands: list[Any]) -> None:
        if self.saved:
            self.at, self.paints, self.font, self.mode = self.saved.pop()

    def transform(self, operands: list[Any]) -> None:
        matrix = [part for part in operands[-6:] if isinstance(part, float)]
        if len(matrix) == 6:
            self.at = self.at.over(Transform(*matrix))

    def graphics(self, operands: list[Any]) -> None:
        state = self.resource("ExtGState", operands)
        self.content.transparency |= transparency(state)
        font = item(state, "/Font", 0)
        self.font = font if is_dictionary(font) else self.font

    def set_font(self, operands: list[Any]) -> None:
        self.font = self.resource("Font", operands[:-1])

    def set_mode(self, operands: list[Any]) -> None:
        self.mode = int(operands[-1]) if operands and isinstance(operands[-1], float) else 0

    # Colours -------------------------------------------------------------------------------------------------

    def device(self, which: str, family: str, operands: list[Any]) -> None:
        self.paints[which] = _mixed(frozenset({family}), operands)

    def space(self, which: str, operands: list[Any]) -> None:
        self.budget.spend(1)
        word = operands[-1] if operands and isinstance(operands[-1], Name) else ""
        self.paints[which] = Paint(colours.named(word, self.resources))

    def colour(self, which: str, operands: list[Any]) -> None:
        pattern = self.resource("Pattern", operands)
        if pattern is None:
            self.paints[which] = _mixed(self.paints[which].colours, operands)
        elif is_stream(pattern):
            self.content.place(pattern, Transform())
            self.paints[which] = Paint(self.paints[which].colours | {"Pattern"})
        else:
            self.content.transparency |= transparency(item(pattern, "/ExtGState"))
            self.paints[which] = Paint(colours.of_shading(item(pattern, "/Shading"), self.resources))

    # Marks on the page ---------------------------------------------------------------------------------------

    def paint(self, *which: str) -> None:
        for one in which:
            paint = self.paints[one]
            self.content.colours |= paint.colours
            self.content.ink = max(self.content.ink, paint.ink)

    def shade(self, operands: list[Any]) -> None:
        self.content.colours |= colours.of_shading(self.resource("Shading", operands), self.resources)

    def show_text(self, _operands: list[Any]) -> None:
        if self.mode == _INVISIBLE:
            return
        self.paint(*(("fill", "stroke") if self.mode in (2, 6) else ("stroke",) if self.mode in (1, 5) else ("fill",)))
        if is_dictionary(self.font):
            self.content.fonts[id(self.font)] = (self.font, True)

    def do(self, operands: list[Any]) -> None:
        self.budget.spend(10)
        found = self.resource("XObject", operands)
        if not is_stream(found):
            self.content.troubles.add("a picture or drawing that belongs here is not in the file")
        elif name(item(found, "/Subtype")) == "Image":
            self.image(found, whole(item(found, "/Width")), whole(item(found, "/Height")))
        else:
            self.paint(*(which for which, paint in self.paints.items() if paint.own))
            self.content.place(found, self.at)

    def image(self, found: Any, w: int, h: int) -> None:
        if is_stream(item(found, "/SMask")):
            self.content.transparency.add("soft-masked picture")
        painted = colours.of_picture(found, self.resources)
        if true(item(found, "/ImageMask")):
            painted = self.paints["fill"].colours
        self.content.colours |= painted
        self.content.shown.append(Shown(found, w, h, painted, self.at))

    def inline_image(self, operands: list[Any]) -> None:
        self.budget.spend(10)
        keys = dict(zip(operands[::2], operands[1::2], strict=False))
        w, h = (keys.get(short, keys.get(long)) for short, long in (("W", "Width"), ("H", "Height")))
        space = keys.get("CS", keys.get("ColorSpace"))
        painted = colours.named(space, self.resources) if isinstance(space, Name) else frozenset()
        self.content.colours |= painted
        if isinstance(w, float) and isinstance(h, float):
            self.content.shown.append(Shown(None, int(w), int(h), painted, self.at))


def transparency(state: Any) -> set[str]:
    """The kinds of transparency that a graphics state turns on."""
    found = set()
    for key in ("/ca", "/CA"):
        opacity = number(item(state, key))
        if opacity is not None and opacity < 1:
            found.add(f"opacity {max(opacity, 0):.3g}")
    if is_dictionary(item(state, "/SMask")):
        found.add("soft mask")
    modes = items(state, "/BM") or [item(state, "/BM")]
    blend = name(modes[0])
    return found | ({f"blend {blend}"} if blend not in ("", "Normal", "Compatible") else set())


def _mixed(painted: frozenset[str], operands: list[Any]) -> Paint:
    inks = [part for part in operands[-4:] if isinstance(part, float)]
    plain_inks = len(inks) == 4 and painted <= colours.CMYK and painted
    return Paint(painted, 100 * sum(min(max(ink, 0.0), 1.0) for ink in inks) if plain_inks else 0.0)


_Act = Callable[[_Reader, list[Any]], None]


def _painting(*which: str) -> _Act:
    return lambda reader, _operands: reader.paint(*which)


def _of_device(which: str, family: str) -> _Act:
    return lambda reader, operands: reader.device(which, family, operands)


_ACTS: dict[str, _Act] = {
    "q": _Reader.save,
    "Q": _Reader.restore,
    "cm": _Reader.transform,
    "gs": _Reader.graphics,
    "Tf": _Reader.set_font,
    "Tr": _Reader.set_mode,
    "g": _of_device("fill", "DeviceGray"),
    "G": _of_device("stroke", "DeviceGray"),
    "rg": _of_device("fill", "DeviceRGB"),
    "RG": _of_device("stroke", "DeviceRGB"),
    "k": _of_device("fill", "DeviceCMYK"),
    "K": _of_device("stroke", "DeviceCMYK"),
    "cs": lambda reader, operands: reader.space("fill", operands),
    "CS": lambda reader, operands: reader.space("stroke", operands),
    "sh": _Reader.shade,
    "Do": _Reader.do,
    "BI": _Reader.inline_image,
    **dict.fromkeys(("sc", "scn"), lambda reader, operands: reader.colour("fill", operands)),
    **dict.fromkeys(("SC", "SCN"), lambda reader, operands: reader.colour("stroke", operands)),
    **dict.fromkeys(("f", "F", "f*"), _painting("fill")),
    **dict.fromkeys(("S", "s"), _painting("stroke")),
    **dict.fromkeys(("B", "B*", "b", "b*"), _painting("fill", "stroke")),
    **dict.fromkeys(("Tj", "TJ", "'", '"'), _Reader.show_text),
}
