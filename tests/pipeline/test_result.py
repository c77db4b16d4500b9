"""The files and the summary of a build; the photos of a kit are never in memory together."""

from __future__ import annotations

import hashlib
import io
import random
import subprocess
import sys

import pypdf
import pytest
from PIL import Image

from pnp.diagnostics.files import ChangedError
from pnp.graphics import content
from pnp.pipeline import api, job
from pnp.pipeline.result import BuildResult
from tests.conftest import edit, run
from tests.support import small_deck

FACE = "art: '{asides.photo}', box: [8, 8, 4, 4], fit: cover"


def photo(number: int, side: int) -> bytes:
    """A JPEG of noise: 0.2 MB for a side of 400 pixels."""
    pixels = random.Random(number).randbytes(side * side * 3)
    stream = io.BytesIO()
    Image.frombytes("RGB", (side, side), pixels).save(stream, "JPEG", quality=95)
    return stream.getvalue()


def photos(folder, count: int, side: int, more: str = ""):
    """A kit of cards with a photo each, the last one with the first one's."""
    names = [*range(count), 0]
    cards = "\n".join(f"c{n}: {{name: C{n}, asides: {{photo: p{name}}}}}" for n, name in enumerate(names))
    small_deck.written(folder, small_deck.face(FACE + more), cards)
    for number in range(count):
        (folder / f"p{number}.jpg").write_bytes(photo(number, side))
    return folder


def built(folder) -> BuildResult:
    return api.build(api.load(folder))


def cardstock(result: BuildResult) -> pypdf.PdfReader:
    (name,) = (name for name in result.files if "cardstock" in name)
    return pypdf.PdfReader(io.BytesIO(result.files[name]), strict=True)


def images(reader: pypdf.PdfReader) -> dict[int, bytes]:
    """The bytes of the images of a PDF as they are packed, by the number of the object."""
    objects = {number: reader.get_object(number) for number in range(1, reader.trailer["/Size"])}
    return {n: one._data for n, one in objects.items() if isinstance(one, dict) and one.get("/Subtype") == "/Image"}


def test_a_photo_is_in_the_file_once_and_unchanged(tmp_path):
    result = built(photos(tmp_path / "kit", 2, 60))
    found = images(cardstock(result))
    assert sorted(found.values()) == sorted(photo(number, 60) for number in range(2))
    data = result.files[next(iter(result.files))]
    assert all(data.count(photo(number, 60)) == 1 for number in range(2))


@pytest.mark.parametrize("more", ["", ", tint: accent, mask: circle, crop: [0, 0, 0.5, 1]"])
def test_what_is_saved_is_what_the_manifest_lists(tmp_path, more):
    result = built(photos(tmp_path / "kit", 2, 60, more))
    result.save(tmp_path / "out")
    saved = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    assert saved == dict(result.files) == dict(built(tmp_path / "kit").files)
    hashes = {file["path"]: file["sha256"] for file in result.manifest["files"]}
    assert hashes == {name: hashlib.sha256(saved[name]).hexdigest() for name in hashes}


def test_looking_for_a_name_reads_no_photo(tmp_path):
    result = built(photos(tmp_path / "kit", 1, 60))
    (tmp_path / "kit" / "p0.jpg").unlink()
    assert "manifest.json" in result.files
    assert all(name in result.files for name in result.files)
    assert "else.pdf" not in result.files
    with pytest.raises(ChangedError):
        dict(result.files)


def test_a_photo_that_changes_after_the_build_is_an_error_and_nothing_is_saved(tmp_path):
    first = built(photos(tmp_path / "kit", 2, 60))
    first.save(tmp_path / "out")
    before = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    second = built(tmp_path / "kit")
    (tmp_path / "kit" / "p1.jpg").write_bytes(photo(3, 60))
    with pytest.raises(ChangedError):
        second.save(tmp_path / "out")
    assert {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()} == before


@pytest.mark.parametrize("more", ["", ", tint: accent"])
def test_a_photo_that_changes_between_check_and_build_is_an_error(tmp_path, monkeypatch, more):
    folder = photos(tmp_path / "kit", 2, 60, more)
    checked = job.run_checks
    monkeypatch.setattr(content, "_recent", {})

    def changing(*arguments: object) -> object:
        found = checked(*arguments)
        (folder / "p1.jpg").write_bytes(photo(3, 60))
        return found

    monkeypatch.setattr(job, "run_checks", changing)
    result = run("build", folder, "--paper", "a4", "--output", tmp_path / "out")
    message = f"Error: this picture was changed while the program was running; run it again: {folder / 'p1.jpg'}\n"
    assert (result.exit_code, result.stderr) == (2, message)
    assert not (tmp_path / "out").exists()
    # The next run reads the new photo.
    monkeypatch.setattr(job, "run_checks", checked)
    assert run("build", folder, "--paper", "a4", "--output", tmp_path / "out").exit_code == 0


MEASURED = """
import sys, tracemalloc
from pnp.pipeline import api
api.build(api.load(sys.argv[1])).save(sys.argv[1] + "-warm")  # imports and fonts
tracemalloc.start()
for kit in sys.argv[1:]:
    tracemalloc.reset_peak()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(TIMES):  # the second time, the folder has the files of the first
        api.build(api.load(kit)).save(kit + "-out")
    print(tracemalloc.get_traced_memory()[1] - before)
"""


def most_memory(times: int, *kits) -> list[int]:
    """The largest number of bytes that are added while each kit is built and saved so many times, in a process of their
    own."""
    command = [sys.executable, "-c", f"TIMES = {times}\n{MEASURED}", *kits]
    return [int(line) for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()]


@pytest.mark.slow
@pytest.mark.parametrize(("more", "times", "count", "side"), [("", 2, 8, 400), (", tint: accent", 1, 20, 920)])
def test_memory_does_not_grow_with_the_bytes_of_the_photos(tmp_path, more, times, count, side):
    large = photos(tmp_path / "large" / "kit", count, side, more)
    small = photos(tmp_path / "small" / "kit", count, 30, more)
    in_all = sum(path.stat().st_size for path in large.glob("*.jpg"))
    assert in_all > count * 150_000
    least, most = most_memory(times, small, large)
    assert most - least < in_all / 2


def test_further_copies_of_cards_that_look_as_before_are_reported(tmp_path):
    kit = small_deck.written(
        tmp_path / "kit", small_deck.face(small_deck.text("{name}")), "owl: {name: Owl, count: 1}\nimp: {name: Imp}"
    )
    assert run("build", kit, "--output", tmp_path / "before").exit_code == 0
    edit(kit, "cards.yaml", "count: 1", "count: 3")
    words = ("build", kit, "--since", tmp_path / "before" / "manifest.json", "--output", tmp_path / "out")
    line = "unchanged, but more in the set: Owl, 2 more (all/owl); print them with --cards and --copies\n"
    assert run(*words).stdout.endswith(f"nothing was printed\n{line}")
    edit(kit, "cards.yaml", "Imp", "Elf")
    assert line in run(*words).stdout
    assert "more in the set" not in run(*words, "--copies", 3).stdout
    assert "more in the set" not in run(*words, "--cards", "imp").stdout
