"""Names that are imported on first use."""

from __future__ import annotations

import subprocess
import sys

import pytest

import pnp.kit
from pnp.diagnostics.on_use import on_use


def test_a_name_comes_from_its_module():
    found = on_use("pnp.kit", {"Card": "model"})
    assert found("Card") is pnp.kit.Card
    with pytest.raises(AttributeError, match=r"module 'pnp\.kit' has no attribute 'card'"):
        found("card")


def test_the_process_that_reads_fonts_does_not_wait_for_the_models_of_kits():
    code = (
        "import sys, pnp.text.fonts; print([name for name in ('pydantic', 'pnp.kit', 'jinja2') if name in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout == "[]\n"
