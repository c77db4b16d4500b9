"""The labels of a kit, by the template or face that has them, in the order in which they are written there.

The order is the place of a label: if “It stands” becomes “It fails”, a text that another picture has as well, the
labels of the face are others than before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import chain, zip_longest
from typing import NamedTuple

from pnp.checks.support.context import CheckContext
from pnp.checks.support.memo import memo
from pnp.checks.support.sentences import Sentence, by_document, fits, in_templates, texts_of
from pnp.checks.support.values import form, written
from pnp.kit.vouched import VouchedText, common_file
from pnp.text import marked

Labels = dict[str, list[Sentence]]
"""Labels by their places: `rulebook.md` for a template, `faces.move` for a face, `kit.bracket` for the texts of a
component in `kit.yaml`, `sheets` for the words of `sheets.en.yaml`, `bracket` for what else is on a component."""


def labels(context: CheckContext) -> Labels:
    """The printed labels. A text that a template has twice is twice among them."""
    return memo(context.render, (labels, *context.by_id), lambda: _labels(context))


def _labels(context: CheckContext) -> Labels:
    printed = [one for one in chain.from_iterable(by_document(context).values()) if one.kind == marked.LABEL]
    found = _of_templates(context, {one.text for one in printed})
    seen = {(one.origin, one.text) for one in chain.from_iterable(found.values())}
    rest = [one for one in printed if (one.origin, one.text) not in seen]
    by_origin: dict[object, dict[str, Sentence]] = {}
    for one in rest:
        by_origin.setdefault(one.origin, {}).setdefault(one.text, one)
    places = [*_written(context)]
    for where, span in places:
        found.setdefault(where, []).extend(by_origin.pop(span, {}).values())  # inherited: at the first face
    spans = {span for _, span in places}
    bare = [one for one in rest if one.origin not in spans]
    found["sheets"] = _of_sheets(context, bare)
    texts_of_sheets = {one.text for one in found["sheets"]}
    for one in bare:
        if one.text not in texts_of_sheets:
            found.setdefault(one.component, []).append(one)
    return {where: group for where, group in found.items() if group}


def _of_templates(context: CheckContext, printed: set[str]) -> Labels:
    """The labels of templates whose texts are printed."""
    found: Labels = {}
    for name, filled in in_templates(context):
        here = [one for one in filled if one.kind == marked.LABEL and one.text in printed]
        found[name] = _joined(found.get(name, []), here)
    return found


def _of_sheets(context: CheckContext, bare: list[Sentence]) -> list[Sentence]:
    """The labels that fit words of the sheets, in the order of those words. Of the same text, the last."""
    words = list(context.render.kit.sheets.words.values())
    by_text = {
        one.text: (at, one) for one in bare for at, word in reversed([*enumerate(words)]) if fits(word, one.text)
    }
    return [one for _, one in sorted(by_text.values(), key=lambda pair: pair[0])]


def _joined(before: list[Sentence], more: list[Sentence]) -> list[Sentence]:
    """The labels of a template that is filled again, for another sheet size or card: only new texts are added."""
    if _is_in_order([one.text for one in before], [one.text for one in more]):
        return more
    known = {one.text for one in before}
    return before + [one for one in more if one.text not in known]


def _is_in_order(few: Sequence[str], many: Sequence[str]) -> bool:
    """Whether texts are among others, in their order."""
    rest = iter(many)
    return all(text in rest for text in few)


def _written(context: CheckContext) -> Iterator[tuple[str, object]]:
    """The texts of faces and components, with their places."""
    kit = context.render.kit
    nodes = [(f"faces.{name}", face.origin) for name, face in kit.facebook.faces.items()]
    nodes += [(f"kit.{id_}", spec.origin) for id_, spec in kit.components.items()]
    for where, node in nodes:
        yield from ((where, span) for span, _, _ in texts_of(node))


class PrintedLabel(NamedTuple):
    """An entry and the label printed in its place. An entry without a label is of one that is gone, or, if they are the
    same, of one that only a base prints."""

    entry: VouchedText | None
    sentence: Sentence | None
    is_same: bool


def alignments(context: CheckContext, known: list[VouchedText]) -> dict[str, list[PrintedLabel]]:
    """The printed labels beside their entries, by place. The highest layer that knows a place has all its entries.

    Labels in the shared entries of a place are left out, wherever they are there: kits print different ones of them.
    """
    common = str(common_file(context.render.kit))
    shared = {(entry.where, form(entry.text)) for entry in known if entry.span.file == common}
    layers: dict[str, dict[str, list[VouchedText]]] = {}
    for entry in known:
        if entry.span.file != common:
            layers.setdefault(entry.where, {}).setdefault(entry.span.file, []).append(entry)
    before = {where: next(iter(files.values())) for where, files in layers.items()}
    now = {
        where: [one for one in printed if (where, form(written(context, one))) not in shared]
        for where, printed in labels(context).items()
    }
    return {where: _aligned(context, before.get(where, []), now.get(where, [])) for where in {**now, **before}}


def _aligned(context: CheckContext, before: list[VouchedText], now: list[Sentence]) -> list[PrintedLabel]:
    compared = form if context.render.kit.edition == "custom" else str
    old = [compared(entry.text) for entry in before]
    new = [compared(written(context, one)) for one in now]
    if not context.complete and _is_in_order(new, old):  # a part of the kit has a part of the labels
        left = list(zip(new, now, strict=True))
        printed = [left.pop(0)[1] if left and left[0][0] == text else None for text in old]
        return [PrintedLabel(entry, sentence, is_same=True) for entry, sentence in zip(before, printed, strict=True)]
    found: list[PrintedLabel] = []
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        for entry, sentence in zip_longest(before[a:b], now[c:d]):
            is_elsewhere = sentence is None and entry is not None and not entry.own
            found.append(PrintedLabel(entry, sentence, kind == "equal" or is_elsewhere))
    return found
