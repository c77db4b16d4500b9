"""`papers.yaml`: standard sizes of papers and cards, and quarter turns of card sizes."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics
from pnp.graphics import Size
from pnp.kit import load
from pnp.kit.print_facts import CardSize
from pnp.kit.schema import build
from pnp.sources.yaml import parse


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


@pytest.mark.parametrize(
    ("paper", "size"),
    [
        ("a4", Size(210, 297)),  # ISO 216
        ("a3", Size(297, 420)),
        ("letter", Size(215.9, 279.4)),  # ANSI A: 8.5 by 11 inches
    ],
)
def test_papers_have_their_standard_sizes(facts, paper, size):
    assert facts.papers[paper].extent == size


def test_bleed_is_narrower_than_the_margin_of_printers(facts):
    assert 0 < facts.bleed < facts.margin


@pytest.mark.parametrize(
    ("shape", "turned"),
    [("rectangle", "rectangle"), ("hexagon", "hexagon-flat"), ("hexagon-flat", "hexagon")],
)
def test_a_quarter_turn_exchanges_width_and_height_and_the_corner_of_a_hexagon(shape, turned):
    size = card_size(f"size: [60, 90]\nshape: {shape}\n")
    assert (size.turned().size, size.turned().shape) == ((90, 60), turned)
    assert size.turned().turned() == size
