"""Icons in braces or brackets in the cells of a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import load

ROWS = "deck,id,name,asides.text\nall,a,A {coin},Pay {Gold Coin} or [coin] and [red]{.red}\n"


def cards_of(folder: Path, more: str) -> tuple[str, str]:
    """The name and the text of the card in a kit with an option of its table."""
    kit = "title: Icons\ncomponents:\n  all: {kind: deck, title: Cards, size: poker, face: front}\n"
    (folder / "kit.yaml").write_text(f"{kit}cards: {{file: cards.csv{more}}}\n", "utf-8")
    (folder / "cards.csv").write_text(ROWS, "utf-8")
    (folder / "faces.yaml").write_text("faces: {front: {elements: []}}\n", "utf-8")
    diagnostics = Diagnostics()
    found = load.open_kit(folder, diagnostics)
    assert found, list(diagnostics)
    card = found.cards["all"]["a"]
    return card.name, card.plain_asides["text"]


@pytest.mark.parametrize(
    ("more", "name", "text"),
    [
        ("", "A {coin}", "Pay {Gold Coin} or [coin] and [red]{.red}"),
        (", icons: braces", "A :coin:", "Pay :gold-coin: or [coin] and [red]{.red}"),
        (", icons: brackets", "A {coin}", "Pay {Gold Coin} or :coin: and [red]{.red}"),
    ],
)
def test_icons_are_read_as_the_table_writes_them(tmp_path: Path, more: str, name: str, text: str) -> None:
    assert cards_of(tmp_path, more) == (name, text)
