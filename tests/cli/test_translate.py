"""`pnp new --language` and `pnp translate`: from nothing to a printed translation, and after the base has changed."""

from __future__ import annotations

import io

import polib
import pypdfium2
import pytest

from tests.conftest import run
from tests.support.languages import change
from tests.support.translating import base, codes, everything, found_in, line_of, translate, translation, work_file

EXPECTED = ("text-overflow", "table-disagrees", "not-canonical")
"""What is found in a whole game whose letters are longer, or which is a small one of a shipped game."""


def count(kit) -> int:
    """The number of texts in a work file."""
    return len([entry for entry in polib.pofile(str(work_file(kit))) if not entry.obsolete])


def printed(kit, folder) -> str:
    """All words of a printed kit."""
    result = run("build", kit, "--paper", "a4", "--output", folder)
    assert result.exit_code == 0, result.output
    documents = (pypdfium2.PdfDocument(io.BytesIO(path.read_bytes())) for path in folder.glob("*.pdf"))
    return " ".join(page.get_textpage().get_text_range() for document in documents for page in document)


def test_a_translation_is_two_files_and_reports_what_to_do(tmp_path):
    original = base(tmp_path)
    result = run("new", tmp_path / "bestias", "--from", original, "--language", "es")
    assert result.exit_code == 0
    assert f"a translation of beasts into 'es': {count(tmp_path / 'bestias')} texts in texts.es.po" in result.output
    assert "translate texts.es.po, with Poedit or any editor, then:  pnp check" in result.output
    assert sorted(path.name for path in (tmp_path / "bestias").glob("*.*")) == ["README.md", "kit.yaml", "texts.es.po"]
    lines = (tmp_path / "bestias" / "kit.yaml").read_text("utf-8").splitlines()
    assert [line for line in lines if not line.startswith("#")] == ["extends: ../beasts", "language: es"]


def test_what_is_translated_is_printed_and_the_rest_stays_in_english(tmp_path):
    kit = translation(tmp_path, {"Wolf": "Lobo", "Type: {asides.type}": "Tipo: {asides.type}", "The hunt": "La caza"})
    words = printed(kit, tmp_path / "out")
    for word in ("Lobo", "Tipo: Hunter", "La caza", "Owl", "howls", "cards"):
        assert word in words
    assert "Wolf" not in words
    assert "The hunt" not in words


def test_check_counts_what_is_translated_in_one_line(tmp_path):
    kit = translation(tmp_path, {"Beasts": "Bestias", "Hunt by night": "Caza", "Wolf": "Lobo"})
    (found,) = (one for one in found_in(kit) if one.code == "unfinished-translation")
    line = line_of(work_file(kit), 'msgid "Cards"') + 1
    assert (found.severity, found.span.line) == ("warning", line)
    assert found.message == f"es: 3 of {count(kit)} texts are translated; the next is texts.es.po:{line}"
    assert sorted(code for _, code in codes(kit)) == ["unfinished-translation", "unproved-words"]
    assert run("check", kit).exit_code == 0
    assert run("check", kit, "--strict").exit_code == 1


def test_check_counts_fuzzy_texts_and_those_that_the_file_lacks(tmp_path):
    kit = translation(tmp_path, {"Beasts": "Bestias", "Wolf": "Lobo"})
    change(work_file(kit), 'msgctxt "cards.yaml all.wolf.name"', '#, fuzzy\nmsgctxt "cards.yaml all.wolf.name"')
    (tmp_path / "beasts" / "phrases.yaml").write_text("names: {wolf: wolf, owl: owl}\n", "utf-8")
    (found,) = (one for one in found_in(kit) if one.code == "unfinished-translation")
    assert found.message.startswith(f"es: 1 of {count(kit) + 1} texts are translated; ")
    assert found.hints[0] == "1 are marked as fuzzy and not printed: correct each, and remove the mark"
    assert found.hints[1] == "1 are not in the file: pnp translate bestias"


def test_a_translation_of_a_text_that_has_changed_is_a_note_until_the_file_is_refreshed(tmp_path):
    kit = translation(tmp_path)
    translate(kit, everything(kit) | {"Wolf": "Lobo"})
    change(tmp_path / "beasts" / "cards.yaml", "name: Wolf", "name: Grey wolf")
    stale = next(one for one in found_in(kit) if one.code == "stale-translation")
    assert (stale.severity, stale.span.line) == ("note", line_of(work_file(kit), 'msgid "Wolf"'))
    assert stale.message.startswith("'Wolf' is not a text of this kit")

    result = run("translate", kit)
    assert result.exit_code == 0
    assert (
        f"{count(kit) - 1} of {count(kit)} texts translated; 0 new, 1 changed (now fuzzy), 0 no longer used"
        in result.output
    )
    entry = polib.pofile(str(work_file(kit))).find("Grey wolf")
    assert (entry.msgstr, entry.fuzzy, entry.previous_msgid) == ("Lobo", True, "Wolf")
    assert sorted(code for _, code in codes(kit)) == ["unfinished-translation", "unproved-words"]


@pytest.mark.parametrize("game", ["six", pytest.param("duel", marks=pytest.mark.slow)])
def test_a_whole_game_is_translated_by_its_work_file(game, six, tmp_path):
    kit = tmp_path / "juego"
    base_ = six if game == "six" else game
    assert run("new", kit, "--from", base_, "--language", "ca").exit_code == 0  # no lexicon reads its words
    translate(kit, everything(kit))
    found = [(one.severity, one.code) for one in found_in(kit) if one.code not in EXPECTED]
    assert found == [("warning", "unvouched-words"), ("note", "unclassified-words")]
    # Of the rest, the longer letter may need room, and "or" is a part of names.


def test_a_translated_sentence_that_no_rule_reads_has_the_way_to_its_rule(six, tmp_path):
    kit = tmp_path / "seis"
    assert run("new", kit, "--from", six, "--language", "es").exit_code == 0
    source = next(one.msgid for one in polib.pofile(str(work_file(kit))) if "wins at once" in one.msgid)
    translate(kit, {source: "Cada carta es 1 punto. El primero con {{ rules.win_points }} puntos gana."})
    (found, _) = (one for one in found_in(kit) if one.code == "unclassified-words")
    assert found.hints[0].startswith("the rule of its source: pnp check six --explain FILE:LINE")
    rules = ('points.each\n  "Cada carta es [n=1] punto."', 'win\n  "El primero con [n=1] puntos gana."')
    (kit / "proof.rules").write_text("\n\n".join(('by "Eva": "a translation"', *rules, "")), "utf-8")
    assert "unclassified-words" not in [one.code for one in found_in(kit)]


def test_refreshing_twice_changes_nothing(tmp_path):
    kit = translation(tmp_path, {"Wolf": "Lobo"})
    assert run("translate", kit).exit_code == 0
    before = work_file(kit).read_bytes()
    assert run("translate", kit).exit_code == 0
    assert work_file(kit).read_bytes() == before


def test_an_edition_without_a_work_file_gets_one_for_what_it_lacks(tmp_path):
    base(tmp_path)
    kit = tmp_path / "bestias"
    kit.mkdir()
    (kit / "kit.yaml").write_text("extends: ../beasts\nlanguage: es\n", "utf-8")
    (kit / "cards.yaml").write_text("all: {wolf: {name: Lobo}, owl: {name: Búho}}\n", "utf-8")
    assert run("translate", kit).exit_code == 0
    file = polib.pofile(str(work_file(kit)))
    assert file.find("Wolf") is None
    assert file.find("Hunter") is not None


def test_a_full_copy_of_a_translation_is_refused(tmp_path):
    kit = translation(tmp_path)
    result = run("new", tmp_path / "copy", "--from", kit, "--full")
    assert result.exit_code == 2
    assert "bestias is a translation" in result.output
