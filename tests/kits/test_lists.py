"""JOUST!'s kit: what is on the finished pieces and sheets, read back and held to the game, and the engine's hooks."""

from __future__ import annotations

import pytest

from pnp import rules
from pnp.checks import CheckContext
from pnp.checks.support.printed import tags, texts
from pnp.components.kinds import foldie, tuckbox
from pnp.graphics.drawing import Path as Outline
from pnp.graphics.drawing import Piece, Tag
from pnp.imposition import Room
from pnp.imposition.schemes import tile
from tests.conftest import edit, own_edition
from tests.support.engines import make
from tests.support.printed import context_of, piece_of

# What is cut out ------------------------------------------------------------------------------------------


def test_spare_cards_fill_the_last_sheet(drawn):
    (blank,) = drawn.pieces["spares"]
    assert (blank.copies, blank.filler) == (0, True)
    assert blank.back is not None


# The list ---------------------------------------------------------------------------------------------------


def room(paper: str, drawn: CheckContext) -> Room:
    facts = drawn.render.facts
    return Room(facts.papers[paper].extent, facts.margin)


@pytest.mark.parametrize(("paper", "parts"), [("a4", 2), ("letter", 2), ("a3", 1), ("tabloid", 1)])
def test_the_list_comes_in_two_parts_or_whole(drawn, paper, parts):
    board = piece_of(drawn, "list/1")
    area = room(paper, drawn).printable.size
    if parts == 1:
        assert board.size.turned().fits(area)
        return
    tiles = tile.tiled(board, room(paper, drawn))
    assert [piece.size for piece in tiles] == [(185 + 8, 101), (345 - 185 + 8, 101)]  # between columns 7 and 8


@pytest.mark.slow
@pytest.mark.parametrize(("base", "parts"), [(20, 1), (40, 2)])
def test_squares_may_be_of_other_sizes(copy, base, parts):
    copy = own_edition(copy)
    edit(copy, "kit.yaml", "size: [25, 101]", f"size: [{base}, 101]")
    other = context_of(copy)
    board = piece_of(other, "list/1")
    assert board.size == pytest.approx((13.8 * base, 101))
    tiles = tile.tiled(board, room("a4", other))
    area = room("a4", other).printable.size
    assert len(tiles) == parts
    assert all(piece.size.fits(area) or piece.size.turned().fits(area) for piece in tiles)


# Cards ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("piece", "marker"), [("knights/oak", "injury-markers"), ("camp/mat", "victory-markers")])
def test_a_marker_fits_the_boxes_of_its_track(drawn, piece, marker):
    diameter = drawn.pieces[marker][0].size.w
    for cell in tags(piece_of(drawn, piece).front.items, "Cell"):
        assert min(box(cell)[2:]) >= diameter


def test_all_that_the_box_promises_goes_into_it(drawn):
    # Nine standees are folded flat and lie on three levels, three beside each other, with the markers at their side;
    # pennants and cards on top.
    components, sheet = drawn.render.kit.components, drawn.render.facts.thickness["cardstock"]
    box, (net,) = components["tuckbox"], drawn.pieces["tuckbox"]
    card = drawn.pieces["knights"][0].size
    inner = (card.w + tuckbox.ROOM, card.h + tuckbox.ROOM)
    folded, thick = foldie.folded(components["standees"], sheet)
    assert folded.h <= inner[0]
    diameter = max(piece.size.w for piece in drawn.pieces["victory-markers"])
    assert 3 * folded.w + diameter <= inner[1]
    levels = (len(drawn.pieces["standees"]) + len(drawn.pieces["own-standee"])) / 3
    cards = sum(len(drawn.pieces[id_]) for id_ in ("knights", "summaries", "own-record")) + 1  # and the pennants
    assert levels * thick + cards * sheet <= depth(net, inner)
    assert box.decks == ("knights", "summaries")


def depth(net: Piece, inner: tuple[float, float]) -> float:
    """The depth of the box: the net is as high as it, twice the depth and the part of the lid that is tucked in."""
    return (net.size.h - inner[1] - tuckbox.TUCK) / 2


def test_the_victory_markers_of_all_players_fit_beside_each_other_at_the_start_and_of_three_later(drawn):
    camp, marker = piece_of(drawn, "camp/mat").front, drawn.pieces["victory-markers"][0].size.w
    players = drawn.render.kit.players[1]
    for cell in tags(camp.items, "Cell"):
        _, top, width, height = box(cell)
        (number,) = texts(cell.items)
        room = number.y - 4.5 - top  # above the strip with the number
        assert room < height
        assert (width // marker) * (room // marker) >= (players if cell.alt == "0" else 3)


def box(tag: Tag) -> tuple[float, float, float, float]:
    outline = next(item for item in tag.items if isinstance(item, Outline))
    points = [(n[0], n[1]) for _, n in outline.segments if n]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


# The engine's hooks -------------------------------------------------------------------------------------------


def test_the_engine_answers_for_its_tables(game):
    found = rules.proof(game).tables()
    assert found["advantage"] == [["opponent", "1–5"], ["nobody", "6–8"], ["you", "9–13"]]
    assert found["outcomes"] == [
        ["both_unseated", None, ["unseated"], None],
        ["one_unseated", 1, ["unable", "unseated"], None],
        ["both_unable", None, ["unable"], "after_next"],
        ["one_unable", 1, ["unable"], None],
    ]
    assert [row[2:] for row in found["strike"] if row[2:] != [None, None]] == [
        [1, None], [1, None], [1, None], [None, 2], [2, None], [3, None], [4, None], ["unseated", None]
    ]  # fmt: skip
    assert found["body"] == found["strike"]


@pytest.mark.parametrize(
    ("old", "new", "table", "row"),
    [
        ("zone: [6, 8]", "zone: [7, 7]", "advantage", ["nobody", "7–7"]),
        ("injury: 4}", "injury: 6}", "strike", [11, "head", 6, None]),
        ("rest: [unseated, unable]}", "rest: [unseated]}", "outcomes", ["one_unseated", 1, ["unseated"], None]),
        ("returns: true", "returns: false", "outcomes", ["both_unable", None, ["unable"], None]),
        ("target: 10", "target: 1", "outcomes", ["one_unable", 1, ["unable"], None]),
    ],
)
def test_tables_follow_the_rules(copy, old, new, table, row):
    edit(copy, "rules.yaml", old, new)
    assert row in rules.proof(make("lists", copy)).tables()[table]


def test_the_engine_answers_for_its_board(game):
    board = rules.proof(game).boards()["list"]
    assert board.squares[0] == "1.1"
    assert board.squares[-1] == "2.13"
    assert board.areas["zone"] == {f"{lane}.{column}" for lane in (1, 2) for column in (6, 7, 8)}
    assert board.areas["start"] == {"1.13", "2.1"}
    assert board.neighbours["1.1"] == {"1.2"}
    assert board.neighbours["2.7"] == {"2.6", "2.8"}


FULL_BODY = {"advantage": 1, "injuries": [0, 0], "rolls": [12]}


@pytest.mark.parametrize(
    ("example", "path"),
    [
        ({"form": "duel", "given": {}, "then": {}}, ("form",)),
        ({"form": "ride", "given": {"rolls": [4, 4, 7]}, "then": {}}, ("given", "rolls", "2")),
        ({"form": "ride", "given": {"rolls": [6, 6, 1, 1]}, "then": {"steps": [6, 6]}}, ()),
        ({"form": "ride", "given": {"rolls": [6, 5]}, "then": {"advantage": "initiative"}}, ("then", "advantage")),
        ({"form": "meet", "given": {"steps": [[6, 7]]}, "then": {"advantage": ["none"]}}, ("given",)),
        ({"form": "hits", "given": {"rolls": [13]}, "then": {"unseats": []}}, ("given", "rolls", "0")),
        ({"form": "hits", "given": {"rolls": [12]}, "then": {"injuries": [4]}}, ("then", "injuries")),
        (
            {"form": "initiative", "given": {"rolls": [[2, 5], [1, 2]]}, "then": {"rerolls": 1}},
            ("given", "rolls", "1", "0"),
        ),
        ({"form": "strike", "given": {"advantage": 0, "injuries": [0, 0], "rolls": [1]}, "then": {}}, ("given",)),
        ({"form": "strike", "given": FULL_BODY, "then": {"winner": 0}}, ("then", "winner")),
        ({"form": "strike", "given": {"rolls": [12]}, "then": {}}, ("given",)),
    ],
)  # fmt: skip
def test_examples_that_are_not_so_are_found(game, example, path):
    found = rules.proof(game).example_problems(example)
    if path:
        assert [place for place, _ in found] == [path]
    else:
        assert found
