"""First kits: made from nothing or from a table, they pass all checks and print at once."""

from __future__ import annotations

import csv
import itertools
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from pypdf import PdfReader

from pnp.diagnostics import Diagnostics
from pnp.kit import first, load, paths
from pnp.kit.guess import Guess
from pnp.sources.yaml import parse
from tests.conftest import edit, run
from tests.support.new import MODELINE, errors_without_checks
from tests.support.tables import book


def made(folder: Path, *more: object, name: str = "quest") -> Path:
    result = run("new", name, folder, *more)
    assert result.exit_code == 0, result.output
    return folder / name


def printed(kit: Path, out: Path) -> tuple[dict[str, int], str]:
    """Build a kit: the copies of each piece in the manifest, and the text of all PDFs."""
    result = run("build", kit, "--paper", "a4", "--output", out)
    assert result.exit_code == 0, result.output
    manifest = json.loads((out / "manifest.json").read_text("utf-8"))
    texts = [page.extract_text() for path in sorted(out.glob("*.pdf")) for page in PdfReader(path).pages]
    return {piece["id"]: piece["copies"] for piece in manifest["pieces"]}, " ".join(" ".join(texts).split())


def test_the_files_have_the_kit_s_name_and_no_open_fields(tmp_path):
    files = first.from_nothing(tmp_path / "my-quest")
    assert set(files) == {"README.md", "cards.yaml", "faces.yaml", "island.svg", "kit.yaml", "rules.md"}
    text = b"".join(files.values()).decode()
    assert "title: My quest\n" in text
    assert "pnp build my-quest" in text
    assert "$" not in text.replace(MODELINE, "")
    assert len(text) < 7000
    assert max(map(len, text.splitlines())) <= 120


def test_a_first_kit_extends_nothing_and_has_no_errors(tmp_path):
    kit = made(tmp_path)
    assert errors_without_checks(kit) == []
    result = run("check", kit)
    assert result.exit_code == 0, result.output
    assert result.output.strip().endswith("1 note, in quest")
    found = load.open_kit(kit, Diagnostics())
    assert (found.title, found.engine, found.totals) == ("Quest", None, {"cards": 12})


def test_a_first_kit_prints_its_cards_backs_and_rules(tmp_path):
    pieces, text = printed(made(tmp_path), tmp_path / "out")
    assert pieces == {"cards/storm": 4, "cards/fair_wind": 5, "cards/island": 3, "rules/mat": 1}
    assert "All ships stay where they are." in text
    assert "You need the 12 cards of this kit." in text


# From a table ------------------------------------------------------------------------------------------------

TABLE = (
    "Title,Qty,Text,Type,Cost,Power,Notes,Image\n"
    "Storm,4,All ships stay.,Weather,2,3,,storm.svg\n"
    'Fair wind,2,"Sail on, if you dare.",Weather,0,1,,\n'
    "Storm,1,Again.,Weather,1,,,missing.svg\n"
)


def table(folder: Path, text: str = TABLE, name: str = "my cards.csv") -> Path:
    shutil.copy(paths.root() / "art" / "rhino" / "swerve.svg", folder / "storm.svg")
    content = (
        book(*[next(csv.reader([line])) for line in text.splitlines()]) if name.endswith("xlsx") else text.encode()
    )
    (folder / name).write_bytes(content)
    return folder / name


@pytest.mark.parametrize("name", ["my cards.csv", "cards.xlsx", "cards.tsv"])
def test_a_kit_of_a_table_reports_what_its_columns_are_and_has_all_cards(name, tmp_path):
    text = TABLE.replace(",missing.svg", ",")
    text = (
        "\n".join("\t".join(next(csv.reader([line]))) for line in text.splitlines()) if name.endswith("tsv") else text
    )
    source = table(tmp_path, text, name)
    result = run("new", "quest", tmp_path, "--table", source)
    assert result.exit_code == 0, result.output
    lines = [line.split() for line in result.output.splitlines()]
    for line in (["Title", "name"], ["Qty", "count"], ["Power", "asides.power"], ["Notes", "asides.notes", "(empty)"]):
        assert line in lines
    assert not (tmp_path / "quest" / "cards.yaml").exists()
    assert (tmp_path / "quest" / name).read_bytes() == source.read_bytes()
    kit = load.open_kit(tmp_path / "quest", Diagnostics())
    cards = {id_: (card.name, card.count, card.art, card.asides) for id_, card in kit.cards["cards"].items()}
    assert list(cards) == ["storm", "fair_wind", "storm_2"]
    assert cards["storm"][:3] == ("Storm", 4, "storm.svg")
    assert cards["fair_wind"][3] == {"text": "Sail on, if you dare.", "type": "Weather", "cost": "0", "power": "1"}
    assert errors_without_checks(tmp_path / "quest") == []


def test_a_kit_of_a_table_prints_every_column(tmp_path):
    source = table(tmp_path, TABLE.replace(",missing.svg", ","))
    kit = made(tmp_path, "--table", source)
    assert run("check", kit).exit_code == 0
    pieces, text = printed(kit, tmp_path / "out")
    assert pieces == {"cards/storm": 4, "cards/fair_wind": 2, "cards/storm_2": 1, "rules/mat": 1}
    for words in ("Fair wind", "Sail on, if you dare.", "Weather", "Power: 3", "Again."):
        assert words in text


@pytest.mark.parametrize(
    ("text", "sheet"),
    [
        ('{"data": [{"title": "Storm"}], "total": 1, "success": true}', "data"),
        ('{"meta": {"tags": []}, "set": {"cards": [{"title": "Storm"}], "size": 1}}', "set.cards"),
        ('{"cards": [{"title": "Storm"}]}', None),
    ],
)
def test_a_list_among_other_values_of_a_json_file_is_found(text, sheet, tmp_path):
    kit = made(tmp_path, "--table", table(tmp_path, text, "cards.json"))
    named = f"    sheet: {sheet}\n" if sheet else "    columns:"
    assert f"    file: cards.json\n{named}" in (kit / "kit.yaml").read_text("utf-8")
    assert list(load.open_kit(kit, Diagnostics()).cards["cards"]) == ["storm"]


def test_columns_that_begin_with_a_hash_are_named_and_may_be_mapped(tmp_path):
    source = table(tmp_path, "Title,# in supply,#\nStorm,4,x\n", "cards.csv")
    result = run("new", "quest", tmp_path, "--table", source)
    assert "  # in supply  (not read: '#' begins a note; to read it, map it in kit.yaml)" in result.output
    kit = tmp_path / "quest"
    text = (kit / "kit.yaml").read_text("utf-8")
    (kit / "kit.yaml").write_text(text.replace("Title: name", 'Title: name\n      "# in supply": count'), "utf-8")
    assert load.open_kit(kit, Diagnostics()).totals == {"cards": 4}


@pytest.mark.parametrize(("text", "warned"), [("storm\nsun\n", True), ("Word\nsun\n", False), ("a,b\nc,d\n", False)])
def test_a_list_of_words_without_a_heading_is_noticed(text, warned, tmp_path):
    result = run("new", "quest", tmp_path, "--table", table(tmp_path, text, "cards.csv"))
    assert ("if 'storm' is a card, write 'name' above it" in result.output) == warned


def test_pictures_that_are_missing_are_named(tmp_path):
    result = run("new", "quest", tmp_path, "--table", table(tmp_path))
    assert f"not beside my cards.csv: 1 picture (missing.svg); put them into {tmp_path / 'quest'}" in result.output
    assert (tmp_path / "quest" / "storm.svg").is_file()


def test_pictures_of_a_kind_that_is_not_read_are_named(tmp_path):
    source = table(tmp_path, "Name,Picture\nStorm,storm.svg\nSun,sun.gif\n", "cards.csv")
    result = run("new", "quest", tmp_path, "--table", source)
    there = tmp_path / "quest"
    assert f"not read: 1 picture (sun.gif); export them as JPEG or PNG into {there}" in result.output
    assert "not beside" not in result.output or "sun.gif" not in result.output.partition("not beside")[2]


def test_a_table_with_an_odd_name_is_copied_under_another(tmp_path):
    kit = made(tmp_path, "--table", table(tmp_path, "Name\nA\n", "cards!+.csv"))
    assert (kit / "cards.csv").is_file()
    assert load.open_kit(kit, Diagnostics()).totals == {"cards": 1}


def test_a_column_of_objects_is_ignored(tmp_path):
    cards = '[{"name": "Storm", "packs": [{"id": 1}], "set": {"id": 2}, "tags": ["a", "b"]}]'
    output = run("new", "quest", tmp_path, "--table", table(tmp_path, cards, "cards.json")).output
    assert output.count("#  (ignored: its cells are lists or objects)") == 2
    assert "tags   asides.tags" in output
    assert "1 note, in " in run("check", tmp_path / "quest").output


@pytest.mark.parametrize(
    ("kind", "printed_words"),
    [
        ("board", ["1 2 3 4 5 6", "Put your pieces on the row nearest to you."]),
        ("dice", ["11", "Take a point for each star."]),
        ("tokens", ["On your turn, take a number."]),
    ],
)
def test_a_first_kit_without_cards_has_no_errors_and_prints(kind, printed_words, tmp_path):
    kit = made(tmp_path, "--kind", kind)
    assert not (kit / "cards.yaml").exists()
    assert run("check", kit, "--strict").output.splitlines()[-1] == "1 note, in quest"  # it has no engine
    _, text = printed(kit, tmp_path / "out")
    words = " ".join(text.split())
    assert [one for one in printed_words if one not in words] == []


@pytest.fixture
def game(tmp_path):
    """A first kit with an engine that may run."""
    kit = made(tmp_path, "--kind", "game", name="my-nim")
    assert run("trust", kit, "--yes").exit_code == 0
    return kit


def test_a_new_game_names_the_command_that_lets_its_engine_run(tmp_path):
    result = run("new", tmp_path / "nim", "--kind", "game")
    *_, task, check, build = result.output.splitlines()
    assert task == f"edit them, then:  pnp trust {tmp_path / 'nim'}"
    assert [check.split(), build.split()] == [["pnp", one, str(tmp_path / "nim")] for one in ("check", "build")]
    assert task.index("pnp") == check.index("pnp") == build.index("pnp")


def test_a_first_game_is_proved_whole(game):
    assert run("check", game, "--strict").output == "no errors, in my-nim\n"
    assert "100 % of the rule sentences of my-nim are proved by play" in run("check", game, "--coverage").output
    assert "wins: seat 1" in run("simulate", game, "--games", "50").output


@pytest.mark.parametrize(
    ("file", "before", "after", "sentence"),
    [
        ("rules.md", "must take", "may take", "On your turn, you may take 1 to 3 counters."),
        ("engine.py", "winner = 1 - state.seat", "winner = state.seat", "The player with the last counter wins."),
    ],
)
def test_a_first_game_notices_another_rule(file, before, after, sentence, game):
    edit(game, file, before, after)
    assert run("trust", game, "--yes").exit_code == 0
    result = run("check", game)
    assert result.exit_code == 1
    messages = [line for line in result.output.splitlines() if "error[false-sentence]" in line]
    assert any(repr(sentence) in message for message in messages), result.output


def test_the_numbers_of_a_first_game_are_written_once(game):
    edit(game, "rules.yaml", "counters: 13\nmost: 3", "counters: 20\nmost: 5")
    assert run("check", game, "--strict").output == "no errors, in my-nim\n"
    pieces, text = printed(game, game.parent / "out")
    assert pieces["counters/blue-1"] == 20
    assert "Put the 20 counters between you. On your turn, you must take 1 to 5 counters." in text


@pytest.mark.slow
def test_a_first_game_has_a_test_that_passes(game):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, str(game)]
    assert subprocess.run(command, cwd=game.parent, check=False, capture_output=True).returncode == 0


def test_a_first_kit_in_another_language_has_its_labels(tmp_path):
    result = run("new", tmp_path / "quest", "--language", "de")
    assert (result.exit_code, "labels" in result.output) == (0, False)
    assert "\nlanguage: de " in (tmp_path / "quest" / "kit.yaml").read_text("utf-8")
    diagnostics = Diagnostics()
    kit = load.open_kit(tmp_path / "quest", diagnostics)
    assert (kit.language, list(diagnostics)) == ("de", [])
    assert kit.facebook.styles["card-text"].hyphenate


def test_where_labels_are_missing_the_next_command_makes_a_file_for_them(tmp_path):
    result = run("new", tmp_path / "quest", "--language", "ca")
    assert f"until you translate them; a file for that:  pnp translate {tmp_path / 'quest'}" in result.output
    built = run("build", tmp_path / "quest", "--output", tmp_path / "out")
    assert (built.exit_code, "1 missing-words" in built.output) == (0, True)
    assert run("translate", tmp_path / "quest").exit_code == 0
    assert run("check", tmp_path / "quest").exit_code == 0


def test_a_kit_in_english_has_no_line_for_it(tmp_path):
    assert run("new", tmp_path / "quest", "--language", "en").exit_code == 0
    assert "language:" not in (tmp_path / "quest" / "kit.yaml").read_text("utf-8")


def laid_out(columns: list[Guess]) -> list[dict]:
    node = parse(f"elements:\n{first.elements(columns)}", "faces.yaml", Diagnostics())
    assert node
    return node.plain()["elements"]


def asides(count: int, length: int = 3) -> list[Guess]:
    return [Guess(f"C {number}", f"asides.c{number}_{length}", ("x" * length,)) for number in range(count)]


NAME = Guess("Name", "name", ("Storm",))
ALL = [
    NAME,
    *(Guess(key, f"asides.{key}", ("x",)) for key in ("text", "type", "cost")),
    Guess("Art", "art", ("a.png",)),
]


@pytest.mark.parametrize("columns", [[NAME], ALL, [*ALL, *asides(3)], [*ALL, *asides(10), *asides(2, 90)]])
def test_boxes_are_within_the_card_and_apart(columns):
    boxes = [element["box"] for element in laid_out(columns) if "box" in element]
    assert len(boxes) == len({one.key for one in columns})
    for x, y, width, height in boxes:
        assert x >= 8
        assert y >= 7
        assert x + width <= 55.6
        assert y + height <= 82.1
        assert height >= 4
    for one, other in itertools.combinations(boxes, 2):
        apart = [
            one[at] + one[at + 2] <= other[at] + 0.02 or other[at] + other[at + 2] <= one[at] + 0.02 for at in (0, 1)
        ]
        assert any(apart), (one, other)


def test_a_short_text_has_its_column_s_name_and_is_left_out_if_it_is_empty():
    (element,) = [one for one in laid_out([NAME, Guess('A {b}: "c"', "asides.a", ("1",))]) if "when" in one]
    assert element["text"] == 'A b "c": {asides.a}'
    assert element["when"] == "asides.a"


def test_a_card_with_a_name_only_has_it_in_its_middle():
    (element,) = [one for one in laid_out([NAME]) if "text" in one]
    x, y, width, height = element["box"]
    assert (x + width / 2, round(y + height / 2, 2)) == (31.75, 44.5)
    assert height > 60


def test_a_column_with_html_is_printed_as_markdown():
    html, plain = Guess("Text", "asides.text", ("Draw.", "Draw <b>two</b>.")), Guess("Type", "asides.type", ("A & B",))
    texts = [one["text"] for one in laid_out([NAME, html, plain, Guess("X", "asides.x", ("&lt;1",))]) if "text" in one]
    assert texts == ["{name}", "{asides.type}", "X: {asides.x|html}", "{asides.text|html}"]


def test_empty_columns_are_not_printed():
    assert "asides" not in first.elements([NAME, Guess("Notes", "asides.notes", ())])


def test_columns_without_room_are_named():
    columns = [NAME, *asides(12), *(one._replace(column=f"L {one.column}") for one in asides(5, 90))]
    assert first.left_out(columns) == ["L C 3", "L C 4", "C 10", "C 11"]
    assert "asides.c10_" not in first.elements(columns)


def test_a_column_that_repeats_another_is_not_printed():
    """Databases have the same texts in two columns; equal numbers, such as cost and strength, are both printed."""
    plain, text = Guess("Plain", "asides.plain", ("Howl.", "Bite.")), Guess("Text", "asides.text", ("Howl.", "Bite."))
    cost, power = Guess("Cost", "asides.cost", ("2", "3")), Guess("Power", "asides.power", ("2", "3"))
    columns = [plain, text, cost, power]
    assert [first.is_repeated(one, columns) for one in columns] == [True, False, False, False]
    printed = " ".join(element.get("text", "") for element in laid_out([NAME, *columns]))
    assert "{asides.plain}" not in printed
    assert "{asides.power}" in printed


def test_a_long_text_has_a_row_of_its_own_and_short_ones_share_one():
    boxes = [
        element["box"] for element in laid_out([NAME, *asides(2), *asides(1, 20), *asides(2, 4)]) if "box" in element
    ]
    assert [width for _, _, width, _ in boxes[1:]] == [23.75, 23.75, 47.5, 23.75, 23.75]


def test_the_rules_have_twice_the_room_of_other_texts():
    rules = Guess("Text", "asides.text", ("x" * 90,))
    heights = [element["box"][3] for element in laid_out([NAME, *asides(1, 90), rules]) if "box" in element][1:]
    assert heights == [40.0, 20.0], "the rules come first"
