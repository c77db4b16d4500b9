"""Joust's kit: what is on the finished pieces and sheets, read back and held to the game, and the engine's hooks."""

from __future__ import annotations

import pypdfium2
import pytest
from pypdfium2.raw import FPDF_PAGEOBJ_PATH

from pnp import rules
from pnp.checks.support.printed import tags, texts
from pnp.diagnostics import Diagnostics
from pnp.games.tilt import observe as probe
from pnp.games.tilt.target import OPPOSITE
from pnp.graphics.drawing import Path, Piece, Tag, every, walk
from tests.conftest import edit
from tests.support.engines import make

DECKS = {"aims": 9, "horses": 8, "knights": 9, "shields": 4}
COLOURWAYS = ("gules", "azure")


def said(piece: Piece) -> list[str]:
    return [text.text for text in piece.front.texts()]


def squares(piece: Piece) -> dict[str, Tag]:
    return {tag.alt: tag for tag in tags(piece.front.items, "Square")}


def filled(piece: Piece) -> set[str]:
    """The squares of an aim card with a tint, through which the picture is seen."""
    translucent = {
        id_: [item for item in every(tag.items) if getattr(item, "alpha", 1) < 1] for id_, tag in squares(piece).items()
    }
    return {id_ for id_, items in translucent.items() if items}


# What is cut out ------------------------------------------------------------------------------------------


def test_backs_tell_deck_and_knight(drawn):
    backs = {}
    for colourway in COLOURWAYS:
        for deck in DECKS:
            found = {piece.back for piece in drawn.pieces[f"{deck}-{colourway}"]}
            assert len(found) == 1, "nobody can tell the cards of a deck from behind"
            (back,) = found
            words = {text.text for text in back.texts()}
            assert words == {deck[:-1].capitalize()}
            backs[deck, colourway] = back
    assert len({id(back) for back in backs.values()}) == 8


# What the cards say ---------------------------------------------------------------------------------------


def test_aim_cards_light_what_the_engine_lets_them_reach(drawn, game):
    for piece in drawn.pieces["aims-azure"]:
        card = piece.id.rpartition("/")[2]
        example = drawn.render.kit.cards["aims"][card].plain_asides["example"]
        assert filled(piece) == set(probe.aimed(game, card, example))


def test_arrows_on_aim_cards_lead_where_the_engine_sends_aims_at_the_edge(drawn, game):
    for id_, card in drawn.render.kit.cards["aims"].items():
        shown = list(zip(card.plain_asides.get("edge_from", ()), card.plain_asides.get("edge_to", ()), strict=True))
        way = game.aims[id_].way
        off = [cell for cell in game.target.cells if way in OPPOSITE and not game.target.neighbours(cell, way)]
        edge = {cell: sorted(probe.aimed(game, id_, cell)) for cell in off}
        assert {cell: sorted(to for start, to in shown if start == cell) for cell, _ in shown} == edge


# The boards -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_beside_the_back_of_a_hidden_card_are_only_backs_of_its_pattern(built):
    """A sheet that slips by a millimetre marks no card by the edge of another pattern."""
    placements = [p for p in built(kit="tilt").manifest["placements"] if p["side"] == "back"]
    pattern = {f"{deck}-{colour}": colour for deck in DECKS for colour in COLOURWAYS} | {"helpers/first": "azure"}
    hidden = {f"{deck}-{colour}" for deck in ("aims", "horses", "knights") for colour in COLOURWAYS}

    def of(placement):
        return pattern.get(placement["piece"].partition("/")[0]) or pattern.get(placement["piece"])

    cards = [p for p in placements if p["piece"].partition("/")[0] in hidden]
    assert len(cards) == 52
    for card in cards:
        beside = [
            other
            for other in placements
            if (other["file"], other["page"]) == (card["file"], card["page"])
            and abs(other["x"] - card["x"]) < card["w"] + 6
            and abs(other["y"] - card["y"]) < card["h"] + 6
        ]
        assert {of(other) for other in beside} == {of(card)}, card["piece"]


# The rulebook ---------------------------------------------------------------------------------------------


def parts(kit, face: str) -> set[str]:
    """The cards of which a picture of a sum has lines."""
    arts = [element.plain().get("art", "") for element in kit.facebook.faces[face].elements]
    return {art.removeprefix("card:").partition("@")[0] for art in arts if art}


def with_traits(kit, decks: tuple[str, ...], traits: set[str]) -> set[str]:
    return {key for deck in decks for key, card in kit.cards[deck].items() if traits & set(card.traits.plain())}


def test_the_parts_of_an_impact_are_all_that_add_to_it(drawn, game):
    """The squares and knight cards of the picture are those with a bonus, and its spans are the halves of the lists."""
    kit = drawn.render.kit
    assert parts(kit, "impact-sum") == with_traits(kit, ("knights", "locations"), {"impact"})
    words = [text.text for piece in drawn.pieces["rulebook"] for text in piece.front.texts()]
    half = game.squares // 2
    assert {f"{half + 1}–{game.squares}", f"1–{half}"} <= set(words)


def test_the_parts_of_a_balance_are_all_that_change_it(drawn, game):
    kit = drawn.render.kit
    traits = {"balance", "balance_lost", "opponent_balance", "covers"}
    assert parts(kit, "balance-sum") == with_traits(kit, ("knights", "locations", "shields"), traits)
    (page,) = [page for page in drawn.pieces["rulebook"] if "Rival’s cards" in said(page)]
    words = iter(said(page))
    for place in ("down", "up", "inward", "outward"):
        covers = probe.covers(game, place)
        for word in (*(cell.upper() for cell in covers), *(f"+{value}" for value in covers.values())):
            assert word in words, "the columns are in this order"


@pytest.mark.slow
def test_the_cut_marks_between_the_rows_of_the_lists_point_only_where_a_row_is_cut(built):
    (path,) = built(kit="tilt").folder.glob("*cardstock-one-sided.pdf")
    page = pypdfium2.PdfDocument(path)[2]
    things = page.get_objects(filter=[FPDF_PAGEOBJ_PATH], max_depth=2)
    boxes = [thing.get_bounds() for thing in things if thing.level == 1]  # in mm from the top: marks are a form
    arms = [((a + c) / 2, 297 - (b + d) / 2) for a, b, c, d in boxes if c - a < 0.4 and 1.9 < d - b < 2.4]
    left, top = (210 - 189) / 2, (297 + 4 * 65) / 2
    cuts = [{63, 126}, {63}, {126}, {63, 126}]
    for seam in (1, 2, 3):
        for x in (63, 126):
            for row, y in ((seam - 1, top - 65 * seam + 1), (seam, top - 65 * seam - 1)):
                marked = any(abs(a - left - x) < 0.2 and abs(b - y) < 0.2 for a, b in arms)
                assert marked is (x in cuts[row]), f"row {row + 1} at {x} mm, at its seam {seam}"


# The hooks ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "card", "seen"),
    [
        ("aims", "feint", {"way": "any"}),
        ("horses", "rein_in", {"slower": {"by": 2, "least": 1}}),
        ("knights", "brace_shield", {"balance": 1, "forbids": ["move_shield"]}),
        ("knights", "lean", {"lean": {"less": 1, "more": 1, "exempt": ["head"]}}),
        ("knights", "steady", {"idle": True}),
        ("shields", "shield_down", {"covers": {"b3": 1, "c3": 2, "c4": 1}}),
        ("locations", "d3", {"kind": "break", "disqualified": True}),
    ],
)
def test_what_is_observed(game, deck, card, seen):
    assert rules.proof(game).observe(deck, card) == seen


@pytest.mark.parametrize(
    ("file", "old", "new", "deck", "card", "seen"),
    [
        ("cards.yaml", "{faster: 3}", "{faster: 4}", "horses", "gallop", {"faster": 4}),
        ("cards.yaml", "most: 3", "most: 5", "knights", "parry", {"parry": {"least": 1, "most": 5}}),
        ("cards.yaml", "{impact: 1, locks_aim: true}", "{impact: 2}", "knights", "set_lance", {"impact": 2}),
        ("rules.yaml", "d3: disqualified", "d3: miss", "locations", "d3", {"kind": "break"}),
    ],
)
def test_what_is_observed_follows_play(copy, file, old, new, deck, card, seen):
    edit(copy, file, old, new)
    assert rules.proof(make("tilt", copy)).observe(deck, card) == seen


def test_a_deck_without_cards_is_a_lack(copy):
    text = (copy / "cards.yaml").read_text("utf-8")
    head, rest = text.split("\nhorses:")
    horses, rest = rest.split("\nknights:")
    for count in ("3", "2", "1"):
        horses = horses.replace(f"count: {count}", "count: 0")
    (copy / "cards.yaml").write_text(f"{head}\nhorses:{horses}\nknights:{rest}", "utf-8")
    assert [message for _, message in rules.proof(make("tilt", copy)).problems()] == [
        "the deck 'horses' has no cards to choose from"
    ]


def test_the_tables_are_those_of_the_rules(game):
    found = rules.proof(game).tables()
    assert found["speeds"] == [["0–5", 0], ["6–10", 1], ["11–12", 2]]
    assert found["results"] == [
        ["≤ 1", "glance", None, None],
        ["2–3", "lance_broken", 1, 2],
        ["≥ 4", "unhorsed_wins", None, None],
    ]
    assert found["horses"][3] == ["rein_in", 2, 0, 1, 1, 1, 2, 3, 4]
    assert found["shields"][0] == ["shield_down", ["b3", "c4"], ["c3"]]
    assert ["b1", ["a1", "a2"], ["c1"], ["a1", "a2"], ["b2"], ["a1", "a2", "b2", "c1", "c2"]] in found["ways"]
    assert len(found["squares"]) == 18


def test_the_boards_are_those_that_are_played_on(game):
    target, lists = rules.proof(game).boards()["target"], rules.proof(game).boards()["lists"]
    assert target.neighbours["b2"] == {"a2", "a3", "b1", "b3", "c2"}
    assert len(lists.squares) == 72
    assert lists.areas == {
        "start": {"2.1", "1.36"},
        "centre": {"1.18", "1.19", "2.18", "2.19"},
    }
    assert lists.neighbours["2.36"] == {"2.35"}


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ("cells: 18", "cells: 19", ("then", "cells")),
        ("bonus: 2}", "bonus: 3}", ("then", "bonus")),
        ("choices: [a2, a3]", "choices: [a2]", ("then", "choices")),
        ("to: [d1, d1, d2, d5, d5]", "to: [d1, d1, d2, d5, d4]", ("then", "to")),
        ("speeds: [4, 5, 6, 1]", "speeds: [4, 5, 6, 2]", ("then", "speeds")),
        ("then: {result: disqualified}", "then: {result: miss}", ("then", "result")),
        ("foe_shield: down", "foe_shield: downward", ("given",)),
        ("moved: [18, 17]", "moved: [18, 18]", ("given",)),
        ("cards: [rise, set_lance]", "cards: [raise, set_lance]", ("given",)),
        ("foe_lean: left", "foe_lean: back", ("given",)),
        ("range: 3}, moves: [play parry]", "range: 3}, moves: [play leap]", ("given",)),
        ("range: 4}, moves", "range: 3}, moves", ("then", "aims")),
        ("range: 4}, moves", "range: 36}, moves", ("given",)),
        ("aims: [b3, b4]", "aims: [b3, b3]", ("then", "aims")),
        ("chooser: opponent", "chooser: owner", ("then", "chooser")),
        ("form: bonus", "form: bones", ("form",)),
        ("speed: 6}, moves: [play easy_pace]", "speed: 6}, moves: [play easy_rider]", ("given",)),
        ("speeds: [6]}", "speeds: [6], gait: fast}", ("then", "gait")),
    ],
)
def test_a_wrong_example_is_reported(copy, game, old, new, path):
    edit(copy, "examples.yaml", old, new)
    from pnp.sources.yaml import read

    examples = read(copy / "examples.yaml", Diagnostics()).plain()
    found = [where for example in examples.values() for where, _ in rules.proof(game).example_problems(example)]
    assert found == [path]


def test_no_dashed_line_crosses_a_list_card(drawn):
    """A dashed line is to be folded, and a cut line that slips would stay on the neighbour."""
    for piece in drawn.pieces["lists"]:
        paths = (item for item, _ in walk(piece.front.items) if isinstance(item, Path) and item.stroke)
        assert not any(path.stroke.dash for path in paths), piece.id


def test_horse_cards_are_marked_as_reconstructed(drawn):
    for side in COLOURWAYS:
        for piece in drawn.pieces[f"horses-{side}"]:
            assert "reconstructed for this kit" in " ".join(text.text for text in texts(piece.front.items))
