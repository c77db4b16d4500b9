"""Fields that touch words are errors; numbers may touch units, and scripts without spaces need none."""

from __future__ import annotations

import pytest

from tests.support import typed_kit
from tests.support.typed_kit import FACES

TABLE = "Title,Qty,Text\nStorm,4,7\nWind,1,12\n"


def glued(folder, text, table=TABLE):
    kit = typed_kit.write(folder / "kit", table, faces=FACES.replace('"{name}"', f'"{text}"'))
    return [
        one.span.line for one in typed_kit.found(kit, "missing-glyph", "text-overflow") if one.code == "glued-field"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "c{count}",
        "x{count}",
        "{asides.text}mm",
        "D{asides.text}",
        "×{count}",
        "{name}!",
        "{name}の{count}枚",
        "{count}/{asides.text}",
    ],
)
def test_numbers_may_touch_units(tmp_path, text):
    assert glued(tmp_path, text) == []


@pytest.mark.parametrize("text", ["{name}x", "c{name}", "{count}cards", "1{count}", "{kit.title}s", "Cards{count}"])
def test_words_need_spaces(tmp_path, text):
    assert glued(tmp_path, text) == [7]


def test_a_field_that_is_a_word_on_one_card_needs_a_space(tmp_path):
    assert glued(tmp_path, "D{asides.text}", TABLE + "Rain,1,many\n") == [7]
