"""Read revisions and files of git repositories without the git program.

git executes programs that a repository's configuration names, and an untrusted kit may contain its own repository.
Nothing here is executed, fetched or changed, and only the format is read from the configuration. So files are not
converted as git does on checkout (line ends, filters, LFS).
"""

from __future__ import annotations

import io
import os
import re
import stat
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple, Self

from dulwich.config import ConfigFile
from dulwich.objects import Commit, ObjectID, ShaFile, Tag, Tree, parse_tree, valid_hexsha
from dulwich.refs import Ref, check_ref_format, read_packed_refs

from pnp import writing
from pnp.diagnostics import did_you_mean, files
from pnp.sources.git_objects import HistoryError, Objects, OversizeError, damage_reported

MAX_FILES = 20_000
"""Maximum number of files and folders read from a revision."""
MAX_DEPTH = 50
MAX_REFS = 50_000
MAX_CONFIG = 1_000_000
MAX_PACKED_REFS = 20_000_000
MAX_LINE = 4096
"""Maximum bytes of a file with a single line."""

_PLACES = ("{}", "refs/{}", "refs/tags/{}", "refs/heads/{}", "refs/remotes/{}", "refs/remotes/{}/HEAD")
"""The names that a branch or tag may have, in git's order."""
_REVISION = re.compile(r"(?P<name>[^~^]+)(?P<steps>(?:[~^][0-9]{0,6}|\^\{(?:commit)?\})*)")
_STEP = re.compile(r"([~^])([0-9]*)")
_EXTENSIONS = {b"noop", b"partialclone", b"preciousobjects", b"relativeworktrees", b"worktreeconfig"}
"""Extensions of the format that do not affect what is read here."""
_UNUSABLE = re.compile(
    r".*(?:[\x00-\x1f\x7f\\:]|[. ]$)|\.git$|git~[0-9]+$|(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?$",
    re.IGNORECASE | re.DOTALL,
)
"""Names that are special on some system: other folders, devices on Windows, or git's own."""


class _Folders(NamedTuple):
    """The folders of a repository: its work tree, its own git folder, and the git folder shared by its work trees."""

    top: Path
    own: Path
    common: Path


class Repository:
    """A repository, open for reading. Use it in a `with` block."""

    def __init__(self, folder: Path, needed: Collection[str] = ()) -> None:
        """Open the repository that contains a folder. Files with the suffixes `needed` may not be left out for their
        size. Raises HistoryError."""
        self._needed = needed
        with damage_reported(folder):
            place = next(filter(None, map(_place, (folder, *folder.parents))), None)
        if place is None:
            raise HistoryError(f"{folder} is not in a git repository")
        self.top = place.top
        with damage_reported(self.top):
            _expect_known_format(place.common)
            self._refs = _refs(place)
        self._objects = Objects(place.common / "objects")
        self._seen = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._objects.__exit__()

    # Revisions ---------------------------------------------------------------------------------------------------

    def commit(self, revision: str) -> Commit:
        """The commit of a revision: a branch, a tag or a hash, optionally followed by `~N` and `^N`. Raises
        HistoryError."""
        with damage_reported(self.top):
            match = _REVISION.fullmatch(revision)
            start = self._resolve(match["name"]) if match else None
            if match is None or start is None:
                raise self._unknown(revision)
            commit = self._commit(start)
            for operator, number in _STEP.findall(match["steps"].replace("^{commit}", "").replace("^{}", "")):
                ancestor = self._ancestor(commit, operator, int(number or 1))
                if ancestor is None:
                    raise self._unknown(revision)
                commit = ancestor
            return commit

    def _unknown(self, revision: str) -> HistoryError:
        known = {re.sub(r"^refs/(heads|tags|remotes)/", "", name) for name in self._refs}
        hint = did_you_mean(revision, known) if revision and revision not in known else ""
        return HistoryError(f"there is no revision {revision!r} in {self.top}" + (f"; {hint}" if hint else ""))

    def _resolve(self, name: str) -> ObjectID | None:
        """The hash of a branch, tag or (short) hash."""
        if re.fullmatch(r"[0-9a-fA-F]{40}", name):
            return self._full_hash(ObjectID(name.lower().encode()))
        for place in _PLACES:
            hash_ = self._ref(place.format("HEAD" if name == "@" else name))
            if hash_:
                return hash_
        return self._short_hash(name.lower()) if re.fullmatch(r"[0-9a-fA-F]{4,39}", name) else None

    def _full_hash(self, name: ObjectID) -> ObjectID | None:
        found = self._objects.find(name)
        return found.id if found else None

    def _ref(self, name: str) -> ObjectID | None:
        """The hash of a reference, with symbolic references followed."""
        for _ in range(5):  # git's limit
            value = self._refs.get(name, b"")
            if not value.startswith(b"ref: "):
                return ObjectID(value) if len(value) == 40 and valid_hexsha(value) else None
            name = value[5:].decode("utf-8", "surrogateescape").strip()
        return None

    def _short_hash(self, start: str) -> ObjectID | None:
        commits = [name for name in self._objects.beginning(start.encode()) if self._is_commit(name)]
        if len(commits) > 1:
            raise HistoryError(f"{len(commits)} commits in {self.top} begin with {start!r}; write more of the hash")
        return commits[0] if commits else None

    def _is_commit(self, name: ObjectID) -> bool:
        return isinstance(self._objects.get(name), Commit | Tag)

    def _commit(self, name: ObjectID) -> Commit:
        object_: ShaFile = self._objects.get(name)
        while isinstance(object_, Tag):
            object_ = self._objects.get(object_.object[1])
        if not isinstance(object_, Commit):
            raise HistoryError(f"{name.decode()} in {self.top} is not a commit")
        return object_

    def _ancestor(self, commit: Commit, operator: str, number: int) -> Commit | None:
        """The N-th ancestor along first parents, for `~`, or the N-th parent, for `^`."""
        if operator == "^":
            parents = [commit.id, *commit.parents]
            return self._commit(parents[number]) if number < len(parents) else None
        for _ in range(number):
            if not commit.parents:
                return None
            commit = self._commit(commit.parents[0])
        return commit

    # Files -------------------------------------------------------------------------------------------------------

    def write(self, commit: Commit, wanted: list[Path], into: Path) -> None:
        """Write the files at some paths of the work tree, as of a commit, into the folder `into`.

        Paths that did not exist are skipped, and so are links, submodules and names that are unusable on some system.
        """
        with damage_reported(self.top), writing.Tree(into) as tree:
            for path in wanted:
                entry = self._entry(commit.tree, path.parts)
                if entry:
                    self._write(*entry, tree, path, len(path.parts))

    def _entry(self, tree: ObjectID, parts: tuple[str, ...]) -> tuple[int, ObjectID] | None:
        """The mode and hash of the file or folder at a path."""
        child = stat.S_IFDIR, tree
        for part in parts:
            name = part.encode("utf-8", "surrogateescape")
            there = {entry: (mode, id_) for entry, mode, id_ in self._entries(child[1])} if _is_tree(child[0]) else {}
            if name not in there:
                return None
            child = there[name]
        return child

    def _entries(self, name: ObjectID) -> Iterator[tuple[bytes, int, ObjectID]]:
        tree = self._objects.get(name)
        if not isinstance(tree, Tree):
            raise HistoryError(f"{name.decode()} in {self.top} is not a folder")
        for entry, mode, id_ in parse_tree(tree.as_raw_string(), 20):
            yield entry, mode, ObjectID(id_)

    def _write(self, mode: int, name: ObjectID, into: writing.Tree, path: Path, depth: int) -> None:
        self._seen += 1
        if self._seen > MAX_FILES or depth > MAX_DEPTH:
            limit = f"more than {MAX_FILES} files, or nested more than {MAX_DEPTH} folders deep"
            raise HistoryError(f"{path.as_posix()!r} in {self.top}: {limit}")
        if stat.S_ISREG(mode):
            self._write_file(name, into, path)
        elif _is_tree(mode):
            for entry, inner_mode, inner in self._entries(name):
                if is_usable(entry):
                    self._write(inner_mode, inner, into, path / entry.decode(), depth + 1)

    def _write_file(self, name: ObjectID, into: writing.Tree, path: Path) -> None:
        try:
            blob = self._objects.get(name)
        except OversizeError as error:
            if path.suffix.lower() in self._needed:
                raise HistoryError(f"{path.as_posix()!r} in {self.top}: {error}") from None
            return  # not a file of the kit, such as a film or a PDF beside it
        except HistoryError as error:
            raise HistoryError(f"{path.as_posix()!r}: {error}") from None
        if into.kind(path.as_posix()) == "nothing":  # several kits share files
            into.create(path.as_posix(), blob.as_raw_string(), lasts=False)


def is_usable(name: bytes) -> bool:
    """Whether a name in a tree is usable on every system and is not one of git's own."""
    try:
        text = name.decode()
    except UnicodeDecodeError:
        return False
    return bool(text) and "/" not in text and not _UNUSABLE.match(text)


def _is_tree(mode: int) -> bool:
    return stat.S_ISDIR(mode)


# Location --------------------------------------------------------------------------------------------------------


def _place(top: Path) -> _Folders | None:
    """The repository whose work tree is `top`, or None."""
    git = top / ".git"
    if git.is_dir():
        own = git.resolve()
        if not _is_repository(own, own):
            return None  # git goes on to the parent folder, too
        if not own.is_relative_to(top):
            raise _foreign(git, own)
        return _Folders(top, own, own)
    return _linked(top, git) if git.exists() or git.is_symlink() else None


def _linked(top: Path, git: Path) -> _Folders:
    """The repository that a file `.git` refers to: that of a linked work tree or of a submodule."""
    with damage_reported(top):
        written = files.read(git, MAX_LINE).decode("utf-8", "surrogateescape")
        own = (top / written.removeprefix("gitdir:").strip()).resolve()
        shared = own / "commondir"
        common = (own / _line(shared)).resolve() if shared.is_file() else own
        if not _is_repository(own, common):
            raise HistoryError(f"{git} refers to {own}, which is not a git repository")
        if not (own.is_relative_to(top) and common.is_relative_to(top)) and not _belongs(own, common, top):
            raise _foreign(git, own)
    return _Folders(top, own, common)


def _belongs(own: Path, common: Path, top: Path) -> bool:
    """Whether a repository outside a folder names it as its work tree, as linked work trees and submodules do."""
    if common != own:
        return own.parent.parent == common and (own / _line(own / "gitdir")).resolve() == (top / ".git").resolve()
    named = _setting(_config(own), b"core", b"worktree")
    return bool(named) and (own / os.fsdecode(named)).resolve() == top


def _foreign(git: Path, own: Path) -> HistoryError:
    return HistoryError(f"{git} refers to {own}, a repository that does not belong to this folder")


def _is_repository(own: Path, common: Path) -> bool:
    return (own / "HEAD").exists() and (common / "objects").is_dir() and (common / "refs").is_dir()


def _line(path: Path) -> str:
    return files.read(path, MAX_LINE).decode("utf-8", "surrogateescape").strip()


# Format and references -------------------------------------------------------------------------------------------


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
    extensions = {name.lower(): value.lower() for name, value in config.items((b"extensions",))}
    for name, usual in ((b"objectformat", b"sha1"), (b"refstorage", b"files")):
        if extensions.pop(name, usual) != usual:
            raise HistoryError(f"{folder}: only repositories with {name.decode()} {usual.decode()} can be read")
    unknown = sorted(extensions.keys() - _EXTENSIONS) if version == b"1" else []
    if version not in (b"0", b"1") or unknown:
        what = f"extension {unknown[0].decode(errors='replace')!r}" if unknown else f"version {version.decode()!r}"
        raise HistoryError(f"{folder}: {what} of git's repository format is not supported")


def _refs(place: _Folders) -> dict[str, bytes]:
    """The references of a repository by full name: each a hash, or `ref: ` and the name of another reference."""
    refs = {}
    packed = place.common / "packed-refs"
    if packed.exists():
        lines = files.read(packed, MAX_PACKED_REFS).splitlines(keepends=True)
        # Lines with ^ give the target of a tag, which the tag itself contains, too.
        plain = io.BytesIO(b"".join(line for line in lines if line.strip() and not line.startswith(b"^")))
        refs = {name.decode("utf-8", "surrogateescape"): bytes(id_) for id_, name in read_packed_refs(plain)}
    refs |= dict(_loose_refs(place.common))
    return refs | {"HEAD": files.read(place.own / "HEAD", MAX_LINE).strip()}


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
