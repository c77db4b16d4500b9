"""JOUST!'s kit: what is on the finished pieces and sheets, read back and held to the game, and the engine's hooks."""

from __future__ import annotations

import re
import shutil
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from pnp import rules
from pnp.checks import CheckContext
from pnp.checks.support.pages import tables
from pnp.checks.support.printed import tags, texts
from pnp.components.kinds import foldie, tuckbox
from pnp.diagnostics import Diagnostics
from pnp.games.lists import observe as probe
from pnp.graphics.drawing import Path as Outline
from pnp.graphics.drawing import Piece, Tag, every
from pnp.imposition import Room
from pnp.imposition.schemes import tile
from pnp.kit import paths
from pnp.pipeline.context import open_context
from pnp.rules import replay
from tests.conftest import drawn_context, edit, own_edition
from tests.support.engines import make

KIT = paths.data_folder() / "lists"
ART = paths.root() / "art" / "lists"
KNIGHTS = ["tower", "heron", "oak", "rose", "boar", "star", "lion", "bell"]
ROLLS = range(1, 13)


def at(kit: Path) -> CheckContext:
    diagnostics = Diagnostics()
    context = open_context(kit, diagnostics)
    assert context is not None, list(diagnostics)
    found = drawn_context(context)
    assert not diagnostics, list(diagnostics)
    return found


@pytest.fixture(scope="module")
def context() -> CheckContext:
    return at(KIT)


@pytest.fixture(scope="module")
def game():
    return make("lists", KIT)


@pytest.fixture
def copy(tmp_path):
    return shutil.copytree(KIT, tmp_path / "lists")


def one(context: CheckContext, id_: str) -> Piece:
    return next(piece for pieces in context.pieces.values() for piece in pieces if piece.id == id_)


def said(piece: Piece) -> list[str]:
    return [text.text for text in piece.front.texts()]


def term(context: CheckContext, id_: str) -> str:
    return context.render.kit.phrasebook.names[id_]


# What is cut out ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("component", "copies", "size"),
    [
        ("list", 1, (345, 101)),
        ("knights", 8, (63, 88)),
        ("summaries", 1, (63, 88)),
        ("own-record", 1, (63, 88)),
        ("standees", 8, (24, 106)),
        ("own-standee", 1, (24, 106)),
        ("injury-markers", 8, (9.5, 9.5)),
        ("victory-markers", 9, (12, 12)),
        ("body-board", 1, (210, 148)),
        ("pennants", 1, (50, 40)),
        ("camp", 1, (186, 102)),
        ("tournament-sheet", 1, (180, 245)),
    ],
)
def test_there_are_as_many_pieces_as_the_game_needs(context, component, copies, size):
    pieces = context.pieces[component]
    assert sum(piece.copies for piece in pieces) == copies
    assert {tuple(piece.size) for piece in pieces} == {size}


def test_there_are_arms_a_standee_and_a_marker_for_every_player(context):
    assert list(context.render.kit.cards["knights"]) == KNIGHTS
    for component in ("knights", "standees"):
        assert [piece.id.partition("/")[2] for piece in context.pieces[component]] == KNIGHTS
    assert context.render.kit.players[1] <= len(KNIGHTS) == context.pieces["injury-markers"][0].copies
    assert [piece.id.partition("/")[2] for piece in context.pieces["victory-markers"]] == [*KNIGHTS, "blank"]


def test_spare_cards_fill_the_last_sheet(context):
    (blank,) = context.pieces["spares"]
    assert (blank.copies, blank.filler) == (0, True)
    assert blank.back is not None


# The list ---------------------------------------------------------------------------------------------------


def numbers(piece: Piece) -> dict[str, str]:
    return {
        tag.alt: next(t.text for t in texts(tag.items) if t.text.isdigit()) for tag in tags(piece.front.items, "Square")
    }


def test_everybody_counts_the_squares_from_their_own_start(context, game):
    printed = numbers(one(context, "list/1"))
    assert list(printed) == list(rules.proof(game).boards()["list"].squares)
    for column in range(1, 14):
        assert printed[f"2.{column}"] == str(column)
        assert printed[f"1.{column}"] == str(14 - column)


def test_six_and_nine_are_underlined_as_each_is_read_upside_down_too(context):
    for tag in tags(one(context, "list/1").front.items, "Square"):
        number = next(text for text in texts(tag.items) if text.text.isdigit())
        lines = [item for item in every(tag.items) if isinstance(item, Outline) and len(item.segments) == 2]
        assert bool(lines) == (number.text in ("6", "9")), tag.alt


def room(paper: str, context: CheckContext) -> Room:
    facts = context.render.facts
    return Room(facts.papers[paper].extent, facts.margin)


@pytest.mark.parametrize(("paper", "parts"), [("a4", 2), ("letter", 2), ("a3", 1), ("tabloid", 1)])
def test_the_list_comes_in_two_parts_or_whole(context, paper, parts):
    board = one(context, "list/1")
    area = room(paper, context).printable.size
    if parts == 1:
        assert board.size.turned().fits(area)
        return
    tiles = tile.tiled(board, room(paper, context))
    assert [piece.size for piece in tiles] == [(185 + 8, 101), (345 - 185 + 8, 101)]  # between columns 7 and 8


@pytest.mark.slow
@pytest.mark.parametrize(("base", "parts"), [(20, 1), (40, 2)])
def test_squares_may_be_of_other_sizes(copy, base, parts):
    copy = own_edition(copy)
    edit(copy, "kit.yaml", "size: [25, 101]", f"size: [{base}, 101]")
    other = at(copy)
    board = one(other, "list/1")
    assert board.size == pytest.approx((13.8 * base, 101))
    tiles = tile.tiled(board, room("a4", other))
    area = room("a4", other).printable.size
    assert len(tiles) == parts
    assert all(piece.size.fits(area) or piece.size.turned().fits(area) for piece in tiles)


# Cards ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", [*(f"knights/{id_}" for id_ in KNIGHTS), "spares/newcomer", "own-record/mat"])
def test_a_record_card_counts_injuries_as_far_as_the_game_does(context, game, card):
    cells = counted(one(context, card))
    assert [alt for _, alt in cells] == [str(n) for n in rules.proof(game).tracks()["injury_limit"]]
    assert [words for words, _ in cells] == ["0", "1", "2", "3", "4", "5", "6+"]


def test_the_camp_counts_victories_as_far_as_the_game_does(context, game):
    cells = counted(one(context, "camp/mat"))
    assert [alt for _, alt in cells] == [str(n) for n in rules.proof(game).tracks()["target"]]
    assert [words for words, _ in cells] == [str(n) for n in range(11)]


def counted(piece: Piece) -> list[tuple[str, str]]:
    return [("".join(t.text for t in texts(tag.items)), tag.alt) for tag in tags(piece.front.items, "Cell")]


@pytest.mark.parametrize(("piece", "marker"), [("knights/oak", "injury-markers"), ("camp/mat", "victory-markers")])
def test_a_marker_fits_the_boxes_of_its_track(context, piece, marker):
    diameter = context.pieces[marker][0].size.w
    for cell in tags(one(context, piece).front.items, "Cell"):
        assert min(box(cell)[2:]) >= diameter


def test_all_that_the_box_promises_goes_into_it(context):
    # Nine standees are folded flat and lie on three levels, three beside each other, with the markers at their side;
    # pennants and cards on top.
    components, sheet = context.render.kit.components, context.render.facts.thickness["cardstock"]
    box, (net,) = components["tuckbox"], context.pieces["tuckbox"]
    card = context.pieces["knights"][0].size
    inner = (card.w + tuckbox.ROOM, card.h + tuckbox.ROOM)
    folded, thick = foldie.folded(components["standees"], sheet)
    assert folded.h <= inner[0]
    diameter = max(piece.size.w for piece in context.pieces["victory-markers"])
    assert 3 * folded.w + diameter <= inner[1]
    levels = (len(context.pieces["standees"]) + len(context.pieces["own-standee"])) / 3
    cards = sum(len(context.pieces[id_]) for id_ in ("knights", "summaries", "own-record")) + 1  # and the pennants
    assert levels * thick + cards * sheet <= depth(net, inner)
    assert box.decks == ("knights", "summaries")


def depth(net: Piece, inner: tuple[float, float]) -> float:
    """The depth of the box: the net is as high as it, twice the depth and the part of the lid that is tucked in."""
    return (net.size.h - inner[1] - tuckbox.TUCK) / 2


def test_the_victory_markers_of_all_players_fit_beside_each_other_at_the_start_and_of_three_later(context):
    camp, marker = one(context, "camp/mat").front, context.pieces["victory-markers"][0].size.w
    players = context.render.kit.players[1]
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


def test_labels_say_the_words_of_the_rules(context):
    assert term(context, "unable").capitalize() in said(one(context, "knights/bell"))
    camp = " ".join(said(one(context, "camp/mat")))
    assert "misses one slot, then jousts again" in camp.lower()
    assert {"Camp", "Resting", "Withdrawn", "Victories"} <= set(camp.split())


@pytest.mark.parametrize("id_", KNIGHTS)
def test_a_knight_bears_its_own_arms(context, id_):
    card = context.render.kit.cards["knights"][id_]
    assert card.art == f"knight-{id_}.svg"
    assert (ART / f"arms-{id_}.svg").is_file()
    words = said(one(context, f"knights/{id_}"))
    assert card.name in words
    assert card.asides["arms"] in " ".join(words)
    assert said(one(context, f"standees/{id_}")).count(card.name) == 2


# What the dice do ---------------------------------------------------------------------------------------------


def test_every_hit_on_the_body_board_is_the_engines(context, game):
    (table,) = [table for table in tables(context) if table.head == context.render.kit.phrasebook.tables["body"]]
    assert len(table.rows) == 12
    for roll in ROLLS:
        other, own, unseats = probe.seen(game, roll)
        word = "Unseated" if unseats else str(other or "") or ("" if own else "–")
        expected = (str(roll), term(context, game.hits[roll].location).capitalize(), word)
        assert table.rows[roll - 1] == (*expected, str(own or ""))
    assert said(one(context, "body-board/mat")).count("–") == 4


def leaders(context: CheckContext) -> dict[str, list[tuple[float, float]]]:
    """The corners of the lines of the body board, from the label on, by location."""
    found = {}
    for tag in tags(one(context, "body-board/mat").front.items, "Leader"):
        lines = tag.items[:-1]  # the last item is the dot
        assert all(isinstance(line, Outline) for line in lines)
        found[tag.alt] = [lines[0].segments[0][1][:2], *(line.segments[1][1][:2] for line in lines)]
    return found


def test_no_lines_of_the_body_board_cross(context):
    def turn(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    lines = [(id_, *line) for id_, corners in leaders(context).items() for line in pairwise(corners)]
    assert len(lines) == 14, "two of the twelve have a bend"
    for (one_, a, b), (other, c, d) in combinations(lines, 2):
        crossed = turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0
        assert one_ == other or not crossed, (one_, other)


def test_lines_of_the_body_board_end_at_their_places(context):
    ends = {id_: corners[-1] for id_, corners in leaders(context).items()}
    assert len(ends) == 12
    middle = 210 / 2
    for limb in ("arm", "hand", "leg", "foot"):
        (left, y), (right, other) = ends[f"left_{limb}"], ends[f"right_{limb}"]
        assert right < middle < left, "the knight faces the reader"
        assert left + right == pytest.approx(2 * middle, abs=1.5)
        assert y == other
    for inside in ("head", "chest", "stomach"):
        assert abs(ends[inside][0] - middle) < 9
    # The line around the whole figure is beside the thigh there.
    assert middle - 20 < ends["full_body"][0] < middle - 9
    assert abs(ends["left_hand"][0] - middle) > abs(ends["left_arm"][0] - middle) > abs(ends["left_leg"][0] - middle)
    order = ["head", "chest", "stomach", "left_hand", "left_leg", "left_foot"]
    assert [ends[id_][1] for id_ in order] == sorted(ends[id_][1] for id_ in order)
    # The drawing's own measures: the neck, the waist and the ankles of body.svg, 154 × 170 in a box of 108.71 × 120.
    neck, waist, ankle = (20 + 120 / 170 * y for y in (35, 74, 152))
    assert ends["head"][1] < neck < ends["chest"][1] < waist < ends["stomach"][1] < 20 + 120 / 170 * 92
    assert ends["left_leg"][1] < ankle < ends["left_foot"][1] < 140


def test_labels_of_the_body_board_are_apart(context):
    (table,) = tags(one(context, "body-board/mat").front.items, "Table")
    boxes = [box(row) for row in table.items if isinstance(row, Tag)]
    for a in boxes:
        assert 3 <= a[0] <= 210 - 3 - a[2]
        assert 3 <= a[1] <= 148 - 3 - a[3]
        others = [b for b in boxes if b is not a and abs(a[0] - b[0]) < a[2]]
        assert all(abs(a[1] - b[1]) >= a[3] for b in others)


def test_the_back_of_the_strike_table_has_the_order_in_which_the_engine_judges(context, game):
    back = one(context, "summaries/strike_table").back
    assert back is not None
    words = " ".join(text.text for text in back.texts())
    starts = [
        "If both knights are unseated",
        "If one knight is unseated",
        "If both knights are spent",
        "If one knight is spent",
    ]
    assert sorted(starts, key=words.index) == starts
    # What is judged first is found first: both are unseated, and both are spent as well.
    kinds, full, limit = list(game.outcomes), 12, game.rules.injury_limit
    ends = [
        probe.rolled(game, probe.striking(game, None, (limit, limit)), rolls).last
        for rolls in ([full, full], [full, 1], [1, 1])
    ]
    assert ends == kinds[:3] == ["both_unseated", "one_unseated", "both_unable"]
    assert words.index("ride another pass.") > words.index(starts[-1])


# The book and the files ---------------------------------------------------------------------------------------


def test_the_credits_say_what_is_reconstructed_and_the_book_has_no_rulings(context):
    assert not context.render.kit.rulings, "the rules themselves state the answers"
    credits_ = (KIT / "credits.md").read_text("utf-8")
    assert 'the {{ rules.columns }} squares and the {{ "zone" | said }} follow' in credits_


def test_examples_are_printed_as_pictures(context):
    book = (KIT / "rulebook.md").read_text("utf-8")
    in_pictures = set(re.findall(r"play:(Y\d+)", book))
    assert in_pictures == {"Y02", "Y05", "Y06", "Y08", "Y10", "Y20", "Y21", "Y22"}
    assert in_pictures <= set(context.render.kit.examples.value)


def test_the_pictures_show_the_ride_and_the_strikes_of_the_example(context, game):
    steps = replay.steps(game, context.render.kit.examples.plain()["Y20"])
    assert [steps[n]["you"]["joust"]["columns"] for n in (3, 4, 5, 6)] == [[1, 13], [5, 13], [5, 9], [9, 9]]
    assert [steps[n]["you"]["joust"]["injuries"] for n in (6, 7, 8)] == [[0, 0], [0, 2], [1, 2]]
    assert steps[6]["you"]["joust"]["advantage"] == 0


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
