"""Make and refresh the work file of a translation.

The kit is drawn for this, because only then is it known which of its pictures are printed.
"""

from __future__ import annotations

from pathlib import Path

from pnp.diagnostics import Diagnostics
from pnp.kit import catalogue, load, paths, work_file
from pnp.kit.catalogue import DescribedPicture
from pnp.kit.work_file import Refreshed
from pnp.pipeline import job
from pnp.sources import po


def begun(base: Path, name: str, language: str, diagnostics: Diagnostics) -> Refreshed:
    """The work file of a new kit that extends `base` in another language. Errors go to `diagnostics`."""
    return work_file.refreshed((), catalogue.texts(base, _pictures(base), diagnostics, language), name, language)


def refreshed(folder: Path, diagnostics: Diagnostics) -> tuple[str, Refreshed | None]:
    """The language of a kit, and its work file as it should be; None after errors."""
    file = load.kit_file(folder, Diagnostics())
    if file is None:
        load.kit_file(folder, diagnostics)
        return "", None
    own = folder / work_file.file_name(file.language)
    old = po.read(own, diagnostics) if own.exists() else []
    base = next((one for one in paths.layers(folder, diagnostics)[1:] if _language(one) != file.language), None)
    texts = catalogue.texts(folder, _pictures(base) if base else (), diagnostics)
    if old is None or diagnostics:
        return file.language, None
    return file.language, work_file.refreshed(old, texts, folder.name, file.language)


def _language(folder: Path) -> str:
    file = load.kit_file(folder, Diagnostics())
    return file.language if file else ""


def _pictures(kit: Path) -> list[DescribedPicture]:
    """The printed pictures of a kit that have a text in their files."""
    context = job.to_check(kit, Diagnostics())
    return [DescribedPicture(*one) for one in context.render.gallery.own_words().items()] if context else []
