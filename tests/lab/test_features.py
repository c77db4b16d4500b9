"""Views as vectors of numbers."""

from __future__ import annotations

from pnp.lab.features import LARGEST, SIZE, features


def test_each_leaf_of_a_view_has_a_place_of_its_own_path():
    vector = features({"turns": 7, "active": True, "hand": ["lunge"], "none": None})
    assert len(vector) == SIZE
    assert sorted(abs(number) for number in vector if number) == [1, 1, 1, 7]
    assert features({"turns": 7}) != features({"rounds": 7})
    assert features({"hand": ["lunge", "spin"]}) != features({"hand": ["spin", "lunge"]})
    assert features({"a": {"b": 1}}) != features({"a": {"c": 1}})
    assert features({}) == [0.0] * SIZE


def test_the_place_of_a_leaf_never_changes():
    vector = features({"turns": 7})
    assert {at: number for at, number in enumerate(vector) if number} == {22: -7.0}


def test_huge_numbers_are_cut_off():
    assert {abs(number) for number in features({"points": 10**9})} == {0.0, LARGEST}
