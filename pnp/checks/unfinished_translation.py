"""A translation whose work file is not finished.

The texts of a translated kit are in its work file, `texts.xx.po`. A text without a translation is printed in the
language of the base, and so is one whose translation is marked as fuzzy. This is one warning for all of them, which
names the next text to translate.

PASS: stable/kit.yaml: is `extends: rhino`
PASS: stable/kit.yaml: is `extends: rhino-de\\nlanguage: de-AT`; stable/texts.de-AT.po: is `\\n`
FAIL: stable/kit.yaml: is `extends: rhino\\nlanguage: es`; stable/texts.es.po: is `\\n`
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.checks import CheckContext, diagnostic
from pnp.diagnostics import Diagnostic, Diagnostics, Span, counted
from pnp.kit import catalogue
from pnp.kit.catalogue import DescribedPicture
from pnp.kit.work_file import PICTURES, WorkText, is_translated
from pnp.sources.po import PoEntry

TASTE = True


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """At most one error, at the next text to translate."""
    kit = context.render.kit
    if not kit.work.files:
        return
    wanted = dict.fromkeys(text.key for text in texts(context))
    entries = kit.work.entries
    translated = {key: entry for key, entry in entries.items() if is_translated(entry)}
    # A picture that is translated no longer reports the text of its file.
    total = len(wanted) + sum(map(is_picture, translated.values()))
    left = [key for key in wanted if key not in translated]
    if not left:
        return
    here = _next(entries, left)
    place = here.written.span if here else Span(str(kit.work.files[0]))
    follows = f"; the next is {place.short.partition('/')[2]}" if here else ""
    message = f"{kit.language}: {total - len(left)} of {counted(total, 'text')} are translated{follows}"
    absent = len(set(left) - entries.keys())
    fuzzy = sum(entries[key].fuzzy for key in entries.keys() & left)
    hints = (
        f"{fuzzy} are marked as fuzzy and not printed: correct each, and remove the mark" if fuzzy else "",
        f"{absent} are not in the file: pnp translate {kit.slug}" if absent else "",
    )
    yield diagnostic(__name__, place, message, *hints)


def texts(context: CheckContext) -> list[WorkText]:
    """The texts of a kit that are in another language. Of its pictures, only those that no work file translates."""
    pictures = [DescribedPicture(path, text) for path, text in context.render.gallery.own_words().items()]
    return catalogue.texts(context.render.kit.folder, pictures, Diagnostics())


def is_picture(entry: PoEntry) -> bool:
    """Whether an entry is the text of a picture."""
    return entry.context.startswith(f"{PICTURES} ")


def _next(entries: Mapping[tuple[str, str], PoEntry], left: list[tuple[str, str]]) -> PoEntry | None:
    """The first of some entries in their file."""
    there = [entries[key] for key in left if key in entries]
    return min(there, key=lambda entry: entry.span[:2], default=None)
