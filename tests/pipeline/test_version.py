"""The version of a kit's data, and of a kit that a program has changed."""

from __future__ import annotations

from dataclasses import replace

import pnp
from pnp.diagnostics import Diagnostics
from pnp.pipeline.version import version
from tests.conftest import RHINO


def of(loaded: pnp.Kit | None) -> str:
    return version(RHINO, (), Diagnostics(), loaded)


def test_a_loaded_kit_has_the_version_of_its_files_until_it_is_changed():
    kit = pnp.load("rhino")
    assert of(kit) == of(None)
    changed = replace(kit, title="Another Joust")
    assert len({of(kit), of(changed), of(replace(kit, title="A Third Joust"))}) == 3
    assert of(changed) == of(replace(pnp.load("rhino"), title="Another Joust"))
