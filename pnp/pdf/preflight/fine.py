"""Find fine details that a press loses: thin lines, and small text in several inks or in white.

Each content stream is read once, in its own units. Then the smallest scale at which each is placed is followed from the
page into its forms, so that a form placed a thousand times costs no more than one. What patterns repeat is not read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import hypot, inf
from typing import Any, NamedTuple

from pypdf.generic import StreamObject

from pnp.graphics import Transform
from pnp.pdf.preflight.values import item, items, number

DEPTH = 20
"""How deep forms in forms are followed."""
_FAINT = 0.05
"""A share of an ink up to this does not make the edges of letters coloured."""
_INVISIBLE = 3
_LINES = {b"S", b"s", b"B", b"B*", b"b", b"b*"}
_WORDS = {b"Tj", b"TJ", b"'", b'"'}
_PAINTS = {b"k", b"g", b"rg", b"cs", b"sc", b"scn"}


class Details(NamedTuple):
    """The smallest details of a content stream, and the forms that it places, each with its scale."""

    sizes: dict[str, float]
    """By kind, in the stream's own units: the width of a `line`, the size of text in `mixed` inks or `white`."""
    forms: list[tuple[int, float]]


class _State(NamedTuple):
    """The part of a graphics state that matters here. `kind` is what text in the colour of fills would be."""

    frame: Transform = Transform()
    width: float = 1.0
    kind: str = ""
    size: float = 0.0
    mode: float = 0.0


def details(operations: Iterable[Any], resources: Any) -> Details:
    """Read the operators of a content stream."""
    reader = _StateReader(resources)
    for operands, operator in operations:
        reader.read(operator, operands if isinstance(operands, list) else [])
    return Details(reader.sizes, reader.forms)


def smallest(streams: dict[int, Details], page: int) -> dict[str, float]:
    """The smallest detail of each kind on a page, in its units. Keys are ids of streams; `page` is its own content."""
    scales = {page: 1.0}
    for _ in range(DEPTH):
        before = dict(scales)
        for stream, scale in before.items():
            for form, smaller in streams[stream].forms if stream in streams else ():
                scales[form] = min(scales.get(form, inf), scale * smaller)
        if scales == before:
            break
    found: dict[str, float] = {}
    for stream, scale in scales.items():
        for kind, size in streams[stream].sizes.items() if stream in streams else ():
            found[kind] = min(found.get(kind, inf), size * scale)
    return found


class _StateReader:
    """Follows the graphics state through a content stream."""

    def __init__(self, resources: Any) -> None:
        self._resources = resources
        self._state, self._saved, self._line = _State(), list[_State](), Transform()
        self.sizes: dict[str, float] = {}
        self.forms: list[tuple[int, float]] = []
        self._acts: dict[bytes, Callable[[list[Any]], None]] = {
            b"q": lambda _: self._saved.append(self._state),
            b"Q": lambda _: self._set(*(self._saved.pop() if self._saved else self._state)),
            b"cm": lambda numbers: self._change(frame=self._state.frame.over(_matrix(numbers))),
            b"w": lambda numbers: self._change(width=number(item(numbers, 0))),
            b"gs": self._graphics_state,
            b"Tf": lambda operands: self._change(size=abs(number(item(operands, 1)))),
            b"Tr": lambda operands: self._change(mode=number(item(operands, 0))),
            b"BT": lambda _: self._begin_text(Transform()),
            b"Tm": lambda numbers: self._begin_text(_matrix(numbers)),
            b"Do": self._place,
        }

    def read(self, operator: bytes, operands: list[Any]) -> None:
        if operator in self._acts:
            self._acts[operator](operands)
        elif operator in _PAINTS:
            self._change(kind=_kind(operator, [number(value) for value in operands]))
        elif operator in _LINES:
            self._add("line", self._state.width * self._state.frame.least_scale)
        elif operator in _WORDS and self._state.kind and self._state.mode != _INVISIBLE:
            _, _, c, d, *_ = self._state.frame.over(self._line)
            self._add(self._state.kind, self._state.size * hypot(c, d))

    def _set(self, *values: Any) -> None:
        self._state = _State(*values)

    def _change(self, **values: Any) -> None:
        self._state = self._state._replace(**values)

    def _begin_text(self, matrix: Transform) -> None:
        self._line = matrix

    def _add(self, kind: str, size: float) -> None:
        self.sizes[kind] = min(self.sizes.get(kind, inf), size)

    def _graphics_state(self, operands: list[Any]) -> None:
        width = item(self._resources, "/ExtGState", item(operands, 0), "/LW")
        if width is not None:
            self._change(width=number(width))

    def _place(self, operands: list[Any]) -> None:
        form = item(self._resources, "/XObject", item(operands, 0))
        if isinstance(form, StreamObject) and item(form, "/Subtype") == "/Form":
            frame = self._state.frame.over(_matrix(items(form, "/Matrix")))
            self.forms.append((id(form), frame.least_scale))


def _matrix(numbers: list[Any]) -> Transform:
    """The transform of six numbers; none for anything else."""
    return Transform(*map(number, numbers)) if len(numbers) == len(Transform()) else Transform()


def _kind(operator: bytes, shares: list[float]) -> str:
    """What text in a colour is: `white`, `mixed` from more than two inks, or neither."""
    if operator == b"k":
        inks = sum(share > _FAINT for share in shares)
        return "mixed" if inks > 2 else "" if any(shares) else "white"
    return "white" if operator in (b"g", b"rg") and shares and min(shares) >= 1 else ""
