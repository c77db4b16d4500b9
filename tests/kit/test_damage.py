"""Signs of damage in texts, and the texts that were meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import load
from pnp.kit.damage import found, repaired

WORDS = [
    "café", "Öl", "MÜLLER", "It’s", "“Hi” – so…", "¿Qué?", "złoty", "cœur", "Škoda", "3 €", "Привет", "Ελλάδα", "à la",
    "São", "m²", "漢字", "한국", "łódź", "Łódź", "5 °C", "«bon»", "™", "🙂",
]  # fmt: skip


def misread(text: str, encoding: str) -> str:
    """A text in UTF-8 as a program reads it that takes it for another encoding."""
    return "".join(
        bytes([byte]).decode(encoding if bytes([byte]) not in UNDEFINED else "latin-1") for byte in text.encode()
    )


UNDEFINED = (b"\x81", b"\x8d", b"\x8f", b"\x90", b"\x9d")


@pytest.mark.parametrize("text", WORDS)
def test_what_windows_makes_of_utf_8_is_found_and_repaired(text):
    damaged = misread(text, "cp1252")
    assert found(damaged) is not None
    assert repaired(damaged) == text
    assert found(text) is None


@pytest.mark.parametrize("text", ["café", "It’s"])
def test_what_an_old_mac_makes_of_utf_8_is_found_and_repaired(text):
    assert repaired(misread(text, "mac-roman")) == text
    assert found(misread(text, "mac-roman")) is not None


def test_what_was_misread_twice_is_repaired_twice():
    assert found("cafÃƒÂ©").hint.startswith("write 'café';")


def test_a_mark_of_a_byte_order_in_a_text_is_found():
    assert found("ï»¿Title").hint.startswith("write 'Title';")


def test_the_place_is_that_of_the_first_wrong_character():
    damage = found("Ein cafÃ© hier")
    assert (damage.start, damage.length) == (7, 2)
    assert damage.message == "'cafÃ©' has characters that were read in a wrong encoding"
    assert damage.hint.startswith("write 'café'; where there are more")


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
