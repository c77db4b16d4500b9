"""Kits that come with a git repository of their own: its settings run nothing, and damage is reported."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pnp.kit import git as history
from pnp.kit import git_objects
from pnp.kit.git_objects import HistoryError
from pnp.kit.git_repository import is_usable
from tests.conftest import run
from tests.pipeline.test_select import committed, git, needs_git
from tests.support.three_cards import CARDS, FACES, KIT

pytestmark = needs_git

GIT = shutil.which("git") or "git"

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


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    """A small kit, committed, with a change since."""
    folder = tmp_path / "mine"
    folder.mkdir()
    for name, text in (("kit", KIT), ("cards", CARDS), ("faces", FACES)):
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    committed(folder)
    (folder / "cards.yaml").write_text(CARDS.replace("Goodbye", "Farewell"), "utf-8")
    return folder


def config(kit: Path, *settings: str) -> None:
    for setting in settings:
        name, _, value = setting.partition("=")
        git(kit, "config", name, value)


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


@pytest.mark.slow
@pytest.mark.parametrize("plant", SETTINGS.values(), ids=SETTINGS)
@pytest.mark.parametrize("command", ["diff", "build"])
def test_no_setting_of_a_repository_runs_anything(command, plant, plain, tmp_path, started):
    marker = tmp_path / "marker"
    plant(plain, f"touch {marker}")
    marker.unlink(missing_ok=True)
    started.clear()
    since = [plain, "--since", "HEAD", "--output", tmp_path / "out"]
    result = run(command, *([f"{plain}@HEAD", plain] if command == "diff" else since))
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


def test_a_repository_elsewhere_that_does_not_belong_to_the_kit_is_refused(plain, tmp_path):
    (plain / ".git").rename(tmp_path / "private")
    for point in (file_to, link_to):
        point(plain / ".git", tmp_path / "private")
        result = run("diff", f"{plain}@HEAD", plain)
        assert result.exit_code == 2
        assert "a repository that does not belong to this folder" in " ".join(result.stderr.split())
        (plain / ".git").unlink()


def file_to(path: Path, place: Path) -> None:
    path.write_text(f"gitdir: {place}\n")


def link_to(path: Path, place: Path) -> None:
    path.symlink_to(place)


def test_a_common_folder_elsewhere_that_does_not_belong_to_the_kit_is_not_read(plain, tmp_path):
    shutil.copytree(plain, tmp_path / "other")
    (plain / ".git" / "commondir").write_text(str(tmp_path / "other" / ".git"))
    shutil.rmtree(plain / ".git" / "objects" / "pack")
    for folder in (plain / ".git" / "objects").iterdir():
        if len(folder.name) == 2:
            shutil.rmtree(folder)
    assert "is not in the git repository" in refused(plain)


def test_a_further_work_tree_and_a_submodule_are_read(plain, tmp_path):
    git(plain, "worktree", "add", "-q", str(tmp_path / "tree"))
    assert (tmp_path / "tree" / ".git").is_file()
    assert revision(tmp_path / "tree") == CARDS
    outer = tmp_path / "outer"
    outer.mkdir()
    git(outer, "init", "-q")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(plain), "kit")
    assert (outer / "kit" / ".git").is_file()
    assert revision(outer / "kit") == CARDS


# Revisions ---------------------------------------------------------------------------------------------------


def revision(kit: Path, name: str = "HEAD", file: str = "cards.yaml") -> str:
    with history.kit_at(kit, name) as past:
        return (past.kit / file).read_text("utf-8")


def refused(kit: Path, name: str = "HEAD") -> str:
    """The message for a revision that cannot be read, and that the command line ends as usual."""
    with pytest.raises(HistoryError) as error, history.kit_at(kit, name):
        pass
    result = run("diff", f"{kit}@{name}", kit)
    assert result.exit_code == 2
    assert isinstance(result.exception, SystemExit)
    return str(error.value)


@pytest.fixture
def story(plain: Path) -> Path:
    """A repository with revisions that have one card each, called by the number of the commit; the last is a merge."""
    for number in range(1, 4):
        change(plain, number)
    git(plain, "checkout", "-q", "-b", "side", "HEAD~1")
    change(plain, 9)
    git(plain, "checkout", "-q", "-")
    git(plain, "merge", "-q", "-s", "ours", "-m", "merge", "side")
    git(plain, "tag", "light", "HEAD~2")
    git(plain, "tag", "-a", "-m", "x", "heavy", "HEAD~1")
    return plain


def change(kit: Path, number: int) -> None:
    (kit / "cards.yaml").write_text(f"all: {{card: {{name: N{number}, count: 1}}}}\n", "utf-8")
    git(kit, "commit", "-q", "-a", "-m", f"c{number}")


def hash_of(kit: Path, name: str) -> str:
    return answer(kit, "rev-parse", name).decode().strip()


def answer(kit: Path, *words: str) -> bytes:
    return subprocess.run([GIT, *words], cwd=kit, check=True, capture_output=True).stdout


NAMES = {
    "HEAD": 3, "@": 3, "HEAD~1": 3, "HEAD~2": 2, "HEAD~": 3, "HEAD^": 3, "HEAD^^": 2, "HEAD^2": 9, "HEAD^2~1": 2,
    "HEAD^0": 3, "HEAD~0": 3, "side": 9, "heads/side": 9, "refs/heads/side": 9, "light": 2, "heavy": 3, "heavy~1": 2,
    "heavy^{}": 3, "heavy^{commit}": 3, "tags/heavy": 3,
}  # fmt: skip


@pytest.mark.parametrize("packed", [False, True], ids=["loose", "packed"])
def test_revisions_are_named_as_in_git(packed, story):
    if packed:
        git(story, "gc", "-q", "--aggressive", "--prune=now")
        assert not list((story / ".git" / "refs" / "heads").iterdir())
    for name, number in NAMES.items():
        assert f"N{number}," in revision(story, name), name
        assert hash_of(story, f"{name}^{{commit}}")  # git takes it, too
    whole = hash_of(story, "side")
    for length in (4, 5, 7, 20, 39, 40):
        assert "N9," in revision(story, whole[:length]), length
    assert "N9," in revision(story, whole.upper()[:12])
    assert "N2," in revision(story, f"{whole[:9]}~1")


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["HEAD~9", "HEAD^3", "HEAD^{tree}", "HEAD:cards.yaml", "side..HEAD", "~1", "^", "x" * 5000, "HEAD~99999999999",
     "../HEAD", "refs/../HEAD", "/etc/passwd", "0" * 40, "abcdef0", "HEAD\n", "-h", "@{1}", "ä", "\udcff"],
)  # fmt: skip
def test_what_names_no_revision_is_refused(name, story):
    assert refused(story, name).startswith("there is no revision ")


def test_a_branch_that_is_nearly_named_so_is_proposed(story):
    assert refused(story, "syde").endswith("; did you mean 'side'?")
    assert refused(story, "haevy").endswith("; did you mean 'heavy'?")


def test_a_hash_of_a_file_is_no_revision(story):
    assert "is not a commit" in refused(story, hash_of(story, "HEAD:kit.yaml"))


def test_a_beginning_of_several_hashes_is_refused(story, monkeypatch):
    both = {hash_of(story, name).encode() for name in ("HEAD", "side")}
    monkeypatch.setattr(git_objects.Objects, "beginning", lambda _self, _start: both)
    assert "2 commits in" in refused(story, "abcd")
    assert "write more of the hash" in refused(story, "abcd")


def test_replaced_objects_and_grafts_are_not_followed(story):
    git(story, "replace", hash_of(story, "HEAD~1"), hash_of(story, "side"))
    (story / ".git" / "info" / "grafts").write_text(f"{hash_of(story, 'HEAD')} {hash_of(story, 'side')}\n")
    assert "N3," in revision(story, "HEAD~1")


@pytest.mark.slow
def test_files_are_those_that_git_has(story):
    for number in range(30):  # long enough that git packs differences
        (story / "notes.md").write_text("".join(f"line {line} {number if line == 7 else ''}\n" for line in range(400)))
        git(story, "add", "-A")
        git(story, "commit", "-q", "-m", "notes")
    git(story, "gc", "-q", "--aggressive", "--prune=now")
    for back in (0, 3, 17, 29):
        name = f"HEAD~{back}"
        assert revision(story, name, "notes.md").encode() == answer(story, "show", f"{name}:notes.md")


def test_line_ends_are_those_that_were_committed(plain):
    (plain / "cards.yaml").write_bytes(CARDS.encode())
    (plain / ".gitattributes").write_text("*.yaml text eol=crlf\n")
    git(plain, "add", "-A")
    git(plain, "commit", "-q", "-m", "crlf")
    with history.kit_at(plain, "HEAD") as past:
        assert (past.kit / "cards.yaml").read_bytes() == CARDS.encode()


def test_git_is_not_needed(plain, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert shutil.which("git") is None
    assert revision(plain) == CARDS


# Repositories that are made to do harm -----------------------------------------------------------------------


def put(kit: Path, kind: str, content: bytes) -> str:
    """Write an object as it is, which git would not."""
    whole = f"{kind} {len(content)}\0".encode() + content
    name = hashlib.sha1(whole, usedforsecurity=False).hexdigest()
    path = kit / ".git" / "objects" / name[:2] / name[2:]
    path.parent.mkdir(exist_ok=True)
    if not path.exists():
        path.write_bytes(zlib.compress(whole))
    return name


def tree(kit: Path, *entries: tuple[str, bytes, str]) -> str:
    lines = (f"{mode} ".encode() + name + b"\0" + bytes.fromhex(id_) for mode, name, id_ in entries)
    return put(kit, "tree", b"".join(lines))


def commit(kit: Path, root: str) -> None:
    name = put(kit, "commit", f"tree {root}\nauthor A <a> 0 +0000\ncommitter A <a> 0 +0000\n\nx\n".encode())
    (kit / ".git" / "HEAD").write_text(f"{name}\n")


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


@pytest.mark.slow
@pytest.mark.parametrize("name", BAD_NAMES)
@pytest.mark.parametrize("mode", ["100644", "40000"])
def test_names_that_lead_elsewhere_are_left_out(mode, name, plain):
    inner = put(plain, "blob", b"x") if mode == "100644" else tree(plain, ("100644", b"y", put(plain, "blob", b"x")))
    assert not is_usable(name)
    assert planted(plain, (mode, name, inner), ("100644", b"z.svg", put(plain, "blob", b"x"))) == {"z.svg"}


@pytest.mark.parametrize("name", [b"a.svg", b".hidden", b"digit", b"\xc3\xa4.svg", b"a b.svg", b"console.md"])
def test_usual_names_are_written(name, plain):
    assert planted(plain, ("100644", name, put(plain, "blob", b"x"))) == {name.decode()}


@pytest.mark.parametrize("target", [b"/etc", b"..", b"kit.yaml"])
def test_links_and_submodules_are_left_out(target, plain):
    inside = tree(plain, ("100644", b"passwd", put(plain, "blob", b"x")))
    entries = [("120000", b"away", put(plain, "blob", target)), ("160000", b"module", "ab" * 20)]
    assert planted(plain, *entries) == set()
    with pytest.raises(HistoryError):  # no file and folder of one name, so that nothing is written through a link
        planted(plain, ("100644", b"twice", put(plain, "blob", target)), ("40000", b"twice", inside))


@pytest.mark.slow
def test_a_tree_that_grows_without_end_is_refused(plain):
    inner = put(plain, "blob", b"x")
    level = tree(plain, *(("100644", f"{n}".encode(), inner) for n in range(10)))
    for _ in range(10):
        level = tree(plain, *(("40000", f"{n}".encode(), level) for n in range(10)))
    commit(plain, level)
    assert "more than 20000 files" in refused(plain)


@pytest.mark.slow
def test_a_tree_that_is_too_deep_is_refused(plain):
    level = put(plain, "tree", b"")
    for _ in range(3000):
        level = tree(plain, ("40000", b"a", level))
    commit(plain, level)
    assert "50 folders deep" in refused(plain)


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
def test_a_file_that_is_too_large_is_refused_before_it_is_unpacked(plain):
    name = bomb(plain, 200_000_000)
    root = tree(plain, ("100644", b"art.svg", name), ("100644", b"kit.yaml", put(plain, "blob", KIT.encode())))
    commit(plain, root)
    assert refused(plain).endswith("it is larger than 50 MB")
    assert "'art.svg'" in refused(plain)


@pytest.mark.slow
def test_a_large_file_that_no_kit_has_is_left_out(plain):
    assert planted(plain, ("100644", b"film.mp4", bomb(plain, 200_000_000))) == set()


def test_all_files_together_have_a_limit(plain, monkeypatch):
    monkeypatch.setattr(git_objects, "MAX_TOTAL", 1_000_000)
    entries = [("100644", f"{n}.svg".encode(), put(plain, "blob", bytes([n]) * 300_000)) for n in range(5)]
    commit(plain, tree(plain, *entries))
    assert "unpacks to more than 1 MB" in refused(plain)


def varint(number: int) -> bytes:
    out = b""
    while number > 0x7F:
        out, number = out + bytes([number & 0x7F | 0x80]), number >> 7
    return out + bytes([number])


def head(kind: int, size: int) -> bytes:
    first, rest = size & 15, size >> 4
    return bytes([kind << 4 | first | (0x80 if rest else 0)]) + (varint(rest) if rest else b"")


def pack(kit: Path, name: str, *pieces: bytes, at: int = 0) -> None:
    """A pack of some pieces, in whose index a hash leads to one of them; all sums are right."""
    folder = kit / ".git" / "objects" / "pack"
    body, offsets = b"PACK" + struct.pack(">LL", 2, len(pieces)), []
    for piece in pieces:
        offsets.append(len(body))
        body += piece
    body += hashlib.sha1(body, usedforsecurity=False).digest()
    raw = bytes.fromhex(name)
    index = b"\377tOc" + struct.pack(">L", 2) + b"".join(struct.pack(">L", int(n >= raw[0])) for n in range(256))
    index += raw + struct.pack(">L", 0) + struct.pack(">L", offsets[at]) + body[-20:]
    index += hashlib.sha1(index, usedforsecurity=False).digest()
    (folder / "pack-x.pack").write_bytes(body)
    (folder / "pack-x.idx").write_bytes(index)


@pytest.mark.slow
def test_a_delta_that_is_based_on_itself_is_refused(plain):
    name = "cd" * 20
    delta = zlib.compress(b"\x05\x05\x90\x05")
    commit(plain, tree(plain, ("100644", b"kit.yaml", name)))
    pack(plain, name, head(6, 4) + b"\x00" + delta)
    assert "is damaged" in refused(plain)
    pack(plain, name, head(7, 4) + bytes.fromhex(name) + delta)
    assert "is damaged" in refused(plain)


def test_a_delta_that_grows_without_end_is_refused(plain):
    name = "cd" * 20
    base = head(3, 60_000) + zlib.compress(bytes(60_000))
    delta = varint(60_000) + varint(10**12) + b"\x80\x60\xea" * 1000
    commit(plain, tree(plain, ("100644", b"kit.yaml", name)))
    pack(plain, name, base, head(6, len(delta)) + offset(len(base)) + zlib.compress(delta), at=1)
    assert "it is larger than 50 MB" in refused(plain)


def offset(number: int) -> bytes:
    """How far back the base of a delta is."""
    out = [number & 0x7F]
    while number := number >> 7:
        number -= 1
        out.insert(0, number & 0x7F | 0x80)
    return bytes(out)


def test_a_packed_file_that_is_too_large_is_refused_before_it_is_unpacked(plain):
    name = "cd" * 20
    commit(plain, tree(plain, ("100644", b"kit.yaml", name)))
    pack(plain, name, head(3, 10**11) + zlib.compress(b"x"))
    assert "it is larger than 50 MB" in refused(plain)


def test_a_file_with_another_content_than_its_hash_has_is_refused(plain):
    name = "cd" * 20
    commit(plain, tree(plain, ("100644", b"kit.yaml", name)))
    pack(plain, name, head(3, len(KIT)) + zlib.compress(KIT.encode()))
    assert "is damaged" in refused(plain)


def test_other_repositories_that_objects_are_borrowed_from_are_not_read(plain, tmp_path):
    shutil.move(plain / ".git" / "objects", tmp_path / "objects")
    (plain / ".git" / "objects" / "info").mkdir(parents=True)
    (plain / ".git" / "objects" / "info" / "alternates").write_text(f"{tmp_path / 'objects'}\n")
    assert git(plain, "log") is None
    assert "borrows from another repository" in refused(plain)


@pytest.mark.parametrize("form", [["--object-format=sha256"], ["--ref-format=reftable"]])
def test_other_formats_are_refused(form, plain):
    shutil.rmtree(plain / ".git")
    try:
        git(plain, "init", "-q", *form)
        git(plain, "add", "-A")
        git(plain, "commit", "-q", "-m", "first")
    except subprocess.CalledProcessError:
        pytest.skip("this git does not write that format")
    assert "can be read" in refused(plain)


VERSION_1 = "[core]\n\trepositoryformatversion = 1\n"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (f"{VERSION_1}[extensions]\n\tobjectformat = sha256\n", "only repositories with objectformat sha1"),
        (f"{VERSION_1}[extensions]\n\trefstorage = reftable\n", "only repositories with refstorage files"),
        (
            f"{VERSION_1}[extensions]\n\tsurprise = x\n",
            "extension 'surprise' of git's repository format is not supported",
        ),
        ("[core]\n\trepositoryformatversion = 7\n", "version '7' of git's repository format is not supported"),
        ("[core\n", "is damaged"),
        ("\x00\xff[[[", "is damaged"),
    ],
)
def test_a_configuration_of_another_format_is_refused(settings, message, plain):
    (plain / ".git" / "config").write_bytes(settings.encode("latin-1"))
    assert message in refused(plain)


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


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("damage", DAMAGE, ids=[one.__name__ for one in DAMAGE])
def test_damage_is_reported_soon_and_without_a_traceback(damage, part, plain):
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no pipes")
    if "pack" in part:
        git(plain, "gc", "-q", "--aggressive", "--prune=now")
    for path in (plain / ".git").glob(part):
        damage(path)
    script = "import sys; from pnp.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script, "diff", f"{plain}@HEAD", str(plain)],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=20,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    if (damage, part) in [(empty, "config"), (folder, "packed-refs")] or part == "config":
        assert done.returncode in (0, 2)
    else:
        assert done.returncode == 2, done.stdout + done.stderr
    assert stat.S_ISDIR(plain.stat().st_mode)
