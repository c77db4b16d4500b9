"""Fixtures of tests of this folder."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostics
from pnp.sources.yaml import parse
from tests.conftest import fresh
from tests.support.kinds import RULES


@pytest.fixture
def grass(context: RenderContext) -> RenderContext:
    """The rhino kit with rules of lists and colours of grass."""
    diagnostics = Diagnostics()
    palette = {**context.kit.palette, "turf": "#eef3e0", "wood": "#e3d2b0"}
    kit = replace(context.kit, rules=parse(RULES, "rules.yaml", diagnostics), palette=palette)
    return fresh(context, kit=kit, diagnostics=diagnostics)
