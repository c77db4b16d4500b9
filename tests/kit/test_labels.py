"""Words of sheets in every language."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest

from pnp import build, check
from pnp.checks.misquoted_card import QUOTE, quoted
from pnp.diagnostics import Diagnostics
from pnp.kit import load
from pnp.kit.labels import SheetWords
from pnp.kit.languages import forms
from pnp.pipeline.context import open_context
from pnp.sources.yaml import read
from tests.conftest import ROOT, edit
from tests.support.languages import HERE, found_in

COMMON = ROOT / "card_data" / "common"


# Words of sheets ---------------------------------------------------------------------------------------------


def sheet_file(language: str):
    return read(COMMON / f"sheets.{language}.yaml", Diagnostics()).plain()


def asked() -> set[str]:
    """Every key that the program asks for."""
    found = set()
    for path in (ROOT / "pnp").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and _called(node) == "say" and node.args:
                found |= set(_keys(node.args[0]))
    return found


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _keys(node: ast.expr):
    if isinstance(node, ast.Constant):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _keys(node.body)
        yield from _keys(node.orelse)


@pytest.mark.slow
def test_every_key_that_the_program_asks_for_is_there_in_every_language():
    languages = sorted(path.name.split(".")[1] for path in COMMON.glob("sheets.*.yaml"))
    assert languages == ["de", "en", "es", "fr"]
    english = sheet_file("en")
    known = english["words"].keys() | english["counted"].keys()
    assert {key for key in asked() if key not in known} == set()
    for language in languages:
        file = sheet_file(language)
        assert file["words"].keys() == english["words"].keys(), language
        assert {key: set(said) for key, said in file["counted"].items()} == {
            key: set(forms(language)) for key in english["counted"]
        }
        for key, said in file["words"].items():
            assert holes(said) == holes(english["words"][key]), (language, key)


def holes(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_words_are_counted_listed_and_numbered_as_the_language_does():
    kit = load.open_kit(ROOT / "card_data" / "rhino-de", Diagnostics())
    words = SheetWords("de", kit.sheets)
    assert [words.say("cards", n=n) for n in (0, 1, 2)] == ["0 Karten", "1 Karte", "2 Karten"]
    assert words.say("label_page", number=3, count=20) == "Seite 3 von 20"
    assert words.listed(["a", "b", "c"]) == "a, b und c"
    assert words.listed(["a", "b"], "oder") == "a oder b"
    assert words.listed([]) == ""
    assert (words.number(3.2), words.number(3.0)) == ("3,2", "3")
    assert (words.plural(1, "Punkt", "Punkte"), words.plural(0, "Punkt", "Punkte")) == ("Punkt", "Punkte")
    assert SheetWords("pl", kit.sheets).plural(5, "karta", "karty") == "karty"  # of three forms, the last is missing
    with pytest.raises(TypeError):
        words.plural("1", "Punkt", "Punkte")


def test_a_language_without_words_for_sheets_is_a_warning_and_brings_its_own(small):
    folder = small.with_name("small-pl")
    folder.mkdir()
    (folder / "kit.yaml").write_text("extends: ../small\nlanguage: pl\n", "utf-8")
    (diagnostic,) = [d for d in found_in(folder) if d.code == "missing-words"]
    assert (Path(diagnostic.span.file), diagnostic.span.line) == (folder / "kit.yaml", 2)
    assert re.match(r"\d\d labels of sheets, such as 'and', are not translated into 'pl'", diagnostic.message)
    assert diagnostic.hints[0].startswith("pnp translate small-pl makes a file")
    assert open_context(folder, Diagnostics()).say("cards", n=22) == "22 cards"
    text = (COMMON / "sheets.en.yaml").read_text("utf-8")
    text = text.replace(
        '{one: "{n} card", other: "{n} cards"}', '{one: "{n} karta", few: "{n} karty", many: "{n} kart"}'
    )
    text = text.replace('{one: "{n} rider", other: "{n} riders"}', '{one: "{n} x", few: "{n} x", many: "{n} x"}')
    (folder / "sheets.pl.yaml").write_text(text.replace("fold here,", "zagnij tutaj,"), "utf-8")
    assert [d for d in found_in(folder) if d.code == "missing-words"] == []
    context = open_context(folder, Diagnostics())
    assert context.say("cards", n=22) == "22 karty"
    assert context.say("fold_here").startswith("zagnij tutaj")


def test_a_kit_in_a_language_without_words_for_sheets_is_printed_in_english(small):
    edit(small, "kit.yaml", "edition: custom", "edition: custom\nlanguage: pl")
    (small / "sheets.pl.yaml").write_text("words: {fold_here: zagnij}\n", "utf-8")
    assert build(small).files
    assert [d.severity for d in check(small) if d.code == "missing-words"] == ["warning"]
    context = open_context(small, Diagnostics())
    assert (context.say("fold_here"), context.say("index")) == ("zagnij", "Index")


def test_labels_are_not_counted_twice_in_a_kit_with_a_work_file(small):
    edit(small, "kit.yaml", "edition: custom", "edition: custom\nlanguage: pl")
    (small / "texts.pl.po").write_text("\n", "utf-8")
    codes = [d.code for d in found_in(small)]
    assert ("missing-words" in codes, codes.count("unfinished-translation")) == (False, 1)


def test_single_words_of_sheets_may_be_others_in_a_kit_and_strange_ones_are_errors(edition):
    folder = edition("rhino-at")
    folder.mkdir()
    (folder / "kit.yaml").write_text("extends: rhino-de\nlanguage: de-AT\nedition: canonical\n", "utf-8")
    (folder / "sheets.de-AT.yaml").write_text("words: {box_glue_bottom: Untergrund}\n", "utf-8")
    assert open_context(folder, Diagnostics()).say("box_glue_bottom") == "Untergrund"
    (folder / "sheets.de-AT.yaml").write_text('words: {box_glue_bottom: "{x}", box_glue_botom: y}\n', "utf-8")
    found = [(d.code, d.span.line, *d.hints) for d in found_in(folder)]
    assert found == [
        ("unknown-field", 1, "this label has no placeholders"), ("unknown-key", 1, "did you mean 'box_glue_bottom'?")
    ]  # fmt: skip


def test_a_shared_template_is_taken_in_the_language_of_the_kit():
    context = open_context(ROOT / "card_data" / "rhino-fr", Diagnostics())
    assert context.templates.fill("how-to-print.md", HERE, plan={}) == ""
    assert [path.name for path in context.templates.files()] == ["how-to-print.fr.md", "print-note.md"]


def test_quotations_are_found_in_the_marks_of_every_language():
    text = "“one” „zwei“ «\u00a0trois\u00a0» »vier« „pięć” 「六」"
    assert [quoted(match) for match in QUOTE.finditer(text)] == ["one", "zwei", "trois", "vier", "pięć", "六"]
