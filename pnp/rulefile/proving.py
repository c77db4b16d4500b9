"""Prove sentences by the rules of a game, and find its facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from pnp.diagnostics import did_you_mean, mistakes
from pnp.kit.plugins import PluginError
from pnp.rulefile.expression import MissingError
from pnp.rulefile.line import Case, Read, Rule, RuleLine
from pnp.rulefile.moment import Whole
from pnp.rulefile.pattern import Holes
from pnp.rulefile.reader import GameRules
from pnp.rulefile.work import WorkError
from pnp.rules.moments import Fact, FactError, Moment, Play, Verdict


def reason(error: Exception) -> str:
    """Why an expression failed, in words for the author of a rule file."""
    if isinstance(error, (MissingError, WorkError, PluginError)):
        return str(error)
    if isinstance(error, AttributeError) and error.name:
        return f"{_kind(error.obj)} has no {error.name!r}{_others(error)}"
    return mistakes.reason(error)


def _kind(value: Any) -> str:
    return "None" if value is None else "a moment" if isinstance(value, Moment) else type(value).__name__


def _others(error: AttributeError) -> str:
    """The near name among those that a value has, or all fields of a state."""
    fields = getattr(error.obj, "_fields", ())
    known = fields or [name for name in dir(error.obj) if not name.startswith("_")]
    near = did_you_mean(error.name, known) or (f"there is {', '.join(fields)}" if fields else "")
    return f"; {near}" if near else ""


class Proved(NamedTuple):
    """The rule by which a sentence was tried, and the verdict."""

    rule: Rule
    verdict: Verdict


class Prover:
    """Tries sentences on what was seen of one game. What is the same for all sentences is computed once."""

    def __init__(self, rules: GameRules, game: Any, moments: Sequence[Any], others: Mapping[str, Fact]) -> None:
        """`others` are facts of the game that are not in the rules."""
        facts = {name: partial(self._fact, line) for name, line in rules.facts.items()}
        self.play = Play(game, moments, {**others, **facts})
        self._rules = rules
        self._whole = Whole(self.play, rules.work)
        self._cases: dict[str, list[Case]] = {}
        self._tried: dict[tuple[tuple[str, ...], str], Verdict] = {}

    def _fact(self, line: RuleLine, _play: Play) -> Any:
        try:
            return line.facts_of(self._whole, partial(self._cases_of, line))
        except FactError:
            raise
        except Exception as error:
            raise PluginError(f"the fact {line.fact!r} cannot be found: {self._reason(line, error)}") from error

    def _cases_of(self, line: RuleLine) -> list[Case]:
        """The cases of a line. Editions of a game have the same lines, and share what was seen of it."""
        if line.source.text not in self._cases:
            self._cases[line.source.text] = line.cases(self._whole)
        return self._cases[line.source.text]

    def verdict(self, line: RuleLine, holes: Holes) -> Verdict:
        """Whether play bears out what a line says with these words in the holes."""
        try:
            return line.verdict(self._whole, partial(self._cases_of, line), holes)
        except FactError as error:
            return Verdict("broken", str(error))
        except Exception as error:  # noqa: BLE001 - the rules and the engine may be those of others
            return Verdict("broken", self._reason(line, error))

    def _reason(self, line: RuleLine, error: Exception) -> str:
        """Where an expression failed, and why."""
        place, error = self._rules.failure(error)
        span = place or line.source.at()
        return f"{span.short}:{span.column}: {reason(error)}"

    def tried(self, rule: Rule, holes: Holes) -> Verdict:
        """Whether play bears out a sentence of a rule with these words in its holes."""
        key = tuple(line.source.text for line in rule.lines), repr(sorted(holes.items()))
        if key not in self._tried:
            self._tried[key] = self._try(rule, holes)
        return self._tried[key]

    def _try(self, rule: Rule, holes: Holes) -> Verdict:
        verdicts = [self.verdict(line, holes) for line in rule.about(holes)]
        for state in ("broken", "false", "never", "seldom"):
            if found := next((verdict for verdict in verdicts if verdict.state == state), None):
                return found
        verbs = frozenset(verb for verdict in verdicts for verb in verdict.verbs)
        shown = max(verdicts, key=lambda verdict: verdict.relevant, default=Verdict("proved"))
        return Verdict("proved", moment=shown.moment, verbs=verbs, relevant=shown.relevant)

    def culprits(self, rule: Rule, holes: Holes) -> frozenset[str]:
        """The words of actions, such as the id of a card, without which a false sentence of a rule would be true."""
        lines = [line for line in rule.about(holes) if self.verdict(line, holes).state == "false"]
        found = [line.culprits(self._whole, holes) for line in lines]
        return frozenset.intersection(*found) if found else frozenset()

    def proved(self, every: Sequence[Read]) -> Proved | None:
        """The verdict on a sentence by the first of its readings that proves it, or else the first; None if no rule
        reads it."""
        found = [Proved(one.rule, self.tried(one.rule, one.holes)) for one in every]
        return next((one for one in found if one.verdict.state == "proved"), found[0] if found else None)
