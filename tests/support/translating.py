"""A small English kit, its Spanish translation, and work files as other programs write them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import polib

from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.pipeline import job
from tests.conftest import run
from tests.support import small_deck

RULES = """\
# The hunt

Draw {{ kit.players[0] }} cards. Keep the **best**. <!-- advice -->

- The {{ "wolf" | said }} howls.
- {{ 2 }} {{ "card" if 2 == 1 else "cards" }} :moon: win.
"""
FILES = {
    "kit.yaml": f"""\
title: Beasts
tagline: Hunt by night
players: [2, 4]
icons: {{moon: moon.svg}}
components:
  all: {small_deck.DECK}
  book: {{kind: booklet, title: Rules, stock: paper, template: rules.md, cover: back, back: back}}
""",
    "cards.yaml": "all:\n  wolf: {name: Wolf, asides: {type: Hunter}}\n  owl: {name: Owl, asides: {type: Bird}}\n",
    "faces.yaml": small_deck.face(
        small_deck.text("{name}"), "text: 'Type: {asides.type}', box: [8, 60, 47.5, 12], style: name"
    ),
    "phrases.yaml": "names: {wolf: wolf}\n",
    "rules.md": RULES,
    "moon.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>The moon</title>'
    '<circle cx="4" cy="4" r="3"/></svg>\n',
}


def base(folder: Path) -> Path:
    """The English kit."""
    kit = folder / "beasts"
    kit.mkdir(parents=True)
    for name, text in FILES.items():
        (kit / name).write_text(text, "utf-8")
    return kit


def translation(folder: Path, texts: Mapping[str, str] | None = None, language: str = "es") -> Path:
    """The kit `bestias` in Spanish; `texts` are translations by their sources, written by another program.

    Words of sheets come with `pnp` in Spanish. In another language, such as Catalan, they are in the work file too.
    """
    original = base(folder)
    result = run("new", folder / "bestias", "--from", original, "--language", language)
    assert result.exit_code == 0, result.output
    translate(folder / "bestias", texts or {})
    return folder / "bestias"


def work_file(kit: Path) -> Path:
    return next(kit.glob("texts.*.po"), kit / "texts.es.po")


def translate(kit: Path, texts: Mapping[str, str]) -> None:
    """Write translations with polib, by their sources."""
    file = polib.pofile(str(work_file(kit)))
    for source, text in texts.items():
        entries = [entry for entry in file if entry.msgid == source]
        assert entries, source
        for entry in entries:
            entry.msgstr = text
    file.save()


def everything(kit: Path) -> dict[str, str]:
    """A translation of every text: letters o are ø, but not in texts with fields, icons or comments, nor in "no"."""
    sources = {entry.msgid for entry in polib.pofile(str(work_file(kit)))}
    return {
        source: source if set("{:<(") & set(source) else re.sub(r"o(?!\b)|(?<![Nn])o", "ø", source)
        for source in sources
    }


def found_in(kit: Path) -> list[Diagnostic]:
    """All diagnostics of a kit."""
    diagnostics = Diagnostics()
    return sorted({*job.check(kit, diagnostics), *diagnostics})


def codes(kit: Path) -> list[tuple[str, str]]:
    return [(one.severity, one.code) for one in found_in(kit)]


def line_of(file: Path, text: str) -> int:
    """The line of a file that begins with a text."""
    lines = file.read_text("utf-8").splitlines()
    return next(number for number, line in enumerate(lines, start=1) if line.startswith(text))
