"""Type that was set before -> the same type, with the pictures and icons that the kit has now.

Set type comes from a text, its column and its setting, and it is remembered by these. Of a picture it knows the size
and what it tells, not what is drawn: drawings are asked for again whenever type is recalled, so that a kit has each
but once, and a picture that is drawn otherwise is the new one. Where one has another size by now, all is set anew.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from pnp.cache import store
from pnp.drawing import Drawing
from pnp.geometry import Size
from pnp.setting import Setting
from pnp.source import Faults, Span

T = TypeVar("T")

_HERE = -1
"""What stands for the place where a text is named, which moves with every line above it."""


class _Asked(NamedTuple):
    """A drawing by the name it was asked for: a picture, or an icon in a colour; and what is known of it."""

    name: str
    colour: str | None
    size: Size
    alt: str


class _Kept(NamedTuple):
    """Set type, its drawings by number; `same` are for each the first number that the same drawing has."""

    asked: dict[int, _Asked]
    same: dict[int, int]
    type: bytes


def recalled(kind: str, parts: tuple[str, ...], setting: Setting, faults: Faults, make: Callable[[Setting], T]) -> T:
    """What `make` sets by a setting, which must come from nothing but `parts` and that; the first part is the text.

    It is remembered if nobody found a fault meanwhile, neither in it nor in whatever `faults` are told of.
    """
    if setting.palette is None or not store.is_open():
        return make(setting)
    parts = (*parts, *setting.told(parts[0]))
    found = store.known(kind, parts)
    restored = _restored(found[0], setting) if found else None
    if restored is not None:
        known: T = restored[0]
        return known
    album = _Album(setting)
    before = setting.faults.noted + faults.noted
    value = make(replace(setting, picture=album.picture))
    kept = album.kept(value) if setting.faults.noted + faults.noted == before else None
    if kept:
        store.keep(kind, parts, kept)
    return value


def _restored(kept: _Kept, setting: Setting) -> tuple[Any] | None:
    """Set type by itself in a tuple; None if its pictures are others in what counts."""
    drawings: dict[int, Drawing] = {}
    for number, (name, colour, size, alt) in kept.asked.items():
        drawing = setting.picture(name) if colour is None else setting.fonts.icons.drawing(name, colour)
        if drawing is None or (drawing.size, drawing.alt) != (size, alt):
            return None
        drawings[number] = drawing
    if _same(drawings) != kept.same:
        return None
    return (_Reader(kept.type, drawings, setting.span).load(),)


def _same(drawings: dict[int, Drawing]) -> dict[int, int]:
    first: dict[Drawing, int] = {}
    return {number: first.setdefault(drawing, number) for number, drawing in drawings.items()}


class _Album:
    """The pictures that are asked for while something is set."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._pictures: dict[tuple[str, Drawing], None] = {}

    def picture(self, name: str) -> Drawing | None:
        drawing = self._setting.picture(name)
        if drawing is not None:
            self._pictures[name, drawing] = None
        return drawing

    def kept(self, value: Any) -> _Kept | None:
        """What was set, to be restored; None if there is a drawing in it that nobody could be asked for again."""
        pictures = [(_Asked(name, None, made.size, made.alt), made) for name, made in self._pictures]
        icons = self._setting.fonts.icons.drawn()
        pictures += [(_Asked(*key, made.size, made.alt), made) for key, made in icons.items()]
        writer = _Writer(dict(enumerate(made for _, made in pictures)), self._setting.span)
        try:
            writer.dump(value)
        except KeyError:
            return None
        # A picture that was drawn anew at each try is asked for once for each that is left.
        shown = {asked.name for asked, made in pictures if made in writer.used}
        asked: dict[int, _Asked] = {}
        drawings: dict[int, Drawing] = {}
        for number, (asking, made) in enumerate(pictures):
            if made in writer.used or (asking.colour is None and asking.name not in shown):
                shown.add(asking.name)
                asked[number], drawings[number] = asking, made
        return _Kept(asked, _same(drawings), writer.stream.getvalue())


class _Writer(pickle.Pickler):
    """Writes numbers in place of drawings."""

    def __init__(self, drawings: dict[int, Drawing], here: Span) -> None:
        self.stream = io.BytesIO()
        super().__init__(self.stream, 5)
        self._numbers = {drawing: number for number, drawing in reversed(drawings.items())}
        self._here = here
        self.used: set[Drawing] = set()

    def persistent_id(self, obj: Any) -> int | None:
        if isinstance(obj, Drawing):
            self.used.add(obj)
            return self._numbers[obj]
        return _HERE if type(obj) is Span and obj == self._here else None


class _Reader(pickle.Unpickler):
    """Reads what a writer wrote, with other drawings."""

    def __init__(self, data: bytes, drawings: dict[int, Drawing], here: Span) -> None:
        super().__init__(io.BytesIO(data))
        self._meant: dict[int, Drawing | Span] = {_HERE: here, **drawings}

    def persistent_load(self, pid: Any) -> Drawing | Span:
        return self._meant[pid]
