"""Tokens of Markdown: those that markdown-it gives, though it never sees most of a text's numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pnp import cache, icons, tokens
from pnp.cache import store
from pnp.tokens import Token, read

PIECES = st.sampled_from(
    [
        *(
            "a",
            "b ",
            "word ",
            "Ünder ",
            "x_y",
            "1",
            "7",
            "12 ",
            "007",
            " 3",
            "4.",
            "5)",
            " 6. ",
            "8\n",
            "9:",
            "²",
            "٣",
            "𝟶",
        ),
        *(
            "\n",
            "\n\n",
            "  ",
            "    ",
            "\t",
            "\r\n",
            "\u00a0",
            "\u202f",
            "|",
            "| ",
            " |\n",
            "|:--|--:|\n",
            "---\n",
            "===\n",
        ),
        *(
            "# ",
            "## ",
            "- ",
            "* ",
            "+ ",
            "1. ",
            "2) ",
            "> ",
            "*",
            "**",
            "_",
            "__",
            "`",
            "``",
            "~~~",
            "```\n",
            "\\",
            "&",
            "#",
        ),
        *(
            "&#39;",
            "&#x27;",
            "&amp;",
            "&frac12;",
            "[",
            "]",
            "(",
            ")",
            "![",
            "](a.svg#40)",
            "]: /u\n",
            '"',
            "'",
            "<",
            ">",
        ),
        *(
            "<!--",
            "-->",
            "<!-- small -->",
            "<b>",
            "</b>",
            "<https://x.y/7>",
            "<h1",
            ":gain-1:",
            ":a7:",
            ":",
            "3:1",
            ":lunge:",
        ),
        *("“", "”", "%", "×", ",", ";", "!", "?", "…", "\ue000", "\U000f0001", "\U0001d7f7"),
    ]
)
TEXTS = st.lists(PIECES, max_size=40).map("".join)


def told(found: list[Token]) -> list[Any]:
    return [(*(v for k, v in vars(token).items() if k != "children"), told(token.children or [])) for token in found]


def plainly(text: str) -> tuple[list[Any], list[str]]:
    """What markdown-it makes of a text as it is."""
    found, references = tokens._parsed(icons.unsigned(text))
    return told(found), references


@settings(max_examples=1500)
@given(TEXTS)
@example("| a | 7 |\n|--|--|\n| 12 | b 8 |\n")
@example("words 7\n===\n\n- a 3. b 4\n  5. c\n\n[a 6]: /u 'x'\n\n[a 6]\n")
@example("the 3 :gain-1: 4:lunge: at 5 `6 7` &#8; 9")
@example("a *7* b **8**9 (10) _11_ 12_13")
@example("<!-- a\nb 7 c\n-->\n\nd 8")
@example("a 𝟶 7")
@example("a &#120822; 7\n\nb 8")
@example("a &#X1d7ff;\n\nb 8")
@example("![a](\nart(7).svg)")
@example("[a](b\\\nart(7).svg)")
def test_numbers_are_read_as_markdown_it_reads_them(text):
    found, references = read(text)
    assert (told(found), references) == plainly(text)


@pytest.mark.parametrize(
    ("text", "apart"),
    [
        ("Count them: there must be **61**.", ["61"]),
        ("| Lunge | 11 | x 2 |", ["11", "2"]),
        ("In the box: 4 rhinos, 62 cards; 7 % of 10", ["4", "62", "7", "10"]),
        ("**3** cards", ["3"]),
        ("> - **3**, * 4", ["3", "4"]),
        ("* 3 cards", []),
        ("- 3 cards and 4 more", ["4"]),
        ("1. Move 5 cards", ["5"]),
        ("## 2 or 3", ["3"]),
        ("words\n7. no list\nand 8", ["8"]),
        ("see ![](a.svg#40) and 7", []),
        ("a 7 :gain-1: 8", ["7", "8"]),
        ("a 3:1, b2, c-4 5", ["5"]),
        ("a\r7. b 8", []),
        ("<b>x 7</b>\n\ny 8", []),
        ("<!-- small -->\n\ny 8", ["8"]),
        ("![a](\nb(7).svg)", []),
        ("&#120822;\n\ny 8", []),
        ("&#39;\n\ny 8", ["8"]),
        ("62\u00a0Karten mit 3\u00a0%", ["3"]),
    ],
)
def test_which_numbers_are_set_apart(text, apart):
    template, numbers = tokens._parted(text)
    assert numbers == apart
    assert len(template) - len(text) == sum(len(str(at)) - len(number) for at, number in enumerate(numbers))


def test_a_text_with_other_numbers_is_not_parsed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "kept"))
    parse, parsed = tokens._parsed, list[str]()
    text = "# The cards\n\nThere must be **{}**, {} with a horn.\n\n| Card | Copies |\n|:--|--:|\n| Lunge | {} |\n"
    for numbers in ((61, 4, 11), (1000, 0, 12), (7, 7, 7)):
        plain = plainly(text.format(*numbers))[0]
        with monkeypatch.context() as patch, store.opened("kit"):
            patch.setattr(tokens, "_parsed", lambda template: (parsed.append(template), parse(template))[1])
            assert told(read(text.format(*numbers))[0]) == plain
    assert len(parsed) == 1


def test_what_is_read_twice_is_nobody_elses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "kept"))
    with store.opened("kit"):
        (one, *_), _ = read("a 7")
        one.meta["mine"] = True
        one.content = "changed"
        (other, *_), _ = read("a 7")
    assert (other.meta, other.content) == ({}, "")
