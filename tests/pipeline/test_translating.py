"""Work files of kits as they are drawn: with the texts of printed pictures, and refreshed from the base."""

from __future__ import annotations

from pnp.diagnostics import Diagnostics
from pnp.pipeline import translating
from tests.support.languages import change
from tests.support.translating import base, line_of, translate, translation, work_file


def test_a_new_work_file_has_the_texts_of_printed_pictures_and_of_no_others(tmp_path):
    kit = base(tmp_path)
    (kit / "idle.svg").write_text((kit / "moon.svg").read_text("utf-8").replace("The moon", "Idle"), "utf-8")
    entries = translating.begun(kit, "bestias", "es", Diagnostics()).entries
    assert [entry.source for entry in entries if entry.context.startswith("pictures ")] == ["The moon"]


def test_a_work_file_is_refreshed_from_the_base_with_translated_pictures(tmp_path):
    kit = translation(tmp_path, {"Wolf": "Lobo", "The moon": "La luna", "Owl": "Búho"})
    change(tmp_path / "beasts" / "cards.yaml", "name: Owl", "name: Old owl")
    language, found = translating.refreshed(kit, Diagnostics())
    assert found
    by_source = {entry.source: entry for entry in found.entries}
    assert (language, found.new, found.fuzzy, found.obsolete) == ("es", 0, 1, 0)
    assert (by_source["Old owl"].text, by_source["Old owl"].fuzzy) == ("Búho", True)
    assert (by_source["The moon"].text, by_source["Wolf"].text) == ("La luna", "Lobo")


def test_a_work_file_with_wrong_placeholders_can_still_be_refreshed(tmp_path):
    kit = translation(tmp_path, language="ca")
    translate(kit, {"{n} cards": "cartas"})
    diagnostics = Diagnostics()
    _, found = translating.refreshed(kit, diagnostics)
    assert found
    assert not diagnostics


def test_a_damaged_work_file_is_reported_and_not_replaced(tmp_path):
    kit = translation(tmp_path)
    change(work_file(kit), 'msgid "Wolf"', "msgid Wolf")
    diagnostics = Diagnostics()
    assert translating.refreshed(kit, diagnostics)[1] is None
    (found,) = diagnostics
    assert (found.code, found.span.line) == ("bad-po", line_of(work_file(kit), "msgid Wolf"))
