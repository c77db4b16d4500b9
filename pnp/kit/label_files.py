"""Read the label files `sheets.xx.yaml` of a kit's language and report missing and unknown labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from pnp.diagnostics import Diagnostics, Span, did_you_mean
from pnp.kit import overlay, schema
from pnp.kit.kit_file import KitFile
from pnp.kit.labels import PLACEHOLDER
from pnp.kit.languages import FIRST, forms
from pnp.kit.model import SheetBook
from pnp.sources import Node


def read_book(first: Node, own: Sequence[Node], file: KitFile, diagnostics: Diagnostics) -> SheetBook | None:
    """The labels of a kit: those of the first language, with the files `own` merged over them one by one.

    A label that none of `own` translates is an error and stays in the first language.
    """
    translated: Node | None = None
    for node in own:
        translated = overlay.merged(translated, node, diagnostics) if translated else node
    merged = overlay.merged(first, translated, diagnostics) if translated else first
    whole = schema.build(SheetBook, merged, diagnostics)
    known = schema.build(SheetBook, first, diagnostics)
    if whole and known:
        _check_missing(whole, known, translated, file, diagnostics)
        _check_unknown(whole, known, diagnostics)
    return whole


def _check_missing(
    whole: SheetBook, known: SheetBook, translated: Node | None, file: KitFile, diagnostics: Diagnostics
) -> None:
    """Report labels that are not translated into the kit's language."""
    parts = translated.value if translated else {}
    given = {key: set(part.value) for key, part in parts.items() if isinstance(part.value, dict)}
    missing = [key for key in known.words if key not in given.get("words", ())]
    missing += [
        key
        for key in known.counted
        if key not in given.get("counted", ()) or not whole.counted[key].keys() >= set(forms(file.language))
    ]
    if not missing:
        return
    name = f"sheets.{file.language}.yaml"
    span = file.at("language") if "language" in file.origin.value else file.origin.span
    more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
    some = ", ".join(repr(key) for key in missing[:3]) + more
    work = f"or translate them with all other texts: pnp translate {Path(span.file).parent.name}"
    hint = f"copy card_data/common/sheets.{FIRST}.yaml to {name} in the kit's folder, and translate it"
    diagnostics.error(span, "missing-words", f"labels {some} are not translated into {file.language!r}", hint, work)


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
