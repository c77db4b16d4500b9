"""Joust for 52 cards: what is on the finished pieces, read back and held to the game, and the engine's hooks."""

from __future__ import annotations

import io
import re
import shutil
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pytest
import resvg_py
from PIL import Image, ImageChops

from pnp import imposition, rules
from pnp.checks import CheckContext
from pnp.checks.support.pages import paragraphs, tables
from pnp.checks.support.printed import tags
from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Group, Item, Piece, Tag, Text
from pnp.graphics.drawing import Path as Outline
from pnp.graphics.geometry import Rect, Transform
from pnp.graphics.inksaver import Inks
from pnp.imposition import Room
from pnp.kit import paths
from pnp.pipeline.context import open_context
from pnp.sources.yaml import read
from tests.conftest import drawn_context, edit
from tests.support.engines import make
from tests.support.text import uses, walk

KIT = paths.data_folder() / "duel"
ART = paths.root() / "art" / "duel"
SUITS = {"clubs": "black", "spades": "black", "hearts": "red", "diamonds": "red"}
RANKS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]
EXAMPLES = read(KIT / "examples.yaml", Diagnostics()).plain()
INDEX = ["A", *map(str, range(2, 11)), "J", "Q", "K"]


@pytest.fixture(scope="module")
def context() -> CheckContext:
    diagnostics = Diagnostics()
    context = open_context(KIT, diagnostics)
    assert context is not None, list(diagnostics)
    found = drawn_context(context)
    assert not diagnostics
    return found


@pytest.fixture(scope="module")
def game():
    return make("duel", KIT)


@pytest.fixture
def copy(tmp_path):
    return shutil.copytree(KIT, tmp_path / "duel")


def one(context: CheckContext, id_: str) -> Piece:
    return next(piece for pieces in context.pieces.values() for piece in pieces if piece.id == id_)


def placed(items: tuple[Item, ...], frame: Transform = Transform()) -> list[tuple[Text, Transform]]:  # noqa: B008
    """Texts with the frames they stand in, those of pictures left out."""
    found = []
    for item in items:
        if isinstance(item, Text):
            found.append((item, frame))
        elif isinstance(item, Tag):
            found.extend(placed(item.items, frame))
        elif isinstance(item, Group):
            found.extend(placed(item.items, frame.over(item.transform)))
    return found


# The deck -------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_set_is_a_whole_deck_and_what_helps_with_it(context):
    counts = {id_: sum(piece.copies for piece in pieces) for id_, pieces in context.pieces.items() if id_ != "rulebook"}
    assert counts == {
        "deck": 52, "helpers": 3, "references": 2, "extras": 3, "mats": 2, "plus": 3, "minus": 3, "point-markers": 2,
        "board": 1, "target-marker": 1, "total-marker": 1, "below-marker": 1, "pad": 1,
        "tuckbox": 1,
    }  # fmt: skip
    assert {tuple(piece.size) for piece in context.pieces["deck"]} == {(63, 88)}
    assert len({id(piece.back) for piece in context.pieces["deck"]}) == 1
    assert (
        one(context, "extras/joker").back is one(context, "extras/blank").back is one(context, "deck/ace_of_clubs").back
    )


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_deck_and_two_jokers_fill_six_sheets_and_all_else_a_seventh(context, paper):
    cards = [piece for id_ in ("deck", "extras", "helpers", "references") for piece in context.pieces[id_]]
    facts = context.render.facts
    printed = imposition.arrange("grid", cards, Room(facts.papers[paper].extent, facts.margin), 0.0)
    sheets = [Counter(placed.piece.component for placed in sheet.front) for sheet in printed]
    assert [sum(sheet.values()) for sheet in sheets] == [9] * 7
    assert sum(sheets[:6], Counter()) == {"deck": 52, "extras": 2}
    assert sheets[6] == {"helpers": 3, "references": 2, "extras": 4}
    assert Counter(placed.piece.id for placed in printed[6].front)["extras/blank"] == 3


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("value", range(1, 14))
def test_a_card_says_its_rank_value_and_colour_at_both_ends(context, suit, value):
    texts = placed(one(context, f"deck/{RANKS[value - 1]}_of_{suit}").front.items)
    due = Counter({INDEX[value - 1]: 2, f":{SUITS[suit]}:": 1})
    if value in (1, 11, 12, 13):
        due += Counter({str(value): 1})
    for upright in (1, -1):
        assert Counter(text.text for text, frame in texts if frame.a == upright) == due
    for text, frame in texts:
        if frame.a == -1:
            x, y = frame.apply(text.x, text.y)
            assert any(
                (63 - t.x, 88 - t.y) == pytest.approx((x, y)) or (t.x, t.y) == (text.x, text.y) for t, _ in texts
            )


@pytest.mark.parametrize("suit", SUITS)
def test_an_index_can_be_read_in_a_fan_in_the_colour_of_its_suit(context, suit):
    colour = context.render.kit.palette[SUITS[suit]]
    for rank, index in zip(RANKS, INDEX, strict=True):
        text, frame = placed(one(context, f"deck/{rank}_of_{suit}").front.items)[0]
        assert (text.text, text.colour, frame.a) == (index, colour, 1)
        assert text.size >= 18
        assert text.x >= 3
        assert text.x + context.render.fonts.width(text.text, text.font, text.size) < 13.4
        assert text.y < 12


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("value", range(2, 11))
def test_a_number_card_has_as_many_pips_of_its_own_suit(context, suit, value):
    front = one(context, f"deck/{RANKS[value - 1]}_of_{suit}").front
    figures = [tag for tag in tags(front.items, "Figure") if " × " in tag.alt]
    assert [tag.alt for tag in figures] == [f"{value} × {suit.capitalize()} pip"]
    turned = [item for item in figures[0].items if isinstance(item, Group)]
    assert len(figures[0].items) == value
    assert len(turned) == sum(y > 0.5 for y in ROWS[value])


@pytest.mark.parametrize("suit", SUITS)
def test_with_little_ink_the_pips_of_all_number_cards_of_a_suit_have_the_same_grey(context, suit):
    """Large areas become light, so the pips of low numbers must not be too large."""
    ink, fills = Inks("low"), {}
    for value in range(2, 11):
        front = ink.piece(one(context, f"deck/{RANKS[value - 1]}_of_{suit}")).front
        pips = next(tag for tag in tags(front.items, "Figure") if " × " in tag.alt)
        areas = [use.drawing.items for _, use in uses(pips.items)]
        assert len(areas) == value
        fills[value] = {next(item.fill for _, item in walk(items) if isinstance(item, Outline)) for items in areas}
    assert fills[2] == {{"clubs": "#1e1e1e", "spades": "#1e1e1e"}.get(suit, "#5c5c5c")}
    assert all(tints == fills[2] for tints in fills.values())


ROWS = {
    2: (0, 1), 3: (0, 0.5, 1), 4: (0, 0, 1, 1), 5: (0, 0, 0.5, 1, 1), 6: (0, 0, 0.5, 0.5, 1, 1),
    7: (0, 0, 0.25, 0.5, 0.5, 1, 1), 8: (0, 0, 0.25, 0.5, 0.5, 0.75, 1, 1),
    9: (0, 0, 0.33, 0.33, 0.5, 0.67, 0.67, 1, 1), 10: (0, 0, 0.17, 0.33, 0.33, 0.67, 0.67, 0.83, 1, 1),
}  # fmt: skip
"""How far down the pips of a number card stand."""


@pytest.mark.parametrize("name", ["back", "medallion", *(f"{rank}_of_{suit}" for rank in RANKS[10:] for suit in SUITS)])
def test_backs_and_courts_look_the_same_from_both_ends(name):
    """A back that does not would mark cards."""
    svg = (ART / f"{name}.svg").read_text("utf-8")
    image = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=180, background="white"))))
    grey = image.convert("L")
    differing = ImageChops.difference(grey, grey.rotate(180)).point(lambda v: 255 if v > 110 else 0)
    assert differing.getbbox() is None


# Mats, pad and tokens -------------------------------------------------------------------------------------


def test_a_mat_has_a_place_for_every_card_of_a_hand_and_a_number_for_every_point(context, game):
    mat = one(context, "mats/sun")
    boxes = Counter(_extent(item).size for _, item in walk(mat.front.items) if isinstance(item, Outline))
    assert boxes[63, 84.6] == game.rules.hand_size, "a card’s width; the awning covers the upper end"
    assert boxes[41, 7.6] == game.rules.hand_size
    assert boxes[14.4, 17.9] == game.rules.win_points + 1 + 1, "a shield for every number, and a frame around the first"
    assert boxes[12, 12] == game.rules.win_points + 1 + 1, "a place as large as a marker, white on the first shield"
    assert all(piece.size.w == 12 for piece in context.pieces["point-markers"])
    numbers = [text.text for text, _ in placed(mat.front.items) if text.text[0].isdigit()]
    places = [text.text for text, _ in placed(mat.front.items) if text.text.startswith("Played ")]
    assert places == ["Played 1st", "Played 2nd", "Played 3rd"]
    assert numbers == [*map(str, range(game.rules.win_points)), f"{game.rules.win_points}+"]


@pytest.mark.parametrize(("colour", "other"), [("sun", "moon"), ("moon", "sun")])
def test_a_mat_has_its_player_s_colour_and_not_the_other(context, colour, other):
    palette = context.render.kit.palette
    mat = one(context, f"mats/{colour}").front
    names = [text.text for text, _ in placed(mat.items) if text.text in ("Sun", "Moon")]
    assert names == [colour.capitalize()]
    drawn = [item for _, item in walk(mat.items) if isinstance(item, Outline)]
    fills = Counter(item.fill for item in drawn)
    rims = Counter(item.stroke.colour for item in drawn if item.stroke and item.stroke.width > 1)
    assert fills[palette[colour]] == 2, "the edge of the mat and the plate with its name"
    assert rims[palette[colour]] >= 11, "a shield for every number"
    assert not fills[palette[other]]
    assert not rims[palette[other]]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_both_mats_fit_on_one_sheet(context, paper):
    facts = context.render.facts
    room = Room(facts.papers[paper].extent, facts.margin)
    assert len(imposition.arrange("nest", context.pieces["mats"], room, 8.0)) == 1


def _extent(path: Outline) -> Rect:
    xs, ys = ([c for _, part in path.segments for c in part[axis::2]] for axis in (0, 1))
    return Rect(min(xs), min(ys), round(max(xs) - min(xs), 3), round(max(ys) - min(ys), 3))


def test_the_pad_has_a_column_for_every_total_of_a_round_and_a_line_for_every_round(context, game):
    spec = context.render.kit.components["pad"]
    titles = [column.title for column in spec.columns]
    totals = titles[titles.index("Target") + 1 : titles.index("Result")]
    assert len(totals) == 2 * game.rules.hand_size == spec.spans[1].columns
    assert [title[0] for title in totals] == [str(number) for number, _ in rules.proof(game).tables()["order"]]
    assert game.longest() <= spec.rows * spec.copies
    assert titles[-2:] == ["Moon", "Sun"]
    printed = [text.text for text in one(context, "pad/page").front.texts()]
    assert [text for text in printed if text in titles] == titles
    assert [text for text in printed if text.isdigit()] == [str(number) for number in range(1, spec.rows + 1)]


def test_the_number_board_has_every_total_that_a_round_can_reach_with_a_marker_for_those_below_0(context, game):
    board = one(context, "board/mat").front
    numbers = [int(text.text) for text in board.texts() if text.text[-1].isdigit() and " " not in text.text]
    assert numbers == [*range(game.rules.target.max + 1), 6], "the last one belongs to the example"
    least = game.rules.hand_size * (1 - len(RANKS))  # the defender adds aces, the attacker subtracts kings
    assert 0 < -least <= game.rules.target.max, "a total below 0 is on the same numbers, with its own marker"
    assert context.pieces["below-marker"][0].copies == 1
    words = " ".join(text.text for text in board.texts() if not text.text.isdigit())
    assert words == "Target Total Below 0 = −6"


def test_markers_fit_the_squares_beside_the_numbers_and_the_total_lies_on_the_target(context):
    board = one(context, "board/mat").front
    boxes = [_extent(item) for _, item in walk(board.items) if isinstance(item, Outline)]
    places = [box for box in boxes if box.size == (11, 11)]
    assert len(places) == 77
    target, total, below = (context.pieces[f"{name}-marker"][0] for name in ("target", "total", "below"))
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


def test_players_are_sun_and_moon_on_mats_markers_and_score_sheet(context):
    assert [piece.id for piece in context.pieces["mats"]] == ["mats/moon", "mats/sun"]
    markers = [[tag.alt for tag in tags(piece.front.items, "Figure")] for piece in context.pieces["point-markers"]]
    assert markers == [["Sun"], ["Moon"]]


def test_a_token_shows_plus_and_another_minus(context):
    tokens = [context.pieces[kind][0] for kind in ("plus", "minus")]
    assert [[tag.alt for tag in tags(token.front.items, "Figure")] for token in tokens] == [
        ["Plus in a ring of lozenges"],
        ["Minus in a ring of lozenges"],
    ]


def test_the_box_says_what_the_game_is_and_what_is_in_the_kit(context):
    words = " ".join(text.text for text in one(context, "tuckbox/box").front.texts())
    assert words.startswith("Joust with 52 Cards 2 15 min 10+ After the game by Donovan Block One number, two minds ")
    assert "The first player with 10 points or more wins." in words
    cards = "52 playing cards, 2 jokers, 5 helper cards"
    assert f"In this box: {cards}, 6 tokens and 5 markers." in words
    assert "Beside it: 2 mats, the number board, the score sheet and the rulebook." in words


# The rulebook ---------------------------------------------------------------------------------------------


def test_the_rulebook_has_eight_pages_with_the_rulings_that_add_something_and_says_what_is_new(context):
    assert len(context.pieces["rulebook"]) == 8
    texts = [paragraph.text for paragraph in paragraphs(context, "")]
    questions = [ruling["question"] for ruling in context.render.templates.rulings]
    assert [sum(text.startswith(f"{question} ") for text in texts) for question in questions] == [1, 1, 1]
    assert sum("Every sentence and every drawing here is new" in text for text in texts) == 1
    assert any(text.startswith("Designed for this kit,") for text in texts)


def test_every_worked_example_is_printed_with_its_totals(context):
    pages = " ".join(" ".join(t.text for t in piece.front.texts()) for piece in context.pieces["rulebook"])
    words = " ".join(pages.split())
    for id_, example in EXAMPLES.items():
        if example["form"] == "round" and id_ not in ("B05", "B07", "K5", "K7"):  # like K8 and K4; in pictures
            starts = [
                f"{target} {example['given']['target']} {stop}" for target, stop in (("Target", "."), ("target", ","))
            ]
            found = [words[words.index(start) :][:420] for start in starts if start in words]
            totals = [str(total).replace("-", "−") for total in example["then"]["totals"]]
            assert any(_in_order(totals, label.split()[2:]) for label in found), id_


def _in_order(expected: list[str], words: list[str]) -> bool:
    left = iter(words)
    return all(any(word.rstrip(".:,") == total for word in left) for total in expected)


@pytest.mark.parametrize("name", ["exchanges", "exchange", "forfeited"])
def test_pictures_of_rounds_stand_on_the_page_of_their_sentence_or_beside_it_and_say_how_they_end_in_one_place(
    context, name
):
    found = {}
    for number, piece in enumerate(context.pieces["rulebook"], start=1):
        for _, use in uses(piece.front.items):
            if use.drawing.name.startswith("play-") and use.drawing.name.endswith(f"-{name}"):
                found[use.drawing.name.split("-")[1]] = (number, use.drawing)
    assert {id_: number for id_, (number, _) in found.items()} == (
        {"exchanges": {"K4": 6}, "exchange": {"K5": 5}, "forfeited": {"K8": 6}}[name]
    )
    frames = [placed(drawing.items) for _, drawing in found.values()]
    below = {round(frame.apply(text.x, text.y)[1], 2) for texts in frames for text, frame in texts if text.text == "0"}
    assert len(below) == 1
    pages = [" ".join(t.text for t in piece.front.texts()) for piece in context.pieces["rulebook"]]
    assert "With target 40 ," in pages[5]


def test_tables_are_on_the_back_of_the_book_and_of_the_reference_card(context):
    heads = Counter(table.head for table in tables(context))
    assert heads[("Forfeit after exchange", "Attacker loses", "Attacker draws")] == 1
    assert heads[("Result", "Winner", "Takes", "Loser draws")] == 2
    assert [t.rows for t in tables(context) if t.head == ("Card", *INDEX)] == [[("Worth", *map(str, range(1, 14)))]]


@pytest.mark.slow
def test_the_guide_names_the_pages_that_owners_of_a_deck_need(built):
    folder = built(kit="duel").folder
    guide = " ".join(_page_texts(folder / "duel-a4-paper.pdf")[0].split())
    found = re.search(r"print only pages (\d+) and (\d+) \(one sheet\)", guide)
    assert found
    cards = _page_texts(folder / "duel-a4-cardstock.pdf")
    words = ("A round", "After a round", "Attacker")
    needed = [n for n, text in enumerate(cards, 1) if any(word in text for word in words)]
    assert [int(n) for n in found.groups()] == needed


def _page_texts(file: Path) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(file)]


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
