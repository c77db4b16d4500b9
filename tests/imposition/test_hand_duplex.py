"""The test for printing both sides by hand, and builds in the order and the turn that it showed."""

from __future__ import annotations

import io
import json
from pathlib import Path

import click
import pypdf
import pypdfium2
import pytest

from pnp.graphics import Size
from pnp.imposition import Room, hand_duplex
from tests.conftest import SMALL, run
from tests.support import three_cards


@pytest.fixture(autouse=True)
def _own_printers(tmp_path, monkeypatch):
    monkeypatch.setattr(click, "get_app_dir", lambda name: str(tmp_path / "config" / name))


def test_each_page_has_its_number_and_the_first_the_steps(tmp_path):
    result = run("calibrate", "--by-hand", "--output", tmp_path / "test.pdf")
    assert result.exit_code == 0, result.output
    pages = [page.extract_text().split("\n") for page in pypdf.PdfReader(tmp_path / "test.pdf").pages]
    assert [lines[0][0] for lines in pages] == ["1", "2", "3", "4"]
    assert [len(lines) for lines in pages[1:]] == [1, 1, 1]
    assert "pnp printer by-hand my-printer --behind 3" in " ".join(pages[0])


def test_its_arrows_point_up(tmp_path):
    run("calibrate", "--by-hand", "--output", tmp_path / "test.pdf")
    page = pypdfium2.PdfDocument(tmp_path / "test.pdf")[3].render(scale=1).to_pil().convert("L")
    dark = [
        sum(page.getpixel((x, y)) < 128 for x in range(page.width)) for y in (43, 55, 75)
    ]  # from the top edge down, in pt
    assert 0 < dark[0] < dark[1] < dark[2]


@pytest.mark.parametrize("paper", [Size(60, 90), Size(90, 60)])
def test_paper_without_room_for_the_steps_is_refused(context, paper):
    with pytest.raises(ValueError, match="no room for its instructions"):
        hand_duplex.pages(Room(paper, 6.35), context.fonts)


def placed_and_labelled(out: Path) -> tuple[list[tuple[str, str]], list[str]]:
    """The piece and the side on each page, and the label of each page."""
    manifest = json.loads((out / "manifest.json").read_text("utf-8"))
    (file,) = (one["path"] for one in manifest["files"])
    first = {p["page"]: (p["piece"], p["side"], p["turn"]) for p in reversed(manifest["placements"])}
    labels = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO((out / file).read_bytes())).pages]
    return [first[page] for page in sorted(first)], labels


@pytest.mark.parametrize(
    ("answers", "order", "turn"),
    [
        (["--behind", "3"], ["all/hello", "all/thanks"], 0),
        (["--behind", "4"], ["all/thanks", "all/hello"], 0),
        (["--behind", "4", "--upside-down"], ["all/thanks", "all/hello"], 180),
    ],
)
def test_a_build_follows_the_answers_without_further_options(tmp_path, answers, order, turn):
    kit = three_cards.write(tmp_path / "mine")
    assert run("printer", "by-hand", "home", *answers).exit_code == 0
    options = ["--order", "sides", "--printer", "home", "--cards", "hello,thanks", "--copies", "6"]
    result = run("build", kit, *options, "--output", tmp_path / "out")
    assert result.exit_code == 0, result.output
    placed, labels = placed_and_labelled(tmp_path / "out")
    assert [side for _, side, _ in placed] == ["front", "front", "back", "back"]
    assert [(piece, turned) for piece, side, turned in placed if side == "back"] == [(id_, turn) for id_ in order]
    assert all("lay the stack in as in your test" in label for label in labels)


def test_options_of_a_build_come_before_the_answers(tmp_path):
    run("printer", "by-hand", "home", "--behind", "3", "--upside-down")
    options = ["--order", "sides", "--printer", "home", "--only", "moves"]
    for more, found in (([], ("short", False)), (["--backs", "long", "--reverse"], ("long", True))):
        result = run("build", SMALL, *options, *more, "--output", tmp_path / "out")
        assert result.exit_code == 0, result.output
        chosen = json.loads((tmp_path / "out" / "manifest.json").read_text("utf-8"))["options"]
        assert (chosen["backs"], chosen["reverse"]) == found


def test_in_other_orders_the_answers_change_nothing(tmp_path):
    run("printer", "by-hand", "home", "--behind", "4", "--upside-down")
    run("build", SMALL, "--printer", "home", "--only", "moves", "--output", tmp_path / "out")
    chosen = json.loads((tmp_path / "out" / "manifest.json").read_text("utf-8"))["options"]
    assert (chosen["backs"], chosen["reverse"]) == ("long", False)


def test_answers_and_corrections_are_kept_side_by_side():
    run("printer", "by-hand", "home", "--behind", "4", "--upside-down")
    assert run("printer", "add", "home", "--x", "1").exit_code == 0
    shown = run("printer", "show", "home").stdout
    assert "pnp printer add home --x 1\npnp printer by-hand home --behind 4 --upside-down\n" in shown
    assert run("printer", "add", "home", "--x", "2").exit_code == 2, "it corrects something already"
    assert run("printer", "add", "home", "--x", "2", "--force").exit_code == 0
    assert "the back is 2 mm too far to the right; backs by hand are in the opposite order, upside down" in (
        run("printer", "list").stdout
    )
    assert run("printer", "by-hand", "home", "--behind", "3").exit_code == 0
    assert "2 mm too far to the right; backs by hand are in the order of the fronts, upright" in (
        run("printer", "list").stdout
    )
