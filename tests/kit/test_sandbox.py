"""The sandbox of templates: nothing behind the data, and no file outside the kit."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment

from pnp.diagnostics import Diagnostics, PlacedText, Span
from pnp.kit import child, paths
from pnp.kit.fill import Filler
from tests.conftest import RHINO
from tests.support.templates import HERE, faults_of, filled, only, opened, written


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests may run beside these, so time is short only where that is tested."""
    monkeypatch.setattr(child, "SECONDS", 60)


# The sandbox


def test_a_link_inside_the_kit_is_followed(kit: Path, tmp_path: Path) -> None:
    written(kit, "own", "own.md")
    shutil.copytree(paths.root() / "art" / "rhino", kit, dirs_exist_ok=True)
    try:
        (kit / "link.md").symlink_to(kit / "own.md")
        (tmp_path / "elsewhere").symlink_to(kit, target_is_directory=True)
    except OSError:
        pytest.skip("no symbolic links here")
    assert filled(kit, "link.md") == "own"
    assert filled(tmp_path / "elsewhere", "link.md") == "own"


def test_a_link_out_of_the_kit_is_not_followed(kit: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.md").write_text("secret", "utf-8")
    try:
        (kit / "link.md").symlink_to(tmp_path / "outside.md")
    except OSError:
        pytest.skip("no symbolic links here")
    assert only(kit, "link.md").code == "missing-template"
    assert only(kit, written(kit, '{% include "link.md" %}')).code == "bad-template"


@pytest.mark.parametrize("name", ["gone.md", "../rhino/rulebook.md", "/etc/hostname", "sub/part.md", "", ".", "sub"])
def test_a_template_that_is_not_there_is_an_error_where_it_is_named(kit: Path, name: str) -> None:
    (kit / "sub").mkdir()
    (kit / "sub" / "part.md").write_text("secret", "utf-8")
    found = only(kit, name)
    assert (found.span, found.code, found.message) == (HERE, "missing-template", f"there is no template {name!r}")
    assert found.hints[-1] == f"looked in {kit.name}"


def test_a_template_with_a_similar_name_in_the_kit_is_offered(kit: Path) -> None:
    (kit / "rulebook.md").write_text("Rules")
    assert only(kit, "ruleboook.md").hints[0] == "did you mean 'rulebook.md'?"


def test_a_template_that_is_not_utf_8_is_an_error_at_its_byte(kit: Path) -> None:
    (kit / "t.md").write_bytes(b"one\ntw\xff")
    found = faults_of(kit, "t.md")
    assert (Span(str(kit / "t.md"), 2, 3), "not-utf-8") in [(d.span, d.code) for d in found]


def test_a_template_is_compiled_once_for_all_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = list[str]()

    def counted(environment: Environment, source: str, *names: Any) -> Any:
        compiled.append(source)
        return compile_template(environment, source, *names)

    compile_template = Environment.compile
    monkeypatch.setattr(Environment, "compile", counted)
    for folder in (tmp_path / "one", tmp_path / "two"):
        folder.mkdir()
        (folder / "own.md").write_text("only here\n{{ nothing }}\n", "utf-8")
        answer = filler_of(folder).fill({"name": "own.md", "text": "", "data": {}})
        assert answer["diagnostics"] == [[str(folder / "own.md"), 2, 1, "bad-template", "'nothing' is undefined"]]
        assert answer["files"] == [str(folder / "own.md")]
    assert len(compiled) == 1


def filler_of(folder: Path) -> Filler:
    """What fills the templates of a folder, without data."""
    parts = {"decks": list[str](), "cards": list[str](), "components": list[str]()}
    sheets = {"decimal": ".", "between": " ", "counted": {}, "words": {}}
    return Filler(
        {
            "folders": [str(folder)], "language": "en", "texts": {}, "sheets": sheets, "names": {}, "known": parts,
            "data": {"decks": {}, "components": {}, "copies": {}},
        }
    )  # fmt: skip


MACROS = (
    "{% macro points(n) %}{{ n }} points{% endmacro %}\n{% macro all(n) -%}\n  All {{ points(n) }}.\n{%- endmacro %}\n"
)
"""A macro, and one on three lines that uses it."""


def fill(kit: Path, text: str) -> PlacedText:
    (kit / "own.md").write_text(MACROS, "utf-8")
    diagnostics = Diagnostics()
    found = opened(kit, diagnostics).fill(written(kit, "{% import 'own.md' as own %}" + text), HERE)
    assert not list(diagnostics)
    assert isinstance(found, PlacedText)
    return found


@pytest.mark.parametrize(
    ("text", "words", "place"),
    [
        ("\n# Head\n\nWords.", "Words", ("t.md", 4, 1)),
        ("\nA {{ kit.players[0] }} b", " b", ("t.md", 2, 23)),
        ("\nA {{ kit.players[0] }} b", "2", ("t.md", 2, 3)),
        ("\n{%- if true %} yes{% endif %}", "yes", ("t.md", 2, 16)),
        ("\n  {% if true %}\n  yes\n  {% endif %}\nno", "yes", ("t.md", 3, 3)),
        ("\n  {% if true %}\n  yes\n  {% endif %}\nno", "no", ("t.md", 5, 1)),
        ("{# a\ncomment #}\nWords", "Words", ("t.md", 3, 1)),
        ("{% raw %}\n{{ x }}{% endraw %}", "{{ x", ("t.md", 2, 1)),
        ("\n{{ own.points(3) }}", "points", ("own.md", 1, 30)),
        ("\n{{ own.points(3) }}", "3", ("own.md", 1, 22)),
        ("\n{{ own.all(3) }}", "All", ("own.md", 3, 3)),
        ("\n{{ own.all(3) }}", "points", ("own.md", 1, 30)),
        ("\n{{ own.points(3) | upper }}", "POINTS", ("own.md", 1, 30)),
        ("\n{{ own.points(3) | replace('points', 'pts') }}", "pts", ("own.md", 1, 22)),
        ("\n{% set x %}set {{ 1 }}{% endset %}{{ x }}", "set", ("t.md", 2, 12)),
        ("\n{% for r in rulings if r.id == 'RH6' %}{{ r.answer }}{% endfor %}", "No. Only", ("rulings.yaml", 5, 11)),
        ("\r\nLine\r\nWords", "Words", ("t.md", 3, 1)),
    ],
)
def test_words_have_their_places(kit: Path, text: str, words: str, place: tuple[str, int, int]) -> None:
    found = fill(kit, text)
    span = found.place(found.index(words))
    assert span
    assert (Path(span.file).name, span.line, span.column) == place


@pytest.mark.parametrize("text", ["{{ own.points(3).sources }}", "{{ own.points(3).place() }}"])
def test_templates_cannot_read_places(kit: Path, text: str) -> None:
    (kit / "own.md").write_text(MACROS, "utf-8")
    diagnostics = Diagnostics()
    assert opened(kit, diagnostics).fill(written(kit, "{% import 'own.md' as own %}" + text), HERE) == ""
    assert [found.code for found in diagnostics] == ["bad-template"]


@pytest.mark.parametrize(
    ("expression", "printed"),
    [
        ("own.points(3) == '3 points'", "True"),
        ("own.points(3) | length", "8"),
        ("own.points(3) | capital", "3 points"),
        ("own.points(3).split(' ') | last", "points"),
        ("own.points(3)[:1] ~ own.points(4)", "34 points"),
        ("'%s!' | string ~ own.points(3) in '!3 points'", "False"),
        ("'{}'.format(own.points(3))", "3 points"),
        ("{own.points(3): 'known'}['3 points']", "known"),
    ],
)
def test_places_do_not_change_what_expressions_give(kit: Path, expression: str, printed: str) -> None:
    assert fill(kit, "{{ " + expression + " }}") == printed


def test_an_installed_kit_has_places_too() -> None:
    text = opened(RHINO, Diagnostics()).fill("summary-turn.md", HERE)
    assert isinstance(text, PlacedText)
    span = text.place(text.index("First to"))
    assert span == (str(RHINO / "summary-turn.md"), 18, 3, 1, span.cell if span else None)
