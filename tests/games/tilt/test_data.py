"""Joust by Peter Cobcroft: data that cannot be played are errors at their places."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics
from tests.conftest import edit
from tests.support.engines import make


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "message"),
    [
        ("rules.yaml", "tilts: 3\n", "", "missing-key", "'tilts'"),
        ("rules.yaml", "tilts: 3", "tilts: three", "wrong-type", "a whole number"),
        ("rules.yaml", "tilts: 3", "tilts: 3\nflags: 2", "unknown-key", "'flags'"),
        ("rules.yaml", "first_shield: outward", "first_shield: onward", "unknown-id", "no shield place 'onward'"),
        ("rules.yaml", "d3: disqualified", "d3: shame", "bad-choice", "'shame'"),
        ("rules.yaml", "stay: [a1,", "stay: [a9,", "unknown-id", "no square 'a9'"),
        ("rules.yaml", "  up: [b1, b4]", "  up: [b1, b4, a1]", "off-table", "already a rule for 'a1'"),
        ("rules.yaml", "left: [a2, a3, d2, d3]", "left: [a2, d2, d3]", "off-table", "up of 'a3' goes nowhere"),
        ("rules.yaml", "left: [a2", "sideways: [a2", "bad-choice", "'sideways'"),
        ("rules.yaml", "  c: [1, 3, 5, 7]", "  c: [1, 3, 5, 7, 9]", "missing-card", "'c5' has no card"),
        ("rules.yaml", "{least: 6, impact: 1}", "{least: 12, impact: 1}", "bad-bands", "above the one before"),
        ("rules.yaml", "{least: 0, impact: 0}", "{least: 2, impact: 0}", "bad-bands", "begin at 0"),
        ("rules.yaml", "result: glance", "result: glance, least: 1", "bad-bands", "must have no 'least'"),
        ("rules.yaml", "natural_acceleration: 1", "natural_acceleration: 0", "out-of-range", "not between 1"),
        ("rules.yaml", "start: 0, max", "start: 7, max", "bad-speed", "faster than 6"),
        ("rules.yaml", "board_cards: [3, 3, 3, 3, 6, 6, 3, 3, 3, 3]", "board_cards: [1]", "bad-board", "two squares"),
        ("cards.yaml", "traits: {way: up}", "traits: {way: north}", "bad-choice", "'north'"),
        ("cards.yaml", "traits: {faster: 2}", "traits: {faster: two}", "wrong-type", "a whole number"),
        ("cards.yaml", "traits: {faster: 2}", "traits: {}", "bad-effect", "either 'faster' or 'slower'"),
        ("cards.yaml", "cancels: [rise]", "cancels: [raise]", "unknown-id", "no knight card 'raise'"),
        ("cards.yaml", "forbids: [move_shield]", "forbids: [shield]", "unknown-id", "no knight card 'shield'"),
        ("cards.yaml", "less: 1, ", "", "missing-key", "'less'"),
        (
            "cards.yaml",
            "{moves_shield: true}",
            "{moves_shield: true, parry: {least: 1, most: 2}}",
            "bad-effect",
            "one of",
        ),
        ("cards.yaml", "place: up, covers: {a3", "place: up, covers: {e3", "unknown-id", "no square 'e3'"),
        ("cards.yaml", "{place: up,", "{place: down,", "duplicate-place", "already a shield at 'down'"),
        ("cards.yaml", "part: head, impact: 2, points: 2}", "part: hat, impact: 2}", "bad-choice", "'hat'"),
        ("cards.yaml", "impact: 2, points: 2}", "impact: 2, points: 3}", "bad-bands", "do not have 3 points"),
        ("cards.yaml", "part: chest, impact: 1}", "part: chest, points: 2}", "bad-bands", "do not have 2 points"),
        ("cards.yaml", "  d5: {", "  e5: {", "missing-card", "'d5' has no card"),
        (
            "cards.yaml",
            "art: steady.svg, traits: {idle: true}",
            "art: steady.svg",
            "missing-key",
            "'Steady' needs",
        ),
        ("cards.yaml", "traits: {idle: true}", "traits: {}", "bad-effect", "must have an effect"),
        ("cards.yaml", "{idle: true}", "{idle: true, impact: 1}", "bad-effect", "must have an effect"),
        ("cards.yaml", "\naims:", "\naimz:", "missing-deck", "'aims'"),
    ],
)
def test_errors_name_their_place(copy, file, old, new, code, message):
    line = edit(copy, file, old, new)
    diagnostics = Diagnostics()
    assert make("tilt", copy, diagnostics) is None
    found = [diagnostic for diagnostic in diagnostics if diagnostic.code == code and message in diagnostic.message]
    assert found, list(diagnostics)
    assert found[0].span.line >= 1
    if code not in ("missing-key", "missing-deck", "missing-card", "off-table", "bad-bands", "unknown-key"):
        assert found[0].span.file.endswith(file)
        assert found[0].span.line == line


def test_an_unknown_square_card_is_an_error(copy):
    line = edit(copy, "cards.yaml", "  d5: {", "  e5: {")
    diagnostics = Diagnostics()
    assert make("tilt", copy, diagnostics) is None
    (diagnostic,) = [
        diagnostic for diagnostic in diagnostics if diagnostic.code == "unknown-id" and "'e5'" in diagnostic.message
    ]
    assert diagnostic.span.line == line


def test_no_start_square_is_an_error(copy):
    path = copy / "cards.yaml"
    path.write_text(path.read_text("utf-8").replace(", start: true", ""), "utf-8")
    diagnostics = Diagnostics()
    assert make("tilt", copy, diagnostics) is None
    assert [diagnostic.code for diagnostic in diagnostics] == ["no-start"]
