"""Editions of soaring change suits, names and goals in their own files only."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pnp
from tests.conftest import ROOT, run
from tests.laws.literals import pages

ERROR = re.compile(r"^(\S+?):\d+:\d+: error\[([\w-]+)\]", re.MULTILINE)
SUITS = {
    "kit.yaml": 'palette: {gold: "#8f6410"}\nicons: {g: icon-a.svg, suit-g: suit-a.svg, g1: suit-a.svg, g2: suit-a.svg,'
    " g3: suit-a.svg, g4: suit-a.svg, g5: suit-a.svg}\n",
    "rules.yaml": 'suits: [a, c, e, g]\nsetup:\n  "4": {set_aside: 3, deal: 5}\n  "3": {set_aside: 5, deal: 6}\n'
    '  "2": {set_aside: 7}\n',
    "cards.yaml": "deck:\n"
    + "".join(f"  g{n}: {{name: G {n}, traits: {{suit: g, value: {n}}}}}\n" for n in range(1, 6))
    + "  soaring_rhino: {traits: {ranks: {above: [c, e, g]}}}\n",
    "phrases.yaml": "names: {g: G}\nfields:\n  ties:\n"
    + "".join(
        f'    - {{traits: {{suit: {suit}}}, words: "{words}",'
        f' badge: {{mark: {mark}, icon: ":{suit}:", tint: {tint}}}}}\n'
        for suit, words, mark, tint in (
            ("a", "Wins ties with C, E and G", "mark-a.svg", "orange"),
            ("c", "Loses ties with A, wins ties with E and G", "mark-c.svg", "teal"),
            ("e", "Loses ties with A and C, wins ties with G", "mark-e.svg", "violet"),
            ("g", "Loses ties with A, C and E", "mark-a.svg", "gold"),
        )
    ),
}


def errors(folder: Path, files: dict[str, str]) -> set[tuple[str, str]]:
    """The names of the files with errors and their codes; files of the shipped kits with their folder."""
    folder.mkdir()
    for name, text in ({"kit.yaml": ""} | files).items():
        before = "extends: soaring\nedition: custom\ntitle: Mine\n" if name == "kit.yaml" else ""
        (folder / name).write_text(before + text, "utf-8")
    found = ERROR.findall(run("check", folder, "--all").stdout)
    return {(Path(file).name if Path(file).parent.name == "mine" else file, code) for file, code in found}


def test_a_fourth_suit_leaves_only_the_examples_to_write(tmp_path):
    assert errors(tmp_path / "mine", SUITS) == {("rules.yaml", "false-example")}


def test_a_head_in_a_template_of_ones_own_is_not_taken_for_that_of_the_base(tmp_path):
    own = (ROOT / "card_data" / "soaring" / "reference.md").read_text("utf-8")
    files = {
        "reference.md": own.replace("{{ ladder() }}", "| | A | | | | C | | E |\n|:--|--|--|--|--|--|--|--|\n| 5 | 1 |")
    }
    assert ("reference.md", "table-disagrees") in errors(tmp_path / "mine", files)


def test_more_hands_to_win_leave_only_an_example(tmp_path):
    rules = {"rules.yaml": 'setup:\n  "4": {win: {hands: 4}}\n  "3": {win: {hands: 4}}\n'}
    assert errors(tmp_path / "mine", rules) == {("rules.yaml", "false-example")}


def test_another_place_of_the_rhino_leaves_only_examples(tmp_path):
    cards = {"cards.yaml": "deck:\n  soaring_rhino: {traits: {ranks: {below: [a, c], above: [e]}}}\n"}
    assert errors(tmp_path / "mine", cards) == {("cards.yaml", "false-example")}


def test_another_name_of_the_rhino_is_no_error(tmp_path):
    cards = {"cards.yaml": "deck:\n  soaring_rhino: {name: Flying Pig, asides: {short: Pig}}\n"}
    assert not errors(tmp_path / "mine", cards)


def test_pictures_of_suits_follow_the_order_of_the_rules(tmp_path):
    (tmp_path / "kit.yaml").write_text("extends: soaring\n", "utf-8")
    (tmp_path / "rules.yaml").write_text("suits: [e, c, a]\n", "utf-8")
    before, after = (" ".join(pages(folder)) for folder in (ROOT / "card_data" / "soaring", tmp_path))
    assert "Equal: A beats C, E" in before
    assert "Equal: A beats" not in after
    assert "No A: Rhino" in after  # the Rhino is still below that suit


def test_captions_that_name_other_ranks_are_left_out(tmp_path):
    (tmp_path / "kit.yaml").write_text("extends: soaring\n", "utf-8")
    (tmp_path / "cards.yaml").write_text(
        "deck: {soaring_rhino: {traits: {ranks: {below: [c], above: [a, e]}}}}\n", "utf-8"
    )
    after = " ".join(pages(tmp_path))
    assert "No A:" not in after
    assert "Lowest C or E" not in after


def test_three_players_may_need_another_number_of_hands(tmp_path):
    rules = {"rules.yaml": 'setup: {"3": {win: {hands: 4}}}\n'}
    assert not errors(tmp_path / "mine", rules)
    printed = " ".join(pages(tmp_path / "mine")).replace("\u00a0", " ")
    for sentence in (
        "With 4 players, the first to win 3 hands wins the game.",
        "With 3 players, the first to win 4 hands wins the game.",
        "To win: 3 hands; with 3 players: 4 hands; with 2 players: 3 rounds.",
        "when a player has won enough hands",
    ):
        assert sentence in printed


@pytest.mark.parametrize(
    ("base", "gone"),
    [
        ("soaring", ["irection card", "high and low card", "to High", "to Low"]),
        ("soaring-de", ["Richtungskarte", "Hoch-Tief-Karte", "„Hoch“", "„Tief“"]),
        ("soaring-fr", ["carte de direction", "haut-bas"]),
    ],
)
def test_without_the_signs_no_page_turns_them(base, gone, tmp_path):
    (tmp_path / "kit.yaml").write_text(f"extends: {base}\ncomponents: {{signs: null}}\n", "utf-8")
    printed = " ".join(pages(tmp_path)).replace("\u00a0", " ")
    assert not [words for words in gone if words in printed]


def test_suits_with_other_names_are_in_the_head_of_their_table_and_on_their_cards(tmp_path):
    (tmp_path / "kit.yaml").write_text("extends: soaring\n", "utf-8")
    (tmp_path / "phrases.yaml").write_text("names: {a: P, c: Q, e: R}\n", "utf-8")
    kit = pnp.load(tmp_path)
    assert [cell for cell in kit.phrasebook.tables["ladder"] if cell] == ["P", "Q", "R"]
    printed = " ".join(pages(tmp_path))
    assert "Loses ties with P, wins ties with R" in printed
    assert "ties with A" not in printed
