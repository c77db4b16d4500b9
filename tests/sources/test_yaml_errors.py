"""Mistakes in YAML files: each is reported at its place, in words for people who do not know YAML."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics
from pnp.sources.yaml import parse

CASES = {
    "a:\n\tb: 1\n": ((2, 1), "this line is indented with a tab", "indent with spaces"),
    "a: 1\nsays: Howl: all foes\n": ((2, 11), "there is a second ': ' in this line", "put the text in quotes"),
    "a: b: c": ((1, 5), "there is a second ': ' in this line", "put the text in quotes"),
    "a:\n  b 1\n  c: 2\n": ((3, 4), "this is a key, but the line above is only a text", "write ': ' after the key"),
    "a: {n: Wolf, says: a: b}\n": ((1, 21), "expected ',' or '}' here, found ':'", "needs quotes"),
    'a: "The Quest\nb: 3\n': ((1, 4), "this quote is never closed", "add the closing quote"),
    "a: {b: 1, c: 2\nd: 3\n": ((1, 4), "this { is never closed", "add a } where"),
    "a: [1, 2\nb: 3": ((1, 4), "this [ is never closed", "add a ] where"),
    "a: [1, 2\n": ((1, 4), "this [ is never closed", "add a ] where"),
    "a: {tint: #ff0000, b: 2}\n": ((1, 11), "a # after a space begins a comment", "in quotes: '#ff0000'"),
    "a: {t: #f00,\n  b: 2}\n": ((1, 8), "a # after a space begins a comment", "in quotes: '#f00'"),
    "a:\n  b: 1\n c: 2\n": (
        (3, 2),
        "this line is indented by 1 space, unlike those that it should be beside",
        "give all",
    ),
    "a:\n  - b\n c: 1": ((3, 2), "this line is indented by 1 space, unlike those that it should be beside", "give all"),
    "a: 1\n- b\n": ((2, 1), "this list item is among keys", "indent it below the key"),
    'a: "b" c\n': ((1, 8), "there is more text after the closing quote", "put all of it in quotes"),
    "a: 'it's'\n": ((1, 8), "there is more text after the closing quote", "is written ''"),
    "a: {name} gains\n": ((1, 11), "there is more text after the closing bracket", "put all of it in quotes"),
    "a: @b\n": ((1, 4), "a text cannot begin with '@'", "put the text in quotes"),
    "a: `x`": ((1, 4), "a text cannot begin with '`'", "put the text in quotes"),
    'a: "b\\c"\n': ((1, 6), "a backslash in double quotes means something else here", "write \\\\"),
    "a: 1\n---\nb: 2": ((2, 1), "a second document begins here", "remove the line ---"),
    "a: |x\n  b\n": ((1, 5), "after | or > there can be nothing else on the line", "on the next line"),
}


@pytest.mark.parametrize("text", CASES)
def test_a_mistake_is_explained_at_its_place(text):
    diagnostics = Diagnostics()
    assert parse(text, "cards.yaml", diagnostics) is None
    (one,) = diagnostics
    place, message, hint = CASES[text]
    assert (one.code, (one.span.line, one.span.column), one.message) == ("bad-yaml", place, message)
    assert hint in one.hints[0]
