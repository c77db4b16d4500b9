"""Faces and styles that extend others, as trees; tests/components/test_faces.py has what they print."""

from __future__ import annotations

from pnp.diagnostics import Diagnostics
from pnp.kit import extending
from pnp.sources.yaml import parse

KEYS = {"text": ("id", "text", "box", "style", "when"), "line": ("id", "line", "when")}
KINDS = extending.Kinds(tuple(KEYS), lambda kind: KEYS[kind])


def _resolved(text: str):
    diagnostics = Diagnostics()
    tree = parse(text, "faces.yaml", diagnostics)
    assert tree
    return extending.resolved(tree, KINDS, diagnostics), [one.code for one in diagnostics]


def test_keys_are_merged_in_their_place_and_keep_where_they_are_written():
    tree, codes = _resolved(
        "faces:\n"
        "  a: {elements: [{id: x, text: one, style: big}, {line: []}]}\n"
        "  b: {extends: a, elements: [{id: x, style: small}]}\n"
    )
    first, second = tree.value["faces"].value["b"].value["elements"].value
    assert not codes
    assert first.plain() == {"id": "x", "text": "one", "style": "small"}
    assert second.plain() == {"line": []}
    assert [first.at("text").line, first.at("style").line, second.span.line] == [2, 3, 2]


def test_another_kind_drops_the_keys_that_it_has_not():
    tree, codes = _resolved(
        "faces:\n"
        "  a: {elements: [{id: x, text: one, style: big, when: name}]}\n"
        "  b: {extends: a, elements: [{id: x, line: [1, 2, 3, 4]}]}\n"
    )
    assert not codes
    assert tree.value["faces"].value["b"].plain()["elements"] == [{"id": "x", "line": [1, 2, 3, 4], "when": "name"}]


def test_a_long_chain_and_a_circle_are_resolved_in_a_moment():
    chain = "".join(f"  s{number}: {{extends: s{number + 1}}}\n" for number in range(40))
    tree, codes = _resolved(f"styles:\n{chain}  s40: {{size: 5}}\n")
    assert not codes
    assert tree.value["styles"].value["s0"].plain() == {"size": 5, "extends": "s1"}
    _, codes = _resolved(f"styles:\n{chain}  s40: {{extends: s0}}\n")
    assert codes == ["circular-extends"]


def test_a_chain_without_end_is_an_error():
    chain = "".join(f"  s{number}: {{extends: s{number + 1}}}\n" for number in range(5_000))
    _, codes = _resolved(f"styles:\n{chain}  s5000: {{size: 5}}\n")
    assert set(codes) == {"too-deep"}


def test_trees_of_other_forms_are_left_to_the_schema():
    for text in ("[]", "faces: 3", "faces: {a: 3}", "faces: {a: {extends: b}, b: 3}", "faces: {a: {extends: 3}}"):
        tree, _ = _resolved(text)
        assert tree.plain() == parse(text, "faces.yaml", Diagnostics()).plain()


def test_lists_of_other_forms_are_left_to_the_schema():
    for own in ("elements: 3", "elements: [3, {id: 3}]", "without: 3", "without: [3]"):
        tree, codes = _resolved(f"faces: {{a: {{elements: [{{id: x, text: t}}]}}, b: {{extends: a, {own}}}}}")
        assert (tree.value["faces"].value["b"].value["extends"].value, codes) == ("a", [])


def test_a_new_element_may_have_an_id_that_is_a_little_like_another():
    """`frame` and `name` have letters in common, `titel` is a misspelt `title`."""
    base = "a: {{elements: [{{id: name, text: one}}, {{id: title, text: two}}]}}"
    faces = f"faces:\n  {base}\n  b: {{{{extends: a, elements: [{{}}]}}}}\n"
    tree, codes = _resolved(faces.format("{id: frame, line: [1, 2, 3, 4]}"))
    assert not codes
    assert [element["id"] for element in tree.value["faces"].value["b"].plain()["elements"]] == [
        "name",
        "title",
        "frame",
    ]
    assert _resolved(faces.format("{id: titel, text: three}"))[1] == ["unknown-id"]
    assert _resolved(faces.format("{id: frame, style: big}"))[1] == ["unknown-id"]
