"""Repositories with a kit, and what is read from them."""

from __future__ import annotations

import hashlib
import shutil
import struct
import subprocess
import zlib
from pathlib import Path

import pytest

from pnp.kit import git as history
from pnp.sources.git_objects import HistoryError
from tests.conftest import run
from tests.support.git import git

GIT = shutil.which("git") or "git"


def config(kit: Path, *settings: str) -> None:
    for setting in settings:
        name, _, value = setting.partition("=")
        git(kit, "config", name, value)


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


def hash_of(kit: Path, name: str) -> str:
    return answer(kit, "rev-parse", name).decode().strip()


def answer(kit: Path, *words: str) -> bytes:
    return subprocess.run([GIT, *words], cwd=kit, check=True, capture_output=True).stdout


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
