"""Files that are no files, that never end, or that are links to what a kit's user keeps elsewhere."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pnp.diagnostics import Diagnostic, Diagnostics, Span, files, text
from pnp.kit import load, paths
from pnp.sources.yaml import read, read_bytes, read_text
from pnp.studio import redraw as looking
from tests.conftest import edit, run
from tests.support.three_cards import CARDS, FACES, KIT
from tests.support.work import bytes_read_at_most

SHADOW = "root:$6$secret:19000:0:99999:7:::\n"
SECONDS = 20
MOST_READ = 400_000_000
"""The most bytes that are read: modules and fonts are some ten millions, the sparse file is 20 thousand millions."""


@pytest.fixture(autouse=True)
def deadline() -> Iterator[None]:
    """A hang is a failure."""

    def late(*_: object) -> None:
        raise TimeoutError(f"more than {SECONDS} seconds")

    if not hasattr(signal, "SIGALRM"):
        yield
        return
    signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    yield
    signal.alarm(0)


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    for name, words in (("kit", KIT), ("cards", CARDS), ("faces", FACES)):
        (folder / f"{name}.yaml").write_text(words, "utf-8")
    return folder


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file of the user's, outside the kit."""
    path = tmp_path / "private" / "shadow"
    path.parent.mkdir()
    path.write_text(SHADOW)
    return path


def pipe(path: Path) -> None:
    os.mkfifo(path)


def zeros(path: Path) -> None:
    path.symlink_to("/dev/zero")


def terminal(path: Path) -> None:
    path.symlink_to("/dev/tty")


def listening(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # names of sockets are short
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(here)


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(20_000_000_000)


def folder(path: Path) -> None:
    path.mkdir()


def circle(path: Path) -> None:
    path.symlink_to(path.name)


def locked(path: Path) -> None:
    path.write_text("x")
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read everything")


Make = Callable[[Path], None]
SPECIAL: list[Make] = [pipe, zeros, terminal, listening, sparse, folder, circle, locked]
special = pytest.mark.parametrize("make", SPECIAL, ids=[one.__name__ for one in SPECIAL])


def each_with(files: list[str]) -> list[tuple[Make, str]]:
    """Every kind of special file, each in place of one of these files, and every file by one kind at least."""
    count = max(len(SPECIAL), len(files))
    return [(SPECIAL[number % len(SPECIAL)], files[number % len(files)]) for number in range(count)]


pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")


def ended(*arguments: object) -> tuple[int, str]:
    """The exit code and the output of the command line, which ends soon and without a traceback."""
    with bytes_read_at_most(MOST_READ):
        result = run(*arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    assert "secret" not in result.output
    return result.exit_code, result.output


# Reading -----------------------------------------------------------------------------------------------------


@special
def test_only_regular_files_are_read_and_no_more_than_a_limit(make, tmp_path):
    make(tmp_path / "x.yaml")
    diagnostics = Diagnostics()
    with bytes_read_at_most(MOST_READ):
        assert read_bytes(tmp_path / "x.yaml", Span("here"), diagnostics, 1_000_000) is None
    (diagnostic,) = diagnostics
    messages = {
        "zeros": ("outside-path", "this is a link to a file outside the kit"),
        "terminal": ("outside-path", "this is a link to a file outside the kit"),
        "circle": ("outside-path", "this is a link to a file outside the kit"),
        "sparse": ("file-too-large", "this file is larger than 1000 kB"),
        "locked": ("unreadable-file", "cannot read this file: Permission denied"),
    }
    assert (diagnostic.code, diagnostic.message) == messages.get(
        make.__name__, ("unreadable-file", "this is not a regular file")
    )
    assert diagnostic.span == Span("here")


@pytest.mark.parametrize("make", [pipe, zeros, listening, folder])
def test_what_is_no_file_is_never_opened(make, tmp_path, monkeypatch):
    """Opening alone does something to some devices."""
    make(tmp_path / "x")
    monkeypatch.setattr(os, "open", None)
    with pytest.raises(files.NotAFileError):
        files.read(tmp_path / "x", 10)


def test_a_file_that_becomes_a_pipe_is_noticed(tmp_path, monkeypatch):
    (tmp_path / "x").write_text("x")
    pipe(tmp_path / "pipe")
    really = os.open
    monkeypatch.setattr(os, "open", lambda _path, flags: really(tmp_path / "pipe", flags))
    with pytest.raises(files.NotAFileError):
        files.read(tmp_path / "x", 10)


def test_a_file_that_grows_while_it_is_read_is_too_large(tmp_path, monkeypatch):
    path = tmp_path / "x"
    path.write_bytes(b"x" * 10)
    assert files.read(path, 10) == b"x" * 10
    really = os.open

    def grown(place: Path, flags: int) -> int:
        descriptor = really(place, flags)
        path.write_bytes(b"x" * 11)
        return descriptor

    monkeypatch.setattr(os, "open", grown)
    with pytest.raises(files.TooLargeError):
        files.read(path, 10)


def test_a_file_that_grows_within_its_limit_is_read_to_its_end(tmp_path, monkeypatch):
    path = tmp_path / "x"
    path.write_bytes(b"x" * 10)
    sized = os.fstat

    def growing(descriptor: int) -> os.stat_result:
        found = sized(descriptor)
        path.write_bytes(b"x" * 15)
        return found

    monkeypatch.setattr(os, "fstat", growing)
    assert files.read(path, 20) == b"x" * 15


def test_a_file_that_claims_to_be_empty_has_a_limit_too():
    if not Path("/proc/kallsyms").is_file():
        pytest.skip("there is no such file here")
    with pytest.raises(files.TooLargeError):
        files.read(Path("/proc/kallsyms"), 1000)


def test_a_file_that_vanishes_is_an_error(tmp_path, monkeypatch):
    path = tmp_path / "x.yaml"
    path.write_text("a: 1\n")
    really = os.open

    def gone(place: Path, flags: int) -> int:
        path.unlink()
        return really(place, flags)

    monkeypatch.setattr(os, "open", gone)
    diagnostics = Diagnostics()
    assert read(path, diagnostics) is None
    assert [(f.code, f.message) for f in diagnostics] == [("unreadable-file", "x.yaml is missing")]


def test_a_name_that_no_file_can_have_is_an_error(tmp_path):
    diagnostics = Diagnostics()
    assert read_text(tmp_path / "a\0b", diagnostics) is None
    assert [diagnostic.code for diagnostic in diagnostics] == ["unreadable-file"]


def test_links_are_followed_in_their_folder_and_into_folders_that_are_named(tmp_path):
    kit, base, other = (tmp_path / name for name in ("kit", "base", "other"))
    for place in (kit / "deep", base, other):
        place.mkdir(parents=True)
        (place / "x.yaml").write_text("a: 1\n")
    for name, end in (("in", kit / "deep"), ("base", base), ("other", other)):
        (kit / f"{name}.yaml").symlink_to(end / "x.yaml")
    (kit / "gone.yaml").symlink_to(other / "none")
    assert [files.leads_out(kit / f"{name}.yaml") for name in ("in", "base", "other", "gone")] == [
        False, True, True, True,
    ]  # fmt: skip
    assert not files.leads_out(kit / "base.yaml", [base])
    assert files.leads_out(kit / "other.yaml", [base])
    (tmp_path / "linked").symlink_to(kit, target_is_directory=True)
    assert not files.leads_out(tmp_path / "linked" / "in.yaml")
    assert not files.leads_out(tmp_path / "linked" / "deep" / "x.yaml")
    assert files.leads_out(tmp_path / "linked" / "other.yaml")


# Kits --------------------------------------------------------------------------------------------------------

UNUSED = ["x.svg", "x.png", "x.md", "notes.yaml", "x.csv", "deep/x.jpg"]


@special
def test_a_special_file_that_nothing_uses_is_not_read(make, plain, tmp_path):
    without = paths.data_version(plain, (), Diagnostics())
    (plain / "deep").mkdir()
    for name in UNUSED:
        make(plain / name)
    diagnostics = Diagnostics()
    with bytes_read_at_most(MOST_READ):
        version = paths.data_version(plain, (), diagnostics)
    if make is not locked:
        assert (version, list(diagnostics)) == (without, [])
        assert ended("build", plain, "--output", tmp_path / "out")[0] == 0
        assert ended("check", plain)[0] == 0


@pytest.mark.parametrize(("make", "file"), each_with(["cards.yaml", "faces.yaml", "kit.yaml", "phrases.yaml"]))
def test_a_special_file_that_a_kit_needs_is_reported(file, make, plain, tmp_path):
    (plain / file).unlink(missing_ok=True)
    make(plain / file)
    code, output = ended("build", plain, "--output", tmp_path / "out")
    assert code == (2 if file == "kit.yaml" and make not in (sparse, locked) else 1)
    assert not (tmp_path / "out").exists()
    if file != "kit.yaml":
        expected = "file-too-large" if make is sparse else "outside-path" if "link" in output else "unreadable-file"
        assert f"{file}:1:1: error[{expected}]" in output


@pytest.mark.parametrize(
    ("make", "file"), each_with(["mine.svg", "mine.png", "own.ttf", "cards.csv", "cards.xlsx", "own.md"])
)
def test_a_special_file_that_a_kit_names_is_reported(file, make, plain, tmp_path):
    if file.startswith("mine"):
        edit(plain, "cards.yaml", "name: Hello", f"name: Hello, art: {file}")
        edit(plain, "faces.yaml", "elements: [{text", "elements: [{art: '{art}', box: [9, 9, 9, 9]}, {text")
    elif file == "own.ttf":
        (plain / "fonts.yaml").write_text("title: {file: own.ttf}\n")
    elif file == "own.md":
        edit(plain, "kit.yaml", "face: front,", "face: front,")
        with (plain / "kit.yaml").open("a") as kit:
            kit.write("  book: {kind: booklet, title: Book, stock: paper, template: own.md, cover: back}\n")
    else:
        (plain / "cards.yaml").unlink()
        with (plain / "kit.yaml").open("a") as kit:
            kit.write(f"cards: {file}\n")
    make(plain / file)
    code, output = ended("build", plain, "--output", tmp_path / "out")
    assert code == 1
    assert "error[" in output
    assert not (tmp_path / "out").exists()


DATA = ["cards.yaml", "faces.yaml", "kit.yaml", "rulings.yaml", "fonts.yaml", "sheets.en.yaml", "phrases.yaml"]


@pytest.mark.parametrize(
    ("command", "file"), [*(("check", file) for file in DATA), ("build", "cards.yaml"), ("show", "fonts.yaml")]
)
def test_a_link_out_of_the_kit_is_not_read(command, file, plain, secret, tmp_path):
    (plain / file).unlink(missing_ok=True)
    (plain / file).symlink_to(secret)
    code, output = ended(command, plain, *(["--output", tmp_path / "out"] if command == "build" else []))
    shown = command == "show" and file in ("fonts.yaml", "sheets.en.yaml")
    assert code == (0 if shown else 1)
    if not shown:
        assert f"{file}:1:1: error[outside-path]: this is a link to a file outside the kit" in output
        assert "hint: copy the file into the kit" in output


def test_a_link_out_of_the_kit_does_not_count_for_the_data_version(plain, secret):
    before = paths.data_version(plain, (), Diagnostics())
    (plain / "notes.md").symlink_to(secret)
    assert paths.data_version(plain, (), Diagnostics()) == before
    (plain / "own.md").write_text("x")
    after = paths.data_version(plain, (), Diagnostics())
    assert after != before
    (plain / "link.md").symlink_to(plain / "own.md")
    assert paths.data_version(plain, (), Diagnostics()) != after


def test_a_kit_may_be_a_link_itself_and_have_links_inside(plain, tmp_path):
    (plain / "real").mkdir()
    (plain / "cards.yaml").rename(plain / "real" / "words.yaml")
    (plain / "cards.yaml").symlink_to(Path("real") / "words.yaml")
    (tmp_path / "linked").symlink_to(plain, target_is_directory=True)
    for kit in (plain, tmp_path / "linked"):
        assert ended("check", kit)[0] == 0


def test_an_overlay_may_link_to_files_of_its_base(plain, tmp_path):
    top = tmp_path / "top"
    top.mkdir()
    (top / "kit.yaml").write_text("extends: ../mine\n")
    (top / "faces.yaml").symlink_to(plain / "faces.yaml")
    assert ended("check", top)[0] == 0
    other = tmp_path / "stranger"
    shutil.copytree(plain, other)
    (top / "faces.yaml").unlink()
    (top / "faces.yaml").symlink_to(other / "faces.yaml")
    assert "faces.yaml:1:1: error[outside-path]" in ended("check", top)[1]


def test_the_folder_of_kits_may_be_reached_over_links(tmp_path, monkeypatch):
    home = tmp_path / "home"
    home.symlink_to(paths.root(), target_is_directory=True)
    with paths.rooted(home):
        diagnostics = Diagnostics()
        assert load.open_kit(home / "card_data" / "rhino", diagnostics) is not None
        assert not diagnostics


def test_a_kit_is_not_copied_with_files_that_are_too_large(plain, tmp_path, monkeypatch):
    sparse(plain / "film.png")
    pipe(plain / "pipe.svg")
    monkeypatch.chdir(tmp_path)
    code, output = ended("new", "copied", "--from", plain, "--full")
    assert code == 1
    assert "film.png:1:1: error[file-too-large]" in output
    assert not (tmp_path / "copied").exists()


def test_a_font_of_another_place_is_not_hashed(plain, tmp_path):
    (plain / "fonts.yaml").write_text("title: {file: /dev/zero}\n")
    with bytes_read_at_most(MOST_READ):
        paths.data_version(plain, paths.font_files(plain), Diagnostics())


# What else is read -------------------------------------------------------------------------------------------


def excerpt(path: Path, line: int = 1) -> list[str]:
    return text.lines([Diagnostic(Span(str(path), line, 1), "error", "x", "wrong")], path.parent, result="")[1:-1]


@special
def test_nothing_is_quoted_of_what_is_no_file(make, tmp_path):
    make(tmp_path / "x.yaml")
    with bytes_read_at_most(MOST_READ):
        assert "".join(excerpt(tmp_path / "x.yaml")).replace(r"\x00", "").strip(" ^…") == ""
        assert "".join(excerpt(tmp_path / "x.yaml", 10**9)).replace(r"\x00", "").strip(" ^…") == ""


def test_quoted_lines_are_found_behind_long_ones(tmp_path):
    (tmp_path / "x.yaml").write_text("a" * 5_000_000 + "\n" + "b\n" + "c" * 5000, "utf-8")
    assert excerpt(tmp_path / "x.yaml", 2)[0].strip() == "b"
    assert excerpt(tmp_path / "x.yaml", 3)[0].strip() == "c" * 109 + "…"
    assert excerpt(tmp_path / "x.yaml", 4) == []
    (tmp_path / "bom.yaml").write_bytes(b"\xef\xbb\xbfa: \xff\r\nb\r\n")
    assert excerpt(tmp_path / "bom.yaml")[0].strip() == "a: \ufffd"
    assert excerpt(tmp_path / "bom.yaml", 2)[0].strip() == "b"


@pytest.mark.parametrize(("make", "what"), each_with(["manifest", "printed"]))
def test_an_output_folder_from_elsewhere_is_only_compared(what, make, plain, tmp_path):
    out = tmp_path / "out"
    assert ended("build", plain, "--output", out)[0] == 0
    listed = json.loads((out / "manifest.json").read_text("utf-8"))
    if what == "manifest":
        (out / "manifest.json").unlink()
        make(out / "manifest.json")
    else:
        make(out / "other.pdf")
        listed["files"][0]["path"] = "other.pdf"
        (out / "manifest.json").write_text(json.dumps(listed), "utf-8")
    code, _ = ended("build", plain, "--output", out)
    assert code in (0, 2)


@pytest.mark.parametrize("make", [sparse, pipe, zeros, locked])
def test_a_manifest_to_compare_with_is_a_file_of_reasonable_size(make, plain, tmp_path):
    make(tmp_path / "m.json")
    assert ended("diff", tmp_path / "m.json", plain)[0] == 2
    assert ended("build", plain, "--since", tmp_path / "m.json", "--output", tmp_path / "out")[0] == 2


@pytest.mark.parametrize("make", [sparse, pipe])
def test_a_recorded_game_is_a_file_of_reasonable_size(make, tmp_path):
    make(tmp_path / "log")
    assert ended("replay", "rhino", tmp_path / "log")[0] == 1


def test_a_recorded_game_may_be_a_link_of_its_user(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "log").write_text("")
    (tmp_path / "log").symlink_to(tmp_path / "deep" / "log")
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "log").symlink_to(tmp_path / "deep" / "log")
    assert ended("replay", "rhino", tmp_path / "far" / "log")[0] == 0


@special
def test_what_is_watched_is_never_opened(make, plain, monkeypatch):
    for name in UNUSED:
        if "/" not in name:
            make(plain / name)
    with bytes_read_at_most(MOST_READ):
        places = looking.places(plain)
        monkeypatch.setattr(os, "open", None)
        looking.state(places)
