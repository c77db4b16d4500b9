"""Kits that no engine plays: three files print cards with backs, and what is not proved is reported once."""

from __future__ import annotations

import json
from pathlib import Path

import pypdf
import pytest

from pnp.diagnostics import Diagnostics, Span
from pnp.kit import load
from pnp.pipeline import job
from tests.conftest import edit, run
from tests.support import three_cards


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    return three_cards.write(tmp_path / "mine")


def message(kit: Path) -> list[tuple[str, str]]:
    diagnostics = Diagnostics()
    found = job.check(kit, diagnostics)
    return [(diagnostic.severity, diagnostic.code) for diagnostic in (*diagnostics, *found)]


def test_three_files_print_cards_with_backs(plain, tmp_path):
    out = tmp_path / "out"
    result = run("build", plain, "--output", out)
    assert result.exit_code == 0, result.output
    manifest = json.loads((out / "manifest.json").read_text("utf-8"))
    assert {piece["id"]: piece["copies"] for piece in manifest["pieces"]} == {
        "all/hello": 5,
        "all/goodbye": 3,
        "all/thanks": 1,
    }
    assert len(manifest["placements"]) == 2 * 9
    reader = pypdf.PdfReader(out / "mine-a4-cardstock.pdf")
    text = reader.pages[0].extract_text()
    assert (text.count("Hello"), text.count("Goodbye"), text.count("Thanks")) == (5, 3, 1)
    assert reader.metadata.title == "My cards"
    assert not reader.metadata.author


def test_that_nothing_is_proved_is_noted_once_and_keeps_nobody(plain):
    assert message(plain) == [("note", "idle-aside"), ("note", "unproved-words")]
    result = run("check", plain, "--warnings-as-errors")
    assert result.exit_code == 0
    assert "mine/kit.yaml:1:8: note[unproved-words]: this kit has no engine" in result.output


def test_traits_are_worded_and_read_back(plain):
    edit(plain, "cards.yaml", "count: 5}", "count: 5, traits: {steps: 3}}")
    edit(plain, "faces.yaml", "style: name}]", 'style: name}, {text: "{words.go}", box: [8, 40, 47, 9], style: name}]')
    (plain / "phrases.yaml").write_text('fields: {go: [{traits: {steps: "{n}"}, words: "Go {n} steps"}]}\n', "utf-8")
    assert message(plain) == [("note", "idle-aside"), ("note", "unproved-words")]
    assert "go: Go 3 steps" in run("show", plain, "hello").output
    edit(plain, "cards.yaml", "{name: Hello, ", "{name: Hello, words: {go: Stay}, ")
    assert ("error", "unread-words") in message(plain)


def test_what_is_there_is_read_and_what_is_needed_is_missed(plain):
    (plain / "rulings.yaml").write_text("R1: {question: Why}\n", "utf-8")
    assert message(plain) == [("error", "missing-key")]
    (plain / "rulings.yaml").unlink()
    (plain / "faces.yaml").unlink()
    assert ("error", "unknown-face") in message(plain)
    (plain / "kit.yaml").unlink()
    assert ("error", "unreadable-file") in message(plain)


def test_one_that_names_an_engine_needs_its_rules(plain):
    edit(plain, "kit.yaml", "title: My cards\n", "title: My cards\nengine: rhino\n")
    diagnostics = Diagnostics()
    job.check(plain, diagnostics)
    (missing,) = [diagnostic for diagnostic in diagnostics if diagnostic.code == "unreadable-file"]
    assert missing.span == Span(str(plain / "rules.yaml"))
    assert missing.message == "rules.yaml is missing"


def test_nothing_plays_it(plain):
    refused = run("simulate", plain)
    assert refused.exit_code == 2
    assert "it can be printed, but not played" in refused.output
    top = plain.with_name("top")
    top.mkdir()
    (top / "kit.yaml").write_text("extends: ../mine\n", "utf-8")
    refused = run("simulate", top)
    assert refused.exit_code == 1
    assert "error[unknown-engine]: no engine plays this kit" in refused.output


def test_it_may_be_extended_and_copied(plain):
    for name, more in (("other", ()), ("whole", ("--full",))):
        result = run("new", name, "--from", plain, plain.parent, *more)
        assert result.exit_code == 0, result.output
        own = [("note", "idle-aside")] if more else []  # an overlay has no cards of its own
        assert message(plain.with_name(name)) == [*own, ("note", "unproved-words")]
    (plain.with_name("other") / "rulings.yaml").write_text("R1: {question: Why?, answer: So.}\n", "utf-8")
    assert message(plain.with_name("other")) == [("note", "unproved-words"), ("warning", "wrong-ruling")]
    assert list(load.open_kit(plain.with_name("other"), Diagnostics()).rulings) == ["R1"]
