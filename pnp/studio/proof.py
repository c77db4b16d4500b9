"""What the sentences of a piece rest on, for the page: shades where they are printed, words about each, vouching."""

from __future__ import annotations

from typing import Any

from pnp.checks import CheckContext, coverage, vouching
from pnp.studio.edits import RefusedEditError
from pnp.studio.session import Session

ENTRY = ("text", "class", "why", "by")
"""What a page sends to vouch for a sentence."""


def of_piece(context: CheckContext | None, id_: str) -> dict[str, Any] | None:
    """The proof of a piece for the page; None while the checks run, or if there is no such piece."""
    found = coverage.of_piece(context, id_) if context else None
    if context is None or found is None:
        return None
    kinds = [kind for kind in coverage.CLASSES if any(line.kind == kind for line in found.lines)]
    asked = {one.sentence[:3]: _asked(context, one) for one in vouching.open_differences(context) if one.sentence}
    return {
        "sides": found.sides,
        "lines": [
            line._asdict() | {"head": line.head, "vouch": asked.get(sentence[:3])}
            for line, sentence in zip(found.lines, found.sentences, strict=True)
        ],
        "classes": [
            {"name": kind, "about": coverage.LOOKS[kind][1], "swatch": coverage.swatch(kind)} for kind in kinds
        ],
        "patterns": f'<svg xmlns="http://www.w3.org/2000/svg">{coverage.patterns(kinds)}</svg>',
        "given": vouching.latest(context)._asdict(),
    }


def _asked(context: CheckContext, difference: vouching.Difference) -> dict[str, Any]:
    """What the entry of a sentence must have, and what is known of the old one."""
    needed = vouching.missing(context, difference, vouching.Given())
    return {"needs": needed, "was": difference.entry.text if difference.entry else ""}


def vouch(session: Session, id_: str, text: str, kind: str, why: str, by: str) -> dict[str, Any]:
    """Write that a person vouches for a sentence of a piece, as `pnp vouch` does. Raises RefusedEditError."""
    context = session.checked
    if context is None:
        raise RefusedEditError("the kit is being checked; vouch when the page shows it")
    found = [one for one in vouching.open_differences(context) if one.sentence and one.sentence[:2] == (text, kind)]
    if not found:
        raise RefusedEditError("this text is vouched for already, or it has changed")
    given = vouching.Given(why.strip(), by.strip())
    if missing := vouching.missing(context, found[0], given):
        words = {"why": "why it is true although no play shows it", "by": "who you are"}
        raise RefusedEditError(f"write {' and '.join(words[name] for name in missing)}")
    file, written = vouching.Renewal(context).renewed(found[0], vouching.dated(given))
    return session.write(id_, {file: [lambda _before: written]})
