"""Texts that would control a terminal are escaped."""

from __future__ import annotations

import json

from pnp.diagnostics import terminal


def test_json_keeps_its_meaning():
    text = json.dumps({"name": "\x9b\u202e\u2028\U000e0041"}, ensure_ascii=False)
    assert terminal.escaped(text) != text
    assert json.loads(terminal.escaped(text)) == json.loads(text)
