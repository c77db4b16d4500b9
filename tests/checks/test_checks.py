"""Checks: the examples in their own docstrings are made and tried, and the shipped kits pass all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from pnp import checks
from pnp.kit import paths
from tests.conftest import RHINO
from tests.support.batches import batches
from tests.support.examples import EARLY, Example, Found, examples, tried_at_once, what
from tests.support.printed import reported

EXAMPLES = examples({code: module.__doc__ or "" for code, module in checks.checks().items()})

ELSEWHERE = {
    "overlapping-text": "of two texts, the upper one is reported",
    "idle-rule": "what a hole does not decide is reported at the hole",
    "unsaid-words": "what no element says is reported where the elements begin",
    "untranslated": "what an overlay does not say is reported where its base says it",
}
"""Checks whose diagnostics may be elsewhere than the edit that caused them."""


FAILING = [example for example in EXAMPLES if not example.passes]
PASSING = [example for example in EXAMPLES if example.passes]
Find = Callable[[Sequence[Example]], Sequence[Example]]


def _group(example: Example) -> str:
    """What may be tried together: examples of one kit whose checks need a drawing, or need none."""
    return f"{what(example)}{' undrawn' if example.code in EARLY else ''}"


def _wrong(examples: Sequence[Example], find: Find) -> Sequence[Example]:
    """The examples that `find` returns when no other hides them.

    All are tried at once, then those again that were found, and halves where they cannot be combined.
    """
    try:
        found = find(examples)
    except AssertionError:
        if len(examples) == 1:
            raise
        found = examples
    if len(examples) == 1 or not found:
        return found
    if len(found) < len(examples):
        return _wrong(found, find)
    half = len(examples) // 2
    return [*_wrong(examples[:half], find), *_wrong(examples[half:], find)]


def _batched(examples: Sequence[Example], group: Callable[[Example], str]) -> list[Any]:
    """Batches of the first example of each check, which are tried quickly, and of the others."""
    first = {example.code: example for example in reversed(examples)}.values()
    others = [example for example in examples if example not in first]
    slow = batches(others, group, 14, named=lambda example: example.code)
    return [
        *batches([*first], group, 14, named=lambda example: example.code),
        *(pytest.param(*one.values, id=f"more-{one.id}", marks=pytest.mark.slow) for one in slow),
    ]


@pytest.mark.parametrize("failing", _batched(FAILING, _group))
def test_what_fails_is_reported_where_it_was_written(failing, copied_data):
    def silent(several):
        """The examples whose code is not reported. An error of one may keep the check of another from being made."""
        anywhere = [example.code for example in several if example.code in ELSEWHERE]
        assert len(set(anywhere)) == len(anywhere), "one could be reported for the other's sake"
        found = tried_at_once(several, copied_data, only={example.code for example in several})
        return [one for one, at in zip(several, found, strict=True) if one.code not in _codes(one, at)]

    _expect_none(_wrong(failing, silent), copied_data, "must be reported where it changes the data")


def _expect_none(wrong: Sequence[Example], data: Path, wanted: str) -> None:
    """Fail with the examples that do not give what they say, and with what is reported of each alone."""
    lines = []
    for example in wrong:
        verdict = "PASS" if example.passes else "FAIL"
        lines += [f"For this example of {example.code}, {example.code} {wanted}:"]
        lines += [f"  {verdict}: {example.says}", "  What is reported:"]
        found = tried_at_once([example], data, only={example.code})[0].diagnostics
        shown = [f"    {one.span.short}: {one.severity}[{one.code}]: {one.message}" for one in found]
        lines += shown or ["    nothing"]
    if lines:
        pytest.fail("\n".join(lines), pytrace=False)


def _codes(example: Example, found: Found) -> set[str]:
    """The codes that are reported where an example is wrong."""
    reported = found.diagnostics if example.code in ELSEWHERE else found.here
    return {diagnostic.code for diagnostic in reported}


@pytest.mark.parametrize("passing", _batched(PASSING, what))
def test_what_passes_is_not_reported(passing, copied_data):
    def reported(several):
        """The examples whose code is reported, and all of them after another error, for it may hide a code."""
        codes = {example.code for example in several}
        found = tried_at_once(several, copied_data, only=codes)
        hiding = [one for one in found[0].diagnostics if one.severity == "error" and one.code not in codes]
        if hiding and len(several) > 1:
            guilty = [example for example, at in zip(several, found, strict=True) if {*hiding} & {*at.here}]
            innocent = [example for example in several if example not in guilty]
            assert guilty, hiding
            assert innocent, hiding
            return [*_wrong(guilty, reported), *_wrong(innocent, reported)]
        wrong = {one.code for one in found[0].diagnostics}
        return [example for example in several if example.code in wrong]

    _expect_none(_wrong(passing, reported), copied_data, "must not be reported")


def test_every_check_has_examples_of_both_kinds_and_says_why():
    for code, module in checks.checks().items():
        mine = [example for example in EXAMPLES if example.code == code]
        assert any(e.passes for e in mine), code
        assert any(not e.passes for e in mine), code
        summary, why, *_ = module.__doc__.split("\n\n")
        assert len(summary) < 200
        assert len(why) > 60


def test_every_file_of_the_folder_is_a_check():
    files = {p.stem for p in Path(checks.__file__).parent.glob("*.py") if p.stem[0] != "_"}
    assert {code.replace("-", "_") for code in checks.checks()} == files


@pytest.mark.slow
@pytest.mark.parametrize("name", paths.kit_names())
def test_the_shipped_kits_pass_every_check(name, checked):
    assert checked(name)["diagnostics"] == []


def test_the_words_are_taken_off_the_finished_drawing(kit):
    """The data say nothing wrong: only the face prints another card's words."""
    faces = kit / "faces.yaml"
    text = faces.read_text("utf-8")
    faces.write_text(text.replace('text: "{words.effect}"', "text: Gain 2 positions"), "utf-8")
    assert reported(kit, "words-disagree", "unsaid-words", only=("moves",))


def test_the_reference_is_a_file_of_its_own():
    assert (Path(checks.__file__).parent / "canon" / "rhino.yaml").is_file()
    assert RHINO not in (Path(checks.__file__).parent / "canon").parents
