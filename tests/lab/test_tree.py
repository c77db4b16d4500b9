"""The tree of a game in Gambit's format."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

import pytest

from pnp.lab.tree import count, tree


def test_positions_are_counted_up_to_a_limit(lab, six_cards):
    assert count(six_cards, 10_000) == 2715
    assert count(lab("rhino", 20).subject.game, 300) == 301


def test_the_tree_has_a_line_for_each_position(six_cards):
    found = tree(six_cards)
    head, *lines = found.text.splitlines()
    assert head == 'EFG 2 R "duel" { "seat 1" "seat 2" }'
    assert len(lines) == found.positions == 2715
    kinds = Counter(line[0] for line in lines)
    assert kinds["t"] == len(found.began)
    assert set(found.began) == {0, 1}
    assert lines[0] == 'p "" 1 1 "" { "call black" "call red" } 0'
    assert lines[1].startswith('c "" 1 "" { "turn ace_of_clubs" 1/6 ')
    for line in lines:
        if line[0] == "c":
            assert sum(map(Fraction, re.findall(r"\d+/\d+", line))) == 1
        if line[0] == "t":
            assert sum(map(int, re.findall(r"-?\d+", line.partition("{")[2]))) == 0
    labels = {}
    for line in lines:
        if line[0] == "p":  # with the same knowledge, a seat has the same actions
            key, actions = line.split("{")
            assert labels.setdefault(key, actions) == actions
    assert len(labels) == found.decisions


def test_a_seat_that_must_act_and_cannot_is_an_error(six_cards, monkeypatch):
    from pnp.kit.plugins import PluginError

    monkeypatch.setattr(six_cards, "legal", lambda _state: ())
    with pytest.raises(PluginError, match="`legal` returned nothing in position"):
        tree(six_cards)
