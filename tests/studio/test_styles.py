"""Text styles on the page: how many elements have one, and where a change is written."""

from __future__ import annotations

import pytest

from pnp.studio.edits import StaleError
from tests.conftest import edit
from tests.studio.test_session import CARD, files_of, named, session_of


def test_a_style_of_the_kit_is_changed_where_it_is(small):
    session, before = session_of(small), files_of(small)
    used = session.piece(CARD)["used"]
    assert list(used) == ["card-title", "card-effect"]
    title = used["card-title"]
    assert (title["where"], title["values"]["size"]) == ("faces.yaml:2", 16)
    assert title["elements"] == before["faces.yaml"].count(b"style: card-title")
    after = session.change_style(CARD, "card-title", title["values"], {"size": 14.5, "colour": "red", "least": None})
    assert files_of(small)["faces.yaml"] == before["faces.yaml"].replace(
        b"{font: title, size: 16, least: 10, valign: middle}", b"{font: title, size: 14.5, valign: middle, colour: red}"
    )
    assert after["used"]["card-title"]["values"]["size"] == 14.5
    with pytest.raises(StaleError):
        session.change_style(CARD, "card-title", title["values"], {"size": 12})
    session.undo(CARD)
    assert files_of(small) == before


def test_a_style_that_extends_another_leaves_that_one_as_it_is(small):
    edit(small, "faces.yaml", "  note:", "  small-title: {extends: card-title, size: 12}\n  note:")
    edit(small, "faces.yaml", 'text: "{count}", box: [47, 6, 10, 8], style: card-title', 'text: "{count}", box: [47, 6, 10, 8], style: small-title')  # fmt: skip  # noqa: E501
    session, before = session_of(small), files_of(small)
    used = session.piece(CARD)["used"]
    titles = before["faces.yaml"].count(b"style: card-title")
    assert [used[name]["elements"] for name in ("card-title", "small-title")] == [titles + 1, 1]
    session.change_style(CARD, "small-title", used["small-title"]["values"], {"least": 9, "size": 11})
    assert b"small-title: {extends: card-title, size: 11, least: 9}" in files_of(small)["faces.yaml"]
    assert before["faces.yaml"].splitlines()[1] in files_of(small)["faces.yaml"].splitlines()


def test_an_edition_has_only_what_it_changes_of_a_style(overlay):
    session, before = session_of(overlay), files_of(overlay)
    values = session.piece(CARD)["used"]["card-title"]["values"]
    after = session.change_style(CARD, "card-title", values, {"size": 14})
    assert after["used"]["card-title"]["values"] == values | {"size": 14}
    session.change_style(CARD, "card-title", values | {"size": 14}, {"colour": "red"})
    assert files_of(overlay)["faces.yaml"] == b"styles: {card-title: {size: 14, colour: red}}\n"
    session.undo(CARD)
    session.undo(CARD)
    assert files_of(overlay) == before


def test_the_styles_of_markdown_are_those_with_its_prefix(small):
    edit(small, "faces.yaml", 'text: "{words.effect}", box: [6, 62, 51, 18], style: card-effect', 'markdown: "{words.effect}", box: [6, 62, 51, 18], styles: guide')  # fmt: skip  # noqa: E501
    used = session_of(small).piece(CARD)["used"]
    assert "guide-body" in used
    assert all(name == "card-title" or name.startswith("guide-") for name in used)
    assert used["guide-body"]["elements"] == 2, "and the printing guide"
    assert named(session_of(small).piece(CARD), "{words.effect}")["kind"] == "markdown"
