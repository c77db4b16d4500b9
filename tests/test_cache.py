"""What is kept between builds: that it gives the same bytes, notices every change, and harms nothing."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from pnp import art, cache, press, shelf
from pnp.cache import builds, store
from pnp.source import Faults

COMMAND = ("build", ".", "--only", "rhinos", "--output", "out")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of the test's own."""
    place = tmp_path / "kept"
    monkeypatch.setenv(cache.VARIABLE, str(place))
    return place


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A kit that lies over rhino."""
    folder = tmp_path / "stable"
    folder.mkdir()
    (folder / "kit.yaml").write_text("extends: rhino\nedition: custom\n", "utf-8")
    return folder


def typed(folder: Path, *arguments: str) -> str:
    """What a command says that is typed in a folder, in a process of its own; it must end well."""
    process = subprocess.run(
        [sys.executable, "-m", "pnp", *arguments], cwd=folder, capture_output=True, text=True, encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(Path(cache.__file__).parents[2]), "PYTHONUTF8": "1"}, check=False,
    )  # fmt: skip
    assert process.returncode == 0, process.stderr
    return process.stdout


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.usefixtures("kept")
def test_a_build_that_would_change_nothing_says_the_same_and_touches_nothing(own: Path) -> None:
    first = typed(own, *COMMAND)
    before = {path: path.stat().st_mtime_ns for path in (own / "out").iterdir()}
    again = typed(own, *COMMAND)
    assert again == f"{first}{builds.UNCHANGED}\n"
    assert {path: path.stat().st_mtime_ns for path in (own / "out").iterdir()} == before


def _card(kit: Path) -> None:
    (kit / "cards.yaml").write_text("rhinos: {stomper: {art: tootsie.svg}}\n", "utf-8")


def _picture(kit: Path) -> None:
    drawing = (shelf.root() / "art/rhino/stomper.svg").read_text("utf-8")
    (kit / "stomper.svg").write_text(drawing.replace("</svg>", '<circle cx="9" cy="9" r="4"/></svg>'), "utf-8")


def _output(kit: Path) -> None:
    (kit / "out" / "stable-a4-cardstock.pdf").write_bytes(b"no longer a PDF")


def _gone(kit: Path) -> None:
    (kit / "out" / "manifest.json").unlink()


@pytest.mark.parametrize("change", [_card, _picture, _output, _gone])
@pytest.mark.usefixtures("kept")
def test_every_change_is_built(own: Path, change, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(own, *COMMAND)
    change(own)
    assert builds.UNCHANGED not in typed(own, *COMMAND)
    warm = content(own / "out")
    monkeypatch.setenv(cache.VARIABLE, "")
    typed(own, *COMMAND)
    assert content(own / "out") == warm


@pytest.mark.usefixtures("kept")
def test_a_file_that_is_saved_without_a_change_is_no_change(own: Path) -> None:
    typed(own, *COMMAND)
    os.utime(own / "kit.yaml", (2_000_000_000, 2_000_000_000))
    assert builds.UNCHANGED in typed(own, *COMMAND)


@pytest.mark.usefixtures("kept")
def test_drafts_and_faults_are_told_of_each_time(own: Path) -> None:
    (own / "cards.yaml").write_text("moves: {swerve: {art: nothing.svg}}\n", "utf-8")
    for _ in range(2):
        process = subprocess.run(
            [sys.executable, "-m", "pnp", "build", ".", "--only", "moves", "--output", "out"],
            cwd=own, capture_output=True, text=True, encoding="utf-8", env={**os.environ, "PYTHONUTF8": "1"},
            check=False,
        )  # fmt: skip
        assert process.returncode == 1
        assert "missing-art" in process.stderr
        assert not (own / "out").exists()


@pytest.mark.parametrize("name", ["rhino", "tilt", "soaring", "lists", "duel"])
def test_the_same_bytes_cold_and_warm(name: str, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    order = press.Order(shelf.root() / "card_data" / name, "a4")

    def made() -> list[bytes]:
        art._svg.cache_clear()
        faults = Faults()
        job = press.make(order, faults)
        assert job is not None, list(faults)
        return [job.manifest, *(printed.data for printed in job.printed)]

    first, second = made(), made()
    (file,) = (kept / cache.VALUES).iterdir()
    monkeypatch.setenv(cache.VARIABLE, "")
    assert first == second == made()
    assert file.stat().st_size < 4_000_000


def remembered(value: object, kit: str = "kit") -> object:
    """What is recalled in a run of its own, where `value` would be made anew."""
    with store.opened(kit):
        return store.recalled("test", ("a", b"b"), lambda: value)


def test_values_outlast_a_run(kept: Path) -> None:
    assert remembered(1) == 1
    assert remembered(2) == 1
    assert remembered(3, "another kit") == 3
    shutil.rmtree(kept)
    assert remembered(4) == 4


def test_what_came_with_faults_is_made_anew(kept: Path) -> None:
    for value in (1, 2):
        with store.opened("kit"):
            assert store.recalled("test", (), lambda value=value: value, lambda _value: False) == value
    assert not kept.exists()


def test_parts_do_not_run_together(kept: Path) -> None:
    with store.opened("kit"):
        assert store.recalled("test", ("ab", "c"), lambda: 1) == 1
        assert store.recalled("test", ("a", "bc"), lambda: 2) == 2
        assert store.recalled("other", ("ab", "c"), lambda: 3) == 3
        assert store.recalled("test", ("ab", "c"), lambda: 4) == 1


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: b"",
        lambda data: data[:-1],
        lambda data: data[:70] + bytes([data[70] ^ 1]) + data[71:],
        lambda data: bytes(32) + data[32:],
        lambda _: pickle.dumps("something else"),
    ],
    ids=["empty", "cut short", "a bit flipped", "of another program", "of another kind"],
)
def test_a_damaged_file_is_as_none(kept: Path, damage) -> None:
    remembered(1)
    (file,) = (kept / cache.VALUES).iterdir()
    file.write_bytes(damage(file.read_bytes()))
    assert remembered(2) == 2
    assert remembered(3) == 2


def test_what_nobody_asks_for_is_dropped(kept: Path) -> None:
    remembered(1)
    for number in range(store.PATIENCE + 1):
        with store.opened("kit"):
            store.recalled("new", (str(number),), lambda: 0)
    assert remembered(2) == 2


def test_few_kits_are_kept(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "KITS", 3)
    for number in range(6):
        remembered(number, f"kit {number}")
        for path in (kept / cache.VALUES).iterdir():
            os.utime(path, ns=(path.stat().st_mtime_ns - 10**9,) * 2)
    assert len(list((kept / cache.VALUES).iterdir())) == 3
    assert remembered(9, "kit 5") == 5


def test_two_builds_at_once_leave_a_whole_file(kept: Path) -> None:
    def build(number: int) -> None:
        with store.opened("kit"):
            for value in range(40):
                store.recalled("test", (f"{number} {value}",), lambda: bytes(10_000))

    threads = [threading.Thread(target=build, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(list((kept / cache.VALUES).iterdir())) == 1
    assert len(store.Store("kit")._kept) >= 40


def test_a_place_that_cannot_be_written_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("here is no folder")
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "file" / "kept"))
    assert remembered(1) == 1
    assert remembered(2) == 2


def test_the_folder_is_named_and_emptied(own: Path, kept: Path) -> None:
    typed(own, *COMMAND)
    (kept / "notes.txt").write_text("not ours")
    assert typed(own, "cache").startswith(f"{kept}: 3 files, ")
    assert typed(own, "cache", "--clear") == f"{kept}: 0 files, 0.0 MB\n"
    assert (kept / "notes.txt").exists()
    assert builds.UNCHANGED not in typed(own, *COMMAND)


def test_an_empty_name_keeps_nothing(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, "")
    assert typed(own, "cache") == "nothing is kept: PNP_CACHE is empty\n"
