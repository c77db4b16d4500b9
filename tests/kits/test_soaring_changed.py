"""Editions of soaring change suits, names and goals in their own files only."""

from __future__ import annotations

import re
from pathlib import Path

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


def test_pictures_of_suits_follow_the_order_of_the_rules(tmp_path):
    (tmp_path / "kit.yaml").write_text("extends: soaring\n", "utf-8")
    (tmp_path / "rules.yaml").write_text("suits: [e, c, a]\n", "utf-8")
    before, after = (" ".join(pages(folder)) for folder in (ROOT / "card_data" / "soaring", tmp_path))
    assert "Equal: A beats C, E" in before
    assert "Equal: A beats" not in after
    assert "No A: Rhino" in after  # the Rhino is still below that suit
