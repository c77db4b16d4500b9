"""Pieces of cases on sheets, with their marks, as lines for golden files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.diagnostics import Diagnostics
from pnp.graphics import Piece, Rect, Size
from pnp.imposition import NoRoomError, Room, Sheet, arrange, duplex, fill_up
from pnp.imposition.cuts import Keep, MarkPen, cut_marks
from pnp.imposition.marks import printer_marks
from pnp.imposition.registration import MACHINES
from pnp.kit import schema
from pnp.kit.sizes import LabelSheet
from pnp.sources.yaml import parse
from tests.support import drawn
from tests.support.dump import lines_of_drawing, lines_of_items, lines_of_sheet
from tests.support.sheets import CARD, piece

PAPERS = {"a4": Size(210, 297), "a3": Size(297, 420), "letter": Size(215.9, 279.4)}


def lines_of_sheets(case: dict[str, Any]) -> Iterator[str]:
    """The pieces of a case on sheets by its `scheme`; with their backs if it has a `flip`, with `marks` in a style
    and a `label`.

    A piece is a list of its id, its number of copies and other keys; `then` are pieces that fill up the sheets.
    """
    room = _room(case)
    gap = case.get("gap", 0)
    try:
        sheets = arrange(case["scheme"], _pieces(case["pieces"]), room, gap)
        if "then" in case:
            over = case.get("over_fillers", False)
            sheets = fill_up(sheets, _pieces(case["then"]), room, gap, over_fillers=over)
    except NoRoomError as error:
        yield f"no room for {error.piece.id}"
        return
    for sheet in sheets:
        found = duplex(sheet, case["flip"]) if "flip" in case else sheet
        yield from lines_of_sheet(found)
        if case.get("faces"):
            yield from _faces(found)
        yield from _marks(case, found, room)


def _room(case: dict[str, Any]) -> Room:
    given = dict(case.get("room", {}))
    if "labels" in given:
        given["labels"] = schema.build(LabelSheet, parse(given["labels"], "papers.yaml", Diagnostics()), Diagnostics())
    if "machine" in given:
        given["machine"] = MACHINES[given["machine"]]
    if "skipped" in given:
        given["skipped"] = frozenset(given["skipped"])
    paper = case.get("paper", "a4")
    size = PAPERS[paper] if isinstance(paper, str) else Size(*paper)
    return Room(size, case.get("margin", 6.35), drawn.kit().say)._replace(**given)


def _pieces(given: list[list[Any]]) -> list[Piece]:
    found = []
    for id_, copies, *more in given:
        keys: dict[str, Any] = {"size": list(CARD), "backed": False} | (more[0] if more else {})
        found.append(piece(id_, Size(*keys.pop("size")), copies, **keys))
    return found


def _faces(sheet: Sheet) -> Iterator[str]:
    for placed in sheet.front:
        yield from (f"    {line}" for line in lines_of_drawing(placed.piece.front))


def _marks(case: dict[str, Any], sheet: Sheet, room: Room) -> Iterator[str]:
    if "marks" in case:
        marks = printer_marks(
            "marks", room, sheet.front, case.get("label", "a label"), drawn.kit().fonts, cut=case["marks"]
        )
        yield from (f"  {line}" for line in lines_of_drawing(marks))
    if "cuts" in case:
        keep = {"paper": room.paper, "above": 8, "beside": 8} | case.get("keep", {})
        if "pen" in keep:
            keep["pen"] = MarkPen(*keep["pen"])
        keep["clear"] = tuple(Rect(*box) for box in keep.get("clear", ()))
        placed = sheet.back if case.get("of") == "back" else sheet.front
        yield from (f"  {line}" for line in lines_of_items(cut_marks(case["cuts"], placed, Keep(**keep)), set()))
