"""The check of credits: typefaces as they are printed, and licences as they are granted."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.checks import wrong_credit
from pnp.kit import paths
from tests.conftest import edit
from tests.support.printed import context_of

pytestmark = pytest.mark.slow

LICENCES = Path(__file__).parents[2] / "LICENSES.md"


def messages(kit) -> list[str]:
    return sorted(one.message for one in wrong_credit.check(context_of(kit)))


def test_a_kit_with_another_title_font_must_credit_it(edition):
    kit = edition("rhino-night")
    assert messages(kit) == []
    edit(kit, "kit.yaml", "Abril Fatface and", "Lilita One and")
    assert messages(kit) == [
        "nothing is printed in Lilita One",
        "this credit lacks the typeface Abril Fatface, which is printed",
    ]


def test_a_changed_font_makes_the_credit_wrong(edition):
    kit = edition("rhino-night")
    edit(kit, "kit.yaml", "title: fat-face", "title: poster")
    assert "this credit lacks the typeface Righteous, which is printed" in messages(kit)


@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_translation_credits_the_same_typefaces(edition, language):
    kit = edition(f"rhino-{language}")
    assert messages(kit) == []
    edit(kit, "kit.yaml", "Lilita One", "Marcellus")
    assert "nothing is printed in Marcellus" in messages(kit)


@pytest.mark.parametrize(
    ("kit", "right", "wrong", "message"),
    [
        ("rhino", "CC\u00a0BY\u00a04.0", "CC BY-NC 4.0", "CC BY-NC 4.0 is not in LICENSES.md"),
        ("rhino", "CC\u00a0BY\u00a04.0", "CC BY 3.0", "CC BY 3.0 is not in LICENSES.md"),
        ("rhino", "the MIT\u00a0License", "GPL 3.0", "GPL 3.0 is not in LICENSES.md"),
        ("rhino-de", "CC\u00a0BY\u00a04.0", "CC BY-SA 4.0", "CC BY-SA 4.0 is not in LICENSES.md"),
        ("rhino-fr", "CC\u00a0BY\u00a04.0", "CC BY-ND 4.0", "CC BY-ND 4.0 is not in LICENSES.md"),
        ("tilt", "Attribution-NonCommercial-ShareAlike 2.5", "Attribution 2.5", "CC BY 2.5 is not in LICENSE.md"),
    ],
)
def test_a_licence_must_be_in_the_file_of_licences(edition, kit, right, wrong, message):
    folder = edition(kit)
    (paths.root() / "LICENSES.md").write_text(LICENCES.read_text("utf-8"), "utf-8")
    edit(folder, "kit.yaml", right, wrong)
    assert message in messages(folder)
