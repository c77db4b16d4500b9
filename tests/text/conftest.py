"""Fixtures of tests of this folder."""

from __future__ import annotations

import pytest

from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostics
from pnp.text.styles import Setting, styles_of
from tests.support.text import COLOURS, HERE, PICTURES


@pytest.fixture
def setting(context: RenderContext) -> Setting:
    """The rulebook's setting, but for its lead, with pictures and diagnostics of its own."""
    styles = styles_of(context.kit.facebook.styles, "book")
    del styles["lead"]
    return Setting(context.fonts, styles, COLOURS.__getitem__, PICTURES.get, HERE, Diagnostics(), context.say)
