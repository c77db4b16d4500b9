"""A mistake of the program is an error of its own at the place that was handled, and hides no other."""

from __future__ import annotations

import pytest

from pnp.checks import unsafe_zone
from pnp.components.elements import text
from pnp.components.kinds import deck
from pnp.confined.service import TaskError
from pnp.diagnostics import Diagnostics, Span, mistakes
from pnp.kit import schema
from pnp.kit.plugins import PluginError
from pnp.sources import csv
from tests.conftest import edit, run
from tests.support import three_cards

HERE = Span("cards.yaml", 3, 4)


def fail(*_: object, **__: object) -> None:
    raise ZeroDivisionError("a mistake\nof two lines")


def test_an_unexpected_exception_is_an_error_at_its_place():
    diagnostics = Diagnostics()
    assert mistakes.bounded(fail, 7, HERE, "drawing", diagnostics) == 7
    (found,) = diagnostics
    assert (found.span, found.severity, found.code) == (HERE, "error", "internal")
    assert found.message == "drawing failed: ZeroDivisionError: a mistake of two lines"
    assert "please report it" in found.hints[0]


@pytest.mark.parametrize("error", [PluginError("x"), OSError(2, "x"), KeyboardInterrupt()])
def test_an_exception_that_others_handle_is_passed_on(error):
    def call() -> None:
        raise error

    with pytest.raises(type(error)):
        mistakes.bounded(call, None, HERE, "drawing", Diagnostics())


def test_a_mistake_in_the_child_process_is_one_too():
    def call() -> None:
        raise TaskError("Traceback (most recent call last):\n  File …\nKeyError: 'a'\n")

    diagnostics = Diagnostics()
    mistakes.bounded(call, None, HERE, "reading", diagnostics)
    assert next(iter(diagnostics)).message == "reading failed: KeyError: 'a'"


@pytest.mark.parametrize(
    ("module", "name", "place"),
    [(text, "draw", "faces.yaml:4:22"), (deck, "pieces", "kit.yaml:3:15"), (unsafe_zone, "check", "kit.yaml:1:1")],
)
def test_a_mistake_in_one_part_hides_no_error_of_another(tmp_path, monkeypatch, module, name, place):
    kit = three_cards.write(tmp_path / "mine")
    edit(
        kit,
        "kit.yaml",
        "back: back}",
        "back: back}\n  more: {kind: token, title: More, diameter: 20, colours: [accent], art: gone.svg}",
    )
    monkeypatch.setattr(module, name, fail)
    result = run("check", kit)
    assert result.exit_code == 1
    assert f"{place}: error[internal]" in result.output
    assert "error[missing-art]: there is no picture" in result.output
    assert "Traceback" not in result.output


def test_a_mistake_in_reading_a_file_hides_no_error_of_another(tmp_path, monkeypatch):
    kit = three_cards.write(tmp_path / "mine")
    edit(kit, "kit.yaml", "title:", "unknown: 1\ntitle:")
    build = schema.build

    def build_or_fail(kind, node, *more):
        return (fail if "cards" in node.span.file else build)(kind, node, *more)

    monkeypatch.setattr(schema, "build", build_or_fail)
    result = run("check", kit)
    assert "cards.yaml:1:1: error[internal]: reading this file failed" in result.output
    assert "kit.yaml:1:1: error[unknown-key]" in result.output


def test_a_mistake_in_reading_a_table_is_at_the_line_that_names_it(tmp_path, monkeypatch):
    kit = three_cards.write(tmp_path / "mine")
    (kit / "cards.yaml").unlink()
    (kit / "cards.csv").write_text("deck,id,name\nown,a,A\n", "utf-8")
    line = edit(kit, "kit.yaml", "title:", "cards: cards.csv\ntitle:")
    monkeypatch.setattr(csv, "read", fail)
    result = run("check", kit)
    assert result.exit_code == 1
    assert f"kit.yaml:{line}:8: error[internal]: reading this table failed: ZeroDivisionError" in result.output


@pytest.mark.parametrize("debug", [False, True])
def test_a_mistake_in_a_command_is_a_message_and_a_traceback_only_if_it_is_asked_for(monkeypatch, debug):
    from pnp.cli.build import list_

    monkeypatch.setattr(list_, "callback", fail)
    monkeypatch.setattr(mistakes, "_tracers", [])
    monkeypatch.setenv("PNP_DEBUG", "1" if debug else "")
    result = run("list")
    assert result.exit_code == 1
    assert "error[internal]: ZeroDivisionError: a mistake of two lines" in result.stderr
    assert ("Traceback" in result.stderr) == debug
