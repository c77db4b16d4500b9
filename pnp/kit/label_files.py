"""Read the label files `sheets.xx.yaml` of a kit's language, and report labels that are wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.diagnostics import Diagnostics, Span, did_you_mean
from pnp.kit import overlay, schema, work_file
from pnp.kit.labels import PLACEHOLDER
from pnp.kit.languages import forms
from pnp.kit.model import SheetBook
from pnp.sources import Node


def read_book(first: Node, own: Sequence[Node], language: str, diagnostics: Diagnostics) -> SheetBook | None:
    """The labels of a kit in a language: those of the first one, with the files `own` merged over them one by one.

    A label that none of `own` translates stays in the first language. One that lacks a plural form is an error.
    """
    translated: Node | None = None
    for node in own:
        translated = overlay.merged(translated, node, diagnostics) if translated else node
    # Each label has all plural forms of the language, so that it can be printed whether it is translated or not.
    base = work_file.labels(first, work_file.NONE, language)
    merged = overlay.merged(base, translated, diagnostics) if translated else base
    whole = schema.build(SheetBook, merged, diagnostics)
    known = schema.build(SheetBook, first, diagnostics)
    if whole and known:
        _check_forms(whole, translated, language, diagnostics)
        _check_unknown(whole, known, diagnostics)
    return whole


def _check_forms(whole: SheetBook, translated: Node | None, language: str, diagnostics: Diagnostics) -> None:
    """Report translated labels with a count that lack a plural form."""
    part = translated.value.get("counted") if translated else None
    labels = part.value if part and isinstance(part.value, dict) else {}
    for key, node in labels.items():
        given = node.value if isinstance(node.value, dict) else {}
        missing = [form for form in forms(language) if form not in given]
        if given and missing and key in whole.counted:
            lacking = ", ".join(map(repr, missing))
            message = f"label {key!r} has no text for {lacking}, which {language!r} needs"
            hint = f"write a text for each of {', '.join(forms(language))}"
            diagnostics.error(node.key_span or node.span, "missing-key", message, hint)


def _check_unknown(whole: SheetBook, known: SheetBook, diagnostics: Diagnostics) -> None:
    """Report unknown keys and unknown placeholders."""
    for part in ("words", "counted"):
        expected, given = getattr(known, part), getattr(whole, part)
        for key, label in given.items():
            if key not in expected:
                hint = did_you_mean(key, expected)
                diagnostics.error(whole.at(part, key), "unknown-key", f"unknown key {key!r}", hint)
                continue
            plurals = [((), label)] if isinstance(label, str) else [((form,), text) for form, text in label.items()]
            for path, text in plurals:
                _check_placeholders(whole.at(part, key, *path), text, expected[key], diagnostics)


def _check_placeholders(span: Span, text: str, expected: str | Mapping[str, str], diagnostics: Diagnostics) -> None:
    known = set(PLACEHOLDER.findall(expected if isinstance(expected, str) else " ".join(expected.values())))
    for name in PLACEHOLDER.findall(text):
        if name not in known:
            hint = f"placeholders here: {', '.join(sorted(known))}" if known else "this label has no placeholders"
            diagnostics.error(span, "unknown-field", f"unknown placeholder {{{name}}}", hint)
