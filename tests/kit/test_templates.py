"""A kit and a template -> Markdown: the kit's own numbers, and every mistake at its file and line."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.kit import child, paths
from pnp.kit.templates import Templates
from pnp.pipeline.context import open_context
from tests.conftest import edit

pytestmark = pytest.mark.child_process

HERE = Span("faces.yaml", 5, 9, 12)


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests may run beside these, so time is short only where that is tested."""
    monkeypatch.setattr(child, "SECONDS", 60)


def opened(kit: Path, diagnostics: Diagnostics) -> Templates:
    context = open_context(kit, diagnostics)
    assert context is not None, list(diagnostics)
    return context.templates


def filled(kit: Path, name: str) -> str:
    diagnostics = Diagnostics()
    text = opened(kit, diagnostics).fill(name, HERE)
    assert list(diagnostics) == []
    return text


def faults_of(kit: Path, name: str) -> list[Diagnostic]:
    diagnostics = Diagnostics()
    assert opened(kit, diagnostics).fill(name, HERE) == ""
    assert diagnostics
    return list(diagnostics)


def only(kit: Path, name: str) -> Diagnostic:
    (diagnostic,) = faults_of(kit, name)
    assert diagnostic.severity == "error"
    return diagnostic


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


@pytest.mark.slow
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
        (
            "{% set n = namespace(x=0) %}{% for m in decks.moves %}{% set n.x = n.x + m.count %}{% endfor %}{{ n.x }}",
            "62",
        ),
        ("{% set c = joiner('; ') %}{% for i in range(3) %}{{ c() }}{{ i }}{% endfor %}", "0; 1; 2"),
        ("{% for i in range(9) if i is odd %}{{ loop.cycle('a', 'b') }}{{ i }}{% endfor %}", "a1b3a5b7"),
        (
            "{% for row in 'abcde' | batch(2, '-') %}{{ row | join }}{{ '' if loop.last else '|' }}{% endfor %}",
            "ab|cd|e-",
        ),
        ("{{ decks.moves | map(attribute='count') | sum }} {{ decks.moves | sum(attribute='count') }}", "62 62"),
        ("{{ decks.moves | sort(attribute='name') | map(attribute='name') | first }}", "Burst of Speed"),
        (
            "{% for n, l in decks.moves | groupby('count') %}{{ n }}:{{ l | length }} {% endfor %}",
            "2:2 3:1 4:1 5:1 7:1 8:2 11:1 12:1 ",
        ),
        ("{{ 'a b'.split(' ')[1] }}{{ 'x' * 3 }}{{ 7 // 2 }}{{ 7 % 4 }}{{ 2 ** 5 }}{{ 1 < 2 < 3 }}", "bxxx3332True"),
        ("{{ rules.positions[1:3] }}{{ [1] + [2] }}{{ 'a' ~ 1 ~ none }}", "['flanked', 'head_to_head'][1, 2]a1None"),
        ("{{ 'swerve' in cards }}{{ 'x' not in ['x'] }}{{ 'b' in 'abc' }}{{ 4 in range(5) }}", "TrueFalseTrueTrue"),
        ("{% for k, v in {'a': 1}.items() %}{{ k }}{{ v }}{% endfor %}{{ {'a': 1} | dictsort }}", "a1[('a', 1)]"),
        (
            "{{ 'aXb' | replace('X', '--') }} {{ [3, 1] | sort | join('<') }} {{ rules.none | default('d') }}",
            "a--b 1<3 d",
        ),
        ("{% macro a(n, m=2) %}{{ n }}{{ m }}{{ caller() }}{% endmacro %}{% call a(1) %}3{% endcall %}", "123"),
        ("{% for x in [1, [2, [3]]] recursive %}{{ x if x is number else loop(x) }}{% endfor %}", "123"),
        ("{% set x | upper %}a{{ 1 }}{% endset %}{{ x }}{% filter upper %}b{% endfilter %}", "A1B"),
        ("{% block a %}x{% endblock %}{{ self.a() }}", "xx"),
        ("{{ decks.moves | selectattr('count', 'gt', 8) | map(attribute='name') | list }}", "['Lunge', 'Charge']"),
        ("{{ ['a', 'b'] | reverse | map('upper') | join(', ') }}{{ 'ab' | reverse }}", "B, Aba"),
    ],
)
def test_a_template_sees_the_kits_own_data(kit: Path, template: str, text: str) -> None:
    assert filled(kit, written(kit, template)) == text


def test_a_template_sees_what_it_is_given_beside_the_kit(context: RenderContext, kit: Path) -> None:
    diagnostics = Diagnostics()
    name = written(kit, "{{ plan.paper }}")
    assert opened(kit, diagnostics).fill(name, HERE, plan={"paper": "A4"}) == "A4"
    assert not diagnostics


def test_a_template_is_given_data_and_nothing_else(context: RenderContext, kit: Path) -> None:
    more = {"a": {"span": HERE, "path": kit, "context": context, "list": [1, HERE]}, "b": len}
    name = written(
        kit, "{{ a.list }}{{ a.span is defined }}{{ a.path is defined }}{{ a.context is defined }}{{ b is defined }}"
    )
    diagnostics = Diagnostics()
    assert opened(kit, diagnostics).fill(name, HERE, **more) == "[1]FalseFalseFalseFalse"
    assert not diagnostics


def test_rulings_are_filled_from_the_rules(kit: Path) -> None:
    name = written(kit, "{% for r in rulings if r.id == 'RH14' %}{{ r.answer }}{% endfor %}")
    assert "a draw after 20 turns in a row" in filled(kit, name)


def test_data_are_never_templates_themselves(kit: Path) -> None:
    edit(kit, "kit.yaml", "title: Rhinoceros Joust\n", 'title: "{{ rules }}"\n')
    assert filled(kit, written(kit, "{{ kit.title }}")) == "{{ rules }}"


def test_all_templates_of_the_kit_can_be_filled(context: RenderContext) -> None:
    for name in ("rulebook.md", "summary-turn.md", "summary-counters.md", "champion.md", "challenger.md", "credits.md"):
        text = context.templates.fill(name, HERE)
        assert text.strip()
        assert "{{" not in text
        assert "{%" not in text
    assert not context.diagnostics
    assert {p.name for p in context.templates.files()} >= {"rulebook.md", "macros.md"}


def test_files_that_were_read_are_known_with_those_they_include(kit: Path) -> None:
    diagnostics = Diagnostics()
    templates = opened(kit, diagnostics)
    assert templates.files() == []
    templates.fill("summary-counters.md", HERE)
    assert templates.files() == [kit / "macros.md", kit / "summary-counters.md"]


# Mistakes at their lines


def test_an_unknown_name_is_an_error_with_file_and_line(kit: Path) -> None:
    line = appended(kit, "rulebook.md", "{{ nothing_here }}")
    assert only(kit, "rulebook.md") == Diagnostic(
        Span(str(kit / "rulebook.md"), line),
        "error",
        "bad-template",
        "cannot fill this template: 'nothing_here' is undefined",
    )


def test_an_unknown_name_in_a_macro_is_an_error_in_the_macros_file(kit: Path) -> None:
    line = edit(kit, "macros.md", "{% macro points(n) %}{{ n }}", "{% macro points(n) %}{{ nothing_here }}")
    diagnostic = only(kit, "rulebook.md")
    assert diagnostic.span == Span(str(kit / "macros.md"), line)
    assert diagnostic.message == "cannot fill this template: 'nothing_here' is undefined"


def test_an_unknown_name_in_an_included_file_is_an_error_there(kit: Path) -> None:
    written(kit, "one\ntwo\n{{ kit.nothing }}\n", "part.md")
    diagnostic = only(kit, written(kit, '{% include "part.md" %}'))
    assert diagnostic.span == Span(str(kit / "part.md"), 3)
    assert diagnostic.message == "cannot fill this template: there is no 'nothing' here"


def test_a_macro_that_is_not_there_is_an_error_where_it_is_used(kit: Path) -> None:
    diagnostic = only(kit, written(kit, '{% from "macros.md" import pionts with context %}\n\n{{ pionts(3) }}'))
    assert diagnostic.span == Span(str(kit / "t.md"), 3)
    assert "'pionts'" in diagnostic.message


@pytest.mark.slow
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
def test_a_syntax_error_is_an_error_at_its_line(kit: Path, template: str, line: int, message: str) -> None:
    diagnostic = only(kit, written(kit, template))
    assert diagnostic.code == "bad-template"
    assert diagnostic.span == Span(str(kit / "t.md"), line)
    assert diagnostic.message.startswith("cannot fill this template: ")
    assert message in diagnostic.message
    assert "\n" not in diagnostic.message


def test_a_syntax_error_in_an_included_file_is_an_error_there(kit: Path) -> None:
    written(kit, "one\n{% if %}", "part.md")
    assert only(kit, written(kit, 'x\ny\n{% include "part.md" %}')).span == Span(str(kit / "part.md"), 2)


@pytest.mark.slow
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
        "'a' | random",
        "lipsum(2)",
        "1 in 2",
        "{[1]: 2}",
        "['a'] | sum",
        "caller()",
        "'\\ud800'",
    ],
)
def test_whatever_goes_wrong_is_an_error_at_its_line(kit: Path, expression: str) -> None:
    diagnostic = only(kit, written(kit, "a\nb\n{{ " + expression + " }}\n"))
    assert diagnostic.code == "bad-template"
    assert diagnostic.span == Span(str(kit / "t.md"), 3)
    assert diagnostic.message.startswith("cannot fill this template: ")


GROW = (
    "{%% set n = namespace(x=%s, y=%s) %%}"
    "{%% for i in range(99) %%}{%% set n.x = %s %%}{%% set n.y = %s %%}{%% endfor %%}"
)
LISTS = GROW % ("[1]", "[1]", "[n.x, n.x]", "[n.y, n.y]")
TUPLES = GROW % ("(1,)", "(1,)", "(n.x, n.x)", "(n.y, n.y)")
LONG = "{% set x = 'a' * 100000 %}"
LOOP = "{% for a in range(99999) %}{% for b in range(99999) if false %}{% endfor %}{% endfor %}"

ENDLESS = {
    "rounds": LOOP,
    "macros": "{% macro a(n) %}{% if n %}{{ a(n - 1) }}{{ a(n - 1) }}{% endif %}{% endmacro %}{{ a(99) }}",
    "text-between-rounds": "{{ 1 }}{% for a in range(9999) %}{{ '' }}" + LOOP + "{% endfor %}",
    "includes": '{% for i in range(99999) %}{% include "gone.md" ignore missing %}{% endfor %}',
    "power": "{{ 9 ** (9 ** 9) }}",
    "squares": GROW % ("9", "9", "n.x * n.x", "0"),
    "lists-compared": LISTS + "{{ n.x == n.y }}",
    "lists-printed": LISTS + "{{ n.x }}",
    "tuple-as-key": TUPLES + "{{ {n.x: 1} }}",
    "sum": "{{ ([[1]] * 100000) | sum(start=[]) }}",
    "round": "{{ 1 | round(999999999, 'ceil') }}",
    "sorted": "{% set x = range(100000) | list %}{% for i in x %}{% set z = x | sort %}{% endfor %}",
}
LARGE = {
    "text-kept": "{% set x %}{% for a in range(99999) %}" + "words " * 40000 + "{% endfor %}{% endset %}",
    "times": "{{ 'a' * 10 ** 9 }}",
    "list-times": "{{ [0] * 10 ** 9 }}",
    "doubled-text": GROW % ("'a'", "'a'", "n.x ~ n.x", "n.y + n.y"),
    "doubled-list": GROW % ("[1]", "[1]", "n.x + n.x", "1"),
    "%": "{{ '%999999999d' % 1 }}",
    "odd": "{{ '%999999999d' is odd }}",
    "format": "{{ '{:999999999}'.format(1) }}",
    "center": "{{ 'x' | center(999999999) }}",
    "indent": "{{ 'x' | indent(999999999) }}",
    "batch": "{{ [1] | batch(999999999, 0) }}",
    "ljust": "{{ 'x'.ljust(999999999) }}",
    "replace": LONG + "{{ x | replace('a', x) }}",
    "join": LONG + "{{ ([x] * 100000) | join }}",
    "listed": LONG + "{{ ([x] * 100000) | listed }}",
}
LONG_TEXTS = {
    "rounds": "{% for a in range(99999) %}{% for b in range(99999) %}x{% endfor %}{% endfor %}",
    "rounds-over-data": "{% for x in decks.moves %}" * 7 + "{{ x.name }}" + "{% endfor %}" * 7,
    "rounds-of-text": "{% for a in range(99999) %}" + "words " * 40000 + "{% endfor %}",
    "printed": "{{ " + " ~ ".join(["'a' * 99999"] * 9) + " }}",
    "indent": LONG + "{{ ('x\\n' * 100000) | indent(9) }}",
}
NESTED = {
    "macro-in-itself": "{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}",
    "loop-in-itself": "{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}",
    "block-in-itself": "{% block a %}{{ self.a() }}{% endblock %}",
    "include": '{% include "t.md" %}',
    "import": '{% import "t.md" as t %}',
    "extends": '{% extends "t.md" %}',
    "deep-list": "{% set n = namespace(x=[]) %}{% for i in range(9999) %}{% set n.x = [n.x] %}{% endfor %}{{ n.x }}",
}
COMPILED = {
    "nested-loops": "{% for a in [1] %}" * 40 + "{% endfor %}" * 40,
    "nested-conditions": "{% if 1 %}" * 5000 + "{% endif %}" * 5000,
    "brackets": "{{ " + "[" * 5000 + "]" * 5000 + " }}",
    "sums": "{{ 1" + " + 1" * 50000 + " }}",
    "digits": "{{ " + "9" * 100000 + " }}",
    "names": "".join(f"{{% set a{i} = 1 %}}" for i in range(6000)) + '{% include "macros.md" %}' * 6000,
}


def refused(kit: Path, template: str) -> str:
    """What is wrong with the second line of a template."""
    diagnostic = only(kit, written(kit, "a\n" + template))
    assert (diagnostic.code, diagnostic.span) == ("bad-template", Span(str(kit / "t.md"), 2))
    return diagnostic.message.removeprefix("cannot fill this template: ")


@pytest.mark.slow
@pytest.mark.parametrize("what", ENDLESS)
def test_a_template_without_end_is_an_error_at_its_line(kit: Path, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "SECONDS", 0.6)
    assert refused(kit, ENDLESS[what]) == "this takes more than 0.6 seconds: an endless loop, or too much text"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited by the system, and not by all of them")
@pytest.mark.parametrize("what", LARGE)
def test_a_template_that_fills_the_memory_is_an_error_at_its_line(kit: Path, what: str) -> None:
    assert refused(kit, LARGE[what]) == "this takes too much memory: a text, a list or a number grows endlessly"


@pytest.mark.slow
@pytest.mark.parametrize("what", LONG_TEXTS)
def test_a_template_that_prints_too_much_is_an_error_at_its_line(kit: Path, what: str) -> None:
    assert refused(kit, LONG_TEXTS[what]) == "this makes more than 400000 characters of text"


@pytest.mark.slow
@pytest.mark.parametrize("what", NESTED)
def test_a_template_that_calls_itself_is_an_error_at_its_line(kit: Path, what: str) -> None:
    assert refused(kit, NESTED[what]) == "it calls or includes itself endlessly, or is nested too deeply"


@pytest.mark.slow
@pytest.mark.parametrize("what", COMPILED)
def test_a_template_that_cannot_be_compiled_is_an_error(kit: Path, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "SECONDS", 2)
    diagnostic = only(kit, written(kit, COMPILED[what]))
    assert (diagnostic.code, diagnostic.span.file) == ("bad-template", str(kit / "t.md"))
    assert len(diagnostic.message) < 400


@pytest.mark.slow
def test_a_crash_of_the_child_is_an_error_at_its_line(kit: Path) -> None:
    deep = "{% set n = namespace(x=1) %}{% for i in range(99999) %}{% set n.x = (((((n.x,),),),),) %}{% endfor %}"
    reason = "this crashes the process that fills it: it takes too much memory, or is nested too deeply"
    assert refused(kit, deep + "{{ {n.x: 1} }}") == reason


@pytest.mark.slow
def test_templates_that_include_each_other_many_times_are_an_error(kit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "SECONDS", 0.6)
    for number in range(40):
        written(kit, f'{{% include "part{number + 1}.md" %}}' * 2, f"part{number}.md")
    written(kit, "", "part40.md")
    assert "seconds" in only(kit, "part0.md").message


@pytest.mark.slow
@pytest.mark.parametrize("template", [LOOP, "{{ 9 ** (9 ** 9) }}"])
def test_a_template_without_end_is_tried_once_only(kit: Path, template: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "SECONDS", 0.6)
    diagnostics = Diagnostics()
    templates = opened(kit, diagnostics)
    name = written(kit, template)
    templates.fill(name, HERE)
    start = time.perf_counter()
    for _ in range(100):
        assert templates.fill(name, HERE) == ""
    assert time.perf_counter() - start < 20
    assert len(diagnostics) == 1
    assert templates.fill(written(kit, "fine", "fine.md"), HERE) == "fine"


def test_what_a_macro_counts_does_not_last_to_the_next_filling(kit: Path) -> None:
    written(
        kit, "{% set n = namespace(x=0) %}{% macro count() %}{% set n.x = n.x + 1 %}{{ n.x }}{% endmacro %}", "n.md"
    )
    name = written(kit, '{% import "n.md" as n %}{{ n.count() }}{{ n.count() }}')
    templates = opened(kit, Diagnostics())
    assert [templates.fill(name, HERE) for _ in range(3)] == ["12"] * 3


def test_installed_kits_need_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def started(*_arguments: object, **_options: object) -> None:
        raise AssertionError

    monkeypatch.setattr(subprocess, "Popen", started)
    diagnostics = Diagnostics()
    for name in ("rhino", "rhino-de"):
        assert opened(paths.root() / "card_data" / name, diagnostics).fill("rulebook.md", HERE)
    assert not diagnostics


@pytest.mark.slow
def test_a_kit_from_elsewhere_is_filled_as_an_installed_one(context: RenderContext, kit: Path) -> None:
    for name in ("rulebook.md", "summary-turn.md", "champion.md", "credits.md"):
        assert filled(kit, name) == context.templates.fill(name, HERE)


def test_a_kit_over_an_installed_one_is_a_strangers(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "kit.yaml").write_text("extends: rhino\ntitle: Mine\n", "utf-8")
    assert not paths.is_installed(mine)
    assert paths.is_installed(paths.root() / "card_data" / "rhino-de")


def test_where_no_process_can_be_started_there_is_an_error(kit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    templates = opened(kit, diagnostics := Diagnostics())
    templates._filler._end()
    monkeypatch.setattr(sys, "executable", str(kit / "gone"))
    assert templates.fill(written(kit, "a"), HERE) == ""
    (diagnostic,) = diagnostics
    assert diagnostic.span == Span(str(kit / "t.md"))
    assert diagnostic.message.startswith("cannot fill this template: cannot start a process to fill this template: ")


def test_a_template_that_is_too_long_is_an_error(kit: Path) -> None:
    assert [d.code for d in faults_of(kit, written(kit, "x" * 300_001))] == ["file-too-large"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "expression",
    ["total", "[total]", "'' ~ total", "[total] | join", "total | string", "total | upper", "'a' | replace('a', total)"]
    + ["''.join", "range", "self", "a", "{'a': [total]}", "namespace()", "cycler(1)", "dict", "decks.items"],
)
def test_only_data_are_printed_because_all_else_differs_from_run_to_run(kit: Path, expression: str) -> None:
    diagnostic = only(kit, written(kit, "{% macro a() %}{% endmacro %}{{ " + expression + " }}"))
    assert "0x" not in diagnostic.message


@pytest.mark.parametrize("expression", ["{}[total]", "cards[range]", "total(total)", "''.join([total])"])
def test_errors_are_reported_in_the_same_words_at_every_run(kit: Path, expression: str) -> None:
    assert "0x" not in only(kit, written(kit, "{{ " + expression + " }}")).message


@pytest.mark.slow
def test_a_name_that_no_system_can_have_is_an_error(kit: Path) -> None:
    assert only(kit, "a" * 5000).code == "missing-template"
    assert only(kit, "ß" * 80).code == "missing-template"
    assert only(kit, written(kit, '{% include "a" * 5000 %}')).code == "bad-template"


def test_a_ruling_that_cannot_be_filled_is_an_error_at_its_answer(kit: Path) -> None:
    line = edit(kit, "rulings.yaml", "{{ rules.idle_turns_to_a_draw }}", "{{ rules.nothing }}")
    diagnostics = Diagnostics()
    context = open_context(kit, diagnostics)
    assert context is None or diagnostics
    (diagnostic,) = diagnostics
    assert (diagnostic.code, diagnostic.message) == ("bad-template", "there is no 'nothing' here")
    assert diagnostic.span.file == str(kit / "rulings.yaml")
    assert (diagnostic.span.line, diagnostic.span.column) == (line, 11)


# The sandbox


@pytest.mark.slow
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
    diagnostics = Diagnostics()
    text = opened(kit, diagnostics).fill(written(kit, "{{ " + expression + " }}"), HERE)
    assert "class" not in text
    assert "function" not in text
    assert "builtins" not in text
    assert [d.code for d in diagnostics] == ["bad-template"]


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


@pytest.mark.slow
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
    diagnostic = only(kit, written(kit, "\n" + statement.format(name)))
    assert diagnostic.code == "bad-template"
    assert diagnostic.span == Span(str(kit / "t.md"), 2)
    assert name.replace("\\\\", "\\") in diagnostic.message


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_link_out_of_the_kit_is_not_followed(kit: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.md").write_text("secret", "utf-8")
    try:
        (kit / "link.md").symlink_to(tmp_path / "outside.md")
    except OSError:
        pytest.skip("no symbolic links here")
    assert only(kit, "link.md").code == "missing-template"
    assert only(kit, written(kit, '{% include "link.md" %}')).code == "bad-template"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gone.md", "../rhino/rulebook.md", "/etc/hostname", "sub/part.md", "", ".", "sub"])
def test_a_template_that_is_not_there_is_an_error_where_it_is_named(kit: Path, name: str) -> None:
    (kit / "sub").mkdir()
    (kit / "sub" / "part.md").write_text("secret", "utf-8")
    assert only(kit, name) == Diagnostic(HERE, "error", "missing-template", f"there is no template {name!r} in {kit}")


def test_a_template_that_is_not_utf_8_is_an_error_at_its_byte(kit: Path) -> None:
    (kit / "t.md").write_bytes(b"one\ntw\xff")
    found = faults_of(kit, "t.md")
    assert (Span(str(kit / "t.md"), 2, 3), "not-utf-8") in [(d.span, d.code) for d in found]
