"""Joust for 52 cards: what is on the finished pieces, read back and held to the game, and the engine's hooks."""

from __future__ import annotations

import io
import re
from collections import Counter
from itertools import pairwise

import pytest
import resvg_py
from PIL import Image, ImageChops

from pnp import imposition, rules
from pnp.checks.support.printed import tags
from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Path as Outline
from pnp.graphics.geometry import Rect
from pnp.graphics.inksaver import Inks
from pnp.imposition import Room
from pnp.kit import paths
from pnp.pipeline import job
from pnp.sources.yaml import read
from tests.conftest import edit, options_for
from tests.support.engines import make
from tests.support.printed import piece_of
from tests.support.text import uses, walk

KIT = paths.data_folder() / "duel"
ART = paths.root() / "art" / "duel"
SUITS = {"clubs": "black", "spades": "black", "hearts": "red", "diamonds": "red"}
RANKS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]


# The deck -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_deck_and_two_jokers_fill_six_sheets_and_all_else_a_seventh(drawn, paper):
    cards = [piece for id_ in ("deck", "extras", "helpers", "references") for piece in drawn.pieces[id_]]
    facts = drawn.render.facts
    printed = imposition.arrange("grid", cards, Room(facts.papers[paper].extent, facts.margin), 0.0)
    sheets = [Counter(placed.piece.component for placed in sheet.front) for sheet in printed]
    assert [sum(sheet.values()) for sheet in sheets] == [9] * 7
    assert sum(sheets[:6], Counter()) == {"deck": 52, "extras": 2}
    assert sheets[6] == {"helpers": 3, "references": 2, "extras": 4}
    assert Counter(placed.piece.id for placed in printed[6].front)["extras/blank"] == 3


@pytest.mark.parametrize("suit", SUITS)
def test_with_little_ink_the_pips_of_all_number_cards_of_a_suit_have_the_same_grey(drawn, suit):
    """Large areas become light, so the pips of low numbers must not be too large."""
    ink, fills = Inks("low"), {}
    for value in range(2, 11):
        front = ink.piece(piece_of(drawn, f"deck/{RANKS[value - 1]}_of_{suit}")).front
        pips = next(tag for tag in tags(front.items, "Figure") if " × " in tag.alt)
        areas = [use.drawing.items for _, use in uses(pips.items)]
        assert len(areas) == value
        fills[value] = {next(item.fill for _, item in walk(items) if isinstance(item, Outline)) for items in areas}
    assert fills[2] == {{"clubs": "#1e1e1e", "spades": "#1e1e1e"}.get(suit, "#5c5c5c")}
    assert all(tints == fills[2] for tints in fills.values())


@pytest.mark.parametrize("name", ["back", "medallion", *(f"{rank}_of_{suit}" for rank in RANKS[10:] for suit in SUITS)])
def test_backs_and_courts_look_the_same_from_both_ends(name):
    """A back that does not would mark cards."""
    svg = (ART / f"{name}.svg").read_text("utf-8")
    image = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=180, background="white"))))
    grey = image.convert("L")
    differing = ImageChops.difference(grey, grey.rotate(180)).point(lambda v: 255 if v > 110 else 0)
    assert differing.getbbox() is None


# Mats, pad and tokens -------------------------------------------------------------------------------------


def test_a_mat_has_a_place_for_every_card_of_a_hand_and_every_point(drawn, game):
    mat = piece_of(drawn, "mats/sun")
    boxes = Counter(_extent(item).size for _, item in walk(mat.front.items) if isinstance(item, Outline))
    assert boxes[63, 84.6] == game.rules.hand_size, "a card’s width; the awning covers the upper end"
    assert boxes[41, 7.6] == game.rules.hand_size
    assert boxes[14.4, 17.9] == game.rules.win_points + 1 + 1, "a shield for every number, and a frame around the first"
    assert boxes[12, 12] == game.rules.win_points + 1 + 1, "a place as large as a marker, white on the first shield"
    assert all(piece.size.w == 12 for piece in drawn.pieces["point-markers"])


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_both_mats_fit_on_one_sheet(drawn, paper):
    facts = drawn.render.facts
    room = Room(facts.papers[paper].extent, facts.margin)
    assert len(imposition.arrange("nest", drawn.pieces["mats"], room, 8.0)) == 1


def _extent(path: Outline) -> Rect:
    xs, ys = ([c for _, part in path.segments for c in part[axis::2]] for axis in (0, 1))
    return Rect(min(xs), min(ys), round(max(xs) - min(xs), 3), round(max(ys) - min(ys), 3))


def test_the_pad_has_a_column_for_every_total_of_a_round_and_a_line_for_every_round(drawn, game):
    spec = drawn.render.kit.components["pad"]
    titles = [column.title for column in spec.columns]
    totals = titles[titles.index("Target") + 1 : titles.index("Result")]
    assert len(totals) == 2 * game.rules.hand_size == spec.spans[1].columns
    assert [title[0] for title in totals] == [str(number) for number, _ in rules.proof(game).tables()["order"]]
    assert game.longest() <= spec.rows * spec.copies
    assert titles[-2:] == ["Moon", "Sun"]
    printed = [text.text for text in piece_of(drawn, "pad/page").front.texts()]
    assert [text for text in printed if text in titles] == titles
    assert [text for text in printed if text.isdigit()] == [str(number) for number in range(1, spec.rows + 1)]


def test_markers_fit_the_squares_beside_the_numbers_and_the_total_lies_on_the_target(drawn):
    board = piece_of(drawn, "board/mat").front
    boxes = [_extent(item) for _, item in walk(board.items) if isinstance(item, Outline)]
    places = [box for box in boxes if box.size == (11, 11)]
    assert len(places) == 77
    target, total, below = (drawn.pieces[f"{name}-marker"][0] for name in ("target", "total", "below"))
    for marker in (target, total, below):
        assert all(space >= 0.5 for space in ((11 - marker.size.w) / 2, (11 - marker.size.h) / 2)), "air on each side"
    assert (total.size.w, total.size.h) == (below.size.w, below.size.h) == (target.size.w - 1, target.size.h - 1), (
        "the edge shows"
    )
    assert not any(marker.outlined for marker in (target, total, below)), "squares, which straight cuts free"
    for starts in (sorted({box.x for box in places}), sorted({box.y for box in places})):
        assert all(after - before > 11 for before, after in pairwise(starts)), "squares do not overlap"
    assert [[tag.alt for tag in tags(marker.front.items, "Figure")] for marker in (target, total, below)] == [
        ["Target"],
        ["Total"],
        ["Below 0"],
    ]


# The rulebook ---------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_guide_names_the_pages_that_owners_of_a_deck_need():
    layout = job.lay_out(options_for(KIT), Diagnostics())
    assert layout is not None
    (guide,) = layout.pieces["guide"]
    found = re.search(r"print only pages (\d+) and (\d+) \(one sheet\)", " ".join(t.text for t in guide.front.texts()))
    assert found
    parts = {"helpers", "references"}
    (cards,) = (pages for file, pages in layout.files if file.name == "duel-a4-cardstock.pdf")
    needed = [n for n, page in enumerate(cards, 1) if parts & {one.piece.component for one in page.placed}]
    assert [int(n) for n in found.groups()] == needed


# The engine's hooks ---------------------------------------------------------------------------------------


def test_what_a_card_is_seen_to_be(game):
    for suit, colour in SUITS.items():
        for value, rank in enumerate(RANKS, start=1):
            assert rules.proof(game).observe("deck", f"{rank}_of_{suit}") == {"colour": colour, "value": value}
    assert rules.proof(game).observe("extras", "joker") is rules.proof(game).observe("deck", "joker") is None


def test_the_tables_are_what_play_shows(game):
    found = rules.proof(game).tables()
    assert found["values"] == [["worth", *range(1, 14)]]
    assert found["order"] == [[n, "attacker" if n % 2 == 0 else "defender"] for n in range(1, 7)]
    assert found["ends"] == [["reached", "attacker", 3, 3], ["held", "defender", 3, 3]]
    assert found["forfeits"] == [[1, 1, 1], [2, 2, 2]]
    assert [step for step, _ in found["steps"]] == ["target", "swap", "defend", "attack", "forfeit"]
    assert dict(found["steps"])["swap"] == ["attacker", "defender"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("totals: [3, 12], ends", "totals: [3, 13], ends", "play shows 3, 12"),
        ("missed_by: 6", "missed_by: 5", "play shows 6"),
        ("swap king_of_spades", "swap ace_of_spades", "is not allowed"),
        ("deck_at_least: 27", "deck_at_least: 28", "play shows 27"),
        ("queen: 12", "queen: 11", "play shows 12"),
        ("form: call", "form: cal", "unknown form"),
        ("turned: queen_of_spades", "turned: queen", "is not allowed"),
        ("over: true}", "over: true, more: 1}", "claims no 'more'"),
        ("attacker: [two_of_spades,", "attacker: [three_of_hearts,", "a card is in two places"),
    ],
)
def test_an_example_that_play_does_not_bear_out_is_reported(game, copy, old, new, words):
    edit(copy, "examples.yaml", old, new)
    examples = read(copy / "examples.yaml", Diagnostics()).plain().values()
    assert any(words in message for example in examples for _, message in rules.proof(game).example_problems(example))


def test_a_deck_of_one_colour_leaves_nothing_to_call(copy):
    text = (copy / "cards.yaml").read_text("utf-8").replace("colour: red", "colour: black")
    (copy / "cards.yaml").write_text(text, "utf-8")
    duel = make("duel", copy)
    assert list(rules.proof(duel).problems()) == [
        ("suits", "all cards have the same colour, so there is nothing to call")
    ]
