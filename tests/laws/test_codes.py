"""Codes: each one that a diagnostic can have is explained, and the examples do what they say.

A new code gets a file `pnp/checks/codes/<code>.txt`; tests/support/examples.py describes how examples are written.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from pnp import checks
from pnp.pdf import preflight
from tests.support import emitted
from tests.support.batches import batches, problems, silent
from tests.support.examples import Example, Found, examples, together, tried, tried_at_once, what

CODES = {code: text for code, text in checks.explanations().items() if code not in checks.checks()}
EXAMPLES = examples(CODES)

ELSEWHERE = {
    "endless-game": "what is missing is reported where the endings of a joust begin",
    "missing-deck": "what is missing in cards.yaml is reported where the rules need it",
    "no-start": "what is missing in cards.yaml is reported where the rules need it",
    "unknown-icon": "an icon's name in a text is reported where the text is set, or its template named",
}
"""Codes whose diagnostics are elsewhere than the edit that caused them."""
WITHOUT_EXAMPLES = {"internal"}
"""Codes that no edit of a file causes: a mistake in the program."""
NOTES = {"bare-icon", "chosen-sheet", "hidden-rows", "idle-ignore", "rows-left-out"}
"""Codes of notes."""


# Every code --------------------------------------------------------------------------------------------------


@cache
def ours() -> dict[str, set[str]]:
    """Every code that the project writes, with its places."""
    return emitted.codes()


@pytest.mark.slow
def test_every_code_is_explained_and_nothing_else_is():
    there, explained = ours(), {**checks.explanations(), **preflight.explanations()}
    assert {code: places for code, places in there.items() if code not in explained} == {}
    assert {code for code in CODES if code not in there} == set()


def test_codes_of_every_stage_are_seen():
    """One of each way that codes are written in: should this fail, the others may be overlooked too."""
    seen = {code: {place.partition(":")[0] for place in places} for code, places in ours().items()}
    assert "sources/yaml.py" in seen["duplicate-key"]  # through a helper
    assert "sources/yaml.py" in seen["alias"]  # in a tuple that a function returns
    assert "sources/yaml.py" in seen["too-many-values"]  # in a tuple that has a name
    assert "graphics/bitmap.py" in seen["picture-too-large"]  # in a record
    assert "components/registry.py" in seen["bad-choice"]  # behind a condition
    assert "kit/schema.py" in seen["unknown-key"]  # as it is
    assert "kit/templates.py" in seen["bad-template"]  # computed


@pytest.mark.parametrize(
    "source",
    [
        "def f(faults, word): faults.error(0, word, 'said')",
        "def f(faults, word): faults.error(0, f'bad-{word}', 'said')",
        "def f(faults): faults.error(0, *elsewhere.problem())",
        "def f(faults): [faults.error(0, code, 'said') for code in elsewhere]",
    ],
)
def test_a_code_that_nobody_can_see_is_refused(source):
    taker = "class Diagnostics:\n    def error(self, span, code, message): ...\n"
    with pytest.raises(emitted.CannotFollowError, match=r"f\.py:3"):
        emitted.codes({"f.py": taker + source})


@pytest.mark.parametrize(
    "source",
    [
        "faults.error(0, 'a' if word else 'b', 'said')",
        "faults.error(0, ('a', 'b')[word], 'said')",
        "code = word and 'a' or 'b'; faults.error(0, code=code, message='said')",
        "for code, said in (('a', 'said'), ('b', 'said')): faults.error(0, code, said)",
        "problem = ('a', 'x') if word else None; problem = problem or ('b', 'y'); faults.error(0, *problem)",
        "KNOWN = {1: 'a', 2: 'b'}; faults.error(0, KNOWN[word], 'said')",
    ],
)
def test_codes_are_followed_to_where_they_are_written(source):
    taker = "class Diagnostics:\n    def error(self, span, code, message): ...\n"
    assert set(emitted.codes({"f.py": f"{taker}def f(faults, word):\n    {source}"})) == {"a", "b"}


# Every explanation -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [code for code in CODES if code not in WITHOUT_EXAMPLES])
def test_an_explanation_says_what_and_why_and_shows_both(code):
    summary, *why, shown = CODES[code].split("\n\n")
    assert len(summary) < 200
    assert "\n" not in summary
    assert summary.endswith(".")
    assert len("".join(why)) > 60
    assert {line[:6] for line in shown.splitlines()} == {"PASS: ", "FAIL: "}
    assert all(len(line) <= 120 for paragraph in (summary, *why) for line in paragraph.splitlines())
    assert not re.search(r"\w\(\)|\bpnp\.", CODES[code]), "people who edit YAML do not know our functions"


def test_files_of_explanations_are_named_after_their_codes():
    folder = Path(checks.__file__).parent / "codes"
    assert {path.name for path in folder.iterdir()} == {f"{code}.txt" for code in CODES}
    assert all(re.fullmatch(r"[a-z]+[a-z0-9]*(-[a-z0-9]+)*", code) for code in CODES)


def test_explanations_are_sorted_and_hold_the_checks_too():
    assert list(checks.explanations()) == sorted(checks.explanations())
    assert checks.checks().keys() <= checks.explanations().keys()


# Every example -----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("passing", batches([e for e in EXAMPLES if e.passes], what, 12))
def test_what_passes_is_no_error_in_the_data(passing, copied_data):
    """Checks of what is printed are left out: they may well find that the game is another one now."""
    assert problems(passing, lambda several: tried(together(several), copied_data, only=()).diagnostics) == []


@pytest.mark.slow
@pytest.mark.parametrize("failing", batches([e for e in EXAMPLES if not e.passes], what, 15, lambda one: one.code))
def test_what_fails_is_reported_where_it_was_written(failing, copied_data):
    def unreported(several, only=()):
        found = tried_at_once(several, copied_data, only)
        return [example for example, at in zip(several, found, strict=True) if not _shows(at, example)]

    left = silent(failing, unreported)
    assert not left or silent(left, lambda several: unreported(several, None)) == []  # what only a check finds


def _shows(found: Found, example: Example) -> bool:
    """Whether an example's code was reported at the right place."""
    message = found.diagnostics if example.code in ELSEWHERE else found.here
    grave = [diagnostic for diagnostic in message if diagnostic.severity != "note" or example.code in NOTES]
    return example.code in {diagnostic.code for diagnostic in grave}


def test_a_line_that_is_no_example_is_refused():
    with pytest.raises(ValueError, match="no step of an example"):
        examples({"tag": "FAIL: cards.yaml: `count: 8` becomes `count: 9`"})
