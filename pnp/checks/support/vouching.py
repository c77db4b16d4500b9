"""Vouch for printed texts: list what has no entry in `vouched.yaml` or differs from it, and renew entries."""

from __future__ import annotations

from pathlib import Path

from pnp import writing
from pnp.checks.support import marked
from pnp.checks.support.context import CheckContext
from pnp.checks.support.pinned import PARTS, Difference, differences, facts_of, written
from pnp.checks.support.sentences import Sentence, place
from pnp.diagnostics import Diagnostics
from pnp.kit import modeline, schema, vouched
from pnp.kit.yaml import read

Item = tuple[str, str, dict[str, object]]


def open_differences(context: CheckContext) -> list[Difference]:
    """The differences that a person must look at: first changed texts, then new ones, then entries of old texts."""
    found = list(differences(context))
    return sorted(found, key=lambda one: (one.sentence is None, one.entry is None))


def explained(context: CheckContext, difference: Difference) -> list[str]:
    """A difference as lines of text: what is printed, where, what it was, and the facts."""
    sentence, entry = difference.sentence, difference.entry
    if sentence is None:
        return [f"not printed any more: {entry.text}" if entry else ""]
    lines = [f"{place(context, sentence).short}  ({sentence.kind})", f"    {sentence.text}"]
    if entry and entry.text != sentence.text:
        lines.append(f"    was: {entry.text}")
    old = {name: before for name, before, _ in difference.changed}
    for name, value in facts_of(context, sentence).items():
        lines.append(f"    fact {name}: {value}" + (f" (was {old[name]})" if name in old else ""))
    return lines


def renew(context: CheckContext, difference: Difference) -> Path:
    """Write the entry of one sentence, or remove that of a text that is not printed; return the file."""
    sentence, entry = difference.sentence, difference.entry
    file = Path(entry.span.file) if entry and entry.own else _file_for(context, sentence)
    items = _items(file)
    old = (entry.part, entry.text) if entry and Path(entry.span.file) == file else None
    new = [(PARTS[sentence.kind], written(context, sentence), dict(facts_of(context, sentence)))] if sentence else []
    kept: list[Item] = []
    for item in items:
        if item[:2] == old:
            kept.extend(new)
            new = []
        else:
            kept.append(item)
    there = {item[:2] for item in kept}  # of a shared text, which a kit without a file of its own does not know
    text = vouched.written([*kept, *(item for item in new if item[:2] not in there)])
    first = modeline.of(file)
    writing.write_file(file, modeline.with_line(text.encode(), first) if first else text.encode())
    return file


def _file_for(context: CheckContext, sentence: Sentence | None) -> Path:
    """The shared file for texts that all kits print, else the kit's own."""
    kit = context.render.kit
    shared = vouched.common_file(kit)
    if sentence is None:
        return kit.folder / vouched.FILE
    is_shared = any(sentence.text == text for text in kit.sheets.words.values())
    is_shared = is_shared or Path(place(context, sentence).file).parent == shared.parent
    return shared if is_shared and sentence.kind != marked.CREDIT else kit.folder / vouched.FILE


def _items(file: Path) -> list[Item]:
    """The entries of a file; empty if there is none."""
    if not file.is_file():
        return []
    diagnostics = Diagnostics()
    node = read(file, diagnostics)
    book = schema.build(vouched.VouchedBook, node, diagnostics) if node else None
    if book is None:
        return []
    found: list[Item] = [
        (vouched.SENTENCES, entry.text, entry.facts.plain() if entry.facts else {}) for entry in book.sentences
    ]
    found += [(vouched.LABELS, text, {}) for text in book.labels]
    return found + [(vouched.FLAVOUR, text, {}) for text in book.flavour]
