"""Which templates are filled in a process of their own, and what they may print."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import FunctionType

import pytest

from pnp.components.context import RenderContext
from pnp.confined import service
from pnp.diagnostics import Diagnostics, Span
from pnp.kit import child, paths
from pnp.kit.fill import Filler
from tests.support.templates import HERE, faults_of, filled, only, opened, written


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests may run beside these, so time is short only where that is tested."""
    monkeypatch.setattr(child, "SECONDS", 60)


def test_installed_kits_need_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def started(*_arguments: object, **_options: object) -> None:
        raise AssertionError

    monkeypatch.setattr(subprocess, "Popen", started)
    diagnostics = Diagnostics()
    for name in ("rhino", "rhino-de"):
        assert opened(paths.root() / "card_data" / name, diagnostics).fill("rulebook.md", HERE)
    assert not diagnostics


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
    service.stop()
    monkeypatch.setattr(sys, "executable", str(kit / "gone"))
    assert templates.fill(written(kit, "a"), HERE) == ""
    (diagnostic,) = diagnostics
    assert diagnostic.span == Span(str(kit / "t.md"))
    assert diagnostic.message.startswith("cannot fill this template: the process that reads it cannot be started: ")


def test_a_template_that_is_too_long_is_an_error(kit: Path) -> None:
    assert [d.code for d in faults_of(kit, written(kit, "x" * 300_001))] == ["file-too-large"]


def test_a_name_that_no_system_can_have_is_an_error(kit: Path) -> None:
    assert only(kit, "a" * 5000).code == "missing-template"
    assert only(kit, "ß" * 80).code == "missing-template"
    assert only(kit, written(kit, '{% include "a" * 5000 %}')).code == "bad-template"


def test_an_interruption_before_the_first_line_of_a_template_has_a_place(kit: Path) -> None:
    filler = Filler(opened(kit, Diagnostics())._setup)
    assert filler.fill({"name": written(kit, "fine"), "text": "", "data": {}})["text"] == "fine"
    ((name, loaded),) = filler._loader.loaded.items()
    code = compile("1 / 0", name, "exec").replace(co_linetable=b"")
    with pytest.raises(ZeroDivisionError) as caught:
        FunctionType(code, {})()
    assert filler._place(caught.value, "") == (loaded.path, 1)
