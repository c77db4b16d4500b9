"""Card sizes of decks: shared names, measures, `-landscape`, and those of the kit."""

from __future__ import annotations

import json

import pytest

from pnp.diagnostics import Diagnostics
from pnp.graphics import Size
from pnp.pipeline import job
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


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ("smal", "there is no card size 'smal'; did you mean 'small'?; or give its measures, 20 to 300 mm"),
        ("tile", "'tile' is a hexagon, and cards can be laid out for rectangles only"),
        ("a b", "there is no card size 'a b'"),
        ("7x7mm", "there is no card size '7x7mm'"),
    ],
)
def test_a_size_that_the_kit_does_not_have_is_refused(kit, size, message):
    own = "{small: {size: [60, 90]}, tile: {size: [52, 60], shape: hexagon}}"
    edit(kit, "kit.yaml", "title: My cards\n", f"title: My cards\nsizes: {own}\n")
    result = run("build", kit, "--card-size", size)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.replace("│", " ").split())
