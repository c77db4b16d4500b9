"""Group things by a key, and for people diagnostics that report the same fault on many cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import NamedTuple, TypeVar

from pnp.diagnostics.diagnostic import Diagnostic

Thing = TypeVar("Thing")
Key = TypeVar("Key", bound=Hashable)

MOST_SINGLE = 3
"""The largest number of similar diagnostics that are shown one by one."""

_VARYING = re.compile(r"'(?:[^'\\]|\\.)*'|U\+[0-9A-F]+|\"(?:[^\"\\]|\\.)*\"|\d+(?:\.\d+)?")
"""Quoted words, as `repr` writes them, and numbers, in which messages about different cards differ."""


class Grouped(NamedTuple):
    """A diagnostic to show, and all that are similar, itself included."""

    first: Diagnostic
    alike: tuple[Diagnostic, ...]

    @property
    def summary(self) -> str:
        """`on 241 cards; first: 'Dodge' in cards.csv:17`; empty for a single diagnostic."""
        if len(self.alike) == 1:
            return ""
        cards = {_card(diagnostic) for diagnostic in self.alike}
        name, span = self.first.card.name or self.first.span.cell.card, self.first.card.span
        where = f"{Path(span.file or self.first.span.file).name}:{span.line if span.file else self.first.span.line}"
        if ("", "") in cards:
            return f"at {len(self.alike)} places; first: {where}"
        return f"on {len(cards)} cards; first: {f'{name!r} in ' if name else ''}{where}"


def by_key(things: Iterable[Thing], key: Callable[[Thing], Key]) -> dict[Key, list[Thing]]:
    """The things with each key, in order, by the keys in the order of the first things that have them."""
    groups: dict[Key, list[Thing]] = {}
    for thing in things:
        groups.setdefault(key(thing), []).append(thing)
    return groups


def grouped(diagnostics: Iterable[Diagnostic]) -> list[Grouped]:
    """The diagnostics in order, with more than MOST_SINGLE similar ones as one group at the place of the first.

    Similar are those with one code, at one element of a face for several cards, or in one column of a table or in one
    `cards.yaml` with the same message but for quoted words and numbers, and all notes with one code.
    """
    groups: dict[tuple[str, ...], list[Diagnostic]] = {}
    for number, diagnostic in enumerate(diagnostics):
        groups.setdefault(_key(diagnostic) or (str(number),), []).append(diagnostic)
    found: list[Grouped] = []
    for alike in groups.values():
        if len(alike) > MOST_SINGLE:
            first = alike[0] if alike[0].severity == "note" else min(alike, key=_order)
            found.append(Grouped(first, tuple(alike)))
        else:
            found.extend(Grouped(one, (one,)) for one in alike)
    return found


def _key(diagnostic: Diagnostic) -> tuple[str, ...]:
    """What similar diagnostics have in common; empty for one that is about no card."""
    if diagnostic.severity == "note":  # an edition has one for each of its changes
        return diagnostic.severity, diagnostic.code
    span = diagnostic.span
    common = (diagnostic.severity, diagnostic.code, span.file)
    if diagnostic.card.id:
        return (*common, str(span))
    if span.cell.name or Path(span.file).name == "cards.yaml":
        return (*common, span.cell.heading, _VARYING.sub("…", diagnostic.message))
    return ()


def _card(diagnostic: Diagnostic) -> tuple[str, str]:
    """The card that a diagnostic is about, by its file and its row."""
    if diagnostic.card.id:
        return diagnostic.card.span.file, diagnostic.card.id
    cell = diagnostic.span.cell
    return (diagnostic.span.file, f"{diagnostic.span.line} {cell.card}") if cell.name else ("", "")


def _order(diagnostic: Diagnostic) -> tuple[str, int, int]:
    """The order of the cards in their files."""
    span = diagnostic.card.span if diagnostic.card.id else diagnostic.span
    return span.file, span.line, span.column
