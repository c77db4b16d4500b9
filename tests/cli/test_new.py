"""`pnp new` and `pnp show`: overlays pass all checks at once, their examples work, and the merged data is shown."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from jsonschema import Draft202012Validator

from pnp import rules
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.kit import load, paths
from pnp.kit.yaml import parse, read
from pnp.pipeline import job, schemas
from pnp.rules.folder import open_engine
from tests.conftest import run


def made(folder: Path, base: object = "rhino", *more: str, name: str = "stable") -> Path:
    result = run("new", name, "--from", base, folder, *more)
    assert result.exit_code == 0, result.output
    return folder / name


@pytest.fixture(scope="module")
def overlays(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Path], Path]:
    """Copies of new overlays, of which each is made once."""
    known: dict[str, Path] = {}

    def copied(base: str, folder: Path) -> Path:
        if base not in known:
            known[base] = made(tmp_path_factory.mktemp("new"), base)
        return Path(shutil.copytree(known[base], folder / "stable"))

    return copied


def errors(kit: Path) -> list[Diagnostic]:
    diagnostics = Diagnostics()
    found = job.check(kit, diagnostics)
    return [diagnostic for diagnostic in (*diagnostics, *found) if diagnostic.severity != "note"]


# Examples ----------------------------------------------------------------------------------------------------


MODELINE = "# yaml-language-server: $schema="


class Example(NamedTuple):
    """Lines of a file that are remarks and may be used: the example's own, and the line that opens what it is in."""

    file: str
    lines: tuple[int, ...]
    says: str


def examples(kit: Path) -> list[Example]:
    """Every example in a kit's files: the lines between two explanations."""
    return [example for path in sorted(kit.glob("*.yaml")) for example in _examples(path)]


def _examples(path: Path) -> list[Example]:
    found: list[Example] = []
    lines = path.read_text("utf-8").splitlines()
    opening, mine, says = -1, [], []
    for number, line in enumerate([*lines, ""]):
        if line.startswith("# ") and not line.startswith(MODELINE):
            opening = number if not line.startswith("#  ") else opening
            mine.append(number)
            continue
        if mine:
            found.append(Example(path.name, _in_order(opening, mine), " ".join(says)))
            mine, says = [], []
        if line.startswith("##"):
            says.append(line.removeprefix("##").strip())
    return found


def _in_order(opening: int, mine: list[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(number for number in (opening, *mine) if number >= 0))


def use(kit: Path, example: Example) -> None:
    """Take the "# " away, and that of an example without which this one is not to be used."""
    path = kit / example.file
    lines = path.read_text("utf-8").splitlines()
    for number in example.lines:
        lines[number] = lines[number].removeprefix("# ")
    path.write_text("\n".join(lines) + "\n", "utf-8")
    needed = re.search(r"in (\w+\.yaml) too\.$", example.says)
    if needed:
        for partner in [e for e in examples(kit) if e.file == needed[1] and f"of {example.file}" in e.says]:
            use(kit, partner)


COUNTS = {"rhino": 23, "tilt": 6, "soaring": 6, "lists": 6, "duel": 6}


@pytest.mark.slow
@pytest.mark.parametrize("base", COUNTS)
def test_an_overlay_of_any_kit_is_small_has_examples_and_checks_clean(base, tmp_path):
    kit = made(tmp_path, base)
    assert errors(kit) == []
    assert sum(path.stat().st_size for path in kit.glob("*.*")) < 8000
    assert len(examples(kit)) == COUNTS[base], [example.says for example in examples(kit)]
    assert len((kit / "README.md").read_text("utf-8").splitlines()) == 5
    text = "".join(path.read_text("utf-8") for path in kit.glob("*.*"))
    assert not re.search(r"\$\w", text.replace(MODELINE, ""))
    assert max(map(len, text.splitlines())) <= 120
    assert {line for line in text.splitlines() if line[:1].isalpha()} >= {f"extends: {base}", "title: stable"}
    found = load.open_kit(kit, Diagnostics())
    assert (found.title, found.edition, found.slug) == ("stable", "custom", "stable")


@pytest.mark.slow
@pytest.mark.parametrize(("base", "at"), [(base, at) for base, count in COUNTS.items() for at in range(count)])
def test_every_example_can_be_used_by_itself(base, at, overlays, tmp_path):
    kit = overlays(base, tmp_path)
    before = load.merged(kit, Diagnostics())
    use(kit, examples(kit)[at])
    assert errors(kit) == []
    after = load.merged(kit, Diagnostics())
    changed = [file for file in before if before[file].plain() != after[file].plain()]
    assert changed, "the example says nothing new"


@pytest.mark.slow
def test_all_examples_can_be_used_at_once_and_build(tmp_path):
    kit = made(tmp_path)
    while found := examples(kit):
        use(kit, found[0])
    assert errors(kit) == []
    result = run("build", kit, "--output", tmp_path / "out")
    assert result.exit_code == 0, result.output
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text("utf-8"))
    pieces = {piece["id"] for piece in manifest["pieces"]}
    assert {"moves/feint", "rhinos/mumble", "foldies/mumble"} <= pieces
    assert not any(piece.startswith("bracket") for piece in pieces)


# In editors --------------------------------------------------------------------------------------------------


def editor_faults(kit: Path) -> list[str]:
    """What an editor underlines: what the schema that a file names says of it."""
    found = []
    for path in sorted(kit.glob("*.yaml")):
        first, _, _ = path.read_text("utf-8").partition("\n")
        assert first.startswith(MODELINE), path
        schema = json.loads((kit / first.removeprefix(MODELINE)).read_text("utf-8"))
        problems = Draft202012Validator(schema).iter_errors(read(path, Diagnostics()).plain())
        found += [f"{path.name}: {error.message}" for error in problems]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("base", COUNTS)
@pytest.mark.parametrize("more", [(), ("--full",)], ids=["overlay", "copy"])
def test_files_name_their_schemas_which_lie_beside_them_and_hold(base, more, tmp_path):
    kit = made(tmp_path, base, *more)
    assert editor_faults(kit) == []
    there = {path.name for path in (kit / "schemas").iterdir()}
    assert there == {path.read_text("utf-8").split("\n")[0].rpartition("/")[2] for path in kit.glob("*.yaml")}
    assert {name for name in there if ".overlay." in name} == (set() if more else there - {"kit.schema.json"})
    known = schemas.files()
    assert there <= known.keys()
    for name in there:
        assert (kit / "schemas" / name).read_text("utf-8") == known[name]


@pytest.mark.parametrize("base", COUNTS)
def test_examples_are_right_by_their_schemas_and_slips_are_not(base, tmp_path):
    kit = made(tmp_path, base)
    while found := examples(kit):
        use(kit, found[0])
    assert editor_faults(kit) == []
    cards = kit / "cards.yaml"
    cards.write_text(re.sub(r"art:|count:", "cuont:", cards.read_text("utf-8"), count=1), "utf-8")
    assert [message for message in editor_faults(kit) if "cuont" in message]


@pytest.mark.slow
def test_a_copy_of_a_kit_with_schemas_names_its_own(tmp_path):
    kit = made(tmp_path, made(tmp_path), "--full", name="paddock")
    text = (kit / "cards.yaml").read_text("utf-8")
    assert text.count(MODELINE) == 1
    assert text.startswith(f"{MODELINE}schemas/cards-rhino.schema.json\n")


# What is refused ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("rhino", "pnp already uses the name 'rhino': choose another, such as 'my-rhino'"),
        ("common", "pnp already uses the name"),
        ("all", "pnp already uses the name"),
        ("My Deck", "is not a valid name"),
        ("../up", "is not a valid name"),
        ("a/b", "is not a valid name"),
        ("", "is not a valid name"),
        ("x" * 41, "is not a valid name"),
        ("-x", "No such option"),
    ],
)
def test_names_that_are_not_plain_or_taken_are_refused(name, said, tmp_path):
    result = run("new", name, "--from", "rhino", tmp_path)
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path):
    kit = made(tmp_path)
    (kit / "cards.yaml").write_text("mine: true\n", "utf-8")
    for more in ([], ["--full"]):
        result = run("new", "stable", "--from", "rhino", tmp_path, *more)
        assert result.exit_code == 2
        assert "already exists" in " ".join(result.output.split())
    assert (kit / "cards.yaml").read_text("utf-8") == "mine: true\n"


def test_an_unknown_base_is_refused_with_the_nearest(tmp_path):
    result = run("new", "stable", "--from", "rihno", tmp_path)
    assert result.exit_code == 2
    assert "did you mean 'rhino'?" in result.output


def test_a_base_with_errors_is_reported_and_nothing_is_made(kit, tmp_path):
    (kit / "cards.yaml").write_text("moves: 1\n", "utf-8")
    result = run("new", "stable", "--from", kit, tmp_path)
    assert result.exit_code == 1
    assert "cards.yaml:1:8: error[wrong-type]" in result.output
    assert not (tmp_path / "stable").exists()


@pytest.mark.slow
def test_an_overlay_lies_next_to_a_base_that_is_not_shipped(tmp_path):
    first = made(tmp_path)
    second = made(tmp_path, first, name="paddock")
    assert "extends: ../stable\n" in (second / "kit.yaml").read_text("utf-8")
    assert errors(second) == []
    result = run("new", "other", "--from", first, tmp_path / "elsewhere")
    assert result.exit_code == 2
    assert "make it in" in result.output
    assert not (tmp_path / "elsewhere").exists()


# Whole copies ------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("base", ["rhino", "lists"])
def test_a_whole_copy_extends_nothing_and_is_the_same_game(base, tmp_path):
    kit = made(tmp_path, base, "--full")
    assert errors(kit) == []
    diagnostics = Diagnostics()
    assert paths.layers(kit, diagnostics) == (kit,)
    copy, original = load.merged(kit, diagnostics), load.merged(paths.data_folder() / base, diagnostics)
    assert [file for file in copy if copy[file].plain() != original[file].plain()] == ["kit.yaml"]
    said = {"title": "stable", "edition": "custom"}
    assert copy["kit.yaml"].plain() == original["kit.yaml"].plain() | said
    text = (kit / "kit.yaml").read_text("utf-8")
    assert text.startswith("# "), "its remarks are kept"
    assert {path.name for path in (paths.root() / "art" / base).iterdir()} <= {path.name for path in kit.iterdir()}


@pytest.mark.slow
def test_a_whole_copy_of_an_overlay_has_all_its_layers(tmp_path):
    first = made(tmp_path)
    while found := examples(first):
        use(first, found[0])
    shutil.copy(paths.root() / "art" / "rhino" / "stomp.svg", first / "mine.svg")
    kit = made(tmp_path, first, "--full", name="paddock")
    assert "extends" not in (kit / "kit.yaml").read_text("utf-8")
    assert (kit / "mine.svg").is_file()
    assert errors(kit) == []
    for file, node in load.merged(first, Diagnostics()).items():
        if file != "kit.yaml":
            assert read(kit / file, Diagnostics()).plain() == node.plain()


# Showing -----------------------------------------------------------------------------------------------------


def test_show_tells_where_each_value_of_a_card_comes_from(tmp_path):
    kit = made(tmp_path)
    (kit / "cards.yaml").write_text("moves:\n  swerve: {count: 9}\n", "utf-8")
    result = run("show", kit, "swerve")
    assert result.exit_code == 0
    shown = [re.sub(" +", " ", line).strip() for line in result.output.splitlines()]
    assert shown[:6] == [
        "# cards.yaml", "moves:", "swerve:", "name: Swerve # rhino/cards.yaml:5", "count: 9 # stable/cards.yaml:2",
        "art: swerve.svg # rhino/cards.yaml:7",
    ]  # fmt: skip
    assert "# effect: Gain 1 position # rhino/phrases.yaml:24" in shown


@pytest.mark.slow
@pytest.mark.parametrize("base", paths.kit_names())
def test_what_is_shown_reads_back_as_the_same_data(base):
    folder = paths.data_folder() / base
    for file, node in load.merged(folder, Diagnostics()).items():
        diagnostics = Diagnostics()
        again = parse(run("show", base, "--file", file).output, file, diagnostics)
        assert list(diagnostics) == []
        assert again.plain() == node.plain()


def test_show_as_json_has_every_value_with_its_place(tmp_path):
    kit = made(tmp_path)
    shown = json.loads(run("show", kit, "--format", "json").output)
    assert [Path(layer).name for layer in shown["layers"]] == ["stable", "rhino"]
    (title,) = [v for v in shown["values"] if v["file"] == "kit.yaml" and v["path"] == ["title"]]
    assert (title["value"], Path(title["from"]), title["column"]) == ("stable", kit / "kit.yaml", 8)
    assert {"file": "rules.yaml", "path": ["target_score"], "value": 3}.items() <= next(
        v for v in shown["values"] if v["path"] == ["target_score"]
    ).items()
    one = json.loads(run("show", kit, "swerve", "--format", "json").output)["values"]
    assert {tuple(value["path"][:2]) for value in one} == {("moves", "swerve")}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["swreve"], "there is no card 'swreve'; did you mean 'swerve'?"),
        (["--file", "card.yaml"], "did you mean 'cards.yaml'?"),
        (["swerve", "--file", "kit.yaml"], "cards are in cards.yaml"),
    ],
)
def test_show_refuses_what_is_not_there(arguments, said):
    result = run("show", "rhino", *arguments)
    assert result.exit_code == 2
    assert said in result.output


# Playing -----------------------------------------------------------------------------------------------------

FEINT = "{name: Feint, count: %d, traits: {move: {positions: [fleeing, flanking], effect: {%s}}, counters: [%s]}}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("effect", "says", "counters", "countered"),
    [
        ("gain: 3", "Gain 3 positions", "spin", "Spin"),
        ("gain: 2", "Gain 2 positions", "", "Doesn’t counter"),
        ("reset: chasing, draw: 1", "Draw a card, go chasing", "spin, feint", "Spin, Feint"),
    ],
)
def test_a_new_card_is_played_has_words_and_is_proved(effect, says, counters, countered, tmp_path):
    kit = made(tmp_path)
    (kit / "cards.yaml").write_text(f"moves:\n  feint: {FEINT % (5, effect, counters)}\n", "utf-8")
    assert errors(kit) == []
    assert f"effect: {says}" in run("show", kit, "feint").output
    assert f"counters: {countered} " in run("show", kit, "feint").output
    game = open_engine(kit, Diagnostics())
    played = {action for at in range(20) for _, action, _ in rules.playing.transitions(game, f"feint {at}")}
    assert ("play", "feint") in played
    assert (("counter", "feint") in played) == bool(counters)


@pytest.mark.slow
def test_what_a_new_card_does_shows_in_simulations(tmp_path):
    kit = made(tmp_path)
    before = run("simulate", kit, "--games", 200).output
    (kit / "cards.yaml").write_text(f"moves:\n  feint: {FEINT % (30, 'score: true', 'lunge, stomp')}\n", "utf-8")
    (kit / "examples.yaml").write_text("R01: {then: {counters: [feint, best_at_jousting, dodge, swerve]}}\n", "utf-8")
    after = run("simulate", kit, "--games", 200).output
    assert before != after
    assert "200 games of " in after


def test_a_file_that_only_the_base_has_is_enough_to_play(tmp_path):
    kit = tmp_path / "stable"
    kit.mkdir()
    (kit / "kit.yaml").write_text("extends: rhino\n", "utf-8")
    one, other = (run("simulate", name, "--games", 50, "--format", "json").output for name in (kit, "rhino"))
    assert json.loads(one) == json.loads(other)
