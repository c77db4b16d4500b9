"""A kit and a template -> Markdown: the kit's own numbers, and every mistake at its file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp import press
from pnp.faces import Bench
from pnp.source import Diagnostic, Faults, Span
from pnp.template import Templates
from tests.conftest import edit

HERE = Span("faces.yaml", 5, 9, 12)


def opened(kit: Path, faults: Faults) -> Templates:
    desk = press.bench(kit, faults)
    assert desk is not None, list(faults)
    return desk.templates


def filled(kit: Path, name: str) -> str:
    faults = Faults()
    text = opened(kit, faults).fill(name, HERE)
    assert list(faults) == []
    return text


def faults_of(kit: Path, name: str) -> list[Diagnostic]:
    faults = Faults()
    assert opened(kit, faults).fill(name, HERE) == ""
    assert faults
    return list(faults)


def only(kit: Path, name: str) -> Diagnostic:
    (fault,) = faults_of(kit, name)
    assert fault.severity == "error"
    return fault


def appended(kit: Path, name: str, text: str) -> int:
    """Append a line to a template; its number, from 1."""
    before = (kit / name).read_text("utf-8")
    assert before.endswith("\n")
    (kit / name).write_text(before + text + "\n", "utf-8")
    return before.count("\n") + 1


def written(kit: Path, text: str, name: str = "t.md") -> str:
    (kit / name).write_text(text, "utf-8")
    return name


# What is filled


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("plain {x} }} text", "plain {x} }} text"),
        ("{{ kit.title }}, {{ kit.players[0] }}", "Rhinoceros Joust, 2"),
        ("{{ kit.credit.designer }}, {{ kit.credit.year }}", "D. Vincent Baker, 2017"),
        ("{{ rules.target_score }}", "3"),
        ("{{ rules.score_by_position.chasing }}", "3"),
        ("{{ total('moves') }} {{ total('rhinos') }}", "62 4"),
        ("{{ cards.lunge.count }} × {{ cards.lunge.name }}", "11 × Lunge"),
        ("{{ cards.swerve.words.effect }}", "Gain 1 position"),
        ("{{ cards.chipdip.asides.epithet }}", "Up-and-comer"),
        ("{{ cards.spin.traits.move.effect.gain }}", "2"),
        ("{{ decks.moves | length }} {{ decks.moves[0].id }}", "10 swerve"),
        ("{{ components['score-track'].copies }} {{ components.rulebook.title }}", "2 Rulebook"),
        ("{{ examples.R01.given.top }}", "lunge"),
        ("{{ 'head_to_head' | said }} {{ 'swerve' | said }} {{ 'gone' | said }}", "head-to-head Swerve gone"),
        ("{{ 'two words' | capital }}", "Two words"),
        ("{{ cards.best_at_jousting | short }}, {{ cards.lunge | short }}", "The Best, Lunge"),
        ("{{ [] | listed }}|{{ ['a'] | listed }}|{{ ['a', 'b'] | listed }}", "|a|a and b"),
        ("{{ ['a', 'b', 'c'] | listed }}; {{ ['a', 'b', 'c'] | listed('or') }}", "a, b and c; a, b or c"),
        ("{% for p in rules.positions %}{{ loop.index }}{% endfor %}\n", "12345\n"),
        ("{{ '<b> & \"c\"' }}", '<b> & "c"'),
        ("{# nothing #}", ""),
    ],
)
def test_a_template_sees_the_kits_own_data(kit: Path, template: str, text: str) -> None:
    assert filled(kit, written(kit, template)) == text


def test_a_template_sees_what_it_is_given_beside_the_kit(bench: Bench, kit: Path) -> None:
    faults = Faults()
    name = written(kit, "{{ plan.paper }}")
    assert opened(kit, faults).fill(name, HERE, plan={"paper": "A4"}) == "A4"
    assert not faults


def test_rulings_are_filled_from_the_rules(kit: Path) -> None:
    name = written(kit, "{% for r in rulings if r.id == 'RH14' %}{{ r.answer }}{% endfor %}")
    assert "a draw after 20 turns in a row" in filled(kit, name)


def test_data_are_never_templates_themselves(kit: Path) -> None:
    edit(kit, "kit.yaml", "title: Rhinoceros Joust\n", 'title: "{{ rules }}"\n')
    assert filled(kit, written(kit, "{{ kit.title }}")) == "{{ rules }}"


def test_all_templates_of_the_kit_can_be_filled(bench: Bench) -> None:
    for name in ("rulebook.md", "summary-turn.md", "summary-counters.md", "champion.md", "challenger.md", "credits.md"):
        text = bench.templates.fill(name, HERE)
        assert text.strip()
        assert "{{" not in text
        assert "{%" not in text
    assert not bench.faults
    assert {p.name for p in bench.templates.files()} >= {"rulebook.md", "macros.md"}


def test_files_that_were_read_are_known_with_those_they_include(kit: Path) -> None:
    faults = Faults()
    templates = opened(kit, faults)
    assert templates.files() == []
    templates.fill("summary-counters.md", HERE)
    assert templates.files() == [kit / "macros.md", kit / "summary-counters.md"]


# Mistakes at their lines


def test_an_unknown_name_is_a_fault_with_file_and_line(kit: Path) -> None:
    line = appended(kit, "rulebook.md", "{{ nothing_here }}")
    assert only(kit, "rulebook.md") == Diagnostic(
        Span(str(kit / "rulebook.md"), line),
        "error",
        "bad-template",
        "cannot fill this template: 'nothing_here' is undefined",
    )


def test_an_unknown_name_in_a_macro_is_a_fault_in_the_macros_file(kit: Path) -> None:
    line = edit(kit, "macros.md", "{% macro points(n) %}{{ n }}", "{% macro points(n) %}{{ nothing_here }}")
    fault = only(kit, "rulebook.md")
    assert fault.span == Span(str(kit / "macros.md"), line)
    assert fault.message == "cannot fill this template: 'nothing_here' is undefined"


def test_an_unknown_name_in_an_included_file_is_a_fault_there(kit: Path) -> None:
    written(kit, "one\ntwo\n{{ kit.nothing }}\n", "part.md")
    fault = only(kit, written(kit, '{% include "part.md" %}'))
    assert fault.span == Span(str(kit / "part.md"), 3)
    assert fault.message == "cannot fill this template: 'dict object' has no attribute 'nothing'"


def test_a_macro_that_is_not_there_is_a_fault_where_it_is_used(kit: Path) -> None:
    fault = only(kit, written(kit, '{% from "macros.md" import pionts with context %}\n\n{{ pionts(3) }}'))
    assert fault.span == Span(str(kit / "t.md"), 3)
    assert "'pionts'" in fault.message


@pytest.mark.parametrize(
    ("template", "line", "message"),
    [
        ("a\n{{ b", 2, "unexpected end of template, expected 'end of print statement'."),
        ("a\n\n{% if %}{% endif %}", 3, "Expected an expression, got 'end of statement block'"),
        ("{% for x in rules.positions %}\n{{ x }}\n", 2, "Unexpected end of template."),
        ("{% endfor %}", 1, "Encountered unknown tag 'endfor'."),
        ("a\n{% wrong %}", 2, "Encountered unknown tag 'wrong'."),
        ("a\n{{ 'x' | nofilter }}", 2, "No filter named 'nofilter'."),
        ("a\n{{ ( }}", 2, "unexpected '}'"),
        ("{# never closed", 1, "Missing end of comment tag"),
    ],
)
def test_a_syntax_error_is_a_fault_at_its_line(kit: Path, template: str, line: int, message: str) -> None:
    fault = only(kit, written(kit, template))
    assert fault.code == "bad-template"
    assert fault.span == Span(str(kit / "t.md"), line)
    assert fault.message.startswith("cannot fill this template: ")
    assert message in fault.message
    assert "\n" not in fault.message


def test_a_syntax_error_in_an_included_file_is_a_fault_there(kit: Path) -> None:
    written(kit, "one\n{% if %}", "part.md")
    assert only(kit, written(kit, 'x\ny\n{% include "part.md" %}')).span == Span(str(kit / "part.md"), 2)


@pytest.mark.parametrize(
    "expression",
    [
        "1 / 0",
        "1 % 0",
        "[][0]",
        "{}['a']",
        "total('gone')",
        "cards.gone.name",
        "cards.lunge | length + 'x'",
        "3 | capital",
        "'x' | short",
        "3 | listed",
        "range(1000000)",
        "'%d' % 'x'",
        "decks.moves | dictsort",
        "'a' | xmlattr",
        "'a' | items | list",
        "namespace(1)",
        "kit()",
        "rules.positions | sum",
        "rules.positions | sort(attribute='x')",
        "'a'.join(1)",
        "'abc'.encode('utf-9')",
        "[rulings] | said",
    ],
)
def test_whatever_goes_wrong_is_a_fault_at_its_line(kit: Path, expression: str) -> None:
    fault = only(kit, written(kit, "a\nb\n{{ " + expression + " }}\n"))
    assert fault.code == "bad-template"
    assert fault.span == Span(str(kit / "t.md"), 3)
    assert fault.message.startswith("cannot fill this template: ")


def test_a_macro_that_calls_itself_for_ever_is_a_fault(kit: Path) -> None:
    fault = only(kit, written(kit, "{% macro a() %}{{ a() }}{% endmacro %}\n{{ a() }}"))
    assert fault.code == "bad-template"
    assert fault.span.file == str(kit / "t.md")


def test_a_template_that_includes_itself_is_a_fault(kit: Path) -> None:
    assert only(kit, written(kit, '{% include "t.md" %}')).code == "bad-template"


def test_a_ruling_that_cannot_be_filled_is_a_fault_at_its_answer(kit: Path) -> None:
    line = edit(kit, "rulings.yaml", "{{ rules.idle_turns_to_a_draw }}", "{{ rules.nothing }}")
    faults = Faults()
    desk = press.bench(kit, faults)
    assert desk is None or faults
    (fault,) = faults
    assert (fault.code, fault.message) == ("bad-template", "'dict object' has no attribute 'nothing'")
    assert fault.span.file == str(kit / "rulings.yaml")
    assert (fault.span.line, fault.span.column) == (line, 11)


# The sandbox


@pytest.mark.parametrize(
    "expression",
    [
        "kit.__class__",
        "kit['__class__']",
        "''.__class__.__mro__",
        "kit | attr('__class__') | string",
        "total.__globals__",
        "total.__code__",
        "''.join.__self__.__class__",
        "self.__init__",
        "'{0.__class__}'.format(kit)",
        "'{0.__class__.__mro__}'.format_map({'0': kit})",
        "cycler.__init__.__globals__",
        "(rulings | map(attribute='__class__') | list)[0] | string",
    ],
)
def test_nothing_behind_the_data_can_be_reached(kit: Path, expression: str) -> None:
    faults = Faults()
    text = opened(kit, faults).fill(written(kit, "{{ " + expression + " }}"), HERE)
    assert "class" not in text
    assert "function" not in text
    assert "builtins" not in text
    assert [d.code for d in faults] == ["bad-template"]


def test_access_to_a_class_says_that_it_is_unsafe(kit: Path) -> None:
    line = appended(kit, "rulebook.md", "{{ kit.__class__ }}")
    assert only(kit, "rulebook.md") == Diagnostic(
        Span(str(kit / "rulebook.md"), line),
        "error",
        "bad-template",
        "cannot fill this template: access to attribute '__class__' of 'dict' object is unsafe.",
    )


@pytest.mark.parametrize(
    "statement",
    ["rules.positions.append('x')", "kit.update({'title': 'x'})", "cards.lunge.traits.clear()", "decks.moves.pop()"],
)
def test_a_template_changes_no_data(kit: Path, statement: str) -> None:
    assert "unsafe" in only(kit, written(kit, "{{ " + statement + " }}")).message


@pytest.mark.parametrize(
    "name",
    [
        "../rhino/macros.md",
        "./macros.md",
        "/etc/hostname",
        "sub/part.md",
        "..",
        ".hidden.md",
        "",
        "a\\\\b.md",
        "gone.md",
    ],
)
@pytest.mark.parametrize("statement", ['{{% include "{}" %}}', '{{% import "{}" as m %}}', '{{% extends "{}" %}}'])
def test_a_template_loads_plain_names_of_its_own_folder_only(kit: Path, name: str, statement: str) -> None:
    (kit / "sub").mkdir()
    (kit / "sub" / "part.md").write_text("secret", "utf-8")
    (kit / ".hidden.md").write_text("secret", "utf-8")
    fault = only(kit, written(kit, "\n" + statement.format(name)))
    assert fault.code == "bad-template"
    assert fault.span == Span(str(kit / "t.md"), 2)
    assert name.replace("\\\\", "\\") in fault.message


def test_a_link_out_of_the_kit_is_not_followed(kit: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.md").write_text("secret", "utf-8")
    try:
        (kit / "link.md").symlink_to(tmp_path / "outside.md")
    except OSError:
        pytest.skip("no symbolic links here")
    assert only(kit, "link.md").code == "missing-template"
    assert only(kit, written(kit, '{% include "link.md" %}')).code == "bad-template"


@pytest.mark.parametrize("name", ["gone.md", "../rhino/rulebook.md", "/etc/hostname", "sub/part.md", "", ".", "sub"])
def test_a_template_that_is_not_there_is_a_fault_where_it_is_named(kit: Path, name: str) -> None:
    (kit / "sub").mkdir()
    (kit / "sub" / "part.md").write_text("secret", "utf-8")
    assert only(kit, name) == Diagnostic(HERE, "error", "missing-template", f"there is no template {name!r} in {kit}")


def test_a_template_that_is_not_utf_8_is_a_fault_at_its_byte(kit: Path) -> None:
    (kit / "t.md").write_bytes(b"one\ntw\xff")
    found = faults_of(kit, "t.md")
    assert (Span(str(kit / "t.md"), 2, 3), "not-utf-8") in [(d.span, d.code) for d in found]
