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


def test_colours_and_styles_that_all_kits_have_are_there(plain):
    kit = load.open_kit(plain, Diagnostics())
    assert kit.palette == load.merged(plain, Diagnostics())["kit.yaml"].plain()["palette"]
    assert {"ink", "accent", "soft", "paper"} <= kit.palette.keys()
    assert {"name", "book-body"} <= kit.facebook.styles.keys()
    edit(plain, "kit.yaml", "components:", 'palette: {accent: "#123456"}\ncomponents:')
    assert load.open_kit(plain, Diagnostics()).palette == {**kit.palette, "accent": "#123456"}


@pytest.mark.parametrize("component", ["guide", "tuckbox", "booklet", "token", "pad", "dial"])
def test_other_components_need_no_engine_either(component, plain):
    said = {
        "guide": "kind: guide, title: How, stock: paper, face: guide",
        "tuckbox": "kind: tuckbox, title: Box, decks: [all], face: back, back: back",
        "booklet": "kind: booklet, title: Book, stock: paper, template: book.md, cover: back",
        "token": "kind: token, title: Coin, diameter: 20, art: coin.svg, colours: [accent]",
        "pad": "kind: pad, title: Pad, stock: paper, size: [90, 120], columns: [{title: A}, {title: B}], rows: 4",
        "dial": "kind: dial, title: Dial, diameter: 60, least: 0, most: 9, colours: [accent]",
    }
    (plain / "book.md").write_text("# Book\n\nThere are {{ total('all') }} cards.\n", "utf-8")
    (plain / "coin.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>A coin</title>'
        '<circle cx="4.5" cy="4.5" r="4" fill="currentColor"/></svg>'
    )
    with (plain / "kit.yaml").open("a", encoding="utf-8") as stream:
        stream.write(f"  more: {{{said[component]}}}\n")
    with (plain / "faces.yaml").open("a", encoding="utf-8") as stream:
        stream.write("  guide: {elements: [{flow: how-to-print.md, box: [0, 0, 180, 245], styles: guide}]}\n")
    diagnostics = Diagnostics()
    assert [diagnostic.code for diagnostic in job.check(plain, diagnostics) if diagnostic.severity == "error"] == []
    assert list(diagnostics) == []


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


# Fields ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asks", "hint"),
    [
        ("asides.says", None),
        ("count", None),
        ("deck.total", None),
        ("asides.sais", "did you mean 'says'?"),
        ("aside.says", "did you mean 'asides.says'?"),
        ("asides.motto", None),
        ("deck.totl", "did you mean 'total'?"),
        ("kit.titel", "did you mean 'title'?"),
        ("kit.credit.designer", None),
        ("cuont", "did you mean 'count'?"),
    ],
)
def test_a_field_that_no_card_could_have_is_reported(asks, hint, plain):
    edit(plain, "faces.yaml", "style: name}]", f"style: name, when: {asks}}}]")
    diagnostics = Diagnostics()
    job.check(plain, diagnostics)
    found = [diagnostic for diagnostic in diagnostics if diagnostic.code == "unknown-field"]
    assert bool(found) is (hint is not None)
    edit(plain, "faces.yaml", f", when: {asks}", "")
    edit(plain, "faces.yaml", 'text: "{name}"', f'text: "{{{asks}}}"')
    diagnostics = Diagnostics()
    job.check(plain, diagnostics)
    again = [diagnostic for diagnostic in diagnostics if diagnostic.code == "unknown-field"]
    assert [diagnostic.hints[:1] for diagnostic in again] == [diagnostic.hints[:1] for diagnostic in found]
    edit(plain, "faces.yaml", f'text: "{{{asks}}}"', 'text: "{name}"')
    edit(plain, "faces.yaml", "style: name}]", f"style: name, when: {asks}}}]")
    for diagnostic in found:
        assert diagnostic.hints[:1] == ((hint,) if hint else ())
        line = (plain / "faces.yaml").read_text("utf-8").splitlines()[diagnostic.span.line - 1]
        assert line[diagnostic.span.column - 1 :].startswith(asks)
