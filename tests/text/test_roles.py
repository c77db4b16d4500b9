"""The fonts of a kit by role: which font has a character, and what is measured."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit.model import Font
from pnp.text.breaks import ZERO
from pnp.text.hyphenation import SOFT
from pnp.text.roles import Fonts
from tests.support.scripts import NOWHERE, fonts


def test_a_narrow_space_is_narrower_and_a_hyphen_at_the_end_is_printed():
    wide, narrow, none = (fonts().width(text, "body", 10) for text in ("a b", "a\u202fb", "ab"))
    assert none < narrow < wide
    assert narrow - none == pytest.approx(0.6 * (wide - none))
    assert fonts().width(f"a{SOFT}b", "body", 10) == pytest.approx(none)
    assert fonts().width(f"ab{SOFT}", "body", 10) == pytest.approx(fonts().width("ab", "body", 10) + hyphen())
    assert fonts().width(f"a{ZERO}b", "body", 10) == pytest.approx(none)


def hyphen() -> float:
    return fonts().width(SOFT, "body", 10)


def test_the_first_font_of_the_chain_that_has_a_character_is_used(tmp_path):
    diagnostics = Diagnostics()
    roles = {
        role: Font(origin=NOWHERE, file=str(fonts().path(source)), fallback=chain)
        for role, source, chain in (
            ("body", "body", ("second", "third")),
            ("second", "devanagari", ()),
            ("third", "hebrew", ()),
        )
    }
    roles |= dict.fromkeys(("bold", "italic", "bold-italic"), roles["body"])
    mine = Fonts(roles, tmp_path, diagnostics)
    assert not diagnostics
    first = mine.shaped("a है", "body").parts[0]
    assert (first.text, first.role) == ("a ", "body")
    assert {part.role for part in mine.shaped("א", "body").parts} == {"third"}
    assert {part.role for part in mine.shaped("है", "body").parts} == {"second"}
    # What no font has is left to the first one, and reported.
    assert mine.missing("aहא本", "body") == "本"
    assert {part.role for part in mine.shaped("本", "body").parts} == {"body"}
