"""The sandbox of templates: nothing behind the data, and no file outside the kit."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment

from pnp.diagnostics import Diagnostic, Span
from pnp.kit import child, paths
from pnp.kit.fill import Filler
from tests.support.templates import HERE, appended, faults_of, filled, only, written


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests may run beside these, so time is short only where that is tested."""
    monkeypatch.setattr(child, "SECONDS", 60)


# The sandbox


def test_access_to_a_class_says_that_it_is_unsafe(kit: Path) -> None:
    line = appended(kit, "rulebook.md", "{{ kit.__class__ }}")
    assert only(kit, "rulebook.md") == Diagnostic(
        Span(str(kit / "rulebook.md"), line),
        "error",
        "bad-template",
        "cannot fill this template: access to attribute '__class__' of 'dict' object is unsafe.",
    )


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
            "folders": [str(folder)],
            "language": "en",
            "texts": {},
            "sheets": sheets,
            "names": {},
            "known": parts,
            "data": {"decks": {}, "components": {}, "copies": {}},
        }
    )
