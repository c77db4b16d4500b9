"""Texts that would control a terminal are escaped."""

from __future__ import annotations

import json

import pytest

from pnp.diagnostics import terminal


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, with “quotes”, ü and 漢\tand a tab\n", "plain, with “quotes”, ü and 漢\tand a tab\n"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\x7f", "\\u007f"),
        ("\x9b", "\\u009b"),
        ("\u202egpj.exe", "\\u202egpj.exe"),
        ("a\u200bb", "a\\u200bb"),
        ("\udc80", "\\udc80"),
        ("\U000e0041", "\\udb40\\udc41"),
    ],
)
def test_characters_that_control_or_hide_are_escaped(text, shown):
    assert terminal.escaped(text) == shown


def test_json_keeps_its_meaning():
    text = json.dumps({"name": "\x9b\u202e\u2028\U000e0041"}, ensure_ascii=False)
    assert terminal.escaped(text) != text
    assert json.loads(terminal.escaped(text)) == json.loads(text)


def test_a_line_has_no_line_ends():
    assert terminal.line("one\ntwo\x1b") == "one\\ntwo\\x1b"
