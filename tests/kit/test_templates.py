"""Templates: what they see, and mistakes at their lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostic, Diagnostics, Span
from tests.conftest import edit
from tests.support.templates import HERE, appended, filled, only, opened, written

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
        ("{{ components['score-track'].copies }} {{ components.rulebook.title }}", "1 Rulebook"),
        (
            "{% if components.bracket and cards.champion %}{{ components.rulebook.pieces }}{% endif %}",
            "1",
        ),
        ("{{ examples.R01.given.top }}", "lunge"),
        ("{{ 'head_to_head' | said }} {{ 'swerve' | said }} {{ 'gone' | said }}", "head-to-head Swerve gone"),
        ("{{ 'two words' | capital }}", "Two words"),
        ("{{ cards.best_at_jousting | short }}, {{ cards.lunge | short }}", "The Best at Jousting, Lunge"),
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
    answer = "answer: No. Only a move does."
    edit(kit, "rulings.yaml", answer, answer.replace("Only", "Up to {{ rules.target_score }}, only"))
    name = written(kit, "{% for r in rulings if r.id == 'RH6' %}{{ r.answer }}{% endfor %}")
    assert filled(kit, name) == "No. Up to 3, only a move does."


def test_data_are_never_templates_themselves(kit: Path) -> None:
    edit(kit, "kit.yaml", "title: Rhinoceros Joust\n", 'title: "{{ rules }}"\n')
    assert filled(kit, written(kit, "{{ kit.title }}")) == "{{ rules }}"


def test_all_templates_of_the_kit_can_be_filled(context: RenderContext) -> None:
    before = len(context.diagnostics)  # other tests of this process may have drawn with errors
    for name in ("rulebook.md", "summary-turn.md", "summary-counters.md", "champion.md", "challenger.md", "credits.md"):
        text = context.templates.fill(name, HERE)
        assert text.strip()
        assert "{{" not in text
        assert "{%" not in text
    assert len(context.diagnostics) == before
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
