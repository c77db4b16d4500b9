"""Errors of an overlay stand at its own lines, not in the files of installed kits."""

from __future__ import annotations

import pytest

from pnp.pipeline import api


@pytest.fixture
def errors(tmp_path):
    """The errors of an overlay with these files: place in the overlay, code, message and hints."""

    def found(base, **files):
        folder = tmp_path / "mine"
        folder.mkdir()
        (folder / "kit.yaml").write_text(f"extends: {base}\n{files.pop('kit', '')}", encoding="utf-8")
        for name, text in files.items():
            (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
        wrong = [one for one in api.check(folder) if one.severity == "error"]
        assert all(one.span.file.startswith(str(folder)) for one in wrong), wrong
        return {
            (one.span.file.removeprefix(f"{folder}/"), one.span.line, one.span.column, one.code): one for one in wrong
        }

    return found


SIX = "positions: [fleeing, flanked, head_to_head, flanking, chasing, trampling]\nscore_by_position: {trampling: 4}\n"


def test_missing_pictures_are_one_error_at_the_word_that_names_them(errors):
    found = errors("rhino", rules=SIX, phrases="names: {trampling: trampling}\n")
    art = found["rules.yaml", 1, 64, "missing-art"]
    assert art.message == "there is no picture 'tile-trampling.svg'"
    assert "also: there is no picture 'place-trampling.svg'" in art.hints
    assert "found at rhino/faces.yaml:144" in art.hints[-1]
    assert not any("did you mean" in hint for hint in art.hints)
    # A value of the base that is no longer possible is an error where the overlay begins to differ.
    assert found["rules.yaml", 1, 1, "bad-start"].hints == ("use an odd number", "found at rhino/rules.yaml:5")


def test_a_new_suit_without_its_icons_is_an_error_at_the_suit(errors):
    found = errors("soaring", rules="suits: [a, c, e, g]\n")
    icon = found["rules.yaml", 1, 18, "unknown-icon"]
    assert "there is no icon 'g'" in icon.message
    assert "add it to kit.yaml: 'icons: {g: FILE.svg}'" in icon.hints


def test_a_text_that_does_not_fit_is_an_error_at_the_typeface(errors):
    found = errors("lists", kit="fonts: {body: fat-face}\n", cards="knights: {tower: {name: Dame Zoe}}\n")
    assert [(*place[:2], place[3]) for place in found if place[3] == "text-overflow"] == [
        ("kit.yaml", 2, "text-overflow")
    ]


def test_a_text_of_a_card_that_does_not_fit_is_an_error_at_the_card(errors):
    found = errors("rhino", cards=f"moves:\n  spin:\n    name: {'Spinning ' * 9}\n")
    assert ("cards.yaml", 2, 3, "text-overflow") in found


def test_a_sentence_filled_from_false_examples_is_a_hint_of_their_error(errors):
    found = errors("duel", rules="hand_size: 4\n")
    assert [place[3] for place in found] == ["false-example"]
    (examples,) = found.values()
    assert "also, until they are mended: play disproves 'The other 45 are the deck.'" in examples.hints


def test_the_errors_of_a_user_s_own_base_stay_where_they_are(tmp_path):
    for name, text in (("base", "extends: rhino\nicons: {you: none.svg}\n"), ("mine", "extends: ../base\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "kit.yaml").write_text(text, encoding="utf-8")
    places = {str(one.span) for one in api.check(tmp_path / "mine") if one.severity == "error"}
    assert f"{tmp_path}/base/kit.yaml:2:14" in places


def test_warnings_that_one_line_causes_are_one_at_this_line(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "kit.yaml").write_text("extends: duel\nfonts: {body: fat-face}\n", "utf-8")
    found = [one for one in api.check(folder) if one.code == "missing-cut"]
    assert [(one.severity, one.span.file, one.span.line) for one in found] == [("warning", str(folder / "kit.yaml"), 2)]
    assert any(hint.startswith("and ") and hint.endswith(" more such warnings") for hint in found[0].hints)


def test_a_word_that_is_printed_is_the_cause_and_not_a_key(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "kit.yaml").write_text("extends: lists\n", "utf-8")
    (folder / "cards.yaml").write_text("knights:\n  tower: {name: Dame Zoe}\n", "utf-8")
    (folder / "phrases.yaml").write_text("names: {unseated: thrown}\n", "utf-8")
    found = [one for one in api.check(folder) if "Who is thrown decides" in one.message]
    assert [(one.span.file, one.span.line, one.span.column) for one in found] == [(str(folder / "phrases.yaml"), 1, 19)]


def test_what_is_not_translated_stands_where_the_base_has_it(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "kit.yaml").write_text("extends: duel\nlanguage: de\n", "utf-8")
    found = [one for one in api.check(folder) if one.code == "untranslated"]
    assert len(found) > 20
    assert not [one for one in found if one.span.file.startswith(str(folder))]
