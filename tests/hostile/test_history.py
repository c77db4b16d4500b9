"""Kits that come with a git repository of their own: its settings run nothing, and damage is reported."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pnp.kit import git as history
from pnp.sources import git_objects, git_repository
from pnp.sources.git_objects import HistoryError
from pnp.sources.git_repository import is_usable
from tests.conftest import run
from tests.support.git import git, needs_git
from tests.support.history import commit, config, hash_of, put, refused, revision, tree
from tests.support.patience import LAST_RESORT
from tests.support.three_cards import CARDS, KIT

pytestmark = needs_git
STARTS = ("subprocess.Popen", "os.exec", "os.posix_spawn", "os.system", "os.spawn", "os.startfile", "os.fork")
_started: list[str] | None = None


def _note(event: str, _args: object) -> None:
    if _started is not None and event in STARTS:
        _started.append(event)


sys.addaudithook(_note)  # cannot be removed, so it notes nothing outside the tests that want it


@pytest.fixture
def started() -> Iterator[list[str]]:
    """The programs that are started from the first call of `clear` on."""
    global _started
    _started = []
    yield _started
    _started = None


def attributes(kit: Path, line: str) -> None:
    (kit / ".git" / "info").mkdir(exist_ok=True)
    (kit / ".git" / "info" / "attributes").write_text(line + "\n")
    (kit / ".gitattributes").write_text(line + "\n")
    git(kit, "add", ".gitattributes")
    git(kit, "commit", "-q", "-m", "attributes")


def lose(kit: Path, file: str) -> None:
    """Take a committed file out of the repository, as in a partial clone."""
    name = hash_of(kit, f"HEAD:{file}")
    path = kit / ".git" / "objects" / name[:2] / name[2:]
    path.chmod(0o600)
    path.unlink()


def smudge(kit: Path, command: str) -> None:
    attributes(kit, "*.yaml filter=x")
    config(kit, f"filter.x.smudge={command}; cat", "filter.x.required=false")


def process(kit: Path, command: str) -> None:
    attributes(kit, "*.yaml filter=x")
    config(kit, f"filter.x.process={command}", "filter.x.required=false")


def clean(kit: Path, command: str) -> None:
    attributes(kit, "*.yaml filter=x")
    config(kit, f"filter.x.clean={command}; cat")


def fsmonitor(kit: Path, command: str) -> None:
    config(kit, f"core.fsmonitor={command}", "core.untrackedCache=true")


def ssh_command(kit: Path, command: str) -> None:
    config(kit, "core.repositoryformatversion=1", "extensions.partialClone=origin", "remote.origin.promisor=true")
    config(kit, "remote.origin.url=ssh://nowhere.invalid/x", f"core.sshCommand={command}; false")
    lose(kit, "cards.yaml")


def ext_remote(kit: Path, command: str) -> None:
    script = kit / ".git" / "fetch.sh"
    script.write_text(f"#!/bin/sh\n{command}\n")
    script.chmod(0o700)
    config(kit, "core.repositoryformatversion=1", "extensions.partialClone=origin", "remote.origin.promisor=true")
    config(kit, f"remote.origin.url=ext::{script}", "protocol.ext.allow=always", "protocol.allow=always")
    lose(kit, "cards.yaml")


def hooks(kit: Path, command: str) -> None:
    folder = kit / ".git" / "other-hooks"
    folder.mkdir()
    for place in (folder, kit / ".git" / "hooks"):
        for name in ("post-checkout", "reference-transaction", "post-index-change", "pre-auto-gc"):
            (place / name).write_text(f"#!/bin/sh\n{command}\n")
            (place / name).chmod(0o700)
    config(kit, f"core.hooksPath={folder}")


def pager(kit: Path, command: str) -> None:
    attributes(kit, "*.yaml diff=x")
    config(kit, f"core.pager={command}", f"alias.rev-parse=!{command}", f"alias.archive=!{command}")
    config(kit, f"diff.x.textconv={command}", f"diff.external={command}", f"core.editor={command}")


def git_file(kit: Path, command: str) -> None:
    smudge(kit, command)
    (kit / ".git").rename(kit / "elsewhere")
    (kit / ".git").write_text("gitdir: elsewhere\n")


def work_tree(kit: Path, command: str) -> None:
    smudge(kit, command)
    config(kit, f"core.worktree={kit}")


def included(kit: Path, command: str) -> None:
    attributes(kit, "*.yaml filter=x")
    (kit / "more").write_text(f'[filter "x"]\n\tsmudge = "{command}; cat"\n')
    config(kit, f"include.path={kit / 'more'}")


SETTINGS = {
    plant.__name__: plant
    for plant in (
        smudge, process, clean, fsmonitor, ssh_command, ext_remote, hooks, pager, git_file, work_tree, included
    )
}  # fmt: skip


@pytest.mark.parametrize(
    ("command", "plant"), [*(("diff", plant) for plant in SETTINGS.values()), ("build", smudge), ("build", ssh_command)]
)
def test_no_setting_of_a_repository_runs_anything(command, plant, tracked, tmp_path, started):
    marker = tmp_path / "marker"
    plant(tracked, f"touch {marker}")
    marker.unlink(missing_ok=True)
    started.clear()
    since = [tracked, "--since", "HEAD", "--output", tmp_path / "out"]
    result = run(command, *([f"{tracked}@HEAD", tracked] if command == "diff" else since))
    assert not marker.exists()
    assert started == []
    assert result.exit_code in (0, 1, 2)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output
    if plant in (ssh_command, ext_remote):
        assert result.exit_code == 2
        assert "'cards.yaml': object" in result.stderr
        assert "a partial or shallow clone" in " ".join(result.stderr.split())
    elif command == "diff":
        assert 'all/goodbye: "Goodbye" -> "Farewell"' in result.stdout


def test_a_repository_elsewhere_that_does_not_belong_to_the_kit_is_refused(tracked, tmp_path):
    (tracked / ".git").rename(tmp_path / "private")
    for point in (file_to, link_to):
        point(tracked / ".git", tmp_path / "private")
        result = run("diff", f"{tracked}@HEAD", tracked)
        assert result.exit_code == 2
        assert "a repository that does not belong to this folder" in " ".join(result.stderr.split())
        (tracked / ".git").unlink()


def file_to(path: Path, place: Path) -> None:
    path.write_text(f"gitdir: {place}\n")


def link_to(path: Path, place: Path) -> None:
    path.symlink_to(place)


def test_a_common_folder_elsewhere_that_does_not_belong_to_the_kit_is_not_read(tracked, tmp_path):
    shutil.copytree(tracked, tmp_path / "other")
    (tracked / ".git" / "commondir").write_text(str(tmp_path / "other" / ".git"))
    shutil.rmtree(tracked / ".git" / "objects" / "pack")
    for folder in (tracked / ".git" / "objects").iterdir():
        if len(folder.name) == 2:
            shutil.rmtree(folder)
    assert "is not in the git repository" in refused(tracked)


def test_a_further_work_tree_and_a_submodule_are_read(tracked, tmp_path):
    git(tracked, "worktree", "add", "-q", str(tmp_path / "tree"))
    assert (tmp_path / "tree" / ".git").is_file()
    assert revision(tmp_path / "tree") == CARDS
    outer = tmp_path / "outer"
    outer.mkdir()
    git(outer, "init", "-q")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(tracked), "kit")
    assert (outer / "kit" / ".git").is_file()
    assert revision(outer / "kit") == CARDS


def planted(kit: Path, *entries: tuple[str, bytes, str]) -> set[str]:
    """The files that there are of a revision that has `kit.yaml` and some entries besides, and what is beside them."""
    commit(kit, tree(kit, ("100644", b"kit.yaml", put(kit, "blob", KIT.encode())), *entries))
    with history.kit_at(kit, "HEAD") as past:
        outside = [path for path in past.place.parent.iterdir() if path != past.place]
        assert outside == []
        assert not any(path.is_symlink() for path in past.kit.rglob("*"))
        return {path.relative_to(past.kit).as_posix() for path in past.kit.rglob("*")} - {"kit.yaml"}


BAD_NAMES = [
    b"..", b".", b"", b"/etc/x", b"../x", b"a/b", b"a\\b", b"..\\x", b"C:x", b"x:y", b".git", b".GIT", b".git ",
    b".git.", b"git~1", b"con", b"NUL.txt", b"com1.svg", b"x\n", b"x ", b"x.", b"\xff", b"\x01",
]  # fmt: skip


def test_names_that_lead_elsewhere_are_left_out_and_usual_ones_are_written(tracked):
    blob = put(tracked, "blob", b"x")
    inner = tree(tracked, ("100644", b"y", blob))
    bad = [*(("100644", name, blob) for name in BAD_NAMES if name != b".."), ("40000", b"..", inner)]
    usual = [b"a.svg", b".hidden", b"digit", b"\xc3\xa4.svg", b"a b.svg", b"console.md"]
    assert not any(map(is_usable, BAD_NAMES))
    assert planted(tracked, *bad, *(("100644", name, blob) for name in usual)) == {name.decode() for name in usual}


@pytest.mark.parametrize("target", [b"/etc", b"..", b"kit.yaml"])
def test_links_and_submodules_are_left_out(target, tracked):
    inside = tree(tracked, ("100644", b"passwd", put(tracked, "blob", b"x")))
    entries = [("120000", b"away", put(tracked, "blob", target)), ("160000", b"module", "ab" * 20)]
    assert planted(tracked, *entries) == set()
    with pytest.raises(HistoryError):  # no file and folder of one name, so that nothing is written through a link
        planted(tracked, ("100644", b"twice", put(tracked, "blob", target)), ("40000", b"twice", inside))


@pytest.mark.slow
def test_a_tree_that_grows_without_end_is_refused(tracked, monkeypatch):
    monkeypatch.setattr(git_repository, "MAX_FILES", 300)
    inner = put(tracked, "blob", b"x")
    level = tree(tracked, *(("100644", f"{n}".encode(), inner) for n in range(10)))
    for _ in range(10):
        level = tree(tracked, *(("40000", f"{n}".encode(), level) for n in range(10)))
    commit(tracked, level)
    assert "more than 300 files" in refused(tracked)


def test_a_tree_that_is_too_deep_is_refused(tracked):
    level = put(tracked, "tree", b"")
    for _ in range(3000):
        level = tree(tracked, ("40000", b"a", level))
    commit(tracked, level)
    assert "50 folders deep" in refused(tracked)


def bomb(kit: Path, size: int) -> str:
    """An object of zeros that is small until it is unpacked. Its hash is wrong, which is noticed only afterwards."""
    packer = zlib.compressobj(9)
    data = packer.compress(f"blob {size}\0".encode())
    for _ in range(size // 10_000_000):
        data += packer.compress(bytes(10_000_000))
    name = "ab" * 20
    path = kit / ".git" / "objects" / name[:2] / name[2:]
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data + packer.flush())
    return name


@pytest.mark.slow
def test_a_file_that_is_too_large_is_refused_before_it_is_unpacked(tracked):
    name = bomb(tracked, 60_000_000)
    root = tree(tracked, ("100644", b"art.svg", name), ("100644", b"kit.yaml", put(tracked, "blob", KIT.encode())))
    commit(tracked, root)
    assert refused(tracked).endswith("it is larger than 50 MB")
    assert "'art.svg'" in refused(tracked)


@pytest.mark.slow
def test_a_large_file_that_no_kit_has_is_left_out(tracked):
    assert planted(tracked, ("100644", b"film.mp4", bomb(tracked, 60_000_000))) == set()


def test_all_files_together_have_a_limit(tracked, monkeypatch):
    monkeypatch.setattr(git_objects, "MAX_TOTAL", 1_000_000)
    entries = [("100644", f"{n}.svg".encode(), put(tracked, "blob", bytes([n]) * 300_000)) for n in range(5)]
    commit(tracked, tree(tracked, *entries))
    assert "unpacks to more than 1 MB" in refused(tracked)


def cut(path: Path) -> None:
    path.chmod(0o600)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def empty(path: Path) -> None:
    path.chmod(0o600)
    path.write_bytes(b"")


def garble(path: Path) -> None:
    path.chmod(0o600)
    path.write_bytes(bytes(255 - byte for byte in path.read_bytes()))


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def zeros(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def sparse(path: Path) -> None:
    path.unlink()
    with path.open("wb") as file:
        file.truncate(20_000_000_000)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


DAMAGE: list[Callable[[Path], None]] = [cut, empty, garble, pipe, zeros, sparse, folder]
PARTS = ["HEAD", "config", "packed-refs", "refs/heads/*", "objects/??/*", "objects/pack/*.idx", "objects/pack/*.pack"]


PAIRS = [(damage, part) for i, damage in enumerate(DAMAGE) for j, part in enumerate(PARTS) if (i + j) % 3 == 0]
"""Every damage and every part, but not all combinations."""


@pytest.mark.slow
@pytest.mark.parametrize(("damage", "part"), PAIRS, ids=[f"{damage.__name__}-{part}" for damage, part in PAIRS])
def test_damage_is_reported_soon_and_without_a_traceback(damage, part, tracked):
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no pipes")
    if "pack" in part:
        git(tracked, "gc", "-q", "--aggressive", "--prune=now")
    for path in (tracked / ".git").glob(part):
        damage(path)
    compared = ("diff", f"{tracked}@HEAD", str(tracked))
    if damage in (pipe, zeros):  # whose reading may never end
        done = subprocess.run(
            [sys.executable, "-m", "pnp", *compared],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=LAST_RESORT,
        )  # fmt: skip
        code, output = done.returncode, done.stdout + done.stderr
    else:
        result = run(*compared)
        assert isinstance(result.exception, SystemExit | None), result.exception
        code, output = result.exit_code, result.output
    assert "Traceback" not in output
    if (damage, part) in [(empty, "config"), (folder, "packed-refs")] or part == "config":
        assert code in (0, 2)
    else:
        assert code == 2, output
    assert stat.S_ISDIR(tracked.stat().st_mode)
