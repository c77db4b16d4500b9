"""Kits on every kind of paper: nothing is too large, and guide, manifest and kit count the same pieces."""

from __future__ import annotations

from collections import Counter

import pytest

from pnp import components
from pnp.diagnostics import Diagnostics
from pnp.graphics.geometry import Rect
from pnp.kit import load
from pnp.pipeline import guide, job
from tests.conftest import ROOT, options_for

KITS = ("rhino", "lists")
FACTS = load.print_facts(Diagnostics())
SMALLEST = FACTS.papers["a5"].extent
PAPERS = tuple(
    name
    for name, paper in FACTS.papers.items()
    if not paper.labels and paper.extent.w >= SMALLEST.w and paper.extent.h >= SMALLEST.h
)
"""The papers that have room for all pieces: neither sheets of labels nor smaller than A5."""
SOME = ("a5", "a3")
"""The papers that are tried with a board in parts: one of the parts, and one of the whole."""


@pytest.mark.slow
@pytest.mark.parametrize("kit", KITS)
def test_all_pieces_are_on_every_paper_and_counted_alike(kit, monkeypatch):
    described = []

    def description(*given):
        described.append(guide.description(*given))
        return described[-1]

    monkeypatch.setattr(job, "description", description)
    diagnostics = Diagnostics()
    planned = job.plan(options_for(ROOT / "card_data" / kit, "a4"), diagnostics)
    drawn = job.draw(planned)
    for paper in PAPERS if kit == "rhino" else SOME:
        options = options_for(ROOT / "card_data" / kit, paper)
        layout = job.impose(job.Plan(options, planned.context, planned.game, planned.components), drawn)
        assert not list(diagnostics), paper
        on_sheets = Counter()
        parts = set()
        for _, pages in layout.files:
            for page in pages:
                whole = Rect(0, 0, *page.paper)
                assert all(whole.contains(placed.rect) for placed in page.placed), paper
                for placed in (placed for placed in page.placed if placed.side == "front"):
                    # A tile is of one board, the sheet of a booklet is of up to four pages.
                    for whole_piece in placed.piece.of or (placed.piece,):
                        if (whole_piece.id, placed.copy) not in parts:
                            on_sheets[placed.piece.component] += 1
                        parts.add((whole_piece.id, placed.copy))
        for id_, spec in planned.context.kit.components.items():
            wanted = sum(piece.copies for piece in layout.pieces[id_])
            fillers = any(piece.filler for piece in layout.pieces[id_])
            assert on_sheets[id_] >= wanted if fillers else on_sheets[id_] == wanted, (paper, id_)
            assert spec.title
        kinds = {id_: components.kind(spec.kind) for id_, spec in planned.context.kit.components.items()}
        listed = {id_ for id_, kind in kinds.items() if kind.SCHEME != "pages" and not getattr(kind, "LAST", False)}
        titles = {id_: planned.context.kit.components[id_].title for id_ in listed if on_sheets[id_]}
        counts = {one["title"]: one["count"] for one in described[-1]["contents"]}
        assert sum(counts.values()) == sum(on_sheets[id_] for id_ in titles), paper
        # The cards of a deck of several kinds are counted by kind.
        of_kinds = {
            id_
            for id_, cards in planned.context.kit.cards.items()
            if any("counted_as" in card.aside_texts for card in cards.values())
        }
        by_kind = {id_ for id_, title in titles.items() if title not in counts or id_ in of_kinds}
        assert by_kind <= of_kinds, paper
        assert all(counts[title] == on_sheets[id_] for id_, title in titles.items() if id_ not in by_kind), paper
