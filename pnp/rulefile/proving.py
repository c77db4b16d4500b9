"""Prove sentences by the rules of a game, and find its facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from pnp.lexicon import Word
from pnp.rulefile.line import Case, Line
from pnp.rulefile.moment import Whole
from pnp.rulefile.pattern import Holes, Reader
from pnp.rulefile.reader import Rules
from pnp.rulefile.rule import Rule, readers
from pnp.rules.claims import Fact, FactError, Play, Verdict


class Proved(NamedTuple):
    """The rule by which a sentence was tried, and the verdict."""

    rule: Rule
    verdict: Verdict


class Prover:
    """Tries sentences on what was seen of one game. What is the same for all sentences is computed once."""

    def __init__(self, rules: Rules, game: Any, moments: Sequence[Any], others: Mapping[str, Fact]) -> None:
        """`others` are facts of the game that are not in the rules."""
        facts = {name: partial(self._fact, line) for name, line in rules.facts.items()}
        self.play = Play(game, moments, {**others, **facts})
        self._whole = Whole(self.play, rules.work)
        self._cases: dict[str, list[Case]] = {}

    def _fact(self, line: Line, _play: Play) -> Any:
        return line.facts_of(self._whole, partial(self._cases_of, line))

    def _cases_of(self, line: Line) -> list[Case]:
        """The cases of a line. Editions of a game have the same lines, and share what was seen of it."""
        if line.source.text not in self._cases:
            self._cases[line.source.text] = line.cases(self._whole)
        return self._cases[line.source.text]

    def verdict(self, line: Line, holes: Holes) -> Verdict:
        """Whether play bears out what a line says with these words in the holes."""
        try:
            return line.verdict(self._whole, partial(self._cases_of, line), holes)
        except FactError as error:
            return Verdict("broken", str(error))
        except Exception as error:  # noqa: BLE001 - the rules and the engine may be those of others
            return Verdict("broken", f"{line.source.at().short}: {type(error).__name__}: {error}")

    def tried(self, rule: Rule, holes: Holes) -> Verdict:
        """Whether play bears out a sentence of a rule with these words in its holes."""
        verdicts = [self.verdict(line, holes) for line in rule.about(holes)]
        for state in ("broken", "false", "never", "seldom"):
            if found := next((verdict for verdict in verdicts if verdict.state == state), None):
                return found
        return Verdict("proved", verbs=frozenset(verb for verdict in verdicts for verb in verdict.verbs))

    def proved(self, rules: Rules, words: Sequence[Word], language: str, read: Reader) -> Proved | None:
        """The verdict on a sentence by the first rule that proves it, or else the first that reads it; None if no rule
        reads it."""
        every = readers(list(rules.rules.values()), words, language, read)
        found = [Proved(one.rule, self.tried(one.rule, one.holes)) for one in every]
        return next((one for one in found if one.verdict.state == "proved"), found[0] if found else None)
