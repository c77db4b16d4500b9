"""A PDF file -> the facts about it, as far as it can be read."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from pypdf import PdfReader
from pypdf.errors import DependencyError, FileNotDecryptedError, PyPdfError

from pnp.preflight import Facts, Intent, Page
from pnp.preflight.objects import (
    MAX_STREAM,
    Budget,
    ExhaustedError,
    bounded,
    clean,
    data,
    is_dictionary,
    is_stream,
    item,
    items,
    name,
    text,
    tried,
    true,
)
from pnp.preflight.pages import Pages
from pnp.preflight.sizes import Known

MAX_FILE = 1_000_000_000
MAX_PAGES = 2000
_MAX_LISTED = 1000
_ABOUT = ("Title", "Author", "Subject", "Keywords", "Creator", "Producer")
_X_VERSION = re.compile(rb"GTS_PDFXVersion(?:>|=[\"'])\s*([^<\"']{1,40})")
_HEADER = re.compile(rb"%PDF-(\d\.\d)")


def read(path: Path, known: Known) -> Facts:
    """The facts about a file. Raises OSError only; whatever is in the file becomes facts."""
    length = path.stat().st_size
    if length > MAX_FILE:
        return Facts(length, damage=f"it is larger than {MAX_FILE // 1_000_000} MB")
    with path.open("rb") as stream, bounded(length) as budget:
        facts = _read(stream, Facts(length), known, budget)
        return facts._replace(repairs=tuple(budget.repairs))


def _read(stream: BinaryIO, facts: Facts, known: Known, budget: Budget) -> Facts:
    header = _HEADER.search(stream.read(1024))
    if header is None:
        return facts._replace(damage="it does not begin as a PDF does, with %PDF and a version")
    facts = facts._replace(version=header[1].decode())
    stream.seek(0)
    reader = _opened(stream)
    if isinstance(reader, str):
        return facts._replace(damage=reader)
    if reader is None or _is_locked(reader):
        return facts._replace(encrypted=True, locked=True)
    facts = facts._replace(encrypted=reader.is_encrypted)
    try:
        facts = _about_file(reader, facts, budget)
        return _with_pages(reader, facts, known, budget)
    except ExhaustedError:
        return facts._replace(unfinished="what it holds is too much work to look at")


def _opened(stream: BinaryIO) -> PdfReader | str | None:
    """The file, or why it cannot be read; None if it needs a password or a cipher to be read."""
    try:
        reader = PdfReader(stream)
        assert is_dictionary(reader.root_object)  # noqa: S101 - caught below, like all that pypdf raises
    except (DependencyError, FileNotDecryptedError):
        return None
    except PyPdfError as error:
        return clean(str(error)) or "it is damaged"
    except Exception:  # noqa: BLE001 - broken files make pypdf raise whatever there is
        return "its structure is damaged"
    return reader


def _is_locked(reader: PdfReader) -> bool:
    return reader.is_encrypted and not tried(lambda: reader.decrypt(""), default=0)


# The file --------------------------------------------------------------------------------------------------------


def _about_file(reader: PdfReader, facts: Facts, budget: Budget) -> Facts:
    root, info = reader.root_object, item(reader.trailer, "/Info")
    xmp = item(root, "/Metadata")
    layers = items(root, "/OCProperties", "/OCGs")[:_MAX_LISTED]
    return facts._replace(
        version=max(facts.version, name(item(root, "/Version"))[:3]),
        duplex=name(item(root, "/ViewerPreferences", "/Duplex")),
        scaling=name(item(root, "/ViewerPreferences", "/PrintScaling")),
        about={key: said for key in _ABOUT if (said := text(item(info, f"/{key}")))},
        xmp=is_stream(xmp),
        language=text(item(root, "/Lang")),
        tagged=true(item(root, "/MarkInfo", "/Marked")),
        labelled=is_dictionary(item(root, "/PageLabels")),
        bookmarks=_bookmarks(item(root, "/Outlines"), budget),
        layers=tuple(text(item(layer, "/Name")) for layer in layers),
        standard=text(item(info, "/GTS_PDFXVersion")) or _standard(xmp, budget),
        intents=tuple(_intent(intent) for intent in items(root, "/OutputIntents")[:_MAX_LISTED]),
    )


def _standard(xmp: Any, budget: Budget) -> str:
    """The PDF/X version in the metadata, where the newer of these standards have it."""
    found = _X_VERSION.search((data(xmp, budget) or b"")[: MAX_STREAM // 10])
    return clean(found[1].decode("latin-1")) if found else ""


def _intent(intent: Any) -> Intent:
    condition = text(item(intent, "/OutputConditionIdentifier")) or text(item(intent, "/OutputCondition"))
    return Intent(name(item(intent, "/S")), condition, is_stream(item(intent, "/DestOutputProfile")))


def _bookmarks(outlines: Any, budget: Budget) -> int:
    """How many entries the outline has, each counted once."""
    seen: set[int] = set()
    waiting = [item(outlines, "/First")]
    while waiting:
        entry = waiting.pop()
        if is_dictionary(entry) and id(entry) not in seen:
            budget.spend(3)
            seen.add(id(entry))
            waiting += [item(entry, "/Next"), item(entry, "/First")]
    return len(seen)


# Its pages -------------------------------------------------------------------------------------------------------


def _with_pages(reader: PdfReader, facts: Facts, known: Known, budget: Budget) -> Facts:
    found = tried(lambda: list(islice(reader.pages, MAX_PAGES + 1)))
    if not found:
        return facts._replace(damage="its pages cannot be found" if found is None else "it has no pages")
    count = tried(lambda: len(reader.pages), len(found))
    budget.spend(5 * len(found))
    labels = tried(lambda: reader.page_labels[:MAX_PAGES], []) if facts.labelled and count <= MAX_PAGES else []
    desk = Pages(budget, known)
    pages: list[Page] = []
    try:
        for number, page in enumerate(found[:MAX_PAGES], start=1):
            label = clean(str(labels[number - 1])) if number <= len(labels) else ""
            pages.append(desk.read(page, number, label))
    except ExhaustedError:
        pass
    facts = facts._replace(total=count, pages=tuple(pages))
    if len(pages) == count:
        return facts
    return facts._replace(unfinished=f"only {len(pages)} of {count} pages were looked at")
