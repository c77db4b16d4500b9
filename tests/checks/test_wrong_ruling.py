"""Rulings that nobody can read."""

from __future__ import annotations

import pytest

from tests.conftest import SIX, run

UNREAD = "BL9:\n  question: Is Swap a card?\n  answer: zzz\n  untested: It is about words\n"


@pytest.fixture
def edition(six):
    folder = six.with_name("mine")
    folder.mkdir()
    (folder / "kit.yaml").write_text("extends: ../six\nedition: custom\ntitle: Mine\n", "utf-8")
    return folder


def test_a_ruling_that_no_page_prints_is_a_warning_at_its_question(edition):
    (edition / "rulings.yaml").write_text(UNREAD, "utf-8")
    text = (SIX / "rulebook.md").read_text("utf-8")
    (edition / "rulebook.md").write_text(text.replace("in rulings -%}", "in rulings[:1] -%}"), "utf-8")
    result = run("check", edition)
    assert "rulings.yaml:2:13: warning[wrong-ruling]: no page prints the ruling BL9" in result.stdout


def test_a_ruling_that_a_page_prints_is_not(edition):
    (edition / "rulings.yaml").write_text(UNREAD, "utf-8")
    assert "no page prints" not in run("check", edition).stdout


def test_an_edition_need_not_print_the_rulings_of_its_base(edition):
    text = (SIX / "rulebook.md").read_text("utf-8")
    (edition / "rulebook.md").write_text(text.replace("in rulings -%}", "in rulings[:0] -%}"), "utf-8")
    result = run("check", edition)
    assert "no page prints" not in result.stdout
    assert "no printed sentence states the fact swap.both of the game" in result.stdout
