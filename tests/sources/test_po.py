"""PO files: what is read, with its places, what is refused, and what other programs read of ours."""

from __future__ import annotations

import shutil
import subprocess

import polib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.diagnostics import Diagnostics
from pnp.sources import po
from pnp.sources.po import PoEntry

TEXTS = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]) | st.sampled_from('"\\\n\t'), max_size=60)


def parsed(text: str) -> list[PoEntry]:
    diagnostics = Diagnostics()
    entries = po.parse(text, "texts.es.po", diagnostics)
    assert entries is not None, list(diagnostics)
    return entries


def error(text: str) -> tuple[int, int, str]:
    """The line, the column and the message of the only error."""
    diagnostics = Diagnostics()
    assert po.parse(text, "texts.es.po", diagnostics) is None
    (found,) = diagnostics
    assert (found.severity, found.code) == ("error", "bad-po")
    return found.span.line, found.span.column, found.message


ENTRY = """\
# by Ana
#. name of a card
#: duel/cards.yaml:4
#, fuzzy
#| msgid "Ace"
msgctxt "cards.yaml deck.ace.name"
msgid "Ace of Clubs"
msgstr ""
"As de "
"tréboles"
"""


@pytest.mark.parametrize(("offset", "line", "column"), [(0, 9, 2), (5, 9, 7), (6, 10, 2), (13, 10, 9)])
def test_each_character_of_a_translation_has_its_line_and_column(offset, line, column):
    (entry,) = parsed(ENTRY)
    assert entry.written.place(offset)[1:3] == (line, column)


def test_the_column_counts_escape_sequences_as_they_are_written():
    (entry,) = parsed('msgid "a"\nmsgstr "\\"x\\" y"\n')
    assert entry.text == '"x" y'
    assert entry.written.place(entry.text.index("y"))[1:3] == (2, 15)


def test_texts_and_files_have_limits():
    assert error(f'msgid "a"\nmsgstr "{"x" * (po.MAX_TEXT + 1)}"\n')[2] == "this text has more than 20,000 characters"


@given(st.lists(st.tuples(TEXTS, TEXTS.filter(bool), TEXTS), max_size=6, unique_by=lambda one: one[:2]))
def test_what_is_written_is_read_again_by_us_and_by_polib(entries):
    ours = [po.header("kit", "es"), *(PoEntry(context, source, text) for context, source, text in entries)]
    text = po.write(ours)
    assert [(one.key, one.text) for one in parsed(text)] == [(one.key, one.text) for one in ours]
    theirs = polib.pofile(text)
    assert theirs.metadata["Language"] == "es"
    assert [((one.msgctxt or "", one.msgid), one.msgstr) for one in theirs] == [(e.key, e.text) for e in ours[1:]]


def test_what_polib_writes_is_read():
    file = polib.POFile(wrapwidth=30)
    file.metadata = {"Content-Type": "text/plain; charset=UTF-8", "X-Generator": "Poedit 3.4"}
    long = "a long text that is wrapped: " * 4 + '\n"end"\t.'
    file.append(polib.POEntry(msgctxt="k", msgid=long, msgstr=long.upper(), flags=["fuzzy"], previous_msgid="old"))
    file.append(polib.POEntry(msgid="gone", msgstr="ido", obsolete=True))
    header, entry, gone = parsed(str(file))
    assert "Poedit" in header.text
    assert (entry.context, entry.source, entry.text, entry.fuzzy) == ("k", long, long.upper(), True)
    assert (gone.source, gone.obsolete) == ("gone", True)


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="gettext is not installed")
def test_gettext_accepts_what_is_written(tmp_path):
    entries = [po.header("kit", "es"), PoEntry("k", 'a "b"\n', "c\n"), PoEntry("k", "d", "e", fuzzy=True, previous="f")]
    old = PoEntry("k", "g", "h", obsolete=True)
    (tmp_path / "texts.po").write_text(po.write([old, *entries]), "utf-8")
    command = ["msgfmt", "--check-format", "--statistics", "-o", str(tmp_path / "x.mo"), str(tmp_path / "texts.po")]
    result = subprocess.run(command, capture_output=True, text=True, check=False, env={"LC_ALL": "C"})
    assert (result.returncode, result.stderr.strip()) == (0, "1 translated message, 1 fuzzy translation.")
