"""Git repositories, read without git: revisions, and the files that there were at one.

The git program executes what a repository's own configuration names, and a kit from a stranger may come with its own
repository. Nothing here is executed, fetched or changed, and of the configuration only the format is looked at. What
git does to files as it checks them out (line ends, filters, large files kept elsewhere) is therefore not done.
"""

from __future__ import annotations

import io
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, Self

from dulwich.config import ConfigFile
from dulwich.objects import Commit, ObjectID, ShaFile, Tag, Tree, parse_tree, valid_hexsha
from dulwich.refs import Ref, check_ref_format, read_packed_refs

from pnp.diagnostics import did_you_mean, files
from pnp.kit import paths
from pnp.kit.git_objects import AbsentError, HistoryError, Objects, OversizeError, damage_reported

MAX_FILES = 20_000
"""How many files and folders are looked at in a revision."""
MAX_DEPTH = 50
MAX_REFS = 50_000
MAX_CONFIG = 1_000_000
MAX_PACKED_REFS = 20_000_000
MAX_LINE = 4096
"""Bytes of a file that has a single line."""

_PLACES = ("{}", "refs/{}", "refs/tags/{}", "refs/heads/{}", "refs/remotes/{}", "refs/remotes/{}/HEAD")
"""Where a branch or tag is looked for, in git's order."""
_REVISION = re.compile(r"(?P<name>[^~^]+)(?P<steps>(?:[~^][0-9]{0,6}|\^\{(?:commit)?\})*)")
_STEP = re.compile(r"([~^])([0-9]*)")
_EXTENSIONS = {b"noop", b"partialclone", b"preciousobjects", b"relativeworktrees", b"worktreeconfig"}
"""Extensions of the format that change nothing in what is read here."""
_UNUSABLE = re.compile(
    r".*(?:[\x00-\x1f\x7f\\:]|[. ]$)|\.git$|git~[0-9]+$|(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?$",
    re.IGNORECASE | re.DOTALL,
)
"""Names that lead elsewhere on some system, name a device on Windows, or are git's own."""


class _Place(NamedTuple):
    """Where a repository is: the folder of its files, its own data, and those that it shares with other work trees."""

    top: Path
    own: Path
    common: Path


class Repository:
    """A repository, open for reading. Close it, or use it in a `with` block."""

    def __init__(self, folder: Path) -> None:
        """Open the repository that a folder is in. Raises HistoryError."""
        with damage_reported(folder):
            found = next(filter(None, map(_place, (folder, *folder.parents))), None)
        if found is None:
            raise HistoryError(f"there is no git repository round {folder}")
        self.top = found.top
        with damage_reported(self.top):
            _expect_known_format(found.common)
            self._refs = _refs(found)
        self._objects = Objects(found.common / "objects")
        self._seen = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._objects.__exit__()

    # Revisions ---------------------------------------------------------------------------------------------------

    def commit(self, revision: str) -> Commit:
        """The commit that a revision names: a branch, a tag or a hash, with `~N` and `^N` after it."""
        with damage_reported(self.top):
            written = _REVISION.fullmatch(revision)
            start = self._named(written["name"]) if written else None
            if written is None or start is None:
                raise self._unknown(revision)
            commit = self._commit(start)
            for sign, number in _STEP.findall(written["steps"].replace("^{commit}", "").replace("^{}", "")):
                found = self._earlier(commit, sign, int(number or 1))
                if found is None:
                    raise self._unknown(revision)
                commit = found
            return commit

    def _unknown(self, revision: str) -> HistoryError:
        known = {re.sub(r"^refs/(heads|tags|remotes)/", "", name) for name in self._refs}
        hint = did_you_mean(revision, known) if revision and revision not in known else ""
        return HistoryError(f"git knows no revision {revision!r} in {self.top}" + (f"; {hint}" if hint else ""))

    def _named(self, name: str) -> ObjectID | None:
        """The hash that a name stands for."""
        if re.fullmatch(r"[0-9a-fA-F]{40}", name):
            return self._whole(ObjectID(name.lower().encode()))
        for place in _PLACES:
            found = self._followed(place.format("HEAD" if name == "@" else name))
            if found:
                return found
        return self._shortened(name.lower()) if re.fullmatch(r"[0-9a-fA-F]{4,39}", name) else None

    def _whole(self, name: ObjectID) -> ObjectID | None:
        try:
            return self._objects.get(name).id
        except AbsentError:
            return None

    def _followed(self, name: str) -> ObjectID | None:
        """The hash in a reference, or in the one that it refers to."""
        for _ in range(5):  # as often as git
            value = self._refs.get(name, b"")
            if not value.startswith(b"ref: "):
                return ObjectID(value) if len(value) == 40 and valid_hexsha(value) else None
            name = value[5:].decode("utf-8", "surrogateescape").strip()
        return None

    def _shortened(self, start: str) -> ObjectID | None:
        found = [name for name in self._objects.beginning(start.encode()) if self._is_commit(name)]
        if len(found) > 1:
            raise HistoryError(f"{len(found)} commits in {self.top} begin with {start!r}; write more of the hash")
        return found[0] if found else None

    def _is_commit(self, name: ObjectID) -> bool:
        return isinstance(self._objects.get(name), Commit | Tag)

    def _commit(self, name: ObjectID) -> Commit:
        found: ShaFile = self._objects.get(name)
        while isinstance(found, Tag):
            found = self._objects.get(found.object[1])
        if not isinstance(found, Commit):
            raise HistoryError(f"{name.decode()} in {self.top} is not a commit")
        return found

    def _earlier(self, commit: Commit, sign: str, number: int) -> Commit | None:
        """The N-th ancestor along first parents, for `~`, or the N-th parent, for `^`."""
        if sign == "^":
            parents = [commit.id, *commit.parents]
            return self._commit(parents[number]) if number < len(parents) else None
        for _ in range(number):
            if not commit.parents:
                return None
            commit = self._commit(commit.parents[0])
        return commit

    # Files -------------------------------------------------------------------------------------------------------

    def write(self, commit: Commit, wanted: list[Path], into: Path) -> None:
        """Write what there was of some paths below `top` into a folder, which then stands for `top`.

        Links, submodules and names that are unusable on some system are left out.
        """
        with damage_reported(self.top):
            for path in wanted:
                found = self._entry(commit.tree, path.parts)
                if found:
                    place = into / path
                    place.parent.mkdir(parents=True, exist_ok=True)
                    self._write(*found, place, path, len(path.parts))

    def _entry(self, tree: ObjectID, parts: tuple[str, ...]) -> tuple[int, ObjectID] | None:
        """The mode and the hash of what is at a path."""
        found = stat.S_IFDIR, tree
        for part in parts:
            name = part.encode("utf-8", "surrogateescape")
            there = {entry: (mode, id_) for entry, mode, id_ in self._entries(found[1])} if _is_tree(found[0]) else {}
            if name not in there:
                return None
            found = there[name]
        return found

    def _entries(self, name: ObjectID) -> Iterator[tuple[bytes, int, ObjectID]]:
        tree = self._objects.get(name)
        if not isinstance(tree, Tree):
            raise HistoryError(f"{name.decode()} in {self.top} is not a folder")
        for entry, mode, id_ in parse_tree(tree.as_raw_string(), 20):
            yield entry, mode, ObjectID(id_)

    def _write(self, mode: int, name: ObjectID, place: Path, shown: Path, depth: int) -> None:
        self._seen += 1
        if self._seen > MAX_FILES or depth > MAX_DEPTH:
            most = f"no more than {MAX_FILES} files, {MAX_DEPTH} folders deep, are read"
            raise HistoryError(f"{shown.as_posix()!r} in {self.top}: {most}")
        if stat.S_ISREG(mode):
            self._write_file(name, place, shown)
        elif _is_tree(mode):
            place.mkdir(exist_ok=True)
            for entry, inner_mode, inner in self._entries(name):
                if is_usable(entry):
                    self._write(inner_mode, inner, place / entry.decode(), shown / entry.decode(), depth + 1)

    def _write_file(self, name: ObjectID, place: Path, shown: Path) -> None:
        try:
            found = self._objects.get(name)
        except OversizeError as error:
            if place.suffix.lower() in paths.KINDS:
                raise HistoryError(f"{shown.as_posix()!r} in {self.top}: {error}") from None
            return  # a film or a finished PDF beside the kit
        except HistoryError as error:
            raise HistoryError(f"{shown.as_posix()!r}: {error}") from None
        place.write_bytes(found.as_raw_string())


def is_usable(name: bytes) -> bool:
    """Whether a name in a tree is a plain name on every system, and none of git's own."""
    try:
        text = name.decode()
    except UnicodeDecodeError:
        return False
    return bool(text) and "/" not in text and not _UNUSABLE.match(text)


def _is_tree(mode: int) -> bool:
    return stat.S_ISDIR(mode)


# Where it is -----------------------------------------------------------------------------------------------------


def _place(top: Path) -> _Place | None:
    """The repository of a folder, if it has one of its own."""
    git = top / ".git"
    if git.is_dir():
        own = git.resolve()
        if not _is_repository(own, own):
            return None  # git looks further up, too
        if not own.is_relative_to(top):
            raise _foreign(git, own)
        return _Place(top, own, own)
    return _linked(top, git) if git.exists() or git.is_symlink() else None


def _linked(top: Path, git: Path) -> _Place:
    """The repository that a file `.git` names: that of a further work tree, or of a submodule."""
    with damage_reported(top):
        written = files.read(git, MAX_LINE).decode("utf-8", "surrogateescape")
        own = (top / written.removeprefix("gitdir:").strip()).resolve()
        shared = own / "commondir"
        common = (own / _line(shared)).resolve() if shared.is_file() else own
        if not _is_repository(own, common):
            raise HistoryError(f"{git} names {own}, which is not a git repository")
        if not (own.is_relative_to(top) and common.is_relative_to(top)) and not _belongs(own, common, top):
            raise _foreign(git, own)
    return _Place(top, own, common)


def _belongs(own: Path, common: Path, top: Path) -> bool:
    """Whether a repository outside a folder names that folder as its own, as that of a work tree or submodule does."""
    if common != own:
        return own.parent.parent == common and (own / _line(own / "gitdir")).resolve() == (top / ".git").resolve()
    named = _setting(_config(own), b"core", b"worktree")
    return bool(named) and (own / os.fsdecode(named)).resolve() == top


def _foreign(git: Path, own: Path) -> HistoryError:
    return HistoryError(f"{git} leads to {own}, a repository that does not belong to this folder")


def _is_repository(own: Path, common: Path) -> bool:
    return (own / "HEAD").exists() and (common / "objects").is_dir() and (common / "refs").is_dir()


def _line(path: Path) -> str:
    return files.read(path, MAX_LINE).decode("utf-8", "surrogateescape").strip()


# Its format and references ---------------------------------------------------------------------------------------


def _config(folder: Path) -> ConfigFile:
    path = folder / "config"
    data = files.read(path, MAX_CONFIG) if path.exists() else b""
    return ConfigFile.from_file(io.BytesIO(data), expand_includes=False)


def _setting(config: ConfigFile, section: bytes, name: bytes) -> bytes:
    try:
        return config.get((section,), name)
    except KeyError:
        return b""


def _expect_known_format(folder: Path) -> None:
    config = _config(folder)
    version = _setting(config, b"core", b"repositoryformatversion") or b"0"
    said = {name.lower(): value.lower() for name, value in config.items((b"extensions",))}
    for name, usual in ((b"objectformat", b"sha1"), (b"refstorage", b"files")):
        if said.pop(name, usual) != usual:
            what = f"another {name.decode()} than {usual.decode()}"
            raise HistoryError(f"{folder}: repositories with {what} are not read")
    unknown = sorted(said.keys() - _EXTENSIONS) if version == b"1" else []
    if version not in (b"0", b"1") or unknown:
        what = f"extension {unknown[0].decode(errors='replace')!r}" if unknown else "version of the format"
        raise HistoryError(f"{folder}: this {what} is not known here, so the repository is not read")


def _refs(place: _Place) -> dict[str, bytes]:
    """The references of a repository by their whole names: a hash each, or `ref: ` and another name."""
    found = {}
    packed = place.common / "packed-refs"
    if packed.exists():
        lines = files.read(packed, MAX_PACKED_REFS).splitlines(keepends=True)
        # Lines with ^ have what a tag is of, which the tag itself has, too.
        plain = io.BytesIO(b"".join(line for line in lines if line.strip() and not line.startswith(b"^")))
        found = {name.decode("utf-8", "surrogateescape"): bytes(id_) for id_, name in read_packed_refs(plain)}
    found |= dict(_loose_refs(place.common))
    return found | {"HEAD": files.read(place.own / "HEAD", MAX_LINE).strip()}


def _loose_refs(folder: Path) -> Iterator[tuple[str, bytes]]:
    count = 0
    for here, _, names in os.walk(folder / "refs"):
        for path in (Path(here, name) for name in names):
            name = path.relative_to(folder).as_posix()
            count += 1
            if count > MAX_REFS:
                raise HistoryError(f"{folder}: there are more than {MAX_REFS} branches and tags")
            is_plain = path.is_file() and not path.is_symlink()
            if is_plain and check_ref_format(Ref(name.encode("utf-8", "surrogateescape"))):
                yield name, files.read(path, MAX_LINE).strip()
