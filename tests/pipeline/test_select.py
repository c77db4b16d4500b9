"""Parts of a set: which pieces and sheets they have, what they are called, what is refused."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from pnp.components.fingerprint import Fingerprints
from pnp.diagnostics import Span
from pnp.graphics.content import Kept
from pnp.graphics.drawing import Drawing, Group, Picture, Piece, Tag, Text, Use, line
from pnp.graphics.drawing import Path as Outline
from pnp.graphics.drawing import Stroke as Pen
from pnp.graphics.geometry import Rect, Size, Transform
from pnp.graphics.gradient import GradientFill
from pnp.imposition import Sheet
from pnp.kit import paths
from pnp.pdf import Page
from pnp.pipeline import choices, select
from pnp.pipeline.choices import ChoiceError
from pnp.pipeline.pages import OutputFile
from pnp.pipeline.sheets import SheetGroup as Sheets
from tests.conftest import SMALL, edit, options_for, run
from tests.support.differences import label
from tests.support.git import committed, git, needs_git, recolour


def manifest(folder: Path) -> dict:
    return json.loads((folder / "manifest.json").read_text("utf-8"))


def copies(folder: Path) -> dict[str, int]:
    return {piece["id"]: piece["copies"] for piece in manifest(folder)["pieces"]}


def built(out: Path, *options: object, kit: object = SMALL) -> dict[str, int]:
    result = run("build", kit, "--output", out, *options)
    assert result.exit_code == 0, result.output
    return copies(out)


def refused(out: Path, *options: object, kit: object = SMALL) -> str:
    """The message on wrong use; nothing is written."""
    result = run("build", kit, "--output", out, *options)
    assert result.exit_code == 2, result.output
    assert not out.exists()
    return " ".join(result.stderr.split())


# Cards and copies --------------------------------------------------------------------------------------------


def test_cards_bring_their_copies_and_nothing_else(tmp_path):
    assert built(tmp_path, "--cards", "swerve, dodge") == {"moves/swerve": 8, "moves/dodge": 7}
    assert [file["path"] for file in manifest(tmp_path)["files"]] == ["small-a4-cardstock.pdf"]


def test_cards_bring_their_standees_and_go_together_with_components(tmp_path):
    assert built(tmp_path / "all", "--cards", "chipdip") == {"rhinos/chipdip": 1, "foldies/chipdip": 1}
    assert built(tmp_path / "some", "--cards", "chipdip", "--only", "foldies") == {"foldies/chipdip": 1}


def test_a_card_that_only_fills_slots_comes_once(tmp_path):
    assert built(tmp_path, "--cards", "blank") == {"extras/blank": 1}


def test_a_component_of_fillers_alone_fills_a_sheet(small, tmp_path):
    edit(small, "cards.yaml", "  champion: {name: Champion, asides: {counted_as: champion card}}\n", "")
    assert built(tmp_path / "out", "--only", "extras", kit=small) == {"extras/blank": 9}


def test_as_many_copies_as_wanted_and_no_more(tmp_path):
    assert built(tmp_path / "some", "--cards", "swerve,blank", "--copies", 2) == {"moves/swerve": 2, "extras/blank": 2}
    whole = built(tmp_path / "whole", "--copies", 2)
    assert set(whole.values()) == {2}
    assert {"guide/page", "extras/blank", "rulebook/sheet-1"} <= set(whole)


def test_a_card_without_copies_is_reported(small, tmp_path):
    edit(small, "cards.yaml", "count: 8", "count: 0")
    said = refused(tmp_path / "out", "--cards", "swerve", kit=small)
    assert "the set has no copies of swerve; print some with --copies" in said
    assert built(tmp_path / "out", "--cards", "swerve", "--copies", 1, kit=small) == {"moves/swerve": 1}


def test_a_part_has_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("build", SMALL, "--cards", "swerve").exit_code == 0
    assert [path.name for path in (tmp_path / "output").iterdir()] == ["small-a4-part"]


# Pages -------------------------------------------------------------------------------------------------------

SIZE = Size(210, 297)
NOTHING = Drawing("nothing", SIZE, ())


@st.composite
def plans(draw: st.DrawFn) -> tuple[str, list[tuple[OutputFile, list[Page]]]]:
    """An order of sides, and files with empty pages, whose labels are their numbers."""
    sequence = draw(st.sampled_from(["sheets", "sides", "reversed"]))
    planned = []
    for name, count in enumerate(draw(st.lists(st.integers(1, 12), min_size=1, max_size=3))):
        sides = draw(st.sampled_from([("front", "back"), ("front",), ("back",)]))
        group = Sheets("cards", "Cards", "cardstock", (Sheet(SIZE, ()),) * count)
        pages = [Page(SIZE, (), NOTHING, str(n)) for n in range(1, count * len(sides) + 1)]
        planned.append((OutputFile(f"{name}.pdf", "cardstock", sides, (group,)), pages))
    return sequence, planned


@given(plans(), st.data())
def test_pages_bring_the_other_sides_of_their_sheets_and_no_more(plan, data):
    sequence, planned = plan
    most = max(len(pages) for _, pages in planned)
    parts = data.draw(st.lists(st.tuples(st.integers(1, most), st.integers(0, 5)), min_size=1, max_size=4))
    text = ", ".join(f"{a}" if not more else f"{a}-{min(a + more, most)}" for a, more in parts)
    wanted = {n for a, more in parts for n in range(a, min(a + more, most) + 1)}
    sides = "sheets" if sequence == "sheets" else "sides"
    order = options_for(SMALL, "a4", order=sides, reverse=sequence == "reversed", pages=choices.ranges(text))
    chosen = {
        output_file.name: [int(page.label) for page in pages] for output_file, pages in select.pages(order, planned, ())
    }
    for output_file, pages in planned:
        count = output_file.sheets
        both = len(output_file.sides) > 1

        def sheet(n: int, both=both, count=count) -> int:
            if not both:
                return n
            if sequence == "reversed" and n > count:
                return 2 * count - n
            return (n - 1) // 2 if sequence == "sheets" else (n - 1) % count

        sheets = {sheet(n) for n in wanted if n <= len(pages)}
        expected = [n for n in range(1, len(pages) + 1) if sheet(n) in sheets]
        assert chosen.get(output_file.name, []) == expected
        assert len(expected) == len(sheets) * len(output_file.sides)


@given(plans(), st.integers(0, 5))
def test_pages_beyond_the_last_are_refused_with_what_there_is(plan, more):
    sequence, planned = plan
    most = max(len(pages) for _, pages in planned)
    order = options_for(SMALL, "a4", order=sequence, pages=((1, most + 1 + more),))
    with pytest.raises(ChoiceError, match=rf"there is no page {most + 1}; 0\.pdf has \d+ page"):
        select.pages(order, planned, ())


@given(st.text("0123456789-, x", max_size=12))
def test_what_is_no_range_is_refused_and_nothing_else_happens(text):
    try:
        found = choices.ranges(text)
    except ValueError:
        return
    assert all(1 <= first <= last for first, last in found)


@pytest.mark.parametrize("twice", [("--pages", "1", "--pages", "2"), ("--only", "moves", "--only", "rulebook")])
def test_a_list_may_be_one_option_or_several(tmp_path, twice):
    built(tmp_path / "one", twice[0], f"{twice[1]},{twice[3]}")
    built(tmp_path / "two", *twice)
    one, two = (manifest(tmp_path / name) for name in ("one", "two"))
    assert one["files"] == two["files"]


def test_sheets_keep_their_numbers_of_the_whole(tmp_path):
    built(tmp_path, "--pages", "3", "--only", "moves,rulebook")
    cards = PdfReader(tmp_path / "small-a4-cardstock.pdf")
    report = [f"page {n} of 4" for n in (3, 4)]
    assert all(words in page.extract_text() for words, page in zip(report, cards.pages, strict=True))
    (file,) = manifest(tmp_path)["files"]
    assert (file["pages"], file["sheets"]) == (2, 1)
    assert {p["page"] for p in manifest(tmp_path)["placements"] if p["file"] == file["path"]} == {1, 2}


def test_a_front_brings_its_back_where_backs_come_last(tmp_path):
    built(tmp_path, "--pages", "2", "--only", "moves", "--order", "sides")
    text = [page.extract_text() for page in PdfReader(tmp_path / "small-a4-cardstock.pdf").pages]
    assert "page 2 of 4" in text[0]
    assert "page 4 of 4" in text[1]


def test_the_guide_page_is_in_a_part_only_if_it_is_named(tmp_path):
    assert "guide/page" not in built(tmp_path / "a", "--cards", "swerve")
    assert "guide/page" not in built(tmp_path / "b", "--pages", "1")
    assert built(tmp_path / "c", "--pages", "1", "--only", "guide,bracket") == {"guide/page": 1}
    assert built(tmp_path / "d", "--cards", "swerve", "--only", "guide,moves") == {"guide/page": 1, "moves/swerve": 8}


# Fingerprints ------------------------------------------------------------------------------------------------


def piece(*items, name: str = "d", back: Drawing | None = None) -> Piece:
    return Piece("p/1", "p", "P", Size(63, 88), Drawing(name, Size(63, 88), items), back)


def test_a_fingerprint_is_of_the_ink_alone(context):
    prints = Fingerprints(context.fonts)
    word = Text(1, 2, "word", "body", 8, "#000000")
    plain = prints.piece(piece(word))
    assert prints.piece(piece(Tag("P", (word,), "alt", Span("file", 3)), name="other")) == plain
    assert prints.piece(replace(piece(word), id="x", copies=9, stock="paper")) == plain
    assert Fingerprints(context.fonts).piece(piece(word._replace(x=1 + 1e-12))) == plain


def test_whatever_is_drawn_counts(context):
    prints = Fingerprints(context.fonts)
    pen = Pen("#000000", 0.2)
    word, stroke = Text(1, 2, "word", "body", 8, "#000000"), line(0, 0, 5, 5, pen)
    used = Use(Drawing("u", Size(9, 9), (stroke,)), Transform())
    fade = GradientFill("linear", ((0.0, "#000000"), (1.0, "#ffffff")), Transform())
    bitmap = Picture(Rect(0, 0, 9, 9), Kept(b"data"), (9, 9))
    drawn = [
        (word,),
        (word._replace(text="Word"),),
        (word._replace(font="bold"),),
        (word._replace(x=1.001),),
        (word._replace(alpha=0.5),),
        (stroke,),
        (line(0, 0, 5, 5.001, pen),),
        (line(0, 0, 5, 5, pen._replace(dash=(1.0, 2.0))),),
        (Outline(stroke.segments, fill="#000000"),),
        (Outline(stroke.segments, fill="#000000", even_odd=True),),
        (Group((stroke,)),),
        (Group((stroke,), clip=stroke.segments),),
        (Group((stroke, word)),),
        (Group((stroke,)), word),
        (used,),
        (Use(used.drawing, Transform.move(1, 0)),),
        (used._replace(alpha=0.5),),
        (bitmap,),
        (bitmap._replace(alpha=0.5),),
        (Outline(stroke.segments, fill=fade),),
        (Outline(stroke.segments, fill=fade._replace(kind="radial")),),
        (Outline(stroke.segments, fill=fade._replace(frame=Transform.scale(2))),),
        (Outline(stroke.segments, fill=fade._replace(stops=((0.0, "#000000"), (0.5, "#ffffff")))),),
        (Use(replace(used.drawing, items=(word,)), Transform()),),
    ]
    found = [prints.piece(piece(*items)) for items in drawn]
    found.append(prints.piece(piece(word, back=Drawing("b", Size(63, 88), ()))))
    assert len(set(found)) == len(found)
    assert all(len(value) == 16 for value in found)


def test_numbers_too_large_for_single_precision_are_no_trouble(context):
    assert Fingerprints(context.fonts).piece(piece(line(0, 0, 1e39, 1, Pen("#000000", 1))))


@pytest.mark.slow
def test_fingerprints_do_not_depend_on_paper_backs_or_what_else_is_printed(tmp_path):
    def prints(out: str, *options: object) -> dict[str, str]:
        built(tmp_path / out, *options)
        report = {}
        for entry in manifest(tmp_path / out)["pieces"]:
            if "describes_set" not in entry:
                report |= entry.get("of", {entry["id"]: entry["drawing"]})
        return report

    whole = prints("a4")
    assert prints("letter", "--paper", "letter", "--backs", "short", "--rulebook", "booklet") == whole
    part = prints("part", "--only", "rhinos,score-track", "--marks", "none")
    assert part.items() < whole.items()
    tiled = prints("tiled", "--paper", "80x120mm", "--only", "moves,rhinos")
    assert tiled.items() < whole.items()


# Since -------------------------------------------------------------------------------------------------------


def test_only_what_is_drawn_anew_since_a_manifest_is_printed_in_full_number(small, tmp_path):
    before = tmp_path / "before"
    built(before, "--only", "moves,rhinos", kit=small)
    recolour(small)
    since = ("--since", before / "manifest.json", "--only", "moves,rhinos")
    assert built(tmp_path / "out", *since, kit=small) == {"moves/dodge": 7}
    assert built(tmp_path / "three", *since, "--copies", 3, kit=small) == {"moves/dodge": 3}


def test_nothing_changed_is_reported_and_nothing_written(small, tmp_path):
    before = tmp_path / "before"
    built(before, "--only", "moves,score-track", kit=small)
    result = run(
        "build", small, "--since", before / "manifest.json", "--only", "score-track", "--output", tmp_path / "out"
    )
    assert result.exit_code == 0
    earlier = f"{before.as_posix()}/manifest.json"
    assert result.stdout == f"small: no drawing has changed since {earlier}, nothing was printed\n"
    assert not (tmp_path / "out").exists()


def test_pieces_that_are_gone_are_reported(small, tmp_path):
    before = tmp_path / "before"
    built(before, "--only", "score-markers", kit=small)
    edit(small, "kit.yaml", "colours: [black, white]", "colours: [white]")
    words = ("build", small, "--only", "score-markers", "--since", before / "manifest.json")
    result = run(*words, "--output", tmp_path / "out")
    assert result.exit_code == 0
    assert "no longer in the set: Score markers, black (score-markers/black)" in result.stdout


def test_a_manifest_of_tiles_lists_the_whole_board(small, tmp_path):
    before = tmp_path / "before"
    built(before, "--only", "moves,score-track", kit=small)
    entry = {"id": "x", "title": "X", "copies": 1, "drawing": "1", "of": {"a/1": "2", "a/2": "3"}}
    report = manifest(before)
    (before / "manifest.json").write_text(json.dumps({**report, "pieces": [entry], "not_printed": []}), "utf-8")
    from pnp.pipeline.diff import from_manifest

    assert {id_: seen.drawing for id_, seen in from_manifest(before / "manifest.json")[1].pieces.items()} == {
        "a/1": "2",
        "a/2": "3",
    }


@pytest.mark.slow
def test_each_build_of_changes_prints_what_changed_since_the_one_before(small, tmp_path):
    built(tmp_path / "b0", kit=small)
    recolour(small)
    first = built(tmp_path / "b1s", "--since", tmp_path / "b0" / "manifest.json", kit=small)
    assert first == {"moves/dodge": 7, "rulebook/sheet-1": 1}
    rest = {piece["id"] for piece in manifest(tmp_path / "b1s")["not_printed"]}
    assert {"moves/swerve", "bracket/page", "score-track/white"} < rest
    assert not rest & {"moves/dodge", "rulebook/2", "guide/page"}
    assert label(tmp_path / "b1s" / "manifest.json", small).endswith("nothing differs\n")
    edit(small, "kit.yaml", "art: coin-{colour}.svg", "art: trophy.svg")
    second = built(tmp_path / "b2s", "--since", tmp_path / "b1s" / "manifest.json", kit=small)
    assert {id_.partition("/")[0] for id_ in second} == {"score-markers"}
    result = run("build", small, "--since", tmp_path / "b2s" / "manifest.json", "--output", tmp_path / "b3s")
    assert "no drawing has changed" in result.stdout


@pytest.mark.parametrize(
    "part",
    [("--cards", "swerve", "--copies", "1"), ("--pages", "2"), ("--only", "moves")],
    ids=" ".join,
)
def test_a_build_of_a_part_is_like_one_of_the_set_at_that_time(part, small, tmp_path):
    built(tmp_path / "part", *part, kit=small)
    before = tmp_path / "part" / "manifest.json"
    assert label(before, small).endswith("nothing differs\n")
    recolour(small)
    assert built(tmp_path / "out", "--since", before, kit=small) == {"moves/dodge": 7, "rulebook/sheet-1": 1}


def test_components_with_errors_that_are_not_printed_are_named(small, tmp_path):
    edit(small, "kit.yaml", "art: coin-{colour}.svg", "art: nowhere.svg")
    built(tmp_path / "part", "--only", "score-track", kit=small)
    before = tmp_path / "part" / "manifest.json"
    assert manifest(tmp_path / "part")["undrawn"] == ["score-markers"]
    said = refused(tmp_path / "out", "--since", before, kit=small)
    assert "does not list score-markers, which had errors when it was written" in said


@needs_git
def test_a_kit_in_a_repository_of_its_own_as_it_was(small, tmp_path):
    committed(small)
    recolour(small)
    changed = {"moves/dodge": 7, "rulebook/sheet-1": 1}  # a page of the book shows the card
    assert built(tmp_path / "out", "--since", "HEAD", kit=small) == changed
    git(small, "add", "-A")
    git(small, "commit", "-q", "-m", "second")
    result = run("build", small, "--since", "HEAD", "--output", tmp_path / "none")
    assert "no drawing has changed since HEAD" in result.stdout
    assert not (tmp_path / "none").exists()
    git(small, "tag", "first", "HEAD~1")
    assert built(tmp_path / "tag", "--since", "first", kit=small) == changed


@pytest.fixture
def project(tmp_path: Path):
    """A repository with a root of its own, which is the root meanwhile."""
    root = tmp_path / "project"
    for part in ("card_data/common", "art/common", "fonts"):
        shutil.copytree(paths.root() / part, root / part)
    shutil.copytree(SMALL, root / "card_data" / "small", ignore=shutil.ignore_patterns("*.svg"))
    shutil.copytree(SMALL, root / "art" / "small", ignore=shutil.ignore_patterns("*.yaml", "*.md"))
    shutil.copyfile(paths.data_folder() / "papers.yaml", root / "card_data" / "papers.yaml")
    committed(root)
    with paths.rooted(root):
        yield root


@needs_git
def test_a_shipped_kit_comes_with_what_was_shared_then(project, tmp_path):
    assert "no drawing has changed" in run("build", "small", "--since", "HEAD", "--output", tmp_path / "out").stdout
    art = project / "art" / "small" / "dodge.svg"
    art.write_bytes((project / "art" / "small" / "swerve.svg").read_bytes())
    changed = built(tmp_path / "out", "--since", "HEAD", kit="small")
    assert "moves/dodge" in changed
    assert "moves/swerve" not in changed


@needs_git
@pytest.mark.parametrize(
    ("revision", "message"),
    [
        ("HAED", "there is no revision 'HAED' in"),
        ("HAED", "did you mean 'HEAD'?"),
        ("--exec=x", "there is no revision '--exec=x'"),
        ("", "there is no revision ''"),
    ],
)
def test_a_revision_that_is_not_there_is_refused(revision, message, small, tmp_path):
    committed(small)
    assert message in refused(tmp_path / "out", f"--since={revision}", kit=small)


@needs_git
def test_a_kit_that_was_not_there_yet_is_refused(small, tmp_path):
    (tmp_path / "notes.txt").write_text("x")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "notes.txt")
    git(tmp_path, "commit", "-q", "-m", "first")
    assert "there is no kit in small at HEAD" in refused(tmp_path / "out", "--since", "HEAD", kit=small)


@needs_git
def test_errors_of_that_time_are_reported_with_the_revision(small, tmp_path):
    text = (small / "cards.yaml").read_text("utf-8")
    (small / "cards.yaml").write_text(text.replace("count: 8", "count: many", 1), "utf-8")
    committed(small)
    (small / "cards.yaml").write_text(text, "utf-8")
    result = run("build", small, "--since", "HEAD", "--output", tmp_path / "out")
    assert result.exit_code == 1
    assert "HEAD/cards.yaml:" in result.stderr
    assert not (tmp_path / "out").exists()
