"""A worked example whose result differs in play.

Readers learn a game from its examples and trust them more than the rules. The engine sets up and plays each example of
`examples.yaml`, and the result is compared with the example's. The rulebook's sentences are written from the same data.

In an overlay, the examples of its base that no longer come out as written are one error at the first change.
`pnp check KIT --mend` writes their new results into the overlay's examples.yaml. An example that cannot be played with
the overlay's rules and cards is only a note if no page shows it.

PASS: examples.yaml: `R13: {form: score, given: {position: flanking` -> `R13: {form: score, given: {position: flanking`
FAIL: examples.yaml: `then: {position: flanked}}` -> `then: {position: flanking}}`
FAIL: examples.yaml: `counters: [best_at_jousting, dodge]}` -> `counters: [best_at_jousting, spin]}`
FAIL: examples.yaml: `moves: [play lunge, counter dodge]` -> `moves: [play lunge, counter charge]`
FAIL: examples.yaml: `draws: [0, 1, 2, 2]` -> `draws: [0, 1, 2, 3]`
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pnp.checks import CheckContext, diagnostic
from pnp.checks.support.mending import DifferingExamples, is_mendable
from pnp.diagnostics import Diagnostic, Diagnostics, Span, counted
from pnp.diagnostics.report import shown
from pnp.kit import Kit, paths
from pnp.sources.yaml import read


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One diagnostic for every value of a kit's own example that differs in play, and one for all inherited ones."""
    examples = context.render.kit.examples
    if context.proof is None or not isinstance(examples.value, dict):
        return
    worked = DifferingExamples(context)
    for id_ in (id_ for id_ in examples.value if id_ not in worked.plain):
        message = f"the example {id_} must be a mapping with form, given, moves and then"
        yield diagnostic(__name__, examples.at(id_), message)
    yield from _not_compared(context, worked.plain)
    for id_ in filter(worked.is_own, worked.problems):
        yield from _own(context, worked, id_)
    yield from _inherited(context, worked)


_FALSE = "no such result"


def _own(context: CheckContext, worked: DifferingExamples, id_: str) -> Iterator[Diagnostic]:
    """One error for every value of an example that differs in play."""
    node = context.render.kit.examples
    for path, message in worked.problems[id_]:
        span = node.at(id_, *(int(step) if step.isdecimal() else step for step in path))
        if Path(span.file).parent != context.render.kit.folder:  # a value that the overlay has not changed
            span = node.value[id_].key_span
        hint = _HINTS.get(path[0]) or _CANNOT[worked.is_shown(id_)]
        yield diagnostic(__name__, span, f"example {id_}: {message}", hint)


_HINTS = {
    "then": "write this value, or run pnp check with --mend",
    "moves": "write one of the allowed moves",
}
"""The hints for another result, and for a move that is not allowed."""
_CANNOT = {
    True: "a page shows it: write a position that can be played",
    False: "write a position that can be played, or remove the example",
}
"""The hints for an example that cannot be played, by whether a page shows it."""


def _inherited(context: CheckContext, worked: DifferingExamples) -> Iterator[Diagnostic]:
    """One error for all examples of the bases that differ in play, and a note for those that need not be played."""
    kit = context.render.kit
    lost = [id_ for id_ in worked.problems if not worked.is_own(id_)]
    idle = [id_ for id_ in lost if not worked.is_shown(id_) and not worked.is_played(id_)]
    false = [id_ for id_ in lost if id_ not in idle]
    base = paths.layers(kit.folder, Diagnostics())[-1].name
    run = f"pnp check {shown(kit.folder, Path.cwd())} --mend"
    if false:
        come = "comes" if len(false) == 1 else "come"
        message = (
            f"{counted(len(false), 'worked example')} of {base} no longer {come} out as written ({', '.join(false)})"
        )
        yield diagnostic(__name__, _change(kit), message, *_mending(worked, false, run), *_details(worked, false))
    if idle:
        message = f"{counted(len(idle), 'worked example')} of {base} cannot be tried here ({', '.join(idle)})"
        hint = f"no page shows them; leave them out with: {run}"
        yield diagnostic(__name__, _change(kit), message, hint, severity="note")


def _mending(worked: DifferingExamples, ids: list[str], run: str) -> Iterator[str]:
    """How to mend examples: by a command, or by hand those that it cannot mend."""
    left = [id_ for id_ in ids if not is_mendable(worked, id_)]
    if len(left) < len(ids):
        yield f"run: {run}"
    if left:
        names = ", ".join(left)
        yield f"write other moves or results for {names} in examples.yaml, or change the page: --mend finds none"


def _details(worked: DifferingExamples, ids: list[str]) -> Iterator[str]:
    """The first difference of each example; of many, the first few."""
    for id_ in ids[:_DETAILS]:
        yield f"{id_}: {worked.problems[id_][0][1]}"


_DETAILS = 3


def _change(kit: Kit) -> Span:
    """The first value that an overlay changes in its rules or cards; else the beginning of its kit.yaml."""
    for file in ("rules.yaml", "cards.yaml"):
        node = read(kit.folder / file, Diagnostics()) if (kit.folder / file).is_file() else None
        for value in node.value.values() if node and isinstance(node.value, dict) else ():
            first: Span = value.key_span
            return first
    return kit.origin.span


def _not_compared(context: CheckContext, plain: Mapping[str, Mapping[str, Any]]) -> Iterator[Diagnostic]:
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
