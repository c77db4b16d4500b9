"""Lines of a preflight report."""

from __future__ import annotations

from pnp.pdf.preflight import report
from pnp.pdf.preflight.rules import PageDiagnostic


def test_a_diagnostic_has_its_place_and_a_hint_and_controls_no_terminal():
    diagnostic = PageDiagnostic("error", "bad-box", (2, 3), "a box\x1b is wrong", "mend it")
    assert list(report.diagnostic_lines("a.pdf", [diagnostic], lambda words, kind: f"<{kind}>{words}</>")) == [
        "a.pdf: pages 2–3: <error>error[bad-box]</>: a box\\x1b is wrong",
        "    <hint>hint</>: mend it",
    ]


def test_a_file_without_pages_is_one_line():
    facts = {"length": 1_250_000, "version": "1.7", "total": 0, "pages": []}
    assert list(report.summary("a.pdf", facts, {})) == ["a.pdf: PDF 1.7, 0 pages, 1.2 MB"]
    unread = facts | {"length": 12, "version": ""}
    assert list(report.summary("a.pdf", unread, {})) == ["a.pdf: unreadable, 0 pages, 1 kB"]
