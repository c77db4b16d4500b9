"""The catalogue of a kit: every text in another language, from each kind of file, and no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import catalogue
from pnp.kit.catalogue import DescribedPicture
from tests.conftest import ROOT
from tests.support.translating import base


def keys(kit: Path, language: str = "", pictures: tuple[DescribedPicture, ...] = ()) -> list[tuple[str, str]]:
    diagnostics = Diagnostics()
    found = [text.key for text in catalogue.texts(kit, pictures, diagnostics, language)]
    assert not diagnostics
    return found


def test_texts_come_from_all_files_with_their_keys(tmp_path):
    kit = base(tmp_path)
    found = keys(kit, "it", (DescribedPicture(kit / "moon.svg", "The moon"),))
    assert [key for key in found if not key[0].startswith("sheets ")] == [
        ("kit.yaml title", "Beasts"),
        ("kit.yaml tagline", "Hunt by night"),
        ("kit.yaml components.all.title", "Cards"),
        ("kit.yaml components.book.title", "Rules"),
        ("cards.yaml all.wolf.name", "Wolf"),
        ("cards.yaml all.wolf.asides.type", "Hunter"),
        ("cards.yaml all.owl.name", "Owl"),
        ("cards.yaml all.owl.asides.type", "Bird"),
        ("faces.yaml", "Type: {asides.type}"),
        ("phrases.yaml names.wolf", "wolf"),
        ("rules.md", "The hunt"),
        ("rules.md", "Draw {{ kit.players[0] }} cards. Keep the **best**."),
        ("rules.md", 'The {{ "wolf" | said }} howls.'),
        ("rules.md", '{{ 2 }} {{ "card" if 2 == 1 else "cards" }} :moon: win.'),
        ("pictures moon.svg", "The moon"),
    ]
    assert ("sheets words.fold_here", "fold here, print outside") in found
    assert ("sheets counted.cards.one", "{n} card") in found


def test_each_text_has_its_line(tmp_path):
    kit = base(tmp_path)
    places = {text.source: text.span.short for text in catalogue.texts(kit, (), Diagnostics(), "es")}
    assert (places["Owl"], places["The hunt"]) == ("beasts/cards.yaml:3", "beasts/rules.md:1")
    assert places['The {{ "wolf" | said }} howls.'] == "beasts/rules.md:5"


def test_labels_are_left_out_in_a_language_that_has_them(tmp_path):
    assert not any(key.startswith("sheets ") for key, _ in keys(base(tmp_path), "de"))


def test_a_language_has_its_own_plural_forms(tmp_path):
    counted = [key for key, _ in keys(base(tmp_path), "pl") if key.startswith("sheets counted.cards")]
    assert counted == [f"sheets counted.cards.{form}" for form in ("one", "few", "many")]


def test_a_kit_in_the_same_language_has_nothing_to_translate(tmp_path):
    assert keys(base(tmp_path)) == []


@pytest.mark.parametrize("name", ["rhino-de", "soaring-fr"])
def test_nothing_is_left_of_a_finished_edition(name):
    assert keys(ROOT / "card_data" / name) == []


def test_the_guide_is_translated_only_if_it_is_printed(tmp_path):
    assert any(key == "how-to-print.md" for key, _ in keys(ROOT / "card_data" / "duel", "pl"))
    assert not any(key == "how-to-print.md" for key, _ in keys(base(tmp_path), "pl"))
