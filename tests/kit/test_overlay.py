"""Overlays: layers of a kit, and what the uppermost of them changes."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.kit import load, overlay, paths
from pnp.pipeline.context import open_context
from pnp.rules.folder import open_engine
from pnp.sources import Node
from pnp.sources.yaml import parse
from tests.conftest import RHINO, edit, run
from tests.support.git import committed, needs_git
from tests.support.overlays import found_in, kit

KEYS = st.sampled_from("abcd")
VALUES = st.one_of(
    st.integers(0, 3), st.sampled_from(["x", "y"]), st.booleans(), st.lists(st.integers(0, 2), max_size=2)
)
TREES = st.dictionaries(
    KEYS, st.recursive(VALUES, lambda inner: st.dictionaries(KEYS, inner, max_size=3), max_leaves=8), max_size=4
)


def node(plain: Any, file: str = "f.yaml", line: int = 1) -> Node:
    """A tree of plain data, every node at a place of its own."""
    counter = iter(range(line, 10_000))

    def made(value: Any) -> Node:
        span = Span(file, next(counter))
        if isinstance(value, dict):
            return Node({key: made(inner) for key, inner in value.items()}, span)
        return Node([made(inner) for inner in value] if isinstance(value, list) else value, span)

    return made(plain)


def laid(*layers: Node) -> tuple[Node, list[Diagnostic]]:
    diagnostics = Diagnostics()
    whole, *patches = layers
    for patch in patches:
        whole = overlay.merged(whole, patch, diagnostics)
    return whole, list(diagnostics)


def places(tree: Node, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], Span]:
    found = {path: tree.span}
    for key, inner in tree.value.items() if isinstance(tree.value, dict) else ():
        found |= places(inner, (*path, key))
    return found


def at(tree: Any, path: tuple[str, ...]) -> Any:
    for key in path:
        tree = tree.get(key) if isinstance(tree, dict) else None
    return tree


# Laws --------------------------------------------------------------------------------------------------------


@given(TREES)
def test_an_overlay_that_says_nothing_is_its_base_in_every_place(tree):
    base = node(tree)
    whole, diagnostics = laid(base, node({}, "over.yaml"))
    assert (whole.plain(), places(whole), diagnostics) == (tree, places(base), [])


@given(TREES)
def test_a_tree_over_itself_says_the_same_from_the_upper_file(tree):
    whole, diagnostics = laid(node(tree), node(tree, "over.yaml"))
    assert (whole.plain(), diagnostics) == (tree, [])
    if tree:
        assert {span.file for path, span in places(whole).items() if at(tree, path) != {}} == {"over.yaml"}


@given(TREES, TREES)
def test_what_the_later_one_says_wins_and_all_else_stays_where_it_was(low, high):
    base, patch = node(low), node(high, "over.yaml")
    whole, diagnostics = laid(base, patch)
    if diagnostics:
        assert {diagnostic.code for diagnostic in diagnostics} == {"layers-disagree"}
        return
    merged, below, above = places(whole), places(base), places(patch)
    assert merged.keys() == {p for p in below | above if at(whole.plain(), p) is not None} | {()}
    for path, span in merged.items():
        if path in above and at(high, path) != {}:
            assert span == above[path]
            if not isinstance(at(high, path), dict):
                assert at(whole.plain(), path) == at(high, path)
        elif path in below:
            assert span == below[path]
            assert isinstance(at(low, path), dict) or at(whole.plain(), path) == at(low, path)


@given(TREES, TREES, TREES)
def test_layers_may_be_joined_from_above_or_from_below(low, middle, high):
    trees = node(low, "low.yaml"), node(middle, "middle.yaml"), node(high, "high.yaml")
    from_below, diagnostics = laid(*trees)
    upper, more = laid(*trees[1:])
    from_above, most = laid(trees[0], upper)
    if not (diagnostics or more or most):
        assert from_below.plain() == from_above.plain()
        assert places(from_below) == places(from_above)


@given(TREES, st.data())
def test_null_takes_away_what_is_there_and_nothing_else(tree, data):
    paths = [path for path in places(node(tree)) if path]
    if not paths:
        return
    gone = data.draw(st.sampled_from(paths))
    patch: Any = None
    for key in reversed(gone):
        patch = {key: patch}
    whole, diagnostics = laid(node(tree), node(patch, "over.yaml"))
    left = places(whole)
    assert diagnostics == []
    assert left.keys() == {path for path in places(node(tree)) if path[: len(gone)] != gone}


def test_keys_keep_their_order_and_new_ones_come_last():
    whole, _ = laid(node({"a": 1, "b": 2}), node({"c": 3, "b": 4}))
    assert list(whole.plain().items()) == [("a", 1), ("b", 4), ("c", 3)]


def test_nulls_of_what_is_new_stay():
    whole, diagnostics = laid(node({"a": None}), node({"b": {"c": None}, "a": {"d": 1}}))
    assert (whole.plain(), diagnostics) == ({"a": {"d": 1}, "b": {"c": None}}, [])


@pytest.mark.parametrize(
    ("low", "high", "message"),
    [
        ({"a": {"b": 1}}, {"a": [1]}, "'a' is a list here, but a mapping in kit/f.yaml:2"),
        ({"a": [1]}, {"a": {"b": 1}}, "'a' is a mapping here, but a list in kit/f.yaml:2"),
        ({"a": {"b": 1}}, {"a": 1}, "'a' is one value here, but a mapping in kit/f.yaml:2"),
        ({"a": 1}, [1], "the file is a list here, but a mapping in kit/f.yaml:1"),
    ],
)
def test_layers_that_disagree_about_a_form_are_reported_at_both_places(low, high, message):
    whole, (diagnostic,) = laid(node(low, "kit/f.yaml"), node(high, "over/f.yaml"))
    assert (diagnostic.code, diagnostic.message, diagnostic.span.file) == ("layers-disagree", message, "over/f.yaml")
    assert whole.plain() == low


def test_a_list_and_one_value_may_take_each_others_place():
    whole, diagnostics = laid(node({"a": "any", "b": [1]}), node({"a": ["x"], "b": "any"}))
    assert (whole.plain(), diagnostics) == ({"a": ["x"], "b": "any"}, [])


def test_a_null_that_is_a_value_is_written_with_a_tilde():
    diagnostics = Diagnostics()
    base = parse("a: {b: 1, c: 2}\nd: {e: 1}", "base.yaml", diagnostics)
    patch = parse("a: {b: ~, c: null}\nd: ~\nf: ~", "over.yaml", diagnostics)
    whole = overlay.merged(base, patch, diagnostics)
    assert (whole.plain(), list(diagnostics)) == ({"a": {"b": None}, "d": None, "f": None}, [])
    assert whole.at("d") == Span("over.yaml", 2, 4, 1)


def test_an_overlay_with_nothing_prints_what_its_base_does_but_as_its_own(tmp_path):
    diagnostics = Diagnostics()
    mine, base = (
        load.open_kit(kit(tmp_path / "stable", kit="extends: rhino\n"), diagnostics),
        load.open_kit(RHINO, diagnostics),
    )
    assert list(diagnostics) == []
    assert (mine.slug, mine.edition, base.edition) == ("stable", "custom", "canonical")
    assert (mine.title, list(mine.cards), mine.palette) == (base.title, list(base.cards), base.palette)


def test_layers_stack_and_each_is_looked_through_in_turn(tmp_path):
    kit(tmp_path / "low", kit="extends: rhino\ntitle: Low\npalette: {red: '#111111', blue: '#222222'}\n")
    top = kit(tmp_path / "top", kit="extends: ../low\ntagline: Top\npalette: {blue: '#333333'}\n")
    made = load.open_kit(top, Diagnostics())
    assert (made.title, made.tagline, made.engine) == ("Low", "Top", "rhino")
    assert (made.palette["red"], made.palette["blue"], made.palette["green"]) == ("#111111", "#333333", "#2f7a4c")
    assert [path.name for path in paths.layers(top, Diagnostics())] == ["top", "low", "rhino"]
    assert [path.name for path in paths.template_folders(top)] == ["top", "low", "rhino", "common"]
    names = [path.relative_to(tmp_path).as_posix() for path in paths.art_folders(top) if path.is_relative_to(tmp_path)]
    assert names == ["top", "low"]
    assert paths.art_folders(top)[-3:] == paths.art_folders(RHINO)
    assert made.at("palette", "red").file == str(tmp_path / "low" / "kit.yaml")
    assert made.at("palette", "green").file == str(RHINO / "kit.yaml")


def test_an_edition_is_what_the_uppermost_layer_says_and_custom_if_it_says_nothing(tmp_path):
    low = kit(tmp_path / "low", kit="extends: rhino\nedition: canonical\n")
    top = kit(tmp_path / "top", kit="extends: ../low\n")
    assert load.open_kit(low, Diagnostics()).edition == "canonical"
    assert load.open_kit(top, Diagnostics()).edition == "custom"


def test_a_base_may_lie_inside_an_overlay(tmp_path):
    top = kit(tmp_path / "top", kit="extends: ./under\n")
    kit(top / "under", kit="extends: rhino\ntitle: Under\n")
    assert load.open_kit(top, Diagnostics()).title == "Under"


def test_pictures_and_templates_of_the_overlay_come_first(tmp_path):
    top = kit(tmp_path / "top", kit="extends: rhino\n")
    shutil.copy(paths.root() / "art" / "rhino" / "stomp.svg", top / "swerve.svg")
    (top / "rulebook.md").write_text("# Mine\n\nNothing else.\n", "utf-8")
    context = open_context(top, Diagnostics())
    assert context.templates.fill("rulebook.md", Span("x")).startswith("# Mine")
    for name in ("swerve.svg", "stomp.svg", "how-cut.svg"):
        assert context.gallery.drawing(name, Span("x")) is not None
    icons = {icon.art for icon in context.kit.icons.values()}
    found = {path.name: path.parent.name for path in context.gallery.files() if path.name not in icons}
    assert found == {"swerve.svg": "top", "stomp.svg": "rhino", "how-cut.svg": "rhino"}
    drawn = {name: context.gallery.drawing(name, Span("x")).items for name in ("swerve.svg", "stomp.svg")}
    assert drawn["swerve.svg"] == drawn["stomp.svg"]


def version(folder: Path) -> str:
    return paths.data_version(folder, (), Diagnostics())


def test_the_data_version_covers_every_layer_and_not_where_they_lie(tmp_path):
    low = kit(tmp_path / "low", kit="extends: rhino\n")
    top = kit(tmp_path / "top", kit="extends: ../low\n")
    before = version(top)
    shutil.copytree(tmp_path, tmp_path.with_name(f"{tmp_path.name}-moved"))
    assert version(tmp_path.with_name(f"{tmp_path.name}-moved") / "top") == before
    (low / "cards.yaml").write_text("moves: {swerve: {count: 9}}\n", "utf-8")
    assert version(top) != before
    assert version(low) != version(top)
    assert version(RHINO) not in (version(low), version(top))


def test_a_game_of_an_overlay_is_found_and_listed(tmp_path, monkeypatch):
    for name in ("card_data", "fonts", "art"):
        shutil.copytree(paths.root() / name, tmp_path / name)
    kit(tmp_path / "card_data" / "stable", kit="extends: rhino\n")
    monkeypatch.setattr(paths, "root", lambda: tmp_path)
    assert "stable" in paths.kit_names()
    assert "stable" in paths.game_names()
    assert open_engine(paths.find_game("stable"), Diagnostics()) is not None


@needs_git
def test_an_overlay_and_its_base_are_as_they_were_at_a_revision(tmp_path, small):
    low = kit(tmp_path / "low", kit="extends: ../small\ntitle: Low\n")
    top = kit(tmp_path / "top", kit="extends: ../low\n")
    committed(tmp_path)
    (low / "cards.yaml").write_text("moves: {swerve: {name: Sidestep}}\n", "utf-8")
    result = run("diff", f"HEAD:{top}", top)
    assert result.exit_code == 0, result.output
    assert 'moves/swerve: "Swerve" -> "Sidestep"' in result.output
    assert "rules" not in result.output


def test_a_card_that_is_removed_is_in_no_list_of_other_cards(tmp_path):
    deck = "{a: {name: A, traits: {beats: [b, c], cost: 1}}, b: {name: B}, c: {name: C}}"
    kit(tmp_path / "base", kit="title: Base\nedition: custom\ncomponents: {}\n", cards=f"deck: {deck}\n")
    top = kit(tmp_path / "top", kit="extends: ../base\n", cards="deck: {c: null}\n")
    cards = load.open_kit(top, Diagnostics()).cards["deck"]
    assert list(cards) == ["a", "b"]
    assert cards["a"].plain_traits == {"beats": ["b"], "cost": 1}


# Styles and colours that all kits have -----------------------------------------------------------------------


def test_a_style_that_all_kits_have_is_changed_key_by_key(tmp_path):
    top = kit(tmp_path / "top", kit="extends: rhino\n", faces="styles: {book-h1: {size: 12.5}}\n")
    styles, usual = (load.open_kit(folder, Diagnostics()).facebook.styles for folder in (top, RHINO))
    assert usual["book-h1"].size != 12.5
    assert styles["book-h1"] == replace(usual["book-h1"], size=12.5)
    assert styles["book-h1"].at("size").file == str(top / "faces.yaml")
    assert Path(styles["book-h1"].at("font").file) == RHINO.parent / "common" / "styles.yaml"
    assert {name for name in styles if styles[name] != usual[name]} == {"book-h1"}


def test_a_kit_that_stands_alone_changes_styles_and_colours_key_by_key_too(kit):
    edit(kit, "faces.yaml", "styles:\n", "styles:\n  book-h1: {size: 12.5}\n")
    edit(kit, "kit.yaml", '  accent: "#b83a26"\n', "")
    made = load.open_kit(kit, Diagnostics())
    assert (made.facebook.styles["book-h1"].size, made.facebook.styles["book-h1"].font) == (12.5, "title")
    assert made.palette["accent"] == "#b83a26"
    edit(kit, "faces.yaml", "book-h1: {size", "book-h9: {size")
    (diagnostic,) = found_in(kit)
    assert (diagnostic.code, diagnostic.message) == ("nothing-to-change", "there is no text style 'book-h9' to change")
    assert diagnostic.hints == ("did you mean 'book-h3'?", "a new text style needs the key 'font' or 'extends'")
