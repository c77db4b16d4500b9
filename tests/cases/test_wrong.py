"""Cases as data: what each file of cases reads gives the messages and values that it has below its lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from filelock import FileLock

from tests.cases.readers import READERS
from tests.support.cases import FOLDER, Case, Reading, cases, identified, rendered

ALL = {name: case for path in sorted(FOLDER.rglob("*.txt")) for name, case in identified(path).items()}


def _marked(name: str, case: Case) -> object:
    return pytest.param(case, id=name, marks=[pytest.mark.slow] if "slow" in case.settings else [])


@pytest.mark.parametrize("case", [_marked(*one) for one in ALL.items()])
def test_a_case_gives_what_it_shows(case, tmp_path, request, shared, update_golden):
    found = rendered(case, readings(case, tmp_path, request))
    if update_golden and found != case.written:
        _write(case, found, shared)
    else:
        assert found == case.written


def readings(case: Case, folder: Path, request: pytest.FixtureRequest) -> list[Reading]:
    """What the reader of a case gives for each of its trials, each in a folder of its own."""
    found = []
    for number, trial in enumerate(case.trials()):
        own = folder / str(number)
        own.mkdir()
        found.append(READERS[case.settings["reader"]](trial, own, lambda: request.getfixturevalue("context")))
    return found


def _write(case: Case, found: str, shared: Path) -> None:
    """Replace a case in its file, which other processes may change too."""
    with FileLock(shared / "cases.lock"):
        text = case.file.read_text("utf-8")
        assert text.count(case.written) == 1
        case.file.write_text(text.replace(case.written, found), "utf-8")


def test_names_of_cases_differ_in_each_file():
    for path in FOLDER.rglob("*.txt"):
        names = [case.name for case in cases(path)]
        assert len(names) == len(set(names)) == len(identified(path)), path
