"""Printers: profiles in a file, what they come to on paper, and the commands that keep and use them."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path

import click
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp import writing
from pnp.diagnostics import Diagnostics
from pnp.graphics.geometry import Size, Transform
from pnp.imposition import Room, Sheet, printers
from pnp.imposition.printers import Printer, Profile, correction, further, shift, turned_over
from pnp.kit.sizes import NamedSize
from tests.conftest import SMALL, run
from tests.support.pages import forms, matrix
from tests.support.sheets import A4, through

NOTHING = Profile()
FULL = Profile(x=0.6, y=-0.35, rotate=0.12, scale_x=1.002, scale_y=0.997, back_scale_x=0.999, back_scale_y=1.0015)

papers = st.builds(Size, st.floats(150, 450), st.floats(150, 450))
flips = st.sampled_from(["long", "short"])
scales = st.floats(0.99, 1.01)
profiles = st.builds(
    Profile,
    x=st.floats(-5, 5),
    y=st.floats(-5, 5),
    rotate=st.floats(-1, 1),
    scale_x=scales,
    scale_y=scales,
    back_scale_x=scales,
    back_scale_y=scales,
)


@pytest.fixture
def kept(tmp_path, monkeypatch) -> Path:
    """Where printers are kept in this test."""
    monkeypatch.setattr(click, "get_app_dir", lambda _name: str(tmp_path / "config" / "pnp"))
    return tmp_path / "config" / "pnp" / printers.FILE


def known(path: Path) -> dict[str, Profile]:
    diagnostics = Diagnostics()
    found = printers.known(path, diagnostics)
    assert found is not None, list(diagnostics)
    return found


def near(a: Transform, b: Transform, paper: Size, slack: float = 1e-6) -> bool:
    return all(math.dist(a.apply(x, y), b.apply(x, y)) < slack for x in (0, paper.w) for y in (0, paper.h))


# Corrections -------------------------------------------------------------------------------------------------


@given(paper=papers, flip=flips)
def test_a_perfect_printer_needs_no_correction(paper, flip):
    profile = Profile(landscape=paper.w > paper.h)
    assert correction(profile, paper, "front", flip) == Transform()
    assert near(correction(profile, paper, "back", flip), Transform(), paper)


@given(paper=papers, flip=flips, x=st.floats(0, 450), y=st.floats(0, 450))
def test_turned_over_is_what_the_pin_law_says(paper, flip, x, y):
    assert turned_over(paper, flip).apply(x, y) == pytest.approx(through(Sheet(paper, ()), x, y, flip))


@given(paper=papers, flip=flips, profile=profiles)
def test_a_corrected_printer_puts_every_place_where_it_belongs_on_both_sides(paper, flip, profile):
    profile = printers.replace(profile, landscape=paper.w > paper.h)
    middle = (paper.w / 2, paper.h / 2)
    size = Transform.move(*middle).over(Transform.scale(profile.scale_x, profile.scale_y))
    front = size.over(Transform.move(-middle[0], -middle[1]))
    over = turned_over(paper, flip)
    # What the printer does to the back's page: as to the front, and its own errors, all seen from the front.
    back = over.over(shift(profile, paper).over(front)).over(over)
    assert near(front.over(correction(profile, paper, "front", flip)), Transform(), paper)
    assert near(back.over(correction(profile, paper, "back", flip)), Transform(), paper)


def test_plus_is_right_up_and_anticlockwise_seen_from_the_front():
    moved = correction(Profile(x=1, y=2), A4, "back", "long")
    assert moved.apply(0, 0) == pytest.approx((1, -2))  # on its own page, left and right are exchanged
    assert correction(Profile(x=1, y=2), A4, "back", "short").apply(0, 0) == pytest.approx((-1, 2))
    turned = shift(Profile(rotate=90), A4)
    assert turned.apply(105 + 10, 148.5) == pytest.approx((105, 148.5 + 10))


def test_sheets_that_lie_the_other_way_are_corrected_in_size_only():
    profile = Profile(x=3, y=4, rotate=1, scale_x=1.01, scale_y=0.99)
    for side in ("front", "back"):
        found = correction(profile, A4.turned(), side, "long")
        assert found.apply(148.5, 105) == pytest.approx((148.5, 105))
        assert (found.a, found.b, found.c, found.d) == pytest.approx((1 / 0.99, 0, 0, 1 / 1.01))


@given(profile=profiles, more=profiles)
def test_corrected_further_a_printer_is_as_if_it_had_been_measured_better(profile, more):
    both = further(profile, more)
    expected = shift(more, A4).over(shift(profile, A4))
    # A turn between two unequal sizes leaves a shear, which no profile tells.
    assert near(shift(both, A4), expected, A4, 0.09)
    assert further(profile, NOTHING) == printers.rounded(profile)
    assert further(NOTHING, more) == printers.rounded(printers.replace(more))


# The file ----------------------------------------------------------------------------------------------------

names = st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,8})?(:[a-z0-9]{1,8})?", fullmatch=True)


@settings(max_examples=15)
@given(found=st.dictionaries(names, profiles, max_size=5))
def test_what_is_written_is_read_again(tmp_path_factory, found):
    path = tmp_path_factory.mktemp("printers") / "deeper" / printers.FILE
    found = {name: printers.rounded(profile) for name, profile in found.items()}
    writing.write_file(path, printers.written(found).encode())
    assert known(path) == found
    assert [p.name for p in path.parent.iterdir()] == [printers.FILE]


def test_without_a_file_there_are_no_printers(tmp_path):
    assert known(tmp_path / "none" / printers.FILE) == {}


def test_a_stock_has_its_own_profile_or_the_printers():
    found = {"home": NOTHING, "home:cardstock": FULL, "homely": FULL}
    home = printers.chosen("home", found)
    assert home == Printer("home", {"home": NOTHING, "home:cardstock": FULL})
    assert home.of("cardstock", landscape=False) == ("home:cardstock", FULL)
    assert home.of("paper", landscape=False) == ("home", NOTHING)
    tray = printers.chosen("home:cardstock", found)
    assert [tray.of(stock, landscape=False) for stock in ("paper", "cardstock")] == [("home:cardstock", FULL)] * 2
    assert printers.chosen("hom", found) is None
    assert printers.chosen("office", {"office:cardstock": FULL}).of("paper", landscape=False) is None


def test_a_printer_has_profiles_for_upright_sheets_and_for_those_that_are_wider_than_tall(kept, tmp_path):
    assert run("printer", "add", "home", "--x", "1").exit_code == 0
    assert run("printer", "add", "home", "--paper", "a4-landscape", "--x", "2").exit_code == 0
    assert run("printer", "add", "home", "--paper", "a4-landscape", "--stock", "paper", "--x", "3").exit_code == 0
    saved = known(kept)
    assert {name: (one.x, one.landscape) for name, one in saved.items()} == {
        "home": (1, False),
        "home:landscape": (2, True),
        "home:paper-landscape": (3, True),
    }
    home = printers.chosen("home", saved)
    assert home.of("cardstock", landscape=False)[0] == home.of("paper", landscape=False)[0] == "home"
    assert home.of("cardstock", landscape=True)[0] == "home:landscape"
    assert home.of("paper", landscape=True)[0] == "home:paper-landscape"
    for paper, used in (("a4", "home"), ("a4-landscape", "home:landscape")):
        output = tmp_path / paper
        run("build", SMALL, "--only", "rhinos", "--printer", "home", "--paper", paper, "--output", output)
        (file,) = json.loads((output / "manifest.json").read_text("utf-8"))["files"]
        assert file["print"]["printer"]["name"] == used


# The commands ------------------------------------------------------------------------------------------------


def test_printers_are_added_listed_shown_and_removed(kept):
    assert run("printer", "list").stdout == "no printers are saved; begin with pnp calibrate\n"
    numbers = ("--x", "0.6", "--y", "-0.3", "--rotate", "0.1", "--scale-x", "1.000", "--scale-y", "0.998")
    added = run("printer", "add", "my-printer", *numbers)
    assert added.exit_code == 0
    assert added.stdout == (
        "my-printer: the back is 0.6 mm too far to the right and 0.3 mm too low; it is turned 0.1° anticlockwise; "
        "the front prints at 100 % across and 99.8 % up\n"
    )
    assert run("printer", "add", "my-printer", "--tray", "cardstock", "--x", "-1").exit_code == 0
    assert known(kept) == {
        "my-printer": Profile(x=0.6, y=-0.3, rotate=0.1, scale_y=0.998),
        "my-printer:cardstock": Profile(x=-1),
    }
    assert run("printer", "list").stdout == (
        "my-printer            the back is 0.6 mm too far to the right and 0.3 mm too low; it is "
        "turned 0.1° anticlockwise; the front prints at 100 % across and 99.8 % up\n"
        "my-printer:cardstock  the back is 1 mm too far to the left\n"
    )
    shown = run("printer", "show", "my-printer").stdout.splitlines()
    assert shown[1] == "pnp printer add my-printer --x 0.6 --y -0.3 --rotate 0.1 --scale-y 0.998"
    assert shown[2] == f"in {kept}"
    assert run("printer", "remove", "my-printer").stdout == "my-printer was removed\n"
    assert list(known(kept)) == ["my-printer:cardstock"]


@pytest.mark.parametrize("paper", ["a4", "a4-landscape"])
def test_the_command_that_is_shown_adds_the_same_again(kept, paper):
    lying = paper != "a4"
    readings = (0.25, -0.1, 0.6, -0.05, 0.2, 0.65) if lying else (-0.25, 0.4, 0.6, -0.2, 0.6, 0.4)
    assert run("printer", "add", "one", "--paper", paper, "--read", *readings).exit_code == 0
    label = ":landscape" if lying else ""
    command = run("printer", "show", f"one{label}").stdout.splitlines()[1].split()
    assert command[:4] == ["pnp", "printer", "add", f"one{label}"]
    run("printer", "add", "two", *command[4:])
    run("printer", "add", f"three{label}", *command[4:])
    one, two, three = (known(kept)[f"{name}{label}"] for name in ("one", "two", "three"))
    assert one == two == three


def test_a_printer_is_replaced_only_by_force_and_corrected_further_by_again(kept):
    assert run("printer", "add", "home", "--x", "1").exit_code == 0
    refused = run("printer", "add", "home", "--x", "2")
    assert refused.exit_code == 2
    assert "the printer 'home' already exists; --force replaces it" in refused.stderr
    assert known(kept) == {"home": Profile(x=1)}
    assert run("printer", "add", "home", "--x", "2", "--force").exit_code == 0
    assert known(kept) == {"home": Profile(x=2)}
    assert run("printer", "add", "home", "--x", "-0.5", "--y", "0.25", "--again").exit_code == 0
    assert known(kept) == {"home": Profile(x=1.5, y=0.25)}


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("home: {x: 1\n", ["1:7: error[bad-yaml]"]),
        ("home: {x: 100}\n", ["1:11: error[out-of-range]: '100' is not between -20 and 20"]),
        ("home:\n  x: right\n", ["2:6: error[wrong-type]: expected a number"]),
        ("home: {z: 1}\n", ["1:8: error[unknown-key]: unknown key 'z'"]),
        ("My Home: {x: 1}\n", ["1:1: error[bad-form]: 'My Home' is not small letters"]),
        ("home: {x: 1}\nhome: {x: 2}\n", ["2:1: error[duplicate-key]"]),
    ],
)
def test_a_broken_file_is_reported_with_its_place_and_left_as_it_is(kept, text, parts):
    kept.parent.mkdir(parents=True)
    kept.write_text(text)
    for command in (["printer", "list"], ["printer", "add", "new", "--x", "1"], ["build", SMALL, "--printer", "home"]):
        result = run(*command)
        assert result.exit_code == 1
        for part in (*parts, str(kept.name)):
            assert part in result.stderr
    assert kept.read_text() == text


def test_a_file_that_cannot_be_written_is_left_as_it_was(kept, monkeypatch):
    run("printer", "add", "home", "--x", "1")

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    result = run("printer", "add", "other", "--x", "1")
    assert result.exit_code == 2
    assert f"cannot write to {kept}: No space left on device. The existing files are unchanged." in result.stderr
    monkeypatch.undo()
    assert list(known(kept)) == ["home"]


# Building ----------------------------------------------------------------------------------------------------


def built(folder: Path, *options: object) -> dict[str, object]:
    result = run("build", SMALL, "--only", "rhinos,bracket", "--output", folder, *options)
    assert result.exit_code == 0, result.output
    return json.loads((folder / "manifest.json").read_text("utf-8"))


def said(page: pypdfium2.PdfPage) -> str:
    return " ".join(page.get_textpage().get_text_range().split())


@pytest.mark.parametrize("flip", ["long", "short"])
def test_a_kit_is_printed_for_a_printer(kept, tmp_path, flip):
    writing.write_file(kept, printers.written({"home": Profile(x=1.25), "home:cardstock": FULL}).encode())
    plain = built(tmp_path / "plain", "--backs", flip)
    mine = built(tmp_path / "mine", "--backs", flip, "--printer", "home")
    assert mine["placements"] == plain["placements"]
    assert mine["pieces"] == plain["pieces"]
    assert [file["print"].get("printer") for file in plain["files"]] == [None, None]
    cardstock, paper = (file["print"]["printer"] for file in mine["files"])
    assert cardstock == {"name": "home:cardstock", **printers.correcting(FULL)}
    assert paper == {"name": "home", **printers.correcting(Profile(x=1.25))}
    document = pypdfium2.PdfDocument(tmp_path / "mine" / "small-a4-cardstock.pdf")
    for number, page in enumerate(document, start=1):
        assert "for printer home:cardstock" in said(page)
        placed = [p for p in mine["placements"] if p["page"] == number and "cardstock" in p["file"]]
        adjust = correction(FULL, A4, placed[0]["side"], flip)
        expected = [adjust.over(Transform(*matrix(p))) for p in placed]
        assert forms(page) == [pytest.approx(tuple(e), abs=0.01) for e in expected]
    assert "for printer home" in said(pypdfium2.PdfDocument(tmp_path / "mine" / "small-a4-paper.pdf")[0])


def test_an_unknown_printer_is_refused_with_the_nearest(kept, tmp_path):
    result = run("build", SMALL, "--printer", "home", "--output", tmp_path / "out")
    assert result.exit_code == 2
    assert "there is no printer 'home', because none is saved; begin with pnp calibrate" in " ".join(
        result.stderr.split()
    )
    run("printer", "add", "home", "--x", "1")
    result = run("build", SMALL, "--printer", "hone", "--output", tmp_path / "out")
    assert result.exit_code == 2
    assert "there is no printer 'hone'; did you mean 'home'?" in " ".join(result.stderr.split())
    assert not (tmp_path / "out").exists()


def test_paper_that_lies_the_other_way_than_the_sheet_that_was_read_is_refused(kept, tmp_path):
    run("printer", "add", "home", "--x", "1")
    for command in (["build", "rhino"], ["calibrate"]):
        result = run(*command, "--printer", "home", "--paper", "a4-landscape", "--output", tmp_path / "out")
        assert result.exit_code == 2
        assert "home was measured on sheets that are upright, and a4-landscape is wider than tall" in " ".join(
            result.stderr.split()
        )
    assert not (tmp_path / "out").exists()


def test_profiles_that_are_not_used_do_not_matter(kept, tmp_path):
    writing.write_file(kept, printers.written({"home": FULL, "home:lying": Profile(x=1, landscape=True)}).encode())
    built(tmp_path / "out", "--printer", "home")
    for name, paper in (("home", "a4"), ("home:lying", "a4-landscape")):
        result = run("calibrate", "--printer", name, "--paper", paper, "--output", tmp_path / "sheet.pdf")
        assert result.exit_code == 0, result.output
        front, _ = pypdfium2.PdfDocument(tmp_path / "sheet.pdf")
        assert f"pnp printer add {name} --paper {paper} --again --read" in said(front)


def test_a_printer_corrects_only_paper_of_the_orientation_that_it_was_measured_on():
    upright, wide = NamedSize("a4", "A4", Size(210, 297)), NamedSize("a4-landscape", "A4", Size(297, 210))
    printer = Printer("home", {"home": Profile(), "home:paper": Profile(landscape=True)})
    assert printer.misfit(upright) == printer.misfit(wide) == ""
    only = Printer("home", {"home": Profile()})
    assert only.misfit(upright) == ""
    assert only.misfit(wide).startswith("home was measured on sheets that are upright, and a4-landscape is ")
    assert "run pnp calibrate --paper a4-landscape" in only.misfit(wide)


def test_answers_for_printing_by_hand_hold_for_both_orientations():
    wide, answers = NamedSize("a4-landscape", "A4", Size(297, 210)), Profile(backs="short", reverse=True)
    assert Printer("home", {"home": answers}, answers).misfit(wide) == ""
    measured = Profile(x=1.0, backs="short", reverse=True)
    assert "run pnp calibrate" in Printer("home", {"home": measured}, measured).misfit(wide)


MEASURE_A4 = Room(Size(210, 297), 6.35)
LYING = Room(Size(297, 210), 6.35)


def test_scales_are_lettered_clockwise_from_the_top():
    scales = printers.stations(MEASURE_A4)
    assert "".join(scale.letter for scale in scales) == "ABCDEF"
    assert "".join(scale.axis for scale in scales) == "yxxyxx"
    top, right = scales[:2]
    assert (top.x, top.inward) == (105, -1)
    assert top.y > 280
    assert (right.inward, right.at(2, 0)) == (-1, (right.x, right.y + 2))
    assert "".join(scale.axis for scale in printers.stations(LYING)) == "yyxyyx"
