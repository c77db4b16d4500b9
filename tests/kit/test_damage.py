"""Signs of damage in texts, and the texts that were meant."""

from __future__ import annotations

import pytest

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


@pytest.mark.parametrize(
    ("text", "start", "message"),
    [
        ("caf\ufffd", 3, "'\ufffd' stands for a character that a program could not read"),
        ("a_x000D_b", 1, "'_x000D_' is printed as it is typed"),
        ("undefined", 0, "'undefined' is what a program writes for a missing value"),
        (" NaN", 1, "'NaN' is what a program writes for a missing value"),
        ("=SUM(A1:A3)", 0, "'=SUM(A1:A3)' is a formula and not its value"),
        ("=$B$2*2", 0, "'=$B$2*2' is a formula and not its value"),
    ],
)
def test_what_programs_write_for_what_they_cannot_read_is_found(text, start, message):
    assert (found(text).start, found(text).message) == (start, message)


def test_the_place_is_that_of_the_first_wrong_character():
    damage = found("Ein cafÃ© hier")
    assert (damage.start, damage.length) == (7, 2)
    assert damage.message == "'cafÃ©' has characters that were read in a wrong encoding"
    assert damage.hint.startswith("write 'café'; where there are more")


@pytest.mark.parametrize(
    "text", ["Draw.\\nDiscard", "Draw one\\n\\nDiscard", "a\\r\\nb", "Draw. \\n Discard", "new\\nline"]
)
def test_a_typed_line_end_is_found(text):
    assert "is printed as it is typed" in found(text).message


@pytest.mark.parametrize(
    "text",
    ["#REF!", " #N/A ", "#VALUE!", "#DIV/0!", "#NAME?", "#BEZUG!", "#NV", "#NOM?", "#¡VALOR!", "Err:508", "Loading…"],
)
def test_an_error_of_a_spreadsheet_alone_in_a_cell_is_found(text):
    assert "spreadsheet" in found(text).message


@pytest.mark.parametrize(
    "text",
    [
        "AÇÃO", "“AMANHÔ", "«CAFÉ»", "„MENÜ“", "Spaß…", "« voilà\u00a0»", "café\u00a0»", "“hâlâ…”", "BLÅ…", "Ä“",
        "√2 + √π",
        "x√2", "Â²", "\\nabla f", "a \\neq b", 'print("a\\n")', "C:\\new\\notes", "`a\\nb`", "the regex \\n is",
        "#1", "#REF! x",
        "Loading... now", "=5+3", "= A1", "Nan", "null", "undefined behaviour", "“café”… é”…", "a_x_b",
        "{asides.text|replace('\\n', ' ')}", "",
    ],
)  # fmt: skip
def test_what_a_designer_means_is_no_damage(text):
    assert found(text) is None
