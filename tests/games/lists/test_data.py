"""JOUST!: what data are refused."""

from __future__ import annotations

from random import Random

import pytest

from pnp import rules
from pnp.diagnostics import Diagnostics
from tests.conftest import edit
from tests.support.engines import make
from tests.support.lists import WEST


def faults_of(kit, file: str, **options) -> list[tuple[str, str]]:
    """The diagnostics of a file of the kit, each with the words it points at."""
    diagnostics = Diagnostics()
    make("lists", kit, diagnostics, **options)
    lines = (kit / file).read_text("utf-8").splitlines()
    assert all((f.severity, f.span.file) == ("error", str(kit / file)) for f in diagnostics)
    return [(f.code, lines[f.span.line - 1][f.span.column - 1 :]) for f in diagnostics]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("columns: 13 ", "rows: 13 ", [("missing-key", "players:"), ("unknown-key", "rows")]),
        ("target: 10", "target: ten", [("wrong-type", "ten")]),
        ("injury_limit: 6", "injury_limit: 0", [("out-of-range", "0")]),
        ("strike: 12}", "strike: 12, cards: 1}", [("unknown-key", "cards")]),
        ("{ride: 6, strike: 12}", "{ride: 6}", [("missing-key", "dice")]),
        ("zone: [6, 8]", "zone: [6, 7]", [("bad-zone", "[6, 7]")]),
        ("zone: [6, 8]", "zone: [8, 6]", [("bad-zone", "[8, 6]")]),
        ("zone: [6, 8]", "zone: [6, 20]", [("bad-zone", "[6, 20]")]),
        ("zone: [6, 8]", "zone: [0, 14]", [("out-of-range", "0, 14]")]),
        ("zone: [6, 8]", "zone: 6-8", [("wrong-type", "6-8")]),
        ("strike: 12}", "strike: 11}", [("unknown-id", '"12": {')]),
        ("strike: 12}", "strike: 13}", [("missing-key", "hit_table")]),
        ('"12": {', '"13": {', [("missing-key", "hit_table"), ("unknown-id", '"13"')]),
        ('"1": {', "one: {", [("bad-form", "one")]),
        ("location: chest, injury: 3", "injury: 3", [("missing-key", '"10"')]),
        ("location: chest", "location: The chest", [("bad-form", "The chest")]),
        ("injury: 3", "injury: three", [("wrong-type", "three")]),
        ("unseats: true", "unseats: 1", [("wrong-type", "1}")]),
        ("rest: [unseated]", "rest: [unsaddled]", [("bad-choice", "unsaddled")]),
        ("both_unseated: {tokens: 0", "both_unseated: {tokens: 1", [("bad-outcome", "1, rest")]),
        ("both_unable: {tokens: 0", "both_unable: {tokens: 1", [("bad-outcome", "1, rest")]),
        ("usual: 4", "usual: 1", [("too-few-players", "1}")]),
        ("least: 2", "least: 1", [("out-of-range", "1, recommended")]),
    ],
)
def test_an_error_in_the_rules_has_its_place(kit, old, new, expected):
    edit(kit, "rules.yaml", old, new)
    found = faults_of(kit, "rules.yaml")
    assert [code for code, _ in found] == [code for code, _ in expected]
    assert all(there.startswith(words) for (_, there), (_, words) in zip(found, expected, strict=True))


def test_a_misspelt_key_gets_a_hint(kit):
    edit(kit, "rules.yaml", "self_injury", "selfinjury")
    diagnostics = Diagnostics()
    assert make("lists", kit, diagnostics) is None
    (diagnostic,) = diagnostics
    assert diagnostic.code == "unknown-key"
    assert "did you mean 'self_injury'?" in diagnostic.hints


def test_rules_by_which_nobody_ever_wins_are_refused(kit):
    edit(kit, "rules.yaml", "one_unseated: {tokens: 1", "one_unseated: {tokens: 0")
    assert faults_of(kit, "rules.yaml") == []
    edit(kit, "rules.yaml", "one_unable: {tokens: 1", "one_unable: {tokens: 0")
    assert faults_of(kit, "rules.yaml") == [("endless-game", "outcomes:")]


def test_too_few_players_are_refused(kit):
    assert make("lists", kit, players=1) is None
    ((code, there),) = faults_of(kit, "rules.yaml", players=1)
    assert code == "too-few-players"
    assert there.startswith("2, recommended")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("{name: Strike table, count: 1}", "{count: 1}", ("missing-key", "strike_table")),
        ("count: 1", "count: two", ("wrong-type", "two")),
        ("count: 1", "counts: 1", ("unknown-key", "counts")),
        ("strike_table:", "Strike-table:", ("bad-form", "Strike-table")),
        ("count: 1", "traits: {unseats: true}", ("unplayed-traits", "traits")),
    ],
)
def test_an_error_in_the_cards_has_its_place(kit, old, new, expected):
    edit(kit, "cards.yaml", old, new)
    ((code, there),) = faults_of(kit, "cards.yaml")
    assert code == expected[0]
    assert there.startswith(expected[1])


@pytest.mark.parametrize(
    ("old", "new", "check"),
    [
        ("target: 10", "target: 1", lambda game: max(game.outcome(rules.playing.play(game, Random(1))).points) == 1),
        ("injury_limit: 6", "injury_limit: 4", lambda game: game.unable(4) and not game.unable(3)),
        ("rest_needs_players: 3", "rest_needs_players: 5", lambda game: not game.rests),
        ("usual: 4", "usual: 7", lambda game: game.players == 7),
        ("zone: [6, 8]", "zone: [7, 7]", lambda game: game.advantage((7, 5)) == WEST),
        ("location: head, injury: 4", "location: head, injury: 5", lambda game: game.struck((0, 0), 0, 11) == (0, 5)),
        (
            "one_unable: {tokens: 1, rest: [unable]}",
            "one_unable: {tokens: 1, rest: []}",
            lambda game: game.verdict((False, False), (0, 6)) == ("one_unable", WEST, ()),
        ),
    ],
)
def test_numbers_come_from_the_data(kit, old, new, check):
    edit(kit, "rules.yaml", old, new)
    assert check(make("lists", kit))
