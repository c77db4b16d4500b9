"""Diagnostics: their order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.diagnostics import Diagnostics, Span
from pnp.diagnostics.diagnostic import Diagnostic, readable

diagnostic_values = st.tuples(st.sampled_from("ab"), st.integers(1, 3), st.integers(1, 3), st.sampled_from("xy"))


@given(st.lists(diagnostic_values, max_size=12))
def test_errors_are_sorted_and_unique_whatever_their_order(found: list[tuple[str, int, int, str]]) -> None:
    diagnostics = Diagnostics()
    for file, line, column, message in found:
        diagnostics.error(Span(file, line, column), "code", message)
    assert [(d.span.file, d.span.line, d.span.column, d.message) for d in diagnostics] == sorted(set(found))
    assert len(diagnostics) == len(set(found))


@pytest.mark.parametrize(
    ("words", "message", "shown"),
    [
        (["Draw 3 cards"], "{} does not fit", "'Draw 3 cards' does not fit"),
        (["Draw\u00a03\u202fcards"], "{} does not fit", "'Draw 3 cards' does not fit"),
        (["It's\u00a03"], "{} does not fit", '"It\'s 3" does not fit'),
        (["\u00a0"], "the font has no {} (U+00A0)", "the font has no no-break space (U+00A0)"),
        (["a\u00a0b", "a b"], "{} is not {}", "'a‹no-break space›b' is not 'a b'"),
        (["a\\xa0b"], "no file {}", "no file 'a\\\\xa0b'"),
    ],
)
def test_special_spaces_in_quotations_are_readable(words: list[str], message: str, shown: str) -> None:
    written = message.format(*map(repr, words))
    assert readable(written) == shown
    made = Diagnostic(Span("a"), "error", "x", written, (written,))
    assert (made.full_message, made.full_hints) == (shown, (shown,))
