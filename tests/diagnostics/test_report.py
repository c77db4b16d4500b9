"""Diagnostics -> the lines people read, to the letter, and the forms that tools read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp import __version__
from pnp.diagnostics import Diagnostic, Diagnostics, Span, report, text
from pnp.diagnostics.report import counts, shown
from pnp.kit.yaml import parse


def diagnostic(
    file: Path,
    line: int,
    column: int,
    width: int = 1,
    message: str = "it is wrong",
    *hints: str,
    severity: str = "error",
) -> Diagnostic:
    return Diagnostic(Span(str(file), line, column, width), severity, "some-code", message, hints)


def written(folder: Path, content: str, name: str = "cards.yaml") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, "utf-8")
    return path


def test_one_fault_is_told_with_its_place_its_line_and_its_hints(tmp_path: Path) -> None:
    path = written(tmp_path, "moves:\n  swerve:\n    cuont: 8\n", "card_data/rhino/cards.yaml")
    found = diagnostic(path, 3, 5, 5, "unknown key 'cuont'", "did you mean 'count'?", "known keys: art, count")
    assert text.lines([found], tmp_path) == [
        "card_data/rhino/cards.yaml:3:5: error[some-code]: unknown key 'cuont'",
        "        cuont: 8",
        "        ^^^^^",
        "    hint: did you mean 'count'?",
        "    hint: known keys: art, count",
        "1 error, nothing was printed",
    ]


def test_several_faults_are_told_in_their_order_and_counted(tmp_path: Path) -> None:
    path = written(tmp_path, "a: b\nc: d\n")
    diagnostics = Diagnostics()
    diagnostics.error(Span(str(path), 2, 4), "two", "the second")
    diagnostics.error(Span(str(path), 1, 4), "one", "the first", "a hint")
    assert text.lines(diagnostics, tmp_path) == [
        "cards.yaml:1:4: error[one]: the first",
        "    a: b",
        "       ^",
        "    hint: a hint",
        "cards.yaml:2:4: error[two]: the second",
        "    c: d",
        "       ^",
        "2 errors, nothing was printed",
    ]


def test_warnings_and_notes_are_told_and_counted_by_themselves(tmp_path: Path) -> None:
    path = written(tmp_path, "a: b\n")
    found = [
        diagnostic(path, 1, 1, severity="warning"),
        diagnostic(path, 1, 1),
        diagnostic(path, 1, 4, severity="note"),
    ]
    assert text.lines(found, tmp_path) == [
        "cards.yaml:1:1: warning[some-code]: it is wrong",
        "    a: b",
        "    ^",
        "cards.yaml:1:1: error[some-code]: it is wrong",
        "    a: b",
        "    ^",
        "cards.yaml:1:4: note[some-code]: it is wrong",
        "    a: b",
        "       ^",
        "1 error, 1 warning, 1 note, nothing was printed",
    ]


def test_colours_are_put_where_they_belong_and_move_nothing(tmp_path: Path) -> None:
    path = written(tmp_path, "key: value\n")
    found = text.lines(
        [diagnostic(path, 1, 6, 5, "bad", "better")], tmp_path, lambda words, kind: f"<{kind}>{words}</>"
    )
    assert found == [
        "cards.yaml:1:6: <error>error[some-code]</>: bad",
        "    key: value",
        "         <error>^^^^^</>",
        "    <hint>hint</>: better",
        "1 error, nothing was printed",
    ]


def test_a_fault_in_a_file_that_cannot_be_read_shows_no_line(tmp_path: Path) -> None:
    gone = tmp_path / "gone.yaml"
    assert text.lines([diagnostic(gone, 1, 1)], tmp_path) == [
        "gone.yaml:1:1: error[some-code]: it is wrong",
        "1 error, nothing was printed",
    ]
    assert text.lines([diagnostic(tmp_path, 1, 1)], tmp_path)[1:] == ["1 error, nothing was printed"]


@pytest.mark.parametrize("line", [2, 3, 99])
def test_an_empty_line_and_a_line_beyond_the_end_are_not_shown(tmp_path: Path, line: int) -> None:
    path = written(tmp_path, "a: b\n   \n")
    assert len(text.lines([diagnostic(path, line, 1)], tmp_path)) == 2


def test_paths_are_told_from_where_one_stands_with_forward_slashes(tmp_path: Path) -> None:
    inside = tmp_path / "kits" / "my kit" / "cards.yaml"
    assert shown(inside, tmp_path) == "kits/my kit/cards.yaml"
    assert shown(inside, tmp_path / "kits" / "my kit") == "cards.yaml"
    assert shown(inside, tmp_path / "other") == inside.as_posix()
    assert shown(tmp_path / "a" / ".." / "b.yaml", tmp_path) == "b.yaml"


def test_the_caret_is_never_wider_than_the_line(tmp_path: Path) -> None:
    path = written(tmp_path, "key: value\n")
    assert text.lines([diagnostic(path, 1, 6, 99)], tmp_path)[2] == "         ^^^^^"
    assert text.lines([diagnostic(path, 1, 11, 5)], tmp_path)[2] == "              ^"
    assert text.lines([diagnostic(path, 1, 6, 0)], tmp_path)[2] == "         ^"


def test_tabs_are_shown_as_one_space_so_that_the_caret_is_right(tmp_path: Path) -> None:
    path = written(tmp_path, "a:\n\t\tb: c\n")
    assert text.lines([diagnostic(path, 2, 3)], tmp_path)[1:3] == ["      b: c", "      ^"]


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_lines_are_counted_as_the_reader_counts_them(tmp_path: Path, end: str) -> None:
    path = tmp_path / "cards.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + end.join(["a: 1", "b: *x", "c: 2"]).encode())
    assert text.lines([diagnostic(path, 2, 4)], tmp_path)[1:3] == ["    b: *x", "       ^"]
    assert text.lines([diagnostic(path, 1, 4)], tmp_path)[1:3] == ["    a: 1", "       ^"]


def test_bytes_that_are_not_utf_8_are_shown_as_replacements(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    path.write_bytes(b"a: \xff!\n")
    assert text.lines([diagnostic(path, 1, 4)], tmp_path)[1:3] == ["    a: \ufffd!", "       ^"]


def under_the_caret(label: list[str]) -> str:
    start, end = label[2].index("^"), label[2].rindex("^") + 1
    return label[1][start:end]


def test_a_long_line_is_cut_around_the_caret(tmp_path: Path) -> None:
    path = written(tmp_path, "x" * 200 + "HERE" + "y" * 200 + "\n")
    label = text.lines([diagnostic(path, 1, 201, 4)], tmp_path)
    assert label[1] == "    " + "x" * 59 + "HERE" + "y" * 47
    assert label[2] == "    " + " " * 59 + "^^^^"


@pytest.mark.parametrize("before", [0, 1, 59, 60, 61, 109, 110, 111, 500, 3990, 3999, 4000, 5000, 50_000])
def test_the_caret_stands_under_its_column_in_a_line_of_any_length(tmp_path: Path, before: int) -> None:
    path = written(tmp_path, "x" * before + "HERE" + "y" * 30 + "\n")
    label = text.lines([diagnostic(path, 1, before + 1, 4)], tmp_path)
    assert under_the_caret(label) == "HERE"
    assert len(label[1]) <= 114


@given(st.integers(0, 400), st.integers(1, 30), st.integers(0, 400))
def test_the_caret_stands_under_its_words(
    tmp_path_factory: pytest.TempPathFactory, before: int, width: int, after: int
) -> None:
    folder = tmp_path_factory.getbasetemp()
    path = written(folder, "-" * before + "#" * width + "=" * after + "\n", "caret.yaml")
    assert under_the_caret(text.lines([diagnostic(path, 1, before + 1, width)], folder)) == "#" * width


def test_a_fault_found_by_the_reader_is_told_where_it_stands(tmp_path: Path) -> None:
    content = "moves:\n  swerve: {count: 8, count: 9}\n"
    path = written(tmp_path, content)
    diagnostics = Diagnostics()
    parse(content, str(path), diagnostics)
    assert text.lines(diagnostics, tmp_path) == [
        "cards.yaml:2:22: error[duplicate-key]: duplicate key 'count'; first on line 2",
        "      swerve: {count: 8, count: 9}",
        "                         ^^^^^",
        "1 error, nothing was printed",
    ]


@pytest.mark.parametrize("content", ["a: [1, 2", "a: 'x", "a: {b: c", "- [", "a:\n  b: 'c\n"])
def test_a_fault_at_the_end_of_a_file_shows_a_line(tmp_path: Path, content: str) -> None:
    path = written(tmp_path, content)
    diagnostics = Diagnostics()
    parse(content, str(path), diagnostics)
    label = text.lines(diagnostics, tmp_path)
    assert label[1].startswith("    ")
    assert label[2].strip() == "^" * len(label[2].strip())
    assert label[2].strip()


# What came of it


def test_the_last_line_says_how_many_and_what_came_of_them(tmp_path: Path) -> None:
    assert text.lines([], tmp_path) == ["no errors, nothing was printed"]
    assert text.lines([], tmp_path, result="") == ["no errors"]
    assert text.lines([], tmp_path, result="all is well") == ["no errors, all is well"]


@pytest.mark.parametrize(
    ("severities", "said"),
    [
        ([], "no errors"),
        (["error"], "1 error"),
        (["error", "error"], "2 errors"),
        (["note", "warning", "error"], "1 error, 1 warning, 1 note"),
        (["note", "note", "warning", "warning"], "2 warnings, 2 notes"),
    ],
)
def test_faults_are_counted_by_severity(tmp_path: Path, severities: list[str], said: str) -> None:
    assert counts(diagnostic(tmp_path, 1, 1, severity=severity) for severity in severities) == said


# Other forms


def test_the_text_form_is_the_report_without_a_result(tmp_path: Path) -> None:
    path = written(tmp_path, "a: b\n")
    assert report.write("text", iter([diagnostic(path, 1, 4)]), tmp_path) == (
        "cards.yaml:1:4: error[some-code]: it is wrong\n    a: b\n       ^\n1 error"
    )


def test_the_github_form_has_a_command_for_each_fault_on_one_line(tmp_path: Path) -> None:
    found = [
        diagnostic(tmp_path / "a,b" / "c.yaml", 3, 5, 4, "100 % wrong\nand", "a hint: this"),
        diagnostic(tmp_path / "d.yaml", 1, 1, severity="note"),
    ]
    assert report.write("github", found, tmp_path).split("\n") == [
        "::error file=a%2Cb/c.yaml,line=3,col=5,endColumn=9,title=some-code::100 %25 wrong%0Aand%0Ahint: a hint: this",
        "::notice file=d.yaml,line=1,col=1,endColumn=2,title=some-code::it is wrong",
        "1 error, 1 note",
    ]


def test_the_json_form_has_every_field_of_each_fault(tmp_path: Path) -> None:
    found = [
        diagnostic(tmp_path / "c.yaml", 3, 5, 4, "“wrong”", "one", "two"),
        diagnostic(tmp_path, 1, 1, severity="warning"),
    ]
    label = report.write("json", found, tmp_path)
    assert "“wrong”" in label
    first, second = json.loads(label)["diagnostics"]
    assert first == {
        "file": "c.yaml",
        "line": 3,
        "column": 5,
        "width": 4,
        "severity": "error",
        "code": "some-code",
        "message": "“wrong”",
        "hints": ["one", "two"],
    }
    assert (second["severity"], second["hints"]) == ("warning", [])
    assert json.loads(label)["summary"] == {"error": 1, "warning": 1, "note": 0}


def test_the_sarif_form_has_rules_and_results(tmp_path: Path) -> None:
    found = [
        diagnostic(tmp_path / "my kit" / "c.yaml", 3, 5, 4, "wrong", "better"),
        diagnostic(tmp_path.parent / "d.yaml", 1, 1, severity="note")._replace(code="a-code"),
    ]
    log = json.loads(report.write("sarif", found, tmp_path))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("pnp", __version__)
    assert [rule["id"] for rule in driver["rules"]] == ["a-code", "some-code"]
    first, second = run["results"]
    assert (first["ruleId"], first["ruleIndex"], first["level"]) == ("some-code", 1, "error")
    assert first["message"] == {"text": "wrong. Hint: better"}
    assert first["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "my%20kit/c.yaml"},
                "region": {"startLine": 3, "startColumn": 5, "endColumn": 9},
            }
        }
    ]
    assert (second["ruleIndex"], second["level"]) == (0, "note")
    where = second["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert where == (tmp_path.parent / "d.yaml").resolve().as_uri()


def test_the_readers_own_files_come_first_wherever_others_lie(tmp_path):
    own = Diagnostic(Span(str(tmp_path / "mine" / "kit.yaml"), 1, 1), "error", "x", "own")
    others = [Diagnostic(Span(path, 1, 1), "error", "x", "other") for path in ("/a/kit.yaml", "/zz/kit.yaml")]
    first, *_ = text.lines(sorted([*others, own]), tmp_path)
    assert first == "mine/kit.yaml:1:1: error[x]: own"
