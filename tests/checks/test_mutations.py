"""Proof that the checks can fail: every value of the rhino kit, made wrong, is told of at its own line.

Values that may be changed without anything being wrong stand in `FREE`, each kind with its reason.
"""

from __future__ import annotations

import re

import pytest

from tests.checks.mutation import Mutant, changed, mutants, run
from tests.conftest import RHINO

FREE = {
    r"kit\.yaml:tagline": "flavour",
    r"kit\.yaml:credit\.(notice|licence)": "credits, in words of this project's choice",
    r"kit\.yaml:components\.[\w-]+\.title": "what a component is called on sheets and in lists",
    r"cards\.yaml:rhinos\.\w+\.asides\.cry": "flavour",
    r"cards\.yaml:(summaries|extras)\.\w+\.name": "headings of cards that are not played",
    r"rulings\.yaml:RH\d+\.(question|answer)": "prose, its numbers being fields; the engine is tested by each ruling",
    r"faces\.yaml:styles\.[\w-]+\.(size|least|leading|capitals)": "design, as long as type stays readable and fits",
    r"faces\.yaml:faces\.[\w-]+\.elements\.\d+\.(box|panel|line)\.\d": "design, if safe and apart",
    r"faces\.yaml:faces\.[\w-]+\.elements\.\d+\.(width|radius)": "design",
    r"faces\.yaml:faces\.(move|rhino|rhino-back|blank)\.elements\.\d+\.text": "fixed labels, in the golden listing",
}
"""Values by name, and why a change of them alone makes nothing wrong."""

ALL = mutants()


def test_there_are_mutants_of_every_file():
    files = {mutant.file for mutant in ALL}
    assert files == {path.name for path in RHINO.glob("*.yaml")}
    assert len(ALL) > 1000


@pytest.mark.parametrize("mutant", ALL[::37], ids=lambda m: m.name)
def test_a_mutant_changes_one_line(mutant: Mutant):
    text = (RHINO / mutant.file).read_text("utf-8")
    other = changed(text, mutant, mutant.new[0])
    different = [n for n, (a, b) in enumerate(zip(text.split("\n"), other.split("\n"), strict=True), start=1) if a != b]
    assert different in ([mutant.line], [mutant.line + 1])


def test_every_value_made_wrong_is_told_of_at_its_own_line_or_is_free(capsys):
    held = [mutant for mutant in ALL if not any(re.fullmatch(pattern, mutant.name) for pattern in FREE)]
    results = run(held)
    assert not [mutant.name for mutant, _, codes in results if any(code.startswith("CRASH") for code in codes)]
    missed = [mutant.name for mutant, found, _ in results if not found]
    score = f"{len(held)} values held, {len(held) - len(missed)} found when wrong; {len(ALL) - len(held)} free"
    with capsys.disabled():
        print(f"\n{score}", end=" ")  # noqa: T201
    assert missed == []


def test_no_reason_is_left_over():
    names = [mutant.name for mutant in ALL]
    for pattern in FREE:
        assert any(re.fullmatch(pattern, name) for name in names), pattern
