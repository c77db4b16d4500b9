"""All texts of a kit that are in another language than its own: those that its work file is to translate."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from pnp.diagnostics import Diagnostics, Span
from pnp.kit import kit_data, languages, load, paths, work_file
from pnp.kit.printed_texts import visited
from pnp.kit.templates import paragraphs
from pnp.kit.work_file import WorkText
from pnp.sources import Node
from pnp.sources.node import dotted
from pnp.sources.yaml import read_text

_OTHER_LANGUAGE = re.compile(r"\.[a-z]{2}(?:-[A-Z]{2})?\.md$")
_LABELS = {"decimal": "the sign before decimals", "between": "between the items of a list"}


class DescribedPicture(NamedTuple):
    """A picture that has a text for screen readers: its file, and the text."""

    file: Path
    text: str


def texts(
    folder: Path, pictures: Iterable[DescribedPicture], diagnostics: Diagnostics, language: str = ""
) -> list[WorkText]:
    """The texts of a kit that are in another language: of its files, templates and labels, and of some pictures.

    With `language`, those that a kit in that language would have to translate that extends this one.
    """
    raw = load.unworked(folder, diagnostics, language)
    if raw is None:
        return []
    found: list[WorkText] = []

    def note(context: str, node: Node, about: str) -> Node:
        if raw.is_foreign(node.span) and work_file.needs_translation(str(node.value)):
            found.append(WorkText(context, str(node.value), node.span, about))
        return node

    visited(raw.trees, note)
    found += _of_templates(folder, raw)
    found += _of_labels(folder, raw.language)
    found += [
        WorkText(f"{work_file.PICTURES} {picture.file.name}", picture.text, Span(str(picture.file)),
             "of a picture, for screen readers")
        for picture in pictures
        if raw.is_foreign(Span(str(picture.file))) and work_file.needs_translation(picture.text)
    ]  # fmt: skip
    return found


def _of_templates(folder: Path, raw: load.Unworked) -> Iterator[WorkText]:
    for name, path in templates(folder, raw).items():
        text = read_text(path, Diagnostics())
        for paragraph in paragraphs(text or ""):
            line = (text or "").count("\n", 0, paragraph.start) + 1
            yield WorkText(name, paragraph.text, Span(str(path), line))


def templates(folder: Path, raw: load.Unworked) -> dict[str, Path]:
    """The templates of a kit that are in another language, by name."""
    folders = paths.template_folders(folder)
    shared = folders[-1]
    has_guide = any(text == "guide" for text, _ in raw.trees[paths.KIT_FILE].texts())
    found: dict[str, Path] = {}
    for place in folders:
        for path in sorted(place.glob("*.md")) if place != shared or has_guide else ():
            if _OTHER_LANGUAGE.search(path.name) or path.stem.isupper():
                continue
            own = kit_data.find(folders, path.name, raw.language)
            if own is not None and raw.is_foreign(Span(str(own))) and not languages.is_for(own.name, raw.language):
                found[path.name] = own
    return found


def _of_labels(folder: Path, language: str) -> Iterator[WorkText]:
    """The labels of the first language that no label file of the kit's language has."""
    first, own = load.label_nodes(folder, language, Diagnostics())
    if first is None:
        return
    given = set(chain.from_iterable(map(dotted, own)))
    for key, about in _LABELS.items():
        if key not in given:
            yield WorkText(f"{work_file.SHEETS} {key}", str(first.value[key].value), first.value[key].span, about)
    for key, node in first.value["counted"].value.items():
        for form in languages.forms(language):
            if f"counted.{key}.{form}" not in given:
                one = work_file.english(node, form)
                yield WorkText(
                    f"{work_file.SHEETS} counted.{key}.{form}", str(one.value), one.span, f"plural form {form}"
                )
    for key, node in first.value["words"].value.items():
        if f"words.{key}" not in given:
            yield WorkText(f"{work_file.SHEETS} words.{key}", str(node.value), node.span, "on sheets, boxes and books")
