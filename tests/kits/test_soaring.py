"""The logo cards' kit: what is on the finished pieces and sheets, read back and held to the game."""

from __future__ import annotations

import shutil
from collections import Counter
from random import Random

import pypdfium2
import pytest

from pnp import imposition, rules
from pnp.checks import CheckContext
from pnp.checks.support.pages import tables
from pnp.checks.support.printed import tags
from pnp.components.kinds import tuckbox
from pnp.components.rims import DASHES, GAP
from pnp.diagnostics import Diagnostics
from pnp.graphics.drawing import Drawing, Group, Item, Path, Piece, Tag, Text, Use
from pnp.graphics.geometry import Transform
from pnp.imposition import Room
from pnp.kit import paths
from pnp.pipeline import job as press
from pnp.pipeline.context import open_context
from tests.conftest import drawn_context, edit, options_for
from tests.support.engines import make
from tests.support.text import uses, walk

KIT = paths.data_folder() / "soaring"

SUITS = {"a": "Mark A: twin peaks", "c": "Mark C: two open rings", "e": "Mark E: three rounded steps"}


@pytest.fixture(scope="module")
def context() -> CheckContext:
    diagnostics = Diagnostics()
    context = open_context(KIT, diagnostics)
    assert context is not None, list(diagnostics)
    found = drawn_context(context)
    assert not diagnostics
    return found


@pytest.fixture
def copy(tmp_path):
    return shutil.copytree(KIT, tmp_path / "soaring")


def one(context: CheckContext, id_: str) -> Piece:
    return next(piece for pieces in context.pieces.values() for piece in pieces if piece.id == id_)


def card(context: CheckContext, id_: str) -> Piece:
    return one(context, f"deck/{id_}")


def said(drawing: Drawing | None) -> str:
    return " ".join(text.text for text in drawing.texts()) if drawing else ""


def placed(items: tuple[Item, ...], frame: Transform = Transform()) -> list[tuple[Text, Transform]]:  # noqa: B008
    """Texts with where they stand, those of pictures left out."""
    found = []
    for item in items:
        if isinstance(item, Text):
            found.append((item, frame))
        elif isinstance(item, Tag):
            found.extend(placed(item.items, frame))
        elif isinstance(item, Group):
            found.extend(placed(item.items, frame.over(item.transform)))
    return found


# What is cut out ------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_set_is_what_the_rules_ask_for(context):
    counts = {id_: sum(piece.copies for piece in pieces) for id_, pieces in context.pieces.items()}
    assert {id_: counts[id_] for id_ in ("deck", "references", "signs", "tokens", "aside")} == {
        "deck": 18,
        "references": 4,
        "signs": 3,
        "tokens": 12,
        "aside": 1,
    }
    assert {piece.copies for piece in context.pieces["deck"]} == {1}
    assert {tuple(p.size) for id_ in ("deck", "references", "signs") for p in context.pieces[id_]} == {(63, 88)}
    assert {tuple(piece.size) for piece in context.pieces["tokens"]} == {(20, 20)}
    assert tuple(context.pieces["aside"][0].size) == (124, 136)


def test_every_logo_card_has_the_same_back_and_spare_cards_too(context):
    backs = {said(piece.back) + str(id(piece.back)) for piece in context.pieces["deck"]}
    assert len(backs) == 1
    assert one(context, "signs/spare").back is context.pieces["deck"][0].back


@pytest.mark.slow
def test_cards_fill_three_sheets_and_nothing_is_left_over(built):
    (file,) = built(kit="soaring").folder.glob("*-cardstock.pdf")
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(file)]
    fronts = [page for page in pages if "· Cards ·" in page and "front" in page]
    assert len(fronts) == 3
    assert sum(page.count("Lost a card?") for page in fronts) == 2
    assert sum(page.count("Who wins a hand") for page in fronts) == 4


# What the cards say ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("value", range(1, 6))
def test_a_suit_card_shows_its_value_as_a_number_in_four_corners_and_in_marks(context, suit, value):
    front = card(context, f"{suit}{value}").front
    corners = [(t, frame) for t, frame in placed(front.items) if t.text == str(value)]
    upright, turned = ([corner for corner in corners if corner[1].a == way] for way in (1, -1))
    assert len(upright) == len(turned) == 2
    for (there, _), (here, frame) in zip(upright, turned, strict=True):
        assert frame.apply(here.x, here.y) == pytest.approx((63 - there.x, 88 - there.y))
    pips = [tag for tag in tags(front.items, "Figure") if " × " in tag.alt]
    assert [tag.alt for tag in pips] == [f"{value} × {SUITS[suit]}"]
    assert len(pips[0].items) == value
    assert f"Suit {suit.upper()}" in said(front)
    assert "ties" not in said(front)


def rhino(suit: str, value: int) -> str:
    """The drawing of the rhino: those of suit A are the ones for suits of your own, too."""
    return f"flier-{value}" if suit == "a" else f"flier-{suit}-{value}"


@pytest.mark.parametrize("suit", SUITS)
def test_each_card_has_a_sky_and_a_rhino_of_its_own(context, suit):
    for value in range(1, 6):
        names = {use.drawing.name for _, use in uses(card(context, f"{suit}{value}").front.items)}
        assert {f"sky-{value}", rhino(suit, value), f"ground-{suit}"} <= names


@pytest.mark.parametrize("suit", SUITS)
def test_two_to_five_marks_are_of_one_size_so_that_five_look_like_most(context, suit):
    sizes = []
    for value in range(1, 6):
        front = card(context, f"{suit}{value}").front
        (pips,) = [tag for tag in tags(front.items, "Figure") if " × " in tag.alt]
        uses = [item if isinstance(item, Use) else item.items[0] for item in pips.items]
        sizes.append({round(use.transform.a * use.drawing.size.w, 3) for use in uses})
    assert sizes[1:] == [{16.2}] * 4
    assert min(sizes[0]) > 16.2


@pytest.mark.parametrize(
    ("id_", "words"),
    [
        ("a1", "Suit A"),
        ("c5", "Suit C"),
        ("e2", "Suit E"),
        ("e_downer", "Loses ties with A and C"),
        ("c_downer", "Loses ties with A, wins ties with E"),
        ("c_downer", "High hand: beats the plain C 3"),
        ("e_downer", "High hand: beats the plain E 3"),
        ("c_downer", "Next hand, the lowest value wins"),
        ("e_downer", "Next hand, the lowest value wins"),
        ("soaring_rhino", "High hand: below A, above C and E"),
        ("soaring_rhino", "Between groups, values do not count"),
    ],
)
def test_cards_say_what_they_do(context, id_, words):
    assert words in said(card(context, id_).front)


@pytest.mark.parametrize("id_", ["a3", "c_downer"])
def test_the_strip_of_suits_is_in_the_order_of_ties(context, id_):
    words = [(t.x, t.text.removeprefix("Suit "), frame) for t, frame in placed(card(context, id_).front.items)]
    row = [(x, text) for x, text, frame in words if text in "ACE>" and frame.a == 1]
    letters = [text for _, text in sorted(row) if text != ">"]
    assert letters == [suit.upper() for suit in make("soaring", KIT).rules.suits]
    assert len([text for _, text in row if text == ">"]) == len(letters) - 1


def test_the_signs_have_their_opposites_behind_them(context):
    direction, high_low = one(context, "signs/direction"), one(context, "signs/high_low")
    assert "Clockwise" in said(direction.front)
    assert "left" in said(direction.front)
    assert "Counter-clockwise" in said(direction.back)
    assert "right" in said(direction.back)
    assert "highest" in said(high_low.front)
    assert "lowest" in said(high_low.back)


def test_tokens_are_told_apart_by_their_rims(context):
    strokes = [[getattr(item, "stroke", None) for item in piece.front.items] for piece in context.pieces["tokens"]]
    widths = [[round(stroke.width, 3) for stroke in mine if stroke and stroke.colour == "#ffffff"] for mine in strokes]
    assert [mine.count(GAP) for mine in widths] == [0, DASHES, 3, 4]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_game_hands_out_more_tokens_than_there_are(context, players):
    game = make("soaring", KIT, players=players)
    mine = {piece.copies for piece in context.pieces["tokens"]}
    assert mine == {game.table.win.number}
    assert len(context.pieces["tokens"]) >= players
    for number in range(20):
        end = rules.playing.play(game, Random(f"tokens/{number}"))
        assert max(end.wins) in mine
        assert sum(end.wins) <= 12


# Books and tables -----------------------------------------------------------------------------------------


def test_both_books_and_cards_have_the_tables(context):
    heads = Counter(next(filter(None, table.head), "") for table in tables(context) if table.head)
    # On a reference card, and two of them on the back of the book.
    assert heads["A"] == heads["Place"] == 2
    assert [heads[f"{number} players"] for number in (4, 3, 2)] == [1, 1, 1]


def test_rulings_that_the_rules_do_not_state_are_printed_as_questions(context):
    text = " ".join(said(piece.front) for piece in context.pieces["rulebook"])
    first = (
        "Who wins: the Rhino",
        "Who wins with",
        "Who wins a low",
        "What if both",
        "May two",
        "May you look at discards",
    )
    places = [text.index(words) for words in first]
    assert places == sorted(places)
    assert "SR" not in text


def test_names_of_cards_are_not_broken_over_lines(context):
    words = " ".join(said(piece.front) for piece in context.pieces["rulebook"])
    assert "A\u00a05" in words
    assert "A 5" not in words


def test_the_tables_show_cards_as_the_signs_of_their_suits(context):
    ladder = next(table for table in tables(context) if table.head[:2] == ("", "A"))
    assert ladder.rows[2] == ("3", ":a3:", ">", ":c_downer:", ">", ":c3:", ">", ":e_downer:", ">", ":e3:")
    # Suits are in the same columns in all rows, with the sign in the middle of the room between them.
    assert ladder.rows[0] == ("5", ":a5:", "", ">", "", ":c5:", "", ">", "", ":e5:")


def test_the_box_says_what_the_game_is_and_what_is_in_it(context):
    words = said(one(context, "tuckbox/box").front)
    plain = words.replace("\xa0", " ")
    assert plain.startswith("SOARING RHINO Logo Cards Draft high, or bring everybody down 2–4 15 min 8+ Three logos")
    assert (
        "18 logo cards, 4 reference cards, a direction card, a high and low card, 12 tokens and the mat, folded twice."
        in words
    )


TICK = (0.5, 0.25)
"""The dashes of the ticks that show where the mat folds."""
TOKEN = 1.5
"""The thickest card on which tokens are glued, in mm."""


def test_the_folded_mat_lies_in_the_box_with_the_cards_and_the_tokens(context):
    (mat,) = context.pieces["aside"]
    facts, spec = context.render.facts, context.render.kit.components["tuckbox"]
    box = tuckbox._box(spec, context.render)
    halves = sorted((mat.size.w / 2, mat.size.h / 2))
    assert halves[0] <= box.w - 1
    assert halves[1] <= box.h - 1
    cards = sum(context.render.kit.totals[deck] for deck in spec.decks)
    mat_, cards_ = 4 * facts.thickness[mat.stock], cards * facts.thickness["cardstock"]
    assert cards_ + TOKEN + mat_ + tuckbox.SLACK <= box.d
    assert box.w >= 3 * 20
    assert box.h >= 4 * 20
    folds = [
        item for _, item in walk(mat.front.items) if isinstance(item, Path) and item.stroke and item.stroke.dash == TICK
    ]
    assert len(folds) == 4  # a tick at both ends of two folds
    assert "12 tokens and the mat, folded twice" in said(one(context, "tuckbox/box").front)


def test_a_deck_with_a_sixth_value_fits_its_cards_and_its_reference_card(copy):
    text = (copy / "cards.yaml").read_text(encoding="utf-8")
    for suit in SUITS:
        text = text.replace(
            f"  {suit}5: ", f"  {suit}6: {{name: {suit.upper()} 6, traits: {{suit: {suit}, value: 6}}}}\n  {suit}5: "
        )
    (copy / "cards.yaml").write_text(text, encoding="utf-8")
    for old, new in (
        ("set_aside: 2, deal: 4", "set_aside: 5, deal: 4"),
        ("set_aside: 3, deal: 5", "set_aside: 6, deal: 5"),
    ):
        edit(copy, "rules.yaml", old, new)
    diagnostics = Diagnostics()
    planned = press.plan(options_for(copy), diagnostics)
    if planned:
        press.draw(planned)
    codes = {diagnostic.code for diagnostic in diagnostics}
    assert not codes & {"text-overflow", "unknown-icon", "missing-art"}, [str(found) for found in diagnostics]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_box_the_tokens_and_the_mat_share_a_sheet(context, paper):
    facts = context.render.facts
    pieces = [piece for id_ in ("tokens", "aside", "tuckbox") for piece in context.pieces[id_]]
    assert len(imposition.arrange("nest", pieces, Room(facts.papers[paper].extent, facts.margin), 8.0)) == 1


def test_the_marks_are_named_as_new_and_the_publishers_its_own(context):
    book = " ".join(said(piece.front) for piece in context.pieces["rulebook"])
    assert "Its own logos are not used; the three here are new." in book


def test_type_is_readable(context):
    for pieces in context.pieces.values():
        for piece in pieces:
            least = 9 if piece.component == "rulebook" else 7
            for drawing in (piece.front, piece.back):
                sizes = [text.size for text, _ in placed(drawing.items)] if drawing else []
                assert min(sizes, default=least) >= least, piece.id


# What is found wrong --------------------------------------------------------------------------------------
