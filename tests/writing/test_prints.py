"""Prints are remembered by their version, a limited number of them."""

from __future__ import annotations

import os

import pytest

from pnp import writing
from pnp.writing import prints, state

ONE, TWO, THREE = ("a" * 64, "b" * 64, "c" * 64)


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    monkeypatch.setattr("platformdirs.user_state_path", lambda *_, **__: tmp_path)


def keep(version: str, time: int, manifest: bytes = b"{}") -> None:
    """Remember a print as if at a time."""
    writing.keep_print(version, manifest)
    for path in writing.known_prints():
        if path.stem == version:
            os.utime(path, (time, time))


def versions() -> list[str]:
    return [path.stem for path in writing.known_prints()]


def test_the_newest_print_is_first_and_a_version_is_known_once():
    keep(ONE, 1)
    keep(TWO, 2)
    keep(ONE, 3, b"[]")
    assert versions() == [ONE, TWO]
    assert writing.known_prints()[0].read_bytes() == b"[]"


def test_the_oldest_print_is_forgotten(monkeypatch):
    monkeypatch.setattr(prints, "MOST", 2)
    for number, version in enumerate((ONE, TWO, THREE)):
        keep(version, number)
    assert versions() == [THREE, TWO]


def test_the_size_of_all_manifests_is_limited(monkeypatch):
    monkeypatch.setattr(prints, "MOST_BYTES", 10)
    keep(ONE, 1, b"1234567")
    keep(TWO, 2, b"1234567")
    assert versions() == [TWO]
    keep(THREE, 3, b"12345678901")
    assert versions() == [TWO], "one that is too large is not remembered"


@pytest.mark.parametrize("version", ["watching", "", "../" + "a" * 61, "A" * 64])
def test_only_versions_of_data_are_remembered(version):
    writing.keep_print(version, b"{}")
    assert versions() == []


def test_without_a_state_folder_nothing_is_remembered(monkeypatch):
    monkeypatch.setattr(state, "home", lambda: None)
    writing.keep_print(ONE, b"{}")
    assert versions() == []
