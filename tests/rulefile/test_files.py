"""The rule files of a kit and of those that it extends."""

from __future__ import annotations

import shutil

from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.pipeline.context import open_context
from pnp.rulefile import FILE, texts


def kit_in(folder):
    diagnostics = Diagnostics()
    context = open_context(folder, diagnostics)
    assert context, list(diagnostics)
    return context.kit


def test_a_game_has_its_own_file_and_editions_add_to_it(tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "kit.yaml").write_text("extends: duel\ntitle: Mine\nlanguage: en-GB\n", "utf-8")
    (mine / FILE).write_text("# nothing yet\n", "utf-8")
    diagnostics = Diagnostics()
    own, added = texts(kit_in(mine), diagnostics)
    assert list(diagnostics) == []
    assert (own.file, own.adds) == (str(paths.data_folder() / "duel" / FILE), False)
    assert (added.file, added.adds, added.language) == (str(mine / FILE), True, "en")


def test_a_file_that_cannot_be_read_is_an_error(tmp_path):
    folder = tmp_path / "duel"
    shutil.copytree(paths.data_folder() / "duel", folder)
    (folder / FILE).write_bytes(b"win\n  \xff\n")
    diagnostics = Diagnostics()
    assert texts(kit_in(folder), diagnostics) == []
    (found,) = diagnostics
    assert (found.code, found.span.line, found.span.column) == ("not-utf-8", 2, 3)
