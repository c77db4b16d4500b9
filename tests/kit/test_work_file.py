"""Work files: what is printed of them, and how they are refreshed when the base changes."""

from __future__ import annotations

import re

import pytest

from pnp.diagnostics import Diagnostics, Span
from pnp.kit import load, work_file
from pnp.kit.work_file import WorkText, printed_texts, refreshed
from pnp.sources.po import PoEntry
from tests.support.languages import change
from tests.support.translating import everything, found_in, line_of, translate, translation
from tests.support.translating import work_file as file_of

HERE = Span("beasts/cards.yaml", 3)


def entry(context: str, source: str, text: str, **more: object) -> PoEntry:
    return PoEntry(context, source, text, **more)  # type: ignore[arg-type]


# What is printed ---------------------------------------------------------------------------------------------


def test_a_kit_is_opened_with_its_translations_at_their_places(tmp_path):
    texts = {"Wolf": "Lobo", "Hunter": "Cazador", "Hunt by night": "Caza de noche", "and": "i"}
    kit = translation(tmp_path, texts, "ca")
    found = load.open_kit(kit, Diagnostics())
    assert found
    wolf = found.cards["all"]["wolf"]
    assert (wolf.name, wolf.plain_asides, found.tagline) == ("Lobo", {"type": "Cazador"}, "Caza de noche")
    assert (found.title, found.cards["all"]["owl"].name) == ("Beasts", "Owl")
    assert (found.sheets.words["and"], found.sheets.words["or"]) == ("i", "or")
    line = line_of(file_of(kit), 'msgstr "Lobo"')
    assert wolf.at("name")[:3] == (str(file_of(kit)), line, 9)
    assert found.origin.at("title").file.endswith("beasts/kit.yaml")


def test_fuzzy_translations_and_those_of_other_texts_are_not_printed(tmp_path):
    kit = translation(tmp_path, {"Wolf": "Lobo", "Owl": "Búho"})
    change(file_of(kit), 'msgctxt "cards.yaml all.wolf.name"', '#, fuzzy\nmsgctxt "cards.yaml all.wolf.name"')
    change(tmp_path / "beasts" / "cards.yaml", "name: Owl", "name: Eagle owl")
    found = load.open_kit(kit, Diagnostics())
    assert found
    assert [card.name for card in found.cards["all"].values()] == ["Wolf", "Eagle owl"]


def test_the_editions_own_files_come_before_its_work_file(tmp_path):
    kit = translation(tmp_path, {"Wolf": "Lobo", "and": "i"}, "ca")
    (kit / "cards.yaml").write_text("all: {wolf: {name: Loba}}\n", "utf-8")
    (kit / "sheets.ca.yaml").write_text("words: {and: e}\n", "utf-8")
    found = load.open_kit(kit, Diagnostics())
    assert found
    assert (found.cards["all"]["wolf"].name, found.sheets.words["and"]) == ("Loba", "e")


def test_an_edition_of_a_translation_is_printed_with_its_texts(tmp_path):
    kit = translation(tmp_path, {"Wolf": "Lobo", "Owl": "Búho"})
    below = tmp_path / "bestias-mx"
    below.mkdir()
    (below / "kit.yaml").write_text("extends: ../bestias\nlanguage: es-MX\n", "utf-8")
    (below / "texts.es-MX.po").write_text(
        'msgctxt "cards.yaml all.owl.name"\nmsgid "Owl"\nmsgstr "Tecolote"\n', "utf-8"
    )
    found = load.open_kit(below, Diagnostics())
    assert found
    assert [card.name for card in found.cards["all"].values()] == ["Lobo", "Tecolote"]
    assert kit.is_dir()


@pytest.mark.parametrize(
    ("source", "text", "message"),
    [
        ("Type: {asides.type}", "Tipo", "it lacks {asides.type}"),
        ("Type: {asides.type}", "Tipo: {asides.tipo}", "it lacks {asides.type} and it has {asides.tipo} more"),
        ("Draw {{ kit.players[0] }} cards. Keep the **best**.", "Roba {{ kit.players[0] }}.", "it lacks ** (2 times)"),
        ("{n} cards", "cartas", "it lacks {n}"),
        ('{{ 2 }} {{ "card" if 2 == 1 else "cards" }} :moon: win.', "{{ 2 }} cartas.", 'it lacks {{ "card" if'),
    ],
)
def test_a_translation_without_a_part_of_its_source_is_an_error_at_its_line(source, text, message, tmp_path):
    kit = translation(tmp_path, {source: text}, "ca")
    (found,) = (one for one in found_in(kit) if one.severity == "error")
    assert (found.code, found.span.file) == ("wrong-placeholder", str(file_of(kit)))
    assert found.span.line == line_of(file_of(kit), f'msgstr "{text}"'.replace("{{ 2 }} cartas", "{{ 2 }} cartas"))
    assert message in found.message


# How it is refreshed -----------------------------------------------------------------------------------------


def test_a_new_work_file_has_each_text_once_with_all_of_its_places():
    texts = [
        WorkText("faces.yaml", "Target", Span("k/faces.yaml", 3)),
        WorkText("faces.yaml", "Target", Span("k/faces.yaml", 9)),
    ]
    header, entry_ = refreshed([], texts, "kit", "es").entries
    assert "Language: es" in header.text
    assert (entry_.key, entry_.places) == (("faces.yaml", "Target"), ("k/faces.yaml:3", "k/faces.yaml:9"))


def test_translations_and_remarks_are_kept():
    old = [
        PoEntry("", "", "Language: es\nX-Generator: Poedit\n"),
        entry("k a", "Wolf", "Lobo", remarks=("ok",), fuzzy=True),
    ]
    found = refreshed(old, [WorkText("k a", "Wolf", HERE, "name of a card")], "kit", "es")
    assert found.entries[0] == old[0]
    assert (found.entries[1].text, found.entries[1].fuzzy, found.entries[1].remarks) == ("Lobo", True, ("ok",))
    assert (found.entries[1].notes, found.new, found.fuzzy, found.obsolete) == (("name of a card",), 0, 0, 0)


def test_the_translation_of_a_text_that_has_changed_is_fuzzy():
    old = [entry("rules.md", "Draw two cards at once.", "Roba dos."), entry("rules.md", "Howl!", "¡Aúlla!")]
    texts = [WorkText("rules.md", "Draw three cards at once.", HERE), WorkText("rules.md", "Quite another thing", HERE)]
    found = refreshed(old, texts, "kit", "es")
    changed, new, gone = found.entries[1:]
    assert (changed.text, changed.fuzzy, changed.previous) == ("Roba dos.", True, "Draw two cards at once.")
    assert (new.text, new.fuzzy) == ("", False)
    assert (gone.text, gone.obsolete) == ("¡Aúlla!", True)
    assert (found.new, found.fuzzy, found.obsolete) == (1, 1, 1)


def test_a_text_with_a_key_of_its_own_keeps_its_translation_in_quite_other_words():
    found = refreshed(
        [entry("cards.yaml a.b.name", "Wolf", "Lobo")], [WorkText("cards.yaml a.b.name", "Bear", HERE)], "k", "es"
    )
    assert [(one.text, one.fuzzy, one.previous) for one in found.entries[1:]] == [("Lobo", True, "Wolf")]


def test_the_translation_of_a_similar_text_elsewhere_is_not_taken():
    found = refreshed(
        [entry("a.md", "Draw two cards.", "Roba dos.")], [WorkText("b.md", "Draw two cards!", HERE)], "k", "es"
    )
    assert [(one.text, one.obsolete) for one in found.entries[1:]] == [("", False), ("Roba dos.", True)]


def test_what_comes_back_gets_its_translation_back():
    text = WorkText("a.md", "Howl!", HERE)
    gone = refreshed([entry("a.md", "Howl!", "¡Aúlla!")], [], "k", "es").entries
    found = refreshed(gone, [text], "k", "es").entries[1]
    assert (found.text, found.obsolete, found.fuzzy) == ("¡Aúlla!", False, False)


def test_labels_have_the_plural_forms_of_the_language(tmp_path):
    kit = translation(tmp_path)
    change(kit / "kit.yaml", "language: es", "language: pl")
    file_of(kit).unlink()
    (kit / "texts.pl.po").write_text(
        'msgctxt "sheets counted.cards.few"\nmsgid "{n} cards"\nmsgstr "{n} karty"\n', "utf-8"
    )
    found = load.open_kit(kit, Diagnostics())
    assert found
    assert found.sheets.counted["cards"]["few"] == "{n} karty"
    assert found.sheets.counted["cards"]["many"] == "{n} cards"


def test_a_finished_translation_leaves_nothing_to_report(tmp_path):
    kit = translation(tmp_path)
    translate(kit, everything(kit))
    assert [(one.severity, one.code) for one in found_in(kit)] == [("note", "unproved-words")]
    assert work_file.find([kit], "es") == [file_of(kit)]


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ('{{ "point" if n == 1 else "points" }}', ["point", "points"]),
        ('{{ "attacker" | said }}', []),
        ("{('forfeit' if then.ends == 'forfeited' else then.ends)|said}", []),
        ('{{ names | listed("or") }}', ["or"]),
        ('{{ scored("K4") }}', []),
        ('{{ "by your mat" if "mats" in components else "beside you" }}', ["by your mat", "beside you"]),
        ('{% set back = ["the tokens" if a else "", "cards"] | select | list %}', ["the tokens", "cards"]),
        ('{% set boards = ["list", "camp"] | select("in", components) %}', []),
        ('{% for id in ["plus", "minus"] %}', []),
        ('{% include "note.md" %}', []),
        ("{['1st', '2nd'][number]}", ["1st", "2nd"]),
        ("{# a note #}", []),
    ],
)
def test_printed_words_in_an_expression_are_told_from_ids(part, words):
    assert [re.sub("[\"']", "", match[0]) for match in printed_texts(part)] == words
