"""Honest paraphrases: most are read by the rules that there are, or by one more line of a rule file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from pnp.checks.support import film
from pnp.diagnostics import Diagnostics
from pnp.rulefile import GameRules, Prover, RuleFile, reader, readers
from tests.support.printed import ready

pytestmark = pytest.mark.slow

PARAPHRASES: dict[str, list[dict[str, str]]] = yaml.safe_load(
    (Path(__file__).parent / "paraphrases.yaml").read_text("utf-8")
)
LEAST = 0.7
"""The share of honest paraphrases that takes at most one line."""


@pytest.mark.parametrize("kit", PARAPHRASES)
def test_one_line_makes_an_honest_paraphrase_proved(kit):
    context = ready(kit)
    prover, read = film.prover_of(context), film.reader_of(context, "en")
    assert prover
    assert read
    added = [row for row in PARAPHRASES[kit] if "pattern" in row]
    lines = "".join(f'\n{row["rule"]}\n  "{row["pattern"]}"\n' for row in added)
    more = RuleFile(f'by "Ann": "it means the same"\n{lines}', "mine.rules", "en", adds=True)
    diagnostics = Diagnostics()
    rules = GameRules([*reader.texts(context.render.kit, diagnostics), more], diagnostics, context.proof.vocabulary())
    rules.compile(lambda _: read)
    assert [one.message for one in diagnostics] == []
    wider = Prover(rules, prover.play.game, prover.play.moments, context.proof.facts())

    def by_more(text: str) -> Any:
        return wider.proved(readers(list(rules.rules.values()), read(text), "en", read))

    found = {}
    for row in PARAPHRASES[kit]:
        now = film.by_rules(context, row["text"], "en")
        later = by_more(row["text"])
        found[row["text"]] = (bool(now and now.verdict.state == "proved"), later and later.verdict.state)
    assert [text for text, (now, _) in found.items() if now] == [
        row["text"] for row in PARAPHRASES[kit] if row.keys() == {"text"}
    ]
    assert [text for text, (_, later) in found.items() if later != "proved"] == [
        row["text"] for row in PARAPHRASES[kit] if "more" in row
    ]


def test_most_paraphrases_take_at_most_one_line():
    rows = [row for kit in PARAPHRASES.values() for row in kit]
    assert len(rows) >= 20
    assert sum("more" not in row for row in rows) / len(rows) >= LEAST
