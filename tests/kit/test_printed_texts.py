"""Texts of a kit's files: their keys, and which values are none."""

from __future__ import annotations

from pnp.diagnostics import Diagnostics
from pnp.kit.printed_texts import visited
from pnp.sources import Node
from pnp.sources.yaml import parse

FILES = {
    "kit.yaml": """
title: [Joust, with cards]
engine: duel
credit: {designer: A, notice: After A}
icons: {sun: {art: sun.svg, says: Sun}, moon: moon.svg}
components:
  pad: {kind: pad, title: Score sheet, columns: [{title: Round, fill: numbers}, {title: Points}]}
""",
    "cards.yaml": """
deck: {ace: {name: Ace, art: ace.svg, words: {cry: Ha}, asides: {type: Low, kind: x, counted_as: aces}}}
""",
    "faces.yaml": """
styles: {name: {font: title}}
faces: {front: {elements: [{text: "A {asides.type}", style: name}, {row: [{text: Target}], fill: "{badge.tint}"}]}}
""",
    "phrases.yaml": """
names: {ace: ace}
between: "; "
tables: {ends: [Result, Winner]}
fields: {effect: [{traits: {gain: 1}, words: Gain 1, badge: {tint: red}}]}
""",
    "rulings.yaml": "R1: {question: Why?, answer: So., asks: fact, says: {low: so}}",
    "rules.yaml": "goal: ten",
}


def trees() -> dict[str, Node]:
    nodes = {name: parse(text, name, Diagnostics()) for name, text in FILES.items()}
    return {name: node for name, node in nodes.items() if node}


def test_every_printed_text_has_a_key_and_nothing_else_is_visited():
    found: list[tuple[str, str]] = []

    def note(key: str, node: Node, _about: str) -> Node:
        found.append((key, node.value))
        return node

    assert {name: node.plain() for name, node in visited(trees(), note).items()} == {
        name: node.plain() for name, node in trees().items()
    }
    assert found == [
        ("kit.yaml title.1", "Joust"), ("kit.yaml title.2", "with cards"), ("kit.yaml credit.notice", "After A"),
        ("kit.yaml icons.sun.says", "Sun"), ("kit.yaml components.pad.title", "Score sheet"),
        ("kit.yaml components.pad.columns", "Round"), ("kit.yaml components.pad.columns", "Points"),
        ("cards.yaml deck.ace.name", "Ace"), ("cards.yaml deck.ace.words.cry", "Ha"),
        ("cards.yaml deck.ace.asides.type", "Low"), ("cards.yaml deck.ace.asides.counted_as", "aces"),
        ("faces.yaml", "A {asides.type}"), ("faces.yaml", "Target"), ("phrases.yaml names.ace", "ace"),
        ("phrases.yaml tables.ends.1", "Result"), ("phrases.yaml tables.ends.2", "Winner"),
        ("phrases.yaml effect", "Gain 1"), ("rulings.yaml R1.question", "Why?"), ("rulings.yaml R1.answer", "So."),
        ("rulings.yaml R1.says.low", "so"),
    ]  # fmt: skip


def test_what_is_returned_takes_the_place_of_a_text():
    new = visited(trees(), lambda _key, node, _about: Node(f"<{node.value}>", node.span))
    assert new["kit.yaml"].plain()["title"] == ["<Joust>", "<with cards>"]
    assert new["cards.yaml"].plain()["deck"]["ace"]["asides"] == {"type": "<Low>", "kind": "x", "counted_as": "<aces>"}
    assert new["rules.yaml"].plain() == {"goal": "ten"}


def test_files_in_a_wrong_form_are_left_as_they_are():
    for text in ("[]", "deck: [1]", "a", "components: {pad: 3}", "title: 3"):
        for name in FILES:
            node = parse(text, name, Diagnostics())
            assert node
            assert visited({name: node}, lambda _key, one, _about: one)[name].plain() == node.plain()
