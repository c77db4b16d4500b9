"""Kits that ask for too much: a message at the number that is too large, soon, and little memory until then."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp import imposition
from pnp.checks import colour_alone, unknown_name
from pnp.diagnostics import Diagnostics, did_you_mean
from pnp.graphics.drawing import Drawing, Piece, rectangle
from pnp.graphics.drawing import Path as Outline
from pnp.graphics.geometry import Rect, Size
from pnp.imposition import Room, cuts
from pnp.imposition.registry import _gap
from pnp.imposition.schemes import tile
from pnp.imposition.sheet import STRIP_ROOM, has_strips, strips_are_level
from pnp.kit import load
from pnp.kit.expressions import names_in
from pnp.pipeline import job, sheets
from tests.conftest import run
from tests.support.work import calls_at_most

FACES = """faces:
  f:
    elements:
      - {rectangle: [4, 4, 30, 30], fill: "{asides.tint}"}
"""


def deck(folder: Path, cards: str, *, copies: int = 1, more: str = "") -> Path:
    """A kit with one deck."""
    folder.mkdir()
    (folder / "kit.yaml").write_text(
        f"title: Many\ncomponents:\n  events: {{kind: deck, title: E, size: mini, face: f, copies: {copies}}}\n{more}",
        "utf-8",
    )
    (folder / "faces.yaml").write_text(FACES, "utf-8")
    (folder / "cards.yaml").write_text(f"events:\n{cards}", "utf-8")
    return folder


@pytest.mark.parametrize(
    ("count", "copies", "place"),
    [(999, 998, "cards.yaml:2:24"), (998, 999, "kit.yaml:3:66"), (1, 999, "kit.yaml:3:66")],
)
def test_too_many_copies_are_an_error_at_the_larger_number(tmp_path, count, copies, place):
    cards = "".join(f"  c{n}: {{name: A, count: {count}}}\n" for n in range(13))
    kit = deck(tmp_path / "many", cards, copies=copies)
    result = run("build", kit, "--output", tmp_path / "out")
    assert result.exit_code == 1
    assert f"error[too-many-pieces]: that makes {13 * count * copies:,} pieces in all" in result.stderr
    assert "one build places at most 12,000" in result.stderr
    if count == 999:
        assert f"{place}: error" in result.stderr
    assert not (tmp_path / "out").exists()


def test_tiles_count_as_pieces():
    drawing = Drawing("x", Size(800, 800), ())
    board = Piece("b", "b", "B", drawing.size, drawing, copies=999)
    room = Room(Size(210, 297), 5, lambda *_a, **_k: "")
    assert tile.number(board, room) == 15
    with pytest.raises(sheets.TooManyError) as caught:
        sheets.check_number([(board, board.copies * tile.number(board, room))])
    assert caught.value.piece is board


def test_more_cards_than_any_game_has_are_an_error(monkeypatch, tmp_path):
    monkeypatch.setattr(load, "MAX_CARDS", 3)
    kit = deck(tmp_path / "many", "".join(f"  c{n}: {{name: A}}\n" for n in range(5)))
    diagnostics = Diagnostics()
    assert load.open_kit(kit, diagnostics) is None
    assert [(f.code, f.span.line, f.message) for f in diagnostics] == [
        ("too-many-values", 5, "more than 3 cards in one kit")
    ]


def alike(count: int, tint: str) -> list[Piece]:
    drawings = [
        Drawing("x", Size(9, 9), (Outline(rectangle(Rect(1, 1, 5, 5)), fill=tint.format(number % 256)),))
        for number in range(count)
    ]
    return [Piece(f"events/c{n}", "events", f"C{n}", d.size, d) for n, d in enumerate(drawings)]


def twins(pieces: list[Piece]) -> int:
    likes = [colour_alone._Side(piece.title, piece.front, None) for piece in pieces]
    return len({other.name for _, other in colour_alone._twins(likes, colour_alone._Shapes())})


@pytest.mark.parametrize("count", [90, 3000])
def test_pieces_in_like_colours_are_found_among_few_and_many(count):
    different, same = alike(count, "#20{:02x}30"), alike(count, "#203040")
    with calls_at_most(1_000_000):
        assert twins(different) >= min(count, 256) - 10
        assert twins(same) == 0


def test_a_sheet_of_thousands_is_spaced_soon():
    drawing = Drawing("x", Size(12, 12), (), bleed=3)
    piece = Piece("t", "t", "T", drawing.size, drawing, copies=6000)
    with calls_at_most(6_000_000):
        (sheet,) = imposition.arrange("grid", [piece], Room(Size(2000, 2000), 5, lambda *_a, **_k: ""), 0)
    assert len(sheet.front) == 6000
    inner = next(placed for placed in sheet.front if 500 < placed.rect.x < 600 and 1600 < placed.rect.y < 1900)
    assert tuple(inner.spare) == (0, 0, 0, 0)


@pytest.mark.slow
def test_thousands_of_cut_marks_on_a_sheet_are_found_soon():
    drawing = Drawing("x", Size(12, 12), ())
    piece = Piece("t", "t", "T", drawing.size, drawing, copies=2000)
    (sheet,) = imposition.arrange("grid", [piece], Room(Size(2000, 2000), 5, lambda *_a, **_k: ""), 0)
    with calls_at_most(8_000_000):
        marks = cuts.cut_marks("corner", sheet.front, cuts.Keep(sheet.paper, 5, 5))
    outside = [mark for mark in marks if mark.stroke == cuts.MARK and length(mark) > cuts.ROUNDED + 0.01]
    assert len(outside) == 360
    assert len(marks) > 6000  # with the crosses between them


def length(mark) -> float:
    (_, (x1, y1)), (_, (x2, y2)) = mark.segments
    return abs(x2 - x1) + abs(y2 - y1)


class Everywhere:
    """Looks at all pieces, however far away."""

    def __init__(self, pairs, _reach):
        self.all = [one for _, one in pairs]

    def near(self, _box):
        return self.all


@pytest.mark.parametrize(("bleed", "gap"), [(0, 0), (3, 0), (3, 1.5), (3, 9), (0, 0.4)])
def test_pieces_far_away_change_no_cut_marks_and_no_bleeds(bleed, gap, monkeypatch):
    drawing = Drawing("x", Size(31, 44), (), bleed=bleed)
    piece = Piece("t", "t", "T", drawing.size, drawing, copies=50)
    (sheet,) = imposition.arrange("grid", [piece], Room(Size(420, 594), 5, lambda *_a, **_k: ""), gap)
    keep, trims = cuts.Keep(sheet.paper, 5, 5), [placed.rect for placed in sheet.front]
    marks = cuts.cut_marks("corner", sheet.front, keep)
    monkeypatch.setattr(cuts, "Cells", Everywhere)
    for kept in (cuts._straight_marks, cuts._found_marks):
        kept.cache_clear()
    assert marks == cuts.cut_marks("corner", sheet.front, keep)
    assert marks[0]
    level = strips_are_level(trims, sheet.paper)
    strip = 5 + STRIP_ROOM if has_strips(trims, Room(sheet.paper, 5)) else 0.0
    beside, above = (0.0, strip) if level else (strip, 0.0)
    for placed in sheet.front if bleed else ():
        near = [_gap(placed.rect, other) for other in trims if other != placed.rect]
        x, y, right, top = placed.rect.x, placed.rect.y, placed.rect.right, placed.rect.far
        free = (x - beside, y - above, sheet.paper.w - right - beside, sheet.paper.h - top - above)
        wanted = [min(bleed, free[side], *(gap[side] / 2 for gap in near)) for side in range(4)]
        assert tuple(placed.spare) == pytest.approx(tuple(max(0.0, side) for side in wanted))


def test_among_many_words_those_that_differ_in_one_letter_are_meant():
    known = [f"word_{number}" for number in range(5000)]
    assert did_you_mean("word_77x", known) == "did you mean 'word_77'?"
    assert did_you_mean("Wrd_4321", known) == "did you mean 'word_4321'?"
    assert did_you_mean("wxrd_4321", known) == "did you mean 'word_4321'?"
    assert did_you_mean("something", known) == ""
    with calls_at_most(500_000):
        for number in range(500):
            did_you_mean(f"nothing_{number}", known)


def test_hundreds_of_texts_over_each_other_are_reported_once_each(tmp_path):
    kit = deck(tmp_path / "many", "  a: {name: A}\n")
    texts = "".join(f'      - {{text: "{{name}}", box: [4, {4 + n % 50}, 30, 5], style: s}}\n' for n in range(700))
    (kit / "faces.yaml").write_text(
        f"styles: {{s: {{font: body, size: 8}}}}\nfaces:\n  f:\n    elements:\n{texts}", "utf-8"
    )
    found = job.check(kit, Diagnostics())
    overlaps = [diagnostic for diagnostic in found if diagnostic.code == "overlapping-text"]
    assert 600 <= len(overlaps) <= 1400


@pytest.mark.slow
def test_hundreds_of_pictures_that_are_missing_are_found_soon(tmp_path):
    kit = deck(tmp_path / "many", "".join(f"  c{n}: {{name: N, art: cat{n}.svg}}\n" for n in range(300)))
    for number in range(100):
        (kit / f"dog{number}.svg").write_bytes(b"")
    (kit / "cat299x.svg").write_bytes(b"")
    (kit / "faces.yaml").write_text(
        'faces:\n  f:\n    elements:\n      - {art: "{art}", box: [4, 4, 20, 20]}\n', "utf-8"
    )
    diagnostics = Diagnostics()
    with calls_at_most(8_000_000):
        job.check(kit, diagnostics)
    missing = [diagnostic for diagnostic in diagnostics if diagnostic.code == "missing-art"]
    assert len(missing) == 300
    assert missing[-1].hints[0] == "did you mean 'cat299x.svg'?"


@pytest.mark.parametrize("field", [unknown_name._FIELD])
@pytest.mark.parametrize("text", ["{{", "{%", "{{ a ", "{a", "{"])
def test_fields_without_ends_are_searched_in_linear_time(field, text):
    """Otherwise this would not end. What a search does is no call, and is not counted."""
    assert field.sub("", text * 400_000) == text * 400_000
    assert field.sub("", "a {{ b }} c") == "a  c"


@pytest.mark.parametrize("text", ["{", "{a", "{'", "{{", "}"])
def test_expressions_without_ends_are_searched_in_linear_time(text):
    with calls_at_most(1_000_000):
        assert names_in(text * 20_000) == []
