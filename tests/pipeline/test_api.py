"""The API for Python: its values and errors, what it imports, and that it agrees with the command line."""

from __future__ import annotations

import ast
import doctest
import inspect
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import click
import pytest
from pypdf import PdfReader

import pnp
from pnp.cli import main
from pnp.export import Settings
from pnp.lab import sampling
from pnp.pipeline import exporting, option_table, preview
from tests.conftest import ROOT, SMALL, edit, run
from tests.support import three_cards

PAGE = ROOT / "docs" / "api.md"


def command(name: str) -> click.Command:
    found = main.get_command(click.Context(main), name)
    assert found is not None
    return found


BUILD = {param.name: param for param in command("build").params}


@pytest.fixture(scope="module")
def loaded() -> pnp.Kit:
    return pnp.load(SMALL)


@pytest.mark.slow
@pytest.mark.parametrize("page", [PAGE, PAGE.with_name("engine.md")], ids=lambda page: page.name)
def test_the_pages_examples_are_true(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = page.read_text("utf-8").replace("```", "")
    example = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    failed, tried = runner.run(example, out=said.append)
    assert not failed, "".join(said)
    assert tried > 15


def test_import_loads_nothing_heavy():
    script = (
        "import sys; before = set(sys.modules); import pnp; print(set(sys.modules) - before); assert pnp.__version__"
    )
    result = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True)
    loaded = {name for name in ("pnp.", "yaml", "pydantic", "reportlab", "PIL", "click") if name in result.stdout}
    assert loaded == set()


def test_every_name_is_there_and_documented():
    for name in pnp.__all__:
        assert inspect.getdoc(getattr(pnp, name)), name
        assert f"pnp.{name}" in PAGE.read_text("utf-8") or name == "BuildResult"
    assert set(pnp.__all__) <= set(dir(pnp))
    with pytest.raises(AttributeError, match="no attribute 'lod'"):
        pnp.lod  # noqa: B018


def test_an_export_has_the_files_of_the_command_line(loaded, tmp_path):
    result = pnp.export_kit(loaded, "card-game-simulator", dpi=50)
    result.save(tmp_path / "api")
    assert (
        run("export", SMALL, "--to", "card-game-simulator", "--dpi", "50", "--output", tmp_path / "cli").exit_code == 0
    )
    one, other = (
        {p.relative_to(tmp_path / name).as_posix(): p.read_bytes() for p in (tmp_path / name).rglob("*") if p.is_file()}
        for name in ("api", "cli")
    )
    assert one == other == dict(result.files)
    assert result.left_out["foldies"] == "it has cards only"
    assert result.listing["notes"] == result.notes == {}


def test_an_export_takes_the_options_of_the_command_line():
    names = {param.name for param in command("export").params}
    assert option_table.rows(exporting.Wanted).keys() == set(Settings._fields)
    assert set(Settings._fields) == names - {"kit", "target", "form", "output", "force"}


def test_wrong_options_of_an_export_are_refused(loaded, small):
    with pytest.raises(ValueError, match="to: 'pgn' is not one of"):
        pnp.export_kit(loaded, "pgn")
    with pytest.raises(ValueError, match="dpi: 5 is not in the range"):
        pnp.export_kit(loaded, "png", dpi=5)
    with pytest.raises(TypeError, match="'paper' is not an option of exports"):
        pnp.export_kit(loaded, "png", paper="a4")
    edit(small, "faces.yaml", "style: card-effect", "style: card-efect")
    with pytest.raises(pnp.DataError):
        pnp.export_kit(small, "png")


def test_no_name_of_the_api_is_a_modules():
    """Importing the module would put it in the name's place."""
    assert not {path.stem for path in (ROOT / "pnp").iterdir()} & set(pnp.__all__)


def test_a_build_has_the_bytes_of_the_command_line(loaded, tmp_path):
    pnp.build(loaded, paper="Letter", only=["moves"], gap=3, pages="1", copies=2).save(tmp_path / "api")
    options = ("--paper", "letter", "--only", "moves", "--gap", 3, "--pages", 1, "--copies", 2)
    assert run("build", SMALL, *options, "--output", tmp_path / "cli").exit_code == 0
    one, other = ({p.name: p.read_bytes() for p in (tmp_path / name).iterdir()} for name in ("api", "cli"))
    assert one == other
    assert run("build", SMALL, *options, "--output", tmp_path / "api").output.endswith("up to date)\n")


def test_without_changes_a_result_is_empty_and_saves_nothing(loaded, tmp_path):
    pnp.build(loaded, only=["rhinos"]).save(tmp_path / "first")
    result = pnp.build(loaded, only=["rhinos"], since=str(tmp_path / "first" / "manifest.json"))
    assert (result.files, result.manifest, result.save(tmp_path / "second")) == ({}, {}, ())
    assert not (tmp_path / "second").exists()


def test_wrong_data_raise_their_diagnostics(small):
    mine = small
    line = edit(mine, "cards.yaml", "count: 8", "count: -8")
    calls = (lambda: pnp.load(str(mine)), lambda: pnp.build(mine), lambda: pnp.preview(mine))
    for call in calls:
        with pytest.raises(pnp.DataError, match=rf"cards.yaml:{line}:") as caught:
            call()
        assert [found.span.line for found in caught.value.diagnostics] == [line]
    found = pnp.check(mine)
    assert [one.span.line for one in found] == [line]
    assert all(isinstance(one, pnp.Diagnostic) for one in found)


def test_a_kit_that_cannot_be_loaded_is_checked_by_its_folder(tmp_path):
    kit = three_cards.write(tmp_path / "mine")
    edit(kit, "kit.yaml", "title:", "titel: 1\ntitle:")
    edit(kit, "cards.yaml", "count: 5", "count: many")
    assert {found.code for found in pnp.check(kit)} >= {"unknown-key", "wrong-type"}
    assert {found.code for found in pnp.check(str(kit))} >= {"unknown-key", "wrong-type"}
    with pytest.raises(ValueError, match="there is no kit 'rino'; did you mean 'rhino'"):
        pnp.check("rino")


def test_kits_are_given_by_name_or_path_everywhere(tmp_path):
    kit = three_cards.write(tmp_path / "mine")
    assert pnp.build(kit).manifest["kit"] == "mine"
    assert pnp.build(str(kit)).files == pnp.build(pnp.load(kit)).files
    assert pnp.preview(kit, dpi=40) == pnp.preview(pnp.load(kit), dpi=40)
    assert pnp.export_kit(kit, "png", dpi=50).files == pnp.export_kit(pnp.load(kit), "png", dpi=50).files


def test_a_kit_is_one_line_and_a_picture(tmp_path):
    kit = pnp.load(three_cards.write(tmp_path / "mine"))
    assert repr(kit) == f"<Kit 'mine': 'My cards', 9 cards in 1 deck, in {str(tmp_path / 'mine')!r}>"
    assert kit._repr_png_() == pnp.preview(kit)


def test_help_lists_every_option_of_a_build():
    listed = (pnp.build.__doc__ or "").partition("by their names here:\n\n")[2].split("\n")
    assert [line.split(":")[0].strip() for line in listed] == list(option_table.rows(option_table.Choices))
    assert "card_size: str | None" in pnp.build.__doc__


def test_a_name_that_does_not_exist_is_unknown_to_type_checkers():
    tree = ast.parse(Path(pnp.__file__).read_text("utf-8"))
    assert "__getattr__" not in [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    with pytest.raises(AttributeError, match="no attribute 'chek'"):
        pnp.chek  # noqa: B018


@pytest.mark.parametrize(
    "wanted",
    [
        {"paper": "a44"}, {"card_size": "7x7mm"}, {"backs": "left"}, {"only": ["movs"]}, {"cards": ["swerv"]},
        {"pages": "3-1"}, {"copies": 0}, {"gap": 51}, {"bleed": 3.2}, {"bleed": 4}, {"since": "nothing.json"},
        {"ink_limit": 200}, {"all_copies": True}, {"profile": "shop", "icc": "nothing.icc"},
        {"profile": "shop", "pdfx": "x3"}, {"profile": "shop", "gap": 1}, {"profile": "shop", "draft": True},
    ],
    ids=str,
)  # fmt: skip
def test_wrong_options_raise_the_command_lines_message(loaded, wanted):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is compared below
        pnp.build(loaded, **wanted)
    (name, message) = str(caught.value).split(": ", 1)
    arguments = []
    for key, value in wanted.items():
        shown = [] if value is True else [",".join(value) if isinstance(value, list) else value]
        arguments += [option_table.flag(key), *shown]
    result = run("build", SMALL, *arguments)
    assert result.exit_code == 2
    assert name in wanted
    shown = f"Error: Invalid value for '{option_table.flag(name)}': {message}"
    assert " ".join(shown.split()) in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"only": "moves"}, r"'moves' is not a list of names; write \['moves'\]"),
        ({"copies": "3"}, "copies: '3' is not a whole number"),
        ({"copies": True}, "copies: True is not a whole number"),
        ({"draft": "no"}, "draft: 'no' is neither True nor False"),
        ({"pages": 0}, "pages: '0' is not a range of pages"),
        ({"gap": float("nan")}, "gap: nan is not in the range"),
    ],
)
def test_values_of_wrong_types_are_wrong_options(loaded, wanted, message):
    with pytest.raises(ValueError, match=message):
        pnp.build(loaded, **wanted)


def test_an_unknown_option_is_a_type_error(loaded):
    with pytest.raises(TypeError, match="there is no option 'papr'"):
        pnp.build(loaded, papr="a4")


def test_the_options_are_those_of_the_command_line():
    names = option_table.rows(option_table.Choices).keys()
    assert names == BUILD.keys() - {"fetch", "kits", "output", "printer", "together", "workers"}
    assert names == set(pnp.BuildOptions._fields) - {"kit", "printer", "together"}
    dpi = next(param for param in command("preview").params if param.name == "dpi")
    assert (dpi.type.min, dpi.type.max) == (preview.LEAST_DPI, preview.MOST_DPI)
    assert f"{preview.SHEET_DPI} for all faces, {preview.CARD_DPI} for a card" in dpi.help
    games = next(param for param in command("simulate").params if param.name == "games")
    assert isinstance(games.type, click.IntRange)
    assert games.type.max == sampling.MOST


@pytest.mark.parametrize("workers", [0, -1, 1001])
def test_a_number_of_processes_that_is_none_is_a_wrong_option(loaded, workers):
    with pytest.raises(ValueError, match=rf"workers: {workers} is not in the range 1<=x<=1000"):
        pnp.build(loaded, workers=workers)


def test_several_processes_build_the_same_files(six):
    alone, shared = pnp.build(six), pnp.build(six, workers=2)
    assert {name: bytes(data) for name, data in shared.files.items()} == {
        name: bytes(data) for name, data in alone.files.items()
    }


def test_a_preview_is_the_picture_of_the_command_line(loaded, tmp_path):
    assert run("preview", SMALL, "swerve", "--dpi", 40, "--output", tmp_path / "x.png").exit_code == 0
    assert pnp.preview(loaded, "swerve", dpi=40) == (tmp_path / "x.png").read_bytes()
    with pytest.raises(ValueError, match=r"there is no card 'swerv'; did you mean 'swerve'\?"):
        pnp.preview(loaded, "swerv")
    with pytest.raises(ValueError, match="dpi: 10 is not in the range 20<=x<=1200"):
        pnp.preview(loaded, dpi=10)


def test_a_game_is_loaded_from_a_kit(kit):
    rhino = pnp.load("rhino")
    assert pnp.lab.simulate(pnp.rules.load(rhino), games=40, seed=2).games == 40
    with pytest.raises(pnp.rules.PlayersError, match="a game for 2, not for 3"):
        pnp.rules.load(rhino, players=3)
    line = edit(kit, "cards.yaml", "counters: [dodge, spin]", "counters: [dodge, spinn]")
    with pytest.raises(pnp.DataError, match=f"cards.yaml:{line}:"):
        pnp.rules.load(pnp.load(kit))
    game = pnp.rules.load(rhino)
    with pytest.raises(pnp.rules.RefusalError, match="'castle' is not an action") as refused:
        pnp.rules.step(game, game.setup(), "castle")
    assert refused.value.code == "unreadable-action"
    with pytest.raises(ValueError, match="games: 0 is not in the range"):
        pnp.lab.simulate(pnp.rules.load(rhino), games=0)
    with pytest.raises(ValueError, match="policy: 'best' is not one of 'random', 'eager'"):
        pnp.lab.simulate(pnp.rules.load(rhino), policy="best")


def test_a_loaded_kit_is_built_checked_and_drawn_as_it_is_given(loaded):
    changed = replace(loaded, title="A Quiet Walk")
    data = pnp.build(changed, paper="a4").files["small-a4-rulebook.pdf"]
    text = " ".join("".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages).split())
    assert "A Quiet Walk" in text
    assert pnp.preview(changed) != pnp.preview(loaded)
    wrong = replace(loaded, cards={**loaded.cards, "moves": {}})
    assert any(one.severity == "error" for one in pnp.check(wrong))
