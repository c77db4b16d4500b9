"""Overlays that are refused, each with its place and a hint."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pnp.diagnostics import Diagnostics
from pnp.sources.yaml import parse
from tests.conftest import run
from tests.support.overlays import found_in, kit


@pytest.mark.slow
@pytest.mark.parametrize(
    ("traits", "code", "hint"),
    [
        ("{move: {positions: [flankd], effect: {gain: 1}}, counters: []}", "unknown-id", "did you mean 'flanked'?"),
        ("{move: {positions: [x], effect: {gain: 1}}, counters: []}", "unknown-id", "there are fleeing, flanked, head"),
        ("{move: {positions: any, effect: {gian: 1}}, counters: []}", "unknown-key", "known keys: draw, gain, reset"),
        (
            "{move: {positions: any, effect: {}}, counters: []}",
            "bad-effect",
            "write {gain: 1}, {score: true} or {reset",
        ),
        ("{move: {positions: any, effect: {fly: true}}, counters: []}", "unknown-key", "known keys: draw, gain, reset"),
        (
            "{move: {positions: any, effect: {reset: chasing}}, counters: []}",
            "no-phrase",
            "{reset: {position}, draw: {n}}}}",
        ),
        ("{move: null, counters: [zebra]}", "unknown-id", "there are swerve, dodge, lunge"),
        ("{move: null}", "missing-key", "add 'counters: …'"),
    ],
)
def test_traits_beyond_the_vocabulary_are_refused_with_what_is_possible(traits, code, hint, tmp_path):
    card = f"moves:\n  feint:\n    name: Feint\n    traits: {traits}\n"
    top = kit(tmp_path / "top", kit="extends: rhino\n", cards=card)
    reported = [diagnostic for diagnostic in found_in(top) if diagnostic.code == code]
    assert reported
    assert all(diagnostic.span.file == str(top / "cards.yaml") for diagnostic in reported)
    assert any(hint in said for said in reported[0].hints), reported[0].hints


# What is refused ---------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "text", "place", "code", "said"),
    [
        ("cards", "moves: {swreve: {count: 9}}", "1:9", "nothing-to-change", "did you mean 'swerve'?"),
        ("cards", "move: {swerve: {count: 9}}", "1:1", "nothing-to-change", "did you mean 'moves'?"),
        ("cards", "moves: {swreve: null}", "1:9", "nothing-to-remove", "did you mean 'swerve'?"),
        ("cards", "moves: [swerve]", "1:8", "layers-disagree", "write it in the base's form"),
        ("cards", "moves: {swerve: {traits: {mvoe: {}}}}", "1:27", "unknown-key", "did you mean 'move'?"),
        ("rules", "targetscore: 4", "1:1", "unknown-key", "did you mean 'target_score'?"),
        ("kit", "components: {brackett: {copies: 2}}", "2:14", "nothing-to-change", "did you mean 'bracket'?"),
        ("faces", "styles: {card-titel: {size: 9}}", "1:10", "nothing-to-change", "did you mean 'card-title'?"),
        ("faces", "faces: {moev: {bleeds: true}}", "1:9", "nothing-to-change", "did you mean 'move'?"),
        ("faces", "styles: {book-bdoy: {size: 9}}", "1:10", "nothing-to-change", "did you mean 'book-body'?"),
        ("faces", "styles: {book-body: {size: tiny}}", "1:28", "wrong-type", ""),
        ("faces", "styles: {book-body: {colour: rde}}", "1:30", "unknown-colour", "did you mean 'red'?"),
        ("faces", "styles: {book-body: {align: null}}", "1:22", "nothing-to-remove", "there are font, size"),
        ("kit", "palette: {acent: null}", "2:11", "nothing-to-remove", "did you mean 'accent'?"),
        ("rulings", "RH99: {answer: no}", "1:1", "nothing-to-change", "a new ruling needs the key 'question'"),
        ("examples", "R99: {then: {}}", "1:1", "nothing-to-change", "a new example needs the key 'form'"),
        ("phrases", "fields: {efect: null}", "1:10", "nothing-to-remove", "did you mean 'effect'?"),
    ],
)
def test_a_slip_in_an_overlay_is_reported_at_its_place(file, text, place, code, said, tmp_path):
    files = {"kit": "extends: rhino\n"}
    files[file] = files.get(file, "") + text + "\n"
    top = kit(tmp_path / "top", **files)
    (diagnostic,) = found_in(top)
    assert str(diagnostic.span) == f"{top / file}.yaml:{place}"
    assert diagnostic.code == code
    assert any(hint.startswith(said) for hint in (*diagnostic.hints, ""))
    result = run("build", top, "--output", tmp_path / "out")
    assert result.exit_code == 1
    assert not (tmp_path / "out").exists()
    assert run("show", top).exit_code == (0 if code in ("unknown-key", "wrong-type", "unknown-colour") else 1)


@pytest.mark.parametrize(
    ("says", "code", "hint"),
    [
        ("rihno", "unknown-kit", "did you mean 'rhino'?"),
        ("other", "unknown-kit", "did you mean '../other'?"),
        ("../others", "unknown-kit", "did you mean '../other'?"),
        ("''", "wrong-type", "for example 'extends: chess'"),
        ("null", "wrong-type", "for example 'extends: chess'"),
        ("[rhino]", "wrong-type", "for example 'extends: chess'"),
        ("top", "circular-extends", ""),
        ("../top", "circular-extends", ""),
        ("../loop", "circular-extends", ""),
        *(
            (path, "outside-path", "name an installed kit, a folder inside this one, or one beside it: ../other")
            for path in (
                "..",
                "../..",
                "../../x",
                "/etc",
                "a/../../b",
                "'C:/x'",
                "'..\\x'",
                "~/kit",
                "a//b",
                "'\\0'",
            )
        ),
    ],
)
def test_a_base_that_cannot_be_is_reported_at_its_place(says, code, hint, tmp_path):
    kit(tmp_path / "other", kit="extends: rhino\n")
    kit(tmp_path / "loop", kit="extends: ../top\n")
    top = kit(tmp_path / "top", kit=f"title: x\nextends: {says}\n")
    if says == "top":
        top = kit(tmp_path / "in" / "top", kit="title: x\nextends: ../top\n")
    (diagnostic,) = found_in(top)
    where = tmp_path / "loop" / "kit.yaml" if says == "../loop" else top / "kit.yaml"
    assert (diagnostic.code, Path(diagnostic.span.file)) == (code, where)
    assert hint in (*diagnostic.hints, "")
    assert run("check", top).exit_code == 1
    assert run("simulate", top, "--games", 1).exit_code == 1
    assert run("build", top, "--output", tmp_path / "out").exit_code == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_to_a_base_elsewhere_is_refused(tmp_path):
    secret = kit(tmp_path / "far" / "secret", kit="title: SECRET\nextends: rhino\n")
    top = kit(tmp_path / "near" / "top", kit="extends: ./base\n")
    (top / "base").symlink_to(secret)
    (diagnostic,) = found_in(top)
    assert diagnostic.code == "outside-path"
    assert "SECRET" not in run("check", top).output


def test_an_overlay_may_not_have_the_name_of_a_shipped_kit(tmp_path):
    top = kit(tmp_path / "tilt", kit="extends: rhino\n")
    (diagnostic,) = found_in(top)
    assert diagnostic.code == "shadowed-kit"
    assert diagnostic.hints == ("rename its folder, for example to 'my-tilt'",)


@pytest.mark.parametrize(
    "says", ["edition: custom\nengine: rhino", "engine: rhino", "engine: tilt\nedition: custom", ""]
)
def test_a_kit_of_ones_own_may_not_have_such_a_name_either(says, tmp_path):
    files = {"cards": "all: {one: {name: One}}\n", "faces": "faces: {plain: {elements: []}}\n"}
    deck = "components: {all: {kind: deck, title: All, size: mini, face: plain}}"
    mine = kit(tmp_path / "tilt", kit=f"title: Mine\n{deck}\n{says}\n", **files)
    for name in ("rules", "phrases", "rulings", "examples"):
        (mine / f"{name}.yaml").write_text("", "utf-8")
    (diagnostic,) = [diagnostic for diagnostic in found_in(mine) if diagnostic.code == "shadowed-kit"]
    line = (mine / "kit.yaml").read_text("utf-8").splitlines()[diagnostic.span.line - 1]
    label = "custom" if "edition" in says else "rhino" if says else "title: Mine"
    assert line[diagnostic.span.column - 1 :] == label
    assert diagnostic.hints == ("rename its folder, for example to 'my-tilt'",)
    result = run("build", mine, "--output", tmp_path / "out")
    assert result.exit_code == 1
    assert not (tmp_path / "out").exists()
    if "engine" not in says:
        mine = mine.rename(tmp_path / "my-tilt")
        assert found_in(mine) == []


@pytest.mark.slow
def test_a_whole_copy_of_a_kit_is_no_other_kit(kit):
    assert found_in(kit) == []


@pytest.mark.slow
def test_too_many_layers_are_refused(tmp_path):
    kit(tmp_path / "k0", kit="extends: rhino\n")
    for number in range(1, 30):
        kit(tmp_path / f"k{number}", kit=f"extends: ../k{number - 1}\n")
    assert [diagnostic.code for diagnostic in found_in(tmp_path / "k29")] == ["circular-extends"]
    assert found_in(tmp_path / "k10") == []


def test_an_overlay_that_cannot_be_read_is_reported_as_any_file(tmp_path):
    top = kit(tmp_path / "top", kit="extends: rhino\n", cards="moves: {swerve: {count: 9\n")
    (diagnostic,) = found_in(top)
    assert (diagnostic.code, Path(diagnostic.span.file).name) == ("bad-yaml", "cards.yaml")


@pytest.mark.parametrize(
    ("file", "text"),
    [
        *(("cards", text) for text in ("- a\n", "x\n", "null\n", "a: null\n", "{a: {b: {c: 1}}}\n", "1\n")),
        *((file, "x\n") for file in ("phrases", "kit", "faces", "rules", "rulings", "examples")),
        *((file, "a: null\n") for file in ("phrases", "kit", "faces", "rules", "rulings", "examples")),
    ],
)
def test_garbage_over_a_file_is_an_error_and_never_a_crash(file, text, tmp_path):
    top = kit(tmp_path / "top", kit="extends: rhino\n")
    with (top / f"{file}.yaml").open("w", encoding="utf-8") as stream:
        stream.write(f"extends: rhino\n{text}" if file == "kit" and text.startswith("a") else text)
    assert found_in(top)
    assert parse(text, "x", Diagnostics()) is not None
