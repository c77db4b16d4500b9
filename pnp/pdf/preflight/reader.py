"""Read facts about a PDF, in the confined child process.

Read values of damaged and foreign PDF files: what has the wrong type or is missing becomes a default.
"""

from __future__ import annotations

import io
import logging
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import hypot, inf
from typing import Any, NamedTuple

import pypdfium2
from pypdf import PdfReader
from pypdf.errors import DependencyError, FileNotDecryptedError
from pypdf.generic import ArrayObject, ContentStream, DictionaryObject, NameObject, NullObject, StreamObject

from pnp.graphics import Transform
from pnp.graphics.geometry import MM_PER_INCH, MM_PER_POINT

MAX_ITEMS = 1000
"""The most values of an array that are read."""


def tried(read: Callable[[], Any], default: Any = None) -> Any:
    """What `read` returns, or the default: damaged files make the libraries raise errors of any kind."""
    try:
        return read()
    except Exception:  # noqa: BLE001 - see above
        return default


def item(holder: Any, *path: Any) -> Any:
    """The value at a path of keys and indexes, or None."""
    if path:
        return item(tried(lambda: holder[path[0]].get_object()), *path[1:])
    return None if isinstance(holder, NullObject) else holder


def items(holder: Any, *path: Any) -> list[Any]:
    """The first values of the array at a path."""
    number = item(holder, *path)
    return (
        [item(number, index) for index in range(min(len(number), MAX_ITEMS))] if isinstance(number, ArrayObject) else []
    )


def number(value: Any) -> float:
    """A finite number; 0 for anything else."""
    plain = tried(lambda: float(value), 0.0) if isinstance(value, int | float) else 0.0
    return plain if math.isfinite(plain) else 0.0


def text(value: Any) -> str:
    """Text, or a name without its slash, made safe to show: one line without control characters."""
    found = str(value)[isinstance(value, NameObject) :][:200] if isinstance(value, str) else ""
    return " ".join("".join(character if character.isprintable() else " " for character in found).split())


MAX_PAGES = 2000
_BOXES = ("media", "crop", "trim", "bleed", "art")
_DEVICES = {b"g": "DeviceGray", b"rg": "DeviceRGB", b"k": "DeviceCMYK"}
_NAMED = {b"gs": "/ExtGState", b"do": "/XObject", b"sh": "/Shading", b"cs": "/ColorSpace", b"scn": "/Pattern"}
_DECLARED = re.compile(rb"GTS_PDFXVersion(?:>|=[\"'])\s*(PDF/X-[0-9a-z:]{1,12})")
_SHORT = {"G": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}
_TEXT, _INVISIBLE = {b"Tj", b"TJ", b"'", b'"'}, 3


def task(path: Any, _blobs: object, note: Callable[[Any], None]) -> tuple[dict[str, Any], Sequence[bytes]]:
    """Note the facts about the file at a path part by part; what pypdf had to repair comes last."""
    warnings = io.StringIO()
    handler = logging.StreamHandler(warnings)
    logging.getLogger().addHandler(handler)
    try:
        for part in parts(path):
            note(part)
    finally:
        logging.getLogger().removeHandler(handler)
    return {"repairs": [text(line) for line in warnings.getvalue().splitlines()[:5]]}, ()


def parts(path: str) -> Iterator[dict[str, Any]]:
    """The facts about a file, part by part."""
    try:
        reader = PdfReader(path)
        if reader.is_encrypted and not reader.decrypt(""):
            raise FileNotDecryptedError
        document, total, catalog = pypdfium2.PdfDocument(path), len(reader.pages), _catalog(reader)
    except (DependencyError, FileNotDecryptedError):
        yield {"encrypted": True, "damage": "it needs a password, or a cipher that is not supported here"}
    except Exception as error:  # noqa: BLE001 - damaged files make the libraries raise errors of any kind
        yield {"damage": text(str(error)) or "its structure is damaged"}
    else:
        yield {**catalog, "total": total, "damage": "" if total else "it has no pages"}
        for index in range(min(total, MAX_PAGES)):
            yield {"page": _page(reader.pages[index], document, index)}


def _catalog(reader: PdfReader) -> dict[str, Any]:
    root, intents = reader.root_object, items(reader.root_object, "/OutputIntents")
    info = item(reader.trailer, "/Info")
    return {
        "version": max(text(reader.pdf_header)[5:8], text(item(root, "/Version"))[:3]),
        "encrypted": reader.is_encrypted,
        "duplex": text(item(root, "/ViewerPreferences", "/Duplex")),
        "scaling": text(item(root, "/ViewerPreferences", "/PrintScaling")),
        "intents": [text(item(one, "/OutputConditionIdentifier") or item(one, "/OutputCondition")) for one in intents],
        "profiles": [number(item(one, "/DestOutputProfile", "/N")) for one in intents],
        "standard": _standard(info, root),
        "trapped": text(item(info, "/Trapped")),
        "layered": item(root, "/OCProperties") is not None,
    }


def _standard(info: Any, root: Any) -> str:
    """The PDF/X standard that a file declares."""
    named = text(item(info, "/GTS_PDFXConformance")) or text(item(info, "/GTS_PDFXVersion"))
    match = _DECLARED.search(tried(lambda: item(root, "/Metadata").get_data(), b""))
    return named or (match[1].decode() if match else "")


def _page(page: Any, document: pypdfium2.PdfDocument, index: int) -> dict[str, Any]:
    unit = MM_PER_POINT * (number(item(page, "/UserUnit")) or 1)
    boxes = {box: item(page, f"/{box.title()}Box") for box in _BOXES}
    seen, pictures = tried(lambda: _shown(document[index], unit), ([0.0, 0.0], []))
    troubles = set() if any(seen) else {"it cannot be drawn"}
    used: dict[str, Any] = {"colours": set(), "ink": 0.0, "fonts": {}, "troubles": troubles}
    used |= {"transparent": set(), "details": {}}
    content = item(page, "/Contents")
    waiting, done = [(content, item(page, "/Resources"))], {id(None)}
    for stream, resources in waiting:
        if id(stream) not in done:
            done.add(id(stream))
            waiting += _scan(stream, resources, used)
    points = unit / MM_PER_POINT
    return {
        "number": index + 1,
        "label": text(tried(lambda: document.get_page_label(index))),
        "boxes": {box: _rect(value, unit) for box, value in boxes.items() if value is not None},
        "seen": seen,
        "pictures": pictures,
        "fonts": [{**dict(font), "used": shown} for font, shown in sorted(used["fonts"].items())],
        "colours": sorted(used["colours"]),
        "ink": used["ink"],
        "fine": {kind: size * points for kind, size in smallest(used["details"], id(content)).items()},
        "troubles": sorted(troubles),
        "transparent": sorted(used["transparent"]),
    }


def _rect(corners: Any, unit: float) -> list[float]:
    """A box from its corners in any order; empty if it has no area."""
    x1, y1, x2, y2 = (number(item(corners, index)) * unit for index in range(4))
    w, h = abs(x2 - x1), abs(y2 - y1)
    return [min(x1, x2), min(y1, y2), w, h] if 0 < w < 1e9 and 0 < h < 1e9 else []


def _shown(page: pypdfium2.PdfPage, unit: float) -> tuple[list[float], list[dict[str, Any]]]:
    """The size of a page as PDFium shows it, and the pictures as placed."""
    pictures: dict[tuple[float, ...], dict[str, Any]] = {}
    above = {0: pypdfium2.PdfMatrix()}
    for shown in page.get_objects([pypdfium2.raw.FPDF_PAGEOBJ_FORM, pypdfium2.raw.FPDF_PAGEOBJ_IMAGE]):
        above[shown.level + 1] = shown.get_matrix().multiply(above[shown.level])
        if isinstance(shown, pypdfium2.PdfImage):
            a, b, c, d, *_ = above[shown.level + 1].get()
            (w, h), across, up = shown.get_px_size(), math.hypot(a, b) * unit, math.hypot(c, d) * unit
            if min(w, h, across, up) > 0:
                dpi = [pixels / size * MM_PER_INCH for pixels, size in ((w, across), (h, up)) if pixels > 1]
                picture = {"w": w, "h": h, "printed": [across, up], "dpi": min(dpi, default=9999.0)}
                pictures[w, h, round(across, 1), round(up, 1)] = picture
    return [side * unit for side in page.get_size()], list(pictures.values())


def _scan(stream: Any, resources: Any, used: dict[str, Any]) -> list[tuple[Any, Any]]:
    """Add what a content stream uses. Returns the forms and patterns that it places, with their resources."""
    operations, placed = tried(lambda: ContentStream(stream, None).operations), []
    if operations is None:
        used["troubles"].add("a part of its content is damaged or too large")
        operations = []
    used["details"][id(stream)] = details(operations, resources)
    for kind, name in (named := _operate(operations, resources, used)):
        found = item(resources, kind, name)
        if not isinstance(found, StreamObject):
            if kind == "/XObject":
                used["troubles"].add("a picture or drawing that it places is not in the file")
        elif item(found, "/Subtype") != "/Image":
            placed.append((found, item(found, "/Resources") or resources))
        used["transparent"] |= _transparency(found)
        used["ink"] = max(used["ink"], _shaded(found if kind == "/Shading" else None))
        used["colours"] |= _colours(name if kind == "/ColorSpace" else _space(found), resources)
    for name in tried(lambda: list(item(resources, "/Font")), []):
        font = _font(item(resources, "/Font", name))
        used["fonts"][font] = used["fonts"].get(font, False) | (("/Font", name) in named)
    return placed


def _shaded(shading: Any) -> float:
    """The most ink at a stop of a gradient in CMYK, in percent."""
    pieces = items(shading, "/Function", "/Functions") or [item(shading, "/Function")]
    mixes = [items(piece, end) for piece in pieces for end in ("/C0", "/C1")]
    totals = (100 * sum(min(max(number(part), 0.0), 1.0) for part in mix) for mix in mixes if len(mix) == len("CMYK"))
    return max(totals, default=0.0)


def _transparency(found: Any) -> set[str]:
    """What makes an image or a graphics state translucent."""
    what = set()
    alphas = [item(found, key) for key in ("/ca", "/CA")]
    if any(alpha is not None and number(alpha) < 1 for alpha in alphas):
        what.add("there is translucent paint")
    if isinstance(item(found, "/SMask"), DictionaryObject):
        what.add("there is a soft mask")
    if text(item(found, "/BM") or "Normal") not in ("Normal", "Compatible"):
        what.add("there are colours that blend")
    return what


def _operate(operations: list[Any], resources: Any, used: dict[str, Any]) -> set[tuple[str, str]]:
    """Add device colours and ink. Returns what is used of the resources: fonts only for visible text."""
    named = {("/Font", font) for font in _visible_fonts(operations)}
    for operands, operator in operations:
        lower, last = operator.lower(), _last(operands)
        if operator == b"INLINE IMAGE":
            used["colours"] |= _colours(operands["settings"].get("/CS"), resources)
        elif lower in _DEVICES:
            used["colours"].add(_DEVICES[lower])
            ink = 100 * sum(min(max(number(part), 0.0), 1.0) for part in operands)
            used["ink"] = max(used["ink"], ink if lower == b"k" else 0.0)
        elif lower in _NAMED and isinstance(last, NameObject):
            named.add((_NAMED[lower], last))
    return named


def _visible_fonts(operations: list[Any]) -> Iterator[str]:
    saved, font, mode = [], "", 0.0
    for operands, operator in operations:
        if operator == b"q":
            saved.append((font, mode))
        elif operator == b"Q":
            font, mode = saved.pop() if saved else (font, mode)
        elif operator == b"Tf":
            font = str(operands[0]) if operands else font
        elif operator == b"Tr":
            mode = number(_last(operands))
        elif operator in _TEXT and mode != _INVISIBLE:
            yield font


def _last(operands: Any) -> Any:
    return operands[-1] if isinstance(operands, list) and operands else None


def _space(found: Any) -> Any:
    """The colour space of a picture, a shading, or a pattern that is one."""
    return item(found, "/ColorSpace") or item(found, "/Shading", "/ColorSpace")


def _colours(space: Any, resources: Any, depth: int = 0) -> set[str]:
    """The names of a colour space: `DeviceRGB`, `ICCBased 3` with its number of inks, `Separation Gold`."""
    family = text(space) or text(item(space, 0))
    family, inner = _SHORT.get(family, family), item(space, 1)
    if family in ("DeviceGray", "DeviceRGB", "DeviceCMYK", "CalGray", "CalRGB", "Lab"):
        return {family}
    if family == "ICCBased":
        return {f"ICCBased {number(item(inner, '/N')):.0f}"}
    if family in ("Separation", "DeviceN"):
        return {f"{family} {' + '.join(map(text, items(inner)[:32] or [inner]))}"}
    inner = item(resources, "/ColorSpace", space) if isinstance(space, NameObject) else inner
    return _colours(inner, resources, depth + 1) if depth < 5 and inner is not None else set()


def _font(font: Any) -> tuple[tuple[str, Any], ...]:
    """The facts of a font, sortable. The glyphs of a Type 3 font are always in the file."""
    prefix, _, name = text(item(font, "/BaseFont")).rpartition("+")
    described = item(font, "/DescendantFonts", 0) or font
    kind = text(item(described, "/Subtype"))
    files = [item(described, "/FontDescriptor", f"/FontFile{ending}") for ending in ("", 2, 3)]
    embedded = kind == "Type3" or any(isinstance(file, StreamObject) for file in files)
    return ("name", name), ("kind", kind), ("embedded", embedded), ("subset", bool(prefix))


# Fine details -------------------------------------------------------------------------------------------------

# A press loses thin lines, and small text in several inks or in white. Each content stream is read once, in its own
# units. Then the smallest scale at which each is placed is followed from the page into its forms, so that a form
# placed a thousand times costs no more than one. What patterns repeat is not read.

DEPTH = 20
"""How deep forms in forms are followed."""
_FAINT = 0.05
"""A share of an ink up to this does not make the edges of letters coloured."""
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
