"""A rule that decides nothing, that never applies, or that reads what another one reads.

A hole of a sentence in `proof.rules` decides something if another word in it makes a true sentence false. Otherwise it
accepts any word, and a false sentence would be printed as proved. A fact that play never shows may be anything. If two
rules read the same sentence, nobody knows which one it states.

PASS: duel/proof.rules: `=> 'after' if ended else 'in' is time` -> `=> 'after' if ended else 'during' is time`
FAIL: duel/proof.rules: `=> 'after' if ended else 'in' is time` -> `=> time is time`
FAIL: duel/proof.rules: `hand.full: phase` -> `hand.size: phase == 'bluff' => 3\\n  hand.full: phase`
FAIL: duel/proof.rules: `"Then both players have` -> `"The total begins at [n=0]."\\n  "Then both players have`
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.film import prover_of, readings, rules_of
from pnp.checks.support.sentences import PROVED, language_of, sentences
from pnp.diagnostics import Diagnostic
from pnp.lexicon import lexicon
from pnp.rulefile import Prover, Read, Rule
from pnp.rules.moments import FactError


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for each hole that decides nothing, fact that is never seen, and two rules that read the same."""
    rules, prover = rules_of(context), prover_of(context)
    if rules is None or prover is None or rules.wrong:
        return
    found: dict[str, list[Read]] = {}
    pairs: dict[tuple[str, str], tuple[Read, Read, str]] = {}
    for sentence in sentences(context):
        if sentence.kind != PROVED:
            continue
        every = readings(context, sentence.text, language_of(context, sentence))
        for reading in every:
            found.setdefault(reading.rule.name, []).append(reading)
        for other in every[1:]:
            pairs.setdefault((every[0].rule.name, other.rule.name), (every[0], other, sentence.text))
    for first, second, text in pairs.values():
        message = f"the rules {first.rule.name!r} and {second.rule.name!r} both read {text!r}"
        where = second.pattern.source.at()
        yield diagnostic(__name__, where, message, "join them, or make their sentences differ")
    for name, every in found.items():
        yield from _idle_holes(rules.rules[name], every, prover)
    yield from _unseen(context, prover)


def _idle_holes(rule: Rule, every: list[Read], prover: Prover) -> Iterator[Diagnostic]:
    true = [one for one in every if prover.tried(rule, one.holes).state == PROVED]  # a false one is another error
    for hole in rule.holes:
        tried = [
            (one, value)
            for one in true
            if hole in one.holes
            for value in _others(one.holes[hole], one.pattern.language)
        ]
        if tried and all(prover.tried(rule, {**one.holes, hole: value}).state == PROVED for one, value in tried):
            one, value = tried[0]
            message = f"the hole {hole!r} decides nothing: {value!r} is as true as {one.holes[hole]!r}"
            hint = "compute its word from play and compare it, or write the word without brackets"
            yield diagnostic(__name__, one.pattern.at(hole), message, hint)


def _others(value: Any, language: str) -> list[Any]:
    """Other values that might be in a hole in a language: those on the same axes, and the next numbers."""
    if isinstance(value, list):
        return [[other, *value[1:]] for other in _others(value[0], language)]
    if isinstance(value, int):
        return [value + 1, value - 1]
    known = lexicon(language)
    return [
        other
        for values in (known.axes if known else {}).values()
        if value in values
        for other in values
        if other != value
    ]


def _unseen(context: CheckContext, prover: Prover) -> Iterator[Diagnostic]:
    rules = rules_of(context)
    is_custom = context.render.kit.edition == "custom"
    for name, line in (rules.facts if rules else {}).items():
        try:
            value = prover.play.fact(name)
        except FactError:
            continue  # reported by another check
        if value == "unseen":
            message = f"the fact {name!r} cannot be tried here: no moment of play is relevant to it"
            yield diagnostic(
                __name__, line.source.at(width=len(name)), message, severity="note" if is_custom else "error"
            )
