"""Explain the texts of a line: what each rests on, and by which rule, or why no rule reads it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pnp.checks.support import film, trials
from pnp.checks.support.context import CheckContext
from pnp.checks.support.pinned import facts_of, known_entries
from pnp.checks.support.sentences import PROVED, Sentence, language_of, place, sentences
from pnp.checks.support.values import without_braces, written
from pnp.diagnostics import PlacedText, counted
from pnp.rules.moments import FactError
from pnp.text import marked


def explained(context: CheckContext, file: str, line: int) -> list[str]:
    """Lines of text about each printed text that a line of a file prints, itself or by a macro; none if it prints none.

    `file` is the end of the file's path, such as `rulebook.md`.
    """
    wanted = Path(file).parts
    found: dict[str, None] = {}
    for sentence in sentences(context):
        span = place(context, sentence)
        lines = sentence.text.lines if isinstance(sentence.text, PlacedText) else set()
        if any(n == line and Path(name).parts[-len(wanted) :] == wanted for name, n in {span[:2], *lines}):
            about = (f"    {text}" for text in rests_on(context, sentence))
            found["\n".join([f"{span.short}: {sentence.text}", *about])] = None
    return [text for block in found for text in block.split("\n")]


def rests_on(context: CheckContext, sentence: Sentence) -> Iterator[str]:
    """What a sentence rests on: the rule that reads it and the moments of play, or who vouches for it, and why."""
    if sentence.kind == PROVED:
        yield from _proved(context, sentence)
        return
    yield sentence.kind
    for name, value in facts_of(context, sentence).items():
        yield f"fact {name}: {value}"
    text = without_braces(written(context, sentence))
    entry = next((one for one in known_entries(context) or [] if without_braces(one.text) == text and one.by), None)
    if entry:
        yield f"vouched for by {': '.join(filter(None, (entry.by, entry.why)))}"
    nearest = trials.near(context, sentence.text, language_of(context, sentence))
    if nearest and sentence.kind not in (marked.CREDIT, marked.LABEL):
        yield f"no rule reads it: {nearest.message}"
        yield from (f"accepted: {form}" for form in nearest.accepted)


def _proved(context: CheckContext, sentence: Sentence) -> Iterator[str]:
    language = language_of(context, sentence)
    trial = trials.by_rules(context, sentence.text, language)
    read = next(
        (one for one in trials.readings(context, sentence.text, language) if trial and one.rule.name == trial.name),
        None,
    )
    if trial is None or read is None:
        yield "no rule reads it"
        return
    state = trial.verdict.state if not trial.verdict.message else f"{trial.verdict.state}: {trial.verdict.message}"
    yield f"{state}, by the rule {trial.name} ({read.rule.span.short})"
    if trial.verdict.relevant:
        yield f"borne out in {counted(trial.verdict.relevant, 'moment')} of play"
    yield f"read as: {read.pattern.shown}"
    for hole, value in read.holes.items():
        yield f"{hole}: {value}"
    play = film.play_of(context)
    for name in trial.settles:
        try:
            yield f"fact {name}: {play.fact(name) if play else ''}"
        except (KeyError, FactError) as error:
            yield f"fact {name}: {error}"
