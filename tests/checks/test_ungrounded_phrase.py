"""The check of phrases: words that are turned round are noticed in an edition of one's own, in every language."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pnp import checks
from pnp.checks import ungrounded_phrase
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.pipeline.context import open_context

NAMES = {"rhino": "head-to-head", "rhino-de": "Stirn an Stirn"}
"""The name of the position in the middle."""
TURNED = {
    "rhino": {
        "Only ever a counter": "Never a counter",
        "From any position": "From no position",
        "If {head_to_head} or better": "If {head_to_head} or worse",
        "If {positions}": "Unless {positions}",
        "Not a move": "A move",
        "Gain 1 position": "Lose 1 position",
        "Gain {n} positions": "Your rival gains {n} positions",
        "Score": "Lose all your points",
        "Draw {n}, {position}": "Discard 1, {position}",
        "Any card": "No card",
        "Doesn’t counter": "Always counters",
        "Discard up to {n}": "Discard at least {n}",
        "Draw {n}": "You may draw {n}",
        "Hold at most {n}": "Hold {n} or more",
    },
    "rhino-de": {
        "Only ever a counter": "Nie zum Kontern",
        "From any position": "Aus keiner Position",
        "If {head_to_head} or better": "Wenn {head_to_head} oder schlechter",
        "If {positions}": "Außer {positions}",
        "Not a move": "Ein Manöver",
        "Gain 1 position": "1 Position zurück",
        "Gain {n} positions": "{n} Positionen verlieren",
        "Score": "Alle Punkte verlieren",
        "Draw {n}, {position}": "Karte abwerfen, {position}",
        "Any card": "Keine Karte",
        "Doesn’t counter": "Kontert immer",
        "Discard up to {n}": "Mindestens {n} abwerfen",
        "Draw {n}": "{n} abwerfen",
        "Hold at most {n}": "Mindestens {n} halten",
    },
    "soaring-fr": {
        "High hand: beats the plain {suit} {n}": "Pli bas : bat le {suit} {n} ordinaire",
        "Suit {suit}": "pas la couleur {suit}",
        "Wins ties with {c} and {e}": "Perd les égalités avec C et E",
        "Loses ties with {a}, wins ties with {e}": "Perd les égalités avec E, gagne avec A",
        "Loses ties with {a} and {c}": "Perd les égalités avec C et A",
        "Next hand, the {lowest} value wins": "Au pli suivant, la valeur la plus haute gagne",
        "High hand: below {under}, above {over}": "Pli haut : plus que {under}, moins que {over}",
    },
}
"""For each kit, the base's phrases and what they are turned into."""


def found_in(folder: Path, base: str, texts: dict[str, str]) -> list[Diagnostic]:
    """What the check reports of a custom edition of a kit with some phrases of its own."""
    folder.mkdir()
    (folder / "kit.yaml").write_text(f"extends: {base}\nedition: custom\n", "utf-8")
    (folder / "phrases.yaml").write_text(json.dumps({"texts": texts}, ensure_ascii=False), "utf-8")
    diagnostics = Diagnostics()
    render = open_context(folder, diagnostics)
    assert render, list(diagnostics)
    return list(ungrounded_phrase.check(checks.context(render, {}, checks.open_game(render.kit))))


@pytest.mark.parametrize("base", TURNED)
def test_each_phrase_that_is_turned_round_is_reported(tmp_path: Path, base: str) -> None:
    reported = {
        one.message.partition(" does not mean")[0].strip("'\"")
        for one in found_in(tmp_path / "mine", base, TURNED[base])
    }
    assert reported == {text.replace("{head_to_head}", NAMES.get(base, "")) for text in TURNED[base].values()}


@pytest.mark.parametrize(
    ("base", "words", "others"),
    [
        ("rhino", "Gain 1 position", "Add one position"),
        ("rhino", "Any card", "Every card"),
        ("rhino-de", "Gain 1 position", "Eine Position vor"),
        ("rhino-de", "Any card", "Beliebige Karte"),
        ("rhino-de", "Not a move", "Dies ist kein Manöver"),
        ("rhino-fr", "Not a move", "Ce n’est pas une manœuvre"),
        ("rhino-fr", "Score", "Marque des points"),
        ("rhino-fr", "From any position", "De n’importe quelle position"),
        ("soaring-de", "Next hand, the {lowest} value wins", "Der niedrigste Wert gewinnt im nächsten Stich"),
        ("soaring-fr", "Wins ties with {c} and {e}", "Gagne à égalité avec C et E"),
    ],
)
def test_a_paraphrase_passes(tmp_path: Path, base: str, words: str, others: str) -> None:
    assert found_in(tmp_path / "mine", base, {words: others}) == []


@pytest.mark.parametrize(
    ("base", "words", "others"),
    [("rhino", "Gain 1 position", "Gain 2 positions"), ("rhino-de", "Gain 1 position", "Zwei Positionen vor")],
)
def test_a_number_is_that_of_the_trait(tmp_path: Path, base: str, words: str, others: str) -> None:
    (found,) = found_in(tmp_path / "mine", base, {words: others})
    assert found.message.endswith("its number is 2, but it is for 1")
