"""Lines of templates are read as they are written."""

from __future__ import annotations

from pnp.checks import CheckContext
from pnp.checks.unknown_name import lines
from tests.conftest import RHINO


def test_fields_and_comments_are_hidden_and_keep_their_width(rhino: CheckContext) -> None:
    written = (RHINO / "rulebook.md").read_text("utf-8").split("\n")
    read = [line for line in lines(rhino) if line.span.file == str(RHINO / "rulebook.md")]
    assert [len(line.hidden) for line in read] == [len(text) for text in written]
    assert not any("{{" in line.hidden or "<!--" in line.hidden for line in read)


def test_rulings_are_lines_too(rhino: CheckContext) -> None:
    answer = rhino.render.kit.rulings["RH6"].at("answer")
    assert [line.hidden for line in lines(rhino) if line.span == answer] == ["No. Only a move does."]
