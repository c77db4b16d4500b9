"""A worked example whose result differs in play.

Readers learn a game from its examples and trust them more than the rules. The engine sets up and plays each example of
`examples.yaml`, and the result is compared with the example's. The rulebook's sentences are written from the same data.

PASS: examples.yaml: `R13: {form: score, given: {position: flanking` -> `R13: {form: score, given: {position: flanking`
FAIL: examples.yaml: `then: {position: flanked}}` -> `then: {position: flanking}}`
FAIL: examples.yaml: `counters: [best_at_jousting, dodge]}` -> `counters: [best_at_jousting, spin]}`
FAIL: examples.yaml: `moves: [play lunge, counter dodge]` -> `moves: [play lunge, counter charge]`
FAIL: examples.yaml: `draws: [0, 1, 2, 2]` -> `draws: [0, 1, 2, 3]`
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pnp.checks import CheckContext, diagnostic
from pnp.diagnostics import Diagnostic, Span


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every value of an example that differs in play."""
    examples = context.render.kit.examples
    if context.proof is None or not isinstance(examples.value, dict):
        return
    plain = {id_: example for id_, example in examples.plain().items() if isinstance(example, dict)}
    for id_ in (id_ for id_ in examples.value if id_ not in plain):
        message = f"the example {id_} must be a mapping with form, given, moves and then"
        yield diagnostic(__name__, examples.at(id_), message)
    yield from _not_compared(context, plain)
    for id_, example in plain.items():
        for path, message in context.proof.example_problems(example):
            span = examples.at(id_, *(int(step) if step.isdigit() else step for step in path))
            yield diagnostic(__name__, span, f"example {id_}: {message}", _hint(context, span, id_))


_FALSE = "no such result"


def _not_compared(context: CheckContext, plain: dict[str, dict[str, Any]]) -> Iterator[Diagnostic]:
    """An error for each form of examples whose results the proof does not compare."""
    proof = context.proof
    tried: set[tuple[str, str]] = set()
    for id_, example in plain.items():
        results, form = example.get("then"), str(example.get("form"))
        if proof is None or not isinstance(results, dict):
            continue
        for key, result in results.items():
            if (form, key) in tried:
                continue
            tried.add((form, key))
            other = dict.fromkeys(result, _FALSE) if isinstance(result, dict) else _FALSE
            if not proof.example_problems({**example, "then": {**results, key: other}}):
                message = f"example {id_}: the game's proof does not compare its {key!r} with play"
                yield diagnostic(__name__, context.render.kit.examples.at(id_, "then", key), message)


def _hint(context: CheckContext, span: Span, id_: str) -> str:
    """How to change an example that an overlay has from its base."""
    own = Path(context.render.kit.origin.span.file).parent
    same = Path(span.file).parent == own
    return "" if same else f"write the new result into {own.name}/examples.yaml: '{id_}: {{then: {{…}}}}'"
