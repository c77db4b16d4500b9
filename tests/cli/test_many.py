"""Many kits in several processes: the same bytes and the same words as in one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.cli import many
from pnp.cli.params import KitNames
from tests.conftest import run
from tests.support import three_cards

MAIN = os.getpid()
SPAWNING = """\
import multiprocessing
if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    from pnp.cli import main
    main()
"""
"""The command line with processes that share nothing at first, as on Windows."""


def doubled(number: int) -> int:
    return 2 * number


def number_of_this_process(_item: object) -> int:
    return os.getpid()


def only_here(number: int) -> int:
    if os.getpid() != MAIN:
        sys.exit("not here")
    return number


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_results_are_in_order(workers: int) -> None:
    assert [*many.results(doubled, range(5), workers, "doubling")] == [0, 2, 4, 6, 8]


def test_a_single_item_starts_no_process() -> None:
    assert [*many.results(number_of_this_process, [1], 5, "one")] == [MAIN]
    assert MAIN not in many.results(number_of_this_process, [1, 2], 2, "two")


def test_the_default_is_one_process_for_each_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "cores", lambda: 1)
    assert {*many.results(number_of_this_process, [1, 2], None, "two")} == {MAIN}


def test_what_fails_elsewhere_is_done_here() -> None:
    assert [*many.results(only_here, [1, 2, 3], 2, "trying")] == [1, 2, 3]


@pytest.fixture
def kits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, ...]:
    """What `pnp build all` prints: three kits, one of them with an error."""
    folders = tuple(three_cards.write(tmp_path / "kits" / name) for name in ("one", "two", "three"))
    (folders[1] / "cards.yaml").write_text("all:\n  hello: {name: Hello, counts: 5}\n", "utf-8")
    (folders[2] / "cards.yaml").write_text("all:\n  hello: {name: Averyveryverylongnameinoneword, count: 5}\n", "utf-8")
    monkeypatch.setattr(KitNames, "convert", lambda *_: folders)
    return folders


def files_below(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("draft", [(), ("--draft",)])
def test_any_number_of_workers_prints_the_same_bytes_and_reports_the_same(
    kits: tuple[Path, ...], tmp_path: Path, draft: tuple[str, ...]
) -> None:
    found = []
    for workers in (1, 2, 3):
        out = tmp_path / str(workers)
        result = run("build", "all", *draft, "--workers", workers, "--output", out)
        said = [text.replace(str(out), "OUT") for text in (result.stdout, result.stderr)]
        found.append((result.exit_code, said, files_below(out)))
    assert found[0] == found[1] == found[2]
    code, (out, err), files = found[0]
    assert code == 1
    assert "two" in err
    assert out.count("manifest.json") == len({name.partition("/")[0] for name in files})
    assert any(name.startswith("three-a4") for name in files) == bool(draft)


def test_any_number_of_workers_finds_the_same_errors(kits: tuple[Path, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    reports = [run("check", kits[0].parent, "--workers", n, "--format", "json").stdout for n in (1, 2, 3)]
    assert reports[0] == reports[1] == reports[2]
    assert '"unknown-key"' in reports[0]


def test_a_wrong_choice_is_reported_as_by_one_process(kits: tuple[Path, ...], tmp_path: Path) -> None:
    occupied = tmp_path / "file"
    occupied.write_text("", "utf-8")
    one, two = (run("build", "all", "--workers", n, "--output", occupied / "out") for n in (1, 2))
    assert (one.exit_code, one.output) == (two.exit_code, two.output)
    assert one.exit_code == 2
    assert "is not a folder" in one.output


def test_of_several_kits_those_are_printed_that_have_what_is_chosen(small: Path, tmp_path: Path) -> None:
    kits, out = (small, three_cards.write(tmp_path / "three")), tmp_path / "out"
    result = run("build", *kits, "--only", "bracket", "--output", out)
    assert (result.exit_code, [path.name for path in out.iterdir()]) == (0, ["small-a4"])
    result = run("build", *kits, "--only", "braket")
    assert (result.exit_code, "did you mean 'bracket'?" in result.stderr) == (2, True)


@pytest.mark.slow
def test_processes_that_begin_anew_print_the_same(tmp_path: Path) -> None:
    (tmp_path / "spawning.py").write_text(SPAWNING, "utf-8")
    for name in ("one", "two"):
        three_cards.write(tmp_path / "kits" / name)
    printed = []
    for workers in "1", "2":
        line = [sys.executable, "spawning.py", "check", "kits", "--workers", workers, "--format", "json"]
        done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        printed.append((done.stdout, done.stderr))
    assert printed[0] == printed[1]
