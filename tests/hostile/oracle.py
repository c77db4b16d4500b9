"""What must hold whatever a kit contains: how a command ends, what it says, and what it reads and writes meanwhile."""

from __future__ import annotations

import faulthandler
import json
import os
import re
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pypdf
import pypdfium2

import pnp
from pnp.kit import paths
from pnp.writing import state
from tests.conftest import run

if TYPE_CHECKING:
    from click.testing import Result

SECONDS = 30
"""The most computing that a command may take: a check of the largest bundled kit takes 4 to 10 s, by the machine."""
MEMORY = 700_000_000
"""The most bytes of memory that a command may need, besides what this process has already."""
ENDS = (0, 1, 2, 130)
_STARTS = ("subprocess.Popen", "os.exec", "os.posix_spawn", "os.system", "os.startfile", "os.fork", "os.forkpty")
_REACHES = ("socket.connect", "socket.bind", "socket.getaddrinfo", "urllib.Request", "webbrowser.open")
_CHANGES = (
    "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate", "os.chmod",
    "shutil.rmtree",
)  # fmt: skip
_NAMELESS = (Path("/dev/null"), Path(tempfile.gettempdir()).resolve())
"""Where nothing stays: the second is how a temporary file without a name is opened on Linux."""


class Watcher:
    """Notes what this process does with files, programs and sockets while it is on; a hook cannot be taken off."""

    def __init__(self) -> None:
        self.on = False
        self.seen: list[tuple[str, str]] = []
        sys.addaudithook(self._note)

    def _note(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.on:
            return
        if event == "open" and isinstance(args[0], str | bytes | os.PathLike):
            flags = args[2] if isinstance(args[2], int) else 0
            writes = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
            self.seen.append(("write" if writes else "read", _whole(os.fsdecode(args[0]))))
        elif event.startswith(_STARTS):
            self.seen.append(("start", str(args[1] if len(args) > 1 else args)))
        elif event in _REACHES:
            self.seen.append(("reach", str(args)))
        elif event in _CHANGES and args[-1] in (-1, None):  # else below a folder that is deleted, which is noted itself
            self.seen.append(("write", _whole(os.fsdecode(args[0]))))

    @contextmanager
    def watching(self) -> Iterator[list[tuple[str, str]]]:
        """What is done meanwhile."""
        self.seen, self.on = [], True
        try:
            yield self.seen
        finally:
            self.on = False


def _whole(name: str) -> str:
    """The whole path of a file that `pnp.writing` opens by its name in an open folder."""
    frame = sys._getframe(2)
    if Path(name).is_absolute() or not frame.f_code.co_filename.endswith("tree.py"):
        return name
    folder = frame.f_locals.get("folder", frame.f_locals.get("self"))
    return str(Path(getattr(folder, "path", ""), name))


WATCHER = Watcher()
_PROGRAM = [
    Path(pnp.__file__).parent,
    paths.root(),
    *map(Path, {sys.prefix, sys.base_prefix, *sysconfig.get_paths().values()}),
]
_SYSTEM = [Path(place) for place in ("/dev/null", "/dev/urandom", "/proc", "/etc/mime.types", "/usr/share", "/usr/lib")]
# reportlab looks for these when it is imported.
_SYSTEM += [Path.home() / f".reportlab_{name}" for name in ("mods", "settings")]


def expect_harmless(what: str, kit: Path, *arguments: object, out: Path | None = None) -> Result:
    """Run a command on a hostile kit; `what` is wrong with it. The result, if all is as it must be."""
    if arguments[0] in ("build", "check"):
        arguments = (*arguments, "--workers", 1)  # what other processes do is not seen here
    before = _contents(kit)
    faulthandler.dump_traceback_later(10 * SECONDS, exit=True)  # hangs, also on a busy machine
    _forget_most_memory()
    usual = most_memory()
    started = time.process_time()
    with WATCHER.watching() as seen:
        result = run(*arguments)
    spent = time.process_time() - started
    faulthandler.cancel_dump_traceback_later()
    assert spent < SECONDS, f"{what}: took {spent:.1f} s"
    needed = most_memory() - usual
    assert needed < MEMORY, f"{what}: took {needed / 1e6:.0f} MB"
    failed = None if isinstance(result.exception, SystemExit) else result.exception
    assert failed is None, f"{what}: {failed!r}"
    assert result.exit_code in ENDS, f"{what}: exit code {result.exit_code}"
    assert "Traceback" not in result.output, what
    assert not re.search(r'\[internal\]|"internal"', result.output), f"{what}: {result.output[-2000:]}"
    assert _contents(kit) == before, f"{what}: the kit was changed"
    _expect_inside(what, seen, kit, out)
    return result


def expect_diagnostics(what: str, result: Result) -> None:
    """The report of `check --format json` has a place in every diagnostic, and an error if the command failed.

    A folder that is no kit is a wrong use of the command, which has no report.
    """
    if result.exit_code == 2:
        assert "Error: " in result.stderr, f"{what}: {result.output}"
        return
    try:
        found = json.loads(result.stdout)["diagnostics"]
    except ValueError:
        raise AssertionError(f"{what}: exit code {result.exit_code}, {result.output[:300]}") from None
    for diagnostic in found:
        place = diagnostic["file"], diagnostic["line"], diagnostic["column"]
        assert place[0], f"{what}: {diagnostic}"
        assert min(place[1:]) >= 1, f"{what}: {diagnostic}"
        assert min(diagnostic["message"], diagnostic["code"]), f"{what}: {diagnostic}"
    errors = [diagnostic for diagnostic in found if diagnostic["severity"] == "error"]
    assert bool(errors) == (result.exit_code == 1), f"{what}: {result.exit_code}, {errors}"


def expect_build(what: str, folder: Path) -> None:
    """A finished build opens in two programs, and its files are those of its manifest."""
    manifest = json.loads((folder / "manifest.json").read_bytes())
    assert {path.name for path in folder.iterdir()} == {"manifest.json", *(file["path"] for file in manifest["files"])}
    for file in manifest["files"]:
        data = (folder / file["path"]).read_bytes()
        assert sha256(data).hexdigest() == file["sha256"], what
        assert len(pypdf.PdfReader(folder / file["path"]).pages) == file["pages"], what
        document = pypdfium2.PdfDocument(data)
        assert len(document) == file["pages"], what
        document[0].render(scale=0.2)
        document.close()


def most_memory() -> int:
    """The most memory that this process has had since the last command began, in bytes; 0 where it cannot be known.

    Only Linux can forget what earlier commands took. Elsewhere it is the most since the process began.
    """
    with suppress(OSError):
        status = Path("/proc/self/status").read_text("ascii")
        return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmHWM:"))
    try:
        import resource
    except ImportError:  # Windows
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _forget_most_memory() -> None:
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", "ascii")


def _contents(kit: Path) -> dict[str, tuple[int, int]]:
    found = {path.as_posix(): path.lstat() for path in kit.rglob("*")}
    return {name: (state.st_mtime_ns, state.st_size) for name, state in found.items()}


def _expect_inside(what: str, seen: list[tuple[str, str]], kit: Path, out: Path | None) -> None:
    """Nothing was read outside the kit and the program, nothing written outside the output, nothing started."""
    written = [*([out.resolve()] if out else []), *filter(None, [state.home()])]
    own = [kit.resolve(), *written]
    for act, name in seen:
        if act == "start":
            assert sys.executable in name, f"{what}: started {name}"
        elif act == "reach":
            raise AssertionError(f"{what}: reached {name}")
        else:
            path = Path(os.path.realpath(name)) if name else Path("/")
            allowed = written if act == "write" else [*own, *_PROGRAM, *_SYSTEM]
            inside = any(path.is_relative_to(place) for place in allowed) or path in _NAMELESS
            inside = inside or path.name.startswith("openpyxl.")  # the temporary file that it writes a workbook to
            assert inside or (act == "write" and "__pycache__" in path.parts), f"{what}: {act} {path}"
