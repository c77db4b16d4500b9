"""Kits built once for all tests, and ways to break a copy of one."""

from __future__ import annotations

import gc
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result
from filelock import FileLock
from hypothesis import settings
from PIL import Image

from pnp import checks, components
from pnp.__main__ import OBJECTS_BETWEEN_COLLECTIONS
from pnp.cli import main
from pnp.components.collector import Collector, Memos
from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostics
from pnp.kit import load, paths, sizes
from pnp.pipeline import job
from pnp.pipeline.context import open_context
from pnp.pipeline.option_table import Backs
from pnp.pipeline.options import BuildOptions

if TYPE_CHECKING:
    from tests.support.web import Web

# The same examples at every run, and as much time for each as a slow machine needs.
settings.register_profile("pnp", deadline=None, derandomize=True, max_examples=50)
settings.load_profile("pnp")

# As for the program itself. Python's own number made tests a fifth slower.
gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS, 5, 3)


def pytest_collection_finish() -> None:
    """Leave modules and tests out of garbage collections, for they are there to the end."""
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Collect garbage once. pytest collects it five times more, to report errors of objects that are freed."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def own_state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Folders for state and settings for these tests, also for the programs that they start, in place of the user's.

    Where Python may not keep compiled modules, the programs keep them for this run: to compile them again in each took
    more time than what most of them do.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        if sys.dont_write_bytecode:
            patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
            patch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path_factory.getbasetemp().parent / "compiled"))
        yield


ROOT = Path(__file__).parents[1]
RHINO = paths.data_folder() / "rhino"
SMALL = Path(__file__).parent / "cases" / "small"
"""A set without an engine, with a piece of most kinds: commands take a twentieth of the time that rhino takes."""

SIX = SMALL.with_name("six")
"""A small game: an engine, rules, an example, vouched texts. A check takes a twentieth of the time of rhino's."""


class Built:
    """A finished build: its folder, its manifest, its files by stock."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest: dict[str, Any] = json.loads((folder / "manifest.json").read_text("utf-8"))

    def file(self, stock: str, sides: str = "") -> Path:
        """The first file of a stock, printed on these sides (`one` or `both`) if they are given."""
        files = [f for f in self.manifest["files"] if f["stock"] == stock and sides in ("", f["print"]["sides"])]
        return self.folder / files[0]["path"]

    def placements(self, stock: str, sides: str = "") -> list[dict[str, Any]]:
        name = self.file(stock, sides).name
        return [p for p in self.manifest["placements"] if p["file"] == name]


def options_for(kit: Path, paper: str = "a4", backs: Backs = "long", **more: Any) -> BuildOptions:
    """The options for building a kit on a paper by its name."""
    facts = load.print_facts(Diagnostics())
    assert facts
    if "card_size" in more:
        more["card_size"] = sizes.card_size(more["card_size"], facts)
    return BuildOptions(kit, sizes.paper(paper, facts), backs, **more)


def fresh(context: RenderContext, **changes: Any) -> RenderContext:
    """A copy of a context, with nothing drawn yet."""
    return replace(context, collector=Collector(), memos=Memos(), **changes)


def drawn_context(context: RenderContext) -> checks.CheckContext:
    """What checks look at, with all pieces drawn that can be."""
    kit = context.kit
    drawn = {id_: spec for id_, spec in kit.components.items() if not components.describes_set(spec)}
    pieces = {id_: components.pieces(id_, spec, context) for id_, spec in drawn.items()}
    return checks.context(context, pieces, checks.open_game(kit))


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for what all processes of a run share. A file lock beside each thing keeps it from being made twice."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


Builder = Callable[..., Built]


@pytest.fixture(scope="session")
def built(shared: Path) -> Builder:
    """Builds a kit once for each combination of paper and backs, for all processes of a run."""

    def build(paper: str = "a4", backs: Backs = "long", kit: str = "rhino") -> Built:
        folder = shared / f"{kit}-{paper}-{backs}"
        with FileLock(folder.with_suffix(".lock")):
            if not folder.is_dir():
                diagnostics = Diagnostics()
                result = job.build(options_for(RHINO.parent / kit, paper, backs), diagnostics)
                assert result is not None, list(diagnostics)
                result.save(folder)
        return Built(folder)

    return build


Checked = Callable[[str], dict[str, Any]]


@pytest.fixture(scope="session")
def checked(shared: Path) -> Checked:
    """The JSON report of `pnp check` about a shipped kit, made once for all processes of a run; of one that extends no
    other with `--coverage`."""

    def check(kit: str) -> dict[str, Any]:
        report = shared / f"{kit}-checked.json"
        with FileLock(report.with_suffix(".lock")):
            if not report.is_file():
                more = ["--coverage"] if kit in paths.game_kits() else []
                report.write_text(run("check", RHINO.parent / kit, *more, "--format", "json").stdout, "utf-8")
        found: dict[str, Any] = json.loads(report.read_text("utf-8"))
        return found

    return check


@pytest.fixture(scope="session")
def context() -> RenderContext:
    """The rhino kit with everything it is drawn with."""
    diagnostics = Diagnostics()
    context = open_context(RHINO, diagnostics)
    assert context is not None, list(diagnostics)
    return context


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    """A copy of the rhino kit that a test may break; its pictures are still found in art/rhino."""
    folder = tmp_path / "rhino"
    shutil.copytree(RHINO, folder)
    Image.new("RGB", (60, 36), "#9aa3ab").save(folder / "tiny.png")
    return folder


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A copy of the small set that a test may break."""
    return Path(shutil.copytree(SMALL, tmp_path / "small"))


@pytest.fixture
def six(tmp_path: Path) -> Path:
    """A copy of the small game that a test may break."""
    return Path(shutil.copytree(SIX, tmp_path / "six"))


@pytest.fixture(scope="session")
def _copied_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tests.support.examples import data_in

    return data_in(tmp_path_factory.mktemp("data"))


@pytest.fixture
def copied_data(_copied_data: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of all the data, which is where they are looked for in this test. The test restores what it changes."""
    monkeypatch.setattr(paths, "root", lambda: _copied_data)
    return _copied_data


@pytest.fixture(scope="session")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A PDF file that reportlab writes with its usual settings."""
    from tests.support.preflight import drawn_carelessly

    return drawn_carelessly(tmp_path_factory.mktemp("foreign") / "foreign.pdf")


@pytest.fixture(scope="session")
def shop(shared: Path) -> Built:
    """The rhino kit, built for a print shop once for all processes of a run."""
    from tests.support.shop import made

    folder = shared / "rhino-shop"
    with FileLock(folder.with_suffix(".lock")):
        return Built(folder) if folder.is_dir() else made(folder)


@pytest.fixture(scope="session")
def exports(shared: Path) -> Callable[..., dict[str, bytes]]:
    """The files of an export in a low resolution by kit, target and settings, made once for all processes of a run."""
    from tests.export.conftest import export_of

    return partial(export_of, shared)


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets addresses of tables begin with http:// too."""
    from pnp.kit import address

    monkeypatch.setattr(address, "SCHEMES", ("https", "http"))
    monkeypatch.setenv("no_proxy", "127.0.0.1")


@pytest.fixture
def web(plain: None) -> Iterator[Web]:
    """A local server, whose answers a test sets."""
    from tests.support.web import served

    with served() as server:
        yield server


@pytest.fixture
def tracked(tmp_path: Path) -> Path:
    """A small kit, committed, with a change since."""
    from tests.support import git, three_cards

    folder = three_cards.write(tmp_path / "mine")
    git.committed(folder)
    edit(folder, "cards.yaml", "Goodbye", "Farewell")
    return folder


@pytest.fixture
def edition(tmp_path, monkeypatch):
    """A copy of all data, whose editions may be edited: the folder of the one that is named."""
    for part in ("card_data", "fonts"):
        shutil.copytree(ROOT / part, tmp_path / part)
    (tmp_path / "art").symlink_to(ROOT / "art", target_is_directory=True)
    monkeypatch.setattr(paths, "root", lambda: tmp_path)
    return lambda name: tmp_path / "card_data" / name


def edit(kit: Path, file: str, old: str, new: str) -> int:
    """Replace a text in a kit's file; the line, from 1, where it stood."""
    path = kit / file
    text = path.read_text("utf-8")
    assert text.count(old) >= 1, f"{old!r} is not in {file}"
    path.write_text(text.replace(old, new, 1), "utf-8")
    return text[: text.index(old)].count("\n") + 1


def own_edition(kit: Path) -> Path:
    """A copy of a kit as an edition of one's own: by a name of its own, with the pictures that the old one led to."""
    edit(kit, "kit.yaml", "edition: canonical", "edition: custom")
    found = kit.rename(kit.with_name(f"my-{kit.name}"))
    shutil.copytree(paths.root() / "art" / kit.name, found, dirs_exist_ok=True)
    return found


def run(*arguments: object) -> Result:
    """The command line, in this process."""
    return CliRunner().invoke(main, [str(a) for a in arguments])


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fuzz", type=int, default=60, help="how many damaged kits to try (default: 60)")
    parser.addoption("--grammar", type=int, default=100, help="how many written kits to try (default: 100)")
    parser.addoption("--grammar-case", type=int, help="the only written kit to try, by its number")
    parser.addoption("--update-golden", action="store_true", help="write golden files anew")
    parser.addoption("--all-mutants", action="store_true", help="try every wrong value of every kit: ten minutes more")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-golden"))
