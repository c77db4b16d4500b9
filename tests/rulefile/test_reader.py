"""Rule files are read whole: what is wrong is an error at its place, and the rest is used."""

from __future__ import annotations

import shutil

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit import paths
from pnp.pipeline.context import open_context
from pnp.rulefile import FILE, RuleFile, texts
from tests.rulefile.nim import problems, prover, read, rules

RIGHT = """\
let taking = int(card)
let other(seat) = 1 - seat

take [all.matches]
  "Take [n=3] matches."
  most: max([m.taking for m in moments]) is n

matches
  all.matches: setup.left
"""


def test_a_right_file_is_read():
    made, diagnostics = rules(RIGHT)
    assert list(diagnostics) == []
    assert not made.wrong
    assert list(made.rules) == ["take", "matches"]
    assert list(made.facts) == ["most", "all.matches"]
    assert made.rules["take"].settles == ("all.matches", "most")


def test_lines_may_call_functions_of_the_game():
    _, proving = prover("let pairs(n) = doubled(n)\na\n  f: pairs(3)\n  g: setup.left == 10 => doubled(6)\n")
    assert proving.play.fact("f") == 6
    assert problems("let doubled = 1") == ["1:5 'doubled' has a meaning already"]
    assert problems('a\n  "Take [doubled=3]."\n  1 == 1') == ["2:3 the hole 'doubled' has the name of something else"]


def test_a_name_that_does_not_depend_on_a_moment_is_known_in_lines_about_play_as_a_whole():
    """Whatever the order of the names, and if one calls itself."""
    text = "let all_of_it = twice(most)\nlet most = doubled(9)\nlet twice(n) = n if n < 9 else 1 + twice(n - 1)\n"
    assert prover(f"{text}a\n  f: all_of_it\n")[1].play.fact("f") == 10
    late = "let all_of_it = twice(most)\nlet most = before.left\nlet twice(n) = 2 * n\n"
    assert problems(f"{late}a\n  f: all_of_it\n") == ["5:6 'all_of_it' is unknown here"]


def test_all_errors_are_reported_and_the_rest_is_used():
    text = RIGHT.replace("int(card)", "int(crad)") + "\nwin\n  over => winnrs is [1]\n  over => len(winners) is 1\n"
    made, diagnostics = rules(text)
    assert [f"{one.span.line}:{one.span.column} {one.message}" for one in diagnostics] == [
        "1:18 'crad' is unknown here",
        "12:11 'winnrs' is unknown here",
    ]
    assert [one.hints for one in diagnostics] == [("did you mean 'card'?",), ("did you mean 'winners'?",)]
    assert made.wrong
    assert len(made.rules["win"].lines) == 1


def added(text: str) -> RuleFile:
    return RuleFile(text, "nim-de/proof.rules", "de", adds=True)


def test_an_edition_adds_sentences_in_its_language():
    by = 'by "Ada": "a translation"\n'
    made, diagnostics = rules(RIGHT, added(f'{by}take\n  "Nimm [n=3] Hölzer."\n  en "Take up to [n=3] matches."\n'))
    assert list(diagnostics) == []
    patterns = made.rules["take"].patterns
    assert [(one.language, one.by) for one in patterns] == [
        ("en", ""),
        ("de", "Ada: a translation"),
        ("en", "Ada: a translation"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('take\n  "Nimm [n=3]."', "2:3 it is not said who adds this sentence, and why it means the same"),
        ('by "A": "b"\ntakes\n  "Nimm [n=3]."', "2:1 there is no rule 'takes' to add sentences to"),
        ('by "A": "b"\ntake\n  1 == 1', "3:3 an edition adds sentences only"),
        ('by "A"\ntake\n  "Nimm [n=3]."', "1:1 'by \"A\"' is not the name of a rule"),
    ],
)
def test_an_edition_can_only_add_sentences(text, expected):
    assert problems(RIGHT, added(text))[:1] == [expected]


def test_a_hole_with_an_example_without_meaning_is_an_error_at_its_sentence():
    text = 'win\n  "You [ends=xyzzy]."\n  "You [ends=win]."\n  over => "win" is ends\n'
    made, diagnostics = rules(text)
    made.compile(lambda _language: read)
    assert [(one.span.line, one.message) for one in diagnostics] == [
        (2, "the lexicon lacks the example 'xyzzy' of the hole 'ends'")
    ]
    assert [pattern.source.text for pattern in made.rules["win"].patterns] == ["You [ends=win]."]
    assert made.wrong


def kit_in(folder):
    diagnostics = Diagnostics()
    context = open_context(folder, diagnostics)
    assert context, list(diagnostics)
    return context.kit


def test_a_game_has_its_own_file_and_editions_add_to_it(tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "kit.yaml").write_text("extends: duel\ntitle: Mine\nlanguage: en-GB\n", "utf-8")
    (mine / FILE).write_text("# nothing yet\n", "utf-8")
    diagnostics = Diagnostics()
    own, added = texts(kit_in(mine), diagnostics)
    assert list(diagnostics) == []
    assert (own.file, own.adds) == (str(paths.data_folder() / "duel" / FILE), False)
    assert (added.file, added.adds, added.language) == (str(mine / FILE), True, "en")


def test_a_file_that_cannot_be_read_is_an_error(tmp_path):
    folder = tmp_path / "duel"
    shutil.copytree(paths.data_folder() / "duel", folder)
    (folder / FILE).write_bytes(b"win\n  \xff\n")
    diagnostics = Diagnostics()
    assert texts(kit_in(folder), diagnostics) == []
    (found,) = diagnostics
    assert (found.code, found.span.line, found.span.column) == ("not-utf-8", 2, 3)
