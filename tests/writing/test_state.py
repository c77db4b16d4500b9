"""What the program remembers about output folders is in the user's own folder, or nowhere."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pnp import writing
from pnp.writing import state
from tests.conftest import SMALL, run
from tests.writing.test_builds import NEW, OLD, OURS, OWNER, fill, held


def test_without_a_state_folder_a_build_is_written_and_nothing_is_remembered(tmp_path, monkeypatch):
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setattr(state, "home", lambda: None)
    folder = tmp_path / "out"
    fill(folder, OLD)
    assert writing.last_files(folder, OWNER) == {}
    assert writing.write_folder(folder, NEW, OWNER) == ()
    assert held(folder) == {**OLD, **NEW, **OURS}
    assert sorted(path.name for path in folder.iterdir()) == sorted(held(folder)), "something is left over"


@pytest.mark.parametrize("place", ["~/.local/state/pnp", "relative"])
def test_a_state_folder_that_is_not_a_whole_path_is_not_used(tmp_path, monkeypatch, place):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("platformdirs.user_state_path", lambda *_, **__: Path(place))
    assert state.home() is None
    assert list(tmp_path.iterdir()) == []


def test_old_records_are_forgotten(tmp_path, monkeypatch):
    monkeypatch.setattr("platformdirs.user_state_path", lambda *_, **__: tmp_path / "state")
    monkeypatch.setattr(state, "MOST_FOLDERS", 4)
    folders = [tmp_path / str(number) for number in range(5)]
    for number, folder in enumerate(folders):
        known = {*tmp_path.glob("state/outputs/*.written")}
        writing.write_folder(folder, OLD, OWNER)
        for record in {*tmp_path.glob("state/outputs/*.written")} - known:
            os.utime(record, (number, number))
    assert [bool(writing.last_files(folder, OWNER)) for folder in folders] == [False, False, True, True, True]


def test_a_second_build_into_a_folder_has_to_wait(tmp_path, monkeypatch):
    monkeypatch.setattr(state, "PATIENCE", 0.2)
    folder = tmp_path / "out"
    folder.mkdir()
    with state.Memory(folder).locked():
        result = run("build", SMALL, "--only", "moves", "--output", folder)
    assert result.exit_code == 2
    assert f"Error: cannot write to {folder}: another build is writing into this folder." in result.stderr
    assert "hint: choose another folder, or wait until that build is done" in result.stderr
    assert held(folder) == {}


@pytest.mark.parametrize("damage", [b"", b"[]", b"{", b'{"these tests": 5}', b"[" * 100_000])
def test_a_damaged_record_is_as_good_as_none(tmp_path, monkeypatch, damage):
    monkeypatch.setattr("platformdirs.user_state_path", lambda *_, **__: tmp_path / "state")
    folder = tmp_path / "out"
    fill(folder, OLD)
    (record,) = tmp_path.glob("state/outputs/*.written")
    record.write_bytes(damage)
    assert writing.last_files(folder, OWNER) == {}
    assert writing.write_folder(folder, NEW, OWNER) == ()
    assert writing.last_files(folder, OWNER).keys() == NEW.keys()


def test_only_the_user_can_read_the_records(tmp_path, monkeypatch):
    monkeypatch.setattr("platformdirs.user_state_path", lambda *_, **__: tmp_path / "state")
    fill(tmp_path / "out", OLD)
    assert (tmp_path / "state" / "outputs").stat().st_mode & 0o077 == 0 or os.name == "nt"


def test_a_seal_depends_on_the_data_and_on_the_user(tmp_path, monkeypatch):
    monkeypatch.setattr("platformdirs.user_state_path", lambda *_, **__: tmp_path / "state")
    first = writing.seal(b"data")
    assert len(first) == 64
    assert writing.seal(b"data") == first != writing.seal(b"date")
    assert (tmp_path / "state" / "outputs" / "key").stat().st_mode & 0o077 == 0 or os.name == "nt"
    monkeypatch.setattr("platformdirs.user_state_path", lambda *_, **__: tmp_path / "other")
    assert writing.seal(b"data") not in ("", first)
    monkeypatch.setattr(state, "home", lambda: None)
    assert writing.seal(b"data") == ""


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
    monkeypatch.setattr(state, "MOST", 2)
    for number, version in enumerate((ONE, TWO, THREE)):
        keep(version, number)
    assert versions() == [THREE, TWO]


def test_the_size_of_all_manifests_is_limited(monkeypatch):
    monkeypatch.setattr(state, "MOST_BYTES", 10)
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
