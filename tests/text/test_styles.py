"""Styles of a text by role, and how they shrink."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics, Span
from pnp.graphics.geometry import MM_PER_POINT
from pnp.kit.model import Style
from pnp.sources import Node
from pnp.text.styles import ColumnSetter, Setting, styles_of


def style(font: str, size: float, **more: float) -> Style:
    return Style(font=font, size=size, origin=Node({}, Span("faces.yaml")), **more)


BODY, HEAD = style("body", 10), style("title", 20, least=15)


def setting(context, **styles: Style) -> Setting:
    return Setting(context.fonts, styles, str, lambda _name: None, Span("f"), Diagnostics(), context.say)


def test_the_body_replaces_styles_that_every_text_needs_and_no_others():
    found = styles_of({"book-body": BODY, "book-h1": HEAD, "book-lead": HEAD, "card-h2": HEAD}, "book")
    assert (found["h1"], found["h2"], found["caption"], found["lead"]) == (HEAD, BODY, BODY, HEAD)
    assert "small" not in found


def test_type_shrinks_to_its_least_size_and_not_below(context):
    small = setting(context, body=BODY, h1=HEAD).scaled(0.8)
    assert (small.styles["body"].size, small.styles["h1"].size) == (10, 16)
    assert setting(context, h1=HEAD).scaled(0.5).styles["h1"].size == 15
    assert setting(context, h1=HEAD).steps_to_smallest == 13
    assert setting(context, body=BODY).steps_to_smallest == 0
    assert setting(context, body=style("body", 6.5, least=7)).steps_to_smallest == 0


def test_the_room_above_is_in_ems_of_headings_or_of_the_body_unless_it_is_given(context):
    column = ColumnSetter(setting(context, body=BODY, h1=HEAD, table=HEAD, list=style("body", 10, above=7)), 80)
    assert column.room("h1") == 1.4 * 20 * MM_PER_POINT
    assert column.room("table") == 0.7 * 10 * MM_PER_POINT
    assert column.room("list") == 7 * MM_PER_POINT
    assert column.room("paragraph") == pytest.approx(0.55 * 10 * MM_PER_POINT)
