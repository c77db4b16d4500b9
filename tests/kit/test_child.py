"""Templates without end or measure, which a child process fills."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pnp.confined import service
from pnp.diagnostics import Diagnostics, Span
from pnp.kit import child
from tests.support.templates import HERE, only, opened, written


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests may run beside these, so time is short only where that is tested."""
    monkeypatch.setattr(child, "SECONDS", 60)


GROW = (
    "{%% set n = namespace(x=%s, y=%s) %%}"
    "{%% for i in range(99) %%}{%% set n.x = %s %%}{%% set n.y = %s %%}{%% endfor %%}"
)
LISTS = GROW % ("[1]", "[1]", "[n.x, n.x]", "[n.y, n.y]")
LONG = "{% set x = 'a' * 100000 %}"
LOOP = "{% for a in range(99999) %}{% for b in range(99999) if false %}{% endfor %}{% endfor %}"
ENDLESS = {
    "rounds": LOOP,
    "includes": '{% for i in range(99999) %}{% include "gone.md" ignore missing %}{% endfor %}',
    "power": "{{ 9 ** (9 ** 9) }}",
    "lists-printed": LISTS + "{{ n.x }}",
}
LARGE = {
    "text-kept": "{% set x %}{% for a in range(99999) %}" + "words " * 40000 + "{% endfor %}{% endset %}",
    "times": "{{ 'a' * 10 ** 9 }}",
    "doubled-text": GROW % ("'a'", "'a'", "n.x ~ n.x", "n.y + n.y"),
    "%": "{{ '%999999999d' % 1 }}",
    "center": "{{ 'x' | center(999999999) }}",
    "batch": "{{ [1] | batch(999999999, 0) }}",
    "replace": LONG + "{{ x | replace('a', x) }}",
    "join": LONG + "{{ ([x] * 100000) | join }}",
}
LONG_TEXTS = {
    "rounds": "{% for a in range(99999) %}{% for b in range(99999) %}x{% endfor %}{% endfor %}",
    "rounds-over-data": "{% for x in decks.moves %}" * 11 + "{{ x.name }}" + "{% endfor %}" * 11,
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


def refused(small: Path, template: str) -> str:
    """What is wrong with the second line of a template."""
    diagnostic = only(small, written(small, "a\n" + template))
    assert (diagnostic.code, diagnostic.span) == ("bad-template", Span(str(small / "t.md"), 2))
    return diagnostic.message.removeprefix("cannot fill this template: ")


@pytest.mark.slow
@pytest.mark.parametrize("what", ENDLESS)
def test_a_template_without_end_is_an_error_at_its_line(
    small: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child, "SECONDS", 0.3)
    assert refused(small, ENDLESS[what]) == "this takes more than 0.3 seconds: an endless loop, or too much text"


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited by the system, and not by all of them")
@pytest.mark.parametrize("what", LARGE)
def test_a_template_that_fills_the_memory_is_an_error_at_its_line(small: Path, what: str) -> None:
    assert refused(small, LARGE[what]) == "this takes too much memory: a text, a list or a number grows endlessly"


@pytest.mark.parametrize("what", LONG_TEXTS)
def test_a_template_that_prints_too_much_is_an_error_at_its_line(small: Path, what: str) -> None:
    assert refused(small, LONG_TEXTS[what]) == "this makes more than 400000 characters of text"


@pytest.mark.parametrize("what", NESTED)
def test_a_template_that_calls_itself_is_an_error_at_its_line(small: Path, what: str) -> None:
    assert refused(small, NESTED[what]) == "it calls or includes itself endlessly, or is nested too deeply"


@pytest.mark.parametrize("what", COMPILED)
def test_a_template_that_cannot_be_compiled_is_an_error(
    small: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child, "SECONDS", 1)
    diagnostic = only(small, written(small, COMPILED[what]))
    assert (diagnostic.code, diagnostic.span.file) == ("bad-template", str(small / "t.md"))
    assert len(diagnostic.message) < 400


@pytest.mark.slow
def test_a_crash_of_the_child_is_an_error_at_its_line(small: Path) -> None:
    deep = "{% set n = namespace(x=1) %}{% for i in range(99999) %}{% set n.x = (((((n.x,),),),),) %}{% endfor %}"
    reason = "this crashes the process that fills it: it takes too much memory, or is nested too deeply"
    assert refused(small, deep + "{{ {n.x: 1} }}") == reason


def test_templates_that_include_each_other_many_times_are_an_error(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child, "SECONDS", 0.6)
    for number in range(40):
        written(small, f'{{% include "part{number + 1}.md" %}}' * 2, f"part{number}.md")
    written(small, "", "part40.md")
    assert "seconds" in only(small, "part0.md").message


@pytest.mark.slow
@pytest.mark.parametrize("template", [LOOP, ENDLESS["power"]], ids=["rounds", "power"])
def test_a_template_without_end_is_tried_once_only(small: Path, template: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "SECONDS", 0.3)
    diagnostics = Diagnostics()
    templates = opened(small, diagnostics)
    name = written(small, template)
    templates.fill(name, HERE)
    service.stop()
    with monkeypatch.context() as without:
        without.setattr(sys, "executable", str(small / "gone"))  # no other child process can be started
        assert [templates.fill(name, HERE) for _ in range(100)] == [""] * 100
    assert len(diagnostics) == 1
    assert templates.fill(written(small, "fine", "fine.md"), HERE) == "fine"


def test_what_a_macro_counts_does_not_last_to_the_next_filling(small: Path) -> None:
    written(
        small, "{% set n = namespace(x=0) %}{% macro count() %}{% set n.x = n.x + 1 %}{{ n.x }}{% endmacro %}", "n.md"
    )
    name = written(small, '{% import "n.md" as n %}{{ n.count() }}{{ n.count() }}')
    templates = opened(small, Diagnostics())
    assert [templates.fill(name, HERE) for _ in range(3)] == ["12"] * 3
