"""An output folder holds one whole build, the old or the new, whatever stops the writing and wherever."""

from __future__ import annotations

import gc
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pnp import writing
from pnp.writing import builds
from tests.conftest import SMALL, run
from tests.support.patience import LAST_RESORT

OLD = {"a.pdf": b"old a", "b.pdf": b"old b", "manifest.json": b"old manifest"}
NEW = {"a.pdf": b"new a", "c.pdf": b"new c", "manifest.json": b"new manifest"}
OWNER = "these tests"
OURS = {"notes.txt": b"not of any build"}
PATCHED = ("mkdir", "replace", "rename", "unlink", "rmdir", "fsync")


class Killed(BaseException):
    """The program ends here: nothing that it would do later happens."""


class Injector:
    """Counts the operations on files, and stops the program at one of them in a way of its choice."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch
        self.count = 0

    @contextmanager
    def at(self, number: int, stop: Callable[[int], None], *, after: bool = False) -> Iterator[None]:
        """Call `stop` with how many operations late it is, from the operation of that number on."""
        self.count = 0
        with self.monkeypatch.context() as patch:
            for name in PATCHED:
                patch.setattr(os, name, self._wrapped(getattr(os, name), number, stop, after=after))
            yield

    def _wrapped(self, real: Callable, number: int, stop: Callable[[int], None], *, after: bool) -> Callable:
        def operation(*args, **kwargs):
            here, self.count = self.count, self.count + 1
            if here > number or (here == number and not after):
                stop(here - number)
            result = real(*args, **kwargs)
            if here == number and after:
                stop(0)
            return result

        return operation


def kill(_late: int) -> None:
    raise Killed


def fail(late: int) -> None:
    if late == 0:
        raise PermissionError(13, "Permission denied")


def fail_from_here(_late: int) -> None:
    raise OSError(28, "No space left on device")


def interrupt(late: int) -> None:
    if late == 0:
        raise KeyboardInterrupt


@pytest.fixture
def injector(monkeypatch) -> Injector:
    return Injector(monkeypatch)


def fill(folder: Path, build: dict[str, bytes], others: dict[str, bytes] = OURS) -> None:
    """A folder with a finished build, if there was one, and other files."""
    folder.mkdir()
    if build:
        writing.write_folder(folder, build, OWNER)
    for name, data in others.items():
        (folder / name).write_bytes(data)


def held(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def expect_one_manifest(folder: Path, old: dict[str, bytes]) -> None:
    """Where there is a manifest, it is that of the files beside it."""
    found = held(folder)
    if "manifest.json" in found:
        assert found in ({**old, **OURS}, {**NEW, **OURS})


def expect_whole(folder: Path, *builds: dict[str, bytes]) -> None:
    assert held(folder) in [{**build, **OURS} for build in builds]
    assert sorted(path.name for path in folder.iterdir()) == sorted(held(folder)), "something is left over"


def stopped(
    injector: Injector, folder: Path, number: int, stop: Callable, *, after: bool = False
) -> BaseException | None:
    """What a build into the folder raises if it is stopped there; None where it is done."""
    try:
        with injector.at(number, stop, after=after):
            writing.write_folder(folder, NEW, OWNER)
    except (Killed, OSError, KeyboardInterrupt) as error:
        return error.with_traceback(None)
    finally:
        gc.collect(0)  # locks of killed builds, which a system gives up at the end of a process
    return None


def steps(injector: Injector, place: Path, old: dict[str, bytes]) -> int:
    folder = place / "counted"
    fill(folder, old)
    stopped(injector, folder, 10**6, kill)
    expect_whole(folder, NEW)
    return injector.count


@pytest.mark.slow
@pytest.mark.parametrize(("old", "after"), [(OLD, False), (OLD, True), ({}, False)])
def test_a_kill_at_any_operation_leaves_one_build_and_recovery_makes_it_whole(tmp_path, injector, old, after):
    total = steps(injector, tmp_path, old)
    assert total > 15
    ends = set()
    for number in range(total):
        folder = tmp_path / str(number)
        fill(folder, old)
        stopped(injector, folder, number, kill, after=after)
        expect_one_manifest(folder, old)
        writing.recover(folder)
        gc.collect(0)
        expect_whole(folder, old, NEW)
        ends.add(held(folder) == {**NEW, **OURS})
        writing.write_folder(folder, NEW, OWNER)
        expect_whole(folder, NEW)
    assert ends == {False, True}


@pytest.mark.slow
def test_a_kill_during_recovery_is_recovered_too(tmp_path, injector):
    total = steps(injector, tmp_path, OLD)
    for number in range(5, total, 2):
        for second in range(number % 3, 14, 3):
            folder = tmp_path / f"{number}-{second}"
            fill(folder, OLD)
            stopped(injector, folder, number, kill)
            try:
                with injector.at(second, kill):
                    writing.recover(folder)
            except Killed:
                pass
            gc.collect(0)
            expect_one_manifest(folder, OLD)
            writing.recover(folder)
            expect_whole(folder, OLD, NEW)


@pytest.mark.parametrize("stop", [fail, interrupt])
@pytest.mark.parametrize("old", [OLD, {}], ids=["over an old build", "into a new folder"])
def test_an_error_or_ctrl_c_at_any_operation_leaves_the_folder_as_it_was(tmp_path, injector, stop, old):
    for number in range(steps(injector, tmp_path, old)):
        folder = tmp_path / str(number)
        fill(folder, old)
        raised = stopped(injector, folder, number, stop)
        if raised is None:  # what fails is the tidying up after the build
            writing.recover(folder)
            expect_whole(folder, NEW)
        elif isinstance(raised, KeyboardInterrupt):
            writing.recover(folder)
            expect_whole(folder, old, NEW)
        else:
            assert not isinstance(raised, writing.HalfwayError)
            assert held(folder) == {**old, **OURS}


def test_a_disk_that_takes_nothing_more_is_recovered_later(tmp_path, injector):
    halfway = 0
    for number in range(steps(injector, tmp_path, OLD)):
        folder = tmp_path / str(number)
        fill(folder, OLD)
        raised = stopped(injector, folder, number, fail_from_here)
        expect_one_manifest(folder, OLD)
        if raised and not isinstance(raised, writing.HalfwayError):
            assert held(folder) == {**OLD, **OURS}
        halfway += isinstance(raised, writing.HalfwayError)
        writing.recover(folder)
        expect_whole(folder, OLD, NEW)
    assert halfway


@pytest.mark.parametrize("name", ["a.pdf", "b.pdf", "manifest.json"])
def test_a_file_that_a_viewer_on_windows_holds_open_keeps_the_old_build(tmp_path, monkeypatch, name):
    folder = tmp_path / "out"
    fill(folder, OLD)
    real = os.replace

    def replace(source, target, **kwargs):
        if name in (Path(source).name, Path(target).name):
            raise PermissionError(13, "The process cannot access the file because it is being used by another process")
        return real(source, target, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", replace)
        with pytest.raises(PermissionError):
            writing.write_folder(folder, NEW, OWNER)
    expect_whole(folder, OLD)
    writing.write_folder(folder, NEW, OWNER)
    expect_whole(folder, NEW)


def test_a_file_that_differs_in_capitals_only_is_not_taken_out(tmp_path):
    folder = tmp_path / "out"
    writing.write_folder(folder, {"A.PDF": b"old", "b.pdf": b"old", "manifest.json": b"old"}, OWNER)
    assert writing.write_folder(folder, NEW, OWNER) == ("b.pdf",)
    assert held(folder) == {**NEW, "A.PDF": b"old"}


def test_a_folder_named_like_a_file_keeps_the_old_build(tmp_path):
    folder = tmp_path / "out"
    fill(folder, OLD)
    (folder / "c.pdf").mkdir()
    with pytest.raises(writing.PlaceError, match=r"c\.pdf is a folder, where a file belongs"):
        writing.write_folder(folder, NEW, OWNER)
    assert held(folder) == {**OLD, **OURS}


# What a stranger prepared ------------------------------------------------------------------------------------


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Path]:
    """A folder of the user outside the output folder, in which nothing may change."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "v.txt").write_bytes(b"precious")
    yield folder
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {"v.txt": b"precious"}


def lay(place: Path, kind: str, elsewhere: Path) -> None:
    """Put something that is not a file where a file belongs."""
    if kind == "folder":
        place.mkdir()
    elif kind == "device":
        os.mkfifo(place)
    else:
        place.symlink_to({"link": elsewhere / "v.txt", "link to a folder": elsewhere, "dead link": "nowhere"}[kind])


@pytest.mark.parametrize("kind", ["link", "link to a folder", "dead link", "folder", "device"])
@pytest.mark.parametrize("name", ["c.pdf", "manifest.json"])
def test_only_a_file_is_replaced_and_anything_else_is_named(tmp_path, elsewhere, kind, name):
    fill(tmp_path / "out", {})
    lay(tmp_path / "out" / name, kind, elsewhere)
    found = "link" if "link" in kind else kind
    with pytest.raises(writing.PlaceError, match=f"^.*{name} is a {found}, where a file belongs"):
        writing.write_folder(tmp_path / "out", NEW, OWNER)
    assert held(tmp_path / "out").get("notes.txt") == OURS["notes.txt"]
    with pytest.raises(writing.PlaceError, match=f"{name} is a {found}, where a file belongs"):
        writing.write_file(tmp_path / "out" / name, b"x")


@pytest.mark.parametrize("kind", ["link to a folder", "device"])
def test_no_part_of_a_path_below_the_folder_is_followed(tmp_path, elsewhere, kind):
    fill(tmp_path / "out", {})
    lay(tmp_path / "out" / "sets", kind, elsewhere)
    with pytest.raises(writing.PlaceError, match=r"sets is a (link|device), where a folder belongs"):
        writing.write_folder(tmp_path / "out", {"sets/own/a.png": b"x", "manifest.json": b"y"}, OWNER)
    assert set(held(tmp_path / "out")) == set(OURS)


def test_a_link_that_replaces_a_folder_between_two_builds_removes_nothing_elsewhere(tmp_path, elsewhere):
    folder = tmp_path / "out"
    writing.write_folder(folder, {"cards/v.txt": b"precious", "manifest.json": b"1"}, OWNER)
    shutil.rmtree(folder / "cards")
    (folder / "cards").symlink_to(elsewhere)
    assert writing.write_folder(folder, {"manifest.json": b"2"}, OWNER) == ()


@pytest.mark.parametrize("stage", [".pnp-build", f"{builds.STAGE}0123456789abcdef"])
def test_a_journal_and_files_that_came_with_the_folder_are_not_believed(tmp_path, elsewhere, stage):
    folder = tmp_path / "out"
    fill(folder, {})
    (folder / "h").symlink_to(elsewhere)
    (folder / stage / "new" / "h").mkdir(parents=True)
    (folder / stage / "new" / "h" / "post-commit").write_bytes(b"harm")
    for name in ("journal.json", "undo.json"):
        journal = {
            "stage": stage, "files": ["h/post-commit"], "obsolete": ["notes.txt"], "owner": "x", "digests": {"h": "0"},
        }  # fmt: skip
        (folder / stage / name).write_text(json.dumps(journal))
    writing.recover(folder)
    writing.write_folder(folder, NEW, OWNER)
    assert held(folder) == {**NEW, **OURS}
    assert (folder / stage / "new" / "h" / "post-commit").exists()


@pytest.mark.parametrize("list_", ["manifest.json", "export.json"])
def test_a_list_of_files_that_came_with_the_folder_removes_nothing(tmp_path, elsewhere, list_):
    folder = tmp_path / "out"
    fill(folder, {})
    (folder / "cards").symlink_to(elsewhere)
    (folder / list_).write_text(json.dumps({"kit": "mine", "files": ["cards/v.txt", "notes.txt"]}))
    assert writing.write_folder(folder, {list_: b"{}"}, OWNER) == ()
    assert held(folder) == {**OURS, list_: b"{}"}


def test_a_record_of_another_folder_at_the_same_place_needs_the_same_files(tmp_path):
    folder = tmp_path / "out"
    writing.write_folder(folder, OLD, OWNER)
    shutil.rmtree(folder)
    fill(folder, {}, {"b.pdf": b"of another user"})
    assert writing.last_files(folder, OWNER) == {}
    assert writing.write_folder(folder, NEW, OWNER) == ()
    assert held(folder) == {**NEW, "b.pdf": b"of another user"}


# A second build ----------------------------------------------------------------------------------------------

WRITER = """
import sys
from pathlib import Path
from pnp import writing
folder, mark = Path(sys.argv[1]), sys.argv[2].encode()
files = {f"{number}.pdf": mark for number in range(int(sys.argv[3]))} | {"manifest.json": mark}
done = 0
while done < 20:
    try:
        writing.write_folder(folder, files, "these tests")
        done += 1
    except BlockingIOError:
        pass
print(done)
"""


@pytest.mark.slow
@pytest.mark.parametrize("writers", [3])
def test_builds_at_once_into_one_folder_never_mix(tmp_path, writers):
    folder = tmp_path / "out"
    command = [sys.executable, "-c", WRITER, str(folder)]
    running = [
        subprocess.Popen([*command, f"mark {n}", str(2 + n)], stdout=subprocess.PIPE, text=True) for n in range(writers)
    ]
    assert all(int(process.communicate(timeout=LAST_RESORT)[0]) for process in running), "one of them never wrote"
    assert not any(process.returncode for process in running)
    found = held(folder)
    assert len(set(found.values())) == 1
    assert len(found) == 3 + int(found["manifest.json"].split()[1])


# The program itself ------------------------------------------------------------------------------------------


def digests(folder: Path) -> dict[str, str]:
    return {file["path"]: file["sha256"] for file in json.loads((folder / "manifest.json").read_bytes())["files"]}


def expect_as_listed(folder: Path) -> None:
    """The files are those that the manifest lists, and there is nothing else."""
    from hashlib import sha256

    found = {path.name: sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
    del found["manifest.json"]
    assert found == digests(folder)


@pytest.mark.slow
def test_a_program_killed_at_any_time_is_followed_by_a_whole_build(tmp_path):
    command = [sys.executable, "-m", "pnp", "build", str(SMALL), "--only", "moves,bracket", "--output", str(tmp_path)]
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    whole = time.perf_counter() - start
    for part in range(3):
        process = subprocess.Popen([*command, "--paper", ("letter", "a4")[part % 2]], stdout=subprocess.DEVNULL)
        time.sleep(whole * (0.7 + part / 9))
        process.kill()
        process.wait()
    subprocess.run(command, check=True, capture_output=True)
    expect_as_listed(tmp_path)


def test_files_of_the_build_before_go_unless_they_were_changed(tmp_path):
    def build(*options: str) -> str:
        result = run("build", SMALL, "--only", "moves,rhinos,bracket", "--output", tmp_path, *options)
        assert result.exit_code == 0, result.output
        return result.output

    build()
    (tmp_path / "notes.txt").write_text("mine")
    cards = tmp_path / "small-a4-cardstock.pdf"
    cards.write_bytes(cards.read_bytes() + b"% mine now")
    said = build("--paper", "letter")
    assert "removed, because this build does not make them: small-a4-paper.pdf" in said
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"notes.txt", cards.name, "small-letter-cardstock.pdf", "small-letter-paper.pdf", "manifest.json"}


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limit")
def test_a_full_disk_keeps_the_old_build(tmp_path):
    fill(tmp_path / "out", OLD)
    limited = "import resource as r; r.setrlimit(r.RLIMIT_FSIZE, (20000, 20000)); from pnp.__main__ import main; main()"
    command = [sys.executable, "-c", limited, "build", str(SMALL), "--only", "moves", "--output", str(tmp_path / "out")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert "Error: cannot write to" in done.stderr
    assert "The existing files are unchanged." in done.stderr
    expect_whole(tmp_path / "out", OLD)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows does not close folders this way")
def test_a_folder_that_cannot_be_written_is_a_message(tmp_path):
    fill(tmp_path / "out", OLD, {})
    (tmp_path / "out").chmod(0o555)
    command = [sys.executable, "-m", "pnp", "build", str(SMALL), "--only", "moves", "--output", str(tmp_path / "out")]
    if os.geteuid() == 0:
        if not shutil.which("setpriv"):
            pytest.skip("root may write into every folder")
        command = ["setpriv", "--inh-caps=-all", "--bounding-set=-all", *command]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    (tmp_path / "out").chmod(0o755)
    assert done.returncode == 2
    assert "Permission denied. The existing files are unchanged." in done.stderr
    assert held(tmp_path / "out") == OLD
