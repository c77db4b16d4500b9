"""The examples of docs/rules.md are rules that prove sentences of the game that the page describes."""

import re
import runpy

import pytest

from pnp.rulefile import RuleFile
from pnp.rulefile.expression import NAMES as FUNCTIONS
from pnp.rulefile.moment import NAMES, PLAY_NAMES
from tests.conftest import ROOT
from tests.rulefile.nim import problems, verdict

PAGE = (ROOT / "docs" / "rules.md").read_text("utf-8")
RULES = "\n".join(re.findall(r"```rules\n(.*?)```", PAGE, re.DOTALL))
(ADDED,) = re.findall(r"```rules-de\n(.*?)```", PAGE, re.DOTALL)


def test_the_examples_are_rules_without_errors():
    assert problems(RULES, RuleFile(ADDED, "nim-de/proof.rules", "de", adds=True)) == []


@pytest.mark.parametrize(
    ("sentence", "state"),
    [
        ("You may take up to 3 matches.", "proved"), ("You may take up to 4 matches.", "false"),
        ("You may take up to 2 matches.", "false"), ("The player with the last match wins.", "proved"),
        ("The player with the last match loses.", "false"), ("Players take matches in turn.", "proved"),
        ("You must take at least 1 match.", "proved"), ("You must take at least 2 matches.", "false"),
        ("You may take up to 3 coins.", "unread"),
    ],
)  # fmt: skip
def test_the_examples_prove_what_is_true(sentence, state):
    found, message = verdict(RULES, sentence)
    assert found == state, message


def test_the_page_names_everything_that_rules_may_use():
    words = set(re.findall(r"\b[a-z_]+\b", PAGE))
    assert FUNCTIONS | PLAY_NAMES | NAMES - {"game", "show"} <= words | {"moments"}


def test_the_rules_of_the_games_are_shown_as_they_are():
    maker = runpy.run_path(str(ROOT / "docs" / "proved.py"))
    text = maker["page"]()
    assert text == maker["PAGE"].read_text("utf-8"), "run `python docs/proved.py`"
    assert [len(re.findall(r"^[a-z][\w.]*", part, re.MULTILINE)) - 1 for part in text.split("\n## ")[1:]] == [10] * 5
