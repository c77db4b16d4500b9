"""The view, the faults of a group and a card as JSON."""

from __future__ import annotations

import json

import pytest

from pnp.diagnostics import CardPlace, Diagnostic, Diagnostics, Span
from pnp.pipeline import job
from pnp.sources.yaml import parse
from pnp.studio import report, shown
from pnp.studio.redraw import View
from tests.conftest import edit, options_for
from tests.support import big_deck
from tests.support.work import calls_at_most

COUNT = 130


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    """A view of a deck with faults, and its folder."""
    kit = big_deck.write(tmp_path_factory.mktemp("deck") / "mine", COUNT)
    edit(kit, "faces.yaml", "  front:\n", "  idle: {elements: []}\n  front:\n")
    diagnostics = Diagnostics()
    layout = job.lay_out(options_for(kit), diagnostics, "preview")
    assert layout
    reported = (*diagnostics, *job.run_checks(layout.plan, layout.pieces))
    return View(7, "Big deck", shown.of_layout(layout), tuple(sorted({*reported})), checked=True), kit


def _of_view(seen):
    return json.loads(report.of_view(seen[0], seen[1].parent))


def _card(seen, id_):
    view = _of_view(seen)
    (card,) = (card for card in view["cards"] if card["id"] == id_)
    answer = report.of_card(seen[0], card["key"], seen[1].parent)
    assert answer
    return card, json.loads(answer), view


def test_similar_faults_are_one_group_as_in_pnp_check(seen):
    view = _of_view(seen)
    lost, long, *_ = view["diagnostics"]
    assert lost["head"] == "mine/cards.csv:11:13: error[missing-art]: there is no picture 'lost10.svg'"
    assert "^^^^^^^^^^ row 11, column C ('art')" in lost["more"]
    assert (lost["summary"], lost["count"]) == ("on 13 cards; first: 'Card 10' in cards.csv:11", 13)
    assert (long["summary"], long["count"]) == ("on 65 cards; first: 'Card 2' in cards.csv:3", 65)
    assert view["counts"]["error"] == sum(d.severity == "error" for d in seen[0].diagnostics)


def test_a_card_has_the_numbers_of_its_groups(seen):
    card, _, view = _card(seen, "deck/c10")
    codes = [view["diagnostics"][number]["head"].partition("[")[2].partition("]")[0] for number in card["faults"]]
    assert sorted(codes) == ["missing-art", "text-overflow"]
    assert _card(seen, "deck/c1")[0]["faults"] == []


def test_a_fault_names_the_card_to_show(seen):
    card, _, view = _card(seen, "deck/c10")
    assert view["diagnostics"][0]["card"] == card["key"]
    assert [one["card"] for one in view["diagnostics"] if one["severity"] == "note"] == [""]


def test_the_others_of_a_group_come_in_parts(seen):
    near = seen[1].parent
    heads, left = [], 1
    while left:
        answer = json.loads(report.of_group(seen[0], 1, len(heads), near) or "")
        assert len(answer["faults"]) <= report.AT_ONCE
        heads += [one["head"] for one in answer["faults"]]
        left = answer["left"]
    assert len(set(heads)) == len(heads) == 65
    assert report.of_group(seen[0], 99, 0, near) is None


def test_a_card_has_its_source_with_file_and_line_as_pnp_show_writes_it(seen):
    _, card, _ = _card(seen, "deck/c10")
    assert card["place"] == "mine/cards.csv:11"
    lines = card["source"].splitlines()
    assert lines[0] == "c10:"
    assert lines[1].split() == ["name:", "Card", "10", "#", "mine/cards.csv:11"]
    data = parse(card["source"], "cards.yaml", Diagnostics()).plain()
    assert data["c10"]["art"] == "lost10.svg"
    assert [one["head"].partition(": ")[0] for one in card["faults"]] == [
        "mine/cards.csv:11:13",
        "mine/faces.yaml:10:16",
    ]


def test_a_card_has_the_lines_of_its_source_that_a_fault_is_about(seen):
    _, card, _ = _card(seen, "deck/c10")
    (marked,) = card["marked"].items()
    assert (card["source"].splitlines()[int(marked[0])].split()[:2], marked[1]) == (["art:", "lost10.svg"], "error")


def test_hints_are_apart_from_the_source_of_a_fault(seen):
    lost = _of_view(seen)["diagnostics"][0]
    assert lost["hints"].startswith("hint: ")
    assert "hint: " not in lost["more"]


def test_a_piece_that_is_no_card_has_the_source_of_its_component(still):
    view = still.checked()
    (track,) = (piece for piece in view.shown.pieces if piece.id == "bracket/page")
    card = json.loads(report.of_card(view, shown.card_key(track), still.kit) or "")
    assert card["place"].startswith("kit.yaml:")
    assert card["source"].startswith("bracket:\n  kind: ")
    assert (card["marked"], card["faults"]) == ({}, [])
    assert report.of_card(view, "0" * 32, still.kit) is None


def test_10_000_faults_are_as_much_work_as_there_are_faults(seen):
    view, kit = seen
    place = Span(str(kit / "faces.yaml"), 10)
    cards = [
        CardPlace(f"c{number}", f"Card {number}", Span(str(kit / "cards.csv"), number)) for number in range(10_000)
    ]
    faults = tuple(Diagnostic(place, "error", "small-type", f"{card.name} is small", (), card) for card in cards)
    with calls_at_most(200 * len(faults)):
        written = report.of_view(view._replace(diagnostics=faults), kit)
    found = json.loads(written)
    assert [one["summary"].partition(";")[0] for one in found["diagnostics"]] == ["on 10000 cards"]
    assert all(card["faults"] == [0] for card in found["cards"])
