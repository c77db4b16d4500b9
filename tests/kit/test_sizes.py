"""Card sizes of decks: shared names, measures, `-landscape`, and those of the kit."""

from __future__ import annotations

import json

import pytest

from pnp.diagnostics import Diagnostics
from pnp.graphics import Size
from pnp.kit import load
from pnp.kit.schema import build
from pnp.kit.sizes import CardSize, Paper
from pnp.pipeline import job
from pnp.sources.yaml import parse
from tests.conftest import edit, options_for, run
from tests.support import shaped, three_cards


@pytest.fixture
def kit(tmp_path):
    return three_cards.write(tmp_path / "mine")


def drawn(kit, **more):
    diagnostics = Diagnostics()
    planned = job.plan(options_for(kit, **more), diagnostics)
    found = job.draw(planned) if planned else {}
    return found, list(diagnostics)


@pytest.mark.parametrize(
    ("size", "extent"),
    [
        ("70x120mm", Size(70, 120)),
        ("2.5x3.5in", Size(63.5, 88.9)),
        ("poker-landscape", Size(88.9, 63.5)),
        ("tarot", Size(69.85, 120.65)),
    ],
)
def test_a_deck_has_a_name_or_measures_as_its_size(kit, size, extent):
    edit(kit, "kit.yaml", "size: poker", f"size: {size}")
    pieces, _ = drawn(kit)
    assert {piece.size for piece in pieces["all"]} == {extent}


def test_a_kit_has_sizes_of_its_own(tmp_path):
    pieces, wrong = drawn(shaped.write(tmp_path / "tiles"))
    assert not wrong
    found = {id_: (mine[0].size, mine[0].shape, mine[0].radius) for id_, mine in pieces.items()}
    assert found == {
        "tiles": (Size(52, 60), "hexagon", 3),
        "flats": (Size(60, 52), "hexagon-flat", 3),
        "coins": (Size(40, 40), "circle", 3),
        "maps": (Size(110, 70), "rectangle", 4),
        "rules": (Size(70, 100), "rectangle", 3),
    }


def test_other_card_sizes_leave_hexagons_and_circles_alone(tmp_path):
    kit = shaped.write(tmp_path / "tiles")
    edit(kit, "cards.yaml", "count: 8", "count: 80")
    pieces, _ = drawn(kit, card_size="jumbo")
    sizes = {id_: mine[0].size for id_, mine in pieces.items()}
    assert sizes["tiles"] == Size(52, 60)
    assert sizes["maps"] == Size(88.9, 139.7)


@pytest.mark.parametrize("size", ["small", "SMALL", "poker"])
def test_cards_are_laid_out_for_a_size_of_the_kit(kit, tmp_path, size):
    own = "{small: {size: [60, 90]}, poker: {size: [60, 90]}}"
    edit(kit, "kit.yaml", "title: My cards\n", f"title: My cards\nsizes: {own}\n")
    edit(kit, "kit.yaml", "size: poker", "size: tarot")
    assert run("build", kit, "--card-size", size, "--output", tmp_path / "out").exit_code == 0
    made = json.loads((tmp_path / "out" / "manifest.json").read_text("utf-8"))
    assert made["options"]["card_size"] == size.lower()
    pieces, _ = drawn(kit, card_size=size)
    assert {piece.size for mine in pieces.values() for piece in mine} == {Size(60, 90)}


@pytest.fixture(scope="module")
def facts():
    diagnostics = Diagnostics()
    found = load.print_facts(diagnostics)
    assert found is not None
    assert list(diagnostics) == []
    return found


def card_size(text: str) -> CardSize | None:
    diagnostics = Diagnostics()
    node = parse(text, "papers.yaml", diagnostics)
    assert node is not None
    return build(CardSize, node, diagnostics)


def test_bleed_is_narrower_than_the_margin_of_printers(facts):
    assert 0 < facts.bleed < facts.margin


@pytest.mark.parametrize(
    ("shape", "turned"), [("rectangle", "rectangle"), ("hexagon", "hexagon-flat"), ("hexagon-flat", "hexagon")]
)
def test_a_quarter_turn_exchanges_width_and_height_and_the_corner_of_a_hexagon(shape, turned):
    size = card_size(f"size: [60, 90]\nshape: {shape}\n")
    assert (size.turned().size, size.turned().shape) == ((90, 60), turned)
    assert size.turned().turned() == size


PAPERS = """\
a: {title: A, size: [100, 100], labels: {rows: 2, columns: 2, size: [40, 30], first: [5, 5], pitch: [45, 30]}}
"""


def test_labels_are_in_rows_from_the_top_left():
    papers = build(dict[str, Paper], parse(PAPERS, "papers.yaml", Diagnostics()), Diagnostics())
    assert [place[:2] for place in papers["a"].labels.places(Size(100, 100))] == [(5, 65), (50, 65), (5, 35), (50, 35)]


def test_the_labels_of_papers_are_the_size_that_they_are_sold_as(facts):
    sold = {name: paper.labels.label for name, paper in facts.papers.items() if paper.labels}
    assert sold["avery-5371"] == Size(88.9, 50.8)
    assert sold["avery-c32015"] == Size(85, 54)
