"""check and explain: what they print in every form, how they exit, and that builds are proved first."""

from __future__ import annotations

import io
import json
import re
import sys
from xml.etree import ElementTree as ET

import pytest
from pypdf import PdfReader
from sarif_pydantic import Sarif

from pnp import checks
from pnp.cli.check import Code, check
from pnp.kit import paths
from pnp.pdf import preflight
from pnp.pipeline import api, job
from tests.conftest import SMALL, edit, own_edition, run
from tests.support import big_deck, overlays, three_cards


@pytest.fixture
def quickly_checked(monkeypatch):
    """Finds no errors in any kit, without drawing it."""
    monkeypatch.setattr(job, "check", lambda *_args, **_options: [])


def test_where_there_is_no_kit_those_of_pnp_are_checked(quickly_checked, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    here = f"the {len(paths.kit_names())} kits that come with pnp, because there is no kit below this folder"
    assert run("check").stdout == f"no errors, in {here}\n"
    assert run("check", "--format", "github").stderr == f"checked: {here}\n"


@pytest.mark.parametrize("named", [("all",), ("rhino", "all", "tilt")])
def test_all_kits_are_checked_with_their_editions(named, quickly_checked):
    result = run("check", *named)
    assert (result.exit_code, result.stderr) == (0, "")
    summary, _, checked = result.stdout.strip().partition(", in ")
    assert summary == "no errors"
    assert sorted(checked.split(", ")) == paths.kit_names()


def test_fetch_without_a_table_at_an_address_is_said(quickly_checked):
    assert "--fetch has nothing to fetch: no table is at an address\n" in run("check", SMALL, "--fetch").stderr


def test_each_of_several_kits_is_checked_once(quickly_checked):
    assert run("check", "tilt", paths.data_folder() / "rhino", "tilt").stdout == "no errors, in tilt, rhino\n"


def test_a_file_called_all_hides_no_kit(quickly_checked, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "all").touch()
    assert run("check", "all").stdout.endswith(f", in {', '.join(paths.kit_names())}\n")


def test_errors_are_reported_as_compilers_do_and_refuse_a_build(six, tmp_path):
    edit(six, "kit.yaml", "edition: custom", "edition: canonical")
    edit(six, "cards.yaml", "{name: Two of Clubs, ", '{name: Two of Clubs, count: 3,\n    words: {index: "7"}, ')
    result = run("check", six)
    assert result.exit_code == 1
    message = "cards.yaml:4:20: error[words-disagree]: 'Two of Clubs' says '7', but in play it is value 2\n"
    assert (
        message + '        words: {index: "7"}, traits: {suit: clubs, rank: two, colour: black, value: 2}}\n'
        in result.stdout
    )
    assert "\n" + " " * 23 + "^" * 3 + "\n" in result.stdout
    assert "error[not-canonical]: the count of 'Two of Clubs' is 3; the canonical value is 1" in result.stdout
    assert result.stdout.endswith(" errors, in six\n")
    result = run("build", six, "--only", "deck", "--output", tmp_path / "out")
    assert result.exit_code == 1
    assert "error[words-disagree]" in result.stderr
    assert "nothing was printed" in result.stderr
    assert not (tmp_path / "out").exists()


@pytest.fixture
def misspelt(small):
    """The small set with two pictures that are not there."""
    edit(small, "cards.yaml", "art: swerve.svg", "art: '100%, surely.svg'")
    edit(small, "cards.yaml", "art: lunge.svg", "art: lung.svg")
    return small


LEGITIMATE = [
    ("cards.yaml", 'cry: "Is it my turn? Is it? Is it now?"', "cry: Watch me now!"),
    ("cards.yaml", "art: dodge.svg", "art: swerve.svg"),
    ("kit.yaml", 'red: "#b83a26"', 'red: "#a03020"'),
    (
        "cards.yaml",
        "summaries:\n",
        "  nimble:\n    name: Nimble\n    art: chipdip.svg\n    traits: {brains: 2, strength: 2, top_speed: 5}\n"
        "    asides: {epithet: Fifth Wheel, tint: gold, cry: Room for one more?}\n\nsummaries:\n",
    ),
    ("cards.yaml", "{brains: 1, strength: 2, top_speed: 5}", "{brains: 2, strength: 3, top_speed: 6}"),
    ("cards.yaml", "epithet: Up-and-comer", "epithet: The up-and-coming one from the hills"),
    ("cards.yaml", "count: 11", "count: 12"),
]


@pytest.mark.slow
def test_legitimate_changes_of_a_custom_edition_are_no_errors(kit):
    kit = own_edition(kit)
    for file, old, new in LEGITIMATE:
        edit(kit, file, old, new)
    result = run("check", kit)
    assert "error[" not in result.stdout, result.stdout
    assert result.exit_code == 0
    assert "note[not-canonical]: the count of 'Lunge' is 12; the canonical value is 11" in result.stdout


READERS = {
    "sarif": lambda text: json.loads(text)["runs"][0]["invocations"][0]["toolExecutionNotifications"][0]["message"][
        "text"
    ],
    "json": lambda text: json.loads(text)["failure"],
    "gitlab": lambda text: json.loads(text)[0]["description"],
    "junit": lambda text: ET.fromstring(text).find(".//error").get("message"),  # noqa: S314 - our own
    "github": lambda text: text.removeprefix("::error title=wrong usage::").rstrip(),
}
"""How the message of a command that could not run is read back, by format."""


@pytest.mark.parametrize("form", READERS)
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rino"], "there is no kit 'rino'; did you mean 'rhino'?"),
        (["--nonsense"], "No such option '--nonsense'"),
        (["--ignore", "nonsense"], "there is no code 'nonsense'"),
        (["rhino", "--all"], "which always lists each error"),
    ],
)
def test_wrong_use_is_a_report_too(form, arguments, message, quickly_checked):
    for wanted in (["--format", form], [f"--format={form}"]):
        for words in ([*arguments, *wanted], [*wanted, *arguments]):
            result = run("check", *words)
            assert result.exit_code == 2
            assert message in READERS[form](result.stdout)
            assert message in result.stderr


@pytest.mark.parametrize("form", READERS)
def test_a_page_that_cannot_be_written_leaves_the_report(form, tmp_path, quickly_checked, monkeypatch):
    (tmp_path / "file").touch()
    page = tmp_path / "file" / "page.html"
    result = run("check", "rhino", "--format", form, "--coverage-page", page)
    assert result.exit_code == 2
    assert result.stdout == run("check", "rhino", "--format", form).stdout


def test_a_file_that_cannot_be_read_is_a_report_too(monkeypatch):
    def fail(*_arguments, **_options):
        raise OSError(5, "Input/output error", "a.png")

    monkeypatch.setattr(api, "checked", fail)
    result = run("check", "rhino", "--format", "sarif")
    assert result.exit_code == 2
    assert "Input/output error" in READERS["sarif"](result.stdout)


def test_an_error_of_a_base_is_reported_once_for_two_overlays(tmp_path, monkeypatch):
    base = three_cards.write(tmp_path / "base")
    edit(base, "cards.yaml", "count: 5", "count: many")
    kits = [overlays.kit(tmp_path / name, kit=f"title: {name}\nextends: ../base\n") for name in ("one", "two")]
    monkeypatch.chdir(kits[0])
    found = Sarif.model_validate_json(run("check", *kits, "--format", "sarif").stdout).runs[0]
    (result,) = found.results
    assert result.locations[0].physical_location.artifact_location.uri == "kit.yaml"
    assert result.locations[0].physical_location.region.start_line == 2
    assert found.tool.driver.rules[0].help.text == checks.explanations()["wrong-type"]
    suites = ET.fromstring(run("check", *kits, "--format", "junit").stdout)  # noqa: S314 - our own
    assert [(suite.get("name"), suite.get("failures")) for suite in suites] == [("one", "1"), ("two", "1")]
    assert run("check", "--format", "xml").exit_code == 2
    result = run("explain", "word-disagree")
    assert result.exit_code == 2
    assert "there is no code 'word-disagree'; did you mean 'words-disagree'?" in " ".join(result.stderr.split())
    result = run("explain", "7")
    assert result.exit_code == 2
    assert "there is no code '7'; pnp explain lists them" in " ".join(result.stderr.split())


# explain -----------------------------------------------------------------------------------------------------


def test_every_code_is_explained():
    for code in checks.explanations():
        result = run("explain", code)
        if code == "internal":  # no edit of a file shows a mistake that is known
            assert "please report it" in " ".join(result.stdout.lower().split())
            continue
        assert result.exit_code == 0, code
        assert result.stdout.startswith(f"{code}\n\n")
        assert "PASS: " in result.stdout, code
        assert "FAIL: " in result.stdout, code


def test_explain_without_a_code_lists_all():
    groups = [group.splitlines() for group in run("explain").stdout.split("\n\n")]
    assert [lines[0] for lines in groups] == ["checks of printed content:", "errors in data:", "preflight of PDFs:"]
    listed = [[line.split()[0] for line in lines[1:]] for lines in groups]
    data = [code for code in checks.explanations() if code not in checks.checks()]
    assert listed == [list(checks.checks()), data, list(preflight.explanations())]
    assert "  unknown-key        A key that is not known at this place." in groups[1]


def test_the_shell_completes_codes():
    found = Code().shell_complete(None, None, "unread")
    ends = ["-cell", "-file", "-markdown", "-table", "-words", "able-action", "able-file"]
    assert [item.value for item in found] == [f"unread{end}" for end in ends]


# build -------------------------------------------------------------------------------------------------------


def test_a_draft_is_printed_in_spite_of_errors_and_says_so_on_every_sheet(misspelt, tmp_path):
    out = tmp_path / "out"
    result = run("build", misspelt, "--output", out, "--draft", "--only", "moves,bracket")
    assert result.exit_code == 0
    assert "printed as a draft" in result.stderr
    for path in out.glob("*.pdf"):
        for page in PdfReader(path).pages:
            assert "DRAFT" in page.extract_text()


def test_a_set_without_errors_is_printed_without_the_word_draft(tmp_path):
    result = run("build", SMALL, "--output", tmp_path, "--only", "moves,bracket,rulebook")
    assert (result.exit_code, "draft" in result.stderr) == (0, False)
    pages = [page for path in tmp_path.glob("*.pdf") for page in PdfReader(path).pages]
    assert len(pages) > 4
    assert not any("DRAFT" in page.extract_text() for page in pages)


@pytest.fixture(scope="module")
def big(tmp_path_factory):
    """A deck of 200 cards: 100 texts are too long, 20 others are pale, 20 pictures do not exist."""
    return big_deck.write(tmp_path_factory.mktemp("kits") / "big")


def _lines_of(code, lines):
    """The lines of the report that begin a diagnostic with the code."""
    return [line for line in lines if re.search(rf"(?:error|warning)\[{code}]", line)]


@pytest.mark.slow
def test_a_fault_on_many_cards_is_reported_once_and_counted(big, monkeypatch):
    monkeypatch.chdir(big.parent)
    result = run("check", "big")
    assert result.stderr == "", "progress is not written to files"
    lines = result.stdout.splitlines()
    (overflow,) = _lines_of("text-overflow", lines)
    assert overflow.startswith(
        "big/faces.yaml:9:16: error[text-overflow]: card 'Card 2' (cards.csv row 3): 'Number 2 draws a card."
    )
    (pale,) = _lines_of("low-contrast", lines)
    assert "card 'Card 5' (cards.csv row 6): 'Number 5 draws a card.'" in pale
    (lost,) = _lines_of("missing-art", lines)
    assert lost == "big/cards.csv:11:13: error[missing-art]: there is no picture 'lost10.svg'"
    assert "            ^^^^^^^^^^ row 11, column C ('art')" in lines[lines.index(lost) + 2]
    assert [line for line in lines if line.startswith("    on ")] == [
        "    on 20 cards; first: 'Card 10' in cards.csv:11",
        "    on 100 cards; first: 'Card 2' in cards.csv:3",
        "    on 20 cards; first: 'Card 5' in cards.csv:6",
    ]
    assert lines[-2:] == [
        "137 similar ones are not shown; pnp check --all lists them",
        "120 errors, 20 warnings, 1 note, in big",
    ]


@pytest.mark.parametrize("form", ["json", "sarif", "github", "gitlab", "junit"])
def test_all_has_no_effect_on_reports_for_tools_and_is_refused(big, form):
    result = run("check", big, "--all", "--format", form)
    assert result.exit_code == 2
    assert f"not with --format {form}" in result.stderr


@pytest.fixture
def checked_once(big, monkeypatch):
    """The big deck, which is checked once for several forms of its report."""
    found = api.checked(big)
    monkeypatch.setattr(api, "checked", lambda *_arguments, **_options: found)
    return big


@pytest.mark.slow
def test_all_lists_every_card_as_reports_for_tools_do(checked_once):
    lines = run("check", checked_once, "--all").stdout.splitlines()
    assert [len(_lines_of(code, lines)) for code in ("text-overflow", "low-contrast", "missing-art")] == [100, 20, 20]
    assert lines[-1] == "120 errors, 20 warnings, 1 note, in big"
    assert not [line for line in lines if line.startswith("    on ")]
    found = json.loads(run("check", checked_once, "--format", "json").stdout)
    assert found["summary"] == {"error": 120, "warning": 20, "note": 1}
    overflows = {one["card"] for one in found["diagnostics"] if one["code"] == "text-overflow"}
    assert overflows == {f"c{number}" for number in range(2, 201, 2)}
    sarif = Sarif.model_validate_json(run("check", checked_once, "--format", "sarif").stdout)
    assert len(sarif.runs[0].results) == 141
    assert len(run("check", checked_once, "--format", "github").stdout.splitlines()) == 142


def _errors(kit):
    """The errors of a kit, as JSON."""
    found = json.loads(run("check", kit, "--format", "json").stdout)["diagnostics"]
    return [one for one in found if one["severity"] == "error"]


def test_a_text_that_does_not_fit_is_the_only_error_of_its_element(tmp_path):
    kit = big_deck.write(tmp_path / "kit", 2)
    below = '      - {text: "Below", box: [5, 80, 53.5, 4], style: text}\n'
    (kit / "faces.yaml").write_text(big_deck.FACES.replace('{asides.tint}"', 'sand"') + below, "utf-8")
    assert sorted((one["code"], one["card"]) for one in _errors(kit)) == [
        ("text-overflow", "c2"),
    ]


class _Terminal(io.StringIO):
    """A stream that passes for a terminal."""

    def isatty(self):
        return True


def _drawn_on_a_terminal(kit, monkeypatch):
    """What checking a kit writes to standard error if that is a terminal."""
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with pytest.raises(SystemExit):
        check.main([str(kit), "--format", "json"], standalone_mode=False)
    return terminal.getvalue()


def test_a_large_deck_shows_its_progress_on_a_terminal_and_a_small_one_none(tmp_path, monkeypatch):
    monkeypatch.setattr(job, "LARGE", 20)
    bars = _drawn_on_a_terminal(big_deck.write(tmp_path / "large", 20, faults=False), monkeypatch)
    assert "checking large" in bars
    shares = [int(share) for share in re.findall(r"(\d+)%", bars)]
    assert shares == sorted(shares)
    assert len(set(shares)) > 10
    assert shares[-1] == 100
    kit = big_deck.write(tmp_path / "small", 19, faults=False)
    assert _drawn_on_a_terminal(kit, monkeypatch) == "checked: small\n"


def test_coverage_is_that_of_the_drawing_that_was_checked(monkeypatch):
    """The kit was drawn and proved a second time."""
    drawn, draw = [], job.draw
    monkeypatch.setattr(job, "draw", lambda *given: drawn.append(1) or draw(*given))
    report = json.loads(run("check", SMALL, "--coverage", "--format", "json").stdout)
    assert "small" in report["coverage"]
    assert drawn == [1]
