"""The files `sheets.xx.yaml` of a kit's language to one book of words; whatever is missing or strange is reported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.diagnostics import Diagnostics, Span, did_you_mean
from pnp.kit import overlay, schema
from pnp.kit.labels import FIRST, PLACEHOLDER, forms
from pnp.kit.model import KitFile, SheetBook
from pnp.kit.yaml import Node


def read_book(first: Node, own: Sequence[Node], file: KitFile, diagnostics: Diagnostics) -> SheetBook | None:
    """The words of a kit: those of the first language, and `own` laid over them one after the other.

    Words that none of `own` has are faults, and stay in the first language.
    """
    mine: Node | None = None
    for node in own:
        mine = overlay.laid(mine, node, diagnostics) if mine else node
    whole = schema.build(SheetBook, overlay.laid(first, mine, diagnostics) if mine else first, diagnostics)
    known = schema.build(SheetBook, first, diagnostics)
    if whole and known:
        _missing(whole, known, mine, file, diagnostics)
        _strange(whole, known, diagnostics)
    return whole


def _missing(whole: SheetBook, known: SheetBook, mine: Node | None, file: KitFile, diagnostics: Diagnostics) -> None:
    """A fault for what is not said in the kit's language."""
    said = {key: set(value.value) for key, value in mine.value.items() if isinstance(value.value, dict)} if mine else {}
    lost = [key for key in known.words if key not in said.get("words", ())]
    lost += [
        key
        for key in known.counted
        if key not in said.get("counted", ()) or not whole.counted[key].keys() >= set(forms(file.language))
    ]
    if not lost:
        return
    name = f"sheets.{file.language}.yaml"
    span = file.at("language") if "language" in file.origin.value else file.origin.span
    some = ", ".join(repr(key) for key in lost[:3]) + (f" and {len(lost) - 3} more" if len(lost) > 3 else "")
    hint = f"copy card_data/common/sheets.{FIRST}.yaml to {name} in the kit's folder, and translate what is in it"
    diagnostics.error(span, "missing-words", f"sheets have no words for {some} in {file.language!r}", hint)


def _strange(whole: SheetBook, known: SheetBook, diagnostics: Diagnostics) -> None:
    """A fault for each hole that nothing is put in, and each key that is never used."""
    for part in ("words", "counted"):
        asked, given = getattr(known, part), getattr(whole, part)
        for key, said in given.items():
            if key not in asked:
                hint = did_you_mean(key, asked)
                diagnostics.error(whole.at(part, key), "unknown-key", f"no key {key!r} here", hint)
                continue
            for path, text in [((), said)] if isinstance(said, str) else [((form,), one) for form, one in said.items()]:
                _holes(whole.at(part, key, *path), text, asked[key], diagnostics)


def _holes(span: Span, text: str, asked: str | Mapping[str, str], diagnostics: Diagnostics) -> None:
    there = set(PLACEHOLDER.findall(asked if isinstance(asked, str) else " ".join(asked.values())))
    for name in PLACEHOLDER.findall(text):
        if name not in there:
            hint = f"there are {', '.join(sorted(there))}" if there else "nothing is put in here"
            diagnostics.error(span, "unknown-field", f"there is no {{{name}}} here", hint)
